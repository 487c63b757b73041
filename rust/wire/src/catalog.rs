//! The catalogue: what is played here, under which names, and where the limits are.

use spielwerk::common::Violation;

use crate::answer::Call;
use crate::game::Game;
use crate::messages::spielwerk::v1::{
    CatalogGame, CatalogLimit, CatalogOption, CatalogReason, GetCatalogRequest, GetCatalogResponse,
};
use crate::{Status, limits};

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
    })
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
