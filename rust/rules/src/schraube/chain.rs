//! The chain of dice: which placements S7 forces, and which S8 then allows.

use crate::common::Faults;

use super::dice::{DICE, Dice, Face};
use super::ring::{PILES, Pile, PileSet};

/// What a roll does by itself, and what it leaves open ([`resolve_chain`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resolution {
    /// Piles that got a die by S7. They were covered in the order of the chain: [`PileSet::iter_from`] the figure.
    pub forced: PileSet,
    /// All piles that carry a die now.
    pub covered: PileSet,
    /// Dice still unplaced.
    pub dice_left: Dice,
    /// Length of the unbroken run from the pile after the figure, 0 to 6 (S15).
    pub run: u8,
    /// Piles on which a die may be placed freely now (S8).
    pub free: PileSet,
}

/// The next pile of the chain, if S7 demands a die on it now.
///
/// That is the first pile clockwise from the figure (its own last) without a die, if an unplaced die shows its face.
#[inline]
pub fn forced_placement(figure: Pile, faces: &[Face; PILES], covered: PileSet, dice: Dice) -> Option<Pile> {
    let run = covered.run(figure);
    let pile = figure.after((run + 1).min(PILES as u8));
    (run < PILES as u8 && dice.has(faces[pile.index()])).then_some(pile)
}

/// Piles without a die whose face an unplaced die shows (S8), whatever S7 demands.
#[inline]
pub fn matching_piles(faces: &[Face; PILES], covered: PileSet, dice: Dice) -> PileSet {
    let matching = (0..PILES).fold(0, |bits, pile| bits | (u8::from(dice.has(faces[pile])) << pile));
    PileSet::from_bits(matching & covered.complement().bits())
}

/// Makes every placement that S7 demands, in order, and says what is left (S7, S8, S15).
///
/// `faces` are those of the open cards by pile; `covered` are the piles that already carry a die. Every input is played as it stands;
/// [`ChainInput::read`] names what can't lie on a table.
///
/// ```
/// use spielwerk::schraube::{Dice, Face, Pile, PileSet, resolve_chain};
/// let faces = [1, 4, 3, 6, 5, 2].map(|pips| Face::new(pips).unwrap());
/// let piles = |numbers: &[u8]| numbers.iter().map(|&number| Pile::new(number).unwrap()).collect::<PileSet>();
/// let figure = Pile::new(3).unwrap();
/// // The figure looks at pile 4 (a five is there), passes over 5, covers 0, passes over 1, and finds no three for pile 2.
/// let chain = resolve_chain(figure, &faces, piles(&[1, 3, 5]), Dice::from_pips(&[1, 2, 5]).unwrap());
/// assert_eq!(chain.forced.iter_from(figure).map(Pile::number).collect::<Vec<_>>(), [4, 0]);
/// assert_eq!(chain.dice_left.to_string(), "2");
/// assert_eq!(chain.run, 4);
/// assert!(chain.free.is_empty());
/// ```
#[inline]
pub fn resolve_chain(figure: Pile, faces: &[Face; PILES], covered: PileSet, dice: Dice) -> Resolution {
    let mut chain = covered.along_chain(figure);
    let mut dice_left = dice;
    while chain != PileSet::ALL.bits() {
        let place = chain.trailing_ones() as u8;
        let face = faces[figure.after(place + 1).index()];
        if !dice_left.has(face) {
            break;
        }
        chain |= 1 << place;
        dice_left = dice_left.without(face);
    }
    let now = PileSet::from_chain(figure, chain);
    Resolution {
        forced: PileSet::from_bits(now.bits() & !covered.bits()),
        covered: now,
        dice_left,
        run: chain.trailing_ones() as u8,
        free: matching_piles(faces, now, dice_left),
    }
}

/// An input of [`resolve_chain`] that can lie on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainInput {
    /// Where the figure stands.
    pub figure: Pile,
    /// Faces of the open cards by pile.
    pub faces: [Face; PILES],
    /// Piles that already carry a die.
    pub covered: PileSet,
    /// Unplaced dice.
    pub dice: Dice,
}

impl ChainInput {
    /// Reads an input from plain numbers of any size. Without `pro` each covered pile carries one die, so covered piles and unplaced dice are six
    /// together; with it (S25) several dice may lie on one pile, so they are at most six.
    ///
    /// ```
    /// use spielwerk::schraube::ChainInput;
    /// let faults = ChainInput::read(3, &[1, 2, 3, 4, 5, 6], &[0], &[0, 7, 1, 2, 3, 4], false).unwrap_err();
    /// let slugs: Vec<_> = faults.as_slice().iter().map(|fault| (fault.path.as_str(), fault.slug)).collect();
    /// assert_eq!(slugs, [("dice[0]", "bad_face"), ("dice[1]", "bad_face"), ("dice", "too_many_dice")]);
    /// ```
    ///
    /// # Errors
    ///
    /// Every fault, in the order figure, faces, covered, dice: `no_such_pile` (S4), `wrong_face_count` (S4), `bad_face` (S1, S2),
    /// `covered_twice` (S7), `too_many_dice` (S1), `dice_missing` (S1: a covered pile without its die, or dice left out).
    pub fn read(
        figure: i64,
        faces: &[i64],
        covered: &[i64],
        dice: &[i64],
        pro: bool,
    ) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let pile = |faults: &mut Faults, path: String, number: i64| {
            let pile = u8::try_from(number).ok().and_then(Pile::new);
            if pile.is_none() {
                faults.add(path, "S4", "no_such_pile", format!("pile {number}; piles are numbered 0 to 5"));
            }
            pile
        };
        let figure = pile(&mut faults, "figure".into(), figure);
        if faces.len() != PILES {
            faults.add(
                "faces",
                "S4",
                "wrong_face_count",
                format!("{} faces; there are six piles", faces.len()),
            );
        }
        let mut six = [Face::One; PILES];
        for (index, &pips) in faces.iter().enumerate().take(PILES) {
            six[index] = read_face(&mut faults, &format!("faces[{index}]"), "S2", pips);
        }
        let mut set = PileSet::NONE;
        for (index, &number) in covered.iter().enumerate().take(CHECKED) {
            let Some(pile) = pile(&mut faults, format!("covered[{index}]"), number) else { continue };
            if set.contains(pile) {
                let message = format!("pile {number} is named twice");
                faults.add(format!("covered[{index}]"), "S7", "covered_twice", message);
            }
            set = set.with(pile);
        }
        let mut handful = Dice::NONE;
        for (index, &pips) in dice.iter().enumerate().take(CHECKED) {
            let face = read_face(&mut faults, &format!("dice[{index}]"), "S1", pips);
            if handful.len() < DICE {
                handful = handful.with(face);
            }
        }
        let count = covered.len() + dice.len();
        let found =
            format!("{} covered piles and {} unplaced dice; there are six dice", covered.len(), dice.len());
        if count > usize::from(DICE) {
            faults.add("dice", "S1", "too_many_dice", found);
        } else if count < usize::from(DICE) && !pro {
            faults.add("dice", "S1", "dice_missing", found);
        }
        match figure {
            Some(figure) if faults.is_empty() => Ok(Self { figure, faces: six, covered: set, dice: handful }),
            _ => Err(faults),
        }
    }

    /// [`resolve_chain`] of this input.
    pub fn resolve(&self) -> Resolution {
        resolve_chain(self.figure, &self.faces, self.covered, self.dice)
    }
}

/// Entries of a list that are looked at one by one; a longer list has a wrong length anyway.
const CHECKED: usize = 64;

/// The face with these pips; any face, with a fault noted, if there is none.
fn read_face(faults: &mut Faults, path: &str, rule: &'static str, pips: i64) -> Face {
    u8::try_from(pips).ok().and_then(Face::new).unwrap_or_else(|| {
        faults.add(path, rule, "bad_face", format!("{pips} pips; a die shows 1 to 6"));
        Face::One
    })
}
