//! Lokus (Reinhard Staupe, 2012), played on the contract of the house: [`Position`] implements [`common::Position`](crate::common::Position).
//!
//! # The rule book
//!
//! Numbers are stable; errors, tests and messages cite them. `docs/rules/lokus.md` has the full text.
//!
//! | rule | what | where |
//! |---|---|---|
//! | preamble | 3 to 5 players; 2 and 6 as variants | [`Options::check`], [`Options::is_variant`] |
//! | L1 | 72 cards, six colours × 1 to 12 | [`Card`], [`CardSet::ALL`] |
//! | L2 | order by number, then by colour | [`Card::rank`], [`Colour`] |
//! | L3 | two rows; five cleaning cards | [`RowIndex`], [`rows_of`] |
//! | L4 | eleven cards each, a card at each toilet, the rest is the draw pile | [`Options::draw_pile`], [`Event::Hand`], [`Event::Starter`], [`Deal::fix`] |
//! | L5 | eleven rounds a deal, three deals | [`ROUNDS`], `Public::finish_round` |
//! | L6 | everybody chooses in secret, a choice stands | `Position::judge_choice`, `Position::choose` |
//! | L7 | the lowest card is placed, then the highest | [`extremes`], `Public::settle` |
//! | L8 | a row takes no colour and no number twice; nobody declines | [`Row::takes`], [`check_row`], `Position::judge_row` |
//! | L9 | neither row: two rolls, one of them drawn | [`place`], `Public::settle`, [`Event::Draw`] |
//! | L10 | empty draw pile: the second roll is only a count | `Public::settle`, [`Settled::Miss`] |
//! | L11 | everybody else takes his card as a roll | `Public::finish_round` |
//! | L12 | the fifth card clears the row and earns a cleaning card | [`Row::place`], `Public::settle` |
//! | L13 | cleaning cards take off rolls | [`rolls_left`] |
//! | L14 | rolls become minus points by a table | [`ScoringTable`], [`minus_points`] |
//! | L15 | fewest minus points win, ties share | [`Public::scores`], `Position::outcome` in `game` |
//! | L16 | what each player knows | [`Public`], [`View`], [`Sight`] |
//! | L17 | no later seat sees an earlier choice | `Position::asked`, `Position::sight_of_move`, [`View::completion`] |
//! | L18 | a row choice only where both rows take the card | [`place`], [`Public::decision`] |
//! | L19 | chance: hands, starters, second rolls | [`Event`], `Position::events`, `Position::check_event` |
//!
//! # Where is what
//!
//! Nouns: [`Colour`], [`Card`], [`CardSet`], [`Row`]. A round without a game: [`resolve_round`]. The open part of a position, on which
//! all rules work: [`Public`]. Hidden things around it: [`Position`]. What a seat sees: [`View`], [`Sight`]. Plain data: [`Options`], [`Setup`],
//! [`Deal`]. Verdicts: [`Illegal`]. Text: `notation`. Bytes: `bytes`. The contract: `game`.
//!
//! ```
//! use spielwerk::common::{Position as _, Turn, Violation};
//! use spielwerk::lokus::{Deal, Position, Options};
//!
//! // A table that dealt the cards itself: chance follows its deal.
//! let options = Options { deals: 1, ..Options::new(4) };
//! let mut cards = spielwerk::lokus::Card::all();
//! let hands = (0..4).map(|_| cards.by_ref().take(11).collect()).collect();
//! let deal = Deal { hands, starters: cards.by_ref().take(2).collect(), draw_pile: cards.collect() }.fix(&options)?;
//!
//! let mut game = Position::start(&options)?;
//! while game.turn() == Turn::Chance {
//!     let event = deal.event(&game).expect("a deal answers for chance");
//!     game.try_apply(&event)?;
//! }
//! for attempt in ["0:r1", "1:s3", "2:o4", "3:o7"] {
//!     game.try_play(&attempt.parse()?)?;
//! }
//! // Both rows take the lowest card, r1, so seat 0 has to choose (L18).
//! assert_eq!(game.turn(), Turn::Seat(spielwerk::common::Seat::new(0)));
//! let refused = game.check(&"0>2".parse()?).unwrap_err();
//! assert_eq!(refused[0].slug(), "row_out_of_range");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod actions;
mod bytes;
mod card;
mod card_set;
mod colour;
mod deal;
mod event;
mod faults;
mod game;
mod legality;
mod moves;
mod notation;
mod options;
mod pile_order;
mod position;
mod public;
mod round;
mod row;
mod score;
mod setup;
mod sight;
mod view;

pub use card::{CARDS, Card, NUMBERS};
pub use card_set::{CardSet, CardSetIter};
pub use colour::Colour;
pub use deal::{Deal, FixedDeal};
pub use event::Event;
pub use faults::FAULTS;
pub use game::Reason;
pub use legality::{Illegal, check_row};
pub use moves::{Attempt, Move};
pub use options::{Options, PLAYERS, ROUNDS};
pub use pile_order::PileOrder;
pub use position::{Position, Undo};
pub use public::{Public, PublicPlacement, Settled, Stage};
pub use round::{Placed, Placement, Resolution, RoundSetup, Which, extremes, place, resolve_round};
pub use row::{ROW_CARDS, Row, RowIndex, rows_of};
pub use score::{MAX_ROLLS, Score, ScoringTable, TABLE_ENTRIES, minus_points, rolls_left};
pub use setup::{PlayedCard, PlayedRound, SecondRoll, Setup};
pub use sight::Sight;
pub use view::{HandCount, View};

/// The version of the rule book that texts, bytes and records carry. It moves only when a verdict, a score or an end changes.
pub const RULES_VERSION: u16 = 1;

/// The longest text of a position, a view, a step or a sight that is read, in bytes.
pub const MAX_TEXT: usize = 4096;
