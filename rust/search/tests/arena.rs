//! Matches: the same games whatever the threads, the order and the interruptions.

mod toy;

use std::collections::HashSet;
use std::ops::ControlFlow;

use spielwerk::common::{Position, StepOf};
use spielwerk_search::{Arena, Played, Progress, Spec, never};
use toy::Cups;

fn arena() -> Arena<Cups> {
    let agent = |spec: &str| spec.parse::<Spec>().unwrap().agent().unwrap();
    Arena {
        start: Cups::start(&6).unwrap(),
        agents: vec![agent("ismcts:iterations=30,reward=margin"), agent("random")],
        seed: 17,
    }
}

fn games(indices: &[u64], threads: usize) -> Vec<Played<Cups>> {
    let mut all = Vec::new();
    arena().play_all(indices, threads, &|| never, |progress| {
        if let Progress::Finished(played) = progress {
            all.push(*played);
        }
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn threads_order_and_resumption_do_not_change_a_game() {
    let indices: Vec<u64> = (0..40).collect();
    let alone = games(&indices, 1);
    assert_eq!(games(&indices, 2), alone, "two threads");
    assert_eq!(games(&indices, 7), alone, "seven threads");
    let resumed = [games(&indices[..13], 3), games(&indices[13..], 2)].concat();
    assert_eq!(resumed, alone, "interrupted after 13 games");
    let backwards: Vec<u64> = (0..40).rev().collect();
    let mut all = games(&backwards, 2);
    assert_eq!(all.iter().map(|played| played.index).collect::<Vec<_>>(), backwards, "reported as asked for");
    all.reverse();
    assert_eq!(all, alone, "the other way round");
    assert_eq!(arena().play(23, &|| never), alone[23], "one game alone");
}

#[test]
fn a_game_is_a_record_that_replays() {
    for played in games(&(0..20).collect::<Vec<_>>(), 2) {
        let last = played.record.replay().expect("replays");
        assert_eq!(last.outcome(), Some(played.outcome));
        let moves = played.record.steps.iter().filter(|step| matches!(step, StepOf::Move(_))).count();
        assert_eq!(played.decisions.iter().sum::<u64>(), moves as u64);
        assert!(
            played.iterations.iter().zip(&played.agents).all(|(&done, &agent)| (done > 0) == (agent == 0))
        );
    }
}

#[test]
fn every_agent_meets_every_deal_in_every_seat() {
    let all = games(&(0..60).collect::<Vec<_>>(), 2);
    for pair in all.chunks(2) {
        assert_eq!((&pair[0].agents[..], &pair[1].agents[..]), (&[0, 1][..], &[1, 0][..]));
        assert_eq!(pair[0].record.steps[0], pair[1].record.steps[0], "the same ball");
    }
    let first: HashSet<_> = all.iter().map(|played| played.record.steps[0]).collect();
    assert_eq!(first.len(), 2, "deals differ");
}

#[test]
fn the_receiver_can_end_a_match() {
    let mut count = 0;
    arena().play_all(&(0..1000).collect::<Vec<_>>(), 2, &|| never, |_| {
        count += 1;
        if count == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(count, 5);
}
