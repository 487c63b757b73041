//! How the small nouns of Schraube locker are plain numbers in Python: piles 0 to 5, faces 1 to 6, cards by their number in the
//! deck, 1 to 42; sets are tuples in order.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk::common::Seat;
use spielwerk::schraube as rules;

use crate::error::Error;
use crate::reading::{Bounded, Number};

fn one<T>(
    said: &Bound<'_, PyAny>,
    what: (&'static str, &'static str, &'static str),
    known: impl Fn(u8) -> Option<T>,
) -> PyResult<T> {
    let (path, rule, slug) = what;
    let number: Number = said.extract()?;
    number.to().and_then(known).ok_or_else(|| {
        let range = match path {
            "pile" => "piles are 0 to 5",
            "face" => "faces are 1 to 6",
            _ => "cards are 1 to 42",
        };
        Error::input(path, rule, slug, format!("{path} {number}; {range}")).into()
    })
}

pub(super) fn pile(said: &Bound<'_, PyAny>) -> PyResult<rules::Pile> {
    one(said, ("pile", "S4", "no_such_pile"), rules::Pile::new)
}

pub(super) fn face(said: &Bound<'_, PyAny>) -> PyResult<rules::Face> {
    one(said, ("face", "S1", "bad_face"), rules::Face::new)
}

pub(super) fn card(said: &Bound<'_, PyAny>) -> PyResult<rules::Card> {
    one(said, ("card", "S1", "unknown_card"), rules::Card::numbered)
}

pub(super) fn seat(said: &Bound<'_, PyAny>) -> PyResult<Seat> {
    Ok(crate::common::seat(said.extract::<Number>()?, *rules::PLAYERS.end())?)
}

/// The most entries of a list that are read: nothing with more makes sense.
const MOST: usize = 64;

/// The items of an iterable, read one by one.
pub(super) fn all<T>(
    said: &Bound<'_, PyAny>,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let bound = Bounded { what: "entries", rule: "S1", slug: "too_many_entries", most: MOST };
    bound.read(said, read)
}

pub(super) fn dice(said: &Bound<'_, PyAny>) -> PyResult<rules::Dice> {
    let faces = all(said, face)?;
    if faces.len() > usize::from(rules::DICE) {
        let message = format!("{} dice; there are six", faces.len());
        return Err(Error::input("dice", "S1", "too_many_dice", message).into());
    }
    Ok(faces.into_iter().collect())
}

pub(super) fn card_set(said: &Bound<'_, PyAny>) -> PyResult<rules::CardSet> {
    let mut set = rules::CardSet::NONE;
    for card in all(said, card)? {
        if set.contains(card) {
            return Err(Error::input("cards", "S1", "card_twice", format!("card {card} comes twice")).into());
        }
        set = set.with(card);
    }
    Ok(set)
}

pub(super) fn pile_set(said: &Bound<'_, PyAny>) -> PyResult<rules::PileSet> {
    let mut set = rules::PileSet::NONE;
    for pile in all(said, pile)? {
        if set.contains(pile) {
            return Err(
                Error::input("covered", "S7", "covered_twice", format!("pile {pile} comes twice")).into()
            );
        }
        set = set.with(pile);
    }
    Ok(set)
}

/// Exactly six items.
pub(super) fn six<T>(
    path: &str,
    said: &Bound<'_, PyAny>,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<[T; rules::PILES]> {
    if said.is_instance_of::<pyo3::types::PyString>() {
        return Err(PyTypeError::new_err(format!("expected six numbers as {path}, not a text")));
    }
    let items = all(said, read)?;
    let count = items.len();
    items.try_into().map_err(|_| {
        let message = format!("{count} entries; there are six piles");
        Error::input(path, "S4", "wrong_pile_count", message).into()
    })
}

pub(super) fn dice_tuple(py: Python<'_>, dice: rules::Dice) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, dice.iter().map(rules::Face::pips).collect::<Vec<_>>())
}

pub(super) fn card_tuple(py: Python<'_>, cards: rules::CardSet) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, cards.iter().map(rules::Card::number).collect::<Vec<_>>())
}

pub(super) fn pile_tuple(
    py: Python<'_>,
    piles: impl Iterator<Item = rules::Pile>,
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, piles.map(rules::Pile::number).collect::<Vec<_>>())
}
