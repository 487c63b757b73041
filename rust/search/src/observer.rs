//! [`Observer`]: which histories a search tree tells apart.

use std::hash::{Hash, Hasher};

use spielwerk::common::{MAX_SEATS, Position, Seat, Seats, Step, StepOf, View};

/// Which histories a search tree tells apart: two that look the same to the observer share a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observer {
    /// Whoever sees everything, chance included: the tree of UCT with explicit chance nodes. Right when the world is known.
    World,
    /// Whoever sees the moves alone: an *open-loop* tree, whose nodes average over what chance did.
    Moves,
    /// The deciding seat: the tree of single-observer ISMCTS with partially observable moves (Cowling, Powley and
    /// Whitehouse 2012). Moves that look the same to this seat lead to the same node.
    One,
    /// Each seat for itself: the trees of multiple-observer ISMCTS, one a seat, grown together. Nodes are whole
    /// information states, what each seat knew at the root included.
    Each,
    /// Each seat for itself within a simultaneous choice, and the deciding seat between them: decoupled UCT. A choice that
    /// nobody else sees does not leave the node, so every seat chooses there by its own statistics, without the choices
    /// of the others.
    Decoupled,
}

/// The key of the node that a walk through the tree has reached.
pub(crate) struct Trail {
    observer: Observer,
    root: Seat,
    players: u8,
    /// By seat for [`Observer::Each`]; elsewhere the first alone is used.
    keys: [u64; MAX_SEATS],
    /// Whether somebody has made a choice that is still to be revealed ([`Observer::Decoupled`]).
    secret: bool,
    /// What the root seat has seen of its own secret choices, which nobody else has.
    own_secret: u64,
}

impl Trail {
    /// The key of the root of a search for `root`, in a world that agrees with its view.
    pub(crate) fn new<P: Position>(observer: Observer, root: Seat, world: &P) -> Self {
        let mut keys = [0; MAX_SEATS];
        if observer == Observer::Each {
            for seat in Seats::new(world.players()) {
                keys[seat.index()] = world.view(seat).key();
            }
        }
        Self { observer, root, players: world.players(), keys, secret: false, own_secret: 0 }
    }

    /// The key of the node at which `seat` decides.
    pub(crate) fn key(&self, seat: Seat) -> u64 {
        match self.observer {
            Observer::Each => mix(self.keys[seat.index()], seat.index() as u64),
            Observer::Decoupled if seat == self.root => {
                mix(mix(self.keys[0], self.own_secret), seat.index() as u64)
            }
            _ => mix(self.keys[0], seat.index() as u64),
        }
    }

    /// Whether the legal moves of `seat` are the same whenever this node is reached.
    pub(crate) fn knows_moves_of(&self, seat: Seat) -> bool {
        match self.observer {
            Observer::World | Observer::Each => true,
            Observer::Moves => false,
            Observer::One | Observer::Decoupled => seat == self.root,
        }
    }

    /// Whether a choice is open: somebody has chosen in secret, and the rest of the simultaneous choice is still to come.
    pub(crate) fn is_within_choice(&self) -> bool {
        self.secret
    }

    /// Goes on by a step that is about to be taken from `position`.
    pub(crate) fn extend<P: Position>(&mut self, position: &P, step: &Step<P>) {
        match self.observer {
            Observer::World => self.keys[0] = mix(self.keys[0], hash(step)),
            Observer::Moves => {
                if let StepOf::Move(chosen) = step {
                    self.keys[0] = mix(self.keys[0], hash(chosen));
                }
            }
            Observer::One => {
                if let Some(sight) = position.sight(step, self.root) {
                    self.keys[0] = mix(self.keys[0], hash(&sight));
                }
            }
            Observer::Each => {
                for seat in Seats::new(self.players) {
                    if let Some(sight) = position.sight(step, seat) {
                        let key = &mut self.keys[seat.index()];
                        *key = mix(*key, hash(&sight));
                    }
                }
            }
            Observer::Decoupled => self.extend_decoupled(position, step),
        }
    }

    fn extend_decoupled<P: Position>(&mut self, position: &P, step: &Step<P>) {
        let own = position.sight(step, self.root).map(|sight| hash(&sight));
        let mover = position.turn().seat();
        let is_secret = mover.is_some_and(|mover| {
            Seats::new(self.players)
                .filter(|&seat| seat != mover)
                .all(|seat| position.sight(step, seat).is_none())
        });
        if is_secret {
            self.secret = true;
            self.own_secret = own.map_or(self.own_secret, |own| mix(self.own_secret, own));
        } else {
            self.keys[0] = mix(mix(self.keys[0], self.own_secret), own.unwrap_or(0));
            (self.secret, self.own_secret) = (false, 0);
        }
    }
}

/// Puts a value into a running hash, order included.
fn mix(key: u64, value: u64) -> u64 {
    // Multiply-and-fold, as in `wyhash`: every bit of the input reaches every bit of the product's two halves.
    let product = u128::from(key ^ 0x9e37_79b9_7f4a_7c15) * u128::from(value ^ 0xd1b5_4a32_d192_ed03);
    (product as u64) ^ ((product >> 64) as u64) ^ key.rotate_left(23)
}

pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = Mixer::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A small and fast hasher without a seed: a search must not depend on the process it runs in.
#[derive(Clone, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mix(self.0, value);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}
