//! How a server listens, whom it answers and what it tells.

use std::time::Duration;

use crate::{event::Telling, tls::Identity};

/// All settings of a [`Server`](crate::Server). The defaults are safe: loopback only, bounded in every direction.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to listen on: an IP address or a host name; of a name all addresses are listened on.
    pub host: String,
    /// TCP port; 0 lets the system choose a free one.
    pub port: u16,
    /// Share the port with other processes (`SO_REUSEPORT`): the system spreads connections over them.
    pub reuse_port: bool,
    /// Certificate and key; without them the server speaks plain text.
    pub identity: Option<Identity>,
    /// Bearer tokens of which a caller must show one; `None` lets everybody in. Health stays open.
    pub tokens: Option<Vec<String>>,
    /// Serve gRPC reflection (v1 and v1alpha).
    pub reflection: bool,
    /// Threads that read, answer short calls and write. With one, everything short happens on one thread, which is
    /// the fastest on one core.
    pub threads: usize,
    /// Further threads for long calls, started when they are needed.
    pub maximum_threads: usize,
    /// Calls in work; one more is refused with `RESOURCE_EXHAUSTED` and a `RetryInfo`.
    pub maximum_concurrent_calls: usize,
    /// Largest request message in bytes, after decompression; above: `RESOURCE_EXHAUSTED`.
    pub maximum_request_bytes: usize,
    /// Calls at once on one connection; a client holds further ones back by itself.
    pub maximum_streams_per_connection: u32,
    /// Shortest time between pings of a client that is not punished with GOAWAY.
    pub client_ping_interval: Duration,
    /// Silence on a connection after which the server pings the client.
    pub keepalive_time: Duration,
    /// Wait for the answer to a ping before the connection is closed.
    pub keepalive_timeout: Duration,
    /// Age, give or take a tenth, at which a connection is closed softly; `None` for no limit.
    pub maximum_connection_age: Option<Duration>,
    /// Time calls have to end after that.
    pub maximum_connection_age_grace: Duration,
    /// How many calls become [`Event`](crate::Event)s.
    pub telling: Telling,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".into(),
            port: 0,
            reuse_port: false,
            identity: None,
            tokens: None,
            reflection: true,
            threads: 4,
            maximum_threads: 256,
            maximum_concurrent_calls: 1000,
            maximum_request_bytes: 8 * 1024 * 1024,
            maximum_streams_per_connection: 128,
            client_ping_interval: Duration::from_secs(10),
            keepalive_time: Duration::from_secs(60),
            keepalive_timeout: Duration::from_secs(20),
            maximum_connection_age: Some(Duration::from_secs(1800)),
            maximum_connection_age_grace: Duration::from_secs(60),
            telling: Telling { sample: 0.0, refusals: 100, trace: false },
        }
    }
}
