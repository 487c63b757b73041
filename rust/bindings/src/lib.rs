//! The Python extension module: an export list. Nothing here is public API; `python/spielwerk` is.

#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "what Python shows is documented for Python: Google style, with its own marks"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::too_many_arguments,
    clippy::unused_self,
    reason = "PyO3 fixes how a method takes itself and its arguments, and keyword arguments are many by nature"
)]

use pyo3::prelude::*;

mod agents;
mod arrays;
mod common;
mod contract;
mod enums;
mod env;
mod error;
mod exceptions;
mod gil;
mod kinds;
mod lokus;
mod native_server;
mod piece;
mod qwirkle;
mod random;
mod reading;
mod schraube;
mod service;
mod values;

/// The compiled half of the package `spielwerk`. Private: nothing here is stable.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::common::{Census, Chance, Fault, Outcome, Violation};
    #[pymodule_export]
    use crate::contract::{Chances, Iterate, Moves, Verdict};
    #[pymodule_export]
    use crate::exceptions::{
        IllegalMoveError, ImpossibleEventError, InvalidInputError, InvalidPositionError, ParseError,
        ReplayError, SpielwerkError, WrongTurnError,
    };
    #[pymodule_export]
    use crate::native_server::NativeServer;
    #[pymodule_export]
    use crate::random::Random;
    #[pymodule_export]
    use crate::service::{
        AnswerError, Cancel, answer, file_descriptor_set, methods, reencode_request, take_batch_items,
        take_verdict_counts,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        crate::common::TURN.export(module)?;
        crate::contract::register_sequences(module.py())?;
        crate::hide_export_list(module)
    }

    /// Games played one small number at a time.
    #[pymodule]
    mod env {
        use pyo3::prelude::*;

        #[pymodule_export]
        use crate::env::Episode;
        #[pymodule_export]
        use crate::piece::Piece;

        #[pymodule_init]
        fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
            crate::importable(module)?;
            crate::env::export(module)?;
            crate::hide_export_list(module)
        }
    }

    /// Agents, and games between them.
    #[pymodule]
    mod agents {
        use pyo3::prelude::*;

        #[pymodule_export]
        use crate::agents::{Agent, Choice, MoveStatistics, canonical, play_games};

        #[pymodule_init]
        fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
            crate::importable(module)?;
            crate::hide_export_list(module)
        }
    }

    /// Lokus.
    #[pymodule]
    mod lokus {
        use pyo3::prelude::*;

        #[pymodule_export]
        use crate::lokus::{
            Card, CardSet, Choose, ChooseRow, Decline, Draw, Event, FixedDeal, Game, Hand, Move, Options,
            Placement, Position, Resolution, Resolutions, Resolved, Row, Score, Seen, Sight, Starter, View,
        };
        #[pymodule_export]
        use crate::lokus::{action_name, check_row, minus_points, resolve_round, resolve_rounds};

        #[pymodule_init]
        fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
            crate::importable(module)?;
            crate::public_functions(module)?;
            crate::lokus::export(module)?;
            crate::hide_export_list(module)
        }
    }

    /// Schraube locker.
    #[pymodule]
    mod schraube {
        use pyo3::prelude::*;

        #[pymodule_export]
        use crate::schraube::{
            Alternative, Chain, Chains, Combine, Decision, Deck, EndTurn, EndVisit, Event, Extra, Game, Gift,
            Hand, Happening, Laser, Move, Objective, Odds, Options, Pile, Place, PointCard, Points, Position,
            Reroll, Reveal, Roll, Score, Seen, Sight, Solution, Start, Stop, Sum, Swap, TurnSolver,
            TurnState, View,
        };
        #[pymodule_export]
        use crate::schraube::{action_name, odds, points_of, resolve_chain, resolve_chains, sets_of};

        #[pymodule_init]
        fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
            crate::importable(module)?;
            crate::public_functions(module)?;
            crate::schraube::export(module)?;
            crate::hide_export_list(module)
        }
    }

    /// Qwirkle.
    #[pymodule]
    mod qwirkle {
        use pyo3::prelude::*;

        #[pymodule_export]
        use crate::qwirkle::{
            Draw, Game, Grid, Laid, Line, Move, Options, Place, Position, Score, Seen, Sight, Skip, Tile,
            TileSet, Trade, View,
        };
        #[pymodule_export]
        use crate::qwirkle::{
            action_name, best_placements, best_points, check_placement, check_placements, count_moves,
            count_placements, opening_groups, opening_size, pack, placements, score_placement, starter,
            trades,
        };

        #[pymodule_init]
        fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
            crate::importable(module)?;
            crate::public_functions(module)?;
            crate::qwirkle::export(module)?;
            crate::hide_export_list(module)
        }
    }
}

/// Lets `import spielwerk._native.GAME` find a part of the extension module: it has no file of its own.
fn importable(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let name = format!("spielwerk.{}", module.name()?);
    module.setattr("__name__", &name)?;
    module.py().import("sys")?.getattr("modules")?.set_item(name, module)
}

/// Lets functions be pickled by the name under which the package shows them: a pool of processes asks for that.
fn public_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let shown = module.name()?.to_str()?.replace("._native", "");
    for (_, object) in module.dict() {
        if object.is_instance_of::<pyo3::types::PyCFunction>() {
            object.setattr("__module__", &shown)?;
        }
    }
    Ok(())
}

/// The stubs are the export list: a second one beside them could only differ.
fn hide_export_list(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.delattr("__all__")
}
