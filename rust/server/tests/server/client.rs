//! A server with answers on demand, and a client that can misbehave.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use bytes::{BufMut, Bytes, BytesMut};
use h2::{
    RecvStream, SendStream,
    client::{ResponseFuture, SendRequest},
};
use http::{HeaderMap, Request};
use spielwerk_server::{Answerer, Budget, Code, Config, Refusal, Server, Unanswered};
use tokio::net::TcpStream;

pub(crate) const ASK: &str = "/test.v1.TestService/Ask";
pub(crate) const ASK_MANY: &str = "/test.v1.TestService/AskMany";

/// Does what the request says: `refuse`, `fail`, `panic`, `wait` until it is cancelled; anything else comes back.
#[derive(Clone, Default)]
pub(crate) struct Obedient {
    /// Answers to `wait` that saw that nobody waits any more.
    pub(crate) stopped: Arc<AtomicUsize>,
}

impl Answerer for Obedient {
    fn methods(&self) -> Vec<String> {
        vec![ASK.into(), ASK_MANY.into()]
    }

    fn is_brief(&self, path: &str, _request: &[u8]) -> bool {
        path == ASK
    }

    fn file_descriptor_set(&self) -> Vec<u8> {
        Vec::new()
    }

    fn answer(&self, _path: &str, request: &[u8], budget: &Budget<'_>) -> Result<Vec<u8>, Unanswered> {
        match request {
            b"refuse" => Err(Refusal::plain(Code::InvalidArgument, "no").into()),
            b"fail" => Err(Unanswered::Failed("a secret".into())),
            b"panic" => panic!("a loud secret"),
            b"wait" => {
                while budget.is_left() {
                    thread::sleep(Duration::from_millis(1));
                }
                self.stopped.fetch_add(1, Ordering::SeqCst);
                Err(Refusal::plain(Code::DeadlineExceeded, "nobody waits").into())
            }
            other => Ok(other.to_vec()),
        }
    }
}

pub(crate) fn started(config: Config) -> (Server, Obedient) {
    let answerer = Obedient::default();
    let server = Server::bind(config, answerer.clone()).unwrap();
    server.start().unwrap();
    (server, answerer)
}

/// One connection.
pub(crate) struct Client(SendRequest<Bytes>);

/// What came back.
#[derive(Debug, PartialEq)]
pub(crate) struct Reply {
    pub(crate) http: u16,
    pub(crate) code: Option<u16>,
    pub(crate) message: String,
    pub(crate) body: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(server: &Server) -> Self {
        let stream = TcpStream::connect(server.addresses()[0]).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (client, connection) = h2::client::handshake(stream).await.unwrap();
        tokio::spawn(connection);
        Self(client)
    }

    /// Begins a call and leaves its body open.
    pub(crate) async fn begin(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> (ResponseFuture, SendStream<Bytes>) {
        let mut request = Request::post(format!("http://localhost{path}")).body(()).unwrap();
        request.headers_mut().insert("content-type", "application/grpc".parse().unwrap());
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        self.0.clone().ready().await.unwrap().send_request(request, false).unwrap()
    }

    pub(crate) async fn call(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
        body: impl Into<Bytes>,
    ) -> Reply {
        let (response, mut sending) = self.begin(path, headers).await;
        sending.send_data(body.into(), true).unwrap();
        reply(response).await.unwrap()
    }

    /// An ordinary call to [`ASK`].
    pub(crate) async fn ask(&self, message: &[u8]) -> Reply {
        self.call(ASK, &[], framed(message)).await
    }

    /// Whether a new call could begin.
    pub(crate) async fn is_open(&self) -> bool {
        self.0.clone().ready().await.is_ok()
    }
}

pub(crate) fn framed(message: &[u8]) -> Bytes {
    let mut data = BytesMut::new();
    data.put_u8(0);
    data.put_u32(message.len() as u32);
    data.put(message);
    data.freeze()
}

/// Reads a response to its end.
pub(crate) async fn reply(response: ResponseFuture) -> Result<Reply, h2::Error> {
    let (parts, mut receiving) = response.await?.into_parts();
    let mut body = Vec::new();
    while let Some(chunk) = data(&mut receiving).await? {
        body.extend_from_slice(&chunk);
    }
    let trailers = receiving.trailers().await?.unwrap_or(parts.headers);
    let text = |headers: &HeaderMap, name| headers.get(name).map(|value| value.to_str().unwrap().to_owned());
    Ok(Reply {
        http: parts.status.as_u16(),
        code: text(&trailers, "grpc-status").map(|code| code.parse().unwrap()),
        message: text(&trailers, "grpc-message").unwrap_or_default(),
        body,
    })
}

/// The next chunk of a response.
pub(crate) async fn data(receiving: &mut RecvStream) -> Result<Option<Bytes>, h2::Error> {
    let chunk = receiving.data().await.transpose()?;
    if let Some(chunk) = &chunk {
        receiving.flow_control().release_capacity(chunk.len())?;
    }
    Ok(chunk)
}

/// Waits until something is so.
pub(crate) async fn wait_until(condition: impl Fn() -> bool) {
    for _ in 0..2000 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it never came true");
}
