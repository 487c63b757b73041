"""Games played one small number at a time: what OpenSpiel, PettingZoo and learners build on.

A decision is a few *actions*: the ids that spell the move, one after the other. What chance decides is a few
*outcomes*: one a tile, a card, a roll. All are small, fixed numbers, the same in every API of the package.

>>> from spielwerk import Random, qwirkle
>>> random = Random(1)
>>> episode = Episode(qwirkle.Position.start())
>>> while not episode.is_over:
...     if episode.actor == CHANCE:
...         episode.step(episode.sample_outcome(random))
...     else:
...         actions = episode.legal_actions()
...         episode.step(actions[random.below(len(actions))])
>>> episode.position.outcome.points == tuple(map(int, episode.points()))
True

What a seat knows comes as an array whose parts have names, as text, and as a text with perfect recall:

>>> episode = Episode(qwirkle.Position.start())
>>> episode.settle(Random(1))
>>> {piece.name: piece.shape for piece in episode.pieces}["hand"]
(36,)
>>> episode.observe(0).shape
(18910,)
>>> episode.information_state(0)
'seat=0 qwirkle/1 - -/?0 108 0/0 0+6 0 - *0:p4 *0:y4 *0:g0 *0:y4 *0:rs *0:yc *1:? *1:? *1:? *1:? *1:? *1:? >0'

A learner that trains on what it can't know learns nothing; so ``resample`` gives an episode in which the seat
to act has seen the same, and everything else is drawn anew.

>>> other = episode.resample(Random(2))
>>> seat = episode.actor
>>> other.information_state(seat) == episode.information_state(seat), other == episode
(True, False)
"""

from spielwerk._native.env import CHANCE, OVER, Episode, Piece

__all__ = ["CHANCE", "OVER", "Episode", "Piece"]
