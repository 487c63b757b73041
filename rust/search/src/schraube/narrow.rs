//! Rolls told apart by what is wanted and no further: enough while no laser turns a die and no pips are added up.
//!
//! A die that shows a face no free pile wants can never be placed in this roll, and neither can the fourth die of a face wanted three
//! times. So of a roll only this counts: for each face on the layout, how many dice show it, at most as many as free
//! piles want it.

use spielwerk::schraube::{Dice, Face, PILES};

use super::plan::{Case, Group, Plan};
use super::weights::weights;

/// The narrow plan of a layout.
pub(super) struct Narrow {
    /// The faces of the layout, each once, by first place in the chain.
    faces: Vec<Face>,
    /// For each of them, the piles that show it.
    piles: Vec<u8>,
    /// For each of them, what one die more adds to the number of a case.
    stride: Vec<usize>,
    /// Numbers kept for the cases of one group.
    classes: usize,
    /// By place in the chain: what placing a die there adds to the number of a case.
    step: [usize; PILES],
    cases: Vec<Packed>,
    /// By covered piles, where their cases begin.
    start: [u16; 65],
    base: u8,
}

#[derive(Clone, Copy)]
struct Packed {
    slot: u16,
    weight: u16,
    open: u8,
    forced: bool,
}

impl Narrow {
    /// The plan for these faces along the chain, for turns in which at least the piles of `base` are covered.
    pub(super) fn new(layout: [Face; PILES], base: u8) -> Self {
        let mut faces: Vec<Face> = Vec::with_capacity(PILES);
        let mut piles: Vec<u8> = Vec::with_capacity(PILES);
        let mut of_place = [0; PILES];
        for (place, &face) in layout.iter().enumerate() {
            let known = faces.iter().position(|&other| other == face);
            of_place[place] = known.unwrap_or_else(|| {
                faces.push(face);
                piles.push(0);
                faces.len() - 1
            });
            piles[of_place[place]] |= 1 << place;
        }
        let mut classes = 1;
        let mut stride = Vec::with_capacity(faces.len());
        for set in &piles {
            stride.push(classes);
            classes *= set.count_ones() as usize + 1;
        }
        let step = std::array::from_fn(|place| (classes << place) - stride[of_place[place]]);
        let cases = Vec::with_capacity(729);
        let mut plan = Self { faces, piles, stride, classes, step, cases, start: [0; 65], base };
        for covered in 0..64 {
            plan.start[usize::from(covered)] = plan.cases.len() as u16;
            if covered & base == base {
                plan.list(covered);
            }
        }
        plan.start[64] = plan.cases.len() as u16;
        plan
    }

    /// Lists the cases of one set of covered piles, the counts of its wanted faces running like the digits of a number.
    fn list(&mut self, covered: u8) {
        let mut wanted = [0_u8; PILES];
        let mut place = [(0_usize, 0_u8); PILES];
        let mut count = 0;
        for (index, &set) in self.piles.iter().enumerate() {
            let free = set & !covered;
            if free != 0 {
                wanted[count] = free.count_ones() as u8;
                place[count] = (self.stride[index], free);
                count += 1;
            }
        }
        let next = 1_u8.checked_shl(u32::from(covered.trailing_ones() as u8)).unwrap_or(0) & 0b11_1111;
        let mut shown = [0_u8; PILES];
        let mut open = 0_u8;
        let mut slot = usize::from(covered) * self.classes;
        for &weight in weights(&wanted[..count]) {
            let forced = open & next != 0;
            self.cases.push(Packed {
                slot: slot as u16,
                weight,
                open: if forced { next } else { open },
                forced,
            });
            for digit in 0..count {
                let (stride, free) = place[digit];
                if shown[digit] < wanted[digit] {
                    shown[digit] += 1;
                    slot += stride;
                    open |= free;
                    break;
                }
                slot -= stride * usize::from(shown[digit]);
                shown[digit] = 0;
                open &= !free;
            }
        }
    }
}

impl Plan for Narrow {
    fn group_count(&self) -> usize {
        64
    }

    fn slot_count(&self) -> usize {
        64 * self.classes
    }

    #[inline]
    fn group(&self, covered: u8, dice: u8) -> Group {
        debug_assert_eq!(u32::from(dice), covered.count_zeros() - 2);
        Group { id: usize::from(covered), covered, dice }
    }

    fn slot(&self, covered: u8, dice: Dice) -> usize {
        let class: usize = self
            .faces
            .iter()
            .zip(&self.piles)
            .zip(&self.stride)
            .map(|((&face, &piles), &stride)| {
                let wanted = (piles & !covered).count_ones() as usize;
                stride * wanted.min(usize::from(dice.count(face)))
            })
            .sum();
        usize::from(covered) * self.classes + class
    }

    #[inline]
    fn each_group(&self, mut visit: impl FnMut(Group)) {
        for covered in (0..64_u8).rev().filter(|covered| covered & self.base == self.base) {
            visit(self.group(covered, covered.count_zeros() as u8 - 2));
        }
    }

    #[inline]
    fn each_case(&self, group: Group, mut visit: impl FnMut(Case)) {
        let [from, to] = [0, 1].map(|next| usize::from(self.start[group.id + next]));
        for case in &self.cases[from..to] {
            visit(Case {
                slot: usize::from(case.slot),
                weight: u32::from(case.weight),
                forced: case.forced,
                open: case.open,
            });
        }
    }

    #[inline]
    fn placed(&self, _: Group, case: Case, place: u32) -> usize {
        case.slot + self.step[place as usize]
    }

    /// None: with a laser in hand the plan is [`Wide`](super::wide::Wide).
    fn each_turned(&self, _: Group, _: Case, _: impl FnMut(usize)) {}

    /// None: in the pro variant the plan is [`Wide`](super::wide::Wide).
    #[inline]
    fn each_sum(&self, _: Group, _: Case, _: impl FnMut(usize, u32)) {}
}
