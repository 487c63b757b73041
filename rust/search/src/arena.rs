//! [`Arena`]: games between agents, each of which can be played again alone.
//!
//! # What a game is made of
//!
//! A seed and an index name a game. With n seats there are n agents, and game `i` is deal `i / n` in rotation `i % n`: seat s
//! is played by agent `(s + i % n) % n`. All rotations of a deal draw from the same stream of chance, so every agent meets
//! every deal in every seat. (Once the games of a deal part, equal random numbers no longer mean equal draws.)
//!
//! | generator | for |
//! |---|---|
//! | `Random::stream(seed, 2 * deal)` | chance |
//! | `Random::stream(Random::stream(seed, 2 * i + 1).next_u64(), 6 * d + s)` | decision number d of seat s, counted from 0 |
//!
//! Nothing else is random, so the same games come out with any number of threads, in any order, in one run or many.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use spielwerk::common::{MAX_SEATS, Outcome, Position, Record, Step, StepOf, Turn};

use crate::{Judgement, Random, SharedAgent};

/// Agents around a table, and a seed that names all their games. See the [module](self).
pub struct Arena<P: Position> {
    /// The first position of every game, with everything that chance decides still open.
    pub start: P,
    /// One agent a seat.
    pub agents: Vec<SharedAgent<P>>,
    /// What all chance and all agents draw from.
    pub seed: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<P: Position> {
    /// Which game of the arena it is.
    pub index: u64,
    /// By seat, the index of the agent that played there.
    pub agents: Vec<usize>,
    /// The whole game; it replays.
    pub record: Record<P>,
    /// How it ended.
    pub outcome: Outcome<P::Reason>,
    /// By seat, how often it was asked.
    pub decisions: Vec<u64>,
    /// By seat, how many iterations it searched in all.
    pub iterations: Vec<u64>,
}

/// What [`Arena::play_all`] reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress<P: Position> {
    /// The next game in order.
    Finished(Box<Played<P>>),
    /// Nothing new; comes several times a second, so that the receiver can end the match while games go on.
    Waiting,
}

impl<P: Judgement> Arena<P> {
    /// By seat, the agent that plays there in a game.
    pub fn seating(&self, index: u64) -> Vec<usize> {
        let agents = self.agents.len();
        (0..agents).map(|seat| (seat + (index % agents as u64) as usize) % agents).collect()
    }

    /// Plays one game.
    ///
    /// `clock` is started at each decision; the `stop` it gives is passed to the agent. For a search by iterations alone,
    /// pass `&|| never`.
    ///
    /// # Panics
    ///
    /// If there is not one agent a seat.
    pub fn play<S: Fn() -> bool>(&self, index: u64, clock: &impl Fn() -> S) -> Played<P> {
        let seats = self.agents.len();
        assert_eq!(seats, usize::from(self.start.players()), "one agent a seat");
        let mut chance = Random::stream(self.seed, 2 * (index / seats as u64));
        let thinking = Random::stream(self.seed, 2 * index + 1).next_u64();
        let agents = self.seating(index);
        let mut position = self.start.clone();
        let mut steps: Vec<Step<P>> = Vec::new();
        let mut decisions = vec![0; seats];
        let mut iterations = vec![0; seats];
        let outcome = loop {
            match position.turn() {
                Turn::Over => break position.outcome().expect("a finished game has an outcome"),
                Turn::Chance => {
                    let event = position.sample(&mut chance);
                    position.apply(&event);
                    steps.push(StepOf::Event(event));
                }
                Turn::Seat(seat) => {
                    let at = seat.index();
                    let stream = MAX_SEATS as u64 * decisions[at] + at as u64;
                    let mut random = Random::stream(thinking, stream);
                    let stop = clock();
                    let choice = self.agents[agents[at]].choose(&position.view(seat), &mut random, &stop);
                    decisions[at] += 1;
                    iterations[at] += choice.iterations;
                    position.play(choice.chosen);
                    steps.push(StepOf::Move(choice.chosen));
                }
            }
        };
        let record = Record { start: self.start.clone(), steps };
        Played { index, agents, record, outcome, decisions, iterations }
    }

    /// Plays the games with these indices on `threads` threads (at least one, at most one a game, and no more than the system
    /// gives) and reports them in this order, whichever finishes first. Ends early when the receiver breaks; games that are under way are given up then.
    ///
    /// # Panics
    ///
    /// If there is not one agent a seat, if an agent panics, or if the system gives no thread at all.
    pub fn play_all<S: Fn() -> bool>(
        &self,
        indices: &[u64],
        threads: usize,
        clock: &(impl Fn() -> S + Sync),
        mut receiver: impl FnMut(Progress<P>) -> ControlFlow<()>,
    ) {
        const HEARTBEAT: Duration = Duration::from_millis(100);
        let next = AtomicUsize::new(0);
        let ended = AtomicBool::new(false);
        let stoppable = || {
            let stop = clock();
            let ended = &ended;
            move || stop() || ended.load(Ordering::Relaxed)
        };
        std::thread::scope(|scope| {
            let (sender, finished) = mpsc::channel();
            for thread in 0..threads.min(indices.len()).max(1) {
                let sender = sender.clone();
                let (next, ended, stoppable) = (&next, &ended, &stoppable);
                let spawned = std::thread::Builder::new().spawn_scoped(scope, move || {
                    while !ended.load(Ordering::Relaxed) {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&index) = indices.get(place) else { break };
                        // The receiver is gone only after it broke, and then nobody wants the game.
                        if sender.send((place, self.play(index, stoppable))).is_err() {
                            break;
                        }
                    }
                });
                if let Err(error) = spawned {
                    assert!(thread > 0, "no thread: {error}");
                    break;
                }
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut reported = 0;
            while reported < indices.len() {
                let flow = match finished.recv_timeout(HEARTBEAT) {
                    Ok((place, played)) => {
                        early.insert(place, played);
                        let mut flow = ControlFlow::Continue(());
                        while let (ControlFlow::Continue(()), Some(played)) = (flow, early.remove(&reported))
                        {
                            reported += 1;
                            flow = receiver(Progress::Finished(Box::new(played)));
                        }
                        flow
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => receiver(Progress::Waiting),
                    // Only when a thread panicked; the scope passes the panic on.
                    Err(mpsc::RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
                };
                if flow.is_break() {
                    ended.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
    }
}
