//! The worth of every case of every group, from the end of the turn to its start.

use std::convert::Infallible;

use super::number::{ENDS, Number};
use super::plan::{Case, Group, Plan, places};

/// What may still be done in a turn: rolls, extra-roll cards, lasers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Means {
    pub(super) rerolls: u8,
    pub(super) extra_rolls: u8,
    pub(super) lasers: u8,
}

impl Means {
    /// Rolls that may still come.
    pub(super) fn rolls(self) -> u32 {
        u32::from(self.rerolls) + u32::from(self.extra_rolls)
    }

    /// One reroll less, if there is one.
    pub(super) fn rolled(self) -> Option<Self> {
        Some(Self { rerolls: self.rerolls.checked_sub(1)?, ..self })
    }

    /// One extra roll less, if there is one.
    pub(super) fn rolled_extra(self) -> Option<Self> {
        Some(Self { extra_rolls: self.extra_rolls.checked_sub(1)?, ..self })
    }

    /// One laser less, if there is one.
    pub(super) fn turned(self) -> Option<Self> {
        Some(Self { lasers: self.lasers.checked_sub(1)?, ..self })
    }
}

/// What the ends are worth and what the cards cost, in the numbers of the tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worths<N: Number> {
    pub(super) ends: [N::Worth; ENDS],
    pub(super) laser: N::Worth,
    pub(super) extra: N::Worth,
}

/// The filled tables.
pub(super) struct Tables<N: Number> {
    worths: Worths<N>,
    most: Means,
    groups: usize,
    slots: usize,
    /// By means and group: the worth before a roll.
    before: Vec<N>,
    /// By means (all of them, or only lasers, see [`Tables::keeps_all`]) and case: the worth after a roll.
    after: Vec<N>,
    keeps_all: bool,
}

impl<N: Number> Tables<N> {
    /// Fills the tables up to `most` means.
    ///
    /// With `keep_all` the cases of fewer means stay, for a policy that is asked at every moment of the turn; without, only those with
    /// all rerolls and extra rolls left.
    pub(super) fn fill(plan: &impl Plan, worths: Worths<N>, most: Means, keep_all: bool) -> Self {
        let Ok(tables) = Self::fill_while(plan, worths, most, keep_all, || Ok::<(), Infallible>(()));
        tables
    }

    /// The same, asking `proceed` before each stage, which takes about a millisecond at most: whether it is worth going on.
    pub(super) fn fill_while<E>(
        plan: &impl Plan,
        worths: Worths<N>,
        most: Means,
        keep_all: bool,
        mut proceed: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let levels = |all: bool| {
            let lasers = usize::from(most.lasers) + 1;
            if all {
                lasers * (usize::from(most.rerolls) + 1) * (usize::from(most.extra_rolls) + 1)
            } else {
                lasers
            }
        };
        let mut tables = Self {
            worths,
            most,
            groups: plan.group_count(),
            slots: plan.slot_count(),
            before: vec![N::ZERO; levels(true) * plan.group_count()],
            after: vec![N::ZERO; levels(keep_all) * plan.slot_count()],
            keeps_all: keep_all,
        };
        for extra_rolls in 0..=most.extra_rolls {
            for rerolls in 0..=most.rerolls {
                for lasers in 0..=most.lasers {
                    proceed()?;
                    let means = Means { rerolls, extra_rolls, lasers };
                    plan.each_group(|group| tables.fill_group(plan, group, means));
                }
            }
        }
        Ok(tables)
    }

    /// One group with these means: what every decision leads to has been filled before.
    #[inline]
    fn fill_group<P: Plan>(&mut self, plan: &P, group: Group, means: Means) {
        let idle = self.idle(group, means);
        let extra = self.extra(group, means);
        let row = self.row(means);
        let turned = means.turned().map(|fewer| self.row(fewer));
        let finer = means.rolls();
        let mut sum = N::ZERO;
        plan.each_case(group, |case| {
            // S7 leaves only the placement, and the cards (S14).
            let mut places = places(case.open);
            let mut best = if case.forced {
                let forced = places.next().unwrap_or_default();
                self.after[row + plan.placed(group, case, forced)].lift(finer)
            } else {
                idle
            };
            for place in places {
                best.improve(self.after[row + plan.placed(group, case, place)].lift(finer));
            }
            plan.each_sum(group, case, |slot, dice| best.improve(self.after[row + slot].lift(finer * dice)));
            if let Some(turned) = turned {
                self.improve_by_laser(&mut best, plan, (group, case), turned, finer);
            }
            if let Some(extra) = extra {
                best.improve(extra);
            }
            self.after[row + case.slot] = best;
            sum.add(case.weight, best);
        });
        let level = self.level(means);
        self.before[level * self.groups + group.id] = sum.mean(u32::from(group.dice));
    }

    fn improve_by_laser<P: Plan>(&self, best: &mut N, plan: &P, at: (Group, Case), row: usize, finer: u32) {
        let (group, case) = at;
        let power = finer * u32::from(group.dice);
        plan.each_turned(group, case, |slot| {
            best.improve(self.after[row + slot].minus(self.worths.laser, power));
        });
    }

    /// The better of stopping (S10) and rolling again (S9).
    #[inline]
    fn idle(&self, group: Group, means: Means) -> N {
        let mut best = self.stop(group, means);
        if let Some(reroll) = self.reroll(group, means) {
            best.improve(reroll);
        }
        best
    }

    /// The worth of stopping here.
    pub(super) fn stop(&self, group: Group, means: Means) -> N {
        let run = usize::from(group.run());
        N::end(self.worths.ends[run], run).lift(u32::from(group.dice) * means.rolls())
    }

    /// The worth of rolling again, if that is allowed.
    pub(super) fn reroll(&self, group: Group, means: Means) -> Option<N> {
        (group.dice > 0).then(|| means.rolled().map(|fewer| self.before(group, fewer))).flatten()
    }

    /// The worth of an extra roll, if there is a card for it and a die.
    pub(super) fn extra(&self, group: Group, means: Means) -> Option<N> {
        let fewer = means.rolled_extra()?;
        let power = u32::from(group.dice) * means.rolls();
        (group.dice > 0).then(|| self.before(group, fewer).minus(self.worths.extra, power))
    }

    /// The worth of this case after one laser has been used for it, if there is one.
    pub(super) fn turned(&self, group: Group, slot: usize, means: Means) -> Option<N> {
        let power = u32::from(group.dice) * means.rolls();
        means.turned().map(|fewer| self.after(slot, fewer).minus(self.worths.laser, power))
    }

    /// The worth before a roll after which these means are left.
    pub(super) fn before(&self, group: Group, means: Means) -> N {
        self.before[self.level(means) * self.groups + group.id]
    }

    /// The worth of a case with these means left.
    pub(super) fn after(&self, slot: usize, means: Means) -> N {
        self.after[self.row(means) + slot]
    }

    fn level(&self, means: Means) -> usize {
        let [rerolls, lasers] = [self.most.rerolls, self.most.lasers].map(|most| usize::from(most) + 1);
        (usize::from(means.extra_rolls) * rerolls + usize::from(means.rerolls)) * lasers
            + usize::from(means.lasers)
    }

    fn row(&self, means: Means) -> usize {
        self.slots * if self.keeps_all { self.level(means) } else { usize::from(means.lasers) }
    }
}
