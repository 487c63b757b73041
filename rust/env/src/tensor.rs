//! [`Piece`] and [`Tensor`]: what a seat knows, as an array of floats.

/// One named part of the array of what a seat knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name, unique among the pieces of a game.
    pub name: &'static str,
    /// Its dimensions.
    pub shape: Vec<usize>,
    /// Whether only the seat itself knows it. What everybody knows stands before all that is private.
    pub private: bool,
    /// No number of it is ever less.
    pub least: f32,
    /// No number of it is ever more.
    pub most: f32,
}

impl Piece {
    /// A part that everybody knows, made of noughts and ones.
    pub(crate) fn public(name: &'static str, shape: impl Into<Vec<usize>>) -> Self {
        Self { name, shape: shape.into(), private: false, least: 0.0, most: 1.0 }
    }

    /// A part that only the seat itself knows, made of noughts and ones.
    pub(crate) fn private(name: &'static str, shape: impl Into<Vec<usize>>) -> Self {
        Self { private: true, ..Self::public(name, shape) }
    }

    /// The part, made of numbers from 0 to this one.
    pub(crate) fn up_to(self, most: impl Into<f64>) -> Self {
        self.within((0.0, most.into()))
    }

    /// The part, made of numbers within these bounds.
    pub(crate) fn within(self, (least, most): (f64, f64)) -> Self {
        Self { least: least as f32, most: most as f32, ..self }
    }

    /// How many floats.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there is no float.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An array while it is written, piece after piece.
pub struct Tensor<'a> {
    rest: &'a mut [f32],
}

impl<'a> Tensor<'a> {
    /// Writes to this array, which is cleared.
    pub fn new(array: &'a mut [f32]) -> Self {
        array.fill(0.0);
        Self { rest: array }
    }

    /// How many floats are still to be written.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The next so many floats, all 0.
    pub(crate) fn take(&mut self, count: usize) -> &'a mut [f32] {
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        taken
    }

    /// Writes numbers.
    pub(crate) fn numbers(&mut self, numbers: impl ExactSizeIterator<Item = f64>) {
        for (place, number) in self.take(numbers.len()).iter_mut().zip(numbers) {
            *place = number as f32;
        }
    }

    /// Writes one number.
    pub(crate) fn number(&mut self, number: impl Into<f64>) {
        self.numbers([number.into()].into_iter());
    }

    /// Writes `count` floats: 1 at these places.
    pub(crate) fn ones(&mut self, count: usize, places: impl IntoIterator<Item = usize>) {
        let taken = self.take(count);
        places.into_iter().for_each(|place| taken[place] = 1.0);
    }
}
