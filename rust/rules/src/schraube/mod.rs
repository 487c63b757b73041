//! Schraube locker: the rule book (`docs/rules/schraube.md`), each number linked to what enforces it.

mod card;
mod chain;
mod combine;
mod deck;
mod dice;
mod ring;

pub use card::{CARDS, Card, CardIter, CardSet, Kind, PointCard};
pub use chain::{ChainInput, Resolution, forced_placement, matching_piles, resolve_chain};
pub use combine::{Parts, SetKind, each_set, set_of};
pub use deck::{Column, Deck, DeckFault, DeckFaultKind, DeckFaults, MAX_DECK_BYTES, MAX_VALUE};
pub use dice::{DICE, Dice, Face};
pub use ring::{PILES, Pile, PileSet};
