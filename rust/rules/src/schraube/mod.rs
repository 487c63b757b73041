//! Schraube locker: the rule book, each number linked to what enforces it.
//!
//! The full text is `docs/rules/schraube.md`. A rule that is an invariant is enforced by a type.
//!
//! | rule | what it says | where |
//! |---|---|---|
//! | S1 | 42 point cards, 6 bonus cards, 6 dice, a figure a player | [`CARDS`], [`BONUS_CARDS`], [`DICE`], `validity::cards`, `validity::dice` |
//! | S2 | kind, value, one face | [`PointCard`], [`Kind`], [`Face`] |
//! | S3 | the deck is data | [`Deck::from_csv`], [`Deck::standard`], [`DeckFaultKind`] |
//! | S4 | six piles of seven in a circle | [`Pile`], [`Position::order`], [`Options::piles`] |
//! | S5 | figures are put down, then the tops are turned up | `progress::put_figure`, [`Event::Reveal`] |
//! | S6 | the rolls of a turn | `progress::begin_turn`, `moves::may_reroll`, [`Illegal::NoRollsLeft`] |
//! | S7 | the chain | [`forced_placement`], [`resolve_chain`], `progress::settle` |
//! | S8 | free placing | [`matching_piles`], [`Move::Place`] |
//! | S9 | reroll | [`Move::Reroll`], `progress::roll_again` |
//! | S10 | stop | [`Move::Stop`], `progress::settle` |
//! | S11 | a placed die stays | no move touches one; [`Illegal::PileCovered`], [`Illegal::DieNotUnplaced`] |
//! | S12 | laser | [`Move::Laser`], `progress::spend` |
//! | S13 | extra roll | [`Move::Extra`], `progress::spend`, `progress::roll_again` |
//! | S14 | cards come between roll and placement | `moves::each_placing`, `progress::settle` |
//! | S15 | the figure moves | [`PileSet::run`], `progress::move_figure` |
//! | S16 | visit | `moves::each_visit`, [`Move::Swap`], [`Move::Gift`] |
//! | S17 | take | `progress::take`, `progress::turn_up` |
//! | S18 | combine | [`SetKind`], [`set_of`], [`each_set`], `progress::cover` |
//! | S19 | cards got in this turn wait | [`Position::fresh`], `moves::visit_cards`, [`Illegal::FreshCard`] |
//! | S20 | the end | `progress::end_turn`, [`Reason`] |
//! | S21 | the best remaining sets | [`Parts::most_pairs`] |
//! | S22 | score | [`Points`], [`Position::points`] |
//! | S23 | unseen cards are exchangeable | [`Position::unseen`], [`View`], `event::revealable` |
//! | S24 | chance events | [`Event`], [`Dice::ways`], `event::chance_of` |
//! | S25 | pro: pips are added up | [`Move::Sum`], [`Dice::sums`], `legality::judge_sum` |
//!
//! ```
//! use spielwerk::common::{Position as _, Turn};
//! use spielwerk::schraube::{Options, Position};
//! let mut game = Position::start(&Options::new(2)).unwrap();
//! for step in ["start 4", "start 5"] {
//!     game.try_play(&step.parse().unwrap()).unwrap();
//! }
//! for event in ["reveal 0 11", "reveal 1 28", "reveal 2 4", "reveal 3 25", "reveal 4 39", "reveal 5 35"] {
//!     game.try_apply(&event.parse().unwrap()).unwrap();
//! }
//! // Five dice find their pile without asking (S7).
//! game.try_apply(&"roll 122556".parse().unwrap()).unwrap();
//! assert_eq!(game.covered().len(), 5);
//! let moves: Vec<String> = game.legal_moves().iter().map(|chosen| chosen.to_string()).collect();
//! assert_eq!(moves, ["reroll", "stop"]);
//! ```

pub mod actions;
mod bytes;
mod card;
mod chain;
mod combine;
mod deck;
mod dice;
mod event;
mod fate;
mod faults;
mod game;
mod legality;
mod moves;
pub mod notation;
mod options;
mod position;
mod progress;
mod ring;
mod score;
mod setup;
mod text_reader;
mod validity;
mod view;

pub use card::{CARDS, Card, CardIter, CardSet, Kind, PointCard};
pub use chain::{ChainInput, Resolution, forced_placement, matching_piles, resolve_chain};
pub use combine::{Parts, SetKind, each_set, set_of};
pub use deck::{Column, Deck, DeckFault, DeckFaultKind, DeckFaults, MAX_DECK_BYTES, MAX_VALUE};
pub use dice::{DICE, Dice, Face};
pub use event::Event;
pub use fate::Dealt;
pub use faults::FAULTS;
pub use game::{RULES_VERSION, Undo};
pub use legality::Illegal;
pub use moves::Move;
pub use options::{MAX_ROLLS, Options, PILE_CARDS, PLAYERS, Piles};
pub use position::{BONUS_CARDS, Hand, Phase, Position};
pub use progress::Happening;
pub use ring::{PILES, Pile, PileSet};
pub use score::{BONUS_POINTS, PAIR_POINTS, Points, Reason, Score};
pub use setup::{HandSetup, PileSetup, Setup};
pub use view::{Sight, View};
