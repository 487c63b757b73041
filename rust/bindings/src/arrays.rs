//! Reading NumPy arrays.

use std::borrow::Cow;

use numpy::ndarray::Dimension;
use numpy::{Element, PyReadonlyArray};

/// The elements in row-major order; copied only when they don't lie side by side like that.
pub(crate) fn elements<'a, T: Element + Copy, D: Dimension>(
    array: &'a PyReadonlyArray<'_, T, D>,
) -> Cow<'a, [T]> {
    let view = array.as_array();
    match array.as_slice() {
        // `as_slice` also gives column-major arrays, in the order of their memory.
        Ok(slice) if view.is_standard_layout() => Cow::Borrowed(slice),
        _ => Cow::Owned(view.iter().copied().collect()),
    }
}
