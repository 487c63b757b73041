#![no_main]
//! Any request to any method of the service.

libfuzzer_sys::fuzz_target!(|data: &[u8]| spielwerk_fuzz::wire(data));
