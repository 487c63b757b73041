//! schraube
