//! Reading messages: accepts and refuses exactly what the protobuf runtime of Python (upb) does.
//!
//! prost does the reading. It is stricter than upb where a field comes with another wire type than its own (upb skips it as
//! unknown) and where a varint has bits beyond the 64th (upb drops them), and laxer where a tag or a length is written with more
//! than five bytes. [`decode`] finds these rare cases and lets [`rewrite`] write the message anew first; `tests/wire` compares the outcome
//! with Python's for many thousand messages.

use std::collections::HashMap;
use std::sync::OnceLock;

use prost::{Message, Name};
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FileDescriptorSet};

use crate::messages::FILE_DESCRIPTOR_SET;
use crate::{Code, Status};

/// How deep messages and groups may be nested, the outermost not counted.
const MAX_DEPTH: u32 = 100;

/// The longest tag or length in bytes: one more than a `u32` can need is malformed even when its value fits.
const MAX_TAG_BYTES: usize = 5;

/// Reads a message.
///
/// # Errors
///
/// `INVALID_ARGUMENT` with reason `BAD_WIRE_DATA` when the bytes are none.
pub(crate) fn decode<M: Message + Name + Default>(bytes: &[u8]) -> Result<M, Status> {
    if !has_long_varint(bytes)
        && let Ok(message) = M::decode(bytes)
    {
        return Ok(message);
    }
    rewrite(bytes, &M::full_name())
        .and_then(|bytes| M::decode(bytes.as_slice()).map_err(|_| Malformed))
        .map_err(|Malformed| {
            Status::new(
                Code::InvalidArgument,
                format!("the request is no message of type {}", M::full_name()),
            )
            .with_info("BAD_WIRE_DATA", [("message", M::full_name())])
        })
}

/// Whether five bytes in a row have their highest bit set: only then a tag or a length can be too long.
fn has_long_varint(bytes: &[u8]) -> bool {
    // Of any five bytes in a row one has an index that is 4 modulo 5.
    let mut index = MAX_TAG_BYTES - 1;
    while index < bytes.len() {
        if bytes[index] >= 0x80 {
            let before = bytes[..index].iter().rev().take_while(|&&byte| byte >= 0x80).count();
            let from = bytes[index..].iter().take(MAX_TAG_BYTES).take_while(|&&byte| byte >= 0x80).count();
            if before + from >= MAX_TAG_BYTES {
                return true;
            }
        }
        index += MAX_TAG_BYTES;
    }
    false
}

/// What upb reads from `bytes` as a message of this type, written the usual way; unknown fields are left out.
fn rewrite(bytes: &[u8], full_name: &str) -> Result<Vec<u8>, Malformed> {
    let shapes = shapes();
    let shape = shapes.get(full_name).ok_or(Malformed)?;
    let mut out = Vec::with_capacity(bytes.len());
    let mut input = Input { bytes, depth: MAX_DEPTH };
    match copy_message(&mut input, shapes, Some(shape), &mut out)? {
        Some(_) => Err(Malformed), // the end of a group that never began
        None => Ok(out),
    }
}

/// These bytes are no message.
struct Malformed;

/// How a field is read.
#[derive(Clone)]
enum Kind {
    Varint {
        repeated: bool,
    },
    Fixed32 {
        repeated: bool,
    },
    Fixed64 {
        repeated: bool,
    },
    /// Bytes and texts; prost looks at the encoding of texts.
    Bytes,
    Message(String),
}

type Shape = HashMap<u32, Kind>;

/// The fields of every message, by the full name of the message.
fn shapes() -> &'static HashMap<String, Shape> {
    static SHAPES: OnceLock<HashMap<String, Shape>> = OnceLock::new();
    SHAPES.get_or_init(|| {
        let set = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).expect("the embedded descriptors are whole");
        let mut shapes = HashMap::new();
        for file in &set.file {
            for message in &file.message_type {
                add_shape(&mut shapes, file.package(), message);
            }
        }
        shapes
    })
}

fn add_shape(shapes: &mut HashMap<String, Shape>, scope: &str, message: &DescriptorProto) {
    let name = format!("{scope}.{}", message.name());
    let shape = message.field.iter().map(|field| {
        let repeated = field.label() == Label::Repeated;
        let kind = match field.r#type() {
            Type::Double | Type::Fixed64 | Type::Sfixed64 => Kind::Fixed64 { repeated },
            Type::Float | Type::Fixed32 | Type::Sfixed32 => Kind::Fixed32 { repeated },
            Type::String | Type::Bytes => Kind::Bytes,
            // No message of ours has groups.
            Type::Message | Type::Group => {
                Kind::Message(field.type_name().trim_start_matches('.').to_owned())
            }
            _ => Kind::Varint { repeated },
        };
        (field.number() as u32, kind)
    });
    let shape = shape.collect();
    for nested in &message.nested_type {
        add_shape(shapes, &name, nested);
    }
    shapes.insert(name, shape);
}

/// What is left to read at one level of nesting.
struct Input<'a> {
    bytes: &'a [u8],
    depth: u32,
}

impl<'a> Input<'a> {
    fn varint(&mut self) -> Result<(u64, usize), Malformed> {
        let mut value = 0_u64;
        for (index, &byte) in self.bytes.iter().take(10).enumerate() {
            // Bits beyond the 64th are dropped.
            value |= u64::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                self.bytes = &self.bytes[index + 1..];
                return Ok((value, index + 1));
            }
        }
        Err(Malformed)
    }

    fn tag(&mut self) -> Result<(u32, u32), Malformed> {
        let (tag, length) = self.varint()?;
        let tag = u32::try_from(tag).ok().filter(|_| length <= MAX_TAG_BYTES).ok_or(Malformed)?;
        Ok((tag >> 3, tag & 7))
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(Malformed)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn delimited(&mut self) -> Result<&'a [u8], Malformed> {
        let (length, bytes) = self.varint()?;
        let length = usize::try_from(length).ok().filter(|_| bytes <= MAX_TAG_BYTES);
        self.take(length.ok_or(Malformed)?)
    }

    /// One level deeper, in other bytes.
    fn deeper<'b>(&self, bytes: &'b [u8]) -> Result<Input<'b>, Malformed> {
        Ok(Input { bytes, depth: self.depth.checked_sub(1).ok_or(Malformed)? })
    }
}

/// Copies the fields that `shape` knows and passes over the others, up to the end or the end of a group, whose number is then
/// returned.
fn copy_message(
    input: &mut Input<'_>,
    shapes: &HashMap<String, Shape>,
    shape: Option<&Shape>,
    out: &mut Vec<u8>,
) -> Result<Option<u32>, Malformed> {
    const VARINT: u32 = 0;
    const FIXED64: u32 = 1;
    const DELIMITED: u32 = 2;
    const START_GROUP: u32 = 3;
    const END_GROUP: u32 = 4;
    const FIXED32: u32 = 5;

    while !input.bytes.is_empty() {
        let (number, wire_type) = input.tag()?;
        if wire_type == END_GROUP {
            return Ok(Some(number));
        }
        if number == 0 && shape.is_some_and(|shape| !shape.is_empty()) {
            return Err(Malformed); // upb lets it pass in unknown groups and in messages that have no field at all
        }
        let kind = shape.and_then(|shape| shape.get(&number));
        match wire_type {
            VARINT => {
                let (value, _) = input.varint()?;
                if let Some(Kind::Varint { .. }) = kind {
                    write_tag(out, number, VARINT);
                    write_varint(out, value);
                }
            }
            FIXED64 | FIXED32 => {
                let value = input.take(if wire_type == FIXED64 { 8 } else { 4 })?;
                let known = match kind {
                    Some(Kind::Fixed64 { .. }) => wire_type == FIXED64,
                    Some(Kind::Fixed32 { .. }) => wire_type == FIXED32,
                    _ => false,
                };
                if known {
                    write_tag(out, number, wire_type);
                    out.extend_from_slice(value);
                }
            }
            DELIMITED => {
                let value = input.delimited()?;
                let mut copied = Vec::new();
                match kind {
                    Some(Kind::Bytes) => copied.extend_from_slice(value),
                    Some(Kind::Message(name)) => {
                        let inner = &mut input.deeper(value)?;
                        if copy_message(inner, shapes, shapes.get(name), &mut copied)?.is_some() {
                            return Err(Malformed);
                        }
                    }
                    Some(Kind::Varint { repeated: true }) => {
                        let mut packed = Input { bytes: value, depth: 0 };
                        while !packed.bytes.is_empty() {
                            write_varint(&mut copied, packed.varint()?.0);
                        }
                    }
                    Some(Kind::Fixed32 { repeated: true }) if value.len() % 4 == 0 => {
                        copied.extend_from_slice(value);
                    }
                    Some(Kind::Fixed64 { repeated: true }) if value.len() % 8 == 0 => {
                        copied.extend_from_slice(value);
                    }
                    Some(Kind::Fixed32 { repeated: true } | Kind::Fixed64 { repeated: true }) => {
                        return Err(Malformed);
                    }
                    _ => continue,
                }
                write_tag(out, number, DELIMITED);
                write_varint(out, copied.len() as u64);
                out.append(&mut copied);
            }
            START_GROUP => {
                let mut inner = input.deeper(input.bytes)?;
                if copy_message(&mut inner, shapes, None, out)? != Some(number) {
                    return Err(Malformed);
                }
                input.bytes = inner.bytes;
            }
            _ => return Err(Malformed),
        }
    }
    Ok(None)
}

fn write_tag(out: &mut Vec<u8>, number: u32, wire_type: u32) {
    write_varint(out, u64::from(number << 3 | wire_type));
}

fn write_varint(out: &mut Vec<u8>, value: u64) {
    prost::encoding::encode_varint(value, out);
}
