//! The fuzz targets on stable Rust: random bytes, and texts and bytes of real positions with a few places changed.

use spielwerk::common::{Actions, Position as _, Turn, Uniform, Word};
use spielwerk::{lokus, qwirkle, schraube};
use spielwerk_search::Random;

/// Positions along a random game, so that mutated input lies near the valid ones.
fn along_a_game<P: Actions>(start: &P, random: &mut Random) -> Vec<P> {
    let mut positions = vec![start.clone()];
    let mut position = start.clone();
    loop {
        match position.turn() {
            Turn::Over => return positions,
            Turn::Chance => {
                let event = position.sample(random);
                position.apply(&event);
            }
            Turn::Seat(_) => {
                let moves = position.legal_moves();
                position.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
        positions.push(position.clone());
    }
}

/// One to four bytes changed, removed, doubled or taken from elsewhere in the input.
fn mutate(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(4) {
            0 => bytes[at] = random.next_u64() as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            _ => bytes[at] = bytes[random.below(bytes.len() as u64) as usize],
        }
    }
    bytes
}

fn noise(length: u64, random: &mut Random) -> Vec<u8> {
    (0..random.below(length)).map(|_| random.next_u64() as u8).collect()
}

/// Every target on one start position, `rounds` times.
fn every_target<P: Actions>(start: &P, seed: u64, rounds: usize) {
    let mut random = Random::seeded(seed);
    let positions = along_a_game(start, &mut random);
    for _ in 0..rounds {
        let position = &positions[random.below(positions.len() as u64) as usize];
        spielwerk_fuzz::text::<P>(&mutate(position.to_string().as_bytes(), &mut random));
        spielwerk_fuzz::bytes::<P>(&mutate(&position.to_bytes(), &mut random));
        spielwerk_fuzz::text::<P>(&noise(200, &mut random));
        spielwerk_fuzz::bytes::<P>(&noise(200, &mut random));
        let listed = position.legal_moves();
        let said = listed.first().map_or_else(String::new, ToString::to_string);
        let mut input = vec![random.next_u64() as u8];
        input.extend(mutate(said.as_bytes(), &mut random));
        spielwerk_fuzz::attempt(start, &input);
        let ids = listed.last().map_or(Word::EMPTY, |&chosen| P::word(chosen));
        let mut input = vec![0];
        input.extend(mutate(&ids.iter().flat_map(u16::to_be_bytes).collect::<Vec<_>>(), &mut random));
        spielwerk_fuzz::word(position, &input);
    }
    spielwerk_fuzz::play(start, &noise(60, &mut random));
}

#[test]
fn qwirkle() {
    every_target(&qwirkle::Position::start(&qwirkle::Options::new(3)).expect("good options"), 1, 1_000);
}

#[test]
fn lokus() {
    every_target(&lokus::Position::start(&lokus::Options::new(4)).expect("good options"), 2, 1_000);
}

#[test]
fn schraube() {
    let pro = schraube::Options { pro: true, ..schraube::Options::new(3) };
    every_target(&schraube::Position::start(&pro).expect("good options"), 3, 1_000);
}

/// The pinned requests of `tests/data/wire` with a few bytes changed, and noise.
#[test]
fn wire() {
    let methods: Vec<&str> = spielwerk_wire::methods().collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/wire/pinned.jsonl");
    let text = std::fs::read_to_string(file).expect("the pinned requests are there");
    let mut random = Random::seeded(4);
    let mut requests = 0;
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        let method = case["method"].as_str().expect("a case names its method");
        let chosen = methods.iter().position(|known| *known == method).expect("the method is served");
        let request = hex(case["request"].as_str().expect("a case has a request"));
        for _ in 0..40 {
            let mut input = vec![chosen as u8];
            input.extend(mutate(&request, &mut random));
            spielwerk_fuzz::wire(&input);
            spielwerk_fuzz::wire(&noise(100, &mut random));
            requests += 1;
        }
    }
    assert!(requests >= 400, "the pinned requests are read");
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal"))
        .collect()
}
