//! What a position allows: its moves, and the verdict on an attempt (Q4, Q7, Q13, Q16).

use super::cell::Laid;
use super::holding::Holding;
use super::legality::{Illegal, check_placement, not_in_hand};
use super::moves::{Attempt, Move, Moves, count_trades, trades};
use super::placement::Placement;
use super::placements::{Placements, can_lay, count_placements, placements};
use super::position::Position;
use super::score::Score;
use super::setup::HAND;
use super::{Tile, TileSet};
use crate::common::{Seat, Turn, Uniform};

impl Position {
    /// The hand of the seat to act, when it is to act.
    fn acting_hand(&self) -> Option<Holding> {
        self.turn().seat().map(|seat| self.hand(seat))
    }

    /// All legal moves in order: placements (Q8 to Q12), trades (Q7), the skip (Q13). None when no seat is to act, or when
    /// its hand is hidden.
    pub fn moves(&self) -> Moves {
        let Some(hand) = self.acting_hand().and_then(Holding::known) else { return Moves::default() };
        Moves {
            placements: placements(self.grid(), hand),
            trades: if self.grid().is_empty() { Vec::new() } else { trades(hand, self.bag()) },
            skip: self.may_skip(),
        }
    }

    /// How many legal moves there are.
    pub fn legal_count(&self) -> usize {
        let Some(hand) = self.acting_hand().and_then(Holding::known) else { return 0 };
        let trades = if self.grid().is_empty() { 0 } else { count_trades(hand, self.bag()) };
        count_placements(self.grid(), hand) + trades + usize::from(self.may_skip())
    }

    /// A legal move, each with equal probability; cheaper than listing all in order.
    ///
    /// # Panics
    ///
    /// When no seat is to act, or its hand is hidden.
    pub fn sample_move(&self, uniform: &mut impl Uniform) -> Move {
        let hand =
            self.acting_hand().and_then(Holding::known).expect("a seat is to act, and its hand is known");
        let mut placements = Placements::default();
        placements.refill(&self.grid, hand);
        let trading = if self.grid.is_empty() { 0 } else { count_trades(hand, self.bag()) };
        let count = placements.len() + trading + usize::from(self.may_skip());
        let index = uniform.below(count as u64) as usize;
        match (placements.get(index), index - placements.len().min(index)) {
            (Some(scored), _) => Move::Place(scored.placement),
            (None, index) if index < trading => Move::Trade(trades(hand, self.bag())[index]),
            _ => Move::Skip,
        }
    }

    /// Q13: whether the seat to act may skip. A hidden hand gets the benefit of the doubt.
    fn may_skip(&self) -> bool {
        let stuck = || !can_lay(self.grid(), self.hand(self.to_move()).known_kinds());
        self.bag() == 0 && (self.options().free_pass || stuck())
    }

    /// Judges an attempt of the seat to act and changes nothing.
    ///
    /// # Errors
    ///
    /// Every rule that it breaks, at least one.
    pub fn check(&self, attempt: &Attempt) -> Result<(Move, Score), Vec<Illegal>> {
        let Some(hand) = self.acting_hand() else {
            return Err(vec![match self.ended() {
                Some(_) => Illegal::GameOver,
                None => Illegal::DrawPending { seat: self.to_move() },
            }]);
        };
        match attempt {
            Attempt::Place(laid) => {
                let checked = check_placement(self.grid(), hand.known(), laid);
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
            Attempt::Skip => Err(vec![Illegal::SkipNotAllowed { bag: self.bag() }]),
        }
    }

    /// [`Position::check`] for an attempt that comes from a certain seat.
    ///
    /// # Errors
    ///
    /// [`Illegal::NotYourTurn`] for another seat than the one to act, otherwise like [`Position::check`].
    pub fn check_by(&self, seat: Seat, attempt: &Attempt) -> Result<(Move, Score), Vec<Illegal>> {
        match self.turn() {
            Turn::Seat(to_move) if to_move != seat => Err(vec![Illegal::NotYourTurn { to_move }]),
            _ => self.check(attempt),
        }
    }

    /// Q12 for a hand of which only the size is known: no more tiles than it has, and none that is seen elsewhere.
    fn not_in_hidden_hand(&self, hand: Holding, tiles: &[Tile]) -> Option<Illegal> {
        not_in_hand(self.unseen(), tiles.iter().copied()).or_else(|| {
            let surplus: Vec<Tile> = tiles.iter().copied().skip(hand.len() as usize).collect();
            (!surplus.is_empty()).then_some(Illegal::TileNotInHand(surplus))
        })
    }

    /// Q7 and Q4 for a trade.
    fn check_trade(&self, hand: Holding, tiles: &[Tile]) -> Result<Move, Vec<Illegal>> {
        let traded = tiles.len();
        let mut broken = Vec::new();
        if traded == 0 {
            broken.push(Illegal::EmptyMove);
        }
        broken.extend(match hand {
            Holding::Known(hand) => not_in_hand(hand, tiles.iter().copied()),
            Holding::Hidden(_) => self.not_in_hidden_hand(hand, tiles),
        });
        if self.grid().is_empty() {
            broken.push(Illegal::TradeInOpening);
        }
        if traded > HAND as usize {
            broken.push(Illegal::TradeTooMany { traded });
        }
        if traded > self.bag() as usize {
            broken.push(Illegal::TradeBagShort { traded, bag: self.bag() });
        }
        match TileSet::try_from_tiles(tiles.iter().copied()) {
            Some(tiles) if broken.is_empty() => Ok(Move::Trade(tiles)),
            _ => Err(broken),
        }
    }

    /// Q16: whether this is the last tile of a hand, with nothing to draw.
    fn goes_out(&self, hand: Holding, placement: Placement) -> bool {
        self.bag() == 0 && hand.len() == placement.len()
    }
}

fn tiles_of(laid: &[Laid]) -> Vec<Tile> {
    laid.iter().map(|laid| laid.tile).collect()
}
