//! One connection, from its handshake to its end.

use std::{
    future::{Future, poll_fn},
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};

use bytes::Bytes;
use h2::{
    Ping, PingPong, Reason, RecvStream,
    server::{Builder, Connection, SendResponse},
};
use http::Request;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_rustls::TlsAcceptor;

use crate::{
    config::Config,
    service::{Caller, Service},
    stop::Stop,
    tls::Tls,
    watched::{Seen, Watched},
};

/// Time a client has for its handshake of TLS, and again for that of HTTP/2.
const HANDSHAKE: Duration = Duration::from_secs(20);
/// Bytes of a request that a client may send before the server has looked at any.
const STREAM_WINDOW: u32 = 1024 * 1024;
/// The same for all requests of a connection together.
const CONNECTION_WINDOW: u32 = 4 * 1024 * 1024;
/// Above the limit that is told to callers in words: beyond this the connection answers by itself, with HTTP 431.
const HEADER_LIST: u32 = 64 * 1024;
/// Time a client has to answer the ping that goes with a goodbye, when none of its calls is in work.
const GOODBYE: Duration = Duration::from_secs(1);
/// How often a client may fill and give up all the calls of a connection before the server looks at any.
const RESET_ROUNDS: usize = 8;

type Call = (Request<RecvStream>, SendResponse<Bytes>);

/// What all connections of a server need.
pub(crate) struct Connections {
    pub(crate) service: Arc<Service>,
    pub(crate) config: Config,
    pub(crate) tls: Option<Tls>,
}

impl Connections {
    /// Serves one connection until it ends.
    pub(crate) async fn serve(self: Arc<Self>, stream: TcpStream, address: SocketAddr, stop: Stop) {
        // Replies are written whole, so there is nothing to wait for.
        let _ = stream.set_nodelay(true);
        let peer = peer(address);
        let Some(tls) = &self.tls else {
            return self.serve_http(stream, peer, stop).await;
        };
        let failure = match timeout(HANDSHAKE, TlsAcceptor::from(tls.current()).accept(stream)).await {
            Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => {
                return self.serve_http(stream, peer, stop).await;
            }
            Ok(Ok(_)) => "the client did not ask for HTTP/2 by ALPN".into(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the handshake took too long".into(),
        };
        self.service.teller.tell_connection(peer, format!("TLS: {failure}"));
    }

    async fn serve_http(&self, stream: impl AsyncRead + AsyncWrite + Unpin, peer: String, mut stop: Stop) {
        let config = &self.config;
        let (stream, seen) = Watched::new(stream, config.client_ping_interval);
        let caller = Arc::new(Caller { peer, stop: stop.clone(), seen: Arc::clone(&seen) });
        let Ok(Ok(mut connection)) = timeout(HANDSHAKE, self.http().handshake(stream)).await else {
            // Whoever does not speak HTTP/2 is no client of ours.
            return;
        };
        let Some(ping_pong) = connection.ping_pong() else { return };
        let mut silence = pin!(self.silence(ping_pong, &seen));
        let age = config.maximum_connection_age.map(|age| age.mul_f64(0.9 + 0.2 * fastrand::f64()));
        let mut close_softly = age.and_then(|age| Instant::now().checked_add(age));
        let mut close_hard = None;
        // A goodbye lets the client answer a ping, as calls may be under way. One that is frozen, or gone without a word,
        // never does.
        let mut look_back = None;
        let mut asked = false;
        let mut calls = Vec::new();
        loop {
            tokio::select! {
                biased;
                open = take_calls(&mut connection, &mut calls, &seen) => {
                    for (request, respond) in calls.drain(..) {
                        begin(Arc::clone(&self.service).serve(Arc::clone(&caller), request, respond));
                    }
                    if !open {
                        return;
                    }
                }
                () = silence.as_mut() => return,
                () = at(close_softly) => {
                    connection.graceful_shutdown();
                    close_softly = None;
                    close_hard = Instant::now().checked_add(config.maximum_connection_age_grace);
                    look_back = Some(Instant::now() + GOODBYE);
                }
                () = at(look_back) => {
                    if !connection.has_streams() {
                        return;
                    }
                    look_back = Some(Instant::now() + GOODBYE);
                }
                () = at(close_hard) => return,
                () = stop.asked(), if !asked => {
                    connection.graceful_shutdown();
                    look_back = Some(Instant::now() + GOODBYE);
                    asked = true;
                }
            }
        }
    }

    /// Until the client has been silent for too long and does not answer a ping either.
    async fn silence(&self, mut ping_pong: PingPong, seen: &Seen) {
        let mut reads = seen.reads();
        loop {
            sleep(self.config.keepalive_time).await;
            let now = seen.reads();
            if std::mem::replace(&mut reads, now) == now {
                let answer = timeout(self.config.keepalive_timeout, ping_pong.ping(Ping::opaque())).await;
                if !matches!(answer, Ok(Ok(_))) {
                    return;
                }
            }
        }
    }

    fn http(&self) -> Builder {
        let streams = self.config.maximum_streams_per_connection;
        let mut http = Builder::new();
        http.initial_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_concurrent_streams(streams)
            // A client may give up all of its calls some times over, while the server is held up, without being taken
            // for an attacker.
            .max_pending_accept_reset_streams(RESET_ROUNDS * streams as usize)
            .max_header_list_size(HEADER_LIST);
        http
    }
}

/// Waits for calls and takes all that are there: answered together, their replies leave in one write. Returns `false`
/// when there will be no more.
async fn take_calls<S: AsyncRead + AsyncWrite + Unpin>(
    connection: &mut Connection<S, Bytes>,
    calls: &mut Vec<Call>,
    seen: &Seen,
) -> bool {
    poll_fn(|context| {
        loop {
            match connection.poll_accept(context) {
                Poll::Ready(Some(Ok(call))) => calls.push(call),
                // How it ended is the client's business: its calls know.
                Poll::Ready(Some(Err(_)) | None) => return Poll::Ready(false),
                Poll::Pending if seen.pings_too_often() => {
                    connection.abrupt_shutdown(Reason::ENHANCE_YOUR_CALM);
                    return connection.poll_closed(context).map(|_| false);
                }
                Poll::Pending if calls.is_empty() => return Poll::Pending,
                Poll::Pending => return Poll::Ready(true),
            }
        }
    })
    .await
}

/// Lets a call run. Most are over before they have to wait for anything, and need no task of their own.
fn begin(call: impl Future<Output = ()> + Send + 'static) {
    let mut call = Box::pin(call);
    // A call that is not over is looked at again at once by its task, which wakes up for what it waits for.
    if call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending() {
        tokio::spawn(call);
    }
}

async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// An address as gRPC writes it.
fn peer(address: SocketAddr) -> String {
    match address.ip().to_canonical() {
        IpAddr::V4(ip) => format!("ipv4:{ip}:{}", address.port()),
        IpAddr::V6(ip) => format!("ipv6:%5B{ip}%5D:{}", address.port()),
    }
}

#[cfg(test)]
mod tests {
    use super::peer;

    #[test]
    fn peers() {
        assert_eq!(peer("127.0.0.1:80".parse().unwrap()), "ipv4:127.0.0.1:80");
        assert_eq!(peer("[::1]:80".parse().unwrap()), "ipv6:%5B::1%5D:80");
        assert_eq!(peer("[::ffff:10.0.0.1]:80".parse().unwrap()), "ipv4:10.0.0.1:80");
    }
}
