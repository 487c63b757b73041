//! Writing: strict, so that equal values have equal texts.

use std::fmt;

use super::HEAD;
use crate::qwirkle::{
    Attempt, Axis, Draw, Grid, Holding, Laid, Move, Options, Placement, Position, Sight, Tile, TileSet, View,
};

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour().letter(), self.shape().letter())
    }
}

impl fmt::Display for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.tile, self.cell)
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|tile| tile.fmt(f))
    }
}

impl fmt::Display for Holding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(tiles) => tiles.fmt(f),
            Self::Hidden(count) => write!(f, "?{count}"),
        }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.first(), if self.axis() == Axis::Across { '>' } else { 'v' })?;
        self.row()[..self.span() as usize].iter().try_for_each(|tile| match tile {
            Some(tile) => tile.fmt(f),
            None => f.write_str("-"),
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(placement) => placement.fmt(f),
            Self::Trade(tiles) => write!(f, "trade:{tiles}"),
            Self::Skip => f.write_str("skip"),
        }
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(laid) => {
                if let Some(placement) = Placement::new(laid) {
                    return placement.fmt(f);
                }
                f.write_str("lay:")?;
                laid.iter()
                    .enumerate()
                    .try_for_each(|(index, laid)| write!(f, "{}{laid}", if index > 0 { "+" } else { "" }))
            }
            Self::Trade(tiles) if tiles.is_empty() => f.write_str("trade:-"),
            Self::Trade(tiles) => {
                f.write_str("trade:")?;
                tiles.iter().try_for_each(|tile| tile.fmt(f))
            }
            Self::Skip => f.write_str("skip"),
        }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "draw:{}", self.0)
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(chosen) => chosen.fmt(f),
            Self::HiddenTrade(count) => write!(f, "trade:?{count}"),
            Self::Draw { draw, starter: None } => draw.fmt(f),
            Self::Draw { draw, starter: Some(seat) } => write!(f, "{draw},starter={seat}"),
        }
    }
}

impl fmt::Display for Options {
    /// Everything but the number of players, which other fields show.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let starter = self.starter.map(|seat| format!("starter={seat}"));
        let free_pass = self.free_pass.then(|| "free_pass".to_owned());
        let idle_limit = self.idle_limit.map(|limit| format!("idle_limit={limit}"));
        let set: Vec<String> = [starter, free_pass, idle_limit].into_iter().flatten().collect();
        f.write_str(if set.is_empty() { "-" } else { "" })?;
        f.write_str(&set.join(","))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEAD} ")?;
        self.grid().fmt(f)?;
        write!(f, " {} {} {}", joined(self.hands()), self.bag(), joined(&self.scores()))?;
        write!(f, " {}", self.to_move())?;
        if let Some(pending) = self.pending() {
            write!(f, "+{}", pending.count)?;
            if !pending.aside.is_empty() {
                write!(f, "~{}", pending.aside)?;
            }
        }
        write!(f, " {} {}", self.idle(), self.options())
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat={} {}", self.seat(), self.known())
    }
}

fn joined<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join("/")
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(bounds) = self.bounds() else { return f.write_str("-") };
        write!(f, "{},{}:", bounds.left, bounds.top)?;
        let (mut row, mut column) = (bounds.top, i64::from(bounds.left));
        for Laid { cell, tile } in self.tiles() {
            while row < cell.y {
                f.write_str("/")?;
                (row, column) = (row + 1, bounds.left.into());
            }
            match i64::from(cell.x) - column {
                0 => {}
                1 => f.write_str(".")?,
                empty => write!(f, ".{empty}")?,
            }
            write!(f, "{tile}")?;
            column = i64::from(cell.x) + 1;
        }
        Ok(())
    }
}
