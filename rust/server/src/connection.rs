//! One connection, from its handshake to its end.

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use hyper::{
    rt::{Read, Write},
    server::conn::http2,
    service::service_fn,
};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep_until, timeout},
};
use tokio_rustls::TlsAcceptor;

use crate::{
    config::Config,
    event::Event,
    service::{Caller, Service},
    stop::Stop,
    tls::Tls,
};

/// Time a client has for its TLS handshake.
const HANDSHAKE: Duration = Duration::from_secs(20);
/// Bytes of a request that a client may send before the server has looked at any.
const STREAM_WINDOW: u32 = 1024 * 1024;
/// The same for all requests of a connection together.
const CONNECTION_WINDOW: u32 = 4 * 1024 * 1024;
/// Above the limit that is told to callers in words: beyond this the connection answers by itself, with HTTP 431.
const HEADER_LIST: u32 = 64 * 1024;

/// How often a client may fill and give up all the calls of a connection before the server looks at any.
const RESET_ROUNDS: usize = 8;

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
            return self.serve_http(TokioIo::new(stream), peer, stop).await;
        };
        let failure = match timeout(HANDSHAKE, TlsAcceptor::from(tls.current()).accept(stream)).await {
            Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => {
                return self.serve_http(TokioIo::new(stream), peer, stop).await;
            }
            Ok(Ok(_)) => "the client did not ask for HTTP/2 by ALPN".into(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the handshake took too long".into(),
        };
        self.service.teller.tell(Event::Connection { peer, message: format!("TLS: {failure}") });
    }

    async fn serve_http<I: Read + Write + Unpin + Send + 'static>(
        &self,
        stream: I,
        peer: String,
        mut stop: Stop,
    ) {
        let caller = Arc::new(Caller { peer, stop: stop.clone() });
        let service = service_fn(|request| {
            let (service, caller) = (Arc::clone(&self.service), Arc::clone(&caller));
            async move { Ok::<_, Infallible>(service.respond(caller, request).await) }
        });
        let mut connection = pin!(self.http().serve_connection(stream, service));
        let config = &self.config;
        let mut close_softly = config
            .maximum_connection_age
            .and_then(|age| Instant::now().checked_add(age.mul_f64(0.9 + 0.2 * fastrand::f64())));
        let mut close_hard = None;
        let mut asked = false;
        loop {
            tokio::select! {
                biased;
                // How it ended is the client's business: its calls know.
                _ = connection.as_mut() => return,
                () = at(close_softly) => {
                    connection.as_mut().graceful_shutdown();
                    close_softly = None;
                    close_hard = Instant::now().checked_add(config.maximum_connection_age_grace);
                }
                () = at(close_hard) => return,
                () = stop.asked(), if !asked => {
                    connection.as_mut().graceful_shutdown();
                    asked = true;
                }
            }
        }
    }

    fn http(&self) -> http2::Builder<TokioExecutor> {
        let config = &self.config;
        let mut http = http2::Builder::new(TokioExecutor::new());
        http.timer(TokioTimer::new())
            .auto_date_header(false)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_concurrent_streams(config.maximum_streams_per_connection)
            // A client may give up all of its calls some times over, while the server is held up, without being taken
            // for an attacker.
            .max_pending_accept_reset_streams(RESET_ROUNDS * config.maximum_streams_per_connection as usize)
            .max_header_list_size(HEADER_LIST)
            .keep_alive_interval(config.keepalive_time)
            .keep_alive_timeout(config.keepalive_timeout);
        http
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
