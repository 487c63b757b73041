//! [`answer`]: bytes of a request in, bytes of a reply out.

use std::panic::{AssertUnwindSafe, catch_unwind};

use prost::{Message, Name};

use crate::decoding::decode;
use crate::{Budget, Code, Status, Tally, catalog, lokus, qwirkle, schraube};

/// A reply, and what was judged for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The serialised response message of the method.
    pub reply: Vec<u8>,
    /// The verdicts, for metrics.
    pub tally: Tally,
}

/// One method of one service.
struct Method {
    /// The path of the method as HTTP/2 carries it.
    path: &'static str,
    answer: fn(&[u8], &mut Call<'_>) -> Result<Vec<u8>, Status>,
    reencode: fn(&[u8]) -> Result<Vec<u8>, Status>,
}

/// What every method needs beside its request.
pub(crate) struct Call<'a> {
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) tally: Tally,
}

/// A [`Method`] from a function on messages.
macro_rules! method {
    ($path:literal, $answer:path) => {
        Method {
            path: $path,
            answer: |request, call| unary(request, call, $answer),
            reencode: |request| reencode(request, $answer),
        }
    };
}

/// Every method of every service.
const METHODS: &[Method] = &[
    method!("/spielwerk.v1.CatalogService/GetCatalog", catalog::get_catalog),
    method!("/spielwerk.v1.LokusService/CheckMove", lokus::check_move),
    method!("/spielwerk.v1.LokusService/CheckMoves", lokus::check_moves),
    method!("/spielwerk.v1.LokusService/ListMoves", lokus::list_moves),
    method!("/spielwerk.v1.LokusService/PlayMove", lokus::play_move),
    method!("/spielwerk.v1.LokusService/ReplayGame", lokus::replay_game),
    method!("/spielwerk.v1.LokusService/ResolveRound", lokus::resolve_round),
    method!("/spielwerk.v1.LokusService/ViewPosition", lokus::view_position),
    method!("/spielwerk.v1.QwirkleService/CheckMove", qwirkle::check_move),
    method!("/spielwerk.v1.QwirkleService/CheckMoves", qwirkle::check_moves),
    method!("/spielwerk.v1.QwirkleService/ListMoves", qwirkle::list_moves),
    method!("/spielwerk.v1.QwirkleService/PlayMove", qwirkle::play_move),
    method!("/spielwerk.v1.QwirkleService/ReplayGame", qwirkle::replay_game),
    method!("/spielwerk.v1.QwirkleService/ViewPosition", qwirkle::view_position),
    method!("/spielwerk.v1.SchraubeService/CheckMove", schraube::check_move),
    method!("/spielwerk.v1.SchraubeService/CheckMoves", schraube::check_moves),
    method!("/spielwerk.v1.SchraubeService/ListMoves", schraube::list_moves),
    method!("/spielwerk.v1.SchraubeService/PlayMove", schraube::play_move),
    method!("/spielwerk.v1.SchraubeService/ReplayGame", schraube::replay_game),
    method!("/spielwerk.v1.SchraubeService/ResolveChain", schraube::resolve_chain),
    method!("/spielwerk.v1.SchraubeService/SolveTurn", schraube::solve_turn),
    method!("/spielwerk.v1.SchraubeService/ViewPosition", schraube::view_position),
];

/// Answers one call.
///
/// `method` is the path of the method, such as `/spielwerk.v1.QwirkleService/CheckMove`, and `request` its serialised request
/// message. Never panics; the answer depends on the arguments alone.
///
/// # Errors
///
/// * [`Code::InvalidArgument`] when the request makes no sense, with every fault in a `google.rpc.BadRequest`;
/// * [`Code::Unimplemented`] when there is no such method;
/// * [`Code::Cancelled`] and [`Code::DeadlineExceeded`] when the budget ends first;
/// * [`Code::Internal`] for a bug of ours.
///
/// ```
/// use spielwerk_wire::{Budget, Code, answer};
///
/// let catalogue = answer("/spielwerk.v1.CatalogService/GetCatalog", b"", &Budget::default())?;
/// assert!(!catalogue.reply.is_empty());
///
/// let refused = answer("/spielwerk.v1.QwirkleService/CheckMove", b"nonsense", &Budget::default()).unwrap_err();
/// assert_eq!(refused.code, Code::InvalidArgument);
/// # Ok::<(), spielwerk_wire::Status>(())
/// ```
pub fn answer(method: &str, request: &[u8], budget: &Budget<'_>) -> Result<Answer, Status> {
    let method = find(method)?;
    let mut call = Call { budget, tally: Tally::default() };
    // Nothing that a panic could leave half done outlives the call.
    let reply =
        catch_unwind(AssertUnwindSafe(|| (method.answer)(request, &mut call))).unwrap_or_else(|_| {
            Err(Status::new(Code::Internal, "a bug in the engine; please report the request"))
        })?;
    Ok(Answer { reply, tally: call.tally })
}

/// The paths of all methods that [`answer`] knows, sorted.
pub fn methods() -> impl ExactSizeIterator<Item = &'static str> {
    METHODS.iter().map(|method| method.path)
}

/// Whether answering takes some microseconds at most, so that handing it to another thread would cost more than it gives.
pub fn is_brief(method: &str, request: &[u8]) -> bool {
    const MOST_BYTES: usize = 2048;
    request.len() <= MOST_BYTES && (method.ends_with("/CheckMove") || method.ends_with("/ViewPosition"))
}

/// Reads a request and writes it again, without answering it: what tests compare with another protobuf runtime.
///
/// # Errors
///
/// As [`answer`] for bytes that are no message and for methods that do not exist.
pub fn reencode_request(method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
    (find(method)?.reencode)(request)
}

fn find(path: &str) -> Result<&'static Method, Status> {
    METHODS.iter().find(|method| method.path == path).ok_or_else(|| {
        let shown: String = path.chars().take(100).collect();
        Status::new(Code::Unimplemented, format!("there is no method {shown}"))
            .with_info("UNKNOWN_METHOD", [])
    })
}

fn unary<Request: Message + Name + Default, Reply: Message>(
    request: &[u8],
    call: &mut Call<'_>,
    answer: fn(&Request, &mut Call<'_>) -> Result<Reply, Status>,
) -> Result<Vec<u8>, Status> {
    call.budget.check()?;
    let request = decode(request)?;
    answer(&request, call).map(|reply| reply.encode_to_vec())
}

fn reencode<Request: Message + Name + Default, Reply>(
    request: &[u8],
    _: fn(&Request, &mut Call<'_>) -> Result<Reply, Status>,
) -> Result<Vec<u8>, Status> {
    decode::<Request>(request).map(|request| request.encode_to_vec())
}

#[cfg(test)]
mod tests {
    use prost_types::FileDescriptorSet;

    use super::*;
    use crate::messages::FILE_DESCRIPTOR_SET;

    #[test]
    fn every_method_of_the_protos_is_answered() {
        let set = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).expect("the embedded descriptors are whole");
        let mut declared: Vec<String> = set
            .file
            .iter()
            .filter(|file| file.package() == "spielwerk.v1")
            .flat_map(|file| &file.service)
            .flat_map(|service| {
                service
                    .method
                    .iter()
                    .map(|method| format!("/spielwerk.v1.{}/{}", service.name(), method.name()))
            })
            .collect();
        declared.sort_unstable();
        assert_eq!(declared, methods().collect::<Vec<_>>());
    }
}
