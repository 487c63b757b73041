//! Dice: a face, and the order-free multiset of dice that a roll is (S1, S6, S24).

use std::fmt;

/// Dice in the game (S1).
pub const DICE: u8 = 6;

/// One face of a die, one to six pips (S2).
///
/// ```
/// use spielwerk::schraube::Face;
/// assert_eq!(Face::new(4), Some(Face::Four));
/// assert_eq!(Face::new(7), None);
/// assert_eq!(Face::Four.pips(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    /// One pip.
    One = 1,
    /// Two pips.
    Two = 2,
    /// Three pips.
    Three = 3,
    /// Four pips.
    Four = 4,
    /// Five pips.
    Five = 5,
    /// Six pips.
    Six = 6,
}

impl Face {
    /// All six faces, by pips.
    pub const ALL: [Self; 6] = [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::Six];

    /// The face with that many pips, if there is one (1 to 6).
    pub const fn new(pips: u8) -> Option<Self> {
        match pips {
            1..=6 => Some(Self::ALL[pips as usize - 1]),
            _ => None,
        }
    }

    /// Pips, 1 to 6.
    #[inline]
    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// Place in [`Face::ALL`], 0 to 5.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// Where this face's counter stands in [`Dice`].
    #[inline]
    const fn shift(self) -> u32 {
        4 * (self as u32 - 1)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pips().fmt(f)
    }
}

/// An order-free handful of zero to six dice (S24).
///
/// Six counters of four bits, the count of ones lowest: adding, removing and counting are one instruction or two, and two
/// handfuls are equal exactly if the numbers are.
///
/// ```
/// use spielwerk::schraube::{Dice, Face};
/// let dice = Dice::from_pips(&[5, 1, 5]).unwrap();
/// assert_eq!(dice.to_string(), "155");
/// assert_eq!(dice.count(Face::Five), 2);
/// assert_eq!(dice.without(Face::Five).to_string(), "15");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dice(u32);

impl Dice {
    /// No dice.
    pub const NONE: Self = Self(0);

    /// The handful with these pips, in any order; `None` if there are more than six or one is not 1 to 6.
    pub fn from_pips(pips: &[u8]) -> Option<Self> {
        if pips.len() > usize::from(DICE) {
            return None;
        }
        pips.iter().try_fold(Self::NONE, |dice, &pips| Some(dice.with(Face::new(pips)?)))
    }

    /// How many dice there are, 0 to 6.
    #[inline]
    pub const fn len(self) -> u8 {
        // Sums the six counters into the sixth: the total is at most six, so nothing carries over.
        ((self.0.wrapping_mul(0x0011_1111) >> 20) & 0xF) as u8
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many dice show this face, 0 to 6.
    #[inline]
    pub const fn count(self, face: Face) -> u8 {
        ((self.0 >> face.shift()) & 0xF) as u8
    }

    /// Whether a die shows this face.
    #[inline]
    pub const fn has(self, face: Face) -> bool {
        self.0 & (0xF << face.shift()) != 0
    }

    /// Pips of all dice together, 0 to 36.
    pub fn pips(self) -> u8 {
        Face::ALL.iter().map(|&face| face.pips() * self.count(face)).sum()
    }

    /// With one more die of this face. There must be at most five dice.
    #[inline]
    #[must_use]
    pub const fn with(self, face: Face) -> Self {
        debug_assert!(self.len() < DICE);
        Self(self.0 + (1 << face.shift()))
    }

    /// With one die of this face less. There must be one.
    #[inline]
    #[must_use]
    pub const fn without(self, face: Face) -> Self {
        debug_assert!(self.has(face));
        Self(self.0 - (1 << face.shift()))
    }

    /// Whether every die of `other` is here too.
    pub fn contains_all(self, other: Self) -> bool {
        Face::ALL.iter().all(|&face| self.count(face) >= other.count(face))
    }

    /// Without the dice of `other`, which must all be here ([`Dice::contains_all`]).
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// With the dice of `other`; together at most six.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        debug_assert!(self.len() + other.len() <= DICE);
        Self(self.0 + other.0)
    }

    /// The faces of the dice in ascending order, equal ones one after the other.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }

    /// The faces that show, in ascending order, each once.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |&face| self.has(face))
    }

    /// In how many ways this many ordered dice can show this handful: the multinomial of S24.
    ///
    /// The probability of a roll is this over `6^len`.
    ///
    /// ```
    /// use spielwerk::schraube::Dice;
    /// assert_eq!(Dice::from_pips(&[1, 2, 2, 5, 5, 6]).unwrap().ways(), 180);
    /// ```
    pub fn ways(self) -> u32 {
        const FACTORIAL: [u32; 7] = [1, 1, 2, 6, 24, 120, 720];
        Face::ALL.iter().fold(FACTORIAL[usize::from(self.len())], |ways, &face| {
            ways / FACTORIAL[usize::from(self.count(face))]
        })
    }

    /// All handfuls of `count` dice (0 to 6), in the order of their sorted pips: 1, 6, 21, 56, 126, 252 or 462 of them.
    ///
    /// ```
    /// use spielwerk::schraube::Dice;
    /// assert_eq!(Dice::all(6).len(), 462);
    /// assert_eq!(Dice::all(6).iter().map(|dice| dice.ways()).sum::<u32>(), 6_u32.pow(6));
    /// ```
    ///
    /// # Panics
    ///
    /// If `count` is above six.
    pub fn all(count: u8) -> &'static [Self] {
        &ALL_ROLLS[usize::from(count)]
    }

    /// All handfuls of two or more of these dice whose pips total `pips` (S25), each once, in the order of their sorted pips.
    pub fn sums(self, pips: u8) -> Vec<Self> {
        let mut found = Vec::new();
        self.each_sum(Self::NONE, 0, pips, &mut found);
        found
    }

    /// Adds to `taken` dice of these, from the face at this index upwards, in every way that totals `pips` more.
    fn each_sum(self, taken: Self, lowest: usize, pips: u8, found: &mut Vec<Self>) {
        if pips == 0 {
            if taken.len() >= 2 {
                found.push(taken);
            }
            return;
        }
        for (index, &face) in
            Face::ALL.iter().enumerate().skip(lowest).take_while(|(_, face)| face.pips() <= pips)
        {
            if self.has(face) {
                self.without(face).each_sum(taken.with(face), index, pips - face.pips(), found);
            }
        }
    }

    /// The six counters as one number, ones in the lowest four bits: what the byte form stores.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The handful with these counters, if they name at most six dice.
    pub fn from_bits(bits: u32) -> Option<Self> {
        let total: u32 = (0..6).map(|face| (bits >> (4 * face)) & 0xF).sum();
        (bits >> 24 == 0 && total <= u32::from(DICE)).then_some(Self(bits))
    }
}

/// For 0 to 6 dice, every handful in the order of its sorted pips.
static ALL_ROLLS: std::sync::LazyLock<[Vec<Dice>; 7]> = std::sync::LazyLock::new(|| {
    fn extend(start: Dice, lowest: usize, left: u8, found: &mut Vec<Dice>) {
        if left == 0 {
            found.push(start);
            return;
        }
        for (index, &face) in Face::ALL.iter().enumerate().skip(lowest) {
            extend(start.with(face), index, left - 1, found);
        }
    }
    std::array::from_fn(|count| {
        let mut found = Vec::new();
        extend(Dice::NONE, 0, count as u8, &mut found);
        found
    })
});

impl FromIterator<Face> for Dice {
    /// Collects at most six faces.
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        faces.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Sorted pips without spaces, `-` for none.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|face| write!(f, "{face}"))
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dice({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_do_not_run_into_each_other() {
        for &dice in Dice::all(6) {
            assert_eq!(dice.len(), 6);
            assert_eq!(dice.iter().collect::<Dice>(), dice);
            assert_eq!(Dice::from_bits(dice.bits()), Some(dice));
        }
        assert_eq!(Dice::from_bits(7), None);
        assert_eq!(Dice::from_bits(1 << 24), None);
    }

    #[test]
    fn each_size_has_its_number_of_rolls_in_order() {
        for (count, expected) in [1, 6, 21, 56, 126, 252, 462].into_iter().enumerate() {
            let all = Dice::all(count as u8);
            assert_eq!(all.len(), expected);
            assert!(all.windows(2).all(|pair| pair[0].iter().lt(pair[1].iter())));
            assert_eq!(all.iter().map(|dice| dice.ways()).sum::<u32>(), 6_u32.pow(count as u32));
        }
    }

    #[test]
    fn sums_take_two_dice_or_more() {
        let dice = Dice::from_pips(&[1, 2, 2, 4, 5, 5]).unwrap();
        let texts = |pips| dice.sums(pips).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(5), ["122", "14"]);
        assert_eq!(texts(4), ["22"]);
        assert_eq!(texts(2), [""; 0]);
        // The definition: every handful of two or more that is among the dice and has the pips.
        for (&dice, pips) in Dice::all(6).iter().flat_map(|dice| (1..=6).map(move |pips| (dice, pips))) {
            let fits = |sum: &&Dice| sum.pips() == pips && dice.contains_all(**sum);
            let mut expected: Vec<Dice> = (2..=6).flat_map(Dice::all).filter(fits).copied().collect();
            expected.sort_by(|a, b| a.iter().cmp(b.iter()));
            assert_eq!(dice.sums(pips), expected, "{dice} {pips}");
        }
    }
}
