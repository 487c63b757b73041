//! [`QwirkleLayout`], the one message that is not generated: most bytes of most requests are in it.

use prost::bytes::{Buf, BufMut};
use prost::encoding::{DecodeContext, WireType, int32, sint32, skip_field};
use prost::{DecodeError, Message, Name};

/// Tiles on cells in packed columns: element i of each column belongs to tile i. All three have the same length.
///
/// Reads and writes the same bytes as generated code would; a test compares the two. It is written by hand to read a
/// column of one-byte numbers, the usual case, in one go instead of number by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct QwirkleLayout {
    /// The columns of the cells, growing to the right; any value.
    pub x: Vec<i32>,
    /// The rows of the cells, growing downwards; any value.
    pub y: Vec<i32>,
    /// The kinds of the tiles, as numbers of `QwirkleTile`.
    pub tile: Vec<i32>,
}

impl Name for QwirkleLayout {
    const NAME: &'static str = "QwirkleLayout";
    const PACKAGE: &'static str = "spielwerk.v1";

    fn full_name() -> String {
        "spielwerk.v1.QwirkleLayout".into()
    }
}

impl Message for QwirkleLayout {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        sint32::encode_packed(1, &self.x, buf);
        sint32::encode_packed(2, &self.y, buf);
        int32::encode_packed(3, &self.tile, buf);
    }

    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut impl Buf,
        ctx: DecodeContext,
    ) -> Result<(), DecodeError> {
        let zigzag = |byte: u8| i32::from(byte >> 1) ^ -i32::from(byte & 1);
        let is_packed = wire_type == WireType::LengthDelimited;
        match tag {
            1 if is_packed && merge_small(&mut self.x, buf, zigzag) => Ok(()),
            2 if is_packed && merge_small(&mut self.y, buf, zigzag) => Ok(()),
            3 if is_packed && merge_small(&mut self.tile, buf, i32::from) => Ok(()),
            1 => sint32::merge_repeated(wire_type, &mut self.x, buf, ctx),
            2 => sint32::merge_repeated(wire_type, &mut self.y, buf, ctx),
            3 => int32::merge_repeated(wire_type, &mut self.tile, buf, ctx),
            _ => skip_field(wire_type, tag, buf, ctx),
        }
    }

    fn encoded_len(&self) -> usize {
        sint32::encoded_len_packed(1, &self.x)
            + sint32::encoded_len_packed(2, &self.y)
            + int32::encoded_len_packed(3, &self.tile)
    }

    fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
        self.tile.clear();
    }
}

/// Reads a packed column if all its numbers have one byte. Otherwise reads nothing, but makes room for what comes.
fn merge_small(values: &mut Vec<i32>, buf: &mut impl Buf, number: impl Fn(u8) -> i32) -> bool {
    let Some((length, rest)) = split_length(buf.chunk()) else { return false };
    let Some(column) = rest.get(..length) else { return false };
    values.reserve(length);
    let is_small = column.iter().fold(0, |all, byte| all | byte) < 0x80;
    if is_small {
        values.extend(column.iter().map(|&byte| number(byte)));
        let prefix = buf.chunk().len() - rest.len();
        buf.advance(prefix + length);
    }
    is_small
}

/// A length of up to three bytes, and what follows it.
fn split_length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    match *bytes {
        [a, ref rest @ ..] if a < 0x80 => Some((usize::from(a), rest)),
        [a, b, ref rest @ ..] if b < 0x80 => Some((usize::from(a & 0x7f) | usize::from(b) << 7, rest)),
        [a, b, c, ref rest @ ..] if c < 0x80 => {
            Some((usize::from(a & 0x7f) | usize::from(b & 0x7f) << 7 | usize::from(c) << 14, rest))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message as it would be generated.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Generated {
        #[prost(sint32, repeated, tag = "1")]
        x: Vec<i32>,
        #[prost(sint32, repeated, tag = "2")]
        y: Vec<i32>,
        #[prost(int32, repeated, tag = "3")]
        tile: Vec<i32>,
    }

    /// What both make of the same bytes.
    fn same(bytes: &[u8]) {
        let (ours, theirs) = (QwirkleLayout::decode(bytes), Generated::decode(bytes));
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                assert_eq!((&ours.x, &ours.y, &ours.tile), (&theirs.x, &theirs.y, &theirs.tile), "{bytes:?}");
                assert_eq!(ours.encode_to_vec(), theirs.encode_to_vec());
                assert_eq!(ours.encoded_len(), theirs.encoded_len());
            }
            (Err(_), Err(_)) => {}
            (ours, theirs) => panic!("{bytes:?}: {ours:?} and {theirs:?}"),
        }
    }

    #[test]
    fn it_reads_and_writes_what_generated_code_does() {
        for far in [0, 1, -1, 63, -64, 64, i32::MAX, i32::MIN] {
            for count in [0, 1, 5, 127, 128, 300, 20_000] {
                let column: Vec<i32> =
                    (0..count).map(|at| if at == count / 2 { far } else { at % 60 }).collect();
                let layout = Generated { x: column.clone(), y: column.clone(), tile: column };
                let bytes = layout.encode_to_vec();
                same(&bytes);
                same(&[bytes.as_slice(), bytes.as_slice()].concat());
                same(&bytes[..bytes.len() / 2]);
            }
        }
        // One by one, an unknown field, a wrong wire type, lengths that are cut, too long or padded.
        for bytes in [
            &[0x08, 0x03, 0x10, 0x04, 0x18, 0x05][..],
            &[0x20, 0x01, 0x18, 0x05],
            &[0x0d, 0, 0, 0, 0],
            &[0x0a, 0x05, 0x01],
            &[0x0a, 0x81],
            &[0x0a, 0x82, 0x80, 0x80, 0x00, 0x01, 0x02],
            &[0x0a, 0x01, 0x80],
            &[0x1a, 0x02, 0xff, 0x01],
        ] {
            same(bytes);
        }
    }
}
