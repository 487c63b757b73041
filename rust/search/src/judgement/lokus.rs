//! What agents know of Lokus: the rolls that a card brings in its round, on average over what the others may hold.

use spielwerk::common::{Seat, Seats};
use spielwerk::lokus::{Card, CardSet, Move, Position, ROUNDS, ROW_CARDS};

use super::{Judgement, margins_of};

impl Judgement for Position {
    /// Four greedy players: so many points lie between one of them and the best other after three deals (standard deviation).
    const MARGIN: f64 = 7.0;

    /// Minus the rolls that the move brings in this round, on average. For a card to choose: one roll unless it is the
    /// lowest or the highest (L11), then two if no row takes it now (L9), and minus one if it clears a row, for the cleaning
    /// card (L12). The cards of the others are taken to be drawn from those that the seat has not seen. For a row: the
    /// cleaning card, if the row is cleared.
    fn gain(&self, chosen: Move) -> f64 {
        match chosen {
            Move::Choose { seat, card } => -expected_rolls(self, seat, card),
            Move::Row { row, .. } => {
                f64::from(u8::from(self.public().rows()[row.index()].len() == ROW_CARDS))
            }
        }
    }

    /// As the deal stands, its rolls counted by the table.
    fn margins(&self) -> Vec<i128> {
        let public = self.public();
        let counted = public.round() == ROUNDS;
        let points: Vec<i128> = Seats::new(public.players())
            .map(|seat| {
                let deal = if counted { 0 } else { i128::from(public.minus(seat)) };
                -(public.scores()[seat.index()] + deal)
            })
            .collect();
        margins_of(&points)
    }
}

/// The mean number of rolls that a card brings in its round, less the cleaning cards.
fn expected_rolls(position: &Position, seat: Seat, card: Card) -> f64 {
    let public = position.public();
    let unseen = public.seen().union(position.hand(seat)).complement();
    let below = unseen.intersection(cards_below(card)).len();
    let others = public.players() - 1;
    let lowest = chance_of_all(unseen.len() - below, unseen.len(), others);
    let highest = chance_of_all(below, unseen.len(), others);
    let rows = public.rows().iter().filter(|row| row.takes(card));
    let placed = match rows.map(|row| row.len()).max() {
        None => 2.0,
        Some(ROW_CARDS) => -1.0,
        Some(_) => 0.0,
    };
    (lowest + highest) * placed + (1.0 - lowest - highest)
}

/// The chance that so many cards, drawn from `all`, are all among `these`.
fn chance_of_all(these: u8, all: u8, drawn: u8) -> f64 {
    (0..drawn).map(|already| f64::from(these.saturating_sub(already)) / f64::from(all - already)).product()
}

/// All cards of a lower rank (L2).
fn cards_below(card: Card) -> CardSet {
    CardSet::from_bits((1 << card.rank()) - 1).expect("the bits below a rank are cards")
}
