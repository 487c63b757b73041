"""Agents: random, greedy, and searches over what a seat may know.

An agent is its text: a name, and parameters behind a colon. It gets a view, never a position, so it cannot
look at hidden facts; the same agent, view and random numbers give the same choice on every machine.

>>> from spielwerk import Random, qwirkle
>>> position = qwirkle.Position.start().settle(Random(1))
>>> choice = Agent("greedy").choose(position.view(position.turn), Random(2))
>>> position.check(choice.move).legal
True

=========================== =============================================================================
name                        agent
=========================== =============================================================================
``random``                  any move that brings the game forward; in Qwirkle trades only where it must
``uniform``                 any legal move
``greedy``                  the most points at once
``flat``                    flat Monte Carlo: the same number of rollouts after each move
``uct``                     UCT with explicit chance nodes, in one world that agrees with the view
``pimc``                    perfect-information Monte Carlo: UCT in several worlds, a tree each
``ismcts``                  information-set search: one tree over fresh worlds, single observer
``duct``                    decoupled UCT: the seats of a simultaneous choice (Lokus) choose independently
``turn``                    Schraube locker, each turn played exactly as well as it can be
=========================== =============================================================================

Presets follow reference implementations: ``openspiel-mcts``, ``openspiel-ismcts``, ``ludii-uct`` and
``tag-mcts``.

=============== ============================================================= ==========
parameter       values                                                        default
=============== ============================================================= ==========
``iterations``  how many iterations a decision gets, 1 to 100,000,000         1000
``c``           exploration constant for rewards from 0 to 1                  0.7
``first_play``  what an untried move counts as: ``inf``, ``parent``, a number ``inf``
``rollout``     how a rollout moves: ``random``, ``uniform``, ``greedy``      ``random``
``rollouts``    rollouts an iteration, averaged                               1
``cutoff``      decisions after which a rollout is valued as it stands        10000
``reward``      ``win`` (share of the win) or ``margin`` (points ahead)       ``win``
``final``       ``visits``, ``value`` (as ``pimc`` has it), ``sample``, ``vote`` ``visits``
``worlds``      ``pimc``: how many; ``ismcts``, ``duct``: 0 for fresh ones    20; 0
``chance``      ``uct``, ``pimc``: ``closed`` or ``open`` nodes               ``closed``
``observer``    ``ismcts``: ``one``, or ``each`` (a tree a seat)              ``one``
=============== ============================================================= ==========
"""

from spielwerk._native.agents import Agent, Choice, MoveStatistics

__all__ = ["Agent", "Choice", "MoveStatistics"]
