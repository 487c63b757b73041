#![no_main]
//! Every law on Lokus: the first byte chooses the law, the rest is its input.

use spielwerk::common::Position as _;
use spielwerk::lokus::{Options, Position};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    spielwerk_fuzz::any(&Position::start(&Options::new(3)).expect("good options"), data);
});
