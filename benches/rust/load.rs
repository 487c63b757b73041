//! A load generator for gRPC servers: unary calls over plain HTTP/2, every reply looked at.
//!
//! `cargo run --release -p spielwerk-server --example load -- ADDRESS METHOD REQUEST_FILE CONNECTIONS STREAMS SECONDS [PID]`
//!
//! CONNECTIONS times STREAMS calls are in flight all the time. Prints one line of JSON: calls, calls a second, latency
//! in microseconds, and for a server with the given process id its processor time in microseconds a call. A reply that
//! is not OK, or not one whole message, ends the run with an error.

use std::{
    env,
    error::Error,
    fs,
    rc::Rc,
    time::{Duration, Instant},
};

use bytes::{BufMut, Bytes, BytesMut};
use h2::client::SendRequest;
use http::Request;
use tokio::{
    net::TcpStream,
    runtime::Builder,
    task::{JoinSet, LocalSet},
};

type Failure = Box<dyn Error + Send + Sync>;

/// What every caller needs.
struct Load {
    request: Request<()>,
    body: Bytes,
    begin: Instant,
    end: Instant,
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [address, method, file, connections, streams, seconds, rest @ ..] = &*arguments else {
        return Err("usage: load ADDRESS METHOD REQUEST_FILE CONNECTIONS STREAMS SECONDS [PID]".into());
    };
    let (connections, streams): (usize, usize) = (connections.parse()?, streams.parse()?);
    let seconds: f64 = seconds.parse()?;
    let process = rest.first();
    let message = fs::read(file)?;
    let mut body = BytesMut::with_capacity(message.len() + 5);
    body.put_u8(0);
    body.put_u32(message.len() as u32);
    body.put(&*message);

    // The first calls meet cold caches and do not count.
    let warm = Duration::from_secs_f64((seconds / 5.0).min(0.5));
    let begin = Instant::now() + warm;
    let load = Rc::new(Load {
        request: Request::post(format!("http://{address}{method}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .header("user-agent", "spielwerk-load/1")
            .body(())?,
        body: body.freeze(),
        begin,
        end: begin + Duration::from_secs_f64(seconds),
    });
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (mut latencies, processor) = LocalSet::new()
        .block_on(&runtime, run(load, address, connections, streams, process.map(String::as_str)))?;
    latencies.sort_unstable();
    let calls = latencies.len();
    let at = |share: f64| latencies[((calls - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
    let processor =
        processor.map_or("null".into(), |time| format!("{:.3}", time.as_secs_f64() * 1e6 / calls as f64));
    println!(
        r#"{{"calls": {calls}, "rate": {:.0}, "p50": {:.1}, "p99": {:.1}, "p999": {:.1}, "processor": {processor}}}"#,
        calls as f64 / seconds,
        at(0.5),
        at(0.99),
        at(0.999),
    );
    Ok(())
}

async fn run(
    load: Rc<Load>,
    address: &str,
    connections: usize,
    streams: usize,
    process: Option<&str>,
) -> Result<(Vec<Duration>, Option<Duration>), Failure> {
    let mut callers = JoinSet::new();
    for _ in 0..connections {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (client, connection) = h2::client::handshake(stream).await?;
        tokio::spawn(connection);
        for _ in 0..streams {
            callers.spawn_local(call_on(Rc::clone(&load), client.clone()));
        }
    }
    tokio::time::sleep_until(load.begin.into()).await;
    let before = process.map(processor_time).transpose()?;
    tokio::time::sleep_until(load.end.into()).await;
    let after = process.map(processor_time).transpose()?;
    let mut latencies = Vec::new();
    while let Some(caller) = callers.join_next().await {
        latencies.extend(caller??);
    }
    if latencies.is_empty() {
        return Err("no call was answered in time".into());
    }
    Ok((latencies, after.zip(before).map(|(after, before)| after.saturating_sub(before))))
}

/// Calls again and again until the time is over; the latency of each call that began and ended in it.
async fn call_on(load: Rc<Load>, client: SendRequest<Bytes>) -> Result<Vec<Duration>, Failure> {
    let mut latencies = Vec::new();
    loop {
        let begun = Instant::now();
        if begun >= load.end {
            return Ok(latencies);
        }
        call(&load, client.clone()).await?;
        let ended = Instant::now();
        if begun >= load.begin && ended <= load.end {
            latencies.push(ended - begun);
        }
    }
}

async fn call(load: &Load, client: SendRequest<Bytes>) -> Result<(), Failure> {
    let (response, mut sending) = client.ready().await?.send_request(load.request.clone(), false)?;
    sending.send_data(load.body.clone(), true)?;
    let mut receiving = response.await?.into_body();
    let mut reply = BytesMut::new();
    while let Some(chunk) = receiving.data().await {
        let chunk = chunk?;
        receiving.flow_control().release_capacity(chunk.len())?;
        reply.put(chunk);
    }
    let trailers = receiving.trailers().await?.ok_or("a reply came without trailers")?;
    if trailers.get("grpc-status").is_none_or(|status| status != "0") {
        return Err(format!("a call ended with {trailers:?}").into());
    }
    match reply.first_chunk::<5>() {
        Some(&[0, a, b, c, d]) if u32::from_be_bytes([a, b, c, d]) as usize + 5 == reply.len() => Ok(()),
        _ => Err("a reply is not one whole message".into()),
    }
}

/// User and system time of a process so far.
fn processor_time(process: &str) -> Result<Duration, Failure> {
    /// Linux counts in hundredths of a second towards programs, whatever it does inside.
    const TICK: Duration = Duration::from_millis(10);
    let line = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let fields = line.rsplit_once(") ").ok_or("this is no line of /proc/PID/stat")?.1;
    let ticks: Result<u32, _> = fields.split(' ').skip(11).take(2).map(str::parse::<u32>).sum();
    Ok(TICK * ticks?)
}
