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

    /// The word of a move.
    fn word(chosen: Self::Move) -> Word;

    /// What a word says here, legal or not. `check` judges it.
    ///
    /// # Errors
    ///
    /// Faults `unknown_action` for a number that is no action id, `unexpected_action` for an id that can't stand at its place
    /// in a word, `word_incomplete` where one more must follow, `word_too_long` for more ids than any move takes.
    fn attempt_of(&self, word: &[u16]) -> Result<Self::Attempt, Faults>;

    /// The id as text, different for every id of the game; `None` for a number that is no action id.
    fn action_name(action: u16) -> Option<String>;
}

/// Reads a word from its first id to its last and notes what is wrong with it.
pub(crate) struct Reader<'a> {
    word: &'a [u16],
    place: usize,
    faults: Faults,
    rule: &'static str,
    actions: u16,
}

impl<'a> Reader<'a> {
    /// Reads a word of the game `P`. `rule` is cited in faults.
    pub(crate) fn of<P: Actions>(word: &'a [u16], rule: &'static str) -> Self {
        let mut reader = Self { word, place: 0, faults: Faults::default(), rule, actions: P::ACTIONS };
        if word.len() > P::LONGEST_WORD {
            let message = format!("{} action ids; a move takes at most {}", word.len(), P::LONGEST_WORD);
            reader.faults.add("actions", rule, "word_too_long", message);
            reader.word = &word[..P::LONGEST_WORD];
        }
        reader
    }

    /// The next id, if there is one.
    pub(crate) fn peek(&self) -> Option<u16> {
        self.word.get(self.place).copied()
    }

    /// Goes past the next id if `read` takes it. `wanted` names what `read` takes.
    pub(crate) fn next<T>(&mut self, wanted: &str, read: impl FnOnce(u16) -> Option<T>) -> Option<T> {
        let Some(action) = self.peek() else {
            let message = format!("the word ends; {wanted} must follow");
            self.fault("word_incomplete", message);
            return None;
        };
        if action >= self.actions {
            let message = format!("{action}; action ids are 0 to {}", self.actions - 1);
            self.fault("unknown_action", message);
            return None;
        }
        let found = read(action);
        if found.is_none() {
            self.fault("unexpected_action", format!("{action} can't stand here; {wanted} must follow"));
        }
        self.place += 1;
        found
    }

    fn fault(&mut self, slug: &'static str, message: String) {
        self.faults.add(format!("actions[{}]", self.place), self.rule, slug, message);
    }

    /// What was read, if that was the whole word and nothing is wrong with it.
    pub(crate) fn finish<T>(mut self, said: Option<T>) -> Result<T, Faults> {
        if self.faults.is_empty() && self.place < self.word.len() {
            self.fault("unexpected_action", "the word is complete before this".into());
        }
        self.faults.into_result()?;
        Ok(said.expect("a fault is noted for everything that can't be read"))
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
