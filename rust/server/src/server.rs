//! A running server, as its owner holds it.

use std::{
    fmt, io,
    net::SocketAddr,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::Duration,
};

use tokio::{
    net::TcpListener,
    runtime::{Builder, Runtime},
    sync::watch,
    task::JoinSet,
    time::{Instant, sleep, sleep_until, timeout},
};

use crate::{
    answerer::Answerer,
    config::Config,
    connection::Connections,
    event::{Event, Events, Teller},
    listen::listen,
    metrics::MethodCounts,
    service::Service,
    stop::{Order, Stop},
    tls::{Identity, IdentityError, Tls},
};

/// Time for telling callers that the time is up, before their connections are cut off.
const FAREWELL: Duration = Duration::from_millis(250);
/// Time for long answers to notice that they are not wanted any more; after it they are left behind.
const LAST_ANSWERS: Duration = Duration::from_secs(1);
/// Pause after a connection could not be taken, for example because too many files are open.
const BREATH: Duration = Duration::from_millis(100);

/// A server: bound, then started, then running on threads of its own until it is stopped or dropped.
///
/// Nothing is healthy at first: [`Server::set_serving`] says when callers may come.
pub struct Server {
    connections: Arc<Connections>,
    orders: Arc<watch::Sender<Order>>,
    addresses: Vec<SocketAddr>,
    /// Until the start.
    listeners: Mutex<Option<Vec<std::net::TcpListener>>>,
    events: Events,
    ended: Arc<(Mutex<bool>, Condvar)>,
}

/// Why a server could not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The address can't be listened on.
    Listen(io::Error),
    /// Certificate, key or client authority are not usable.
    Identity(IdentityError),
    /// The descriptors of the answerer are broken.
    Descriptors(prost::DecodeError),
    /// The system gives no threads or no event queue.
    Runtime(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(error) => write!(formatter, "the address can't be listened on: {error}"),
            Self::Identity(error) => error.fmt(formatter),
            Self::Descriptors(error) => {
                write!(formatter, "the descriptors of the answerer are broken: {error}")
            }
            Self::Runtime(error) => write!(formatter, "the system gives no threads: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

impl Server {
    /// Takes the address. Whoever connects waits until [`Server::start`].
    ///
    /// # Errors
    ///
    /// See [`StartError`].
    pub fn bind(config: Config, answerer: impl Answerer) -> Result<Self, StartError> {
        let tls = config.identity.as_ref().map(Tls::new).transpose().map_err(StartError::Identity)?;
        let (teller, events) = Teller::new(config.telling);
        let service = Service::new(Box::new(answerer), &config, teller).map_err(StartError::Descriptors)?;
        let listeners = listen(&config.host, config.port, config.reuse_port).map_err(StartError::Listen)?;
        let addresses = listeners.iter().map(std::net::TcpListener::local_addr).collect::<io::Result<_>>();
        Ok(Self {
            addresses: addresses.map_err(StartError::Listen)?,
            listeners: Mutex::new(Some(listeners)),
            connections: Arc::new(Connections { service, config, tls }),
            orders: Arc::new(watch::Sender::new(Order::Run)),
            events,
            ended: Arc::new((Mutex::new(true), Condvar::new())),
        })
    }

    /// Answers from now on. A second start does nothing.
    ///
    /// # Errors
    ///
    /// [`StartError::Runtime`].
    pub fn start(&self) -> Result<(), StartError> {
        let Some(listeners) = self.listeners.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return Ok(());
        };
        let runtime = runtime(&self.connections.config).map_err(StartError::Runtime)?;
        let end = EndOnDrop::new(Arc::clone(&self.ended));
        let service = Arc::clone(&self.connections.service);
        let running = run(listeners, Arc::clone(&self.connections), Arc::clone(&self.orders));
        let work = move || {
            let _end = end;
            runtime.block_on(running);
            runtime.shutdown_timeout(LAST_ANSWERS);
            service.teller.tell(Event::Ended);
        };
        thread::Builder::new().name("spielwerk-server".into()).spawn(work).map_err(StartError::Runtime)?;
        Ok(())
    }

    /// The addresses listened on, all with the same port; at least one.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// The port listened on.
    pub fn port(&self) -> u16 {
        self.addresses[0].port()
    }

    /// Says whether a service takes traffic, `""` being the whole server. Returns `false` when there is no such
    /// service. After [`Server::turn_away`] and [`Server::stop`] everything
    /// stays `NOT_SERVING`.
    pub fn set_serving(&self, service: &str, serving: bool) -> bool {
        self.connections.service.health.set(service, serving)
    }

    /// Says that no service takes traffic any more, all at once and for good; calls are still answered. The first step
    /// of a soft end, so that balancers send their callers elsewhere.
    pub fn turn_away(&self) {
        self.connections.service.health.end();
    }

    /// Lets in who shows one of these bearer tokens from now on, and nobody else. Returns `false` when the server was
    /// started without tokens: then everybody may come.
    pub fn set_tokens(&self, tokens: &[String]) -> bool {
        self.connections.service.guard.as_ref().is_some_and(|guard| {
            guard.replace(tokens);
            true
        })
    }

    /// Shows another certificate from the next handshake on. Returns `false` when the server speaks plain text.
    ///
    /// # Errors
    ///
    /// The new one is not usable; the old one stays.
    pub fn set_identity(&self, identity: &Identity) -> Result<bool, IdentityError> {
        self.connections.tls.as_ref().map_or(Ok(false), |tls| tls.replace(identity).map(|()| true))
    }

    /// What was counted of each method since the start, in the order of their paths.
    pub fn counts(&self) -> Vec<MethodCounts> {
        self.connections.service.counts()
    }

    /// Calls in work now.
    pub fn calls_in_work(&self) -> usize {
        self.connections.service.load.taken()
    }

    /// What happened and is worth telling.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Begins to end: health turns `NOT_SERVING`, new connections are refused, calls in work have `grace` to end, and
    /// what is left then gets `UNAVAILABLE`. Returns at once; [`Server::wait`] waits. Said again, it can only shorten
    /// the grace.
    pub fn stop(&self, grace: Duration) {
        self.connections.service.health.end();
        // One that never started gives its address back at once.
        drop(self.listeners.lock().unwrap_or_else(PoisonError::into_inner).take());
        // A grace beyond what a clock can show is no limit; a century does as well.
        let century = Duration::from_secs(100 * 365 * 86_400);
        let end = Instant::now() + grace.min(century);
        self.orders.send_if_modified(|order| {
            let earlier = match order {
                Order::Run => true,
                Order::StopBy(before) => end < *before,
                Order::Abort => false,
            };
            if earlier {
                *order = Order::StopBy(end);
            }
            earlier
        });
    }

    /// Waits until the server has ended, at most for `timeout`; `None` waits for ever. Returns whether it has ended,
    /// which is also so before it has begun.
    pub fn wait(&self, timeout: Option<Duration>) -> bool {
        let (ended, changed) = &*self.ended;
        let guard = ended.lock().unwrap_or_else(PoisonError::into_inner);
        let running = |ended: &mut bool| !*ended;
        match timeout {
            None => *changed.wait_while(guard, running).unwrap_or_else(PoisonError::into_inner),
            Some(timeout) => {
                *changed.wait_timeout_while(guard, timeout, running).unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop(Duration::ZERO);
        self.wait(None);
    }
}

/// Tells of the end of the thread, however it came.
struct EndOnDrop(Arc<(Mutex<bool>, Condvar)>);

impl EndOnDrop {
    fn new(ended: Arc<(Mutex<bool>, Condvar)>) -> Self {
        *ended.0.lock().unwrap_or_else(PoisonError::into_inner) = false;
        Self(ended)
    }
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }
}

/// One thread for everything short where there is one core; several share the work otherwise.
fn runtime(config: &Config) -> io::Result<Runtime> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = config.threads.clamp(1, cores);
    let mut builder = if threads == 1 { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    if threads > 1 {
        builder.worker_threads(threads);
    }
    builder
        .max_blocking_threads(config.maximum_threads.max(1))
        .thread_name("spielwerk-call")
        .enable_all()
        .build()
}

async fn run(
    listeners: Vec<std::net::TcpListener>,
    connections: Arc<Connections>,
    orders: Arc<watch::Sender<Order>>,
) {
    let mut doors = JoinSet::new();
    for listener in listeners {
        match TcpListener::from_std(listener) {
            Ok(listener) => {
                doors.spawn(keep_door(listener, Arc::clone(&connections), Arc::clone(&orders)));
            }
            Err(error) => tell(&connections, String::new(), &error),
        }
    }
    while doors.join_next().await.is_some() {}
}

/// Takes connections until the end is asked for, then sees them off.
async fn keep_door(listener: TcpListener, connections: Arc<Connections>, orders: Arc<watch::Sender<Order>>) {
    let mut stop = Stop::new(orders.subscribe());
    let mut guests = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = stop.asked() => break,
            Some(_) = guests.join_next(), if !guests.is_empty() => {}
            taken = listener.accept() => match taken {
                Ok((stream, address)) => {
                    guests.spawn(Arc::clone(&connections).serve(stream, address, Stop::new(orders.subscribe())));
                }
                Err(error) => {
                    tell(&connections, String::new(), &error);
                    sleep(BREATH).await;
                }
            },
        }
    }
    drop(listener);
    while let Order::StopBy(end) = stop.order() {
        tokio::select! {
            guest = guests.join_next() => if guest.is_none() { return },
            () = sleep_until(end) => {
                orders.send_replace(Order::Abort);
            }
            () = stop.changed() => {}
        }
    }
    let _ = timeout(FAREWELL, async { while guests.join_next().await.is_some() {} }).await;
    guests.shutdown().await;
}

fn tell(connections: &Connections, peer: String, error: &io::Error) {
    connections.service.teller.tell_connection(peer, format!("accept: {error}"));
}
