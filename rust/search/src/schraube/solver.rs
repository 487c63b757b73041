//! [`TurnSolver`]: the front of the tables.

use std::convert::Infallible;

use spielwerk::common::Faults;
use spielwerk::schraube::{Dice, PileSet, forced_placement, matching_piles, resolve_chain};

use super::narrow::Narrow;
use super::number::{ENDS, Number, Unit, WithEnds, six_to};
use super::objective::Objective;
use super::plan::{Group, Plan};
use super::ratio::{Ratio, TooLarge, common_denominator};
use super::tables::{Means, Tables, Worths};
use super::turn::{Decision, TurnDice, TurnState};
use super::wide::{Wide, turns};

/// One decision and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alternative<N> {
    /// The decision.
    pub decision: Decision,
    /// The expected worth if it is taken, and the best ones after it.
    pub worth: N,
}

/// A turn, solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<N> {
    /// Piles that S7 covers before anything can be decided.
    pub forced: PileSet,
    /// The expected worth of the turn under the best decisions.
    pub worth: N,
    /// The probability of each end under the best decisions: an empty run, a run of one, … five, and the full circle. Of decisions
    /// with equal worth the first is taken: of stop, reroll, place, sum, laser, extra.
    pub ends: [N; ENDS],
    /// Every decision open now with its worth, in the order of [`Decision`]. Empty before a roll, and when the turn moves on by itself.
    pub alternatives: Vec<Alternative<N>>,
    /// The best of them; of equals the one whose probabilities `ends` tells.
    pub best: Option<Decision>,
}

/// Solves turns that begin at one state.
///
/// ```
/// use spielwerk::schraube::{Face, Pile};
/// use spielwerk_search::schraube::{Objective, Ratio, TurnSolver, TurnState};
/// // Six different faces: the chance of a full circle with three rolls.
/// let start = TurnState::start(Pile::new(0).unwrap(), Face::ALL, 3);
/// let solver = TurnSolver::new(start).unwrap();
/// assert!((solver.solve(&Objective::full_circle()).worth - 0.196829079694).abs() < 1e-12);
/// let exact = solver.solve_exact(&Objective::full_circle()).unwrap();
/// assert_eq!(exact.worth, Ratio::new(3_856_086_575, 19_591_041_024));
/// ```
pub struct TurnSolver {
    state: TurnState,
    plan: EitherPlan,
}

enum EitherPlan {
    Narrow(Narrow),
    Wide(Wide),
}

/// Runs the same code for whichever plan it is.
macro_rules! with_plan {
    ($either:expr, $plan:ident => $body:expr) => {
        match $either {
            EitherPlan::Narrow($plan) => $body,
            EitherPlan::Wide($plan) => $body,
        }
    };
}

impl TurnSolver {
    /// A solver for turns from this state on.
    ///
    /// # Errors
    ///
    /// The faults of [`TurnState::check`].
    pub fn new(state: TurnState) -> Result<Self, Faults> {
        state.check()?;
        let layout = std::array::from_fn(|place| state.faces[state.figure.after(place as u8 + 1).index()]);
        let covered = state.covered.along_chain(state.figure);
        let plan = if state.lasers > 0 || state.pro {
            EitherPlan::Wide(Wide::new(layout, covered, state.pro))
        } else {
            EitherPlan::Narrow(Narrow::new(layout, covered))
        };
        Ok(Self { state, plan })
    }

    /// The state it solves.
    pub const fn state(&self) -> &TurnState {
        &self.state
    }

    /// Only the expected worth: the fastest answer.
    pub fn worth(&self, objective: &Objective<f64>) -> f64 {
        with_plan!(&self.plan, plan => {
            let tables = Tables::fill(plan, plain(objective), self.means(), false);
            Asking { state: &self.state, plan, tables: &tables }.worth()
        })
    }

    /// The turn solved in doubles.
    pub fn solve(&self, objective: &Objective<f64>) -> Solution<f64> {
        let Ok(solution) = self.solve_while(objective, || Ok::<(), Infallible>(()));
        solution
    }

    /// The turn solved in doubles, as long as that is worth it: `proceed` is asked before each stage (see [`TurnState::MAX_STAGES`]).
    ///
    /// # Errors
    ///
    /// The first that `proceed` returns.
    ///
    /// ```
    /// use spielwerk::schraube::{Face, Pile};
    /// use spielwerk_search::schraube::{Objective, TurnSolver, TurnState};
    /// let solver = TurnSolver::new(TurnState::start(Pile::new(0).unwrap(), Face::ALL, 3)).unwrap();
    /// let mut patience = 2;
    /// let solved = solver.solve_while(&Objective::full_circle(), || {
    ///     patience -= 1;
    ///     if patience < 0 { Err("too slow") } else { Ok(()) }
    /// });
    /// assert_eq!(solved, Err("too slow"));
    /// ```
    pub fn solve_while<E>(
        &self,
        objective: &Objective<f64>,
        proceed: impl FnMut() -> Result<(), E>,
    ) -> Result<Solution<f64>, E> {
        with_plan!(&self.plan, plan => {
            let worths = with_ends(plain(objective));
            let tables = Tables::<WithEnds<f64>>::fill_while(plan, worths, self.means(), false, proceed)?;
            Ok(Asking { state: &self.state, plan, tables: &tables }.solve())
        })
    }

    /// Only the best decision: the same as [`Solution::best`] but for decisions of equal worth, and faster.
    pub fn best(&self, objective: &Objective<f64>) -> Option<Decision> {
        let state = settled(&self.state);
        let TurnDice::Unplaced(dice) = state.dice else { return None };
        with_plan!(&self.plan, plan => {
            let tables = Tables::<f64>::fill(plan, plain(objective), self.means(), false);
            Asking { state: &state, plan, tables: &tables }.best(dice).map(|(decision, _)| decision)
        })
    }

    /// The turn solved in exact fractions.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] when 128 bits do not suffice.
    pub fn solve_exact(&self, objective: &Objective<Ratio>) -> Result<Solution<Ratio>, TooLarge> {
        let Ok(solution) = self.solve_exact_while(objective, || Ok::<(), Infallible>(()));
        solution
    }

    /// The exact twin of [`TurnSolver::solve_while`].
    ///
    /// # Errors
    ///
    /// The first that `proceed` returns; inside that, [`TooLarge`] when 128 bits do not suffice.
    pub fn solve_exact_while<E>(
        &self,
        objective: &Objective<Ratio>,
        proceed: impl FnMut() -> Result<(), E>,
    ) -> Result<Result<Solution<Ratio>, TooLarge>, E> {
        let scale = match Scale::new(objective, &self.state) {
            Ok(scale) => scale,
            Err(too_large) => return Ok(Err(too_large)),
        };
        let scaled = with_plan!(&self.plan, plan => {
            let worths = with_ends(scale.worths);
            let tables = Tables::<WithEnds<i128>>::fill_while(plan, worths, self.means(), false, proceed)?;
            Asking { state: &self.state, plan, tables: &tables }.solve()
        });
        Ok(Ok(scale.solution(&scaled, &settled(&self.state))))
    }

    /// The worth of the turn for each number of rerolls from 0 to the state's, for the price of one solution. The state's dice must be
    /// about to be rolled.
    ///
    /// # Panics
    ///
    /// If dice lie unplaced: what they are worth depends on the decision.
    pub fn worth_by_rerolls(&self, objective: &Objective<f64>) -> Vec<f64> {
        with_plan!(&self.plan, plan => {
            let tables = Tables::fill(plan, plain(objective), self.means(), false);
            by_rerolls(&self.state, plan, &tables)
        })
    }

    /// The exact twin of [`TurnSolver::worth_by_rerolls`].
    ///
    /// # Errors
    ///
    /// [`TooLarge`] when 128 bits do not suffice.
    ///
    /// # Panics
    ///
    /// If dice lie unplaced.
    pub fn worth_by_rerolls_exact(&self, objective: &Objective<Ratio>) -> Result<Vec<Ratio>, TooLarge> {
        let scale = Scale::new(objective, &self.state)?;
        let scaled = with_plan!(&self.plan, plan => {
            let tables = Tables::<i128>::fill(plan, scale.worths, self.means(), false);
            by_rerolls(&self.state, plan, &tables)
        });
        let power = |rerolls: usize| scale_power(&TurnState { rerolls_left: rerolls as u8, ..self.state });
        Ok(scaled
            .into_iter()
            .enumerate()
            .map(|(rerolls, worth)| scale.worth(worth, power(rerolls)))
            .collect())
    }

    /// The best decision at every moment of the turn, looked up instead of solved again.
    pub fn policy(&self, objective: &Objective<f64>) -> TurnPolicy<'_> {
        let tables = with_plan!(&self.plan, plan => Tables::fill(plan, plain(objective), self.means(), true));
        TurnPolicy { solver: self, tables }
    }

    fn means(&self) -> Means {
        means(&self.state)
    }
}

/// The best decisions of a whole turn ([`TurnSolver::policy`]).
pub struct TurnPolicy<'a> {
    solver: &'a TurnSolver,
    tables: Tables<f64>,
}

impl TurnPolicy<'_> {
    /// The expected worth from a moment of the same turn on: same figure, faces and variant, means no more than the solver's.
    ///
    /// # Panics
    ///
    /// May panic for a state of another turn.
    pub fn worth(&self, state: &TurnState) -> f64 {
        with_plan!(&self.solver.plan, plan => Asking { state, plan, tables: &self.tables }.worth())
    }

    /// The best decision at a moment of the same turn; `None` before a roll and when the turn moves on by itself.
    ///
    /// # Panics
    ///
    /// May panic for a state of another turn.
    pub fn decide(&self, state: &TurnState) -> Option<Decision> {
        with_plan!(&self.solver.plan, plan => {
            let asking = Asking { state, plan, tables: &self.tables };
            let TurnDice::Unplaced(dice) = state.dice else { return None };
            asking.best(dice).map(|(decision, _)| decision)
        })
    }
}

/// One state of a turn in front of its tables.
struct Asking<'a, P: Plan, N: Number> {
    state: &'a TurnState,
    plan: &'a P,
    tables: &'a Tables<N>,
}

impl<P: Plan, N: Number> Asking<'_, P, N> {
    fn worth(&self) -> N {
        let covered = self.covered(self.state.covered);
        match self.state.dice {
            TurnDice::ToRoll(dice) => self.tables.before(self.plan.group(covered, dice), means(self.state)),
            TurnDice::Unplaced(dice) => self.tables.after(self.plan.slot(covered, dice), means(self.state)),
        }
    }

    /// Calls `visit` with every decision and its worth. Nothing if the turn moves on by itself.
    fn each_decision(&self, dice: Dice, mut visit: impl FnMut(Decision, N)) {
        let TurnState { figure, ref faces, covered, pro, .. } = *self.state;
        if covered == PileSet::ALL {
            return;
        }
        let means = means(self.state);
        let group = self.group(covered, dice);
        let finer = means.rolls();
        let forced = forced_placement(figure, faces, covered, dice);
        if forced.is_none() {
            visit(Decision::Stop, self.tables.stop(group, means));
            if let Some(worth) = self.tables.reroll(group, means) {
                visit(Decision::Reroll, worth);
            }
        }
        let open =
            forced.map_or_else(|| matching_piles(faces, covered, dice), |pile| PileSet::NONE.with(pile));
        for pile in open.iter_from(figure) {
            let slot = self.slot(covered.with(pile), dice.without(faces[pile.index()]));
            visit(Decision::Place(pile), self.tables.after(slot, means).lift(finer));
        }
        if pro && forced.is_none() {
            for pile in covered.complement().iter_from(figure) {
                for sum in dice.sums(faces[pile.index()].pips()) {
                    let slot = self.slot(covered.with(pile), dice.minus(sum));
                    visit(
                        Decision::Sum(pile, sum),
                        self.tables.after(slot, means).lift(finer * u32::from(sum.len())),
                    );
                }
            }
        }
        if means.lasers > 0 {
            for (from, to, turned) in turns(dice) {
                if let Some(worth) = self.tables.turned(group, self.slot(covered, turned), means) {
                    visit(Decision::Laser(from, to), worth);
                }
            }
        }
        if let Some(worth) = self.tables.extra(group, means) {
            visit(Decision::Extra, worth);
        }
    }

    /// The first of the best decisions.
    fn best(&self, dice: Dice) -> Option<(Decision, N)> {
        let mut best: Option<(Decision, N)> = None;
        self.each_decision(dice, |decision, worth| {
            if best.as_ref().is_none_or(|(_, other)| worth.beats(*other)) {
                best = Some((decision, worth));
            }
        });
        best
    }

    fn covered(&self, piles: PileSet) -> u8 {
        piles.along_chain(self.state.figure)
    }

    fn group(&self, covered: PileSet, dice: Dice) -> Group {
        self.plan.group(self.covered(covered), dice.len())
    }

    fn slot(&self, covered: PileSet, dice: Dice) -> usize {
        self.plan.slot(self.covered(covered), dice)
    }
}

impl<P: Plan, N: Unit> Asking<'_, P, WithEnds<N>> {
    fn solve(&self) -> Solution<N> {
        let state = settled(self.state);
        let forced = PileSet::from_bits(state.covered.bits() & !self.state.covered.bits());
        let settled = Asking { state: &state, plan: self.plan, tables: self.tables };
        let mut alternatives = Vec::new();
        let mut best = None;
        if let TurnDice::Unplaced(dice) = state.dice {
            settled.each_decision(dice, |decision, number| {
                alternatives.push(Alternative { decision, worth: number.worth });
            });
            alternatives.sort_by_key(|alternative| alternative.decision);
            best = settled.best(dice);
        }
        let WithEnds { worth, ends } = best.map_or_else(|| settled.worth(), |(_, number)| number);
        Solution { forced, worth, ends, alternatives, best: best.map(|(decision, _)| decision) }
    }
}

/// The state after the placements that S7 makes without asking: all of them, unless a card in hand gives a choice (S14).
fn settled(state: &TurnState) -> TurnState {
    let TurnState { figure, ref faces, covered, dice, .. } = *state;
    match dice {
        TurnDice::Unplaced(dice) if state.lasers == 0 && state.extra_rolls == 0 => {
            let chain = resolve_chain(figure, faces, covered, dice);
            TurnState { covered: chain.covered, dice: TurnDice::Unplaced(chain.dice_left), ..*state }
        }
        _ => *state,
    }
}

const fn means(state: &TurnState) -> Means {
    Means { rerolls: state.rerolls_left, extra_rolls: state.extra_rolls, lasers: state.lasers }
}

fn plain(objective: &Objective<f64>) -> Worths<f64> {
    Worths { ends: objective.ends, laser: objective.laser_price, extra: objective.extra_price }
}

fn with_ends<N: Unit>(worths: Worths<N>) -> Worths<WithEnds<N>> {
    Worths { ends: worths.ends, laser: worths.laser, extra: worths.extra }
}

fn by_rerolls<N: Number>(state: &TurnState, plan: &impl Plan, tables: &Tables<N>) -> Vec<N> {
    let TurnDice::ToRoll(dice) = state.dice else { panic!("dice lie unplaced") };
    let group = plan.group(state.covered.along_chain(state.figure), dice);
    (0..=state.rerolls_left).map(|rerolls| tables.before(group, Means { rerolls, ..means(state) })).collect()
}

/// How worths of this state are scaled in integers: by 6 to this power.
fn scale_power(state: &TurnState) -> u32 {
    let rolls = means(state).rolls();
    match state.dice {
        TurnDice::ToRoll(dice) => u32::from(dice) * (rolls + 1),
        TurnDice::Unplaced(dice) => u32::from(dice.len()) * rolls,
    }
}

/// Exact worths as integers over one denominator.
struct Scale {
    worths: Worths<i128>,
    denominator: i128,
}

impl Scale {
    /// The scale for this objective, if everything that is reckoned from the state on fits.
    fn new(objective: &Objective<Ratio>, state: &TurnState) -> Result<Self, TooLarge> {
        let means = means(state);
        let too_large = TooLarge { rolls: means.rolls() + 1 };
        let Objective { ends, laser_price, extra_price } = *objective;
        let all = ends.into_iter().chain([laser_price, extra_price]);
        let denominator = common_denominator(all.clone()).ok_or(too_large)?;
        let scaled = |ratio: Ratio| ratio.numerator().checked_mul(denominator / ratio.denominator());
        let worths: Worths<i128> = Worths {
            ends: ends.map(|end| scaled(end).unwrap_or(i128::MAX)),
            laser: scaled(laser_price).ok_or(too_large)?,
            extra: scaled(extra_price).ok_or(too_large)?,
        };
        let spent = worths.laser.checked_mul(i128::from(means.lasers));
        let rolled = worths.extra.checked_mul(i128::from(means.extra_rolls));
        let largest =
            worths.ends.iter().map(|end| end.checked_abs()).max().flatten().map(|largest| largest.max(1));
        let dice = 6 - u32::from(state.covered.len());
        let fits = (|| {
            let finest = 6_i128.checked_pow(dice * (means.rolls() + 1))?;
            denominator.checked_mul(finest)?;
            largest?.checked_add(spent?)?.checked_add(rolled?)?.checked_mul(finest)
        })();
        fits.map(|_| Self { worths, denominator }).ok_or(too_large)
    }

    fn worth(&self, scaled: i128, power: u32) -> Ratio {
        // `new` made sure that this product fits.
        Ratio::new(scaled, self.denominator * six_to(power))
    }

    fn solution(&self, scaled: &Solution<i128>, state: &TurnState) -> Solution<Ratio> {
        let power = scale_power(state);
        Solution {
            forced: scaled.forced,
            worth: self.worth(scaled.worth, power),
            ends: scaled.ends.map(|end| Ratio::new(end, six_to(power))),
            alternatives: scaled
                .alternatives
                .iter()
                .map(|&Alternative { decision, worth }| Alternative {
                    decision,
                    worth: self.worth(worth, power),
                })
                .collect(),
            best: scaled.best,
        }
    }
}
