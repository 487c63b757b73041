//! Reading NumPy arrays.

use numpy::ndarray::Dimension;
use numpy::{Element, PyReadonlyArray};

/// The elements in row-major order. They are copied, because other threads may write to the array while the interpreter lock is
/// released; that costs next to nothing beside what is done with them.
pub(crate) fn elements<T: Element + Copy, D: Dimension>(array: &PyReadonlyArray<'_, T, D>) -> Vec<T> {
    let view = array.as_array();
    match array.as_slice() {
        // `as_slice` also gives column-major arrays, in the order of their memory.
        Ok(slice) if view.is_standard_layout() => slice.to_vec(),
        _ => view.iter().copied().collect(),
    }
}
