//! Cups: a game small enough to know what is right, with everything that makes search hard.
//!
//! Two seats, some rounds. In each round chance puts a ball under one of two cups; seat 1 sees which, seat 0 does not. Seat 0
//! *takes* 3 points, or *dares*. After a dare both seats pick a cup in secret and at once (seat 0 is asked first). Seat 0
//! gets 6 points if it picked the ball, seat 1 gets 1 point if it picked the same cup as seat 0. Most points win.
//!
//! Whoever looks under the cups dares (6 - 1 > 3); whoever can't takes (6/2 - 1/2 < 3). Whoever thinks that seat 1 answers to
//! the pick of seat 0 expects to lose the point each time; in truth it is lost half the time.

use std::fmt;
use std::str::FromStr;

use spielwerk::common::{
    Actions, Approved, Chance, Faults, GameInfo, Outcome, ParseError, Position, Probability, Seat, Step,
    StepOf, Turn, Uniform, View, Violation, Word,
};
use spielwerk_search::{Judgement, margins_of};

pub(crate) const DARER: Seat = Seat::new(0);
pub(crate) const PEEKER: Seat = Seat::new(1);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cups {
    pub(crate) rounds_left: u8,
    pub(crate) points: [u8; 2],
    pub(crate) ball: Option<Cup>,
    pub(crate) dared: bool,
    /// The secret pick of seat 0, while seat 1 is asked.
    pub(crate) pick: Option<Cup>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cup {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Decision {
    Take,
    Dare,
    Pick(Cup),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Hide(pub(crate) Cup);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NotAsked;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AllRounds;

/// What a seat knows: what it can't see is `None`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CupsView {
    seat: Seat,
    rounds_left: u8,
    points: [u8; 2],
    is_hidden: bool,
    ball: Option<Cup>,
    dared: bool,
    pick: Option<Cup>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sight {
    /// A ball was hidden; seat 1 sees where.
    Hidden(Option<Cup>),
    Took,
    Dared,
    /// Seat 0 sees its own pick.
    Picked(Cup),
    /// Both picks and the ball are shown.
    Shown {
        picks: [Cup; 2],
        ball: Cup,
    },
}

impl Cups {
    fn settle(&mut self, picks: [Cup; 2]) {
        if Some(picks[0]) == self.ball {
            self.points[0] += 6;
        }
        if picks[0] == picks[1] {
            self.points[1] += 1;
        }
        self.end_round();
    }

    fn end_round(&mut self) {
        self.rounds_left -= 1;
        (self.ball, self.dared, self.pick) = (None, false, None);
    }

    fn faults(&self) -> Faults {
        let mut faults = Faults::default();
        if self.rounds_left > 20 || self.points.iter().any(|&points| points > 120) {
            faults.add("", "C1", "out_of_range", format!("at most 20 rounds and 120 points: {self:?}"));
        }
        let placed = self.ball.is_some() && self.rounds_left > 0;
        if (self.dared && !placed) || (self.pick.is_some() && !self.dared) || (self.ball.is_some() && !placed)
        {
            faults.add("", "C2", "order", format!("ball, dare, pick come in this order: {self:?}"));
        }
        faults
    }
}

impl Position for Cups {
    type Options = u8;
    type Setup = Self;
    type Move = Decision;
    type Attempt = Decision;
    type Event = Hide;
    type Illegal = NotAsked;
    type Score = ();
    type Reason = AllRounds;
    type Undo = Self;
    type View = CupsView;

    const INFO: GameInfo =
        GameInfo { name: "cups", rules_version: 1, players: (2, 2), max_position_bytes: 80 };

    fn start(&rounds_left: &u8) -> Result<Self, Faults> {
        Self::from_setup(&Self { rounds_left, points: [0; 2], ball: None, dared: false, pick: None })
    }

    fn from_setup(setup: &Self) -> Result<Self, Faults> {
        setup.faults().into_result().map(|()| setup.clone())
    }

    fn setup(&self) -> Self {
        self.clone()
    }

    fn options(&self) -> u8 {
        self.rounds_left
    }

    fn players(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        match self {
            Self { rounds_left: 0, .. } => Turn::Over,
            Self { ball: None, .. } => Turn::Chance,
            Self { pick: Some(_), .. } => Turn::Seat(PEEKER),
            _ => Turn::Seat(DARER),
        }
    }

    fn legal_moves(&self) -> Vec<Decision> {
        match self.turn() {
            Turn::Seat(_) if self.dared => vec![Decision::Pick(Cup::Left), Decision::Pick(Cup::Right)],
            Turn::Seat(_) => vec![Decision::Take, Decision::Dare],
            _ => Vec::new(),
        }
    }

    fn check(&self, attempt: &Decision) -> Result<Approved<Self>, Vec<NotAsked>> {
        if self.legal_moves().contains(attempt) {
            Ok(Approved { chosen: *attempt, score: () })
        } else {
            Err(vec![NotAsked])
        }
    }

    fn play(&mut self, chosen: Decision) -> Self {
        let before = self.clone();
        match (chosen, self.pick) {
            (Decision::Take, _) => {
                self.points[0] += 3;
                self.end_round();
            }
            (Decision::Dare, _) => self.dared = true,
            (Decision::Pick(cup), None) => self.pick = Some(cup),
            (Decision::Pick(cup), Some(first)) => self.settle([first, cup]),
        }
        before
    }

    fn chances(&self) -> Box<dyn Iterator<Item = Chance<Hide>> + Send + '_> {
        let cups = if self.turn() == Turn::Chance { &[Cup::Left, Cup::Right][..] } else { &[] };
        Box::new(cups.iter().map(|&cup| Chance { event: Hide(cup), probability: Probability::new(1, 2) }))
    }

    fn chance_count(&self) -> u128 {
        self.chances().count() as u128
    }

    fn probability(&self, _event: &Hide) -> Probability {
        if self.turn() == Turn::Chance { Probability::new(1, 2) } else { Probability::ZERO }
    }

    fn sample(&self, uniform: &mut impl Uniform) -> Hide {
        Hide(toss(uniform))
    }

    fn apply(&mut self, event: &Hide) -> Self {
        let before = self.clone();
        self.ball = Some(event.0);
        before
    }

    fn try_apply(&mut self, event: &Hide) -> Result<Self, Faults> {
        if self.turn() == Turn::Chance {
            return Ok(self.apply(event));
        }
        let mut faults = Faults::default();
        faults.add("", "C2", "order", "no ball is to be hidden now".into());
        Err(faults)
    }

    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn outcome(&self) -> Option<Outcome<AllRounds>> {
        (self.turn() == Turn::Over).then(|| Outcome::most_win(self.points.map(i128::from), AllRounds))
    }

    fn view(&self, seat: Seat) -> CupsView {
        CupsView {
            seat,
            rounds_left: self.rounds_left,
            points: self.points,
            is_hidden: self.ball.is_some(),
            ball: self.ball.filter(|_| seat == PEEKER),
            dared: self.dared,
            pick: self.pick.filter(|_| seat == DARER),
        }
    }

    fn sight(&self, step: &Step<Self>, seat: Seat) -> Option<Sight> {
        Some(match (step, self.pick) {
            (StepOf::Event(Hide(cup)), _) => Sight::Hidden((seat == PEEKER).then_some(*cup)),
            (StepOf::Move(Decision::Take), _) => Sight::Took,
            (StepOf::Move(Decision::Dare), _) => Sight::Dared,
            (StepOf::Move(Decision::Pick(cup)), None) => {
                return (seat == DARER).then_some(Sight::Picked(*cup));
            }
            (StepOf::Move(Decision::Pick(cup)), Some(first)) => {
                Sight::Shown { picks: [first, *cup], ball: self.ball? }
            }
        })
    }

    fn key(&self) -> u64 {
        key_of(&self.to_string())
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        String::from_utf8_lossy(bytes).parse()
    }

    fn drawing(&self) -> String {
        self.to_string()
    }
}

/// Each decision is a word of one id: its place in [`DECISIONS`].
impl Actions for Cups {
    const ACTIONS: u16 = DECISIONS.len() as u16;
    const LONGEST_WORD: usize = 1;

    fn spell(chosen: Decision) -> Option<Word> {
        let id = DECISIONS.iter().position(|&decision| decision == chosen)?;
        Some(Word::EMPTY.with(id as u16))
    }

    fn read_word(numbers: impl IntoIterator<Item = i64>) -> Result<Word, Faults> {
        let numbers: Vec<i64> = numbers.into_iter().take(2).collect();
        match numbers[..] {
            [id] if (0..DECISIONS.len() as i64).contains(&id) => Ok(Word::EMPTY.with(id as u16)),
            _ => {
                let mut faults = Faults::default();
                faults.add(
                    "actions",
                    "C1",
                    "unknown_action",
                    format!("{numbers:?}; a word is one of 0 to 3"),
                );
                Err(faults)
            }
        }
    }

    fn attempt_of(&self, word: Word) -> Option<Decision> {
        DECISIONS.get(usize::from(word.get(0)?)).copied().filter(|_| word.len() == 1)
    }

    fn action_name(action: u16) -> Option<String> {
        DECISIONS.get(usize::from(action)).map(ToString::to_string)
    }
}

impl Judgement for Cups {
    const MARGIN: f64 = 4.0;

    fn gain(&self, chosen: Decision) -> f64 {
        match chosen {
            Decision::Take => 3.0,
            Decision::Dare => 2.5,
            Decision::Pick(_) => 0.0,
        }
    }

    fn margins(&self) -> Vec<i128> {
        margins_of(&self.points.map(i128::from))
    }
}

impl View for CupsView {
    type Position = Cups;
    type Sight = Sight;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal_moves(&self) -> Vec<Decision> {
        let left = Cups {
            rounds_left: self.rounds_left,
            points: self.points,
            ball: self.is_hidden.then_some(Cup::Left),
            dared: self.dared,
            pick: Some(Cup::Left).filter(|_| self.dared && self.seat == PEEKER).or(self.pick),
        };
        if left.turn() == Turn::Seat(self.seat) { left.legal_moves() } else { Vec::new() }
    }

    fn follow(&mut self, sight: &Sight) -> Result<(), Faults> {
        match sight {
            Sight::Hidden(ball) => (self.is_hidden, self.ball) = (true, *ball),
            Sight::Dared => self.dared = true,
            Sight::Picked(cup) => self.pick = Some(*cup),
            Sight::Took | Sight::Shown { .. } => {
                let mut full = Cups {
                    rounds_left: self.rounds_left,
                    points: self.points,
                    ball: None,
                    dared: false,
                    pick: None,
                };
                if let Sight::Shown { picks, ball } = *sight {
                    full.ball = Some(ball);
                    full.settle(picks);
                } else {
                    full.play(Decision::Take);
                }
                *self = full.view(self.seat);
            }
        }
        Ok(())
    }

    fn complete(&self, uniform: &mut impl Uniform) -> Cups {
        let asks_peeker = self.dared && self.seat == PEEKER;
        Cups {
            rounds_left: self.rounds_left,
            points: self.points,
            ball: self.is_hidden.then(|| self.ball.unwrap_or_else(|| toss(uniform))),
            dared: self.dared,
            pick: if asks_peeker { Some(toss(uniform)) } else { self.pick },
        }
    }

    fn key(&self) -> u64 {
        key_of(&self.to_string())
    }

    fn drawing(&self) -> String {
        self.to_string()
    }
}

impl Violation for NotAsked {
    fn rule(&self) -> &'static str {
        "C2"
    }

    fn slug(&self) -> &'static str {
        "not_asked"
    }

    fn places(&self) -> Vec<String> {
        Vec::new()
    }

    fn catalogue() -> &'static [(&'static str, &'static str)] {
        &[("not_asked", "C2")]
    }
}

fn toss(uniform: &mut impl Uniform) -> Cup {
    if uniform.below(2) == 0 { Cup::Left } else { Cup::Right }
}

fn key_of(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Every text here is the debug form of a value, read back by trying all values: there are few.
macro_rules! text_of {
    ($name:ty, $all:expr) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self:?}")
            }
        }

        impl FromStr for $name {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                let all: Vec<Self> = $all;
                let found = all.into_iter().find(|value| value.to_string() == text);
                found.ok_or_else(|| ParseError::syntax(text, 0, stringify!($name)))
            }
        }
    };
}

const CUPS: [Cup; 2] = [Cup::Left, Cup::Right];
const DECISIONS: [Decision; 4] =
    [Decision::Take, Decision::Dare, Decision::Pick(Cup::Left), Decision::Pick(Cup::Right)];
const PERHAPS: [Option<Cup>; 3] = [None, Some(Cup::Left), Some(Cup::Right)];

text_of!(Decision, DECISIONS.to_vec());
text_of!(Hide, CUPS.map(Hide).to_vec());
text_of!(Sight, {
    let mut all = vec![Self::Took, Self::Dared];
    all.extend(PERHAPS.map(Self::Hidden));
    all.extend(CUPS.map(Self::Picked));
    for a in CUPS {
        for b in CUPS {
            all.extend(CUPS.map(|ball| Self::Shown { picks: [a, b], ball }));
        }
    }
    all
});

impl fmt::Display for NotAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nobody asks for that now")
    }
}

impl fmt::Display for AllRounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all rounds are played")
    }
}

fn mark(cup: Option<Cup>) -> char {
    cup.map_or('-', |cup| if cup == Cup::Left { 'L' } else { 'R' })
}

fn unmark(text: &str) -> Option<Cup> {
    PERHAPS.into_iter().find(|&cup| mark(cup).to_string() == text).flatten()
}

impl fmt::Display for Cups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.points;
        let (ball, pick) = (mark(self.ball), mark(self.pick));
        write!(f, "cups {} {first} {second} {ball} {} {pick}", self.rounds_left, self.dared)
    }
}

impl FromStr for Cups {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::syntax(text, 0, "a position of cups");
        let ["cups", rounds, first, second, ball, dared, pick] = text.split(' ').collect::<Vec<_>>()[..]
        else {
            return Err(wrong());
        };
        let number = |text: &str| text.parse::<u8>().map_err(|_| wrong());
        let setup = Self {
            rounds_left: number(rounds)?,
            points: [number(first)?, number(second)?],
            ball: unmark(ball),
            dared: dared == "true",
            pick: unmark(pick),
        };
        Ok(Self::from_setup(&setup)?)
    }
}

impl fmt::Display for CupsView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.points;
        let (ball, pick) = (mark(self.ball), mark(self.pick));
        let Self { seat, rounds_left, is_hidden, dared, .. } = self;
        write!(f, "seat {seat} {rounds_left} {first} {second} {is_hidden} {ball} {dared} {pick}")
    }
}

impl FromStr for CupsView {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::syntax(text, 0, "a view of cups");
        let ["seat", seat, rounds, first, second, hidden, ball, dared, pick] =
            text.split(' ').collect::<Vec<_>>()[..]
        else {
            return Err(wrong());
        };
        let number = |text: &str| text.parse::<u8>().map_err(|_| wrong());
        Ok(Self {
            seat: Seat::new(number(seat)?),
            rounds_left: number(rounds)?,
            points: [number(first)?, number(second)?],
            is_hidden: hidden == "true",
            ball: unmark(ball),
            dared: dared == "true",
            pick: unmark(pick),
        })
    }
}
