//! May this seat do that? Every broken rule is named.

use std::fmt;

use super::{Attempt, Card, Move, Position, Row, RowIndex, Stage};
use crate::common::{Seat, Violation};

/// One rule that an attempt breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// L5: all rounds of all deals are played.
    GameOver,
    /// L19: chance has to act first.
    ChancePending,
    /// L1: there is no such card.
    UnknownCard {
        /// As it was written.
        card: String,
    },
    /// L6: the card is not in the hand of this seat.
    CardNotInHand {
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// L6: this seat has chosen; a choice stands.
    AlreadyChosen {
        /// Who.
        seat: Seat,
    },
    /// L6: there is no such seat, or another one is asked.
    WrongSeat {
        /// Who spoke.
        seat: u32,
        /// Who is asked.
        asked: Seat,
    },
    /// L7: a row has to be chosen before the next cards.
    RowChoicePending {
        /// By whom.
        seat: Seat,
    },
    /// L7: another seat has the row choice.
    WrongDecider {
        /// Who spoke.
        seat: u32,
        /// Who decides.
        decides: Seat,
    },
    /// L18: no row choice is open.
    NotADecision,
    /// L8: there are row 0 and row 1.
    RowOutOfRange {
        /// The row that was said.
        row: i64,
    },
    /// L8: the row holds the colour.
    RowColorTaken {
        /// The card to place.
        card: Card,
        /// Where.
        row: RowIndex,
    },
    /// L8: the row holds the number.
    RowNumberTaken {
        /// The card to place.
        card: Card,
        /// Where.
        row: RowIndex,
    },
    /// L8: nobody may decline.
    CannotDecline,
}

impl Violation for Illegal {
    fn rule(&self) -> &'static str {
        let slug = self.slug();
        Self::catalogue().iter().find(|entry| entry.0 == slug).map_or("", |entry| entry.1)
    }

    fn slug(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::ChancePending => "chance_pending",
            Self::UnknownCard { .. } => "unknown_card",
            Self::CardNotInHand { .. } => "card_not_in_hand",
            Self::AlreadyChosen { .. } => "already_chosen",
            Self::WrongSeat { .. } => "wrong_seat",
            Self::RowChoicePending { .. } => "row_choice_pending",
            Self::WrongDecider { .. } => "wrong_decider",
            Self::NotADecision => "not_a_decision",
            Self::RowOutOfRange { .. } => "row_out_of_range",
            Self::RowColorTaken { .. } => "row_color_taken",
            Self::RowNumberTaken { .. } => "row_number_taken",
            Self::CannotDecline => "cannot_decline",
        }
    }

    fn places(&self) -> Vec<String> {
        match self {
            Self::GameOver | Self::ChancePending | Self::NotADecision | Self::CannotDecline => vec![],
            Self::UnknownCard { card } => vec![card.clone()],
            Self::CardNotInHand { card, .. } => vec![card.to_string()],
            Self::AlreadyChosen { seat } | Self::RowChoicePending { seat } => vec![seat.to_string()],
            Self::WrongSeat { seat, .. } | Self::WrongDecider { seat, .. } => vec![seat.to_string()],
            Self::RowOutOfRange { row } => vec![format!(">{row}")],
            Self::RowColorTaken { card, row } | Self::RowNumberTaken { card, row } => {
                vec![card.to_string(), format!(">{row}")]
            }
        }
    }

    fn catalogue() -> &'static [(&'static str, &'static str)] {
        &[
            ("already_chosen", "L6"),
            ("cannot_decline", "L8"),
            ("card_not_in_hand", "L6"),
            ("chance_pending", "L19"),
            ("game_over", "L5"),
            ("not_a_decision", "L18"),
            ("row_choice_pending", "L7"),
            ("row_color_taken", "L8"),
            ("row_number_taken", "L8"),
            ("row_out_of_range", "L8"),
            ("unknown_card", "L1"),
            ("wrong_decider", "L7"),
            ("wrong_seat", "L6"),
        ]
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::ChancePending => f.write_str("cards have to be dealt or drawn first"),
            Self::UnknownCard { card } => write!(f, "there is no card {card}; numbers go from 1 to 12"),
            Self::CardNotInHand { seat, card } => write!(f, "{card} is not in the hand of seat {seat}"),
            Self::AlreadyChosen { seat } => {
                write!(f, "seat {seat} has chosen in this round, and a choice stands")
            }
            Self::WrongSeat { seat, asked } => write!(f, "seat {seat} is not asked now; seat {asked} is"),
            Self::RowChoicePending { seat } => write!(f, "seat {seat} has to choose a row first"),
            Self::WrongDecider { seat, decides } => {
                write!(f, "seat {seat} has no row to choose; seat {decides} has")
            }
            Self::NotADecision => f.write_str("no row choice is open"),
            Self::RowOutOfRange { row } => write!(f, "there is no row {row}; there are row 0 and row 1"),
            Self::RowColorTaken { card, row } => write!(f, "row {row} has {} already", card.colour()),
            Self::RowNumberTaken { card, row } => write!(f, "row {row} has a {} already", card.number()),
            Self::CannotDecline => f.write_str("nobody may decline: choose one of the two rows or a card"),
        }
    }
}

/// Judges the placement of a card in a row, without a game around it (L8).
///
/// ```
/// use spielwerk::common::Violation;
/// use spielwerk::lokus::{Row, check_row};
///
/// let rows: [Row; 2] = ["r3b7".parse()?, "y5".parse()?];
/// let broken = check_row(&rows, "r7".parse()?, 0).unwrap_err();
/// assert_eq!(broken.iter().map(Violation::slug).collect::<Vec<_>>(), ["row_color_taken", "row_number_taken"]);
/// assert!(check_row(&rows, "r7".parse()?, 1).is_ok());
/// # Ok::<(), spielwerk::common::ParseError>(())
/// ```
///
/// # Errors
///
/// [`Illegal::RowOutOfRange`], [`Illegal::RowColorTaken`], [`Illegal::RowNumberTaken`]: each that applies.
pub fn check_row(rows: &[Row; 2], card: Card, row: i64) -> Result<RowIndex, Vec<Illegal>> {
    let index = u64::try_from(row).ok().and_then(RowIndex::try_new);
    let index = index.ok_or_else(|| vec![Illegal::RowOutOfRange { row }])?;
    let mut broken = Vec::new();
    if rows[index.index()].has_colour(card) {
        broken.push(Illegal::RowColorTaken { card, row: index });
    }
    if rows[index.index()].has_number(card) {
        broken.push(Illegal::RowNumberTaken { card, row: index });
    }
    if broken.is_empty() { Ok(index) } else { Err(broken) }
}

impl Position {
    /// The move that an attempt means, or every rule that it breaks.
    pub(super) fn judge(&self, attempt: &Attempt) -> Result<Move, Vec<Illegal>> {
        match self.public().stage() {
            Stage::Over => Err(vec![Illegal::GameOver]),
            Stage::Hand(_) | Stage::Starter(_) | Stage::Draw(_) => Err(vec![Illegal::ChancePending]),
            Stage::Choose => self.judge_choice(attempt),
            Stage::Row(_) => self.judge_row(attempt),
        }
    }

    /// L6: everybody chooses a card of his own hand, once.
    fn judge_choice(&self, attempt: &Attempt) -> Result<Move, Vec<Illegal>> {
        let asked = self.asked();
        let mut broken = Vec::new();
        let (&Attempt::Choose { seat, .. } | &Attempt::Row { seat, .. } | &Attempt::Decline { seat }) =
            attempt;
        let speaker = self.speaker(seat);
        match attempt {
            Attempt::Row { .. } => broken.push(Illegal::NotADecision),
            Attempt::Decline { .. } => broken.push(Illegal::CannotDecline),
            Attempt::Choose { .. } => {}
        }
        if speaker != Some(asked) {
            broken.push(Illegal::WrongSeat { seat, asked });
        }
        let Attempt::Choose { colour, number, .. } = attempt else { return Err(broken) };
        if let Some(seat) = speaker.filter(|seat| self.chosen(*seat).is_some()) {
            broken.push(Illegal::AlreadyChosen { seat });
        }
        let card = u8::try_from(*number).ok().and_then(|number| Card::new(*colour, number));
        match (card, speaker) {
            (None, _) => broken.push(Illegal::UnknownCard { card: format!("{}{number}", colour.letter()) }),
            (Some(card), Some(seat)) if !self.hand(seat).contains(card) => {
                broken.push(Illegal::CardNotInHand { seat, card });
            }
            (Some(card), Some(seat)) if broken.is_empty() => return Ok(Move::Choose { seat, card }),
            _ => {}
        }
        Err(broken)
    }

    /// L7, L8, L18: the player whose card both rows take chooses one of them.
    fn judge_row(&self, attempt: &Attempt) -> Result<Move, Vec<Illegal>> {
        let Some((decides, _, card)) = self.public().decision() else {
            return Err(vec![Illegal::NotADecision]);
        };
        let mut broken = Vec::new();
        let seat = match *attempt {
            Attempt::Choose { .. } => return Err(vec![Illegal::RowChoicePending { seat: decides }]),
            Attempt::Decline { seat } => {
                broken.push(Illegal::CannotDecline);
                seat
            }
            Attempt::Row { seat, .. } => seat,
        };
        if self.speaker(seat) != Some(decides) {
            broken.push(Illegal::WrongDecider { seat, decides });
        }
        let Attempt::Row { row, .. } = *attempt else { return Err(broken) };
        match check_row(self.public().rows(), card, row.into()) {
            Ok(row) if broken.is_empty() => return Ok(Move::Row { seat: decides, row }),
            Ok(_) => {}
            Err(more) => broken.extend(more),
        }
        Err(broken)
    }

    /// The seat with this number, if it sits at the table.
    fn speaker(&self, seat: u32) -> Option<Seat> {
        Seat::try_new(seat.into()).filter(|seat| seat.index() < self.public().players().into())
    }
}
