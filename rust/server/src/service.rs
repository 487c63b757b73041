//! From a path to whoever answers it.

use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use bytes::Bytes;
use h2::{RecvStream, server::SendResponse};
use http::{HeaderMap, HeaderValue, Request, StatusCode, header::CONTENT_TYPE};
use prost::Message;
use tokio::{sync::mpsc, time::sleep};

use crate::{
    answerer::Answerer,
    call::{self, CountedMethod},
    code::Code,
    config::Config,
    event::Teller,
    frame::{Chunks, Encoding, MessageReader, framed},
    health::{self, Health},
    load::Load,
    metrics::{MethodCounts, MethodMetrics},
    proto::reflection::ServerReflectionRequest,
    reflection::{self, Reflection},
    refusal::Refusal,
    reply::{Part, Reply},
    stop::Stop,
    token::TokenGuard,
    watched::Seen,
};

/// Most bytes of headers of a call, each counted with the 32 that HTTP/2 adds.
const MAXIMUM_HEADER_BYTES: usize = 16 * 1024;
/// Largest request of health and reflection, in bytes.
const SMALL: usize = 64 * 1024;
/// Reflection streams at once: they serve tools, and nobody else is to notice them.
const REFLECTION_STREAMS: usize = 8;
/// Time after which a reflection stream is cancelled.
const LONGEST_REFLECTION: Duration = Duration::from_secs(60);
/// Parts of a streamed reply that wait for a slow reader.
const PARTS: usize = 4;
/// The last segments of the paths of the standard services.
const CHECK: &str = "Check";
const LIST: &str = "List";
const WATCH: &str = "Watch";
const INFO: &str = "ServerReflectionInfo";

/// Everything that all connections share.
pub(crate) struct Service {
    pub(crate) answerer: Box<dyn Answerer>,
    methods: HashMap<String, Arc<CountedMethod>>,
    pub(crate) guard: Option<TokenGuard>,
    pub(crate) load: Arc<Load>,
    /// What a caller gets when all places are taken.
    pub(crate) overloaded: Refusal,
    pub(crate) maximum_request_bytes: usize,
    pub(crate) health: Health,
    reflection: Option<Reflection>,
    reflection_load: Arc<Load>,
    pub(crate) teller: Teller,
}

/// What the calls of one connection share.
pub(crate) struct Caller {
    /// The other side, in the form of gRPC.
    pub(crate) peer: String,
    pub(crate) stop: Stop,
    pub(crate) seen: Arc<Seen>,
}

impl Service {
    /// # Errors
    ///
    /// The descriptors of the answerer can't be decoded.
    pub(crate) fn new(
        answerer: Box<dyn Answerer>,
        config: &Config,
        teller: Teller,
    ) -> Result<Arc<Self>, prost::DecodeError> {
        let methods: HashMap<_, _> = answerer
            .methods()
            .into_iter()
            .map(|path| (path.clone(), Arc::new(CountedMethod { path, metrics: MethodMetrics::default() })))
            .collect();
        let mut services: Vec<&str> = methods.keys().filter_map(|path| Some(split(path)?.0)).collect();
        services.sort_unstable();
        services.dedup();
        let reflection = if config.reflection {
            Some(Reflection::new(services.iter().copied(), &answerer.file_descriptor_set())?)
        } else {
            None
        };
        let health = Health::new(services.into_iter());
        Ok(Arc::new(Self {
            answerer,
            methods,
            guard: config.tokens.as_deref().map(TokenGuard::new),
            load: Load::new(config.maximum_concurrent_calls),
            overloaded: Refusal::with_reason(
                Code::ResourceExhausted,
                "TOO_MANY_CALLS",
                &[
                    ("limit", "maximum_concurrent_rpcs".into()),
                    ("limit_value", config.maximum_concurrent_calls.to_string()),
                ],
                "the service has its hands full; try again soon",
                Some(Duration::from_millis(100)),
            ),
            maximum_request_bytes: config.maximum_request_bytes,
            health,
            reflection,
            reflection_load: Load::new(REFLECTION_STREAMS),
            teller,
        }))
    }

    /// The counts of all methods, in the order of their paths.
    pub(crate) fn counts(&self) -> Vec<MethodCounts> {
        let mut counts: Vec<_> =
            self.methods.iter().map(|(path, method)| method.metrics.counts(path)).collect();
        counts.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        counts
    }

    /// Serves one request to its end, or until its caller gives up.
    pub(crate) async fn serve(
        self: Arc<Self>,
        caller: Arc<Caller>,
        request: Request<RecvStream>,
        mut respond: SendResponse<Bytes>,
    ) {
        let reply = {
            let mut reply = pin!(self.respond(&caller, request));
            poll_fn(|context| match reply.as_mut().poll(context) {
                Poll::Ready(reply) => Poll::Ready(Some(reply)),
                Poll::Pending => respond.poll_reset(context).map(|_| None),
            })
            .await
        };
        if let Some(reply) = reply {
            caller.seen.note_answer();
            // An error means that nobody is there to read.
            let _ = reply.send(respond).await;
        }
    }

    /// Answers one request.
    async fn respond<C: Chunks + Send + 'static>(
        self: &Arc<Self>,
        caller: &Caller,
        request: Request<C>,
    ) -> Reply {
        let (parts, body) = request.into_parts();
        if parts.method != http::Method::POST {
            return Reply::NotGrpc(StatusCode::METHOD_NOT_ALLOWED);
        }
        if !is_grpc(&parts.headers) {
            return Reply::NotGrpc(StatusCode::UNSUPPORTED_MEDIA_TYPE);
        }
        if header_bytes(&parts.headers) > MAXIMUM_HEADER_BYTES {
            let message = format!("the metadata of a call may have at most {MAXIMUM_HEADER_BYTES} bytes");
            return Reply::Refused(Refusal::plain(Code::ResourceExhausted, message));
        }
        // A method has no query; with one it is another path.
        let path = parts.uri.path_and_query().map_or("", http::uri::PathAndQuery::as_str);
        if let Some(method) = self.methods.get(path) {
            return call::respond(self, method, caller, parts.headers, body).await;
        }
        let outcome = match split(path) {
            Some((health::SERVICE, CHECK)) => self.tell_health(&parts.headers, body, Health::check).await,
            Some((health::SERVICE, LIST)) => self.tell_health(&parts.headers, body, Health::list).await,
            Some((health::SERVICE, WATCH)) => self.watch(caller, &parts.headers, body).await,
            Some((name, INFO)) if self.reflection.is_some() && reflection::SERVICES.contains(&name) => {
                self.reflect(caller, &parts.headers, body)
            }
            _ => Err(Refusal::plain(Code::Unimplemented, "Method not found!")),
        };
        outcome.unwrap_or_else(Reply::Refused)
    }

    /// Answers a method of health that has one reply.
    async fn tell_health<C: Chunks>(
        &self,
        headers: &HeaderMap,
        body: C,
        tell: fn(&Health, &Bytes) -> Result<Vec<u8>, Refusal>,
    ) -> Result<Reply, Refusal> {
        let request = only_message(headers, body).await?;
        Ok(Reply::Message(tell(&self.health, &request)?, None))
    }

    async fn watch<C: Chunks>(
        self: &Arc<Self>,
        caller: &Caller,
        headers: &HeaderMap,
        body: C,
    ) -> Result<Reply, Refusal> {
        let request = only_message(headers, body).await?;
        let (sender, receiver) = mpsc::channel(PARTS);
        let (service, stop) = (Arc::clone(self), caller.stop.clone());
        tokio::spawn(async move { service.health.watch(request, sender, stop).await });
        Ok(Reply::Stream(receiver))
    }

    fn reflect<C: Chunks + Send + 'static>(
        self: &Arc<Self>,
        caller: &Caller,
        headers: &HeaderMap,
        body: C,
    ) -> Result<Reply, Refusal> {
        if let Some(refusal) = self.guard.as_ref().and_then(|guard| guard.refusal(headers)) {
            return Err(refusal.clone());
        }
        let place = self
            .reflection_load
            .take()
            .ok_or_else(|| Refusal::plain(Code::ResourceExhausted, "too many reflection streams are open"))?;
        let mut requests = MessageReader::new(body, Encoding::of(headers)?, SMALL);
        let (sender, receiver) = mpsc::channel(PARTS);
        let (service, mut stop) = (Arc::clone(self), caller.stop.clone());
        tokio::spawn(async move {
            let _place = place;
            let end = tokio::select! {
                end = service.answer_questions(&mut requests, &sender) => end,
                () = stop.asked() => Err(Refusal::plain(Code::Cancelled, "the server ends")),
                () = sleep(LONGEST_REFLECTION) => Err(Refusal::plain(Code::Cancelled, "the stream is too old")),
                () = sender.closed() => return,
            };
            let _ = sender.send(Part::End(end)).await;
        });
        Ok(Reply::Stream(receiver))
    }

    async fn answer_questions<C: Chunks>(
        &self,
        requests: &mut MessageReader<C>,
        replies: &mpsc::Sender<Part>,
    ) -> Result<(), Refusal> {
        let Some(reflection) = &self.reflection else { return Ok(()) };
        while let Some(request) = requests.next().await? {
            let request = ServerReflectionRequest::decode(request).map_err(|_| {
                Refusal::plain(Code::InvalidArgument, "the request is no ServerReflectionRequest")
            })?;
            let reply = framed(&reflection.answer(request).encode_to_vec());
            if replies.send(Part::Message(reply)).await.is_err() {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The one message of a call to a standard service.
async fn only_message<C: Chunks>(headers: &HeaderMap, body: C) -> Result<Bytes, Refusal> {
    let message = MessageReader::new(body, Encoding::of(headers)?, SMALL).next().await?;
    message
        .ok_or_else(|| Refusal::plain(Code::Unimplemented, "this method wants exactly one request message"))
}

/// Service and method of a path.
fn split(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix('/')?.split_once('/')
}

fn is_grpc(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes) else { return false };
    kind.strip_prefix(b"application/grpc")
        .is_some_and(|rest| matches!(rest.first(), None | Some(b'+' | b';')))
}

fn header_bytes(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 32).sum()
}
