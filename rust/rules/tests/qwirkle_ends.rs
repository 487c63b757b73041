//! How a game ends (Q16, Q17, Q24) and what the options change.

use spielwerk::common::{Turn, Uniform};
use spielwerk::qwirkle::{Ended, Move, Position};
use spielwerk_search::Random;

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(position: &mut Position, attempt: &str) -> u32 {
    let (chosen, score) = position
        .check(&attempt.parse().expect("an attempt"))
        .unwrap_or_else(|broken| panic!("{attempt}: {broken:?}"));
    position.play(chosen);
    score.points()
}

/// Seventeen of the eighteen red tiles in a block of three by six; seat 1 holds the last.
const ALMOST_DEAD: &str =
    "qwirkle/1 0,0:rcr8rsr0rdr4/rsr0rdrcr4r8/r4rcr0r8rs g0g0g0b0b0b0/rdy0y0y0o0o0 79 0/0 1 0 -";

#[test]
fn a_dead_grid_ends_the_game_after_the_draw() {
    let mut dying = position(ALMOST_DEAD);
    assert_eq!(dying.ended(), None);
    assert_eq!(play(&mut dying, "5,2>rd"), 12 + 3, "a Qwirkle across and three down");
    assert!(dying.grid().is_dead());
    assert_eq!(dying.turn(), Turn::Chance, "the end is looked at before the next turn");
    dying.apply("draw:p0".parse().expect("a draw"));
    assert_eq!((dying.turn(), dying.ended()), (Turn::Over, Some(Ended::DeadGrid)));
    assert_eq!(dying.scores(), [0, 15], "nobody gets the six");
    assert_eq!(position(&dying.to_string()), dying, "and the text says as much");
}

/// The grid of a random game with the bag used up, and what the players hold then.
fn empty_bag(seed: u64) -> Position {
    let mut random = Random::seeded(seed);
    let mut position = position("qwirkle/1 - -/-/- 108 0/0/0 0+6");
    while position.bag() > 0 || position.turn() == Turn::Chance {
        match position.turn() {
            Turn::Over => panic!("seed {seed} ends before its bag is empty"),
            Turn::Chance => _ = position.apply(position.sample(&mut random)),
            Turn::Seat(_) => {
                let moves = position.moves();
                let index = random.below(moves.placements().len().max(1) as u64) as usize;
                let placement = moves.placements().get(index).map(|scored| Move::Place(scored.placement));
                position.play(placement.unwrap_or_else(|| Move::Trade(moves.trades()[0])));
            }
        }
    }
    position
}

#[test]
fn going_out_brings_six_and_comes_before_all_other_ends() {
    for seed in 0..20 {
        let mut position = empty_bag(seed);
        while position.turn() != Turn::Over {
            let best =
                position.moves().placements().iter().next().map(|scored| Move::Place(scored.placement));
            let before = position.scores();
            let seat = position.to_move().index();
            let chosen = best.unwrap_or(Move::Skip);
            let (_, score) = position.check(&chosen.into()).expect("a listed move");
            position.play(chosen);
            assert_eq!(position.scores()[seat], before[seat] + score.points());
            let out = position.hands()[seat].is_empty();
            assert_eq!(score.end_bonus(), if out { 6 } else { 0 });
            assert_eq!(position.ended() == Some(Ended::WentOut), out);
            assert_eq!(position.to_move().index() == seat, out, "the turn stays with who went out");
        }
        assert!(matches!(position.ended(), Some(Ended::WentOut | Ended::Stuck)));
    }
}

/// A late position from the shared vectors: nothing in the bag, seat 1 is stuck, seat 0 is not.
const STUCK: &str = "qwirkle/1 -5,-6:.9g8/.9gs/.9g4/rs.os.3g0y0.gd/bsyspsrs.p0y0o0r0g0b0/gsosbsysrsps.2rc.r0/\
    .4rcpcocgc/.2gdbdrd.gcg8gdg4gsg0/y8o8g8b8r8p8.2ydy4/.oc.b4r4p4.2bdb4b0b8bsbc/.o0o8.2pcgc.rdr4.2bd.rdr8/\
    .o4od.p4ps.3p4g4o4b4y4r4/odosoc.p8pdp0.2o4y4.b0y0r0o0/ydod.2pdp0pc.4p8b8y8r8/pd.11bcycrc/.13ys/.12y8yd/.12o8 \
    ycyc/bc 0 190/226 1 0 -";

#[test]
fn a_skip_is_forced_unless_the_option_says_otherwise() {
    let stuck = position(STUCK);
    assert_eq!(stuck.moves().iter().collect::<Vec<_>>(), [Move::Skip]);
    let mut next = stuck.clone();
    next.play(Move::Skip);
    assert!(!next.moves().placements().is_empty() && !next.moves().skip(), "the other may not skip");
    let free = position(&next.to_string().replace(" 0 1 -", " 0 1 free_pass"));
    assert!(free.moves().skip() && free.moves().len() == next.moves().len() + 1);
    for seed in 0..20 {
        let mut position = empty_bag(seed);
        while position.turn() != Turn::Over {
            let moves = position.moves();
            assert_eq!(moves.skip(), moves.placements().is_empty());
            assert!(moves.trades().is_empty(), "nothing to trade for");
            position.play(moves.get(0).expect("a seat to act has a move"));
        }
    }
}

#[test]
fn idle_turns_end_the_game_where_that_is_agreed() {
    let mut idle = position("qwirkle/1 0,0:r0r8 r4g4b4y4p4o4/g8g0bdpcocys 94 7/7 0 0 idle_limit=3");
    for turn in 1..=3 {
        assert_eq!(idle.ended(), None);
        let trade = idle.moves().trades()[0];
        idle.play(Move::Trade(trade));
        idle.apply(idle.sample(&mut Random::seeded(turn)));
    }
    assert_eq!((idle.ended(), idle.idle()), (Some(Ended::IdleLimit), 3));
    let outcome = idle.outcome().expect("over");
    assert_eq!((outcome.points(), outcome.winners().len()), (&[7, 7][..], 2), "a tie is a shared win");
    let mut busy = position("qwirkle/1 0,0:r0r8 r4g4b4y4p4o4/g8g0bdpcocys 94 7/7 0 2 idle_limit=3");
    play(&mut busy, "2,0>r4");
    assert_eq!(busy.idle(), 0, "a placement starts the count anew");
}

#[test]
fn a_trade_goes_into_the_bag_after_the_draw() {
    let mut trading = position("qwirkle/1 0,0:r0r8 r4g4b4y4p4o4/g8g0bdpcocys 94");
    let unseen = trading.unseen();
    play(&mut trading, "trade:r4g4");
    assert_eq!(trading.to_string(), "qwirkle/1 0,0:r0r8 o4y4b4p4/g0ysbdocpcg8 94 0/0 0+2~r4g4 1 -");
    assert_eq!(trading.unseen(), unseen, "what is put aside can't be drawn");
    let seen = unseen.minus("g0g0".parse().expect("tiles"));
    trading.apply("draw:g0g0".parse().expect("a draw"));
    assert_eq!(trading.bag(), 94);
    assert_eq!(Some(trading.unseen()), seen.and_then(|left| left.plus("r4g4".parse().expect("tiles"))));
}
