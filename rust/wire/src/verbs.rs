//! What the services do, written once for all games.

use spielwerk::common::{Approved, StepOf, Violation};

use crate::answer::Call;
use crate::game::Game;
use crate::messages::google::rpc;
use crate::messages::spielwerk::v1;
use crate::problem::{Path, Problems};
use crate::reading::{Said, Spoken, read_all, read_list_limit, read_move, read_position, read_seat};
use crate::writing::{write_impossible, write_verdict, write_violations, write_words};
use crate::{Status, Tally, limits};

/// How many items of a batch are answered between two looks at the budget: some tens of microseconds.
const ITEMS_AT_ONCE: usize = 64;

/// How many moves on one position are judged between two looks at the budget.
const MOVES_AT_ONCE: usize = 1024;

/// How many steps are replayed between two looks at the budget.
const STEPS_AT_ONCE: usize = 64;

/// The verdict of a position on an attempt.
pub(crate) type Judged<G> = Result<Approved<G>, Vec<<G as spielwerk::common::Position>::Illegal>>;

/// Counts the verdict about one move.
pub(crate) fn count<G: Game, T>(tally: &mut Tally, verdict: &Result<T, Vec<G::Illegal>>) {
    tally.items += 1;
    match verdict {
        Ok(_) => tally.count(G::INFO.name, Tally::LEGAL),
        Err(broken) => broken.iter().for_each(|broken| tally.count(G::INFO.name, broken.slug())),
    }
}

/// What came of a move, of events, or of both.
pub(crate) struct Outcome<G: Game> {
    /// The verdict on the move, when there was one.
    pub(crate) verdict: Option<v1::Verdict>,
    /// What a legal move brings.
    pub(crate) score: Option<G::ScoreMessage>,
    /// The next position, when it is asked for.
    pub(crate) next: Option<G::StateMessage>,
    /// What happened by itself.
    pub(crate) happenings: Vec<G::HappeningMessage>,
}

impl<G: Game> Outcome<G> {
    /// A move that is not legal.
    fn refused(verdict: Option<v1::Verdict>) -> Self {
        Self { verdict, score: None, next: None, happenings: Vec::new() }
    }
}

/// `CheckMove` for games in which a move needs nothing but its position.
pub(crate) fn check<G: Game>(
    position: Option<&G::PositionMessage>,
    chosen: Option<&G::MoveMessage>,
    want_next: bool,
    tally: &mut Tally,
) -> Result<Outcome<G>, Status> {
    let mut problems = Problems::default();
    let position = read_position::<G>(position, &Path::Root.field("position"), &mut problems);
    let spoken = read_move::<G>(chosen, &Path::Root.field("move"), &mut problems);
    let (mut position, spoken) = problems.into_result(position.zip(spoken))?;

    let judged = position.check(&spoken.here(&position));
    count::<G, _>(tally, &judged);
    let verdict = Some(write_verdict(&judged));
    let Ok(approved) = judged else { return Ok(Outcome::refused(verdict)) };
    let score = Some(position.write_score(&approved.score));
    let next = want_next.then(|| {
        position.play(approved.chosen);
        position.write_state()
    });
    Ok(Outcome { verdict, score, next, happenings: Vec::new() })
}

/// Answers the items of a batch one by one.
pub(crate) fn check_items<Item, Reply>(
    items: &[Item],
    call: &mut Call<'_>,
    answer: impl Fn(&Item, &mut Tally) -> Result<Reply, Status>,
) -> Result<Vec<Result<Reply, rpc::Status>>, Status> {
    let mut replies = Vec::with_capacity(items.len());
    for chunk in items.chunks(ITEMS_AT_ONCE) {
        call.budget.check()?;
        replies.extend(
            chunk.iter().map(|item| answer(item, &mut call.tally).map_err(|status| status.to_message())),
        );
    }
    Ok(replies)
}

/// Notes what is wrong with a batch as a whole.
pub(crate) fn check_envelope(items: usize, has_shared: bool, problems: &mut Problems) {
    if items > limits::ITEMS.most() {
        problems.over(&Path::Root.field("items"), limits::ITEMS, items);
    }
    if items == 0 && !has_shared {
        problems.add(&Path::Root, "required", "either items or shared has to be set");
    }
}

/// Verdicts in packed columns.
pub(crate) struct Columns {
    /// Whether each move is legal.
    pub(crate) legal: Vec<bool>,
    /// The broken rules of each move as bits.
    pub(crate) violations: Vec<u32>,
}

/// Judges many attempts on the same ground.
pub(crate) fn judge_all<G: Game, A, T>(
    attempts: &[A],
    call: &mut Call<'_>,
    mut judge: impl FnMut(&A) -> Result<T, Vec<G::Illegal>>,
    mut note: impl FnMut(Option<T>),
) -> Result<Columns, Status> {
    let mut legal = Vec::with_capacity(attempts.len());
    let mut violations = Vec::with_capacity(attempts.len());
    for chunk in attempts.chunks(MOVES_AT_ONCE) {
        call.budget.check()?;
        for attempt in chunk {
            let verdict = judge(attempt);
            count::<G, _>(&mut call.tally, &verdict);
            legal.push(verdict.is_ok());
            let broken = verdict.as_ref().err().map_or(&[][..], Vec::as_slice);
            violations.push(broken.iter().map(G::violation_bit).fold(0, |bits, bit| bits | bit));
            note(verdict.ok());
        }
    }
    Ok(Columns { legal, violations })
}

/// A position and attempts that are all made there.
pub(crate) type Shared<G> = (G, Vec<Spoken<<G as spielwerk::common::Position>::Attempt>>);

/// Reads many attempts on one position.
pub(crate) fn read_shared<G: Game>(
    position: Option<&G::PositionMessage>,
    moves: &[G::MoveMessage],
    problems: &mut Problems,
) -> Option<Shared<G>> {
    let path = Path::Root.field("shared");
    let position = read_position::<G>(position, &path.field("position"), problems);
    let attempts = read_all(moves, &path.field("moves"), limits::SHARED_MOVES, problems, G::read_move);
    position.zip(attempts)
}

/// Judges many attempts on one position.
pub(crate) fn check_shared<G: Game>(
    (position, attempts): &Shared<G>,
    call: &mut Call<'_>,
) -> Result<Columns, Status> {
    judge_all::<G, _, _>(attempts, call, |attempt| position.check(&attempt.here(position)), drop)
}

/// The legal moves of a position, cut at a limit.
pub(crate) struct List<G: Game> {
    pub(crate) total: u64,
    pub(crate) truncated: bool,
    pub(crate) moves: Vec<G::MoveMessage>,
    pub(crate) text: Vec<String>,
    pub(crate) actions: Option<v1::ActionWords>,
}

/// `ListMoves` for games whose moves are listed one by one.
pub(crate) fn list<G: Game>(
    position: Option<&G::PositionMessage>,
    limit: u32,
    want_text: bool,
    want_actions: bool,
) -> Result<List<G>, Status> {
    let mut problems = Problems::default();
    let position = read_position::<G>(position, &Path::Root.field("position"), &mut problems);
    let limit = read_list_limit(limit, &mut problems);
    let (position, limit) = problems.into_result(position.zip(limit))?;
    let moves = position.legal_moves();
    let shown = &moves[..moves.len().min(limit)];
    Ok(List {
        total: moves.len() as u64,
        truncated: shown.len() < moves.len(),
        moves: shown.iter().map(|&chosen| G::write_move(chosen)).collect(),
        text: if want_text { shown.iter().map(ToString::to_string).collect() } else { Vec::new() },
        actions: want_actions.then(|| write_words(shown.iter().map(|&chosen| G::word(chosen)))),
    })
}

/// `PlayMove`: plays a move, when there is one, and applies the events that follow, told in the field `events_field`.
pub(crate) fn play<G: Game>(
    position: Option<&G::PositionMessage>,
    chosen: Option<&G::MoveMessage>,
    events: &[G::EventMessage],
    events_field: &'static str,
    judge: impl FnOnce(&G, &G::Attempt, &mut Problems) -> Option<Judged<G>>,
    call: &mut Call<'_>,
) -> Result<Outcome<G>, Status> {
    let mut problems = Problems::default();
    let position = read_position::<G>(position, &Path::Root.field("position"), &mut problems);
    let spoken = chosen.map(|chosen| G::read_move(chosen, &Path::Root.field("move"), &mut problems));
    let path = Path::Root.field(events_field);
    let events_read = read_all(events, &path, limits::RECORD_STEPS, &mut problems, G::read_event);
    if chosen.is_none() && events.is_empty() {
        problems.add(&Path::Root, "required", format_args!("a move, {events_field} or both have to be set"));
    }
    let judged = match (&position, &spoken) {
        (Some(position), Some(Some(spoken))) => judge(position, &spoken.here(position), &mut problems),
        _ => None,
    };
    let (mut position, events) = problems.into_result(position.zip(events_read))?;

    let (mut verdict, mut score, mut happenings) = (None, None, Vec::new());
    if let Some(judged) = judged {
        count::<G, _>(&mut call.tally, &judged);
        verdict = Some(write_verdict(&judged));
        let Ok(approved) = judged else { return Ok(Outcome::refused(verdict)) };
        score = Some(position.write_score(&approved.score));
        happenings.extend(position.write_happenings(&StepOf::Move(approved.chosen)));
        position.play(approved.chosen);
    }
    for (index, event) in events.into_iter().enumerate() {
        if index % STEPS_AT_ONCE == 0 {
            call.budget.check()?;
        }
        let before = position.clone();
        if let Err(faults) = position.try_apply(&event) {
            let mut problems = Problems::default();
            problems.faults(&path.index(index), &faults, str::to_owned);
            return Err(problems.into_status());
        }
        happenings.extend(before.write_happenings(&StepOf::Event(event)));
    }
    Ok(Outcome { verdict, score, next: Some(position.write_state()), happenings })
}

/// Reads what `ViewPosition` asks for.
pub(crate) fn read_view<G: Game>(
    position: Option<&G::PositionMessage>,
    seat: u32,
) -> Result<G::View, Status> {
    let mut problems = Problems::default();
    let path = Path::Root.field("position");
    let position = read_position::<G>(position, &path, &mut problems);
    let seat = position
        .as_ref()
        .and_then(|position| read_seat(seat, position, &Path::Root.field("seat"), &mut problems));
    let view = position.as_ref().zip(seat).and_then(|(position, seat)| {
        position.try_view(seat).map_err(|faults| problems.faults(&path, &faults, str::to_owned)).ok()
    });
    problems.into_result(view)
}

/// How far a record can be played.
pub(crate) struct Replayed<G: Game> {
    pub(crate) played: u32,
    pub(crate) wrong: Option<v1::WrongStep>,
    pub(crate) end: G::StateMessage,
}

/// `ReplayGame`: plays a record with full checks.
pub(crate) fn replay<G: Game>(
    read: impl FnOnce(&Path<'_>, &mut Problems) -> Option<(G, Vec<Said<G>>)>,
    call: &mut Call<'_>,
) -> Result<Replayed<G>, Status> {
    let mut problems = Problems::default();
    let record = read(&Path::Root.field("record"), &mut problems);
    let (mut position, steps) = problems.into_result(record)?;

    for (index, step) in steps.iter().enumerate() {
        if index % STEPS_AT_ONCE == 0 {
            call.budget.check()?;
        }
        let wrong = match step {
            StepOf::Move(spoken) => {
                let attempt = spoken.here(&position);
                let judged = position.check(&attempt);
                count::<G, _>(&mut call.tally, &judged);
                match judged {
                    Ok(approved) => {
                        position.play(approved.chosen);
                        None
                    }
                    Err(broken) => Some((attempt.to_string(), write_violations(&broken))),
                }
            }
            StepOf::Event(event) => match position.try_apply(event) {
                Ok(_) => None,
                Err(faults) => Some((event.to_string(), write_impossible(&faults))),
            },
        };
        if let Some((step, violations)) = wrong {
            let played = index as u32;
            let wrong = Some(v1::WrongStep { index: played, step, violations });
            return Ok(Replayed { played, wrong, end: position.write_state() });
        }
    }
    Ok(Replayed { played: steps.len() as u32, wrong: None, end: position.write_state() })
}
