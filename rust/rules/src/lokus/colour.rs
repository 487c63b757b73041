//! The six colours of the cards (L1, L2).

use std::fmt;

/// A colour. The order of the variants is the order of L2, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Written `r` or `red`.
    Red,
    /// Written `y` or `yellow`.
    Yellow,
    /// Written `g` or `green`.
    Green,
    /// Written `b` or `blue`.
    Blue,
    /// Written `o` or `orange`.
    Orange,
    /// Written `s` (for silver, as `g` is green), `grey` or `gray`.
    Grey,
}

impl Colour {
    /// All colours, lowest first (L2).
    pub const ALL: [Self; 6] = [Self::Red, Self::Yellow, Self::Green, Self::Blue, Self::Orange, Self::Grey];

    /// The place in the order of L2, 0 to 5.
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Yellow => 'y',
            Self::Green => 'g',
            Self::Blue => 'b',
            Self::Orange => 'o',
            Self::Grey => 's',
        }
    }

    /// The name in lower case, such as `red`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Orange => "orange",
            Self::Grey => "grey",
        }
    }

    /// The colour with this name or letter in any case, or `None`.
    ///
    /// ```
    /// use spielwerk::lokus::Colour;
    ///
    /// assert_eq!(Colour::from_name("Gray"), Some(Colour::Grey));
    /// assert_eq!(Colour::from_name("G"), Some(Colour::Green));
    /// assert_eq!(Colour::from_name("violet"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let is_called = |colour: &Self| {
            name.eq_ignore_ascii_case(colour.name())
                || (name.len() == 1 && name.chars().all(|c| c.eq_ignore_ascii_case(&colour.letter())))
        };
        let american = name.eq_ignore_ascii_case("gray").then_some(Self::Grey);
        Self::ALL.into_iter().find(is_called).or(american)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
