//! The turn solver against a plain recursion over the rule book that shares no code with it: lists for dice, arrays for piles, every
//! decision of S7 to S14 and S25 one by one.

use std::collections::HashMap;

use spielwerk::common::Uniform;
use spielwerk::schraube::{Dice, Face, Pile, PileSet};
use spielwerk_search::Random;
use spielwerk_search::schraube::{Decision, Objective, Ratio, TurnDice, TurnSolver, TurnState};

/// A moment after a roll. Dice are sorted pips.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Moment {
    covered: [bool; 6],
    dice: Vec<u8>,
    rerolls: u8,
    lasers: u8,
    extras: u8,
}

struct Plain {
    figure: usize,
    faces: [u8; 6],
    pro: bool,
    objective: Objective<f64>,
    rolls: Vec<Vec<(Vec<u8>, f64)>>,
    known: HashMap<Moment, f64>,
}

/// All sorted rolls of `count` dice with their probability, by rolling every ordered one.
fn all_rolls(count: u32) -> Vec<(Vec<u8>, f64)> {
    let mut found: HashMap<Vec<u8>, f64> = HashMap::new();
    let total = 6_u32.pow(count);
    for code in 0..total {
        let mut roll: Vec<u8> = (0..count).map(|die| (code / 6_u32.pow(die) % 6) as u8 + 1).collect();
        roll.sort_unstable();
        *found.entry(roll).or_default() += 1.0 / f64::from(total);
    }
    found.into_iter().collect()
}

impl Plain {
    fn new(state: &TurnState, objective: Objective<f64>) -> Self {
        Self {
            figure: state.figure.index(),
            faces: state.faces.map(Face::pips),
            pro: state.pro,
            objective,
            rolls: (0..=6).map(all_rolls).collect(),
            known: HashMap::new(),
        }
    }

    fn run(&self, covered: [bool; 6]) -> usize {
        (1..=6).take_while(|step| covered[(self.figure + step) % 6]).count()
    }

    fn before_roll(&mut self, moment: &Moment) -> f64 {
        let rolls = self.rolls[moment.dice.len()].clone();
        rolls.into_iter().map(|(dice, p)| p * self.worth(&Moment { dice, ..moment.clone() })).sum()
    }

    fn worth(&mut self, moment: &Moment) -> f64 {
        if let Some(&known) = self.known.get(moment) {
            return known;
        }
        let options = self.options(moment);
        let best = options.iter().map(|&(_, worth)| worth).fold(f64::NEG_INFINITY, f64::max);
        let best = if options.is_empty() { self.objective.ends[6] } else { best };
        self.known.insert(moment.clone(), best);
        best
    }

    /// Every decision with its worth; none when all six piles are covered.
    fn options(&mut self, moment: &Moment) -> Vec<(Decision, f64)> {
        if moment.covered == [true; 6] {
            return Vec::new();
        }
        let run = self.run(moment.covered);
        let next = (self.figure + run + 1) % 6;
        let forced = moment.dice.contains(&self.faces[next]);
        let mut options = Vec::new();
        for pile in 0..6 {
            if moment.covered[pile] || (forced && pile != next) {
                continue;
            }
            let name = Pile::new(pile as u8).unwrap();
            if moment.dice.contains(&self.faces[pile]) {
                let after = placed(moment, pile, &[self.faces[pile]]);
                options.push((Decision::Place(name), self.worth(&after)));
            }
            if self.pro && !forced {
                for sum in subsets(&moment.dice) {
                    if sum.len() >= 2 && sum.iter().sum::<u8>() == self.faces[pile] {
                        let after = placed(moment, pile, &sum);
                        let dice = Dice::from_pips(&sum).unwrap();
                        options.push((Decision::Sum(name, dice), self.worth(&after)));
                    }
                }
            }
        }
        if !forced {
            options.push((Decision::Stop, self.objective.ends[run]));
            if moment.rerolls > 0 && !moment.dice.is_empty() {
                let after = Moment { rerolls: moment.rerolls - 1, ..moment.clone() };
                options.push((Decision::Reroll, self.before_roll(&after)));
            }
        }
        if moment.extras > 0 && !moment.dice.is_empty() {
            let after = Moment { extras: moment.extras - 1, ..moment.clone() };
            options.push((Decision::Extra, self.before_roll(&after) - self.objective.extra_price));
        }
        if moment.lasers > 0 {
            let mut from: Vec<u8> = moment.dice.clone();
            from.dedup();
            for from in from {
                for to in (1..=6).filter(|&to| to != from) {
                    let mut dice = moment.dice.clone();
                    *dice.iter_mut().find(|die| **die == from).unwrap() = to;
                    dice.sort_unstable();
                    let after = Moment { dice, lasers: moment.lasers - 1, ..moment.clone() };
                    let [from, to] = [from, to].map(|pips| Face::new(pips).unwrap());
                    options
                        .push((Decision::Laser(from, to), self.worth(&after) - self.objective.laser_price));
                }
            }
        }
        options
    }
}

fn placed(moment: &Moment, pile: usize, used: &[u8]) -> Moment {
    let mut after = moment.clone();
    after.covered[pile] = true;
    for die in used {
        let place = after.dice.iter().position(|other| other == die).unwrap();
        after.dice.remove(place);
    }
    after
}

/// Every distinct sub-list of sorted dice.
fn subsets(dice: &[u8]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = (0..1_u32 << dice.len())
        .map(|mask| (0..dice.len()).filter(|die| mask & (1 << die) != 0).map(|die| dice[die]).collect())
        .collect();
    found.sort();
    found.dedup();
    found
}

fn compare(state: TurnState, objective: Objective<f64>) {
    let mut plain = Plain::new(&state, objective);
    let solver = TurnSolver::new(state).unwrap();
    let solution = solver.solve(&objective);
    let covered = Pile::ALL.map(|pile| state.covered.contains(pile));
    let moment = |dice| Moment {
        covered,
        dice,
        rerolls: state.rerolls_left,
        lasers: state.lasers,
        extras: state.extra_rolls,
    };
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let context = format!("{state:?} {objective:?}");
    match state.dice {
        TurnDice::ToRoll(count) => {
            let worth = plain.before_roll(&moment(vec![0; usize::from(count)]));
            assert!(close(solution.worth, worth), "{} is not {worth}: {context}", solution.worth);
            assert!(
                solution.alternatives.is_empty()
                    && solution.best.is_none()
                    && solver.best(&objective).is_none()
            );
        }
        TurnDice::Unplaced(dice) => {
            let mut moment = moment(dice.iter().map(Face::pips).collect());
            let worth = plain.worth(&moment);
            assert!(close(solution.worth, worth), "{} is not {worth}: {context}", solution.worth);
            // The solver goes on to the first moment with a choice.
            for pile in solution.forced.iter_from(state.figure) {
                assert_eq!(plain.options(&moment).len(), 1, "only forced placements are made: {context}");
                moment = placed(&moment, pile.index(), &[state.faces[pile.index()].pips()]);
            }
            let mut options = plain.options(&moment);
            options.sort_by_key(|&(decision, _)| decision);
            let found: Vec<_> =
                solution.alternatives.iter().map(|found| (found.decision, found.worth)).collect();
            assert_eq!(found.len(), options.len(), "{found:?} {options:?} {context}");
            for (found, expected) in found.iter().zip(&options) {
                assert!(
                    found.0 == expected.0 && close(found.1, expected.1),
                    "{found:?} {expected:?} {context}"
                );
            }
            if let Some(best) = solution.best {
                assert!(
                    options.iter().any(|&(decision, at)| decision == best && close(at, worth)),
                    "{context}"
                );
            }
        }
    }
    assert!(close(solution.ends.iter().sum(), 1.0), "ends sum to one: {context}");
    let free_cards = objective.laser_price == 0.0 && objective.extra_price == 0.0;
    let by_ends: f64 = solution.ends.iter().zip(objective.ends).map(|(p, worth)| p * worth).sum();
    assert!(!free_cards || close(by_ends, solution.worth), "the ends make up the worth: {context}");
    assert!(close(solver.worth(&objective), solution.worth));
    assert!(close(solver.policy(&objective).worth(&state), solution.worth));
}

/// A random moment with at most `dice` unplaced dice.
fn random_state(random: &mut Random, dice: u8, pro: bool) -> TurnState {
    let mut face = || Face::ALL[random.below(6) as usize];
    let faces = std::array::from_fn(|_| face());
    let roll: Vec<Face> = (0..6).map(|_| face()).collect();
    let mut covered = PileSet::NONE;
    while covered.len() < 6 - dice {
        covered = covered.with(Pile::ALL[random.below(6) as usize]);
    }
    let dice = if pro { random.below(u64::from(dice) + 1) as u8 } else { dice };
    let rolled = random.below(3) > 0 || dice == 0;
    TurnState {
        figure: Pile::ALL[random.below(6) as usize],
        faces,
        covered,
        dice: if rolled {
            TurnDice::Unplaced(roll[..usize::from(dice)].iter().copied().collect())
        } else {
            TurnDice::ToRoll(dice)
        },
        rerolls_left: random.below(3) as u8,
        lasers: random.below(3) as u8,
        extra_rolls: random.below(2) as u8,
        pro,
    }
}

fn random_objective(random: &mut Random) -> Objective<f64> {
    match random.below(4) {
        0 => Objective::full_circle(),
        1 => Objective::run(),
        2 => Objective::stop_at(random.below(7) as u8),
        _ => Objective::ends(std::array::from_fn(|_| random.below(41) as f64 - 20.0))
            .with_prices(random.below(5) as f64, random.below(5) as f64),
    }
}

#[test]
fn small_turns_are_solved_as_the_recursion_solves_them() {
    let mut random = Random::seeded(31);
    for round in 0..300 {
        let state = random_state(&mut random, 1 + (round % 4) as u8, false);
        compare(state, random_objective(&mut random));
    }
}

#[test]
fn small_pro_turns_are_solved_as_the_recursion_solves_them() {
    let mut random = Random::seeded(32);
    for round in 0..150 {
        let state = random_state(&mut random, 1 + (round % 4) as u8, true);
        compare(state, random_objective(&mut random));
    }
}

#[test]
fn whole_turns_are_solved_as_the_recursion_solves_them() {
    let mut random = Random::seeded(33);
    for pro in [false, false, true] {
        let mut state = random_state(&mut random, 6, pro);
        (state.dice, state.rerolls_left) = (TurnDice::ToRoll(6), 1);
        (state.lasers, state.extra_rolls) = (u8::from(!pro), 0);
        compare(state, random_objective(&mut random));
    }
}

#[test]
fn fractions_agree_with_doubles() {
    let mut random = Random::seeded(34);
    for round in 0..60 {
        let state = random_state(&mut random, 1 + (round % 6) as u8, round % 3 == 0);
        let objective = random_objective(&mut random);
        let ratio = |worth: f64| Ratio::new((worth * 2.0) as i128, 6);
        let exact = Objective {
            ends: objective.ends.map(ratio),
            laser_price: ratio(objective.laser_price),
            extra_price: ratio(objective.extra_price),
        };
        let solver = TurnSolver::new(state).unwrap();
        let (fraction, double) = (solver.solve_exact(&exact).unwrap(), solver.solve(&objective));
        let close = |a: Ratio, b: f64| assert!((a.to_f64() - b).abs() < 1e-9, "{a} is not {b}: {state:?}");
        close(fraction.worth, double.worth / 3.0);
        assert_eq!((fraction.forced, fraction.best), (double.forced, double.best), "{state:?}");
        fraction.ends.into_iter().zip(double.ends).for_each(|(a, b)| close(a, b));
        assert_eq!(fraction.alternatives.len(), double.alternatives.len());
        for (a, b) in fraction.alternatives.iter().zip(&double.alternatives) {
            assert_eq!(a.decision, b.decision);
            close(a.worth, b.worth / 3.0);
        }
    }
}
