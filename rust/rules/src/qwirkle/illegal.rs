//! [`Illegal`]: one variant a rule, with its words.

use std::fmt;

use super::Tile;
use super::cell::Cell;
use crate::common::{Seat, Violation};

/// One rule that an attempt breaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Q6: nothing is laid or traded.
    EmptyMove,
    /// Q12: these cells are named more than once.
    CellTwice(Vec<Cell>),
    /// Q12: tiles lie on these cells already.
    CellOccupied(Vec<Cell>),
    /// Q12, Q7: the hand has too few of these tiles, each named as often as it is missing.
    TileNotInHand(Vec<Tile>),
    /// Q9: the cells share neither a row nor a column.
    NotOneLine(Vec<Cell>),
    /// Q9: the cells share a row or column, but a cell between them stays empty; the first such cell.
    Gap(Cell),
    /// Q10: no tile touches one that lay there before.
    NotConnected,
    /// Q11: these lines would be invalid; each with its cells in order.
    LineInvalid(Vec<Vec<Cell>>),
    /// Q4: the opening move must lay a whole opening group.
    OpeningGroupTooSmall {
        /// How many tiles are laid.
        laid: usize,
        /// The size of the opening group.
        group: u32,
    },
    /// Q4: the starter may not trade.
    TradeInOpening,
    /// Q7: more tiles than the bag holds.
    TradeBagShort {
        /// How many tiles are traded.
        traded: usize,
        /// How many tiles the bag holds.
        bag: u32,
    },
    /// Q7: at most six tiles are traded.
    TradeTooMany {
        /// How many tiles are traded.
        traded: usize,
    },
    /// Q13: a tile can still be laid, or the bag is not empty.
    SkipNotAllowed {
        /// How many tiles the bag holds.
        bag: u32,
    },
    /// Q6: another seat is to act.
    NotYourTurn {
        /// The seat to act.
        to_move: Seat,
    },
    /// Q6: tiles are to be drawn first.
    DrawPending {
        /// The seat that draws.
        seat: Seat,
    },
    /// Q16, Q17, Q24: the game is over.
    GameOver,
}

impl Violation for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Self::EmptyMove | Self::NotYourTurn { .. } | Self::DrawPending { .. } => "Q6",
            Self::CellTwice(_) | Self::CellOccupied(_) | Self::TileNotInHand(_) => "Q12",
            Self::NotOneLine(_) | Self::Gap(_) => "Q9",
            Self::NotConnected => "Q10",
            Self::LineInvalid(_) => "Q11",
            Self::OpeningGroupTooSmall { .. } | Self::TradeInOpening => "Q4",
            Self::TradeBagShort { .. } | Self::TradeTooMany { .. } => "Q7",
            Self::SkipNotAllowed { .. } => "Q13",
            Self::GameOver => "Q16",
        }
    }

    fn slug(&self) -> &'static str {
        match self {
            Self::EmptyMove => "empty_move",
            Self::CellTwice(_) => "cell_twice",
            Self::CellOccupied(_) => "cell_occupied",
            Self::TileNotInHand(_) => "tile_not_in_hand",
            Self::NotOneLine(_) => "not_one_line",
            Self::Gap(_) => "gap",
            Self::NotConnected => "not_connected",
            Self::LineInvalid(_) => "line_invalid",
            Self::OpeningGroupTooSmall { .. } => "opening_group_too_small",
            Self::TradeInOpening => "trade_in_opening",
            Self::TradeBagShort { .. } => "trade_bag_short",
            Self::TradeTooMany { .. } => "trade_too_many",
            Self::SkipNotAllowed { .. } => "skip_not_allowed",
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::DrawPending { .. } => "draw_pending",
            Self::GameOver => "game_over",
        }
    }

    fn places(&self) -> Vec<String> {
        match self {
            Self::CellTwice(cells) | Self::CellOccupied(cells) | Self::NotOneLine(cells) => {
                cells.iter().map(Cell::to_string).collect()
            }
            Self::TileNotInHand(tiles) => tiles.iter().map(Tile::to_string).collect(),
            Self::Gap(cell) => vec![cell.to_string()],
            Self::LineInvalid(lines) => lines.iter().flatten().map(Cell::to_string).collect(),
            Self::NotYourTurn { to_move: seat } | Self::DrawPending { seat } => vec![seat.to_string()],
            _ => Vec::new(),
        }
    }

    fn catalogue() -> &'static [(&'static str, &'static str)] {
        &[
            ("cell_occupied", "Q12"),
            ("cell_twice", "Q12"),
            ("draw_pending", "Q6"),
            ("empty_move", "Q6"),
            ("game_over", "Q16"),
            ("gap", "Q9"),
            ("line_invalid", "Q11"),
            ("not_connected", "Q10"),
            ("not_one_line", "Q9"),
            ("not_your_turn", "Q6"),
            ("opening_group_too_small", "Q4"),
            ("skip_not_allowed", "Q13"),
            ("tile_not_in_hand", "Q12"),
            ("trade_bag_short", "Q7"),
            ("trade_in_opening", "Q4"),
            ("trade_too_many", "Q7"),
        ]
    }
}

/// At most this many places are written into a sentence.
const NAMED: usize = 6;

/// The items, each in brackets, cut when there are many.
struct Listed<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Listed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().take(NAMED).enumerate() {
            f.write_str(if index == 0 { "(" } else { " (" })?;
            item.fmt(f)?;
            f.write_str(")")?;
        }
        match self.0.len() {
            ..=NAMED => Ok(()),
            many => write!(f, " and {} more", many - NAMED),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyMove => f.write_str("a move lays or trades at least one tile"),
            Self::CellTwice(cells) => write!(f, "a cell takes one tile only: {}", Listed(cells)),
            Self::CellOccupied(cells) => write!(f, "a tile lies there already: {}", Listed(cells)),
            Self::TileNotInHand(tiles) => write!(f, "the hand does not hold {}", Listed(tiles)),
            Self::NotOneLine(_) => f.write_str("all tiles of a turn must be in one row or one column"),
            Self::Gap(cell) => write!(f, "the cell ({cell}) between the tiles would stay empty"),
            Self::NotConnected => f.write_str("no tile touches one that lay there before"),
            Self::LineInvalid(lines) => {
                f.write_str(
                    "a line needs one colour and different shapes, or one shape and different colours:",
                )?;
                lines.iter().take(NAMED).try_for_each(|cells| match cells.as_slice() {
                    [first, .., last] => write!(f, " ({first}) to ({last})"),
                    _ => Ok(()),
                })
            }
            Self::OpeningGroupTooSmall { laid, group } => {
                write!(f, "the opening move must lay a whole group of {group}, not {laid}")
            }
            Self::TradeInOpening => f.write_str("the starter may not trade"),
            Self::TradeBagShort { traded, bag } => {
                write!(f, "{traded} tiles can't be traded for the {bag} in the bag")
            }
            Self::TradeTooMany { traded } => write!(f, "at most six tiles are traded, not {traded}"),
            Self::SkipNotAllowed { bag: 0 } => {
                f.write_str("a tile can still be laid, so the turn can't be skipped")
            }
            Self::SkipNotAllowed { bag } => {
                write!(f, "the bag still holds {bag}, so the turn can't be skipped")
            }
            Self::NotYourTurn { to_move } => write!(f, "seat {to_move} is to act"),
            Self::DrawPending { seat } => write!(f, "seat {seat} draws first"),
            Self::GameOver => f.write_str("the game is over"),
        }
    }
}
