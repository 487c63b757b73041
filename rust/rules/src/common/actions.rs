//! Moves as words over a small alphabet of numbers, for whoever wants decisions as integers.
//!
//! Learning and many libraries want each decision to be one of a fixed set of numbers. A Qwirkle move is one of millions, so
//! no such set holds them all. What does is a *word*: a few [action ids](Actions) one after the other, as one would read the
//! move aloud: *across, at 2,0, red star, done*. Moves and words stand for each other one to one; the words of a position's
//! moves can be walked like a tree, and no word is the beginning of another.

use std::fmt;

use super::{Faults, Position};

/// A move spelled in action ids: one to nine of them, packed in one integer.
///
/// Ordered like the sequences of ids.
///
/// ```
/// use spielwerk::common::Word;
///
/// let word: Word = [3, 40, 2].into_iter().collect();
/// assert_eq!(word.iter().collect::<Vec<_>>(), [3, 40, 2]);
/// assert!(word < [4].into_iter().collect());
/// assert!(word.begins_with([3, 40].into_iter().collect()));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(u128);

impl Word {
    /// The most ids in a word.
    pub const LONGEST: usize = 9;
    /// No word has a greater id.
    pub const GREATEST: u16 = (1 << Self::BITS) - 2;
    /// The beginning of every word.
    pub const EMPTY: Self = Self(0);

    /// Each id takes so many bits, the first the highest. It is stored one higher, so that 0 means there is none.
    const BITS: u32 = 14;

    const fn shift(place: usize) -> u32 {
        Self::BITS * (Self::LONGEST - 1 - place) as u32
    }

    /// How many ids, 0 to 9.
    pub const fn len(self) -> usize {
        Self::LONGEST - (self.0.trailing_zeros() / Self::BITS) as usize % (Self::LONGEST + 1)
    }

    /// Whether there is no id yet.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The id at this place, if the word is that long.
    #[inline]
    pub const fn get(self, place: usize) -> Option<u16> {
        if place >= Self::LONGEST {
            return None;
        }
        let stored = (self.0 >> Self::shift(place)) as u16 & ((1 << Self::BITS) - 1);
        stored.checked_sub(1)
    }

    /// The word with one more id.
    ///
    /// # Panics
    ///
    /// When it has nine already, or the id is above [`Word::GREATEST`].
    #[inline]
    #[must_use]
    pub const fn with(self, action: u16) -> Self {
        assert!(action <= Self::GREATEST, "no game has so many action ids");
        Self(self.0 | (action as u128 + 1) << Self::shift(self.len()))
    }

    /// The ids in order.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        (0..Self::LONGEST).map_while(move |place| self.get(place))
    }

    /// Whether the first ids are those of `beginning`.
    #[inline]
    pub const fn begins_with(self, beginning: Self) -> bool {
        beginning.is_empty() || (self.0 ^ beginning.0) >> Self::shift(beginning.len() - 1) == 0
    }
}

impl FromIterator<u16> for Word {
    fn from_iter<I: IntoIterator<Item = u16>>(actions: I) -> Self {
        actions.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The ids with spaces between them.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, action) in self.iter().enumerate() {
            write!(f, "{}{action}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Moves as words of action ids, the same in every API.
///
/// Ids are 0 to [`Actions::ACTIONS`] − 1 and never change within a rules version. What each means stands in the game's own
/// `actions` module.
pub trait Actions: Position {
    /// How many action ids there are.
    const ACTIONS: u16;

    /// The most ids in the word of a move, at most [`Word::LONGEST`].
    const LONGEST_WORD: usize;

    /// The word of a move; `None` for one that no position could list.
    fn spell(chosen: Self::Move) -> Option<Word>;

    /// The word of a move that a position lists.
    ///
    /// # Panics
    ///
    /// For a move that no position could list.
    fn word(chosen: Self::Move) -> Word {
        Self::spell(chosen).expect("a move that a position lists has a word")
    }

    /// The word of these numbers. Whether there is one is the same in every position.
    ///
    /// # Errors
    ///
    /// Faults `unknown_action` for each number that is no action id and `word_too_long` for more ids than any move takes; else
    /// `unexpected_action` for an id that can't stand at its place, or `word_incomplete` where one more must follow.
    fn read_word(numbers: impl IntoIterator<Item = i64>) -> Result<Word, Faults>;

    /// What a word says here, legal or not; `None` for ids that are no whole word. `check` judges it.
    fn attempt_of(&self, word: Word) -> Option<Self::Attempt>;

    /// The id as text, different for every id of the game; `None` for a number that is no action id.
    fn action_name(action: u16) -> Option<String>;
}

/// Reads a word from its first id to its last, up to the first id that can't stand at its place.
pub(crate) struct Reader {
    word: Word,
    place: usize,
    fault: Option<Unexpected>,
}

/// Why no id, or not this one, can stand at a place.
enum Unexpected {
    /// This has to follow.
    Wanted(&'static str),
    /// Nothing has to follow.
    Complete,
}

impl Reader {
    /// The word of numbers, if `grammar` reads it. `rule` is cited in faults.
    pub(crate) fn read<P: Actions, T>(
        numbers: impl IntoIterator<Item = i64>,
        rule: &'static str,
        grammar: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Result<Word, Faults> {
        let mut faults = Faults::default();
        let mut word = Word::EMPTY;
        let mut numbers = numbers.into_iter();
        for (place, number) in numbers.by_ref().take(P::LONGEST_WORD).enumerate() {
            if let Some(action) = u16::try_from(number).ok().filter(|&action| action < P::ACTIONS) {
                word = word.with(action);
            } else {
                let message = format!("{number}; action ids are 0 to {}", P::ACTIONS - 1);
                faults.add(format!("actions[{place}]"), rule, "unknown_action", message);
            }
        }
        if numbers.next().is_some() {
            let message = format!("too many action ids; a word has at most {}", P::LONGEST_WORD);
            faults.add("actions", rule, "word_too_long", message);
        }
        faults.into_result()?;

        let mut reader = Self::over(word);
        grammar(&mut reader);
        reader.end();
        reader.fault(rule).map_or(Ok(word), Err)
    }

    /// What `grammar` makes of a word, if it reads all of it.
    pub(crate) fn whole<T>(word: Word, grammar: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut reader = Self::over(word);
        let said = grammar(&mut reader);
        reader.end();
        said.filter(|_| reader.fault.is_none())
    }

    const fn over(word: Word) -> Self {
        Self { word, place: 0, fault: None }
    }

    /// The next id, if there is one.
    pub(crate) const fn peek(&self) -> Option<u16> {
        self.word.get(self.place)
    }

    /// Goes past the next id if `read` takes it. `wanted` names what `read` takes.
    pub(crate) fn next<T>(&mut self, wanted: &'static str, read: impl FnOnce(u16) -> Option<T>) -> Option<T> {
        let found = self.peek().and_then(read);
        if found.is_some() {
            self.place += 1;
        } else {
            self.fault = Some(Unexpected::Wanted(wanted));
        }
        found
    }

    /// Notes when an id follows a word that is whole.
    const fn end(&mut self) {
        if self.fault.is_none() && self.peek().is_some() {
            self.fault = Some(Unexpected::Complete);
        }
    }

    fn fault(&self, rule: &'static str) -> Option<Faults> {
        let (slug, message) = match (self.fault.as_ref()?, self.peek()) {
            (Unexpected::Wanted(wanted), Some(action)) => {
                ("unexpected_action", format!("{action} can't stand here; {wanted} must follow"))
            }
            (Unexpected::Wanted(wanted), None) => {
                ("word_incomplete", format!("the word ends; {wanted} must follow"))
            }
            (Unexpected::Complete, _) => ("unexpected_action", "the word is complete before this".to_owned()),
        };
        let mut faults = Faults::default();
        faults.add(format!("actions[{}]", self.place), rule, slug, message);
        Some(faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_their_ids() {
        let ids = [0, Word::GREATEST, 7, 0, 1, 2, 3, 4, 5];
        for count in 0..=Word::LONGEST {
            let word: Word = ids.into_iter().take(count).collect();
            assert_eq!(word.len(), count);
            assert_eq!(word.iter().collect::<Vec<_>>(), ids[..count]);
            for other in 0..=Word::LONGEST {
                let beginning: Word = ids.into_iter().take(other).collect();
                assert_eq!(word.begins_with(beginning), other <= count, "{word:?} {beginning:?}");
                assert_eq!(word.cmp(&beginning), count.cmp(&other));
            }
        }
        assert_eq!(Word::EMPTY.get(Word::LONGEST), None);
    }
}
