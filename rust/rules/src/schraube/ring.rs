//! The ring of six piles (S4), and the chain of dice that lies on it (S7, S15).

use std::fmt;

/// Piles in the ring (S4).
pub const PILES: usize = 6;

/// One of the six piles, numbered 0 to 5 clockwise (S4).
///
/// ```text
///       0   1
///     5   ·   2        · is the bonus pile
///       4   3
/// ```
///
/// ```
/// use spielwerk::schraube::Pile;
/// let five = Pile::new(5).unwrap();
/// assert_eq!(five.after(2).index(), 1);
/// assert_eq!(five.steps_to(five), 6); // one's own pile is the last of the chain, not the first
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile(u8);

impl Pile {
    /// All six, clockwise from 0.
    pub const ALL: [Self; PILES] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The pile with this number, if there is one (0 to 5).
    pub const fn new(number: u8) -> Option<Self> {
        if number < PILES as u8 { Some(Self(number)) } else { None }
    }

    /// Its number, 0 to 5.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The pile `steps` (0 to 6) further clockwise.
    #[inline]
    #[must_use]
    pub const fn after(self, steps: u8) -> Self {
        let number = self.0 + steps;
        Self(if number >= PILES as u8 { number - PILES as u8 } else { number })
    }

    /// Steps clockwise from this pile to the other, 1 to 6: its place in the chain of a figure that stands here.
    #[inline]
    pub const fn steps_to(self, other: Self) -> u8 {
        let steps = other.0 + PILES as u8 - self.0;
        if steps > PILES as u8 { steps - PILES as u8 } else { steps }
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of piles, as six bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PileSet(u8);

impl PileSet {
    /// No pile.
    pub const NONE: Self = Self(0);
    /// All six piles.
    pub const ALL: Self = Self(0b11_1111);

    /// The set with these six bits, pile 0 lowest; higher bits are ignored.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Six bits, pile 0 lowest.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many piles, 0 to 6.
    #[inline]
    pub const fn len(self) -> u8 {
        // A look-up: processors that count bits in one instruction are not taken for granted.
        const LEN: [u8; 64] = {
            let mut len = [0; 64];
            let mut bits = 1;
            while bits < 64 {
                len[bits] = len[bits >> 1] + (bits & 1) as u8;
                bits += 1;
            }
            len
        };
        LEN[(self.0 & Self::ALL.0) as usize]
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this pile is in.
    #[inline]
    pub const fn contains(self, pile: Pile) -> bool {
        self.0 & (1 << pile.0) != 0
    }

    /// With this pile.
    #[inline]
    #[must_use]
    pub const fn with(self, pile: Pile) -> Self {
        Self(self.0 | (1 << pile.0))
    }

    /// The piles of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The piles that are not in.
    #[inline]
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// The same piles as seen by a figure: bit 0 is the pile after it, bit 5 its own (the order of the chain, S7).
    ///
    /// ```
    /// use spielwerk::schraube::{Pile, PileSet};
    /// let four = Pile::new(4).unwrap();
    /// let set = PileSet::NONE.with(Pile::new(5).unwrap()).with(Pile::new(0).unwrap());
    /// assert_eq!(set.along_chain(four), 0b00_0011);
    /// assert_eq!(PileSet::from_chain(four, 0b00_0011), set);
    /// ```
    #[inline]
    pub const fn along_chain(self, figure: Pile) -> u8 {
        let twice = (self.0 as u16) | ((self.0 as u16) << 6);
        ((twice >> (figure.0 + 1)) & 0b11_1111) as u8
    }

    /// The set whose [`PileSet::along_chain`] for this figure is `chain`; higher bits are ignored.
    #[inline]
    pub const fn from_chain(figure: Pile, chain: u8) -> Self {
        let twice = ((chain & Self::ALL.0) as u16) << (figure.0 + 1);
        Self(((twice | (twice >> 6)) & 0b11_1111) as u8)
    }

    /// Length of the unbroken run that begins at the pile after the figure, its own pile last, 0 to 6 (S15).
    ///
    /// Six means a full circle.
    #[inline]
    pub const fn run(self, figure: Pile) -> u8 {
        self.along_chain(figure).trailing_ones() as u8
    }

    /// The pile that is `place`-th (from 0) by number, if there are that many.
    #[inline]
    pub const fn nth(self, place: u8) -> Option<Pile> {
        let mut bits = self.0;
        let mut skip = place;
        while skip > 0 && bits != 0 {
            bits &= bits - 1;
            skip -= 1;
        }
        if bits == 0 { None } else { Some(Pile(bits.trailing_zeros() as u8)) }
    }

    /// The piles by number.
    pub fn iter(self) -> impl Iterator<Item = Pile> {
        Pile::ALL.into_iter().filter(move |&pile| self.contains(pile))
    }

    /// The piles in the order of the chain: clockwise from the one after the figure, its own last (S7).
    pub fn iter_from(self, figure: Pile) -> impl Iterator<Item = Pile> {
        (1..=PILES as u8).map(move |steps| figure.after(steps)).filter(move |&pile| self.contains(pile))
    }
}

impl FromIterator<Pile> for PileSet {
    fn from_iter<I: IntoIterator<Item = Pile>>(piles: I) -> Self {
        piles.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for PileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Pile::number)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_and_the_ring_are_two_views_of_one_set() {
        for figure in Pile::ALL {
            for bits in 0..64 {
                let set = PileSet::from_bits(bits);
                assert_eq!(PileSet::from_chain(figure, set.along_chain(figure)), set);
                let walked = (1..=6).take_while(|&steps| set.contains(figure.after(steps))).count();
                assert_eq!(usize::from(set.run(figure)), walked);
                assert_eq!(set.iter_from(figure).collect::<PileSet>(), set);
                assert!((0..7).map_while(|place| set.nth(place)).eq(set.iter()));
            }
            for other in Pile::ALL {
                assert_eq!(figure.after(figure.steps_to(other)), other);
                assert!((1..=6).contains(&figure.steps_to(other)));
            }
        }
    }
}
