//! The fast generator and the verdicts against a slow reading of the rule book, written without any of its tables.

use std::collections::BTreeMap;

use spielwerk::common::{Turn, Uniform};
use spielwerk::qwirkle::{
    Attempt, Axis, Cell, Desk, Grid, Laid, Move, Options, Placement, Placements, Position, Scored, Tile,
    TileSet, best_placements, check_placement, count_placements, placements,
};
use spielwerk_search::Random;

/// A window of the grid as plain rows of tiles, with room for a line on each side.
struct Slow {
    corner: (i64, i64),
    width: usize,
    cells: Vec<Option<Tile>>,
}

/// A run of tiles as it is counted off.
#[derive(Default)]
struct Run {
    length: u32,
    shapes: [u32; 6],
    colours: [u32; 6],
}

impl Run {
    fn add(&mut self, tile: Tile) {
        self.length += 1;
        self.shapes[tile.shape() as usize] += 1;
        self.colours[tile.colour() as usize] += 1;
    }

    /// Q8: one colour and all shapes different, or one shape and all colours different.
    fn is_valid(&self) -> bool {
        let all_same = |counts: &[u32; 6]| counts.contains(&self.length);
        let all_differ = |counts: &[u32; 6]| counts.iter().all(|&count| count <= 1);
        (all_same(&self.colours) && all_differ(&self.shapes))
            || (all_same(&self.shapes) && all_differ(&self.colours))
    }

    /// Q14, Q15.
    fn points(&self) -> u32 {
        match self.length {
            1 => 0,
            6 => 12,
            length => length,
        }
    }
}

impl Slow {
    const ROOM: i64 = 14;

    fn new(grid: &Grid) -> Self {
        let bounds = grid.bounds().expect("tiles lie");
        let corner = (i64::from(bounds.left) - Self::ROOM, i64::from(bounds.top) - Self::ROOM);
        let width = (i64::from(bounds.right) - corner.0 + 1 + Self::ROOM) as usize;
        let height = (i64::from(bounds.bottom) - corner.1 + 1 + Self::ROOM) as usize;
        let mut slow = Self { corner, width, cells: vec![None; width * height] };
        for laid in grid.tiles() {
            let index = slow.index((laid.cell.x.into(), laid.cell.y.into()));
            slow.cells[index] = Some(laid.tile);
        }
        slow
    }

    fn index(&self, (x, y): (i64, i64)) -> usize {
        (y - self.corner.1) as usize * self.width + (x - self.corner.0) as usize
    }

    /// Steps between neighbours of an axis.
    fn stride(&self, axis: Axis) -> usize {
        if axis == Axis::Across { 1 } else { self.width }
    }

    /// The run through a cell.
    fn run(&self, mut at: usize, axis: Axis) -> Run {
        let stride = self.stride(axis);
        while self.cells[at - stride].is_some() {
            at -= stride;
        }
        let mut run = Run::default();
        while let Some(tile) = self.cells[at] {
            run.add(tile);
            at += stride;
        }
        run
    }

    fn touches(&self, at: usize) -> bool {
        Axis::BOTH.iter().any(|&axis| {
            [at - self.stride(axis), at + self.stride(axis)]
                .iter()
                .any(|&beside| self.cells[beside].is_some())
        })
    }

    /// Whether a cell is within `i32`.
    fn exists(&self, at: usize) -> bool {
        let (x, y) = self.place(at);
        i32::try_from(x).is_ok() && i32::try_from(y).is_ok()
    }

    fn place(&self, at: usize) -> (i64, i64) {
        (self.corner.0 + (at % self.width) as i64, self.corner.1 + (at / self.width) as i64)
    }

    fn points(&self, laid: &[usize], axis: Axis) -> u32 {
        let across = if axis == Axis::Across { Axis::Down } else { Axis::Across };
        let crossing: u32 = laid.iter().map(|&at| self.run(at, across).points()).sum();
        self.run(laid[0], axis).points() + crossing
    }

    /// All placements (Q8 to Q12): from every empty cell one after the other to the right or downwards, over tiles that
    /// lie, as long as all lines are valid; those that touch a tile are legal.
    fn all(&mut self, hand: TileSet) -> BTreeMap<Placement, u32> {
        let mut found = BTreeMap::new();
        let room = Self::ROOM as usize - 6;
        let height = self.cells.len() / self.width;
        for row in room..height - room {
            for column in room..self.width - room {
                for axis in Axis::BOTH {
                    let start = row * self.width + column;
                    if self.exists(start) && self.cells[start].is_none() && self.near(start, axis) {
                        self.lay(start, axis, hand, &mut Vec::new(), false, &mut found);
                    }
                }
            }
        }
        found
    }

    /// Whether a line of six from here on could touch a tile at all.
    fn near(&self, start: usize, axis: Axis) -> bool {
        (0..6).any(|step| self.touches(start + step * self.stride(axis)))
    }

    fn lay(
        &mut self,
        at: usize,
        axis: Axis,
        hand: TileSet,
        laid: &mut Vec<usize>,
        touches: bool,
        found: &mut BTreeMap<Placement, u32>,
    ) {
        for tile in hand.kinds() {
            self.cells[at] = Some(tile);
            laid.push(at);
            // An invalid line stays invalid whatever is added.
            if Axis::BOTH.iter().all(|&axis| self.run(at, axis).is_valid()) {
                let touches = touches || self.touches_old(at, laid);
                if touches {
                    let tiles: Vec<Laid> = laid
                        .iter()
                        .map(|&at| {
                            let (x, y) = self.place(at);
                            Laid::new(x as i32, y as i32, self.cells[at].expect("laid"))
                        })
                        .collect();
                    let points = self.points(laid, axis);
                    found.insert(Placement::new(&tiles).expect("one line"), points);
                }
                let mut next = at;
                while self.cells[next].is_some() {
                    next += self.stride(axis);
                }
                if self.exists(next) && laid.len() < 6 {
                    let rest = hand.minus(tile.into()).expect("in the hand");
                    self.lay(next, axis, rest, laid, touches, found);
                }
            }
            laid.pop();
            self.cells[at] = None;
        }
    }

    /// Q10: a neighbour that is not laid in this move.
    fn touches_old(&self, at: usize, laid: &[usize]) -> bool {
        Axis::BOTH.iter().any(|&axis| {
            [at - self.stride(axis), at + self.stride(axis)]
                .iter()
                .any(|beside| self.cells[*beside].is_some() && !laid.contains(beside))
        })
    }
}

/// Plays a random game and shows every position in which a seat is to act on tiles.
fn random_game(players: u8, random: &mut Random, mut look: impl FnMut(&Position, TileSet, &mut Random)) {
    let mut position = Position::start(&Options::new(players)).expect("good options");
    loop {
        match position.turn() {
            Turn::Over => return,
            Turn::Chance => _ = position.apply(position.sample(random)),
            Turn::Seat(seat) => {
                if !position.grid().is_empty() {
                    look(&position, position.hand(seat).known().expect("known"), random);
                }
                position.play(position.sample_move(random));
            }
        }
    }
}

fn compare(grid: &Grid, hand: TileSet) {
    let slow = Slow::new(grid).all(hand);
    let fast = placements(grid, hand);
    let fast: Vec<(Placement, u32)> = fast.iter().map(|scored| (scored.placement, scored.points)).collect();
    let slow: Vec<(Placement, u32)> = slow.into_iter().collect();
    assert_eq!(fast, slow, "{hand} on {grid:?}");
    assert_eq!(count_placements(grid, hand), slow.len());
    let most = slow.iter().map(|&(_, points)| points).max();
    let best: Vec<(Placement, u32)> = slow.into_iter().filter(|&(_, points)| Some(points) == most).collect();
    let listed: Vec<(Placement, u32)> =
        best_placements(grid, hand).iter().map(|Scored { placement, points }| (placement, points)).collect();
    assert_eq!(listed, best, "the best of {hand} on {grid:?}");
}

#[test]
fn fast_and_slow_find_the_same_placements_and_scores() {
    let mut seen = 0;
    for players in [2, 3, 4].repeat(50) {
        let mut random = Random::stream(11, seen);
        random_game(players, &mut random, |position, hand, _| {
            seen += 1;
            // Hands of six of one family have the most placements, and take long.
            if count_placements(position.grid(), hand) < 2_000 {
                compare(position.grid(), hand);
            }
        });
    }
    assert!(seen >= 10_000, "{seen} positions are enough");
}

#[test]
fn open_cells_kept_in_play_are_those_found_from_scratch() {
    for players in 2..=4 {
        let mut random = Random::seeded(u64::from(players));
        random_game(players, &mut random, |position, hand, random| {
            let tiles: Vec<Laid> = position.grid().tiles().collect();
            let scratch = Grid::new(&tiles).expect("a good grid");
            assert_eq!(position.grid().open_cells(), scratch.open_cells());
            // And after a move is taken back, the order of a list that is not sorted included.
            let mut undone = position.clone();
            let chosen = position.sample_move(random);
            let undo = undone.play(chosen);
            undone.undo(undo);
            assert_eq!(undone.grid().open_cells(), scratch.open_cells(), "after {chosen} in {position}");
            let lists = [position.grid(), undone.grid(), &scratch].map(|grid| {
                let mut list = Placements::default();
                list.refill(grid, hand);
                list.iter().map(|scored| scored.placement).collect::<Vec<_>>()
            });
            assert!(lists[0] == lists[1] && lists[0] == lists[2], "one order in {position}");
        });
    }
}

/// The same tiles somewhere else.
fn moved(grid: &Grid, dx: i32, dy: i32) -> Vec<Laid> {
    grid.tiles()
        .map(|laid| Laid::new(laid.cell.x.wrapping_add(dx), laid.cell.y.wrapping_add(dy), laid.tile))
        .collect()
}

#[test]
fn there_is_nothing_beyond_the_ends_of_the_world() {
    let mut random = Random::seeded(5);
    let mut cramped = 0;
    random_game(2, &mut random, |position, hand, _| {
        let bounds = position.grid().bounds().expect("tiles lie");
        for gap in [0, 1, 3] {
            let left = i32::MIN.wrapping_sub(bounds.left).wrapping_add(gap);
            let right = i32::MAX.wrapping_sub(bounds.right).wrapping_sub(gap);
            let top = i32::MIN.wrapping_sub(bounds.top).wrapping_add(gap);
            let bottom = i32::MAX.wrapping_sub(bounds.bottom).wrapping_sub(gap);
            for (dx, dy) in [(left, 0), (right, 7), (0, top), (1, bottom), (left, bottom), (right, top)] {
                let grid = Grid::new(&moved(position.grid(), dx, dy)).expect("the same tiles elsewhere");
                compare(&grid, hand);
                cramped += u32::from(count_placements(&grid, hand) < count_placements(position.grid(), hand));
            }
        }
    });
    assert!(cramped > 100, "moves are lost at the ends: {cramped}");
}

/// A placement of the hand, right or wrong: a legal one changed a little, or tiles scattered about.
fn wild(position: &Position, hand: TileSet, random: &mut Random) -> Vec<Laid> {
    let tiles: Vec<Tile> = hand.iter().collect();
    let mut any = |bound: usize| random.below(bound as u64) as usize;
    let list = placements(position.grid(), hand);
    let mut laid: Vec<Laid> = match list.get(any(list.len().max(1))) {
        Some(scored) => scored.placement.tiles().collect(),
        None => vec![Laid::new(0, 0, tiles[0])],
    };
    for _ in 0..any(3) {
        let index = any(laid.len());
        let shift = any(3) as i32 - 1;
        match any(5) {
            0 => laid[index].tile = tiles[any(tiles.len())],
            1 => laid[index].cell.x += shift,
            2 => laid[index].cell.y += shift,
            3 => laid.push(Laid {
                cell: Cell::new(laid[index].cell.x + shift, laid[index].cell.y),
                tile: tiles[any(tiles.len())],
            }),
            _ if laid.len() > 1 => _ = laid.remove(index),
            _ => {}
        }
    }
    laid
}

#[test]
fn an_attempt_is_legal_exactly_when_it_is_listed() {
    let (mut legal, mut illegal) = (0, 0);
    let mut desk = Desk::new();
    for players in [2, 3, 4].repeat(4) {
        let mut random = Random::stream(23, u64::from(players) + legal);
        random_game(players, &mut random, |position, hand, random| {
            let setup = position.setup();
            let list: BTreeMap<Placement, u32> = placements(position.grid(), hand)
                .iter()
                .map(|scored| (scored.placement, scored.points))
                .collect();
            for _ in 0..20 {
                let laid = wild(position, hand, random);
                let listed = Placement::new(&laid)
                    .and_then(|placement| list.get(&placement).map(|&points| (placement, points)));
                let checked = check_placement(position.grid(), Some(hand), &laid);
                let judged = checked.as_ref().ok().map(|(placement, score)| (*placement, score.points()));
                assert_eq!(judged, listed, "{laid:?} of {hand} in {position}");
                assert!(checked.is_ok() || !checked.unwrap_err().is_empty(), "a refusal names a rule");
                let attempt = Attempt::Place(laid);
                let in_turn = position.check(&attempt);
                let on_desk = desk.check(&setup, &attempt).expect("a good position");
                assert_eq!(on_desk, in_turn, "a desk says the same");
                assert_eq!(
                    in_turn.ok().map(|(chosen, _)| chosen),
                    listed.map(|(placement, _)| Move::Place(placement))
                );
                if listed.is_some() { legal += 1 } else { illegal += 1 }
            }
        });
    }
    assert!(legal > 3_000 && illegal > 3_000, "{legal} legal, {illegal} illegal");
}
