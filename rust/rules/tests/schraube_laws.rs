//! Schraube locker keeps the laws of the house, with two to four players, every variant, any deck, known and unknown order.

use std::sync::Arc;

use spielwerk::common::laws::{Effort, random_game};
use spielwerk::common::{Position as _, Seat, Turn, Uniform};
use spielwerk::schraube::{CARDS, Card, Deck, Face, Kind, Options, Piles, PointCard, Position};
use spielwerk_search::Random;

fn shuffled(random: &mut Random) -> Piles {
    let mut cards: Vec<Card> = (0..CARDS as u8).filter_map(Card::new).collect();
    random.shuffle(&mut cards);
    std::array::from_fn(|pile| std::array::from_fn(|place| cards[pile * 7 + place]))
}

/// A deck of any kinds, values and faces.
fn any_deck(random: &mut Random) -> Arc<Deck> {
    let cards: Vec<PointCard> = (0..CARDS as u32)
        .map(|index| PointCard {
            id: 7 * index + 3,
            kind: Kind::ALL[random.below(8) as usize],
            value: random.below(21) as i32 - 10,
            face: Face::ALL[random.below(6) as usize],
        })
        .collect();
    Arc::new(Deck::new(&cards).unwrap())
}

/// S1: every card and every die is at exactly one place, as the parts of the position that do not know of each other say.
fn nothing_is_lost(game: &Position) {
    let setup = game.setup();
    let down = setup.piles.iter().map(|pile| pile.down).sum::<i64>() as usize;
    let open = setup.piles.iter().filter(|pile| pile.open.is_some()).count();
    let owned: usize = setup
        .hands
        .iter()
        .map(|hand| hand.open.len() + hand.covered.iter().map(Vec::len).sum::<usize>())
        .sum();
    assert_eq!(down + open + owned + setup.removed.len(), CARDS, "{game}");
    assert_eq!(down, usize::from(game.unseen().len()), "{game}");
    let bonus: i64 = setup.hands.iter().map(|hand| hand.bonus).sum();
    assert_eq!(bonus + setup.bonus_left, 6, "{game}");
    let dice: usize = setup.piles.iter().map(|pile| pile.dice.len()).sum::<usize>()
        + setup.unplaced.len()
        + setup.to_roll as usize;
    assert!(dice == 0 || dice == 6, "{game}");
}

#[test]
fn random_games_keep_the_laws() {
    let effort = Effort { samples: 3, ..Effort::default() };
    for seed in 0..12 {
        let mut random = Random::seeded(seed);
        let options = Options {
            players: 2 + (seed % 3) as u8,
            max_rolls: [3, 1, 2, 9][seed as usize % 4],
            pro: seed % 4 == 1,
            deck: if seed % 2 == 0 { Deck::standard() } else { any_deck(&mut random) },
            piles: (seed % 3 == 0).then(|| shuffled(&mut random)),
        };
        let start = Position::start(&options).unwrap();
        assert_eq!(start.options(), options);
        let record = random_game(&start, &mut random, effort);
        let last = record.replay().unwrap();
        assert_eq!(last.turn(), Turn::Over, "games end");
        let mut game = start;
        for step in &record.steps {
            nothing_is_lost(&game);
            match step {
                spielwerk::common::StepOf::Move(chosen) => drop(game.play(*chosen)),
                spielwerk::common::StepOf::Event(event) => drop(game.apply(event)),
            }
        }
        nothing_is_lost(&game);
    }
}

#[test]
fn a_known_order_is_hidden_from_every_seat() {
    let mut random = Random::seeded(5);
    let options = Options { piles: Some(shuffled(&mut random)), ..Options::new(3) };
    let other = Options { piles: Some(shuffled(&mut random)), ..Options::new(3) };
    let [one, two] = [options, other].map(|options| Position::start(&options).unwrap());
    assert_ne!(one, two);
    for seat in (0..3).map(Seat::new) {
        assert_eq!(one.view(seat), two.view(seat));
        assert!(one.view(seat).position().order(spielwerk::schraube::Pile::ALL[0]).is_none());
    }
}
