//! Qwirkle: one pair of conversions a type.

use spielwerk::common::Seat;
use spielwerk::qwirkle::{
    Attempt, Axis, Grid, Holding, Illegal, Laid, Line, Move, Options, Position, Score, Setup, SetupDraw,
    SetupHand, Tile, TileSet,
};

use crate::limits;
use crate::messages::spielwerk::v1::{
    QwirkleAxis, QwirkleHolding, QwirkleLayout, QwirkleLine, QwirkleMove, QwirkleOptions, QwirklePendingDraw,
    QwirklePosition, QwirkleScore, QwirkleSkip, QwirkleTrade, QwirkleViolation, qwirkle_move,
};
use crate::problem::{Path, Problems};
use crate::reading::{Spoken, read_all, read_text, read_word};

/// A kind of tile: the numbers of the enum are those of the rules, and one more.
fn read_tile(number: i32) -> Option<Tile> {
    Tile::from_index(u64::try_from(number).ok()?.checked_sub(1)?)
}

pub(super) fn write_tile(tile: Tile) -> i32 {
    tile.index() as i32 + 1
}

fn unknown_tile(number: i32, path: &Path<'_>, problems: &mut Problems) -> Option<Tile> {
    problems.add(path, "unknown_tile", format_args!("{number} is no kind of tile; they are 1 to 36 (Q1)"));
    None
}

fn read_tiles(numbers: &[i32], path: &Path<'_>, problems: &mut Problems) -> Option<Vec<Tile>> {
    read_all(numbers, path, limits::TILES, problems, |&number, path, problems| {
        read_tile(number).or_else(|| unknown_tile(number, path, problems))
    })
}

fn write_tiles(tiles: TileSet) -> Vec<i32> {
    tiles.iter().map(write_tile).collect()
}

/// Tiles on cells, at most as many as one list may hold.
fn read_layout(layout: &QwirkleLayout, path: &Path<'_>, problems: &mut Problems) -> Option<Vec<Laid>> {
    if layout.tile.len() > limits::TILES.most() {
        problems.over(path, limits::TILES, layout.tile.len());
        return None;
    }
    read_columns(layout, path, problems)
}

/// Tiles on cells, any number of them.
pub(super) fn read_columns(
    layout: &QwirkleLayout,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Vec<Laid>> {
    let QwirkleLayout { x, y, tile } = layout;
    if x.len() != y.len() || y.len() != tile.len() {
        let lengths = format!("x has length {}, y {}, tile {}", x.len(), y.len(), tile.len());
        problems.add(path, "columns_differ", lengths);
        return None;
    }
    if let Some(laid) = read_known(x, y, tile) {
        return Some(laid);
    }
    let path = path.field("tile");
    for (index, &number) in tile.iter().enumerate().filter(|&(_, &number)| read_tile(number).is_none()) {
        unknown_tile(number, &path.index(index), problems);
    }
    None
}

/// Columns of the same length, when all kinds are known.
fn read_known(x: &[i32], y: &[i32], tile: &[i32]) -> Option<Vec<Laid>> {
    // Looked at first, so that the list is made without a question a tile.
    let known = tile.iter().all(|&number| (1..=Tile::KINDS as i32).contains(&number));
    let laid = |((&x, &y), &number)| Laid::new(x, y, read_tile(number).expect("all kinds are known"));
    known.then(|| x.iter().zip(y).zip(tile).map(laid).collect())
}

pub(super) fn write_layout(tiles: impl Iterator<Item = Laid>) -> QwirkleLayout {
    let mut layout = QwirkleLayout::default();
    append_layout(&mut layout, tiles);
    layout
}

pub(super) fn append_layout(layout: &mut QwirkleLayout, tiles: impl Iterator<Item = Laid>) {
    for laid in tiles {
        layout.x.push(laid.cell.x);
        layout.y.push(laid.cell.y);
        layout.tile.push(write_tile(laid.tile));
    }
}

fn read_setup_hand(holding: &QwirkleHolding, path: &Path<'_>, problems: &mut Problems) -> Option<SetupHand> {
    match holding.hidden {
        None => read_tiles(&holding.tiles, &path.field("tiles"), problems).map(SetupHand::Known),
        Some(count) if holding.tiles.is_empty() => Some(SetupHand::Hidden(count.into())),
        Some(_) => {
            problems.add(
                path,
                "hidden_and_known",
                "either the tiles are known or their number is hidden, not both",
            );
            None
        }
    }
}

/// A hand or a draw as the rules hold it.
pub(super) fn read_holding(
    holding: &QwirkleHolding,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Holding> {
    match read_setup_hand(holding, path, problems)? {
        SetupHand::Hidden(count) => match u8::try_from(count) {
            Ok(count) if u32::from(count) <= spielwerk::qwirkle::HAND => Some(Holding::Hidden(count)),
            _ => {
                problems.add(path, "hand_too_big", format_args!("{count} tiles; there are at most six (Q2)"));
                None
            }
        },
        SetupHand::Known(tiles) => {
            if tiles.len() > spielwerk::qwirkle::HAND as usize {
                problems.add(
                    path,
                    "hand_too_big",
                    format_args!("{} tiles; there are at most six (Q2)", tiles.len()),
                );
                return None;
            }
            let set = TileSet::try_from_tiles(tiles.iter().copied());
            if set.is_none() {
                problems.add(path, "too_many_copies", "there are three copies of each kind (Q1)");
            }
            set.map(Holding::Known)
        }
    }
}

pub(super) fn write_holding(holding: Holding) -> QwirkleHolding {
    match holding {
        Holding::Known(tiles) => QwirkleHolding { tiles: write_tiles(tiles), hidden: None },
        Holding::Hidden(count) => QwirkleHolding { tiles: Vec::new(), hidden: Some(count.into()) },
    }
}

fn read_options(
    options: &QwirkleOptions,
    hands: usize,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Options> {
    let players = if options.players == 0 { hands } else { options.players as usize };
    let starter = options.starter.map(|seat| {
        let found = Seat::try_new(seat.into());
        if found.is_none() {
            problems.add(
                &path.field("starter"),
                "starter_out_of_range",
                format_args!("there is no seat {seat} (Q3)"),
            );
        }
        found
    });
    let starter = match starter {
        None => None,
        Some(found) => Some(found?),
    };
    let (free_pass, idle_limit) = (options.free_pass, options.idle_limit);
    if let (Ok(players), Ok(idle_limit)) = (u8::try_from(players), idle_limit.map(u16::try_from).transpose())
    {
        // Judged together with the rest of the position.
        return Some(Options { players, starter, free_pass, idle_limit });
    }
    let starter = starter.map(|seat| seat.index() as i64);
    Options::read(players as i64, starter, free_pass, idle_limit.map(i64::from))
        .map_err(|faults| problems.faults(path, &faults, str::to_owned))
        .ok()
}

fn write_options(options: Options) -> QwirkleOptions {
    QwirkleOptions {
        players: options.players.into(),
        starter: options.starter.map(|seat| seat.index() as u32),
        free_pass: options.free_pass,
        idle_limit: options.idle_limit.map(u32::from),
    }
}

pub(super) fn read_setup(
    position: &QwirklePosition,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Setup> {
    let hands = read_all(&position.hands, &path.field("hands"), limits::HANDS, problems, read_setup_hand);
    let default_options = QwirkleOptions::default();
    let options = position.options.as_ref().unwrap_or(&default_options);
    let options = read_options(options, position.hands.len(), &path.field("options"), problems);
    let no_tiles = QwirkleLayout::default();
    let tiles = position.tiles.as_ref().unwrap_or(&no_tiles);
    let tiles = read_layout(tiles, &path.field("tiles"), problems);
    let draw = match &position.draw {
        None => Some(None),
        Some(draw) => {
            let nothing = QwirkleHolding::default();
            let aside = draw.aside.as_ref().unwrap_or(&nothing);
            let aside = read_setup_hand(aside, &path.field("draw").field("aside"), problems);
            aside.map(|aside| Some(SetupDraw { count: draw.count.into(), aside }))
        }
    };
    let mut scores: Vec<i64> = position.scores.iter().copied().map(i64::from).collect();
    if scores.is_empty() {
        scores.resize(position.hands.len(), 0);
    }
    Some(Setup {
        options: options?,
        tiles: tiles?,
        hands: hands?,
        bag: position.bag.into(),
        scores,
        to_move: position.to_move.into(),
        idle: position.idle.into(),
        draw: draw?,
    })
}

/// The path in the message of a path in the setup: a tile stands in columns.
pub(super) fn field_in_position(path: &str) -> String {
    match path.strip_prefix("tiles[") {
        Some(rest) => format!("tiles.tile[{rest}"),
        None => path.to_owned(),
    }
}

pub(super) fn read_position(
    position: &QwirklePosition,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Position> {
    let setup = read_setup(position, path, problems)?;
    Position::from_setup(&setup).map_err(|faults| problems.faults(path, &faults, field_in_position)).ok()
}

pub(super) fn write_position(position: &Position) -> QwirklePosition {
    QwirklePosition {
        options: Some(write_options(position.options())),
        tiles: Some(write_layout(position.grid().tiles())),
        hands: position.hands().iter().copied().map(write_holding).collect(),
        bag: position.bag(),
        scores: position.scores(),
        to_move: position.to_move().index() as u32,
        idle: position.idle(),
        draw: position.pending().map(|pending| QwirklePendingDraw {
            count: pending.count,
            aside: (!pending.aside.is_empty()).then(|| write_holding(pending.aside)),
        }),
        text: String::new(),
    }
}

/// The tiles that lie on a table; none when they are left out.
pub(super) fn read_tiles_that_lie(
    tiles: Option<&QwirkleLayout>,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Vec<Laid>> {
    tiles.map_or_else(|| Some(Vec::new()), |tiles| read_layout(tiles, path, problems))
}

/// The path in a layout of a path in the list of its tiles.
pub(super) fn field_in_layout(path: &str) -> String {
    match path.strip_prefix("tiles") {
        Some(index) if index.starts_with('[') => format!("tile{index}"),
        _ => String::new(),
    }
}

/// The hand at a table without a game; `Some(None)` when it is not known.
#[expect(clippy::option_option, reason = "an unknown hand was read well")]
pub(super) fn read_table_hand(
    hand: Option<&QwirkleHolding>,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Option<TileSet>> {
    match hand {
        None => Some(None),
        Some(hand) => read_holding(hand, path, problems).map(Holding::known),
    }
}

/// A grid without a game around it.
pub(super) fn read_grid(
    tiles: Option<&QwirkleLayout>,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Grid> {
    let laid = read_tiles_that_lie(tiles, path, problems)?;
    Grid::new(&laid).map_err(|faults| problems.faults(path, &faults, field_in_layout)).ok()
}

pub(super) fn read_move(
    chosen: &QwirkleMove,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Spoken<Attempt>> {
    let Some(choice) = &chosen.choice else {
        problems.add(path, "required", "say what to do: place, trade, skip, text or actions");
        return None;
    };
    let attempt = match choice {
        qwirkle_move::Choice::Place(layout) => {
            read_layout(layout, &path.field("place"), problems).map(Attempt::Place)
        }
        qwirkle_move::Choice::Trade(trade) => {
            read_tiles(&trade.tiles, &path.field("trade").field("tiles"), problems).map(Attempt::Trade)
        }
        qwirkle_move::Choice::Skip(QwirkleSkip {}) => Some(Attempt::Skip),
        qwirkle_move::Choice::Text(text) => read_text(text, &path.field("text"), problems),
        qwirkle_move::Choice::Actions(word) => {
            return read_word::<Position>(word, &path.field("actions"), problems);
        }
    };
    attempt.map(Spoken::Attempt)
}

pub(super) fn write_trade(tiles: TileSet) -> QwirkleTrade {
    QwirkleTrade { tiles: write_tiles(tiles) }
}

pub(super) fn write_move(chosen: Move) -> QwirkleMove {
    let choice = match chosen {
        Move::Place(placement) => qwirkle_move::Choice::Place(write_layout(placement.tiles())),
        Move::Trade(tiles) => qwirkle_move::Choice::Trade(write_trade(tiles)),
        Move::Skip => qwirkle_move::Choice::Skip(QwirkleSkip {}),
    };
    QwirkleMove { choice: Some(choice) }
}

pub(super) fn write_score(score: &Score) -> QwirkleScore {
    QwirkleScore {
        points: score.points(),
        lines: score.lines().iter().map(write_line).collect(),
        end_bonus: score.end_bonus(),
    }
}

fn write_line(line: &Line) -> QwirkleLine {
    let axis = match line.axis {
        Axis::Across => QwirkleAxis::Across,
        Axis::Down => QwirkleAxis::Down,
    };
    QwirkleLine {
        x: line.first.x,
        y: line.first.y,
        axis: axis.into(),
        length: line.length.into(),
        points: line.points(),
    }
}

/// The bit of a broken rule in `QwirkleSharedVerdicts.violations`.
pub(super) fn violation_bit(broken: &Illegal) -> u32 {
    let violation = match broken {
        Illegal::EmptyMove => QwirkleViolation::EmptyMove,
        Illegal::CellTwice(_) => QwirkleViolation::CellTwice,
        Illegal::CellOccupied(_) => QwirkleViolation::CellOccupied,
        Illegal::TileNotInHand(_) => QwirkleViolation::TileNotInHand,
        Illegal::NotOneLine(_) => QwirkleViolation::NotOneLine,
        Illegal::Gap(_) => QwirkleViolation::Gap,
        Illegal::NotConnected => QwirkleViolation::NotConnected,
        Illegal::LineInvalid(_) => QwirkleViolation::LineInvalid,
        Illegal::OpeningGroupTooSmall { .. } => QwirkleViolation::OpeningGroupTooSmall,
        Illegal::TradeInOpening => QwirkleViolation::TradeInOpening,
        Illegal::TradeBagShort { .. } => QwirkleViolation::TradeBagShort,
        Illegal::TradeTooMany { .. } => QwirkleViolation::TradeTooMany,
        Illegal::SkipNotAllowed { .. } => QwirkleViolation::SkipNotAllowed,
        Illegal::NotYourTurn { .. } => QwirkleViolation::NotYourTurn,
        Illegal::DrawPending { .. } => QwirkleViolation::DrawPending,
        Illegal::GameOver => QwirkleViolation::GameOver,
    };
    1 << violation as u32
}

#[cfg(test)]
mod tests {
    use spielwerk::common::Violation;

    use super::*;
    use crate::messages::spielwerk::v1::QwirkleTile;

    #[test]
    fn tiles_have_the_names_of_their_numbers() {
        assert_eq!((read_tile(0), read_tile(37), read_tile(-1)), (None, None, None));
        for tile in Tile::all() {
            assert_eq!(read_tile(write_tile(tile)), Some(tile));
            let name = QwirkleTile::try_from(write_tile(tile)).expect("a kind").as_str_name();
            let expected = format!("QWIRKLE_TILE_{}_{}", tile.colour().name(), tile.shape().name());
            assert_eq!(name, expected.to_ascii_uppercase());
        }
    }

    #[test]
    fn violations_have_the_names_of_the_rules() {
        let named: Vec<String> = (1..)
            .map_while(|number| QwirkleViolation::try_from(number).ok())
            .map(|violation| violation.as_str_name().replace("QWIRKLE_VIOLATION_", "").to_ascii_lowercase())
            .collect();
        let mut sorted = named.clone();
        sorted.sort_unstable();
        let slugs: Vec<&str> = Illegal::catalogue().iter().map(|&(slug, _)| slug).collect();
        assert_eq!(sorted, slugs);

        let gap = Illegal::Gap(spielwerk::qwirkle::Cell::new(0, 0));
        let bit = violation_bit(&gap).trailing_zeros() as usize;
        assert_eq!(named[bit - 1], gap.slug());
    }
}
