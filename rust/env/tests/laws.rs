//! What must hold for every episode of every game.

use spielwerk::common::{Position as _, Seat, Seats, Uniform, View as _};
use spielwerk::{lokus, qwirkle, schraube};
use spielwerk_env::{Actor, Episode, Stepwise};
use spielwerk_search::Random;

/// Plays one random episode and holds every law on the way.
fn random_episode<P: Stepwise>(start: &P, most_moves: Option<u32>, seed: u64) -> Episode<P> {
    let mut random = Random::seeded(seed);
    let mut episode = Episode::new(start.clone(), most_moves).expect("an episode can begin here");
    let (worst, best) = start.point_bounds();
    assert!(worst < best);
    while episode.actor() != Actor::Over {
        let before = episode.clone();
        let choices: Vec<u16> = match episode.actor() {
            Actor::Chance => episode.outcomes().into_iter().map(|(outcome, _)| outcome).collect(),
            _ => episode.legal_actions(),
        };
        assert!(choices.is_sorted_by(|a, b| a < b) && !choices.is_empty(), "in order, without doubles");
        let bound = if episode.actor() == Actor::Chance { P::OUTCOMES } else { P::ACTIONS };
        assert!(choices.iter().all(|&id| id < bound));
        let wrong = random.below(u64::from(bound) + 2) as u16;
        if !choices.contains(&wrong) {
            assert!(episode.step(wrong).is_err(), "{wrong} is not among {choices:?}");
            assert_eq!((episode.position(), episode.history()), (before.position(), before.history()));
        }
        if let Actor::Seat(seat) = episode.actor()
            && (random.below(20) == 0 || episode.moves_played() < 3)
        {
            for asked in Seats::new(episode.players()) {
                if asked == seat || episode.is_joint() {
                    nothing_leaks(&episode, asked, &mut random);
                } else {
                    let faults = episode.resample(asked, &mut random).expect_err("it is not asked");
                    assert_eq!(faults.as_slice()[0].slug, "not_to_act");
                }
            }
        }
        if random.below(20) == 0 {
            Seats::new(episode.players()).for_each(|seat| drop(told(&episode, seat)));
        }
        let id = match episode.actor() {
            Actor::Chance => episode.sample_outcome(&mut random).expect("chance is to act"),
            _ => choices[random.below(choices.len() as u64) as usize],
        };
        assert!(choices.contains(&id));
        episode.step(id).expect("a listed choice");
    }
    Seats::new(episode.players()).for_each(|seat| drop(told(&episode, seat)));
    let ids: Vec<u16> = episode.history().iter().map(|entry| entry.id).collect();
    assert!(ids.len() as u64 <= start.most_steps(episode.most_moves()), "{} steps", ids.len());
    let again = episode.replay(&ids).expect("it was played");
    assert_eq!((again.position(), again.history()), (episode.position(), episode.history()));
    let points = episode.points();
    assert!(points.iter().all(|&points| (worst..=best).contains(&points)), "{points:?} in {worst} to {best}");
    assert!(points.iter().all(|points| *points != 0.0 || points.is_sign_positive()), "{points:?}");
    let shares = episode.shares();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    if let Some(outcome) = episode.position().outcome() {
        assert_eq!(shares, outcome.shares());
        assert!(!episode.is_cut());
    } else {
        assert!(episode.is_cut());
    }
    episode
}

/// Everything that a seat is told, in every form.
fn told<P: Stepwise>(episode: &Episode<P>, seat: Seat) -> (Vec<f32>, Vec<f32>, [String; 6]) {
    let mut array = vec![f32::NAN; episode.width()];
    episode.observe(seat, &mut array);
    assert!(episode.pieces().is_sorted_by_key(|piece| piece.private), "what everybody knows stands first");
    let mut numbers = array.iter();
    for piece in episode.pieces() {
        let (bounds, name) = (piece.least..=piece.most, piece.name);
        numbers
            .by_ref()
            .take(piece.len())
            .for_each(|number| assert!(bounds.contains(number), "{name}: {number}"));
    }
    let mut recalled = vec![0.0; 2 * episode.history().len()];
    episode.recall(Some(seat), &mut recalled);
    let texts = [
        episode.observation(seat),
        episode.information_state(seat),
        episode.private_history(seat),
        episode.private_observation(seat),
        episode.public_observation(),
        episode.public_history(),
    ];
    (array, recalled, texts)
}

/// What a seat is told does not change when only what it can't know does.
fn nothing_leaks<P: Stepwise>(episode: &Episode<P>, seat: Seat, random: &mut Random) {
    let mut other = episode.resample(seat, random).expect("there is at least the true history");
    assert_eq!(told(&other, seat), told(episode, seat));
    assert_eq!(other.position().view(seat), episode.position().view(seat));
    assert_eq!(other.position().view(seat).key(), episode.position().view(seat).key());
    if episode.is_joint() {
        assert_eq!(other.joint_actions(seat), episode.joint_actions(seat));
    } else {
        assert_eq!(other.legal_actions(), episode.clone().legal_actions());
    }
    assert_eq!((other.actor(), other.word()), (episode.actor(), episode.word()));
    for seat in Seats::new(episode.players()) {
        assert_eq!(told(&other, seat).2[4..], told(episode, seat).2[4..], "what is public");
    }
}

#[test]
fn qwirkle_episodes() {
    for players in 2..=4 {
        let start = qwirkle::Position::start(&qwirkle::Options::new(players)).unwrap();
        random_episode(&start, None, u64::from(players));
        for seed in 0..20 {
            let cut = random_episode(&start, Some(7), seed);
            assert_eq!((cut.moves_played(), cut.is_cut()), (7, true));
        }
    }
    // From the middle of a game.
    let start = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8/o4o4bdbspcyc".parse().unwrap();
    random_episode::<qwirkle::Position>(&start, None, 5);
    // With as many points and idle turns as can be told.
    let start = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8 94 10180/7 0 9999 -".parse().unwrap();
    random_episode::<qwirkle::Position>(&start, None, 6);
}

#[test]
fn lokus_episodes() {
    for players in 2..=6 {
        let table = lokus::ScoringTable::PROGRESSIVE;
        let options = lokus::Options { starters: players != 3, table, ..lokus::Options::new(players) };
        random_episode(&lokus::Position::start(&options).unwrap(), None, u64::from(players));
    }
    // From the middle of a deal: the last position of a cut episode, between two rounds.
    let mut random = Random::seeded(3);
    for seed in 0..20 {
        let start = lokus::Position::start(&lokus::Options::new(4)).unwrap();
        let cut = random_episode(&start, Some(5 + seed), u64::from(seed));
        if cut.position().faults().is_empty() {
            random_episode(cut.position(), None, random.next_u64());
        }
    }
}

#[test]
fn schraube_episodes() {
    for players in 2..=4 {
        let options = schraube::Options { pro: players == 3, ..schraube::Options::new(players) };
        random_episode(&schraube::Position::start(&options).unwrap(), None, u64::from(players));
    }
}

#[test]
fn joint_choices_are_the_same_as_one_after_the_other() {
    let start = lokus::Position::start(&lokus::Options::new(4)).unwrap();
    let mut random = Random::seeded(8);
    let mut jointly = Episode::new(start, None).unwrap();
    let mut rounds = 0;
    loop {
        jointly.settle(&mut random);
        match jointly.actor() {
            Actor::Over => break,
            Actor::Seat(_) if jointly.is_joint() => {
                let chosen: Vec<u16> = Seats::new(4)
                    .map(|seat| jointly.joint_actions(seat))
                    .map(|legal| legal[random.below(legal.len() as u64) as usize])
                    .collect();
                let mut one_by_one = jointly.clone();
                for &card in &chosen {
                    assert!(one_by_one.legal_actions().contains(&card));
                    one_by_one.step(card).unwrap();
                }
                let mut wrong = chosen.clone();
                wrong[1] = 73;
                let faults = jointly.step_jointly(&wrong).unwrap_err();
                assert_eq!(faults.as_slice()[0].path, "actions[1]");
                assert!(jointly.is_joint(), "nothing was chosen");
                jointly.step_jointly(&chosen).unwrap();
                assert_eq!(jointly.position(), one_by_one.position());
                assert_eq!(jointly.history(), one_by_one.history());
                rounds += 1;
            }
            _ => {
                let legal = jointly.legal_actions();
                jointly.step(legal[random.below(legal.len() as u64) as usize]).unwrap();
            }
        }
    }
    assert_eq!(rounds, 33);
    assert!(
        jointly.step_jointly(&[0; 4]).is_err()
            && jointly.step(0).is_err()
            && jointly.legal_actions().is_empty()
    );
}

#[test]
fn a_secret_choice_shows_when_all_have_chosen() {
    let start = lokus::Position::start(&lokus::Options::new(2)).unwrap();
    let mut episode = Episode::new(start, None).unwrap();
    episode.settle(&mut Random::seeded(2));
    let card = episode.legal_actions()[3];
    episode.step(card).unwrap();
    let place = episode.history().len() - 1;
    let [first, second] = [Seat::new(0), Seat::new(1)];
    assert!(episode.information_state(second).ends_with(" 0:? >1"));
    assert!(!episode.history()[place].is_seen_by(second) && episode.history()[place].is_seen_by(first));
    let other = episode.legal_actions()[0];
    episode.step(other).unwrap();
    assert!(episode.history()[place].is_public() && episode.history()[place + 1].is_public());
}

#[test]
fn an_episode_does_not_begin_with_what_it_can_not_know() {
    let hidden: qwirkle::Position = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/?6".parse().unwrap();
    assert_eq!(Episode::new(hidden, None).unwrap_err().as_slice()[0].slug, "hand_hidden");
}

#[test]
fn everybody_sees_who_begins() {
    let start = qwirkle::Position::start(&qwirkle::Options::new(2)).unwrap();
    let deal = |hands: [&str; 2]| {
        let mut episode = Episode::new(start.clone(), None).unwrap();
        for hand in hands {
            let hand: qwirkle::TileSet = hand.parse().unwrap();
            hand.iter().for_each(|tile| episode.step(tile.index() as u16).unwrap());
        }
        episode
    };
    // Seat 1 holds the same, with two tiles that fit together; seat 0 has three such tiles, or none (Q3).
    let first = deal(["r0o0y0b8gsp4", "r8r4gcbdpsy0"]);
    let second = deal(["r0r0r0gsgsgs", "r8r4gcbdpsy0"]);
    let [zero, one] = [Seat::new(0), Seat::new(1)];
    assert_eq!([first.actor(), second.actor()], [Actor::Seat(zero), Actor::Seat(one)]);
    assert_ne!(first.information_state(one), second.information_state(one));
    assert_ne!(first.public_history(), second.public_history());
    let mut random = Random::seeded(1);
    for _ in 0..50 {
        assert_eq!(second.resample(one, &mut random).unwrap().actor(), Actor::Seat(one));
    }
}
