//! [`View`]: what one seat may know (Q19), and [`Sight`]: what it sees of a step.

use super::Moves;
use super::TileSet;
use super::draw::{Draw, Pending};
use super::holding::Holding;
use super::moves::{Attempt, Move};
use super::opening::starter;
use super::parts;
use super::position::Position;
use super::state::State;
use crate::common::{Faults, Seat, Turn, Uniform, hash};

/// What one seat may know of a position: all hands but its own are hidden, and so are tiles that others put aside (Q19).
///
/// Written `seat=1 ` and the [`Position`] with `?6` for a hidden hand. The hidden tiles are not stored in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: Seat,
    known: Position,
}

/// What one seat sees of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// A move in full: a placement, a skip, or an own trade. Written like the [`Move`].
    Move(Move),
    /// Another seat traded so many tiles. Written `trade:?2`.
    HiddenTrade(u8),
    /// A draw, in full when it is one's own.
    Draw {
        /// Written like the [`Draw`].
        draw: Draw,
        /// Who begins, at the end of the deal, when it depends on the hands (Q3). Written `,starter=1`.
        starter: Option<Seat>,
    },
}

/// How often a completion is tried anew, so that the seat which began could have had the largest opening group (Q3).
const TRIES: usize = 200;

impl View {
    /// What `seat` may know of a position.
    ///
    /// # Panics
    ///
    /// When there is no such seat at this table.
    pub fn of(position: &Position, seat: Seat) -> Self {
        let mut known = position.clone();
        let players = position.hands().len();
        assert!(seat.index() < players, "seat {seat} is not at this table");
        for other in (0..players).filter(|&other| other != seat.index()) {
            known.state.hands[other] = known.state.hands[other].hidden();
        }
        if let Some(pending) = &mut known.state.pending
            && position.to_move() != seat
            && !pending.aside.is_empty()
        {
            pending.aside = pending.aside.hidden();
        }
        known.state.unseen = unseen(&known);
        Self { seat, known }
    }

    /// A view from a position in which everything that `seat` can't know is hidden already.
    ///
    /// # Errors
    ///
    /// What should be known and is hidden, or hidden and is known.
    pub fn from_known(seat: Seat, known: &Position) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        if seat.index() >= known.hands().len() {
            let message = format!("there is no seat {seat} at this table");
            faults.add("seat", "Q2", "seat_out_of_range", message);
            return Err(faults);
        }
        faults.extend(Self::hidden_from_its_owner(seat, known));
        let view = Self::of(known, seat);
        if view.known != *known {
            let message = format!("seat {seat} can't see the tiles of others");
            faults.add("hands", "Q19", "hand_not_hidden", message);
        }
        faults.into_result().map(|()| view)
    }

    /// What a position hides although `seat` knows it: its hand, or the tiles that it traded.
    pub(super) fn hidden_from_its_owner(seat: Seat, position: &Position) -> Faults {
        let mut faults = Faults::default();
        if position.hand(seat).known().is_none() {
            let message = format!("seat {seat} knows its own hand");
            faults.add(format!("hands[{seat}]"), "Q19", "own_hand_hidden", message);
        }
        let traded = |pending: &Pending| position.to_move() == seat && pending.aside.known().is_none();
        if position.pending().is_some_and(|pending| traded(&pending)) {
            faults.add("draw.aside", "Q19", "own_trade_hidden", format!("seat {seat} knows what it traded"));
        }
        faults
    }

    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What is known, as a position with hidden hands.
    pub const fn known(&self) -> &Position {
        &self.known
    }

    /// The own hand.
    pub fn hand(&self) -> TileSet {
        self.known.hand(self.seat).known().unwrap_or_default()
    }

    /// The legal moves when the seat itself is to act, otherwise none.
    pub fn moves(&self) -> Moves {
        self.known.moves()
    }

    /// A 64-bit hash, equal on every machine.
    pub fn key(&self) -> u64 {
        hash::of_words([self.seat.index() as u64, self.known.key()])
    }

    /// Goes on by what the seat saw of the next step.
    ///
    /// # Errors
    ///
    /// Every reason why that can't be the next thing to see; the view is unchanged.
    pub fn follow(&mut self, sight: &Sight) -> Result<(), Faults> {
        match *sight {
            Sight::Move(chosen) => {
                self.sees(&chosen.into())?;
                self.known.play(chosen);
            }
            Sight::HiddenTrade(count) => {
                // Judged by a trade of any tiles that the hidden hand may hold.
                let own = self.known.turn() == Turn::Seat(self.seat);
                let some = self.known.unseen().iter().take(count.into()).collect();
                self.sees(&Attempt::Trade(some))?;
                if own || u32::from(count) > self.known.hand(self.known.to_move()).len() {
                    let message = format!("a hidden trade of {count} tiles");
                    return Err(fault("Q19", "trade_hidden", message));
                }
                self.known.trade_hidden(count);
            }
            Sight::Draw { draw, starter } => {
                self.known.draw_faults(draw).into_result()?;
                match (self.known.ends_an_open_deal(), starter) {
                    (true, Some(starter)) if starter.index() < self.known.hands().len() => {
                        self.known.apply_last_deal(draw, starter);
                    }
                    (false, None) => {
                        self.known.apply(draw);
                    }
                    (true, _) => {
                        return Err(fault(
                            "Q3",
                            "starter_unknown",
                            "the end of the deal tells who begins".into(),
                        ));
                    }
                    (false, Some(_)) => {
                        return Err(fault("Q3", "starter_unasked", "who begins is not open here".into()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Why a move that is seen can't have been made.
    fn sees(&self, attempt: &Attempt) -> Result<(), Faults> {
        self.known.check(attempt).map(|_| ()).map_err(|broken| Faults::of_broken(&broken))
    }

    /// A full position that agrees with this view, each deal of the unseen tiles with equal probability.
    ///
    /// Before the opening move the deals are those in which the seat to move could begin (Q3), if such a deal turns up
    /// within 200 tries.
    pub fn complete(&self, uniform: &mut impl Uniform) -> Position {
        let mut position = self.deal(uniform);
        let begun = position.grid.is_empty()
            && position.state.pending.is_none()
            && position.state.options.starter.is_none();
        for _ in 0..if begun { TRIES } else { 0 } {
            let hands: Vec<TileSet> = position.hands().iter().filter_map(|hand| hand.known()).collect();
            if starter(&hands) == Some(position.to_move()) {
                break;
            }
            position = self.deal(uniform);
        }
        position
    }

    /// The hidden tiles dealt at random.
    fn deal(&self, uniform: &mut impl Uniform) -> Position {
        let mut position = self.known.clone();
        let State { hands, pending, unseen, .. } = &mut position.state;
        let aside = pending.as_mut().map(|Pending { aside, .. }| aside);
        for holding in hands.iter_mut().chain(aside) {
            if let Holding::Hidden(count) = *holding {
                let tiles = parts::sample(*unseen, count.into(), uniform);
                *unseen = unseen.minus(tiles).expect("sampled from these");
                *holding = Holding::Known(tiles);
            }
        }
        position
    }
}

impl Sight {
    /// What `seat` sees of a move that is made in `position`.
    pub fn of_move(position: &Position, chosen: Move, seat: Seat) -> Self {
        match chosen {
            Move::Trade(tiles) if position.to_move() != seat => Self::HiddenTrade(tiles.len() as u8),
            _ => Self::Move(chosen),
        }
    }

    /// What `seat` sees of a draw that happens in `position`.
    pub fn of_draw(position: &Position, draw: Draw, seat: Seat) -> Self {
        let starter = position.ends_an_open_deal().then(|| {
            let mut after = position.clone();
            after.apply(draw);
            after.to_move()
        });
        let Draw(drawn) = draw;
        Self::Draw { draw: Draw(if position.to_move() == seat { drawn } else { drawn.hidden() }), starter }
    }
}

/// The tiles that are neither on the grid nor known to be anywhere else but the bag.
fn unseen(position: &Position) -> TileSet {
    let aside = position.pending().map(|pending| pending.aside);
    let held = position.hands().iter().copied().chain(aside).filter_map(Holding::known);
    held.chain([position.grid().used()])
        .fold(TileSet::ALL, |left, tiles| left.minus(tiles).expect("at most three copies of a kind (Q1)"))
}

fn fault(rule: &'static str, slug: &'static str, message: String) -> Faults {
    let mut faults = Faults::default();
    faults.add("", rule, slug, message);
    faults
}
