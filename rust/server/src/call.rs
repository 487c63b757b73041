//! One call to the answerer, from its headers to its reply.

use std::{
    any::Any,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::{Duration, Instant, SystemTime},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue};

use crate::{
    answerer::{Budget, Unanswered},
    code::Code,
    event::{self, CallEvent, Event, Wanted},
    frame::{Chunks, Encoding, MessageReader},
    load::Place,
    metrics::MethodMetrics,
    refusal::Refusal,
    reply::Reply,
    service::{Caller, Service},
    stop::Stop,
    timeout,
};

/// Short answers are over before anyone could cancel them.
static NEVER: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// What callers hear whose time ends with that of the server.
const SERVER_ENDS: &str = "the server ends; try another one";

/// A method and what is counted of it.
pub(crate) struct CountedMethod {
    pub(crate) path: String,
    pub(crate) metrics: MethodMetrics,
}

/// Answers one call.
pub(crate) async fn respond<C: Chunks>(
    service: &Arc<Service>,
    method: &Arc<CountedMethod>,
    caller: &Caller,
    headers: HeaderMap,
    body: C,
) -> Reply {
    if let Some(refusal) = service.guard.as_ref().and_then(|guard| guard.refusal(&headers)) {
        let refusal = refusal.clone();
        return refused_at_once(service, method, caller, headers, refusal);
    }
    let Some(place) = service.load.take() else {
        return refused_at_once(service, method, caller, headers, service.overloaded.clone());
    };
    let arrived = Instant::now();
    let deadline = deadline(&headers, arrived);
    let request = match request(service, caller, &headers, deadline, body).await {
        Ok(request) => request,
        Err(refusal) => return refused_at_once(service, method, caller, headers, refusal),
    };
    let mut record = Record::begin(service, method, caller, headers, deadline);
    let (answer, place) = if service.answerer.is_brief(&method.path, &request) {
        let budget = Budget { deadline, cancelled: &NEVER };
        (answer(service, method, &record.headers, &request, &budget), Some(place))
    } else {
        long_answer(service, method, caller, &record, request, place).await
    };
    match answer {
        Ok(reply) => {
            record.end(Code::Ok, Some(reply.len()), None);
            Reply::Message(reply, place)
        }
        Err(Ending { refusal, logged_as }) => {
            record.logged_as = logged_as;
            record.end(refusal.code, None, Some(&refusal.message));
            Reply::Refused(refusal)
        }
    }
}

/// The time after which the caller does not wait any more.
fn deadline(headers: &HeaderMap, arrived: Instant) -> Option<Instant> {
    let timeout = timeout::parse(headers.get("grpc-timeout").map(HeaderValue::as_bytes)?)?;
    arrived.checked_add(timeout)
}

/// The one message of the request. Its stream may stay open behind it.
async fn request<C: Chunks>(
    service: &Service,
    caller: &Caller,
    headers: &HeaderMap,
    deadline: Option<Instant>,
    body: C,
) -> Result<Bytes, Refusal> {
    let mut reader = MessageReader::new(body, Encoding::of(headers)?, service.maximum_request_bytes);
    let message = within(deadline, &caller.stop, reader.next()).await??;
    message
        .ok_or_else(|| Refusal::plain(Code::Unimplemented, "this method wants exactly one request message"))
}

/// Waits for something, but not beyond the deadline of the call or the end of the server.
async fn within<T>(
    deadline: Option<Instant>,
    stop: &Stop,
    future: impl Future<Output = T>,
) -> Result<T, Refusal> {
    let mut future = pin!(future);
    // Mostly it is there already, and no timer needs to be set.
    if let Poll::Ready(value) = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await {
        return Ok(value);
    }
    let mut stop = stop.clone();
    let time_up = async {
        match deadline {
            Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        value = future => Ok(value),
        () = time_up => Err(Refusal::plain(Code::DeadlineExceeded, "the time of the caller ran out")),
        () = stop.aborted() => Err(Refusal::plain(Code::Unavailable, SERVER_ENDS)),
    }
}

/// Lets the answerer work on a thread of its own. When nobody waits any more it is told so.
async fn long_answer(
    service: &Arc<Service>,
    method: &Arc<CountedMethod>,
    caller: &Caller,
    record: &Record<'_>,
    request: Bytes,
    place: Place,
) -> (Result<Vec<u8>, Ending>, Option<Place>) {
    struct CancelOnDrop(Arc<AtomicBool>);
    impl Drop for CancelOnDrop {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    let cancelled = Arc::new(AtomicBool::new(false));
    let cancel_on_drop = CancelOnDrop(Arc::clone(&cancelled));
    let (service, method, headers) = (Arc::clone(service), Arc::clone(method), record.headers.clone());
    let deadline = record.deadline;
    let work = tokio::task::spawn_blocking(move || {
        let budget = Budget { deadline, cancelled: &cancelled };
        // The place stays taken until the thread is free again, whether or not someone still waits.
        (answer(&service, &method, &headers, &request, &budget), place)
    });
    let outcome = within(deadline, &caller.stop, work).await;
    drop(cancel_on_drop);
    match outcome {
        Ok(Ok((answer, place))) => (answer, Some(place)),
        // Only the end of the runtime keeps a thread from finishing.
        Ok(Err(_)) => (Err(Refusal::plain(Code::Unavailable, SERVER_ENDS).into()), None),
        Err(refusal) => (Err(refusal.into()), None),
    }
}

/// The end of a call without a reply.
struct Ending {
    refusal: Refusal,
    /// For a failure of ours, the request id under which the log has it.
    logged_as: Option<String>,
}

impl From<Refusal> for Ending {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, logged_as: None }
    }
}

/// Asks the answerer. Its failures and panics become INTERNAL.
fn answer(
    service: &Service,
    method: &CountedMethod,
    headers: &HeaderMap,
    request: &[u8],
    budget: &Budget<'_>,
) -> Result<Vec<u8>, Ending> {
    if !budget.is_left() {
        let code =
            if budget.cancelled.load(Ordering::Relaxed) { Code::Cancelled } else { Code::DeadlineExceeded };
        return Err(Refusal::plain(code, "nobody waits for the answer any more").into());
    }
    let path = &method.path;
    let answer = catch_unwind(AssertUnwindSafe(|| service.answerer.answer(path, request, budget)));
    match answer.unwrap_or_else(|panic| Err(Unanswered::Failed(said(&*panic)))) {
        Ok(reply) => Ok(reply),
        Err(Unanswered::Refused(refusal)) => Err(refusal.shortened().into()),
        Err(Unanswered::Failed(message)) => {
            let request_id = event::request_id(headers);
            let told = format!("the service failed on this request; it is logged as request {request_id}");
            let logged_as = Some(request_id.clone());
            service.teller.tell(Event::Failure { path: path.clone(), request_id, message });
            Err(Ending {
                refusal: Refusal::with_reason(Code::Internal, "INTERNAL", &[], told, None),
                logged_as,
            })
        }
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".into())
}

fn refused_at_once(
    service: &Service,
    method: &CountedMethod,
    caller: &Caller,
    headers: HeaderMap,
    refusal: Refusal,
) -> Reply {
    Record::begin(service, method, caller, headers, None).end(refusal.code, None, Some(&refusal.message));
    Reply::Refused(refusal)
}

/// What is counted and told of one call. A call whose caller goes away in the middle ends with CANCELLED.
struct Record<'call> {
    service: &'call Service,
    method: &'call CountedMethod,
    caller: &'call Caller,
    headers: HeaderMap,
    deadline: Option<Instant>,
    begun: Instant,
    /// The id under which a failure was told.
    logged_as: Option<String>,
    ended: bool,
}

impl<'call> Record<'call> {
    fn begin(
        service: &'call Service,
        method: &'call CountedMethod,
        caller: &'call Caller,
        headers: HeaderMap,
        deadline: Option<Instant>,
    ) -> Self {
        method.metrics.started();
        Self {
            service,
            method,
            caller,
            headers,
            deadline,
            begun: Instant::now(),
            logged_as: None,
            ended: false,
        }
    }

    fn end(mut self, code: Code, reply_bytes: Option<usize>, reason: Option<&str>) {
        self.note(code, reply_bytes, reason);
    }

    fn note(&mut self, code: Code, reply_bytes: Option<usize>, reason: Option<&str>) {
        self.ended = true;
        let now = Instant::now();
        let took = now - self.begun;
        self.method.metrics.handled(code, took);
        let wanted = self.service.teller.wants(code);
        if wanted.anything() {
            self.tell(wanted, code, took, now, reply_bytes, reason);
        }
    }

    #[cold]
    fn tell(
        &self,
        wanted: Wanted,
        code: Code,
        took: Duration,
        now: Instant,
        reply_bytes: Option<usize>,
        reason: Option<&str>,
    ) {
        self.service.teller.tell(Event::Call(Box::new(CallEvent {
            path: self.method.path.clone(),
            wanted,
            code,
            ended: SystemTime::now(),
            took,
            peer: self.caller.peer.clone(),
            request_id: self.logged_as.clone().or_else(|| event::text(&self.headers, "x-request-id")),
            traceparent: event::text(&self.headers, "traceparent"),
            tracestate: event::text(&self.headers, "tracestate"),
            time_left: self.deadline.map(|deadline| deadline.saturating_duration_since(now)),
            reply_bytes,
            reason: reason.map(Into::into),
        })));
    }
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.note(Code::Cancelled, None, Some("the caller gave up"));
        }
    }
}
