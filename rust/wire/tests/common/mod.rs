//! What the tests and benches of the wire share: calls by message, and the vectors as messages.
#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::path::Path;

use prost::Message;
use serde_json::Value;
use spielwerk::qwirkle::{Laid, Tile};
use spielwerk_wire::messages::google::rpc::BadRequest;
use spielwerk_wire::messages::spielwerk::v1::{QwirkleHolding, QwirkleLayout, QwirklePosition, QwirkleTile};
use spielwerk_wire::{Budget, Status, answer};

/// Calls a method and reads its reply.
pub(crate) fn call<Reply: Message + Default>(method: &str, request: &impl Message) -> Result<Reply, Status> {
    let answer = answer(&format!("/spielwerk.v1.{method}"), &request.encode_to_vec(), &Budget::default())?;
    Ok(Reply::decode(answer.reply.as_slice()).expect("a reply is a message"))
}

/// The lines of a file of `tests/data`.
pub(crate) fn lines(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// `[shape, colour]` as the number of the enum.
pub(crate) fn qwirkle_tile(shape: &Value, colour: &Value) -> i32 {
    let name = |value: &Value| value.as_str().expect("a name").to_ascii_uppercase();
    let full = format!("QWIRKLE_TILE_{}_{}", name(colour), name(shape));
    QwirkleTile::from_str_name(&full).unwrap_or_else(|| panic!("{full} is a kind")).into()
}

/// `[[x, y, shape, colour], ...]` as columns.
pub(crate) fn qwirkle_layout(tiles: &Value) -> QwirkleLayout {
    let mut layout = QwirkleLayout::default();
    for tile in tiles.as_array().expect("a list of tiles") {
        layout.x.push(tile[0].as_i64().expect("a column") as i32);
        layout.y.push(tile[1].as_i64().expect("a row") as i32);
        layout.tile.push(qwirkle_tile(&tile[2], &tile[3]));
    }
    layout
}

/// `[[shape, colour], ...]` as known tiles.
pub(crate) fn qwirkle_hand(tiles: &Value) -> QwirkleHolding {
    let tiles = tiles.as_array().expect("a list of tiles");
    QwirkleHolding {
        tiles: tiles.iter().map(|tile| qwirkle_tile(&tile[0], &tile[1])).collect(),
        hidden: None,
    }
}

/// `[[x, y, shape, colour], ...]` as values of the rules.
pub(crate) fn qwirkle_laid(tiles: &Value) -> Vec<Laid> {
    let QwirkleLayout { x, y, tile } = qwirkle_layout(tiles);
    let kinds = tile.into_iter().map(|number| Tile::from_index(number as u64 - 1).expect("a kind"));
    x.into_iter().zip(y).zip(kinds).map(|((x, y), tile)| Laid::new(x, y, tile)).collect()
}

/// A game of two in which a seat with the hand of a case is to act, if there can be one.
pub(crate) fn qwirkle_game(case: &Value) -> Option<QwirklePosition> {
    case["hand"].as_array().filter(|hand| hand.len() == 6)?;
    let tiles = qwirkle_layout(&case["tiles"]);
    let bag = (Tile::COUNT - 12).checked_sub(tiles.tile.len())? as u32;
    let hidden = QwirkleHolding { hidden: Some(6), ..Default::default() };
    Some(QwirklePosition {
        tiles: Some(tiles),
        hands: vec![qwirkle_hand(&case["hand"]), hidden],
        bag,
        ..Default::default()
    })
}

/// The field violations that a status carries.
pub(crate) fn bad_request(status: &Status) -> BadRequest {
    let detail = status.details.iter().find(|detail| detail.type_url.ends_with("google.rpc.BadRequest"));
    BadRequest::decode(detail.expect("field violations").value.as_slice()).expect("a message")
}

/// The reasons that a status names, in lower case.
pub(crate) fn reasons(status: &Status) -> Vec<String> {
    bad_request(status)
        .field_violations
        .iter()
        .map(|violation| violation.reason.to_ascii_lowercase())
        .collect()
}

/// The elements of a list.
pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A number.
pub(crate) fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is a number")) as u32
}

/// A list of numbers.
pub(crate) fn numbers(value: &Value) -> Vec<u32> {
    list(value).map(number).collect()
}
