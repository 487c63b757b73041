//! qwirkle
