//! What one seat may know (L16), and how many positions agree with it.

use std::fmt;

use super::event::{Shuffled, binomial};
use super::{Card, CardSet, Move, Position, Public, ROUNDS, RowIndex, Settled, Setup, Stage, Which};
use crate::common::{MAX_SEATS, Seat, Seats, Uniform};

/// What one seat may know: what everybody sees, its own hand, and the card that it has chosen.
///
/// Who else has already chosen is not in it (L16, L17), nor any other hand, the draw pile, or a drawn second roll. Within a deal
/// its [`key`](crate::common::View::key) is an information-state key with perfect recall, as it holds all the seat has seen
/// and done since the deal. Over several deals [`Seen::key`](crate::common::Seen::key) is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    public: Public,
    seat: Seat,
    hand: CardSet,
    chosen: Option<Card>,
}

impl View {
    /// The view with these parts, which fit together.
    pub(super) fn assemble(public: Public, seat: Seat, hand: CardSet, chosen: Option<Card>) -> Self {
        Self { public, seat, hand, chosen }
    }

    /// What everybody sees.
    pub const fn public(&self) -> &Public {
        &self.public
    }

    pub(super) const fn parts(&mut self) -> (&mut Public, &mut CardSet, &mut Option<Card>) {
        (&mut self.public, &mut self.hand, &mut self.chosen)
    }

    /// The viewer.
    pub const fn viewer(&self) -> Seat {
        self.seat
    }

    /// The viewer's hand without the card that it has chosen.
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// The card that the viewer has chosen and that is not revealed yet.
    pub const fn chosen(&self) -> Option<Card> {
        self.chosen
    }

    /// The cards that the viewer can't place: in other hands, in the draw pile, or drawn as second rolls.
    pub fn unseen(&self) -> CardSet {
        let own = self.chosen.map_or(self.hand, |card| self.hand.union(CardSet::one(card)));
        self.public.seen().union(own).complement()
    }

    /// What the viewer may decide, as far as it can know.
    pub(super) fn moves(&self) -> Vec<Move> {
        let seat = self.seat;
        match self.public.stage() {
            Stage::Choose if self.chosen.is_none() => {
                self.hand.iter().map(|card| Move::Choose { seat, card }).collect()
            }
            Stage::Row(_) if self.public.decision().is_some_and(|(decides, ..)| decides == seat) => {
                RowIndex::ALL.map(|row| Move::Row { seat, row }).to_vec()
            }
            _ => vec![],
        }
    }

    /// How many ways there are to give the other seats their hands out of the unseen cards. [`View::completion`] meets each
    /// with equal probability. A card chosen and not revealed belongs to its hand.
    ///
    /// ```
    /// use spielwerk::common::{Position as _, Seat};
    /// use spielwerk::lokus::Position;
    ///
    /// // Two players, nine rounds over, both with two cards: 48 + 2 cards are unseen, 50 over 2 ways.
    /// # let mut position = Position::start(&spielwerk::lokus::Options::new(2)).unwrap();
    /// # struct Zero;
    /// # impl spielwerk::common::Uniform for Zero { fn below(&mut self, _: u64) -> u64 { 0 } }
    /// # while position.public().round() < 9 {
    /// #     match position.turn() {
    /// #         spielwerk::common::Turn::Chance => { position.apply(&position.sample(&mut Zero)); }
    /// #         _ => { position.play(position.legal_moves()[0]); }
    /// #     }
    /// # }
    /// let count = position.view(Seat::new(0)).hand_count();
    /// assert_eq!(count.to_u128(), Some(50 * 49 / 2));
    /// assert_eq!(count.to_string(), "1225");
    /// ```
    pub fn hand_count(&self) -> HandCount {
        let mut left = self.unseen().len();
        let mut count = HandCount::ONE;
        for seat in self.others() {
            let cards = self.public.hand_count(seat);
            count = count.times(binomial(left, cards) as u64);
            left -= cards;
        }
        count
    }

    /// A position that agrees with this view: every way to spread the unseen cards over the other hands, the draw pile and
    /// the drawn second rolls with equal probability. The viewer is asked first there (L17) and nobody else has chosen yet,
    /// whether or not others have: a view can't tell.
    pub fn completion(&self, uniform: &mut impl Uniform) -> Position {
        let mut stock = Shuffled::new(self.unseen());
        let mut hands = [CardSet::EMPTY; MAX_SEATS];
        hands[self.seat.index()] = self.hand;
        for seat in self.others() {
            hands[seat.index()] = stock.take(self.public.hand_count(seat), uniform);
        }
        let mut drawn = [[None; 2]; ROUNDS as usize];
        for round in 0..self.public.revealed_rounds() {
            for which in Which::ALL {
                let is_card = self.public.settled(round, which) == Some(Settled::Miss { drawn: true });
                if is_card && !self.public.is_pending(round, which) {
                    drawn[usize::from(round)][which.index()] = stock.next(uniform);
                }
            }
        }
        let mut chosen = [None; MAX_SEATS];
        chosen[self.seat.index()] = self.chosen;
        let choosing = self.public.stage() == Stage::Choose;
        let asks_first = if choosing { self.seat } else { Seat::new(0) };
        Position::assemble(self.public.clone(), hands, chosen, drawn, asks_first)
    }

    /// The data that describes this view.
    pub fn setup(&self) -> Setup {
        let mut setup = self.public.setup(|_, _| None);
        setup.viewer = Some(self.seat.index() as i64);
        if let Some(hand) = setup.hands.get_mut(self.seat.index()) {
            *hand = Some(self.hand.iter().collect());
        }
        setup.chosen[self.seat.index()] = self.chosen;
        setup
    }

    fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let viewer = self.seat;
        Seats::new(self.public.players()).filter(move |seat| *seat != viewer)
    }
}

impl Position {
    /// What a seat may know of this position (L16).
    pub(super) fn seen_from(&self, seat: Seat) -> View {
        View::assemble(self.public().clone(), seat, self.hand(seat), self.chosen(seat))
    }
}

/// An exact number of hands: up to 61! / (11!^5 · 6!), about 2^143.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandCount {
    /// Base 2^64, lowest first.
    limbs: [u64; 3],
}

impl HandCount {
    const ONE: Self = Self { limbs: [1, 0, 0] };

    /// The product with a number of hands of one seat, at most 72 over 11.
    #[must_use]
    fn times(mut self, factor: u64) -> Self {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
            *limb = product as u64;
            carry = (product >> 64) as u64;
        }
        debug_assert_eq!(carry, 0, "no count exceeds 2^192");
        self
    }

    /// The number, if it is below 2^128.
    pub const fn to_u128(self) -> Option<u128> {
        let [low, high, rest] = self.limbs;
        if rest == 0 { Some((high as u128) << 64 | low as u128) } else { None }
    }

    /// The nearest double, but for rounding in the last place.
    pub fn to_f64(self) -> f64 {
        self.limbs.iter().rev().fold(0.0, |sum, limb| sum * 2f64.powi(64) + *limb as f64)
    }

    /// The bytes of the number, lowest first.
    pub fn to_le_bytes(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        for (place, limb) in bytes.chunks_exact_mut(8).zip(self.limbs) {
            place.copy_from_slice(&limb.to_le_bytes());
        }
        bytes
    }
}

/// The decimal digits.
impl fmt::Display for HandCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BASE: u128 = 10_000_000_000_000_000_000;
        let mut limbs = self.limbs;
        let mut groups = Vec::new();
        while groups.is_empty() || limbs != [0; 3] {
            let mut rest = 0;
            for limb in limbs.iter_mut().rev() {
                let value = rest << 64 | u128::from(*limb);
                *limb = (value / BASE) as u64;
                rest = value % BASE;
            }
            groups.push(rest);
        }
        let mut groups = groups.into_iter().rev();
        write!(f, "{}", groups.next().unwrap_or(0))?;
        groups.try_for_each(|group| write!(f, "{group:019}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_beyond_128_bits() {
        // 61! / (11!^5 6!), the most there is: six players, no starters, nothing revealed.
        let mut count = HandCount::ONE;
        for left in [61, 50, 39, 28, 17] {
            count = count.times(binomial(left, 11) as u64);
        }
        assert_eq!(count.to_string(), LARGEST);
        assert_eq!(count.to_u128(), None);
        assert!((count.to_f64() / LARGEST.parse::<f64>().unwrap() - 1.0).abs() < 1e-15);
        assert_eq!(count.to_le_bytes()[..8], count.limbs[0].to_le_bytes());
        let nineteen_digits = HandCount::ONE.times(10_000_000_000_000_000_000);
        assert_eq!(nineteen_digits.times(10).to_string(), "100000000000000000000");
    }

    const LARGEST: &str = "6956544983765974289470004308475352731136000";
}
