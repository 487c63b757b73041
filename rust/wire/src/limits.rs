//! Every cap on a request, in one place. The catalogue reports them; a request beyond one is refused with the cap in the
//! details, never cut silently.

use spielwerk_search::schraube::TurnState;

/// A cap on a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The name in snake case.
    pub name: &'static str,
    /// The highest value that is accepted.
    pub value: u64,
    /// What is counted, as it reads after a number.
    pub unit: &'static str,
    /// The reason of the problem when it is passed, in snake case.
    pub(crate) reason: &'static str,
    /// What is counted, in a sentence for the catalogue.
    pub description: &'static str,
}

impl Limit {
    /// The highest value that is accepted, for counts of things in memory.
    pub(crate) const fn most(self) -> usize {
        self.value as usize
    }
}

/// Every cap, sorted by name.
pub const ALL: [Limit; 9] =
    [DEALS, HANDS, ITEMS, LISTED_MOVES, RECORD_STEPS, SHARED_MOVES, TEXT_BYTES, TILES, TURN_STAGES];

/// Deals of a game of Lokus: points have to fit into 63 bits, so fewer are accepted when the table gives more than one
/// minus point for the most rolls.
pub const DEALS: Limit = Limit {
    name: "deals",
    value: u32::MAX as u64,
    unit: "deals",
    reason: "too_many_deals",
    description: "deals of a game of Lokus, times the highest entry of its table at most 2^63 - 1",
};

/// Hands of one position. Far above what any rule book allows, so that the rules name the fault.
pub const HANDS: Limit = Limit {
    name: "hands",
    value: 16,
    unit: "hands",
    reason: "too_many_hands",
    description: "hands of one position",
};

/// Items of one batch.
pub const ITEMS: Limit = Limit {
    name: "items",
    value: 10_000,
    unit: "items",
    reason: "too_many_items",
    description: "items of one CheckMoves call",
};

/// Moves listed by one call.
pub const LISTED_MOVES: Limit = Limit {
    name: "listed_moves",
    value: 20_000,
    unit: "moves",
    reason: "limit_too_high",
    description: "moves listed by one ListMoves call",
};

/// Steps of one record.
pub const RECORD_STEPS: Limit = Limit {
    name: "record_steps",
    value: 10_000,
    unit: "steps",
    reason: "too_many_steps",
    description: "steps of one ReplayGame call",
};

/// Moves on one shared position.
pub const SHARED_MOVES: Limit = Limit {
    name: "shared_moves",
    value: 100_000,
    unit: "moves",
    reason: "too_many_moves",
    description: "moves on the shared position of one CheckMoves call",
};

/// Bytes of a text.
pub const TEXT_BYTES: Limit = Limit {
    name: "text_bytes",
    value: 1_000_000,
    unit: "bytes",
    reason: "text_too_long",
    description: "bytes of one text: a position, a move, an event or a record",
};

/// Tiles or cards of one list. Far above what any rule book allows, so that the rules name the fault.
pub const TILES: Limit = Limit {
    name: "tiles",
    value: 256,
    unit: "tiles or cards",
    reason: "too_many_tiles",
    description: "tiles or cards of one grid, hand, move or draw",
};

/// Stages of a turn that is solved: each of them multiplies the work.
pub const TURN_STAGES: Limit = Limit {
    name: "turn_stages",
    value: TurnState::MAX_STAGES as u64,
    unit: "stages",
    reason: "too_many_cards",
    description: "stages of one SolveTurn call: lasers + 1, times extra rolls + 1, times rerolls left + 1",
};

/// The moves that `ListMoves` lists when the request does not say how many.
pub(crate) const LISTED_BY_DEFAULT: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_sorted_and_named_once() {
        assert!(ALL.is_sorted_by(|a, b| a.name < b.name));
    }
}
