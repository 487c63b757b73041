//! `SolveTurn`: the best way to play a turn.

use spielwerk::schraube::{Dice, Face, PILES, Pile, PileSet};
use spielwerk_search::schraube::{
    Decision, Objective, Ratio, Solution, TurnDice, TurnNumbers, TurnSolver, TurnState,
};

use super::convert::{read_dice, read_face, read_list, read_pile, write_pile};
use crate::answer::Call;
use crate::messages::spielwerk::v1::{
    SchraubeAlternative, SchraubeObjective, SchraubeRoll, SchraubeServiceSolveTurnRequest,
    SchraubeServiceSolveTurnResponse, SchraubeTurn, SchraubeWorth, schraube_turn,
};
use crate::problem::{Path, Problems};
use crate::reading::required;
use crate::{Status, limits};

/// Answers `SolveTurn`.
pub(crate) fn solve_turn(
    request: &SchraubeServiceSolveTurnRequest,
    call: &mut Call<'_>,
) -> Result<SchraubeServiceSolveTurnResponse, Status> {
    let mut problems = Problems::default();
    let path = Path::Root.field("turn");
    let state = required(request.turn.as_ref(), &path, &mut problems)
        .and_then(|turn| read_turn(turn, &path, &mut problems));
    let path = Path::Root.field("objective");
    let chance = SchraubeObjective::default();
    let objective = read_objective(request.objective.as_ref().unwrap_or(&chance), &path, &mut problems);
    let whole = match (&objective, request.exact) {
        (Some(objective), true) => Some(read_whole(objective, &path, &mut problems)),
        _ => None,
    };
    let (state, objective) = problems.into_result(state.zip(objective))?;

    let solver = TurnSolver::new(state).map_err(|faults| {
        let mut problems = Problems::default();
        problems.faults(&Path::Root.field("turn"), &faults, str::to_owned);
        problems.into_status()
    })?;
    let proceed = || call.budget.check();
    let solution = solver.solve_while(&objective, proceed)?;
    let Some(whole) = whole.flatten() else { return Ok(write(&state, &solution, None)) };
    let exact = solver.solve_exact_while(&whole, proceed)?.map_err(|too_large| {
        let mut problems = Problems::default();
        problems.add(&Path::Root.field("exact"), "too_large", too_large);
        problems.into_status()
    })?;
    Ok(write(&state, &solution, Some(&exact)))
}

fn read_turn(turn: &SchraubeTurn, path: &Path<'_>, problems: &mut Problems) -> Option<TurnState> {
    let figure = read_pile(turn.figure, &path.field("figure"), problems);
    let faces = read_list(&turn.faces, &path.field("faces"), problems, read_face)
        .and_then(|faces| read_six(&faces, &path.field("faces"), problems));
    let covered = read_covered(&turn.covered, &path.field("covered"), problems);
    let (dice, to_roll) = match &turn.dice {
        None => {
            problems.add(path, "required", "either to_roll or unplaced has to be set");
            (None, None)
        }
        Some(schraube_turn::Dice::ToRoll(count)) => (Some(Dice::NONE), Some(*count)),
        Some(schraube_turn::Dice::Unplaced(SchraubeRoll { dice })) => {
            (read_dice(dice, &path.field("unplaced").field("dice"), problems), None)
        }
    };
    let stages = [turn.lasers, turn.extra_rolls, turn.rerolls_left]
        .into_iter()
        .fold(1, |stages: usize, count| stages.saturating_mul(count as usize + 1));
    if stages > limits::TURN_STAGES.most() {
        problems.over(path, limits::TURN_STAGES, stages);
        return None;
    }
    let state = TurnState {
        covered: covered?,
        dice: TurnDice::Unplaced(dice?),
        pro: turn.pro,
        ..TurnState::start(figure?, faces?, 1)
    };
    let SchraubeTurn { rerolls_left, lasers, extra_rolls, .. } = *turn;
    state
        .with(TurnNumbers { to_roll, rerolls_left, lasers, extra_rolls })
        .map_err(|faults| problems.faults(path, &faults, str::to_owned))
        .ok()
}

fn read_six(faces: &[Face], path: &Path<'_>, problems: &mut Problems) -> Option<[Face; PILES]> {
    let six = faces.try_into().ok();
    if six.is_none() {
        problems.add(
            path,
            "wrong_face_count",
            format_args!("{} faces; there are six piles (S4)", faces.len()),
        );
    }
    six
}

fn read_covered(numbers: &[u32], path: &Path<'_>, problems: &mut Problems) -> Option<PileSet> {
    let piles: Vec<Pile> = read_list(numbers, path, problems, read_pile)?;
    let set: PileSet = piles.iter().copied().collect();
    if usize::from(set.len()) != piles.len() {
        problems.add(path, "covered_twice", "a pile is named twice (S7)");
        return None;
    }
    Some(set)
}

fn read_objective(
    objective: &SchraubeObjective,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Objective<f64>> {
    let ends = match objective.ends.as_slice() {
        [] => Objective::full_circle().ends,
        &[empty, one, two, three, four, five, full] => [empty, one, two, three, four, five, full],
        ends => {
            let message = format!("{} worths; a turn has seven ends (S15)", ends.len());
            problems.add(&path.field("ends"), "wrong_end_count", message);
            return None;
        }
    };
    let read = Objective { ends, laser_price: objective.laser_price, extra_price: objective.extra_price };
    read.check().map_err(|faults| problems.faults(path, &faults, str::to_owned)).ok().map(|()| read)
}

/// The objective in exact numbers.
fn read_whole(
    objective: &Objective<f64>,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Objective<Ratio>> {
    let mut read = |worth: f64| {
        if worth.fract() == 0.0 && worth.abs() <= f64::from(i32::MAX) {
            return Some(Ratio::from(worth as i32));
        }
        problems.add(path, "not_whole", format_args!("{worth}: exact answers need whole numbers of 32 bits"));
        None
    };
    let ends = objective.ends.map(&mut read);
    let prices = [objective.laser_price, objective.extra_price].map(&mut read);
    let [laser_price, extra_price] = prices;
    let mut whole = [Ratio::from(0); 7];
    for (place, end) in whole.iter_mut().zip(ends) {
        *place = end?;
    }
    Some(Objective { ends: whole, laser_price: laser_price?, extra_price: extra_price? })
}

fn write(
    state: &TurnState,
    solution: &Solution<f64>,
    exact: Option<&Solution<Ratio>>,
) -> SchraubeServiceSolveTurnResponse {
    let worth = |value: f64, exact: Option<Ratio>| SchraubeWorth {
        value,
        exact: exact.map_or_else(String::new, |exact| exact.to_string()),
    };
    // With exact answers at hand these decide: doubles that should be equal may differ in their last bit.
    let best = exact.map_or(solution.best, |exact| exact.best);
    let position = |best: Decision| solution.alternatives.iter().position(|one| one.decision == best);
    let alternatives = solution.alternatives.iter().enumerate().map(|(index, one)| SchraubeAlternative {
        decision: one.decision.to_string(),
        worth: Some(worth(one.worth, exact.map(|exact| exact.alternatives[index].worth))),
    });
    let ends =
        solution.ends.iter().enumerate().map(|(run, &end)| worth(end, exact.map(|exact| exact.ends[run])));
    SchraubeServiceSolveTurnResponse {
        forced: solution.forced.iter_from(state.figure).map(write_pile).collect(),
        worth: Some(worth(solution.worth, exact.map(|exact| exact.worth))),
        ends: ends.collect(),
        alternatives: alternatives.collect(),
        best: best.and_then(position).map(|index| index as u32),
    }
}
