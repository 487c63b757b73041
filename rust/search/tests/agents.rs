//! The searches on a game whose right decisions are known.

mod toy;

use spielwerk::common::{Position, Turn, laws};
use spielwerk_search::{Choice, Random, SharedAgent, Spec, agrees_with_rules, never};
use toy::{Cup, Cups, DARER, Decision, PEEKER};

fn agent(spec: &str) -> SharedAgent<Cups> {
    spec.parse::<Spec>().expect(spec).agent().expect(spec)
}

fn choose(spec: &str, position: &Cups, seed: u64) -> Choice<Decision> {
    let seat = position.turn().seat().expect("a seat is asked");
    agent(spec).choose(&position.view(seat), &mut Random::seeded(seed), &never)
}

fn dare_or_take(rounds: u8) -> Cups {
    Cups { rounds_left: rounds, points: [0; 2], ball: Some(Cup::Left), dared: false, pick: None }
}

fn pick() -> Cups {
    Cups { dared: true, ..dare_or_take(1) }
}

/// All searches, with few iterations.
const SEARCHES: [&str; 9] = [
    "flat:iterations=60",
    "uct:iterations=60",
    "uct:iterations=60,chance=open,first_play=parent",
    "pimc:iterations=60,worlds=5,final=vote",
    "ismcts:iterations=60",
    "ismcts:iterations=60,worlds=4,first_play=0.5,rollouts=2",
    "ismcts:iterations=60,observer=each,final=sample",
    "duct:iterations=60,rollout=greedy,cutoff=2",
    "duct:iterations=60,reward=margin,final=value",
];

#[test]
fn the_game_keeps_the_laws() {
    for seed in 0..40 {
        let mut random = Random::seeded(seed);
        let record = laws::random_game(&Cups::start(&4).unwrap(), &mut random, laws::Effort::default());
        let mut position = record.start.clone();
        for step in &record.steps {
            agrees_with_rules(&position, &mut random);
            match step {
                spielwerk::common::StepOf::Move(chosen) => position.play(*chosen),
                spielwerk::common::StepOf::Event(event) => position.apply(event),
            };
        }
        agrees_with_rules(&position, &mut random);
    }
}

#[test]
fn pimc_dares_because_it_looks_under_the_cups_and_ismcts_takes() {
    for seed in 0..5 {
        for rounds in [1, 3] {
            let options = "iterations=6000,reward=margin,c=0.3";
            let chosen =
                |name: &str| choose(&format!("{name}:{options}"), &dare_or_take(rounds), seed).chosen;
            assert_eq!(chosen("pimc"), Decision::Dare, "strategy fusion");
            assert_eq!(chosen("uct"), Decision::Dare, "strategy fusion");
            assert_eq!(chosen("ismcts"), Decision::Take);
            assert_eq!(chosen("duct"), Decision::Take);
            let each = choose(&format!("ismcts:observer=each,{options}"), &dare_or_take(rounds), seed);
            assert_eq!(each.chosen, Decision::Take);
        }
    }
}

#[test]
fn decoupled_search_does_not_expect_the_other_seat_to_answer_a_secret_pick() {
    // Margin +6 or 0 by the ball, less 1 when seat 1 picks the same; s = 4.
    let reward = |margin: f64| 0.5 + 0.5 * margin / (margin.abs() + 4.0);
    let answered = f64::midpoint(reward(5.0), reward(-1.0));
    let secret = f64::midpoint(answered, f64::midpoint(reward(6.0), reward(0.0)));
    let value = |spec: &str| {
        let choice = choose(spec, &pick(), 1);
        let total: f64 = choice.statistics.iter().map(|m| m.visits as f64 * m.value.unwrap()).sum();
        total / choice.iterations as f64
    };
    let decoupled = value("duct:iterations=40000,reward=margin,c=0.3");
    assert!((decoupled - secret).abs() < 0.02, "{decoupled} is near {secret}");
    let one = value("ismcts:iterations=40000,reward=margin,c=0.3");
    assert!((one - answered).abs() < 0.02, "{one} is near {answered}");
}

#[test]
fn a_chance_node_is_valued_by_its_mean() {
    // Seat 1 sees everything and nothing is left to decide but its own pick.
    let position = Cups { pick: Some(Cup::Left), ..pick() };
    for spec in ["uct:reward=margin", "ismcts:reward=margin,final=value", "duct:reward=margin"] {
        let choice = choose(&format!("{spec},iterations=1000"), &position, 3);
        // Seat 1 can't see the pick of seat 0: both cups are worth the same, within noise.
        assert_eq!(choice.statistics.iter().map(|m| m.visits).sum::<u64>(), choice.iterations);
    }
    // Two rounds to go: taking now leaves a round in which, again, taking is best: margin 6 in all, reward 0.8.
    let choice = choose("duct:iterations=30000,reward=margin,c=0.1", &dare_or_take(2), 3);
    let take = choice.statistics[0];
    assert_eq!((take.chosen, choice.chosen), (Decision::Take, Decision::Take));
    assert!((take.value.unwrap() - 0.8).abs() < 0.02, "{take:?}");
}

#[test]
fn greedy_takes_and_random_does_both() {
    let mut decisions = [0; 2];
    for seed in 0..200 {
        assert_eq!(choose("greedy", &dare_or_take(1), seed).chosen, Decision::Take);
        let picks_left = choose("greedy", &pick(), seed).chosen == Decision::Pick(Cup::Left);
        decisions[usize::from(picks_left)] += 1;
        assert!(choose("random", &dare_or_take(1), seed).statistics.is_empty());
    }
    assert!(decisions.iter().all(|&count| count > 70), "ties are broken at random: {decisions:?}");
}

#[test]
fn a_choice_depends_on_the_view_and_the_seed_alone() {
    for seed in 0..20 {
        for (position, hidden) in [
            (dare_or_take(2), Cups { ball: Some(Cup::Right), ..dare_or_take(2) }),
            (pick(), Cups { ball: Some(Cup::Right), ..pick() }),
            (Cups { pick: Some(Cup::Left), ..pick() }, Cups { pick: Some(Cup::Right), ..pick() }),
        ] {
            assert_ne!(position, hidden, "the positions differ");
            for spec in SEARCHES {
                assert_eq!(choose(spec, &position, seed), choose(spec, &hidden, seed), "{spec}");
            }
        }
    }
}

#[test]
fn statistics_account_for_every_iteration() {
    for spec in SEARCHES {
        let choice = choose(spec, &dare_or_take(3), 9);
        assert_eq!(choice.iterations, 60, "{spec}");
        assert_eq!(choice.statistics.iter().map(|m| m.visits).sum::<u64>(), 60, "{spec}");
        assert_eq!(
            choice.statistics.iter().map(|m| m.chosen).collect::<Vec<_>>(),
            dare_or_take(3).legal_moves()
        );
        for entry in &choice.statistics {
            assert!((0.0..=1.0).contains(&entry.value.expect("two moves are both tried")), "{spec}");
        }
    }
}

#[test]
fn a_search_can_be_stopped() {
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 10
    };
    for (spec, expected) in [("ismcts:iterations=1000000", 11), ("flat:iterations=1000000", 11), ("pimc", 11)]
    {
        asked.set(0);
        let view = dare_or_take(3).view(DARER);
        let choice = agent(spec).choose(&view, &mut Random::seeded(0), &stop);
        assert_eq!(choice.iterations, expected, "{spec}");
    }
    let view = dare_or_take(3).view(DARER);
    let choice = agent("uct").choose(&view, &mut Random::seeded(0), &|| true);
    assert_eq!(choice.iterations, 1, "the first iteration is always done");
}

#[test]
fn searches_beat_random_play() {
    for spec in
        ["ismcts:iterations=200,reward=margin", "duct:iterations=200,reward=margin", "flat:reward=margin"]
    {
        let mut margin = 0;
        for seed in 0..100 {
            let mut random = Random::seeded(seed);
            let mut position = Cups::start(&5).unwrap();
            loop {
                match position.turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        let event = position.sample(&mut random);
                        position.apply(&event);
                    }
                    Turn::Seat(seat) => {
                        let player = if seat == PEEKER { "random" } else { spec };
                        let chosen = agent(player).choose(&position.view(seat), &mut random, &never).chosen;
                        position.play(chosen);
                    }
                }
            }
            margin += i64::from(position.points[0]) - i64::from(position.points[1]);
        }
        assert!(
            margin >= 1300,
            "taking five times brings 15 points a game, {spec} got {margin} in 100 games"
        );
    }
}
