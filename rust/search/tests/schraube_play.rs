//! Optimal play, played: its mean agrees with the solver, and no simple habit beats it.

use std::collections::HashMap;

use spielwerk::common::Uniform;
use spielwerk::schraube::{Dice, Face, Pile, PileSet, matching_piles, resolve_chain};
use spielwerk_search::Random;
use spielwerk_search::schraube::odds::Class;
use spielwerk_search::schraube::{Decision, Objective, Ratio, TurnDice, TurnPolicy, TurnSolver, TurnState};

fn roll(random: &mut Random, count: u8) -> Dice {
    (0..count).map(|_| Face::ALL[random.below(6) as usize]).collect()
}

/// Plays one turn by the policy, die by die, and returns the run and what was paid for cards.
fn play(policy: &TurnPolicy, start: TurnState, prices: (f64, f64), random: &mut Random) -> (u8, f64) {
    let mut state = start;
    let mut paid = 0.0;
    loop {
        if let TurnDice::ToRoll(count) = state.dice {
            state.dice = TurnDice::Unplaced(roll(random, count));
        }
        let TurnDice::Unplaced(dice) = state.dice else { unreachable!() };
        let Some(decision) = policy.decide(&state) else { return (state.covered.run(state.figure), paid) };
        let legal = matching_piles(&state.faces, state.covered, dice);
        match decision {
            Decision::Place(pile) => {
                assert!(legal.contains(pile), "S8");
                state.covered = state.covered.with(pile);
                state.dice = TurnDice::Unplaced(dice.without(state.faces[pile.index()]));
            }
            Decision::Sum(pile, sum) => {
                assert!(state.pro && sum.len() >= 2 && sum.pips() == state.faces[pile.index()].pips(), "S25");
                state.covered = state.covered.with(pile);
                state.dice = TurnDice::Unplaced(dice.minus(sum));
            }
            Decision::Reroll => {
                state.rerolls_left -= 1;
                state.dice = TurnDice::ToRoll(dice.len());
            }
            Decision::Laser(from, to) => {
                state.lasers -= 1;
                paid += prices.0;
                state.dice = TurnDice::Unplaced(dice.without(from).with(to));
            }
            Decision::Extra => {
                state.extra_rolls -= 1;
                paid += prices.1;
                state.dice = TurnDice::ToRoll(dice.len());
            }
            Decision::Stop => return (state.covered.run(state.figure), paid),
        }
    }
}

/// Plays many turns; the mean worth must be the solver's and each end as frequent as it says.
fn agrees(state: TurnState, objective: &Objective<f64>, turns: u32, seed: u64) {
    let solver = TurnSolver::new(state).unwrap();
    let (solution, policy) = (solver.solve(objective), solver.policy(objective));
    let mut random = Random::seeded(seed);
    let (mut sum, mut squares, mut ends) = (0.0, 0.0, [0_u32; 7]);
    for _ in 0..turns {
        let (run, paid) = play(&policy, state, (objective.laser_price, objective.extra_price), &mut random);
        let worth = objective.ends[usize::from(run)] - paid;
        sum += worth;
        squares += worth * worth;
        ends[usize::from(run)] += 1;
    }
    let count = f64::from(turns);
    let mean = sum / count;
    let deviation = ((squares / count - mean * mean) / count).sqrt();
    assert!(
        (mean - solution.worth).abs() < 4.0 * deviation,
        "{mean} ± {deviation} is not {}",
        solution.worth
    );
    for (found, p) in ends.into_iter().zip(solution.ends) {
        // TurnPolicy and solution may part where decisions are equal within rounding; prices keep these objectives free of such ties.
        let z = (f64::from(found) - count * p) / (count * p * (1.0 - p)).sqrt().max(1.0);
        assert!(z.abs() < 5.0, "an end was seen {found} times, expected {}", count * p);
    }
}

fn start(faces: [u8; 6]) -> TurnState {
    TurnState::start(Pile::new(2).unwrap(), faces.map(|pips| Face::new(pips).unwrap()), 3)
}

#[test]
fn played_turns_agree_with_the_solver() {
    agrees(start([1, 2, 3, 4, 5, 6]), &Objective::run(), 200_000, 1);
    agrees(start([1, 1, 2, 3, 4, 5]), &Objective::run(), 200_000, 2);
    agrees(start([6, 6, 1, 6, 6, 3]), &Objective::full_circle(), 200_000, 3);
    let values = Objective::ends([0.0, 2.0, -3.0, 5.0, 1.0, 4.0, 9.0]);
    agrees(start([3, 1, 4, 1, 5, 2]), &values, 200_000, 4);
    let card_in_hand = TurnState { lasers: 1, extra_rolls: 1, ..start([1, 2, 3, 4, 5, 6]) };
    agrees(card_in_hand, &values.with_prices(0.7, 0.6), 100_000, 5);
    let pro = TurnState { lasers: 1, pro: true, ..start([6, 5, 4, 3, 2, 1]) };
    agrees(pro, &values.with_prices(0.7, 0.6), 100_000, 6);
}

/// The long run; `cargo test --release -- --ignored` plays it.
#[test]
#[ignore = "plays five million turns"]
fn a_million_played_turns_agree_with_the_solver() {
    for (seed, faces) in [[1, 2, 3, 4, 5, 6], [1, 1, 2, 3, 4, 5], [1, 2, 1, 2, 1, 2], [1, 1, 1, 1, 1, 2]]
        .into_iter()
        .enumerate()
    {
        agrees(start(faces), &Objective::run(), 1_000_000, 10 + seed as u64);
    }
    agrees(start([1, 2, 3, 4, 5, 6]), &Objective::full_circle(), 1_000_000, 20);
}

/// What a player does with the dice that S8 leaves free, always rolling again while he may.
#[derive(Clone, Copy)]
enum Habit {
    PlaceEverything,
    NeverPlaceFreely,
}

/// The exact mean over ends of a habit, by recursion over covered piles and rerolls.
fn mean_of_habit(
    faces: [Face; 6],
    habit: Habit,
    covered: PileSet,
    rerolls: u8,
    ends: &[f64; 7],
    known: &mut HashMap<(u8, u8), f64>,
) -> f64 {
    let figure = Pile::ALL[5];
    if let Some(&mean) = known.get(&(covered.bits(), rerolls)) {
        return mean;
    }
    let count = 6 - covered.len();
    let mut sum = 0.0;
    for &roll in Dice::all(count) {
        let chain = resolve_chain(figure, &faces, covered, roll);
        let (mut covered, mut dice) = (chain.covered, chain.dice_left);
        if let Habit::PlaceEverything = habit {
            while let Some(pile) = matching_piles(&faces, covered, dice).iter_from(figure).next() {
                covered = covered.with(pile);
                dice = dice.without(faces[pile.index()]);
            }
        }
        let worth = if rerolls == 0 || dice.is_empty() {
            ends[usize::from(covered.run(figure))]
        } else {
            mean_of_habit(faces, habit, covered, rerolls - 1, ends, known)
        };
        sum += f64::from(roll.ways()) * worth;
    }
    let mean = sum / 6_f64.powi(i32::from(count));
    known.insert((covered.bits(), rerolls), mean);
    mean
}

#[test]
fn no_habit_beats_the_solver() {
    // Known means of both habits, expected run with two rerolls.
    let anchors = [
        ("123456", 2.979_127, 3.319_577),
        ("123451", 3.213_317, 3.311_199),
        ("123123", 3.154_980, 3.195_670),
        ("111222", 2.499_369, 2.665_982),
        ("111111", 2.527_778, 2.527_778),
    ];
    let run = Objective::run();
    let mut seen = 0;
    for class in Class::all() {
        let faces = class.faces();
        let best = TurnSolver::new(TurnState::start(Pile::ALL[5], faces, 3)).unwrap();
        for objective in [run, Objective::full_circle()] {
            let [everything, nothing] = [Habit::PlaceEverything, Habit::NeverPlaceFreely].map(|habit| {
                mean_of_habit(faces, habit, PileSet::NONE, 2, &objective.ends, &mut HashMap::new())
            });
            let worth = best.worth(&objective);
            assert!(
                worth >= everything - 1e-12 && worth >= nothing - 1e-12,
                "{class}: {worth} {everything} {nothing}"
            );
            if let Some(anchor) =
                anchors.iter().find(|anchor| objective == run && anchor.0 == class.to_string())
            {
                assert!((everything - anchor.1).abs() < 1e-6 && (nothing - anchor.2).abs() < 1e-6, "{class}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, anchors.len());
}

#[test]
fn holding_a_die_back_can_be_right() {
    // Roll 3 4 5 6 6 6, nothing covered, two rerolls: cover only card 3 and roll the rest.
    let state = |covered: PileSet, dice: &[u8]| TurnState {
        covered,
        dice: TurnDice::Unplaced(Dice::from_pips(dice).unwrap()),
        ..TurnState::start(Pile::ALL[5], Face::ALL, 3)
    };
    let worth = |state| TurnSolver::new(state).unwrap().solve(&Objective::<f64>::run());
    let solution = worth(state(PileSet::NONE, &[3, 4, 5, 6, 6, 6]));
    assert!((solution.worth - 2.726).abs() < 5e-4);
    assert_eq!(solution.best, Some(Decision::Place(Pile::ALL[2])));
    let after = worth(state(PileSet::NONE.with(Pile::ALL[2]), &[4, 5, 6, 6, 6]));
    assert_eq!(after.best, Some(Decision::Reroll));
    let everything = PileSet::from_bits(0b11_1100);
    assert!((worth(state(everything, &[6, 6])).worth - 1.301).abs() < 5e-4);
    // For the full circle too: 111112 after 1 2 6 6 6 6 leaves the rare 2 unplaced.
    let faces = [1, 1, 1, 1, 1, 2].map(|pips| Face::new(pips).unwrap());
    let rare = TurnState { faces, ..state(PileSet::NONE.with(Pile::ALL[0]), &[2, 6, 6, 6, 6]) };
    let solution = TurnSolver::new(rare).unwrap().solve(&Objective::full_circle());
    let of = |decision| solution.alternatives.iter().find(|found| found.decision == decision).unwrap().worth;
    assert_eq!(solution.best, Some(Decision::Reroll));
    assert!(
        (of(Decision::Reroll) - 0.009_387).abs() < 5e-7
            && (of(Decision::Place(Pile::ALL[5])) - 0.008_717).abs() < 5e-7
    );
}

#[test]
fn impossible_turns_are_refused_with_every_fault() {
    let good = TurnState::start(Pile::ALL[0], Face::ALL, 3);
    let slugs = |state: TurnState| -> Vec<&'static str> {
        state
            .check()
            .err()
            .map_or(Vec::new(), |faults| faults.as_slice().iter().map(|fault| fault.slug).collect())
    };
    assert_eq!(slugs(good), [""; 0]);
    let covered = PileSet::from_bits(0b11);
    assert_eq!(slugs(TurnState { covered, ..good }), ["too_many_dice"]);
    assert_eq!(slugs(TurnState { dice: TurnDice::ToRoll(3), covered, ..good }), ["dice_missing"]);
    assert_eq!(slugs(TurnState { dice: TurnDice::ToRoll(3), covered, pro: true, ..good }), [""; 0]);
    assert_eq!(
        slugs(TurnState { dice: TurnDice::ToRoll(0), covered: PileSet::ALL, ..good }),
        ["nothing_to_roll"]
    );
    let greedy = TurnState { rerolls_left: 9, lasers: 40, extra_rolls: 3, dice: TurnDice::ToRoll(7), ..good };
    assert_eq!(slugs(greedy), ["too_many_dice", "too_many_rolls", "too_many_cards"]);
    assert_eq!(TurnSolver::new(greedy).err(), greedy.check().err());
    let endless =
        Objective { extra_price: f64::NAN, ..Objective::ends([0.0, 1.0, f64::INFINITY, 3.0, 4.0, 5.0, 6.0]) };
    let faults = endless.check().unwrap_err();
    let found: Vec<_> = faults.as_slice().iter().map(|fault| (fault.path.as_str(), fault.slug)).collect();
    assert_eq!(found, [("ends[2]", "not_finite"), ("extra_price", "not_finite")]);
    assert!(Objective::<f64>::run().check().is_ok());
    // Finite numbers whose sums are not.
    let huge = Objective::ends([-1e308, 1e308, 1e300, -1e300, 0.0, 0.0, 0.0]).with_prices(0.0, 1e301);
    let faults = huge.check().unwrap_err();
    let found: Vec<_> = faults.as_slice().iter().map(|fault| (fault.path.as_str(), fault.slug)).collect();
    let paths = ["ends[0]", "ends[1]", "extra_price"];
    assert_eq!(found, paths.map(|path| (path, "worth_too_large")));
}

#[test]
fn exact_answers_say_when_they_do_not_fit() {
    let most = TurnState { rerolls_left: 7, ..TurnState::start(Pile::ALL[0], Face::ALL, 3) };
    let solver = TurnSolver::new(most).unwrap();
    assert!(solver.solve_exact(&Objective::run()).is_ok(), "eight rolls fit");
    let huge = Objective::ends([Ratio::from(1_000_000_000); 7]);
    assert_eq!(solver.solve_exact(&huge).unwrap_err().rolls, 8);
    let nine = TurnSolver::new(TurnState { rerolls_left: 8, ..most }).unwrap();
    assert_eq!(nine.solve_exact(&Objective::run()).unwrap_err().rolls, 9);
    assert!(nine.worth_by_rerolls_exact(&Objective::run()).is_err());
    assert!(nine.worth(&Objective::run()) > solver.worth(&Objective::run()));
    let odd = Objective::ends([2, 3, 5, 7, 11, 13, 17].map(|prime| Ratio::new(1, i128::from(prime).pow(30))));
    assert!(solver.solve_exact(&odd).is_err(), "no common denominator fits");
}
