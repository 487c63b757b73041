//! What goes back to the caller.

use std::{future::poll_fn, sync::LazyLock};

use bytes::Bytes;
use h2::{Error, SendStream, server::SendResponse};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header::CONTENT_TYPE};
use tokio::sync::mpsc;

use crate::{
    frame::{self, framed, prefix},
    load::Place,
    refusal::Refusal,
};

const GRPC: HeaderValue = HeaderValue::from_static("application/grpc");
/// Messages up to this many bytes are handed to the connection whole, which keeps them until the caller makes room;
/// larger ones wait here and are handed over as there is room.
const SMALL: usize = 16 * 1024;
/// Bytes of a larger message that are handed over at once.
const CHUNK: usize = 64 * 1024;

/// The trailers of a call that went well.
static OK: LazyLock<HeaderMap> = LazyLock::new(|| {
    HeaderMap::from_iter([(HeaderName::from_static("grpc-status"), HeaderValue::from_static("0"))])
});

/// The end of a request.
pub(crate) enum Reply {
    /// One message. The place of the call is kept until it is sent, so that a caller who does not read occupies what
    /// it costs.
    Message(Vec<u8>, Option<Place>),
    /// Messages as they come.
    Stream(mpsc::Receiver<Part>),
    /// A status without a message.
    Refused(Refusal),
    /// An answer to something that is not gRPC.
    NotGrpc(StatusCode),
}

/// A part of a streamed reply.
pub(crate) enum Part {
    /// A message with its prefix.
    Message(Bytes),
    /// The end; nothing comes after it.
    End(Result<(), Refusal>),
}

impl Reply {
    /// Sends all of it. An error means that the caller is gone.
    pub(crate) async fn send(self, mut respond: SendResponse<Bytes>) -> Result<(), Error> {
        match self {
            Self::Message(message, place) => {
                let mut stream = respond.send_response(head(), false)?;
                if message.len() <= SMALL {
                    stream.send_data(framed(&message), false)?;
                } else {
                    send_when_possible(&mut stream, Bytes::copy_from_slice(&prefix(message.len()))).await?;
                    send_when_possible(&mut stream, message.into()).await?;
                }
                drop(place);
                stream.send_trailers(OK.clone())
            }
            Self::Stream(mut parts) => {
                let mut stream = respond.send_response(head(), false)?;
                let end = loop {
                    let part = tokio::select! {
                        part = parts.recv() => part,
                        reset = poll_fn(|context| stream.poll_reset(context)) => return reset.map(drop),
                    };
                    match part {
                        Some(Part::Message(message)) => send_when_possible(&mut stream, message).await?,
                        Some(Part::End(Ok(()))) | None => break OK.clone(),
                        Some(Part::End(Err(refusal))) => break refusal.headers(),
                    }
                };
                stream.send_trailers(end)
            }
            Self::Refused(refusal) => {
                let mut response = Response::new(());
                *response.headers_mut() = refusal.headers();
                response.headers_mut().insert(CONTENT_TYPE, GRPC);
                response.headers_mut().insert("grpc-accept-encoding", frame::ACCEPTED);
                respond.send_response(response, true).map(drop)
            }
            Self::NotGrpc(status) => {
                let mut response = Response::new(());
                *response.status_mut() = status;
                respond.send_response(response, true).map(drop)
            }
        }
    }
}

/// The headers before a message.
fn head() -> Response<()> {
    let mut response = Response::new(());
    response.headers_mut().insert(CONTENT_TYPE, GRPC);
    response.headers_mut().insert("grpc-accept-encoding", frame::ACCEPTED);
    response
}

/// Hands data over as fast as the caller reads.
async fn send_when_possible(stream: &mut SendStream<Bytes>, mut data: Bytes) -> Result<(), Error> {
    while !data.is_empty() {
        stream.reserve_capacity(data.len().min(CHUNK));
        let room = poll_fn(|context| stream.poll_capacity(context)).await;
        let Some(room) = room.transpose()? else {
            // The stream has ended; the next thing that is sent says how.
            return Ok(());
        };
        stream.send_data(data.split_to(room.min(data.len())), false)?;
    }
    Ok(())
}
