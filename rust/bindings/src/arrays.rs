//! Reading NumPy arrays.

use std::borrow::Cow;

use numpy::{Element, PyReadonlyArray1};

/// The elements in order; copied only when they don't lie side by side.
pub(crate) fn elements<'a, T: Element + Copy>(array: &'a PyReadonlyArray1<'_, T>) -> Cow<'a, [T]> {
    match array.as_slice() {
        Ok(slice) => Cow::Borrowed(slice),
        Err(_) => Cow::Owned(array.as_array().iter().copied().collect()),
    }
}
