//! Fuzz targets as plain functions: each takes any bytes and holds a law of the contract.
//!
//! | function | law |
//! |---|---|
//! | [`play`] | a game whose luck and choices come from the bytes keeps every law |
//! | [`text`] | any text is refused with an error or is a position that keeps every law |
//! | [`bytes`] | the same for any bytes |
//! | [`wire`] | any request gets an answer or a refusal that blames the request, never the engine |
//! | [`attempt`] | anything said in any position is legal exactly when it is listed, and a refusal names a rule |
//! | [`word`] | the same for any numbers, and a word that says a legal move is the word of that move |
//!
//! `targets/` hands them to libFuzzer; the tests below hand them random and mutated input, so they also run on stable.
#![forbid(unsafe_code)]

use spielwerk::common::laws::{self, Effort};
use spielwerk::common::{Actions, Position, Turn, Uniform, Word};
use spielwerk_wire::{Budget, Code, answer, methods};

/// Numbers read from bytes, zero when they run out.
struct Bytes<'a>(&'a [u8]);

impl Uniform for Bytes<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        let width = if bound > 256 { 8 } else { 1 };
        let (head, tail) = self.0.split_at(self.0.len().min(width));
        self.0 = tail;
        head.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)) % bound
    }
}

/// One of the laws, chosen by the first byte; the rest is its input.
pub fn any<P: Actions>(start: &P, data: &[u8]) {
    match data.split_first() {
        Some((0, data)) => play(start, data),
        Some((1, data)) => text::<P>(data),
        Some((2, data)) => bytes::<P>(data),
        Some((3, data)) => word(start, data),
        Some((_, data)) => attempt(start, data),
        None => {}
    }
}

/// A game from `start` whose luck and choices come from `data` keeps every law.
pub fn play<P: Actions>(start: &P, data: &[u8]) {
    laws::random_game(start, &mut Bytes(data), Effort { steps: data.len().min(400), samples: 2 });
}

/// Any text is refused or is a position that keeps every law.
pub fn text<P: Actions>(data: &[u8]) {
    if let Ok(position) = String::from_utf8_lossy(data).parse::<P>() {
        laws::every_position(&position, &mut Bytes(data), Effort { samples: 2, ..Effort::default() });
    }
}

/// Any bytes are refused or are a position that keeps every law.
pub fn bytes<P: Actions>(data: &[u8]) {
    if let Ok(position) = P::from_bytes(data) {
        laws::every_position(&position, &mut Bytes(data), Effort { samples: 2, ..Effort::default() });
    }
}

/// Anything said in any position is legal exactly when it is listed, and a refusal names at least one rule.
///
/// The first byte tells how many steps are played before the rest is said.
///
/// # Panics
///
/// When the law does not hold; so do all targets.
pub fn attempt<P: Position>(start: &P, data: &[u8]) {
    let Some((&steps, said)) = data.split_first() else { return };
    let mut position = played(start, steps, said);
    let Ok(attempt) = String::from_utf8_lossy(said).parse::<P::Attempt>() else { return };
    judged(&mut position, &attempt);
}

/// Any numbers are refused as no word of the game, or say something in any position that is legal exactly when it is listed; the
/// word of that move is this word.
///
/// The first byte tells how many steps are played before the rest is said, two bytes an id.
///
/// # Panics
///
/// When the law does not hold.
pub fn word<P: Actions>(start: &P, data: &[u8]) {
    let Some((&steps, said)) = data.split_first() else { return };
    let mut position = played(start, steps, said);
    let ids = said.chunks(2).map(|pair| pair.iter().fold(0, |id: u16, &byte| id << 8 | u16::from(byte)));
    let ids: Vec<u16> = ids.collect();
    match P::read_word(ids.iter().map(|&id| id.into())) {
        Err(faults) => {
            assert!(!faults.is_empty(), "a refusal of {ids:?} names a fault");
            let fits = ids.len() <= P::LONGEST_WORD && ids.iter().all(|&id| id < P::ACTIONS);
            let word = fits.then(|| ids.iter().copied().collect::<Word>());
            assert!(word.and_then(|word| position.attempt_of(word)).is_none(), "{ids:?} is no word anywhere");
        }
        Ok(word) => {
            assert_eq!(word.iter().collect::<Vec<_>>(), ids);
            let attempt = position.attempt_of(word).expect("a word says something everywhere");
            if let Some(chosen) = judged(&mut position, &attempt) {
                assert_eq!(P::word(chosen), word, "{attempt} has one word in {position}");
            }
        }
    }
}

/// The position after so many steps, whose luck and choices come from `said`.
fn played<P: Position>(start: &P, steps: u8, said: &[u8]) -> P {
    let mut luck = Bytes(said);
    let mut position = start.clone();
    for _ in 0..steps {
        match position.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let event = position.sample(&mut luck);
                position.apply(&event);
            }
            Turn::Seat(_) => {
                let moves = position.legal_moves();
                position.play(moves[luck.below(moves.len() as u64) as usize]);
            }
        }
    }
    position
}

/// The legal move that an attempt is, if it is one: it is listed then, and else a refusal names a rule and changes nothing.
fn judged<P: Position>(position: &mut P, attempt: &P::Attempt) -> Option<P::Move> {
    match position.check(attempt) {
        Ok(approved) => {
            let listed = position.legal_moves();
            assert!(listed.contains(&approved.chosen), "{attempt} is legal but not listed in {position}");
            Some(approved.chosen)
        }
        Err(broken) => {
            assert!(!broken.is_empty(), "a refusal of {attempt} names a rule in {position}");
            let before = position.clone();
            assert!(position.try_play(attempt).is_err(), "check and play agree on {attempt}");
            assert_eq!(*position, before, "a refused {attempt} changes nothing");
            None
        }
    }
}

/// Any request gets an answer or a refusal that blames the request, never the engine. The first byte chooses the method.
///
/// # Panics
///
/// When a request ends with an internal error.
pub fn wire(data: &[u8]) {
    let Some((&chosen, request)) = data.split_first() else { return };
    let methods: Vec<&str> = methods().collect();
    let method = methods[usize::from(chosen) % methods.len()];
    if let Err(refused) = answer(method, request, &Budget::default()) {
        assert_ne!(refused.code, Code::Internal, "{method} of {request:?}: {}", refused.message);
    }
}
