//! The server with an answer that costs nothing, to measure the transport alone.
//!
//! A request begins with the length of its reply, four bytes with the lowest first; the reply are the bytes behind it.
//! Prints the port and serves until its standard input ends.

use std::{
    error::Error,
    io::{Read, stdin},
};

use spielwerk_server::{Answerer, Budget, Code, Config, Refusal, Server, Unanswered};

struct Echo;

impl Answerer for Echo {
    fn methods(&self) -> Vec<String> {
        vec!["/spielwerk.bench.v1.EchoService/Echo".into()]
    }

    fn is_brief(&self, _path: &str, _request: &[u8]) -> bool {
        true
    }

    fn file_descriptor_set(&self) -> Vec<u8> {
        Vec::new()
    }

    fn answer(&self, _path: &str, request: &[u8], _budget: &Budget<'_>) -> Result<Vec<u8>, Unanswered> {
        let reply = request
            .split_first_chunk()
            .and_then(|(length, rest)| rest.get(..u32::from_le_bytes(*length) as usize))
            .ok_or_else(|| Refusal::plain(Code::InvalidArgument, "the length is not right"))?;
        Ok(reply.to_vec())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::bind(Config::default(), Echo)?;
    server.start()?;
    println!("{}", server.port());
    stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
