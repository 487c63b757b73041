//! One-line texts for tiles, moves, draws, positions and views.
//!
//! # Grammar
//!
//! ```text
//! tile      = colour shape                      colour: r o y g b p; shape: 0 circle, s square, d diamond, c clover, 4, 8
//! tiles     = "-" | tile { tile }
//! holding   = tiles | "?" number                hidden: only the number is known
//! cell      = x "," y
//! placement = cell ( ">" | "v" ) ( tile | "-" ) { tile | "-" }      across or down; "-" a tile that lies there
//! move      = placement | "trade:" tiles | "skip"
//! attempt   = move | "lay:" [ tile "@" cell { "+" tile "@" cell } ]
//! draw      = "draw:" holding
//! sight     = move | "trade:?" number | draw [ ",starter=" seat ]
//! position  = "qwirkle/1" grid hands bag scores turn idle options   one blank between them
//! grid      = "-" | cell ":" row { "/" row }    the upper left corner of the rectangle around all tiles, rows downwards
//! row       = { tile | "." [ number ] }         ".": one empty cell, ".12": twelve; none at the end of a row
//! hands     = holding { "/" holding }           by seat
//! scores    = number { "/" number }             by seat
//! turn      = seat [ "+" number [ "~" holding ] ]      the seat to act; "+2": it draws two first; "~": put aside meanwhile
//! options   = "-" | option { "," option }       option: starter=SEAT, free_pass, idle_limit=TURNS; in this order
//! view      = "seat=" seat position             the hands of others are hidden
//! ```
//!
//! # Tolerated when reading
//!
//! Capitals; `o` for `0`; the shape before the colour, unless it is a digit in a row; blanks and commas between tiles; several blanks where there is one; a
//! blank for the colon of `trade:`, `draw:` and `lay:`; `pass` for `skip`; `lay:` left out before a tile; tiles in any order;
//! empty cells written one by one or at the end of a row; and in a position all fields from the bag on may be left out, in
//! which case the bag is what is left, scores and idle turns are 0, seat 0 is to act, and no option is set. The writer does
//! none of this: equal values have equal texts.
//!
//! ```
//! use spielwerk::qwirkle::Position;
//!
//! let text = "qwirkle/1 -2,7:r0r4/.r8 g8g4y0bdpcoc/r0r4r8g0y4bs 93 5/2 1 0 -";
//! let position: Position = text.parse()?;
//! assert_eq!(position.to_string(), text.replace("g8g4y0bdpcoc", "y0bdocpcg4g8").replace("r0r4r8g0y4bs", "r0g0bsr4y4r8"));
//! # Ok::<(), spielwerk::common::ParseError>(())
//! ```

mod reading;
mod writing;

/// The first word of a position: the game and the version of its rule book.
const HEAD: &str = "qwirkle/1";

/// No text in this notation is longer: longer ones are refused unread.
const LONGEST_TEXT: usize = 20_000;
