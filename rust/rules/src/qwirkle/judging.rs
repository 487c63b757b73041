//! What a position allows: its moves, and the verdict on an attempt (Q4, Q7, Q13, Q16).

use super::cell::Laid;
use super::desk::Verdict;
use super::holding::Holding;
use super::illegal::Illegal;
use super::legality::{judge_placement, not_in_hand};
use super::moves::{Attempt, Move, Moves, count_trades, trades};
use super::placement::Placement;
use super::placements::{Placements, count_placements, placements};
use super::position::Position;
use super::score::Score;
use super::setup::HAND;
use super::state::Table;
use super::{Tile, TileSet};
use crate::common::{Seat, Turn, Uniform};

impl Position {
    /// All legal moves in order: placements (Q8 to Q12), trades (Q7), the skip (Q13). None when no seat is to act, or when
    /// its hand is hidden.
    pub fn moves(&self) -> Moves {
        let Some(hand) = self.state.acting_hand().and_then(Holding::known) else { return Moves::default() };
        Moves {
            placements: placements(self.grid(), hand),
            trades: if self.grid().is_empty() { Vec::new() } else { trades(hand, self.bag()) },
            skip: self.table().may_skip(),
        }
    }

    /// How many legal moves there are.
    pub fn legal_count(&self) -> usize {
        let Some(hand) = self.state.acting_hand().and_then(Holding::known) else { return 0 };
        let trades = if self.grid().is_empty() { 0 } else { count_trades(hand, self.bag()) };
        count_placements(self.grid(), hand) + trades + usize::from(self.table().may_skip())
    }

    /// A legal move, each with equal probability; cheaper than listing all in order.
    ///
    /// # Panics
    ///
    /// When no seat is to act, or its hand is hidden.
    pub fn sample_move(&self, uniform: &mut impl Uniform) -> Move {
        let hand = self
            .state
            .acting_hand()
            .and_then(Holding::known)
            .expect("a seat is to act, and its hand is known");
        let mut placements = Placements::default();
        placements.refill(&self.grid, hand);
        let trading = if self.grid.is_empty() { 0 } else { count_trades(hand, self.bag()) };
        let count = placements.len() + trading + usize::from(self.table().may_skip());
        let index = uniform.below(count as u64) as usize;
        match (placements.get(index), index - placements.len().min(index)) {
            (Some(scored), _) => Move::Place(scored.placement),
            (None, index) if index < trading => Move::Trade(trades(hand, self.bag())[index]),
            _ => Move::Skip,
        }
    }

    /// Judges an attempt of the seat to act and changes nothing.
    ///
    /// # Errors
    ///
    /// Every rule that it breaks, at least one.
    pub fn check(&self, attempt: &Attempt) -> Verdict {
        self.table().check(attempt)
    }

    /// [`Position::check`] for an attempt that comes from a certain seat.
    ///
    /// # Errors
    ///
    /// [`Illegal::NotYourTurn`] for another seat than the one to act, otherwise like [`Position::check`].
    pub fn check_by(&self, seat: Seat, attempt: &Attempt) -> Verdict {
        match self.turn() {
            Turn::Seat(to_move) if to_move != seat => Err(vec![Illegal::NotYourTurn { to_move }]),
            _ => self.check(attempt),
        }
    }
}

impl Table<'_> {
    /// Q13: whether the seat to act may skip. A hidden hand gets the benefit of the doubt.
    fn may_skip(self) -> bool {
        let stuck = || !self.can_lay(self.state.hands[self.state.to_move.index()].known_kinds());
        self.state.bag_count() == 0 && (self.state.options.free_pass || stuck())
    }

    /// Judges an attempt of the seat to act and changes nothing.
    ///
    /// # Errors
    ///
    /// Every rule that it breaks, at least one.
    pub(super) fn check(self, attempt: &Attempt) -> Verdict {
        let Some(hand) = self.state.acting_hand() else {
            return Err(vec![match self.state.ended {
                Some(_) => Illegal::GameOver,
                None => Illegal::DrawPending { seat: self.state.to_move },
            }]);
        };
        match attempt {
            Attempt::Place(laid) => {
                let checked = judge_placement(self.layout, hand.known(), laid);
                let unknown = match hand {
                    Holding::Known(_) => None,
                    Holding::Hidden(_) => self.not_in_hidden_hand(hand, &tiles_of(laid)),
                };
                match (checked, unknown) {
                    (Ok((placement, mut score)), None) => {
                        if self.goes_out(hand, placement) {
                            score.add_end_bonus();
                        }
                        Ok((Move::Place(placement), score))
                    }
                    (checked, unknown) => {
                        Err(checked.err().unwrap_or_default().into_iter().chain(unknown).collect())
                    }
                }
            }
            Attempt::Trade(tiles) => self.check_trade(hand, tiles).map(|chosen| (chosen, Score::NONE)),
            Attempt::Skip if self.may_skip() => Ok((Move::Skip, Score::NONE)),
            Attempt::Skip => Err(vec![Illegal::SkipNotAllowed { bag: self.state.bag_count() }]),
        }
    }

    /// Q12 for a hand of which only the size is known: no more tiles than it has, and none that is seen elsewhere.
    fn not_in_hidden_hand(self, hand: Holding, tiles: &[Tile]) -> Option<Illegal> {
        not_in_hand(self.state.unseen, tiles.iter().copied()).or_else(|| {
            let surplus: Vec<Tile> = tiles.iter().copied().skip(hand.len() as usize).collect();
            (!surplus.is_empty()).then_some(Illegal::TileNotInHand(surplus))
        })
    }

    /// Q7 and Q4 for a trade.
    fn check_trade(self, hand: Holding, tiles: &[Tile]) -> Result<Move, Vec<Illegal>> {
        let traded = tiles.len();
        let mut broken = Vec::new();
        if traded == 0 {
            broken.push(Illegal::EmptyMove);
        }
        broken.extend(match hand {
            Holding::Known(hand) => not_in_hand(hand, tiles.iter().copied()),
            Holding::Hidden(_) => self.not_in_hidden_hand(hand, tiles),
        });
        if self.layout.is_empty() {
            broken.push(Illegal::TradeInOpening);
        }
        if traded > HAND as usize {
            broken.push(Illegal::TradeTooMany { traded });
        }
        if traded > self.state.bag_count() as usize {
            broken.push(Illegal::TradeBagShort { traded, bag: self.state.bag_count() });
        }
        match TileSet::try_from_tiles(tiles.iter().copied()) {
            Some(tiles) if broken.is_empty() => Ok(Move::Trade(tiles)),
            _ => Err(broken),
        }
    }

    /// Q16: whether this is the last tile of a hand, with nothing to draw.
    fn goes_out(self, hand: Holding, placement: Placement) -> bool {
        self.state.bag_count() == 0 && hand.len() == placement.len()
    }
}

fn tiles_of(laid: &[Laid]) -> Vec<Tile> {
    laid.iter().map(|laid| laid.tile).collect()
}
