//! What a well-behaved client never does, and what the server makes of it.

use std::{sync::atomic::Ordering, time::Duration};

use crate::client::{ASK, ASK_MANY, Client, Reply, framed, reply, started, wait_until};
use bytes::Bytes;
use h2::Reason;
use spielwerk_server::{Code, Config, Event, Telling};

fn said(message: &[u8]) -> Reply {
    Reply { http: 200, code: Some(0), message: String::new(), body: framed(message).to_vec() }
}

#[tokio::test]
async fn a_call_is_answered() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    for path in [ASK, ASK_MANY] {
        assert_eq!(client.call(path, &[], framed(b"hello")).await, said(b"hello"));
    }
    assert_eq!(client.ask(b"").await, said(b""));
    let large = vec![7; 300_000];
    assert_eq!(client.ask(&large).await, said(&large));
    let refused = client.ask(b"refuse").await;
    assert_eq!((refused.code, refused.message.as_str()), (Some(3), "no"));
}

#[tokio::test]
async fn a_message_may_come_in_pieces_and_its_stream_stay_open() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    let (response, mut sending) = client.begin(ASK, &[]).await;
    for byte in framed(b"hello") {
        sending.send_data(Bytes::copy_from_slice(&[byte]), false).unwrap();
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(reply(response).await.unwrap(), said(b"hello"));
}

#[tokio::test]
async fn bodies_that_make_no_sense() {
    let (server, _) = started(Config { maximum_request_bytes: 1000, ..Config::default() });
    let client = Client::connect(&server).await;
    let code = async |headers: &[_], body: &[u8]| client.call(ASK, headers, body.to_vec()).await.code;
    assert_eq!(code(&[], b"").await, Some(Code::Unimplemented as u16));
    assert_eq!(code(&[], &framed(b"half")[..7]).await, Some(Code::Unimplemented as u16));
    assert_eq!(code(&[], b"\x02\0\0\0\0").await, Some(Code::InvalidArgument as u16));
    assert_eq!(code(&[], b"\x01\0\0\0\0").await, Some(Code::Internal as u16));
    assert_eq!(code(&[("grpc-encoding", "gzip")], b"\x01\0\0\0\x01x").await, Some(Code::Internal as u16));
    assert_eq!(code(&[("grpc-encoding", "snappy")], b"\x01\0\0\0\0").await, Some(Code::Unimplemented as u16));
    assert_eq!(code(&[], &framed(&[0; 1001])).await, Some(Code::ResourceExhausted as u16));
    assert_eq!(client.ask(b"still there").await, said(b"still there"));
}

#[tokio::test]
async fn what_is_not_grpc() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    let json = client.call(ASK, &[("content-type", "application/json")], "{}").await;
    assert_eq!((json.http, json.code), (415, None));
    let web = client.call(ASK, &[("content-type", "application/grpc-web")], framed(b"")).await;
    assert_eq!((web.http, web.code), (415, None));
    let proto = client.call(ASK, &[("content-type", "application/grpc+proto")], framed(b"hi")).await;
    assert_eq!(proto, said(b"hi"));
    let query = format!("{ASK}?a=b");
    for path in ["/", "/nothing", "/test.v1.TestService/Nothing", "/test.v1.TestService/Ask/", &query] {
        let unknown = client.call(path, &[], framed(b"")).await;
        assert_eq!((unknown.code, unknown.message.as_str()), (Some(12), "Method not found!"), "{path}");
    }
}

#[tokio::test]
async fn metadata_has_a_limit() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    let large = client.call(ASK, &[("x-large", &"x".repeat(20_000))], framed(b"")).await;
    assert_eq!(large.code, Some(Code::ResourceExhausted as u16));
    let fitting = client.call(ASK, &[("x-large", &"x".repeat(8_000))], framed(b"hi")).await;
    assert_eq!(fitting, said(b"hi"));
}

#[tokio::test]
async fn failures_and_panics_end_one_call_and_are_told() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    for (path, word) in [(ASK, "fail"), (ASK, "panic"), (ASK_MANY, "panic")] {
        let failed = client.call(path, &[("x-request-id", "it")], framed(word.as_bytes())).await;
        assert_eq!(failed.code, Some(Code::Internal as u16));
        assert_eq!(failed.message, "the service failed on this request; it is logged as request it");
    }
    assert_eq!(client.ask(b"hello").await, said(b"hello"));
    let secrets: Vec<String> = server
        .events()
        .next(Duration::from_secs(5))
        .unwrap()
        .into_iter()
        .filter_map(|event| match event {
            Event::Failure { message, request_id, .. } => {
                assert_eq!(request_id, "it");
                Some(message)
            }
            _ => None,
        })
        .collect();
    assert_eq!(secrets, ["a secret", "a loud secret", "a loud secret"]);
}

#[tokio::test]
async fn a_failure_has_one_name_for_caller_and_log() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    let failed = client.ask(b"fail").await;
    let events = server.events().next(Duration::from_secs(5)).unwrap();
    let [Event::Failure { request_id, .. }, Event::Call(call)] = &*events else { panic!("{events:?}") };
    assert!(failed.message.ends_with(request_id.as_str()), "{failed:?}");
    assert_eq!(call.request_id.as_ref(), Some(request_id));
    assert_eq!((call.code, call.path.as_str()), (Code::Internal, ASK));
}

#[tokio::test]
async fn deadlines() {
    let (server, answerer) = started(Config::default());
    let client = Client::connect(&server).await;
    // While the answer is worked on,
    let late = client.call(ASK_MANY, &[("grpc-timeout", "50m")], framed(b"wait")).await;
    assert_eq!(late.code, Some(Code::DeadlineExceeded as u16));
    wait_until(|| answerer.stopped.load(Ordering::SeqCst) == 1).await;
    // while the request is not there,
    let (response, _sending) = client.begin(ASK, &[("grpc-timeout", "50m")]).await;
    assert_eq!(reply(response).await.unwrap().code, Some(Code::DeadlineExceeded as u16));
    // before anything began, and never.
    let at_once = client.call(ASK, &[("grpc-timeout", "0n")], framed(b"hello")).await;
    assert_eq!(at_once.code, Some(Code::DeadlineExceeded as u16));
    assert_eq!(client.call(ASK, &[("grpc-timeout", "99999999H")], framed(b"hello")).await, said(b"hello"));
    assert_eq!(server.calls_in_work(), 0);
}

#[tokio::test]
async fn hanging_up_frees_the_place_and_is_counted() {
    let telling = Telling { sample: 0.0, refusals: 100, trace: false };
    let (server, answerer) = started(Config { maximum_concurrent_calls: 2, telling, ..Config::default() });
    let client = Client::connect(&server).await;
    let (_working, mut sending) = client.begin(ASK_MANY, &[]).await;
    sending.send_data(framed(b"wait"), true).unwrap();
    let (_silent, mut silence) = client.begin(ASK, &[]).await;
    wait_until(|| server.calls_in_work() == 2).await;
    let refused = client.ask(b"one more").await;
    assert_eq!(refused.code, Some(Code::ResourceExhausted as u16));

    sending.send_reset(Reason::CANCEL);
    silence.send_reset(Reason::CANCEL);
    wait_until(|| server.calls_in_work() == 0).await;
    assert_eq!(answerer.stopped.load(Ordering::SeqCst), 1);
    assert_eq!(client.ask(b"one more").await, said(b"one more"));
    let many = server.counts().into_iter().find(|method| method.path == ASK_MANY).unwrap();
    assert_eq!((many.started, many.handled[Code::Cancelled as usize].1), (1, 1));
}

#[tokio::test]
async fn giving_up_all_calls_at_once_costs_nobody_the_connection() {
    let (server, _) = started(Config::default());
    let client = Client::connect(&server).await;
    for _ in 0..5 {
        let mut calls = Vec::new();
        for _ in 0..128 {
            calls.push(client.begin(ASK, &[]).await);
        }
        for (_, sending) in &mut calls {
            sending.send_reset(Reason::CANCEL);
        }
    }
    // Until the server has seen all of that, it may refuse a further stream, but the connection lives.
    loop {
        let (response, mut sending) = client.begin(ASK, &[]).await;
        // A stream that is refused already takes no data.
        let _ = sending.send_data(framed(b"hello"), true);
        match reply(response).await {
            Ok(answered) => break assert_eq!(answered, said(b"hello")),
            Err(error) => assert_eq!(error.reason(), Some(Reason::REFUSED_STREAM)),
        }
    }
    wait_until(|| server.calls_in_work() == 0).await;
}
