//! The lives of connections and servers.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use crate::client::{ASK, ASK_MANY, Client, Obedient, data, framed, reply, started, wait_until};
use spielwerk_server::{Code, Config, Server, StartError};

const CHECK: &str = "/grpc.health.v1.Health/Check";
const LIST: &str = "/grpc.health.v1.Health/List";
const WATCH: &str = "/grpc.health.v1.Health/Watch";
const SERVING: &[u8] = b"\x08\x01";
const NOT_SERVING: &[u8] = b"\x08\x02";
const SERVICE_UNKNOWN: &[u8] = b"\x08\x03";

#[tokio::test]
async fn a_stop_lets_calls_in_work_end() {
    let (server, _) = started(Config::default());
    let (client, other) = (Client::connect(&server).await, Client::connect(&server).await);
    assert_eq!(other.ask(b"hello").await.code, Some(0));
    let (response, mut sending) = client.begin(ASK, &[]).await;
    wait_until(|| server.calls_in_work() == 1).await;
    server.stop(Duration::from_secs(30));
    wait_until(|| TcpStream::connect(server.addresses()[0]).is_err()).await;
    while other.is_open().await {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sending.send_data(framed(b"hello"), true).unwrap();
    assert_eq!(reply(response).await.unwrap().code, Some(0));
    wait_until(|| server.wait(Some(Duration::ZERO))).await;
}

#[tokio::test]
async fn a_grace_has_an_end_and_can_be_shortened() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    let (working, mut sending) = client.begin(ASK_MANY, &[]).await;
    sending.send_data(framed(b"wait"), true).unwrap();
    wait_until(|| server.calls_in_work() == 1).await;
    server.stop(Duration::MAX);
    assert!(!server.wait(Some(Duration::from_millis(100))));
    server.stop(Duration::from_millis(100));
    assert_eq!(reply(working).await.unwrap().code, Some(Code::Unavailable as u16));
    wait_until(|| server.wait(Some(Duration::ZERO))).await;
}

#[tokio::test]
async fn an_address_is_free_again_after_the_end() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    assert_eq!(client.ask(b"hello").await.code, Some(0));
    let again = || Server::bind(Config { port: server.port(), ..Config::default() }, Obedient::default());
    assert!(matches!(again(), Err(StartError::Listen(_))));
    server.stop(Duration::ZERO);
    wait_until(|| server.wait(Some(Duration::ZERO))).await;
    let second = again().unwrap();
    second.start().unwrap();
    assert_eq!(Client::connect(&second).await.ask(b"hello").await.code, Some(0));
}

#[test]
fn a_server_that_never_starts_ends_too() {
    let server = Server::bind(Config::default(), Obedient::default()).unwrap();
    server.stop(Duration::ZERO);
    assert!(server.wait(None));
}

#[tokio::test]
async fn old_connections_are_closed_softly() {
    let (server, _) = started(Config {
        maximum_connection_age: Some(Duration::from_millis(200)),
        maximum_connection_age_grace: Duration::from_millis(400),
        ..Config::default()
    });
    let client = Client::connect(&server).await;
    let begun = Instant::now();
    let (in_work, mut sending) = client.begin(ASK, &[]).await;
    let (endless, _sending) = client.begin(ASK, &[]).await;
    while client.is_open().await {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(begun.elapsed() >= Duration::from_millis(150));
    sending.send_data(framed(b"hello"), true).unwrap();
    assert_eq!(reply(in_work).await.unwrap().code, Some(0));
    assert!(reply(endless).await.is_err(), "the grace is over");
    wait_until(|| server.calls_in_work() == 0).await;
}

#[tokio::test]
async fn a_client_that_does_not_look_holds_up_no_end() {
    let (server, _) = started(Config::default());
    let mut frozen = TcpStream::connect(server.addresses()[0]).unwrap();
    frozen.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").unwrap();
    frozen.read_exact(&mut [0; 9]).unwrap();
    // Nor does it cut off the call of another.
    let client = Client::connect(&server).await;
    let (response, mut sending) = client.begin(ASK, &[]).await;
    wait_until(|| server.calls_in_work() == 1).await;
    server.stop(Duration::from_secs(300));
    // It hears the goodbye, says nothing, and is left.
    frozen.read_to_end(&mut Vec::new()).unwrap();
    sending.send_data(framed(b"hello"), true).unwrap();
    assert_eq!(reply(response).await.unwrap().code, Some(0));
    wait_until(|| server.wait(Some(Duration::ZERO))).await;
}

#[tokio::test]
async fn health_is_told_and_watched() {
    let (server, _) =
        started(Config { tokens: Some(vec!["the-token-of-the-tests".into()]), ..Config::default() });
    let client = Client::connect(&server).await;
    let body = async |request: &'static [u8]| client.call(CHECK, &[], framed(request)).await.body;
    assert_eq!(client.ask(b"hello").await.code, Some(Code::Unauthenticated as u16));
    assert_eq!(body(b"").await, framed(NOT_SERVING));
    assert!(server.set_serving("", true));
    assert!(!server.set_serving("test.v1.Nothing", true));
    assert_eq!(body(b"").await, framed(SERVING));
    assert_eq!(body(b"\x0a\x13test.v1.TestService").await, framed(NOT_SERVING));
    let unknown = client.call(CHECK, &[], framed(b"\x0a\x01x")).await;
    assert_eq!(unknown.code, Some(Code::NotFound as u16));
    // Two entries: a name (none for the whole server), and a message with its status.
    let all = client.call(LIST, &[], framed(b"")).await.body;
    let entries = b"\x0a\x04\x12\x02\x08\x01\x0a\x19\x0a\x13test.v1.TestService\x12\x02\x08\x02";
    assert_eq!(all, framed(entries));

    let watch = async |request: &[u8]| {
        let (response, mut sending) = client.begin(WATCH, &[]).await;
        sending.send_data(framed(request), true).unwrap();
        response.await.unwrap().into_body()
    };
    let (mut server_watch, mut unknown_watch) = (watch(b"").await, watch(b"\x0a\x01x").await);
    assert_eq!(data(&mut server_watch).await.unwrap().unwrap(), framed(SERVING));
    assert_eq!(data(&mut unknown_watch).await.unwrap().unwrap(), framed(SERVICE_UNKNOWN));
    server.set_serving("", false);
    assert_eq!(data(&mut server_watch).await.unwrap().unwrap(), framed(NOT_SERVING));
    for service in ["", "test.v1.TestService"] {
        assert!(server.set_serving(service, true));
    }
    assert_eq!(data(&mut server_watch).await.unwrap().unwrap(), framed(SERVING));
    // Nobody is turned away from one service and still sent to another.
    server.turn_away();
    let all = client.call(LIST, &[], framed(b"")).await.body;
    let entries = b"\x0a\x04\x12\x02\x08\x02\x0a\x19\x0a\x13test.v1.TestService\x12\x02\x08\x02";
    assert_eq!(all, framed(entries));
    assert_eq!(data(&mut server_watch).await.unwrap().unwrap(), framed(NOT_SERVING));
    assert!(server.set_serving("", true), "it is known, but stays away");
    assert_eq!(body(b"").await, framed(NOT_SERVING));
    server.stop(Duration::from_secs(30));
    for mut stream in [server_watch, unknown_watch] {
        while data(&mut stream).await.unwrap().is_some() {}
        assert_eq!(stream.trailers().await.unwrap().unwrap()["grpc-status"], "0");
    }
    wait_until(|| server.wait(Some(Duration::ZERO))).await;
}

#[tokio::test]
async fn a_watch_hears_of_the_end_before_it_ends() {
    for _ in 0..20 {
        let (server, _) = started(Config::default());
        server.set_serving("", true);
        let client = Client::connect(&server).await;
        let (response, mut sending) = client.begin(WATCH, &[]).await;
        sending.send_data(framed(b""), true).unwrap();
        let mut stream = response.await.unwrap().into_body();
        assert_eq!(data(&mut stream).await.unwrap().unwrap(), framed(SERVING));
        server.stop(Duration::from_secs(30));
        assert_eq!(data(&mut stream).await.unwrap().unwrap(), framed(NOT_SERVING));
        assert_eq!(data(&mut stream).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_crowd_is_served_by_one_thread_and_by_several() {
    for threads in [1, 4] {
        let (server, _) = started(Config { threads, ..Config::default() });
        let mut crowd = tokio::task::JoinSet::new();
        for number in 0..20 {
            let client = Client::connect(&server).await;
            crowd.spawn(async move {
                for round in 0..20 {
                    let message = format!("{number} {round}");
                    let path = if round % 5 == 0 { ASK_MANY } else { ASK };
                    assert_eq!(
                        client.call(path, &[], framed(message.as_bytes())).await.body,
                        framed(message.as_bytes())
                    );
                }
            });
        }
        crowd.join_all().await;
        assert_eq!(server.counts().iter().map(|method| method.handled[0].1).sum::<u64>(), 400);
    }
}
