//! Messages as gRPC puts them into HTTP/2 data: a flag, a length, the bytes; perhaps compressed.

use std::{
    future::poll_fn,
    io::Read,
    task::{Context, Poll},
};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use flate2::read::{GzDecoder, ZlibDecoder};
use h2::RecvStream;
use http::{HeaderMap, HeaderValue};

use crate::{code::Code, refusal::Refusal};

/// Bytes before each message: one of flags, four of length.
pub(crate) const PREFIX: usize = 5;
/// The encodings that [`Encoding`] knows, for `grpc-accept-encoding`.
pub(crate) const ACCEPTED: HeaderValue = HeaderValue::from_static("identity,deflate,gzip");

/// How the compressed messages of a call are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Identity,
    Deflate,
    Gzip,
}

impl Encoding {
    /// The encoding that the headers of a call announce.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, Refusal> {
        match headers.get("grpc-encoding").map(HeaderValue::as_bytes) {
            None | Some(b"identity") => Ok(Self::Identity),
            Some(b"deflate") => Ok(Self::Deflate),
            Some(b"gzip") => Ok(Self::Gzip),
            Some(other) => Err(Refusal::plain(
                Code::Unimplemented,
                format!("there is no decompression of {:?} here", String::from_utf8_lossy(other)),
            )),
        }
    }
}

/// The body of a request as it arrives.
pub(crate) trait Chunks {
    /// The next bytes; nothing at the end. An error means that the caller gave up.
    fn poll_chunk(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, h2::Error>>>;
}

impl Chunks for RecvStream {
    fn poll_chunk(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, h2::Error>>> {
        let chunk = self.poll_data(context);
        if let Poll::Ready(Some(Ok(chunk))) = &chunk {
            // Whoever asks for a chunk keeps it, up to the limit of a message: there is room for the next one.
            let _ = self.flow_control().release_capacity(chunk.len());
        }
        chunk
    }
}

/// Takes messages out of the body of a request.
pub(crate) struct MessageReader<C> {
    body: C,
    encoding: Encoding,
    limit: usize,
    /// What was read and not yet taken.
    rest: BytesMut,
}

impl<C: Chunks> MessageReader<C> {
    /// A reader that refuses messages above `limit` bytes, before and after decompression.
    pub(crate) fn new(body: C, encoding: Encoding, limit: usize) -> Self {
        Self { body, encoding, limit, rest: BytesMut::new() }
    }

    /// The next message; nothing after the last one. The end of the stream is not waited for.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Refusal> {
        loop {
            if let Some(length) = self.announced()?
                && self.rest.len() >= PREFIX + length
            {
                let compressed = self.rest[0] == 1;
                self.rest.advance(PREFIX);
                let message = self.rest.split_to(length).freeze();
                return decompressed(compressed, self.encoding, message, self.limit).await.map(Some);
            }
            match poll_fn(|context| self.body.poll_chunk(context)).await {
                Some(Ok(mut data)) => {
                    // The ordinary case: one data frame is one message, and nothing needs to be copied.
                    if self.rest.is_empty()
                        && let Some(length) = announced(&data, self.limit)?
                        && data.len() == PREFIX + length
                    {
                        let compressed = data[0] == 1;
                        data.advance(PREFIX);
                        return decompressed(compressed, self.encoding, data, self.limit).await.map(Some);
                    }
                    self.rest.put(data);
                }
                // Nobody is left to read an answer.
                Some(Err(_)) => return Err(Refusal::plain(Code::Cancelled, "the request was not finished")),
                None if self.rest.is_empty() => return Ok(None),
                // As grpc's core: what is not whole is no message.
                None => {
                    return Err(Refusal::plain(
                        Code::Unimplemented,
                        "the request ends in the middle of a message",
                    ));
                }
            }
        }
    }

    fn announced(&self) -> Result<Option<usize>, Refusal> {
        announced(&self.rest, self.limit)
    }
}

/// The length of the message that `data` begins with; nothing while its prefix is not whole.
fn announced(data: &[u8], limit: usize) -> Result<Option<usize>, Refusal> {
    let Some(&[flag, a, b, c, d]) = data.first_chunk() else { return Ok(None) };
    if flag > 1 {
        return Err(Refusal::plain(
            Code::InvalidArgument,
            format!("a message begins with the flag {flag}, which has no meaning"),
        ));
    }
    let length = u32::from_be_bytes([a, b, c, d]) as usize;
    if length > limit {
        return Err(too_large(length, limit));
    }
    Ok(Some(length))
}

fn too_large(length: usize, limit: usize) -> Refusal {
    Refusal::plain(
        Code::ResourceExhausted,
        format!("Received message larger than max ({length} vs. {limit})"),
    )
}

fn decompress(mut decoder: impl Read, limit: usize) -> Result<Bytes, Refusal> {
    let mut message = Vec::new();
    match decoder.by_ref().take(limit as u64 + 1).read_to_end(&mut message) {
        Ok(length) if length > limit => Err(too_large(length, limit)),
        Ok(_) => Ok(message.into()),
        Err(_) => Err(Refusal::plain(Code::Internal, "a compressed message can't be decompressed")),
    }
}

/// A message as it was before its compression, if it is compressed.
async fn decompressed(
    compressed: bool,
    encoding: Encoding,
    message: Bytes,
    limit: usize,
) -> Result<Bytes, Refusal> {
    match (compressed, encoding) {
        (false, _) => Ok(message),
        (true, Encoding::Identity) => Err(Refusal::plain(
            Code::Internal,
            "a message is marked as compressed, but grpc-encoding names nothing",
        )),
        (true, Encoding::Deflate) => aside(move || decompress(ZlibDecoder::new(&*message), limit)).await,
        (true, Encoding::Gzip) => aside(move || decompress(GzDecoder::new(&*message), limit)).await,
    }
}

/// Does work of milliseconds where it holds nobody up: a few bytes may become many.
async fn aside(work: impl FnOnce() -> Result<Bytes, Refusal> + Send + 'static) -> Result<Bytes, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::plain(Code::Unavailable, "the server ends; try another one")))
}

/// A message with its prefix.
pub(crate) fn framed(message: &[u8]) -> Bytes {
    let mut data = BytesMut::with_capacity(PREFIX + message.len());
    data.put(&prefix(message.len())[..]);
    data.put(message);
    data.freeze()
}

/// The prefix of an uncompressed message. Messages of 4 GiB and more can't be written.
pub(crate) fn prefix(length: usize) -> [u8; PREFIX] {
    let [a, b, c, d] = u32::try_from(length).expect("replies are far below 4 GiB").to_be_bytes();
    [0, a, b, c, d]
}

#[cfg(test)]
mod tests {
    use std::{collections::VecDeque, io::Write};

    use flate2::{
        Compression,
        write::{GzEncoder, ZlibEncoder},
    };
    use tokio::runtime::Builder;

    use super::*;

    struct Pieces(VecDeque<Bytes>);

    impl Chunks for Pieces {
        fn poll_chunk(&mut self, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, h2::Error>>> {
            Poll::Ready(self.0.pop_front().map(Ok))
        }
    }

    /// All messages of a body that arrives in chunks of `size` bytes.
    fn read(body: &[u8], size: usize, encoding: Encoding, limit: usize) -> Result<Vec<Bytes>, Refusal> {
        let pieces = Pieces(body.chunks(size).map(Bytes::copy_from_slice).collect());
        let mut reader = MessageReader::new(pieces, encoding, limit);
        Builder::new_current_thread().build().unwrap().block_on(async {
            let mut messages = Vec::new();
            while let Some(message) = reader.next().await? {
                messages.push(message);
            }
            Ok(messages)
        })
    }

    fn compressed(flagged: &[u8]) -> Vec<u8> {
        let mut data = framed(flagged).to_vec();
        data[0] = 1;
        data
    }

    fn code(result: Result<Vec<Bytes>, Refusal>) -> Code {
        result.expect_err("this body is wrong").code
    }

    #[test]
    fn messages_survive_any_cut() {
        let body = [framed(b"first"), framed(b""), framed(b"the third")].concat();
        for size in 1..=body.len() {
            let messages = read(&body, size, Encoding::Identity, 9).unwrap();
            assert_eq!(messages, ["first", "", "the third"], "cut into {size}");
        }
    }

    #[test]
    fn compressed_messages_are_read() {
        let text = b"so said the said said".repeat(20);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(&text).unwrap();
        let gzip = compressed(&gzip.finish().unwrap());
        let mut deflate = ZlibEncoder::new(Vec::new(), Compression::default());
        deflate.write_all(&text).unwrap();
        let deflate = compressed(&deflate.finish().unwrap());

        assert_eq!(read(&gzip, 7, Encoding::Gzip, text.len()).unwrap(), [&text[..]]);
        assert_eq!(read(&deflate, 7, Encoding::Deflate, text.len()).unwrap(), [&text[..]]);
        // Not every message of a compressed call needs to be.
        assert_eq!(read(&framed(&text), 7, Encoding::Gzip, text.len()).unwrap(), [&text[..]]);
        // The limit is one of the message, not of its form on the wire.
        assert_eq!(code(read(&gzip, 7, Encoding::Gzip, text.len() - 1)), Code::ResourceExhausted);
    }

    #[test]
    fn wrong_bodies_are_refused() {
        assert_eq!(code(read(&framed(b"four+"), 3, Encoding::Identity, 4)), Code::ResourceExhausted);
        assert_eq!(code(read(&[0, 255, 255, 255, 255], 5, Encoding::Identity, 4)), Code::ResourceExhausted);
        assert_eq!(code(read(&[0, 0, 0, 0, 9, 1], 6, Encoding::Identity, 99)), Code::Unimplemented);
        assert_eq!(code(read(&[7, 0, 0, 0, 1, 1], 6, Encoding::Identity, 99)), Code::InvalidArgument);
        assert_eq!(code(read(&compressed(b"not gzip"), 6, Encoding::Gzip, 99)), Code::Internal);
        assert_eq!(code(read(&compressed(b"nothing named"), 6, Encoding::Identity, 99)), Code::Internal);
    }

    #[test]
    fn encodings() {
        let of = |value| {
            Encoding::of(&HeaderMap::from_iter([(
                "grpc-encoding".parse().unwrap(),
                HeaderValue::from_static(value),
            )]))
        };
        assert_eq!(of("gzip"), Ok(Encoding::Gzip));
        assert_eq!(of("identity"), Ok(Encoding::Identity));
        assert_eq!(of("br").unwrap_err().code, Code::Unimplemented);
        assert_eq!(Encoding::of(&HeaderMap::new()), Ok(Encoding::Identity));
    }
}
