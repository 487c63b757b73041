//! Chance: the hands, the starters and the second roll of a miss (L4, L9, L19).

use super::sight::same_seat;
use super::{Card, CardSet, Position, ROUNDS, RowIndex, Stage};
use crate::common::{Chance, Faults, Probability, Seat, Uniform};

/// A decision of chance (L19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A seat is dealt its eleven cards (L4); seats follow in order. Written `0=r1y1…`.
    Hand {
        /// Whose.
        seat: Seat,
        /// Eleven cards; the order of dealing means nothing.
        cards: CardSet,
    },
    /// The first card of a row is turned up (L4), row 0 before row 1. Written `>0=r5`.
    Starter {
        /// Where.
        row: RowIndex,
        /// What.
        card: Card,
    },
    /// The second roll of a miss is drawn (L9). Written `2x=r9`.
    Draw {
        /// Who missed.
        seat: Seat,
        /// What; nobody sees it (L16).
        card: Card,
    },
}

/// `n` over `k`, for at most 72 cards.
///
/// # Panics
///
/// Never for `n` up to 72: the largest value, 72 over 36, is below 2^69.
pub(super) fn binomial(n: u8, k: u8) -> u128 {
    if k > n {
        return 0;
    }
    // Each division is exact: after step i the product is `n over i + 1`.
    (0..u128::from(k)).fold(1, |product, i| product * (u128::from(n) - i) / (i + 1))
}

impl Position {
    /// The cards that chance picks from: the draw pile, or all cards when a new deal begins (L5).
    pub(super) fn stock(&self) -> CardSet {
        let fresh = self.public().stage() == Stage::Hand(Seat::new(0));
        if fresh { CardSet::ALL } else { self.pile() }
    }

    /// The event in which chance picks this card, where it picks a single one.
    fn single(&self, card: Card) -> Option<Event> {
        match self.public().stage() {
            Stage::Starter(row) => Some(Event::Starter { row, card }),
            Stage::Draw(_) => self.public().drawing_seat().map(|(seat, _)| Event::Draw { seat, card }),
            _ => None,
        }
    }

    /// The number of events that can happen now, 0 unless chance is to act.
    pub(super) fn event_count(&self) -> u128 {
        match self.public().stage() {
            Stage::Hand(_) => binomial(self.stock().len(), ROUNDS),
            Stage::Starter(_) | Stage::Draw(_) => self.pile().len().into(),
            Stage::Choose | Stage::Row(_) | Stage::Over => 0,
        }
    }

    /// All events that can happen now with their probability, in order.
    pub(super) fn events(&self) -> Box<dyn Iterator<Item = Chance<Event>> + Send + '_> {
        let count = self.event_count();
        if count == 0 {
            return Box::new(std::iter::empty());
        }
        let probability = Probability::new(1, count);
        let chance = move |event| Chance { event, probability };
        match self.public().stage() {
            Stage::Hand(seat) => {
                let hands = Hands::new(self.stock());
                Box::new(hands.map(move |cards| chance(Event::Hand { seat, cards })))
            }
            _ => Box::new(self.pile().iter().filter_map(|card| self.single(card)).map(chance)),
        }
    }

    /// An event drawn with its probability.
    ///
    /// # Panics
    ///
    /// Unless chance is to act.
    pub(super) fn random_event(&self, uniform: &mut impl Uniform) -> Event {
        if let Stage::Hand(seat) = self.public().stage() {
            let mut stock = Shuffled::new(self.stock());
            let cards = stock.take(ROUNDS, uniform);
            return Event::Hand { seat, cards };
        }
        let index = uniform.below(self.pile().len().into()) as u8;
        let card = self.pile().nth(index).expect("chance acts only when the draw pile has a card (L10)");
        self.single(card).expect("chance is to act")
    }

    /// Names every reason why an event can't happen now.
    ///
    /// # Errors
    ///
    /// `not_a_chance` (L19) when no chance event is due, `wrong_event`, `wrong_seat` and `wrong_row` (L19) for another
    /// event than the one that is due, `wrong_hand_size` (L4), `card_not_in_pile` (L4 or L9).
    pub(super) fn check_event(&self, event: &Event) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let mut picked = CardSet::EMPTY;
        match (self.public().stage(), *event) {
            (Stage::Choose | Stage::Row(_) | Stage::Over, _) => {
                faults.add("", "L19", "not_a_chance", "nothing is left to chance here".into());
                return Err(faults);
            }
            (Stage::Hand(due), Event::Hand { seat, cards }) => {
                picked = cards;
                same_seat(&mut faults, seat, due);
                if cards.len() != ROUNDS {
                    let message = format!("{} cards; a hand has {ROUNDS}", cards.len());
                    faults.add("cards", "L4", "wrong_hand_size", message);
                }
            }
            (Stage::Starter(due), Event::Starter { row, card }) => {
                picked.insert(card);
                if row != due {
                    let message = format!("row {row}; the card of row {due} is turned up now");
                    faults.add("row", "L19", "wrong_row", message);
                }
            }
            (Stage::Draw(_), Event::Draw { seat, card }) => {
                picked.insert(card);
                if let Some((due, _)) = self.public().drawing_seat() {
                    same_seat(&mut faults, seat, due);
                }
            }
            (stage, _) => {
                let due = match stage {
                    Stage::Hand(_) => "a hand is dealt",
                    Stage::Starter(_) => "a first card is turned up",
                    _ => "a second roll is drawn",
                };
                faults.add("", "L19", "wrong_event", format!("{due} now"));
                return Err(faults);
            }
        }
        let missing = picked.without(self.stock());
        if !missing.is_empty() {
            let rule = if matches!(event, Event::Draw { .. }) { "L9" } else { "L4" };
            let message = format!("{missing} can't come from the draw pile");
            faults.add("cards", rule, "card_not_in_pile", message);
        }
        faults.into_result()
    }
}

/// Cards in an array from which random ones are taken, one step of a Fisher-Yates shuffle a card.
pub(super) struct Shuffled {
    cards: [Option<Card>; super::CARDS as usize],
    len: u8,
}

impl Shuffled {
    pub(super) fn new(set: CardSet) -> Self {
        let mut cards = [None; super::CARDS as usize];
        for (place, card) in cards.iter_mut().zip(set) {
            *place = Some(card);
        }
        Self { cards, len: set.len() }
    }

    pub(super) fn next(&mut self, uniform: &mut impl Uniform) -> Option<Card> {
        let last = usize::from(self.len.checked_sub(1)?);
        let index = uniform.below(self.len.into()) as usize;
        self.len -= 1;
        let card = self.cards[index];
        self.cards[index] = self.cards[last];
        card
    }

    pub(super) fn take(&mut self, count: u8, uniform: &mut impl Uniform) -> CardSet {
        (0..count).filter_map(|_| self.next(uniform)).collect()
    }
}

/// Every set of eleven cards out of a stock, in ascending order.
struct Hands {
    stock: Vec<Card>,
    /// Which places of `stock` are picked; `None` when all sets are done.
    picked: Option<u128>,
}

impl Hands {
    fn new(stock: CardSet) -> Self {
        let enough = stock.len() >= ROUNDS;
        Self { stock: stock.iter().collect(), picked: enough.then_some((1 << ROUNDS) - 1) }
    }
}

impl Iterator for Hands {
    type Item = CardSet;

    fn next(&mut self) -> Option<CardSet> {
        let picked = self.picked?;
        // The next larger number with as many bits: the lowest run of ones moves one up, the rest of it falls down.
        let lowest = picked & picked.wrapping_neg();
        let risen = picked + lowest;
        let following = risen | ((picked ^ risen) >> 2) >> lowest.trailing_zeros();
        self.picked = (following >> self.stock.len() == 0).then_some(following);
        Some(
            CardSet::from_bits(picked)
                .unwrap_or_default()
                .iter()
                .map(|place| self.stock[usize::from(place.rank())])
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_exact() {
        assert_eq!(binomial(72, 11), 3_022_285_436_352);
        assert_eq!((binomial(11, 11), binomial(11, 0), binomial(10, 11)), (1, 1, 0));
        // Pascal's rule from scratch.
        let mut row = vec![1u128];
        for n in 0..=72u8 {
            for k in 0..=n {
                assert_eq!(binomial(n, k), row[usize::from(k)]);
            }
            let next = row.windows(2).map(|pair| pair[0] + pair[1]);
            row = [1].into_iter().chain(next).chain([1]).collect();
        }
    }

    #[test]
    fn hands_are_all_sets_of_eleven_in_order() {
        for size in [10u8, 11, 12, 16] {
            let stock: CardSet = Card::all().step_by(4).take(size.into()).collect();
            let hands: Vec<CardSet> = Hands::new(stock).collect();
            assert_eq!(hands.len() as u128, binomial(size, ROUNDS));
            assert!(hands.is_sorted_by(|a, b| a < b));
            assert!(hands.iter().all(|hand| hand.len() == ROUNDS && stock.contains_all(*hand)));
        }
    }
}
