//! What everybody sees, and everything that follows from it (L16).
//!
//! All rules work on this part of a position alone: once the cards of a round lie open, what happens is decided by what
//! everybody sees. A view holds a [`Public`] and one hand; nothing hidden can leak from it, because nothing hidden is in it.

use super::round::{Placed, Which, extremes, place};
use super::{CARDS, Card, CardSet, Options, ROUNDS, Row, RowIndex, ScoringTable, minus_points};
use crate::common::{MAX_SEATS, Seat, Seats};

/// How far a deal has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Chance deals the hand of this seat (L4). Seat 0: the rows, rolls and scores of the finished deal still show, if there was one.
    Hand(Seat),
    /// Chance turns up the first card of this row (L4).
    Starter(RowIndex),
    /// Everybody chooses a card (L6).
    Choose,
    /// The lowest or the highest player chooses a row (L18).
    Row(Which),
    /// Chance draws the second roll of a miss (L9).
    Draw(Which),
    /// The game is over (L5).
    Over,
}

/// What became of a placement, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settled {
    /// The card went to a row.
    Row {
        /// Which.
        row: RowIndex,
        /// Whether it was the fifth (L12).
        cleared: bool,
    },
    /// Neither row took it (L9).
    Miss {
        /// Whether the second roll is a card of the draw pile; `false` when the pile was empty (L10).
        drawn: bool,
    },
}

/// A placement of a round, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublicPlacement {
    /// Who placed.
    pub seat: Seat,
    /// What.
    pub card: Card,
    /// What became of it.
    pub settled: Settled,
}

/// The open part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Public {
    options: Options,
    deal: u32,
    round: u8,
    stage: Stage,
    rows: [Row; 2],
    starters: [Option<Card>; 2],
    revealed: [[Option<Card>; MAX_SEATS]; ROUNDS as usize],
    settled: [[Option<Settled>; 2]; ROUNDS as usize],
    rolls: [u8; MAX_SEATS],
    cleaning: [u8; MAX_SEATS],
    draw_pile: u8,
    scores: [i128; MAX_SEATS],
    /// Every card of this deal that everybody has seen.
    seen: CardSet,
}

impl Public {
    /// Before the first hand of a deal; `scores` are the minus points of the deals before it.
    pub(super) fn before_deal(options: Options, deal: u32, scores: [i128; MAX_SEATS]) -> Self {
        Self {
            options,
            deal,
            round: 0,
            stage: Stage::Hand(Seat::new(0)),
            rows: [Row::EMPTY; 2],
            starters: [None; 2],
            revealed: [[None; MAX_SEATS]; ROUNDS as usize],
            settled: [[None; 2]; ROUNDS as usize],
            rolls: [0; MAX_SEATS],
            cleaning: [0; MAX_SEATS],
            draw_pile: CARDS,
            scores,
            seen: CardSet::EMPTY,
        }
    }

    /// The options of the game.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The number of players, 2 to 6.
    pub const fn players(&self) -> u8 {
        self.options.players
    }

    /// The deal in progress, counted from 0; the finished one until the next hand is dealt.
    pub const fn deal(&self) -> u32 {
        self.deal
    }

    /// The number of rounds of this deal that are finished, 0 to 11.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// How far the deal has come.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The two rows (L3).
    pub const fn rows(&self) -> &[Row; 2] {
        &self.rows
    }

    /// The cards turned up at the toilets of this deal (L4), row 0 first.
    pub fn starters(&self) -> impl Iterator<Item = Card> + '_ {
        self.starters.iter().flatten().copied()
    }

    /// The roll counts by seat, 0 to 22. Those of L11 come when both placements of a round are done.
    pub fn rolls(&self) -> &[u8] {
        &self.rolls[..self.players().into()]
    }

    /// The cleaning cards by seat (L12), at most 5 together.
    pub fn cleaning(&self) -> &[u8] {
        &self.cleaning[..self.players().into()]
    }

    /// The minus points of the finished deals by seat (L15).
    pub fn scores(&self) -> &[i128] {
        &self.scores[..self.players().into()]
    }

    /// The number of cards in the draw pile, 0 to 72. While hands are dealt: the cards not yet dealt.
    pub const fn draw_pile(&self) -> u8 {
        self.draw_pile
    }

    /// Every card of this deal that was turned up or revealed (L16).
    pub const fn seen(&self) -> CardSet {
        self.seen
    }

    /// The number of cards of a seat that are not revealed yet: a card chosen still counts (L16).
    pub fn hand_count(&self, seat: Seat) -> u8 {
        match self.stage {
            Stage::Hand(_) if self.round == ROUNDS => 0,
            Stage::Hand(next) if seat >= next => 0,
            _ => ROUNDS - self.revealed_rounds(),
        }
    }

    /// The number of rounds of this deal whose cards lie open, the one in progress included: 0 to 11.
    pub fn revealed_rounds(&self) -> u8 {
        self.round + u8::from(matches!(self.stage, Stage::Row(_) | Stage::Draw(_)))
    }

    /// The cards by seat of a revealed round, counted from 0.
    ///
    /// # Panics
    ///
    /// If `round` is above 10.
    pub fn revealed(&self, round: u8) -> impl Iterator<Item = Card> + '_ {
        self.revealed[usize::from(round)].iter().map_while(|card| *card)
    }

    /// What has been resolved of a round, in order. A miss whose second roll is still to be drawn is there already.
    ///
    /// # Panics
    ///
    /// If `round` is above 10.
    pub fn placements(&self, round: u8) -> impl Iterator<Item = PublicPlacement> + '_ {
        let settled = &self.settled[usize::from(round)];
        let placing = (settled[0].is_some()).then(|| extremes(self.revealed(round)));
        placing.into_iter().flatten().zip(settled).filter_map(|((seat, card), settled)| {
            settled.map(|settled| PublicPlacement { seat, card, settled })
        })
    }

    /// What became of one placement of a round; `None` while it is open.
    pub(super) fn settled(&self, round: u8, which: Which) -> Option<Settled> {
        self.settled[usize::from(round)][which.index()]
    }

    /// The open row choice: who, which placement, which card (L18).
    pub fn decision(&self) -> Option<(Seat, Which, Card)> {
        let Stage::Row(which) = self.stage else { return None };
        let (seat, card) = self.placing(which);
        Some((seat, which, card))
    }

    /// Who draws the second roll of a miss now, and for which placement (L9).
    pub fn drawing_seat(&self) -> Option<(Seat, Which)> {
        let Stage::Draw(which) = self.stage else { return None };
        Some((self.placing(which).0, which))
    }

    /// Whether a placement of a round is the miss whose second roll is drawn now (L9).
    pub(super) fn is_pending(&self, round: u8, which: Which) -> bool {
        self.round == round && self.stage == Stage::Draw(which)
    }

    /// The minus points of a seat for this deal, as the rolls stand (L13, L14). Final after the eleventh round.
    pub fn minus(&self, seat: Seat) -> i64 {
        minus_points(&self.options.table, self.rolls[seat.index()], self.cleaning[seat.index()])
    }

    /// The minus points of the deals before the one that shows (L15).
    pub fn carried(&self) -> impl Iterator<Item = i128> + '_ {
        let counted = self.round == ROUNDS;
        Seats::new(self.players())
            .map(move |seat| self.scores[seat.index()] - if counted { self.minus(seat).into() } else { 0 })
    }

    /// All of this in words, for hashing: what follows from the rest by the rules is left out.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let Options { players, starters, deals, table } = &self.options;
        let rank = |card: Option<Card>| card.map_or(0, |card| u64::from(card.rank()) + 1);
        let stage = match self.stage {
            Stage::Hand(seat) => seat.index() as u64,
            Stage::Starter(row) => 8 + row.index() as u64,
            Stage::Choose => 16,
            Stage::Row(which) => 24 + which.index() as u64,
            Stage::Draw(which) => 32 + which.index() as u64,
            Stage::Over => 40,
        };
        let kind = match table.entries() {
            Some(_) => 2,
            None => u64::from(*table == ScoringTable::PROGRESSIVE),
        };
        let [first, second] = self.starters.map(rank);
        let head = [
            u64::from(*players) | u64::from(*starters) << 8 | kind << 16 | u64::from(*deals) << 32,
            u64::from(self.deal) | stage << 32 | first << 40 | second << 48,
        ];
        let entries = table.entries().into_iter().flatten().map(|entry| *entry as u64);
        let scores = self.scores().iter().flat_map(|score| [*score as u64, (*score >> 64) as u64]);
        let rounds = (0..usize::from(self.revealed_rounds())).map(move |round| {
            let cards = self.revealed[round].iter().fold(0, |word, card| word << 8 | rank(*card));
            self.settled[round].iter().fold(cards, |word, settled| {
                let settled = match settled {
                    None => 0,
                    Some(Settled::Row { row, .. }) => 1 + row.index() as u64,
                    Some(Settled::Miss { .. }) => 3,
                };
                word << 8 | settled
            })
        });
        head.into_iter().chain(entries).chain(scores).chain(rounds)
    }

    fn placing(&self, which: Which) -> (Seat, Card) {
        extremes(self.revealed(self.round))[which.index()]
    }

    /// A hand of eleven was dealt to the seat of [`Stage::Hand`] (L4). The first hand ends the show of the deal before (L5).
    pub(super) fn deal_hand(&mut self) {
        let Stage::Hand(seat) = self.stage else { unreachable!("L4: no hand is dealt now") };
        if self.round == ROUNDS {
            *self = Self::before_deal(self.options.clone(), self.deal + 1, self.scores);
        }
        self.draw_pile -= ROUNDS;
        self.stage = match seat.index() as u8 + 1 {
            next if next < self.players() => Stage::Hand(Seat::new(next)),
            _ if self.options.starters => Stage::Starter(RowIndex::First),
            _ => Stage::Choose,
        };
    }

    /// The first card of the row of [`Stage::Starter`] was turned up (L4).
    pub(super) fn deal_starter(&mut self, card: Card) {
        let Stage::Starter(row) = self.stage else { unreachable!("L4: no starter is turned up now") };
        self.starters[row.index()] = Some(card);
        self.rows[row.index()].place(card);
        self.seen.insert(card);
        self.draw_pile -= 1;
        self.stage = if row == RowIndex::First { Stage::Starter(RowIndex::Second) } else { Stage::Choose };
    }

    /// Everybody has chosen: the cards are turned over (L6), and the lowest player places (L7).
    pub(super) fn reveal(&mut self, cards: [Option<Card>; MAX_SEATS]) {
        self.revealed[usize::from(self.round)] = cards;
        for card in cards.into_iter().flatten() {
            self.seen.insert(card);
        }
        self.settle(Which::Low, None);
    }

    /// The player of [`Stage::Row`] has chosen (L8, L18).
    pub(super) fn choose_row(&mut self, row: RowIndex) {
        let Stage::Row(which) = self.stage else { unreachable!("L18: no row is chosen now") };
        self.settle(which, Some(row));
    }

    /// The second roll of [`Stage::Draw`] was drawn (L9).
    pub(super) fn draw(&mut self) {
        let Stage::Draw(which) = self.stage else { unreachable!("L9: no roll is drawn now") };
        self.draw_pile -= 1;
        match which {
            Which::Low => self.settle(Which::High, None),
            Which::High => self.finish_round(),
        }
    }

    /// Resolves placements from `which` on until somebody has to decide, a roll has to be drawn, or the round is finished (L7).
    fn settle(&mut self, mut which: Which, mut choice: Option<RowIndex>) {
        loop {
            let (seat, card) = self.placing(which);
            let Some(placed) = place(&mut self.rows, card, choice.take()) else {
                self.stage = Stage::Row(which);
                return;
            };
            let settled = match placed {
                Placed::Row { row, cleared } => {
                    self.cleaning[seat.index()] += u8::from(cleared);
                    Settled::Row { row, cleared }
                }
                Placed::Miss => {
                    self.rolls[seat.index()] += 2;
                    Settled::Miss { drawn: self.draw_pile > 0 }
                }
            };
            self.settled[usize::from(self.round)][which.index()] = Some(settled);
            if settled == (Settled::Miss { drawn: true }) {
                self.stage = Stage::Draw(which);
                return;
            }
            if which == Which::High {
                self.finish_round();
                return;
            }
            which = Which::High;
        }
    }

    /// The other players take their cards as rolls (L11); after the eleventh round the deal is counted (L13, L14).
    fn finish_round(&mut self) {
        let [(low, _), (high, _)] = extremes(self.revealed(self.round));
        for seat in Seats::new(self.players()) {
            self.rolls[seat.index()] += u8::from(seat != low && seat != high);
        }
        self.round += 1;
        self.stage = Stage::Choose;
        if self.round == ROUNDS {
            for seat in Seats::new(self.players()) {
                self.scores[seat.index()] += i128::from(self.minus(seat));
            }
            let last = self.deal + 1 == self.options.deals;
            self.stage = if last { Stage::Over } else { Stage::Hand(Seat::new(0)) };
        }
    }
}
