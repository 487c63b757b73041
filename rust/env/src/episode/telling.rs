//! What an [`Episode`] tells: arrays and lines of what a seat knows now, and of all that it has seen.

use std::fmt::Write as _;

use spielwerk::common::Seat;

use super::{Actor, Episode};
use crate::{Entry, Piece, Stepwise, Tensor};

impl<P: Stepwise> Episode<P> {
    /// How the array of [`Episode::observe`] is laid out.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut pieces = self.start.pieces();
        pieces.push(Piece::private("word", [P::LONGEST_WORD]).up_to(P::ACTIONS));
        pieces
    }

    /// How many floats [`Episode::observe`] writes.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Writes what a seat knows now: the [pieces](Episode::pieces) in order. The last is the move being spelled, as far as the
    /// seat sees it: each id one higher, 0 where there is none or it is hidden.
    ///
    /// # Panics
    ///
    /// When the array is shorter than all pieces, or there is no such seat.
    pub fn observe(&self, seat: Seat, array: &mut [f32]) {
        let mut tensor = Tensor::new(array);
        P::observe(&self.position.view(seat), &mut tensor);
        let spelled = &self.history[self.history.len() - self.word.len()..];
        let word = tensor.take(P::LONGEST_WORD);
        for (place, entry) in word.iter_mut().zip(spelled) {
            *place = if entry.is_seen_by(seat) { f32::from(entry.id) + 1.0 } else { 0.0 };
        }
    }

    /// Writes everything a seat has seen, or everybody has, in order: two floats for each step of the history. The first is 1 for
    /// chance and 2 plus the seat for a seat; the second is the id plus one, or 0 where it is hidden. What is left is 0.
    ///
    /// # Panics
    ///
    /// When the array is too short.
    pub fn recall(&self, seat: Option<Seat>, array: &mut [f32]) {
        let mut tensor = Tensor::new(array);
        for entry in &self.history {
            let actor =
                if entry.by_chance { 1.0 } else { entry.seat.map_or(0.0, |seat| 2.0 + seat.index() as f32) };
            let seen = seat.map_or(entry.is_public(), |seat| entry.is_seen_by(seat));
            let id = if seen { f32::from(entry.id) + 1.0 } else { 0.0 };
            tensor.take(2).copy_from_slice(&[actor, id]);
        }
    }

    /// What a seat knows now, in one line: its view, and the move being spelled.
    pub fn observation(&self, seat: Seat) -> String {
        let mut text = self.position.view(seat).to_string();
        self.write_word(&mut text, |entry| entry.is_seen_by(seat));
        text
    }

    /// What this seat alone knows now, in one line; empty where everybody knows everything.
    pub fn private_observation(&self, seat: Seat) -> String {
        let mut text = P::private_text(&self.position.view(seat));
        if self.history[self.history.len() - self.word.len()..].iter().any(|entry| !entry.is_public()) {
            self.write_word(&mut text, |entry| entry.is_seen_by(seat));
        }
        text
    }

    /// What everybody sees now, in one line.
    pub fn public_observation(&self) -> String {
        let mut text = self.position.public_text();
        self.write_word(&mut text, Entry::is_public);
        text
    }

    /// Everything a seat has seen, in order (perfect recall): its view of the start, then every step, `?` for an id that it does not
    /// know, and behind `>` the seat that is to act. Equal exactly for histories that the seat can't tell apart.
    pub fn information_state(&self, seat: Seat) -> String {
        self.recalled(self.start.view(seat).to_string(), |entry| Some(entry.is_seen_by(seat))) + &self.asked()
    }

    /// Everything that everybody has seen, in order, and behind `>` the seat that is to act.
    pub fn public_history(&self) -> String {
        self.recalled(self.start.public_text(), |entry| Some(entry.is_public())) + &self.asked()
    }

    /// What a seat alone has seen, in order; empty when nothing was hidden from anybody else.
    pub fn private_history(&self, seat: Seat) -> String {
        self.recalled(String::new(), |entry| (!entry.is_public() && entry.is_seen_by(seat)).then_some(true))
    }

    fn write_word(&self, text: &mut String, is_seen: impl Fn(Entry) -> bool) {
        for (place, &entry) in self.history[self.history.len() - self.word.len()..].iter().enumerate() {
            text.push_str(if place == 0 { " | " } else { " " });
            write_id::<P>(text, entry, is_seen(entry));
        }
    }

    /// The seat that is to act: everybody sees who begins (Q3), before any step says so.
    fn asked(&self) -> String {
        if let Actor::Seat(seat) = self.actor() { format!(" >{seat}") } else { String::new() }
    }

    fn recalled(&self, mut text: String, is_seen: impl Fn(Entry) -> Option<bool>) -> String {
        for &entry in &self.history {
            let Some(seen) = is_seen(entry) else { continue };
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(if entry.by_chance { "*" } else { "" });
            if let Some(seat) = entry.seat {
                // Writing to a string cannot fail.
                let _ = write!(text, "{seat}");
            }
            text.push(':');
            write_id::<P>(&mut text, entry, seen);
        }
        text
    }
}

fn write_id<P: Stepwise>(text: &mut String, entry: Entry, is_seen: bool) {
    let name = match entry.by_chance {
        _ if !is_seen => None,
        true => P::outcome_name(entry.id),
        false => P::action_name(entry.id),
    };
    text.push_str(name.as_deref().unwrap_or("?"));
}
