//! Every roll told apart: what lasers (S12) and sums of pips (S25) need.

use std::sync::LazyLock;

use spielwerk::schraube::{Dice, Face, PILES};

use super::plan::{Case, Group, Plan, places};

/// What can be done with each roll of one number of dice, whatever the layout. Rolls are numbered in the order of [`Dice::all`].
struct Rolls {
    dice: &'static [Dice],
    /// In how many ways ordered dice can show it.
    ways: Vec<u32>,
    /// Bit `f` for a die that shows face `f`.
    faces: Vec<u8>,
    /// By face, the number of the roll with one such die less.
    without: Vec<[u16; 6]>,
    /// The numbers of the rolls with one die turned.
    turned: Vec<Vec<u16>>,
    /// By pips 0 to 6, each sum of two dice or more: how many dice, and the number of the roll without them.
    sums: Vec<[Vec<(u8, u16)>; 7]>,
}

static ROLLS: LazyLock<[Rolls; 7]> = LazyLock::new(|| {
    std::array::from_fn(|count| {
        let dice = Dice::all(count as u8);
        let less = |roll: Dice, face: Face| if roll.has(face) { number(roll.without(face)) } else { 0 };
        Rolls {
            dice,
            ways: dice.iter().map(|roll| roll.ways()).collect(),
            faces: dice
                .iter()
                .map(|roll| roll.faces().fold(0, |bits, face| bits | 1 << face.index()))
                .collect(),
            without: dice.iter().map(|&roll| Face::ALL.map(|face| less(roll, face))).collect(),
            turned: dice
                .iter()
                .map(|&roll| turns(roll).map(|(_, _, turned)| number(turned)).collect())
                .collect(),
            sums: dice.iter().map(|&roll| std::array::from_fn(|pips| sums(roll, pips as u8))).collect(),
        }
    })
});

/// Every turn of one die of the roll to another face: from, to, and the roll after it.
pub(super) fn turns(roll: Dice) -> impl Iterator<Item = (Face, Face, Dice)> {
    roll.faces().flat_map(move |from| {
        let others = Face::ALL.into_iter().filter(move |&to| to != from);
        others.map(move |to| (from, to, roll.without(from).with(to)))
    })
}

fn sums(roll: Dice, pips: u8) -> Vec<(u8, u16)> {
    roll.sums(pips).into_iter().map(|dice| (dice.len(), number(roll.minus(dice)))).collect()
}

/// The roll's place in [`Dice::all`] of its size: how many rolls of that size come before it.
fn number(roll: Dice) -> u16 {
    // BEFORE[faces][dice][count]: rolls of `dice` dice over the last `faces` faces that show the first of these more than `count` times.
    static BEFORE: LazyLock<[[[u16; 7]; 7]; 7]> = LazyLock::new(|| {
        let rolls = |faces: usize, dice: usize| -> u16 {
            // C(dice + faces − 1, faces − 1)
            (1..faces).fold(1_usize, |product, k| product * (dice + k) / k) as u16
        };
        std::array::from_fn(|faces| {
            std::array::from_fn(|dice| {
                std::array::from_fn(|count| {
                    let more = (count + 1)..=dice;
                    if faces < 2 { 0 } else { more.map(|more| rolls(faces - 1, dice - more)).sum() }
                })
            })
        })
    });
    let mut left = usize::from(roll.len());
    Face::ALL
        .iter()
        .map(|&face| {
            let count = usize::from(roll.count(face));
            let before = BEFORE[6 - face.index()][left][count];
            left -= count;
            before
        })
        .sum()
}

/// The wide plan of a layout.
pub(super) struct Wide {
    layout: [Face; PILES],
    /// By the faces that a roll shows (six bits), the piles along the chain that show one of them.
    matching: [u8; 64],
    /// By group, where its cases begin; with the pro variant a group for each number of dice that may be left.
    start: Vec<u16>,
    slots: usize,
    base: u8,
    pro: bool,
}

impl Wide {
    /// The plan for these faces along the chain, for turns in which at least the piles of `base` are covered; with `pro` (S25) fewer
    /// dice may be unplaced than piles are free.
    pub(super) fn new(layout: [Face; PILES], base: u8, pro: bool) -> Self {
        let matching = std::array::from_fn(|shown| {
            let shows = |place: &usize| shown & (1 << layout[*place].index()) != 0;
            (0..PILES).filter(shows).fold(0, |set, place| set | 1 << place)
        });
        let mut plan = Self { layout, matching, start: Vec::new(), slots: 0, base, pro };
        let mut start = vec![0; plan.group_count()];
        let mut slots = 0;
        plan.each_group(|group| {
            start[group.id] = slots as u16;
            slots += ROLLS[usize::from(group.dice)].dice.len();
        });
        (plan.start, plan.slots) = (start, slots);
        plan
    }

    /// The roll of a case.
    fn roll(&self, group: Group, case: Case) -> usize {
        case.slot - usize::from(self.start[group.id])
    }
}

impl Plan for Wide {
    fn group_count(&self) -> usize {
        64 * 7
    }

    fn slot_count(&self) -> usize {
        self.slots
    }

    fn group(&self, covered: u8, dice: u8) -> Group {
        Group { id: usize::from(covered) * 7 + usize::from(dice), covered, dice }
    }

    fn slot(&self, covered: u8, dice: Dice) -> usize {
        usize::from(self.start[self.group(covered, dice.len()).id]) + usize::from(number(dice))
    }

    fn each_group(&self, mut visit: impl FnMut(Group)) {
        for covered in (0..64_u8).rev().filter(|covered| covered & self.base == self.base) {
            let free = covered.count_zeros() as u8 - 2;
            let fewest = if self.pro { 0 } else { free };
            (fewest..=free).for_each(|dice| visit(self.group(covered, dice)));
        }
    }

    fn each_case(&self, group: Group, mut visit: impl FnMut(Case)) {
        let rolls = &ROLLS[usize::from(group.dice)];
        let next = (1_u8 << group.run()) & 0b11_1111;
        for (roll, &shown) in rolls.faces.iter().enumerate() {
            let open = self.matching[usize::from(shown)] & !group.covered;
            let forced = open & next != 0;
            visit(Case {
                slot: usize::from(self.start[group.id]) + roll,
                weight: rolls.ways[roll],
                forced,
                open: if forced { next } else { open },
            });
        }
    }

    fn placed(&self, group: Group, case: Case, place: u32) -> usize {
        let face = self.layout[place as usize];
        let rest = ROLLS[usize::from(group.dice)].without[self.roll(group, case)][face.index()];
        let after = self.group(group.covered | 1 << place, group.dice - 1);
        usize::from(self.start[after.id]) + usize::from(rest)
    }

    fn each_turned(&self, group: Group, case: Case, mut visit: impl FnMut(usize)) {
        for &turned in &ROLLS[usize::from(group.dice)].turned[self.roll(group, case)] {
            visit(usize::from(self.start[group.id]) + usize::from(turned));
        }
    }

    fn each_sum(&self, group: Group, case: Case, mut visit: impl FnMut(usize, u32)) {
        if !self.pro || case.forced {
            return;
        }
        let sums = &ROLLS[usize::from(group.dice)].sums[self.roll(group, case)];
        for place in places(!group.covered & 0b11_1111) {
            for &(dice, rest) in &sums[usize::from(self.layout[place as usize].pips())] {
                let after = self.group(group.covered | 1 << place, group.dice - dice);
                visit(usize::from(self.start[after.id]) + usize::from(rest), u32::from(dice));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_numbered_in_their_order() {
        for count in 0..=6 {
            for (place, &roll) in Dice::all(count).iter().enumerate() {
                assert_eq!(usize::from(number(roll)), place, "{roll}");
            }
        }
    }

    #[test]
    fn a_die_turns_to_five_other_faces() {
        let roll = Dice::from_pips(&[1, 1, 6]).unwrap();
        let after: Vec<_> = turns(roll).map(|(_, _, after)| after.to_string()).collect();
        assert_eq!(after, ["126", "136", "146", "156", "166", "111", "112", "113", "114", "115"]);
    }
}
