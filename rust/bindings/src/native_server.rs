//! The native transport: a gRPC server that answers without the interpreter.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use pyo3::{
    exceptions::{PyOSError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyString, PyType},
};
use spielwerk_server::{
    Answerer, BUCKETS, Budget, CallEvent, Code, Config, Event, Identity, MethodCounts, Refusal, Server,
    StartError, Telling, Unanswered,
};

use crate::{
    gil::unlocked,
    service::{self, Cancel},
};

/// Certificate, key, and client authorities.
type IdentityParts = (Vec<u8>, Vec<u8>, Option<Vec<u8>>);
/// Path, calls begun, calls ended by status code, calls ended by class of time, seconds.
type CountsRow = (String, u64, Vec<(&'static str, u64)>, Vec<u64>, f64);

/// The rules of this package.
struct Rules;

impl Answerer for Rules {
    fn methods(&self) -> Vec<String> {
        spielwerk_wire::methods().map(Into::into).collect()
    }

    fn is_brief(&self, path: &str, request: &[u8]) -> bool {
        spielwerk_wire::is_brief(path, request)
    }

    fn file_descriptor_set(&self) -> Vec<u8> {
        spielwerk_wire::messages::FILE_DESCRIPTOR_SET.into()
    }

    fn answer(&self, path: &str, request: &[u8], budget: &Budget<'_>) -> Result<Vec<u8>, Unanswered> {
        let budget = spielwerk_wire::Budget { deadline: budget.deadline, cancelled: Some(budget.cancelled) };
        match spielwerk_wire::answer(path, request, &budget) {
            Ok(answer) => {
                service::count(path, &answer);
                Ok(answer.reply)
            }
            Err(status) => {
                let code = Code::from_number(status.code as i32);
                let details = status.to_bytes().into();
                Err(Refusal { code, message: status.message.into(), details }.into())
            }
        }
    }
}

/// An answerer written in Python, with the face of this module.
struct Foreign {
    answerer: Py<PyAny>,
    methods: Vec<String>,
    file_descriptor_set: Vec<u8>,
    refusal: Py<PyType>,
}

impl Foreign {
    fn new(answerer: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self {
            answerer: answerer.clone().unbind(),
            methods: answerer.call_method0("methods")?.extract()?,
            file_descriptor_set: answerer.call_method0("file_descriptor_set")?.extract()?,
            refusal: answerer.getattr("AnswerError")?.cast_into::<PyType>()?.unbind(),
        })
    }

    /// What an exception of the answerer means.
    fn unanswered(&self, py: Python<'_>, error: &PyErr) -> Unanswered {
        let refused = || -> PyResult<Refusal> {
            let value = error.value(py);
            let details: Vec<u8> = value.getattr("details")?.extract()?;
            Ok(Refusal {
                code: Code::from_number(value.getattr("code")?.extract()?),
                message: value.getattr("message")?.extract::<String>()?.into(),
                details: details.into(),
            })
        };
        if error.matches(py, &self.refusal).unwrap_or(false)
            && let Ok(refusal) = refused()
        {
            return Unanswered::Refused(refusal);
        }
        let lines = || -> PyResult<String> {
            let parts = (error.get_type(py), error.value(py), error.traceback(py));
            let lines = py.import("traceback")?.call_method1("format_exception", parts)?;
            PyString::new(py, "").call_method1("join", (lines,))?.extract()
        };
        Unanswered::Failed(lines().unwrap_or_else(|_| error.to_string()))
    }
}

impl Answerer for Foreign {
    fn methods(&self) -> Vec<String> {
        self.methods.clone()
    }

    /// How long Python takes nobody knows, and it has to wait for the interpreter.
    fn is_brief(&self, _path: &str, _request: &[u8]) -> bool {
        false
    }

    fn file_descriptor_set(&self) -> Vec<u8> {
        self.file_descriptor_set.clone()
    }

    fn answer(&self, path: &str, request: &[u8], budget: &Budget<'_>) -> Result<Vec<u8>, Unanswered> {
        let time_left = budget
            .deadline
            .map(|deadline| (deadline.saturating_duration_since(Instant::now())).as_secs_f64());
        Python::attach(|py| {
            let cancel = Bound::new(py, Cancel::of(Arc::clone(budget.cancelled)));
            cancel
                .and_then(|cancel| {
                    let arguments = (path, PyBytes::new(py, request), time_left, cancel);
                    self.answerer.bind(py).call_method1("answer", arguments)?.extract()
                })
                .map_err(|error| self.unanswered(py, &error))
        })
    }
}

/// A time in seconds, as Python writes it.
#[derive(FromPyObject)]
#[pyo3(transparent)]
struct Seconds(f64);

impl From<Seconds> for Duration {
    /// Nothing for what is below zero, and the longest time there is for what is above all times.
    fn from(Seconds(seconds): Seconds) -> Self {
        Self::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Self::MAX)
    }
}

/// A gRPC server whose calls never touch the interpreter.
///
/// It takes its address when it is made, answers from :meth:`start` on, and ends by :meth:`stop`.
///
/// Args:
///     identity: PEM contents of certificate, key, and client authorities or ``None``; ``None`` for plain text.
///     tokens: bearer tokens of which callers must show one; ``None`` lets everybody in.
///     share_port: whether other processes may listen on the same port.
///     answerer: an answerer written in Python, for tests; the rules of this package when it is ``None``.
///
/// The other arguments are those of ``spielwerk.service.ServerConfig`` with the same names.
///
/// Raises:
///     OSError: the address can't be listened on.
///     ValueError: the identity is not usable.
#[pyclass(frozen, module = "spielwerk._native")]
pub(crate) struct NativeServer(Option<Server>);

#[pymethods]
impl NativeServer {
    /// Upper ends of the classes of :meth:`counts`, in seconds.
    #[classattr]
    const BUCKETS: [f64; BUCKETS.len()] = BUCKETS;

    #[new]
    #[pyo3(signature = (
        *, host, port, share_port, identity, tokens, reflection, threads, maximum_threads, maximum_concurrent_rpcs,
        maximum_request_bytes, maximum_streams_per_connection, client_ping_interval, keepalive_time,
        keepalive_timeout, maximum_connection_age, maximum_connection_age_grace, log_sample, log_refusals, tracing,
        answerer,
    ))]
    fn new(
        py: Python<'_>,
        host: String,
        port: u16,
        share_port: bool,
        identity: Option<IdentityParts>,
        tokens: Option<Vec<String>>,
        reflection: bool,
        threads: usize,
        maximum_threads: usize,
        maximum_concurrent_rpcs: usize,
        maximum_request_bytes: usize,
        maximum_streams_per_connection: u32,
        client_ping_interval: Seconds,
        keepalive_time: Seconds,
        keepalive_timeout: Seconds,
        maximum_connection_age: Option<Seconds>,
        maximum_connection_age_grace: Seconds,
        log_sample: f64,
        log_refusals: u32,
        tracing: bool,
        answerer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let config = Config {
            host,
            port,
            reuse_port: share_port,
            identity: identity.map(|(certificate, key, client_ca)| Identity { certificate, key, client_ca }),
            tokens,
            reflection,
            threads,
            maximum_threads,
            maximum_concurrent_calls: maximum_concurrent_rpcs,
            maximum_request_bytes,
            maximum_streams_per_connection,
            client_ping_interval: client_ping_interval.into(),
            keepalive_time: keepalive_time.into(),
            keepalive_timeout: keepalive_timeout.into(),
            maximum_connection_age: maximum_connection_age.map(Into::into),
            maximum_connection_age_grace: maximum_connection_age_grace.into(),
            telling: Telling { sample: log_sample, refusals: log_refusals, trace: tracing },
        };
        let server = match answerer.map(Foreign::new).transpose()? {
            Some(foreign) => unlocked(py, || Server::bind(config, foreign)),
            None => unlocked(py, || Server::bind(config, Rules)),
        };
        server.map(|server| Self(Some(server))).map_err(to_error)
    }

    /// The port listened on.
    #[getter]
    fn port(&self) -> u16 {
        self.server().port()
    }

    /// Calls in work now.
    #[getter]
    fn calls_in_work(&self) -> usize {
        self.server().calls_in_work()
    }

    /// Answer from now on; nothing is healthy before :meth:`set_serving`.
    ///
    /// Raises:
    ///     OSError: the system gives no threads.
    fn start(&self) -> PyResult<()> {
        self.server().start().map_err(to_error)
    }

    /// Say whether a service takes traffic, ``""`` being the whole server.
    ///
    /// Returns:
    ///     Whether there is such a service.
    #[pyo3(signature = (service, *, serving))]
    fn set_serving(&self, service: &str, serving: bool) -> bool {
        self.server().set_serving(service, serving)
    }

    /// Say that no service takes traffic any more, all at once and for good; calls are still answered.
    fn turn_away(&self) {
        self.server().turn_away();
    }

    /// Let in who shows one of these bearer tokens from now on, and nobody else.
    ///
    /// Returns:
    ///     False for a server that was made without tokens.
    fn set_tokens(&self, tokens: Vec<String>) -> bool {
        self.server().set_tokens(&tokens)
    }

    /// Show another certificate from the next handshake on.
    ///
    /// Returns:
    ///     False for a server that was made without one.
    ///
    /// Raises:
    ///     ValueError: it is not usable; the old one stays.
    #[pyo3(signature = (certificate, key, client_ca=None))]
    fn set_identity(&self, certificate: Vec<u8>, key: Vec<u8>, client_ca: Option<Vec<u8>>) -> PyResult<bool> {
        let identity = Identity { certificate, key, client_ca };
        self.server().set_identity(&identity).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// What was counted of each method since the start.
    ///
    /// Returns:
    ///     Path, calls begun, calls ended by name of the status code, calls ended by the classes of :attr:`BUCKETS` and
    ///     one above them, and seconds of all ended calls together.
    fn counts(&self) -> Vec<CountsRow> {
        let row = |MethodCounts { path, started, handled, classes, seconds }| {
            (
                path,
                started,
                handled.into_iter().map(|(code, count)| (code.name(), count)).collect(),
                classes,
                seconds,
            )
        };
        self.server().counts().into_iter().map(row).collect()
    }

    /// Wait for something to tell, at most `timeout` seconds.
    ///
    /// Returns:
    ///     What has happened since the last time, each with its ``kind``: ``call``, ``failure``, ``connection`` or
    ///     ``ended``.
    fn next_events<'py>(&self, py: Python<'py>, timeout: Seconds) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let events = unlocked(py, || self.server().events().next(timeout.into()));
        events.unwrap_or_default().into_iter().map(|event| to_dict(py, event)).collect()
    }

    /// Begin to end: calls in work have `grace` seconds, new ones are refused.
    ///
    /// It returns at once. Said again, it can only shorten the grace.
    fn stop(&self, grace: Seconds) {
        self.server().stop(grace.into());
    }

    /// Wait until the server has ended, at most `timeout` seconds or for ever.
    ///
    /// Returns:
    ///     Whether it has ended, which it also has before it began.
    #[pyo3(signature = (timeout=None))]
    fn wait(&self, py: Python<'_>, timeout: Option<Seconds>) -> bool {
        unlocked(py, || self.server().wait(timeout.map(Into::into)))
    }
}

impl NativeServer {
    fn server(&self) -> &Server {
        self.0.as_ref().expect("only the drop takes it")
    }
}

impl Drop for NativeServer {
    fn drop(&mut self) {
        // The end waits for answers, and an answerer written in Python waits for the interpreter.
        let server = self.0.take();
        Python::attach(|py| unlocked(py, || drop(server)));
    }
}

fn to_error(error: StartError) -> PyErr {
    match error {
        StartError::Listen(error) | StartError::Runtime(error) => from_system(&error),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// An ``OSError`` with the number of the system, where there is one.
fn from_system(error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string())),
        None => PyOSError::new_err(error.to_string()),
    }
}

fn to_dict(py: Python<'_>, event: Event) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    match event {
        Event::Call(call) => {
            let CallEvent {
                path,
                wanted,
                code,
                ended,
                took,
                peer,
                request_id,
                traceparent,
                tracestate,
                time_left,
                reply_bytes,
                reason,
            } = *call;
            dict.set_item("kind", "call")?;
            dict.set_item("method", path)?;
            dict.set_item("log", wanted.log)?;
            dict.set_item("trace", wanted.trace)?;
            dict.set_item("code", code as u8)?;
            dict.set_item("code_name", code.name())?;
            let ended = ended.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            dict.set_item("ended_ns", ended.as_nanos())?;
            dict.set_item("seconds", took.as_secs_f64())?;
            dict.set_item("peer", peer)?;
            dict.set_item("request_id", request_id)?;
            dict.set_item("traceparent", traceparent)?;
            dict.set_item("tracestate", tracestate)?;
            dict.set_item("time_left", time_left.map(|left| left.as_secs_f64()))?;
            dict.set_item("reply_bytes", reply_bytes)?;
            dict.set_item("reason", reason)?;
        }
        Event::Failure { path, request_id, message } => {
            dict.set_item("kind", "failure")?;
            dict.set_item("method", path)?;
            dict.set_item("request_id", request_id)?;
            dict.set_item("message", message)?;
        }
        Event::Connection { peer, message } => {
            dict.set_item("kind", "connection")?;
            dict.set_item("peer", peer)?;
            dict.set_item("message", message)?;
        }
        Event::Ended => dict.set_item("kind", "ended")?,
    }
    Ok(dict)
}
