//! What a move and a draw change (Q6, Q7, Q13, Q20), and when the game ends (Q16, Q17, Q24).

use super::TileSet;
use super::draw::{Draw, Pending};
use super::holding::Holding;
use super::layout::Bounds;
use super::legality::score_of;
use super::moves::Move;
use super::opening::starter;
use super::options::Ended;
use super::parts::{self, Parts};
use super::placement::Placement;
use super::placements::Scored;
use super::position::Position;
use super::score::END_BONUS;
use super::setup::{HAND, MOST_IDLE_TURNS};
use super::state::State;
use crate::common::{Chance, Faults, Outcome, Probability, Seat, Uniform};

/// What [`Position::undo`] needs to take back one step.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    state: State,
    laid: Option<(Placement, Option<Bounds>)>,
}

impl Position {
    /// Plays a legal move.
    ///
    /// # Panics
    ///
    /// When the move is not legal here; [`Position::try_play`](crate::common::Position::try_play) checks.
    pub fn play(&mut self, chosen: Move) -> Undo {
        match chosen {
            Move::Place(placement) => {
                let score = score_of(self.grid.layout(), placement);
                let score = score.unwrap_or_else(|| panic!("{placement} is not legal in {self}"));
                self.play_scored(Scored { placement, points: score.placement_points() })
            }
            Move::Trade(tiles) => {
                let undo = self.undo_without_tiles();
                self.give_up(tiles);
                self.put_aside(Holding::Known(tiles));
                undo
            }
            Move::Skip => {
                let undo = self.undo_without_tiles();
                self.count_idle_turn();
                self.next_turn();
                undo
            }
        }
    }

    /// Plays a placement that a list gave with its points, without judging it again.
    pub fn play_scored(&mut self, Scored { placement, points }: Scored) -> Undo {
        let state = self.state;
        let undo = Undo { state, laid: Some((placement, self.grid.lay(placement))) };
        self.give_up(TileSet::one_of_each(placement.kinds()));
        let seat = self.state.to_move.index();
        self.state.scores[seat] += points as u16;
        self.state.idle = 0;
        let held = self.state.hands[seat].len();
        let count = (HAND - held.min(HAND)).min(self.bag());
        if count > 0 {
            // Q6: draw back to six as far as the bag goes.
            self.state.pending = Some(Pending { count, aside: Holding::NOTHING });
        } else if held == 0 {
            // Q16, before Q17 and Q24 are looked at.
            self.state.scores[seat] += END_BONUS as u16;
            self.state.ended = Some(Ended::WentOut);
        } else {
            self.next_turn();
        }
        self.assert_sound();
        undo
    }

    /// Q7 as others see it: the seat to act trades so many tiles of its hidden hand.
    pub(super) fn trade_hidden(&mut self, count: u8) {
        let hand = &mut self.state.hands[self.state.to_move.index()];
        *hand = Holding::Hidden(hand.len() as u8 - count);
        self.put_aside(Holding::Hidden(count));
    }

    const fn undo_without_tiles(&self) -> Undo {
        Undo { state: self.state, laid: None }
    }

    /// Takes tiles from the hand of the seat to act. Those of a hidden hand are seen now.
    fn give_up(&mut self, tiles: TileSet) {
        let hand = &mut self.state.hands[self.state.to_move.index()];
        *hand = hand.minus(tiles);
        if hand.known().is_none() {
            self.state.unseen = self.state.unseen.minus(tiles).expect("tiles of a hidden hand are unseen");
        }
    }

    /// A turn without a placement. The counter stops far above any limit that can be agreed.
    fn count_idle_turn(&mut self) {
        self.state.idle = (self.state.idle + 1).min(MOST_IDLE_TURNS as u16);
    }

    /// Q7: as many tiles are drawn as were put aside.
    fn put_aside(&mut self, aside: Holding) {
        self.count_idle_turn();
        self.state.pending = Some(Pending { count: aside.len(), aside });
    }

    /// Applies a draw that can happen now.
    ///
    /// # Panics
    ///
    /// When it can't; [`Position::try_apply`] checks.
    pub fn apply(&mut self, draw: Draw) -> Undo {
        let undo = self.undo_without_tiles();
        self.take(draw);
        let seat = self.state.to_move;
        if !self.grid.is_empty() {
            self.next_turn();
        } else if seat.index() + 1 < self.hands().len() {
            self.state.to_move = seat.next(self.players());
            self.state.pending = Some(Pending { count: HAND, aside: Holding::NOTHING });
        } else {
            let starter = self.starter().expect("a hidden deal tells who begins");
            self.begin(starter);
        }
        self.assert_sound();
        undo
    }

    /// Moves the drawn tiles into the hand, and tiles put aside into the bag (Q7).
    fn take(&mut self, Draw(drawn): Draw) {
        let pending = self.state.pending.take().expect("a draw is pending");
        let seat = self.state.to_move.index();
        self.state.hands[seat] = self.state.hands[seat].plus(drawn);
        if let Holding::Known(tiles) = drawn {
            self.state.unseen = self.state.unseen.minus(tiles).expect("drawn tiles come from the unseen");
        }
        if let Holding::Known(tiles) = pending.aside {
            self.state.unseen = self.state.unseen.plus(tiles).expect("at most three copies of a kind (Q1)");
        }
        self.state.bag = self.state.bag - drawn.len() as u8 + pending.aside.len() as u8;
    }

    /// Q3: who begins, by option or by the hands; `None` when that takes hands that are hidden.
    fn starter(&self) -> Option<Seat> {
        let by_hands = || {
            let hands: Option<Vec<TileSet>> = self.hands().iter().map(|hand| hand.known()).collect();
            hands.and_then(|hands| starter(&hands))
        };
        self.state.options.starter.or_else(by_hands)
    }

    /// Whether the pending draw is the last of the deal, and only the hands tell who begins (Q3).
    pub(super) fn ends_an_open_deal(&self) -> bool {
        self.state.pending.is_some()
            && self.grid.is_empty()
            && self.state.to_move.index() + 1 == self.hands().len()
            && self.state.options.starter.is_none()
    }

    /// The last draw of a deal that is hidden: `starter` begins.
    pub(super) fn apply_last_deal(&mut self, draw: Draw, starter: Seat) {
        self.take(draw);
        self.begin(starter);
    }

    /// The deal is over.
    fn begin(&mut self, starter: Seat) {
        self.state.to_move = starter;
        self.look_for_the_end();
    }

    /// Goes on to the next seat.
    fn next_turn(&mut self) {
        self.state.to_move = self.state.to_move.next(self.players());
        self.look_for_the_end();
    }

    /// Looks at the rules that end a game before a turn, after the draw (Q16, Q17, Q24).
    pub(super) fn look_for_the_end(&mut self) {
        self.state.ended = self.table().end();
    }

    /// Every draw that can happen now with its probability (Q20), in order, made one by one.
    pub fn chances(&self) -> impl Iterator<Item = Chance<Draw>> + '_ {
        let known = self.pending_of_known_hand();
        let hidden = self.state.pending.filter(|_| known.is_none()).map(|pending| Chance {
            event: Draw(Holding::Hidden(pending.count as u8)),
            probability: Probability::ONE,
        });
        let unseen = self.state.unseen;
        let draws = known.into_iter().flat_map(move |count| Parts::new(unseen, count)).map(move |tiles| {
            Chance { event: Draw(tiles.into()), probability: parts::probability(unseen, tiles) }
        });
        draws.chain(hidden)
    }

    /// How many draws [`Position::chances`] lists.
    pub fn chance_count(&self) -> u128 {
        match self.pending_of_known_hand() {
            Some(count) => parts::count(self.state.unseen, count),
            None => self.state.pending.is_some().into(),
        }
    }

    /// The size of the pending draw, when the hand that draws is known.
    fn pending_of_known_hand(&self) -> Option<u32> {
        let known = self.hand(self.state.to_move).known().is_some();
        self.state.pending.filter(|_| known).map(|pending| pending.count)
    }

    /// The probability of a draw (Q20); zero for one that can't happen now.
    pub fn probability(&self, draw: &Draw) -> Probability {
        match draw.0 {
            _ if self.draw_faults(*draw).into_result().is_err() => Probability::ZERO,
            Holding::Known(tiles) => parts::probability(self.state.unseen, tiles),
            Holding::Hidden(_) => Probability::ONE,
        }
    }

    /// A draw with its probability (Q20).
    ///
    /// # Panics
    ///
    /// When no draw is pending.
    pub fn sample(&self, uniform: &mut impl Uniform) -> Draw {
        let pending = self.state.pending.expect("a draw is pending");
        Draw(match self.hand(self.state.to_move) {
            Holding::Known(_) => parts::sample(self.state.unseen, pending.count, uniform).into(),
            Holding::Hidden(_) => Holding::Hidden(pending.count as u8),
        })
    }

    /// Checks and applies a draw.
    ///
    /// # Errors
    ///
    /// Every reason why it can't happen now; the position is unchanged.
    pub fn try_apply(&mut self, draw: &Draw) -> Result<Undo, Faults> {
        let mut faults = self.draw_faults(*draw);
        if faults.is_empty()
            && self.ends_an_open_deal()
            && self.hands().iter().any(|hand| hand.known().is_none())
        {
            let message = "the hands that tell who begins are hidden; set the option `starter`".to_owned();
            faults.add("", "Q3", "starter_unknown", message);
        }
        faults.into_result()?;
        Ok(self.apply(*draw))
    }

    /// Why a draw can't happen now.
    pub(super) fn draw_faults(&self, Draw(drawn): Draw) -> Faults {
        let mut faults = Faults::default();
        let Some(pending) = self.state.pending else {
            faults.add("", "Q6", "no_draw_pending", "nobody is to draw".into());
            return faults;
        };
        if drawn.len() != pending.count {
            let message = format!("{} tiles drawn; {} are to be drawn", drawn.len(), pending.count);
            faults.add("", "Q6", "draw_count_wrong", message);
        }
        match (drawn, self.hand(self.state.to_move)) {
            (Holding::Known(tiles), Holding::Known(_)) => {
                for kind in tiles.kinds() {
                    let (drawn, left) = (tiles.count(kind), self.state.unseen.count(kind));
                    if drawn > left {
                        let message = format!("{drawn} of {kind} drawn; the bag holds {left} at most");
                        faults.add("", "Q20", "draw_not_in_bag", message);
                    }
                }
            }
            (Holding::Hidden(_), Holding::Hidden(_)) => {}
            (Holding::Known(_), Holding::Hidden(_)) => {
                faults.add(
                    "",
                    "Q19",
                    "draw_not_hidden",
                    "the hand that draws is hidden, the draw is not".into(),
                );
            }
            (Holding::Hidden(_), Holding::Known(_)) => {
                faults.add("", "Q19", "draw_hidden", "the hand that draws is known, the draw is not".into());
            }
        }
        faults
    }

    /// Takes back the last step; steps are undone in reverse order.
    pub fn undo(&mut self, undo: Undo) {
        if let Some((placement, bounds)) = undo.laid {
            self.grid.lift(placement, bounds);
        }
        self.state = undo.state;
    }

    /// The result, once the game is over (Q18).
    pub fn outcome(&self) -> Option<Outcome<Ended>> {
        let reason = self.state.ended?;
        Some(Outcome::most_win(self.scores().into_iter().map(i128::from), reason))
    }
}
