//! What a turn is made of, whichever way its rolls are told apart.

use spielwerk::schraube::{Dice, PILES};

/// Piles covered (six bits in the order of the chain) and how many dice are unplaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Its number, for tables with a row a group.
    pub(super) id: usize,
    /// Covered piles along the chain.
    pub(super) covered: u8,
    /// Unplaced dice.
    pub(super) dice: u8,
}

impl Group {
    /// Length of the run (S15).
    pub(super) const fn run(self) -> u8 {
        self.covered.trailing_ones() as u8
    }
}

/// One case of a roll, seen from its group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    /// Its number, for tables with a row a case. Never used for two cases of one plan.
    pub(super) slot: usize,
    /// How many of the `6^dice` ordered rolls fall under it.
    pub(super) weight: u32,
    /// Whether S7 demands a placement. Then `open` is that one pile.
    pub(super) forced: bool,
    /// Piles along the chain on which a matching die may be placed now (S7 or S8).
    pub(super) open: u8,
}

/// The groups and cases of all turns on one layout.
pub(super) trait Plan {
    /// How many numbers groups use.
    fn group_count(&self) -> usize;

    /// How many numbers cases use.
    fn slot_count(&self) -> usize;

    /// The group of these covered piles and this many dice.
    fn group(&self, covered: u8, dice: u8) -> Group;

    /// The number of the case that a roll falls under.
    fn slot(&self, covered: u8, dice: Dice) -> usize;

    /// Every group, later ones being reached by placing before earlier ones.
    fn each_group(&self, visit: impl FnMut(Group));

    /// Every case of a group.
    fn each_case(&self, group: Group, visit: impl FnMut(Case));

    /// The case after a die is placed on an open pile, given by its place in the chain, 0 to 5.
    fn placed(&self, group: Group, case: Case, place: u32) -> usize;

    /// Every case that a laser makes of this one (S12).
    fn each_turned(&self, group: Group, case: Case, visit: impl FnMut(usize));

    /// Every case after a sum is placed, with the number of dice it took (S25).
    fn each_sum(&self, group: Group, case: Case, visit: impl FnMut(usize, u32));
}

/// The places of a set of piles along the chain, lowest first.
pub(super) fn places(mut set: u8) -> impl Iterator<Item = u32> {
    debug_assert!(set < 1 << PILES);
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros();
            set &= set - 1;
            place
        })
    })
}
