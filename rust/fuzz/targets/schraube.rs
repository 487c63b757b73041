#![no_main]
//! Every law on Schraube locker: the first byte chooses the law, the rest is its input.

use spielwerk::common::Position as _;
use spielwerk::schraube::{Options, Position};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    spielwerk_fuzz::any(&Position::start(&Options::new(3)).expect("good options"), data);
});
