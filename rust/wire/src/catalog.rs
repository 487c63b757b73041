//! The catalogue: what is played here, under which names, and where the limits are.

use std::collections::BTreeSet;

use spielwerk::common::Violation;

use crate::answer::Call;
use crate::game::Game;
use crate::messages::spielwerk::v1::{
    CatalogError, CatalogGame, CatalogLimit, CatalogOption, CatalogReason, GetCatalogRequest,
    GetCatalogResponse,
};
use crate::{Status, limits};

/// What messages of all games can get wrong, sorted. No rule says so.
const FAULTS: [&str; 6] =
    ["columns_differ", "hidden_and_known", "required", "seat_out_of_range", "syntax", "text_and_fields"];

/// The reasons of every `ErrorInfo` with the name of their status code and what they mean, sorted. Some are the transport's.
const ERRORS: &[(&str, &str, &str)] = &[
    ("BAD_WIRE_DATA", "INVALID_ARGUMENT", "the bytes of the request are no message of its type"),
    ("INTERNAL", "INTERNAL", "a fault of the service; its log has it under the request id in the message"),
    ("INVALID_REQUEST", "INVALID_ARGUMENT", "the request makes no sense; the BadRequest names every fault"),
    ("LIMIT_EXCEEDED", "INVALID_ARGUMENT", "the request is beyond a limit, which the metadata names"),
    ("MESSAGE_MISSING", "UNIMPLEMENTED", "the call ended without a request message"),
    ("TOKEN_MISSING", "UNAUTHENTICATED", "the call carries no bearer token"),
    ("TOKEN_UNKNOWN", "UNAUTHENTICATED", "nobody has the bearer token of the call"),
    (
        "TOO_MANY_CALLS",
        "RESOURCE_EXHAUSTED",
        "the service has its hands full; the RetryInfo says when to ask again",
    ),
    ("UNKNOWN_METHOD", "UNIMPLEMENTED", "there is no such method"),
];

/// Answers `GetCatalog`.
#[expect(
    clippy::unnecessary_wraps,
    clippy::trivially_copy_pass_by_ref,
    reason = "every method has this shape"
)]
pub(crate) fn get_catalog(_: &GetCatalogRequest, _: &mut Call<'_>) -> Result<GetCatalogResponse, Status> {
    Ok(GetCatalogResponse {
        engine_version: env!("CARGO_PKG_VERSION").to_owned(),
        games: vec![
            game::<spielwerk::lokus::Position>(),
            game::<spielwerk::qwirkle::Position>(),
            game::<spielwerk::schraube::Position>(),
        ],
        limits: limits::ALL
            .iter()
            .map(|limit| CatalogLimit {
                name: limit.name.to_owned(),
                value: limit.value,
                description: limit.description.to_owned(),
            })
            .collect(),
        faults: sorted(
            FAULTS.into_iter().chain(limits::ALL.map(|limit| limit.reason)).map(|slug| (slug, "")),
        ),
        errors: ERRORS
            .iter()
            .map(|&(reason, code, description)| CatalogError {
                reason: reason.to_owned(),
                code: code.to_owned(),
                description: description.to_owned(),
            })
            .collect(),
    })
}

/// Every slug and rule once.
fn sorted(found: impl Iterator<Item = (&'static str, &'static str)>) -> Vec<CatalogReason> {
    let found: BTreeSet<_> = found.collect();
    reasons(&found.into_iter().collect::<Vec<_>>())
}

/// Whether the catalogue has this slug as a fault of any game, or of none: what a test build asks before it tells one.
#[cfg(debug_assertions)]
pub(crate) fn knows(slug: &str) -> bool {
    fn faults<G: Game>() -> impl Iterator<Item = &'static str> {
        G::FAULTS.iter().copied().flatten().map(|&(slug, _)| slug)
    }
    FAULTS
        .into_iter()
        .chain(limits::ALL.map(|limit| limit.reason))
        .chain(faults::<spielwerk::lokus::Position>())
        .chain(faults::<spielwerk::qwirkle::Position>())
        .chain(faults::<spielwerk::schraube::Position>())
        .any(|known| known == slug)
}

fn game<G: Game>() -> CatalogGame {
    CatalogGame {
        name: G::INFO.name.to_owned(),
        service: G::SERVICE.to_owned(),
        rules_version: G::INFO.rules_version.into(),
        min_players: G::INFO.players.0.into(),
        max_players: G::INFO.players.1.into(),
        max_position_bytes: G::INFO.max_position_bytes as u32,
        options: G::OPTIONS
            .iter()
            .map(|option| CatalogOption {
                name: option.name.to_owned(),
                rule: option.rule.to_owned(),
                description: option.description.to_owned(),
                default_value: option.default_value.to_owned(),
            })
            .collect(),
        violations: reasons(G::Illegal::catalogue()),
        ends: reasons(G::ENDS),
        faults: sorted(G::FAULTS.iter().copied().flatten().copied()),
        action_count: G::ACTIONS.into(),
        longest_word: G::LONGEST_WORD as u32,
    }
}

/// One choice made before a game begins, for the catalogue.
pub(crate) struct OptionInfo {
    pub(crate) name: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) description: &'static str,
    pub(crate) default_value: &'static str,
}

fn reasons(catalogue: &[(&str, &str)]) -> Vec<CatalogReason> {
    catalogue
        .iter()
        .map(|&(slug, rule)| CatalogReason { slug: slug.to_owned(), rule: rule.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        fn check<G: Game>() {
            assert!(G::FAULTS.iter().all(|list| list.is_sorted_by(|a, b| a < b)), "{}", G::INFO.name);
        }
        check::<spielwerk::lokus::Position>();
        check::<spielwerk::qwirkle::Position>();
        check::<spielwerk::schraube::Position>();
        assert!(FAULTS.is_sorted_by(|a, b| a < b) && ERRORS.is_sorted_by(|a, b| a.0 < b.0));
    }
}
