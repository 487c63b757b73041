//! The Python extension module: an export list. Nothing here is public API; `python/spielwerk` is.

use pyo3::prelude::*;

/// The compiled half of the package `spielwerk`. Private: nothing here is stable.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
