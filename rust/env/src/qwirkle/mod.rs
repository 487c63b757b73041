//! Qwirkle one number at a time. An outcome is a kind of tile, with the number that it has as an action.

use spielwerk::common::{Actions, Faults, Seat, Word};
use spielwerk::qwirkle::actions::{SPAN, TRADE};
use spielwerk::qwirkle::{
    Draw, HAND, Holding, MOST_IDLE_TURNS, Position, SetupHand, Tile, TileSet, View, most_points,
};
use spielwerk_search::Random;

use crate::entry::only;
use crate::{Entry, Piece, Sees, Stepwise, Tensor};

mod foresight;
mod past;

use past::Pasts;

/// Colours, and shapes (Q1).
const ATTRIBUTES: u32 = 6;
/// Tiles of a kind (Q1).
const COPIES: u32 = 3;

impl Stepwise for Position {
    const OUTCOMES: u16 = Tile::KINDS as u16;
    const MOST_OUTCOMES: u16 = Self::OUTCOMES;
    const MOST_MOVES: u32 = 500;
    const PERFECT_INFORMATION: bool = false;

    fn faults(&self) -> Faults {
        let mut faults = Faults::default();
        if !self.is_fully_known() {
            faults.add("hands", "Q19", "hand_hidden", "an episode begins where all hands are known".into());
        }
        if self.pending().is_some_and(|pending| !pending.aside.is_empty()) {
            let message = "an episode does not begin in the middle of a trade".into();
            faults.add("draw", "Q7", "trade_under_way", message);
        }
        faults
    }

    fn outcomes(&self, parts: &[u16]) -> Vec<(u16, u32)> {
        if self.pending().is_none() {
            return Vec::new();
        }
        let mut counts = [0; Tile::KINDS];
        // With all hands known, what nobody has seen is the bag.
        self.unseen().iter().for_each(|tile| counts[tile.index()] += 1);
        for &part in parts {
            counts[usize::from(part)] -= 1;
        }
        (0..).zip(counts).filter(|&(_, count)| count > 0).collect()
    }

    fn may_come(&self, parts: &[u16], outcome: u16) -> bool {
        let Some(tile) = Tile::from_index(outcome.into()) else { return false };
        let drawn = parts.iter().filter(|&&part| part == outcome).count() as u32;
        self.pending().is_some() && self.unseen().count(tile) > drawn
    }

    fn event(&self, parts: &[u16]) -> Option<Draw> {
        let pending = self.pending()?;
        (parts.len() == pending.count as usize).then(|| {
            Draw(Holding::Known(
                TileSet::try_from_tiles(parts.iter().map(|&part| known(part))).unwrap_or_default(),
            ))
        })
    }

    fn outcome_name(outcome: u16) -> Option<String> {
        Tile::from_index(outcome.into()).map(|tile| tile.to_string())
    }

    fn receiver(&self) -> Option<Seat> {
        Some(self.to_move())
    }

    fn outcome_seen(&self) -> u8 {
        only(self.to_move())
    }

    fn action_seen(spelled: Word, action: u16) -> Sees {
        let traded = spelled.get(0) == Some(TRADE) && Tile::from_index(action.into()).is_some();
        if traded { Sees::Own } else { Sees::All }
    }

    fn is_joint(&self) -> bool {
        false
    }

    fn points(&self) -> Vec<f64> {
        self.scores().into_iter().map(f64::from).collect()
    }

    /// The most that a position can note when all tiles lie.
    fn point_bounds(&self) -> (f64, f64) {
        (0.0, most_points(Tile::COUNT).into())
    }

    fn most_steps(&self, moves: u32) -> u64 {
        let word_and_draw = Self::LONGEST_WORD as u64 + u64::from(HAND);
        u64::from(HAND) * u64::from(self.players()) + u64::from(moves) * word_and_draw
    }

    fn pieces(&self) -> Vec<Piece> {
        let (span, players) = (usize::from(SPAN), usize::from(self.players()));
        let tiles = Tile::COUNT as u32;
        vec![
            Piece::public("colour", [span, span]).up_to(ATTRIBUTES),
            Piece::public("shape", [span, span]).up_to(ATTRIBUTES),
            Piece::public("scores", [players]).within(self.point_bounds()),
            Piece::public("hand_sizes", [players]).up_to(HAND),
            Piece::public("to_move", [players]),
            Piece::public("bag", [1]).up_to(tiles),
            Piece::public("to_draw", [1]).up_to(HAND),
            Piece::public("idle", [1]).up_to(MOST_IDLE_TURNS),
            Piece::private("seat", [players]),
            Piece::private("hand", [Tile::KINDS]).up_to(COPIES),
            Piece::private("unseen", [Tile::KINDS]).up_to(COPIES),
        ]
    }

    fn observe(view: &View, tensor: &mut Tensor<'_>) {
        let known = view.known();
        let players = usize::from(known.players());
        let cells = usize::from(SPAN) * usize::from(SPAN);
        let (colours, shapes) = (tensor.take(cells), tensor.take(cells));
        for laid in known.grid().tiles() {
            let place = laid.cell.place();
            colours[place] = f32::from(laid.tile.colour() as u8) + 1.0;
            shapes[place] = f32::from(laid.tile.shape() as u8) + 1.0;
        }
        tensor.numbers(known.scores().into_iter().map(f64::from));
        tensor.numbers(known.hands().iter().map(|hand| hand.len().into()));
        tensor.ones(players, [known.to_move().index()]);
        tensor.number(known.bag());
        tensor.number(known.pending().map_or(0, |pending| pending.count));
        tensor.number(known.idle());
        tensor.ones(players, [view.seat().index()]);
        for tiles in [view.hand(), known.unseen()] {
            tensor
                .numbers((0..Tile::KINDS).map(|kind| {
                    f64::from(Tile::from_index(kind as u64).map_or(0, |kind| tiles.count(kind)))
                }));
        }
    }

    fn public_text(&self) -> String {
        let mut setup = self.setup();
        for (hand, held) in setup.hands.iter_mut().zip(self.hands()) {
            *hand = SetupHand::from(held.hidden());
        }
        if let Some(draw) = &mut setup.draw {
            let aside = self.pending().map_or(Holding::NOTHING, |pending| pending.aside);
            draw.aside = if aside.is_empty() { aside } else { aside.hidden() }.into();
        }
        Self::from_setup(&setup).map_or_else(|faults| faults.to_string(), |open| open.to_string())
    }

    fn private_text(view: &View) -> String {
        format!("hand={}", view.hand())
    }

    fn imagine<'a>(
        start: &'a Self,
        view: &'a View,
        history: &'a [Entry],
    ) -> impl Fn(&mut Random) -> Option<(Self, Vec<u16>)> {
        let pasts = Pasts::new(start, view, history);
        move |random| pasts.draw(random)
    }
}

fn known(id: u16) -> Tile {
    Tile::from_index(id.into()).expect("a tile is spelled or drawn here")
}
