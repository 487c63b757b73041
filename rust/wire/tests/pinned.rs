//! The bytes on the wire are pinned: a client of yesterday is understood today.

mod common;

use common::lines;
use serde_json::Value;
use spielwerk_wire::{Budget, answer};

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().expect("hexadecimal digits");
    let digit = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits");
    (0..hex.len()).step_by(2).map(digit).collect()
}

#[test]
fn requests_get_the_pinned_replies() {
    let cases = lines("wire/pinned.jsonl");
    assert!(cases.len() > 20);
    for case in cases {
        let id = &case["id"];
        let method = case["method"].as_str().expect("a path");
        match answer(method, &bytes(&case["request"]), &Budget::default()) {
            Ok(answer) => assert_eq!(answer.reply, bytes(&case["reply"]), "{id}"),
            Err(status) => assert_eq!(status.to_bytes(), bytes(&case["status"]), "{id}"),
        }
    }
}
