//! What goes back to the caller.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::LazyLock,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Response, StatusCode, header::CONTENT_TYPE};
use http_body::{Body, Frame};
use tokio::sync::mpsc;

use crate::{
    frame::{self, framed, prefix},
    load::Place,
    refusal::Refusal,
};

const GRPC: HeaderValue = HeaderValue::from_static("application/grpc");
/// Replies above this many bytes are sent as they are, behind a data frame for their prefix; smaller ones are copied
/// behind it, which is cheaper than a second frame.
const COPIED: usize = 16 * 1024;

/// The trailers of a call that went well.
static OK: LazyLock<HeaderMap> = LazyLock::new(|| {
    HeaderMap::from_iter([(http::HeaderName::from_static("grpc-status"), HeaderValue::from_static("0"))])
});

/// The body of a response.
pub(crate) enum ReplyBody {
    /// Nothing: all is said in the headers.
    Empty,
    /// One message.
    Unary {
        prefix: Option<Bytes>,
        message: Option<Bytes>,
        /// Kept until everything is sent, so that a caller who does not read occupies what it costs.
        place: Option<Place>,
        done: bool,
    },
    /// Messages as they come.
    Stream(mpsc::Receiver<Part>),
}

/// A part of a streamed reply.
pub(crate) enum Part {
    /// A message with its prefix.
    Message(Bytes),
    /// The end; nothing comes after it.
    End(Result<(), Refusal>),
}

/// A response with one message.
pub(crate) fn reply(message: Vec<u8>, place: Option<Place>) -> Response<ReplyBody> {
    let (prefix, message) = if message.len() <= COPIED {
        (None, framed(&message))
    } else {
        (Some(Bytes::copy_from_slice(&prefix(message.len()))), message.into())
    };
    started(ReplyBody::Unary { prefix, message: Some(message), place, done: false })
}

/// A response with the messages that are sent to the other end of a channel.
pub(crate) fn stream(parts: mpsc::Receiver<Part>) -> Response<ReplyBody> {
    started(ReplyBody::Stream(parts))
}

/// A response without a message.
pub(crate) fn refusal(refusal: &Refusal) -> Response<ReplyBody> {
    let mut response = Response::new(ReplyBody::Empty);
    *response.headers_mut() = refusal.headers();
    response.headers_mut().insert(CONTENT_TYPE, GRPC);
    response
}

/// A response to something that is not gRPC.
pub(crate) fn not_grpc(status: StatusCode) -> Response<ReplyBody> {
    let mut response = Response::new(ReplyBody::Empty);
    *response.status_mut() = status;
    response
}

fn started(body: ReplyBody) -> Response<ReplyBody> {
    let mut response = Response::new(body);
    response.headers_mut().insert(CONTENT_TYPE, GRPC);
    response.headers_mut().insert("grpc-accept-encoding", frame::ACCEPTED);
    response
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let frame = match self.get_mut() {
            Self::Empty => None,
            Self::Unary { prefix, message, place, done } => match prefix.take().or_else(|| message.take()) {
                Some(data) => Some(Frame::data(data)),
                None if *done => None,
                None => {
                    *done = true;
                    *place = None;
                    Some(Frame::trailers(OK.clone()))
                }
            },
            Self::Stream(parts) => match parts.poll_recv(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Part::Message(data))) => Some(Frame::data(data)),
                Poll::Ready(Some(Part::End(Ok(())))) => Some(Frame::trailers(OK.clone())),
                Poll::Ready(Some(Part::End(Err(refusal)))) => Some(Frame::trailers(refusal.headers())),
                Poll::Ready(None) => None,
            },
        };
        Poll::Ready(frame.map(Ok))
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Unary { done, .. } => *done,
            Self::Stream(_) => false,
        }
    }
}
