//! A position or a view as plain data, and every reason why it may be neither.
//!
//! A deal in progress is told by what happened in it: who holds what, and the rounds so far. Rows, rolls, cleaning cards and
//! the draw pile follow from that by the rules (L7 to L12), so they can't contradict it.

use super::{
    CARDS, Card, CardSet, Options, Position, Public, ROUNDS, RowIndex, Settled, Stage, View, Which,
    round::extremes,
};
use crate::common::{Faults, MAX_SEATS, Seat, Seats};

/// A position, or what one seat sees of it, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The options of the game.
    pub options: Options,
    /// Whose view it is; `None` for a position with everything in it.
    pub viewer: Option<i64>,
    /// The deal in progress, counted from 0; after its eleventh round still that one.
    pub deal: i64,
    /// The minus points by seat from the deals before this one (L15).
    pub carried: Vec<i128>,
    /// The hands dealt so far by seat, without chosen and revealed cards. Fewer than the players while hands are dealt. In
    /// a view those of the other seats are `None`.
    pub hands: Vec<Option<Vec<Card>>>,
    /// The cards turned up at the toilets of this deal (L4), row 0 first.
    pub starters: Vec<Card>,
    /// The rounds of this deal whose cards were revealed, in order.
    pub rounds: Vec<PlayedRound>,
    /// The card by seat that is chosen and not yet revealed (L6). Empty means that nobody has chosen. In a view only the
    /// viewer's can be there.
    pub chosen: Vec<Option<Card>>,
    /// The seat that is asked first in this round, 0 except in a completed view (L17).
    pub asks_first: i64,
}

/// A revealed round as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRound {
    /// The revealed cards by seat.
    pub cards: Vec<Card>,
    /// What became of the lowest and then of the highest card, as far as it is resolved.
    pub placements: Vec<PlayedCard>,
}

/// What became of the lowest or the highest card of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedCard {
    /// It went to this row, chosen or forced (L8).
    Row(i64),
    /// Neither row took it (L9).
    Miss(SecondRoll),
}

/// The second roll of a miss (L9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondRoll {
    /// No card: the draw pile is empty (L10), or the roll is still to be drawn.
    NoCard,
    /// This card; nobody sees it.
    Card(Card),
    /// A card that a view does not show (L16).
    Hidden,
}

/// What the rounds of a setup lead to.
struct Replayed {
    public: Public,
    drawn: [[Option<Card>; 2]; ROUNDS as usize],
}

impl Setup {
    /// A game that has not begun.
    pub fn new(options: Options) -> Self {
        let carried = vec![0; options.players.into()];
        Self {
            options,
            viewer: None,
            deal: 0,
            carried,
            hands: vec![],
            starters: vec![],
            rounds: vec![],
            chosen: vec![],
            asks_first: 0,
        }
    }

    /// The position that this data describes.
    ///
    /// # Errors
    ///
    /// Every reason why there is none, with its field path.
    pub fn position(&self) -> Result<Position, Faults> {
        let mut faults = Faults::default();
        if self.viewer.is_some() {
            faults.add("viewer", "L16", "hidden_card", "a view is not a whole position".into());
        }
        for (i, _) in self.hands.iter().enumerate().filter(|(_, hand)| hand.is_none()).take(MAX_SEATS) {
            faults.add(format!("hands[{i}]"), "L16", "hidden_card", "a position knows every hand".into());
        }
        for (i, w) in self.second_rolls(|roll| roll == SecondRoll::Hidden) {
            let path = format!("rounds[{i}].placements[{w}]");
            faults.add(path, "L16", "hidden_card", "a position knows every second roll".into());
        }
        self.check_choices(&mut faults);
        let replayed = self.replay(faults)?;
        let mut hands = [CardSet::EMPTY; MAX_SEATS];
        for (place, hand) in hands.iter_mut().zip(&self.hands) {
            *place = hand.iter().flatten().copied().collect();
        }
        let asks_first = Seat::new(self.asks_first as u8);
        Ok(Position::assemble(replayed.public, hands, self.chosen_by_seat(), replayed.drawn, asks_first))
    }

    /// The view that this data describes.
    ///
    /// # Errors
    ///
    /// Every reason why there is none, with its field path.
    pub fn view(&self) -> Result<View, Faults> {
        let mut faults = Faults::default();
        let viewer = self.viewer.filter(|viewer| *viewer < self.options.players.into());
        let viewer = viewer.and_then(|viewer| Seat::try_new(viewer.try_into().ok()?));
        if viewer.is_none() {
            faults.add("viewer", "L16", "wrong_seat", "a view is that of a seat at the table".into());
        }
        let own = viewer.map_or(MAX_SEATS, Seat::index);
        for (i, hand) in self.hands.iter().enumerate().take(MAX_SEATS) {
            if hand.is_some() != (i == own) {
                let message = "a view shows its own hand and no other".into();
                faults.add(format!("hands[{i}]"), "L16", "hidden_card", message);
            }
        }
        for (i, chosen) in self.chosen.iter().enumerate().take(MAX_SEATS) {
            if chosen.is_some() && i != own {
                let message = "a view does not show what others have chosen".into();
                faults.add(format!("chosen[{i}]"), "L16", "hidden_card", message);
            }
        }
        for (i, w) in self.second_rolls(|roll| matches!(roll, SecondRoll::Card(_))) {
            let path = format!("rounds[{i}].placements[{w}]");
            faults.add(path, "L16", "hidden_card", "nobody sees a second roll".into());
        }
        if self.asks_first != 0 {
            let message = "a view does not tell who is asked first".into();
            faults.add("asks_first", "L17", "wrong_asking_order", message);
        }
        let replayed = self.replay(faults)?;
        let hand = self.hands.get(own).and_then(Option::as_ref);
        let hand = hand.into_iter().flatten().copied().collect();
        Ok(View::assemble(replayed.public, Seat::new(own as u8), hand, self.chosen_by_seat()[own]))
    }

    /// The places of the second rolls for which `wanted` holds.
    fn second_rolls(&self, wanted: impl Fn(SecondRoll) -> bool) -> Vec<(usize, usize)> {
        let rounds = self.rounds.iter().take(ROUNDS.into()).enumerate();
        let placements = rounds.flat_map(|(i, round)| {
            round.placements.iter().take(2).enumerate().map(move |(w, placement)| (i, w, *placement))
        });
        placements
            .filter(|(_, _, placement)| matches!(placement, PlayedCard::Miss(roll) if wanted(*roll)))
            .map(|(i, w, _)| (i, w))
            .collect()
    }

    fn chosen_by_seat(&self) -> [Option<Card>; MAX_SEATS] {
        let mut chosen = [None; MAX_SEATS];
        for (place, card) in chosen.iter_mut().zip(&self.chosen) {
            *place = *card;
        }
        chosen
    }

    /// L17: those who have chosen are the first ones asked, and not all.
    fn check_choices(&self, faults: &mut Faults) {
        let players = usize::from(self.options.players);
        let Some(first) = usize::try_from(self.asks_first).ok().filter(|first| *first < players) else {
            let message = format!("seat {} of {players} can't be asked first", self.asks_first);
            faults.add("asks_first", "L17", "wrong_seat", message);
            return;
        };
        if self.chosen.len() == players {
            let by_turn = (0..players).map(|i| self.chosen[(first + i) % players].is_some());
            if !by_turn.clone().is_sorted_by(|a, b| a >= b) {
                let message = "seats choose one after the other".into();
                faults.add("chosen", "L17", "wrong_asking_order", message);
            }
            if by_turn.clone().all(|chosen| chosen) {
                let message = "once everybody has chosen the cards are revealed".into();
                faults.add("chosen", "L6", "all_chosen", message);
            }
        }
    }

    /// Checks what positions and views share and plays the rounds.
    fn replay(&self, mut faults: Faults) -> Result<Replayed, Faults> {
        if let Err(inner) = self.options.check() {
            // How many hands, cards and scores there must be depends on the options.
            faults.extend(inner.inside("options"));
            return Err(faults);
        }
        self.check_scores(&mut faults);
        self.check_counts(&mut faults);
        self.check_distinct(&mut faults);
        faults.into_result()?;
        self.play_rounds()
    }

    /// L5, L14, L15: the deal is one of the game, and the scores can come from the deals before it.
    fn check_scores(&self, faults: &mut Faults) {
        let Options { players, deals, table, .. } = &self.options;
        if !(0..i64::from(*deals)).contains(&self.deal) {
            let message = format!("deal {} of a game of {deals} (deals count from 0)", self.deal);
            faults.add("deal", "L5", "deal_out_of_range", message);
        }
        if self.carried.len() != usize::from(*players) {
            let message = format!("{} scores for {players} players", self.carried.len());
            faults.add("carried", "L15", "wrong_score_count", message);
        }
        let most = i128::from(self.deal.max(0)) * i128::from(table.minus(super::MAX_ROLLS));
        for (i, score) in self.carried.iter().enumerate().take(MAX_SEATS) {
            if !(0..=most).contains(score) {
                let message = format!("{score} minus points; {} deals give 0 to {most}", self.deal);
                faults.add(format!("carried[{i}]"), "L14", "score_out_of_range", message);
            }
        }
    }

    /// L4, L5, L6: the right number of hands, starters, rounds and cards.
    fn check_counts(&self, faults: &mut Faults) {
        let players = usize::from(self.options.players);
        let (hands, starters) = (self.hands.len(), self.starters.len());
        let wanted = usize::from(self.options.starter_count());
        let dealt = hands == players && starters == wanted;
        let played = !self.rounds.is_empty() || self.chosen.iter().any(Option::is_some);
        if hands > players || (hands < players && (played || starters > 0)) {
            let message = format!("{hands} hands for {players} players");
            faults.add("hands", "L4", "wrong_hand_count", message);
        }
        if starters > wanted || (starters < wanted && played) {
            let message = format!("{starters} cards turned up at the toilets; the options ask for {wanted}");
            faults.add("starters", "L4", "wrong_starter_count", message);
        }
        if self.rounds.len() > ROUNDS.into() {
            let message = format!("{} rounds; a deal has {ROUNDS}", self.rounds.len());
            faults.add("rounds", "L5", "too_many_rounds", message);
        }
        for (i, round) in self.rounds.iter().enumerate().take(ROUNDS.into()) {
            if round.cards.len() != players {
                let message = format!("{} cards; {players} players reveal one each", round.cards.len());
                faults.add(format!("rounds[{i}].cards"), "L6", "wrong_card_count", message);
            }
            if round.placements.len() > 2 {
                let message = "only the lowest and the highest player place".into();
                faults.add(format!("rounds[{i}].placements"), "L7", "too_many_placements", message);
            }
        }
        if !self.chosen.is_empty() && self.chosen.len() != players {
            let message = format!("{} choices for {players} players", self.chosen.len());
            faults.add("chosen", "L6", "wrong_choice_count", message);
        }
        if dealt && self.rounds.last().is_some_and(|round| round.placements.len() < 2) {
            for (i, _) in self.chosen.iter().enumerate().filter(|(_, chosen)| chosen.is_some()) {
                let message = "the round before has to be finished first".into();
                faults.add(format!("chosen[{i}]"), "L7", "unfinished_round", message);
            }
        }
        for (i, hand) in self.hands.iter().enumerate().take(players) {
            let Some(hand) = hand else { continue };
            let chosen = usize::from(self.chosen.get(i).is_some_and(Option::is_some));
            let all = hand.len() + chosen + self.rounds.len();
            if all != usize::from(ROUNDS) {
                let message = format!("{all} cards in hand, chosen and revealed; each player gets {ROUNDS}");
                faults.add(format!("hands[{i}]"), "L4", "wrong_hand_size", message);
            }
        }
    }

    /// L1: each card is in one place only.
    fn check_distinct(&self, faults: &mut Faults) {
        // Anything longer than this has been refused by its number already.
        let short = |cards: &[Card]| cards.iter().copied().take(CARDS.into()).collect::<Vec<_>>();
        let mut seen = CardSet::EMPTY;
        let mut claim = |card: Card, path: &dyn Fn() -> String| {
            if !seen.insert(card) {
                faults.add(path(), "L1", "duplicate_card", format!("{card} is in two places"));
            }
        };
        for (i, hand) in self.hands.iter().enumerate().take(MAX_SEATS) {
            for (j, card) in hand.iter().flat_map(|hand| short(hand)).enumerate() {
                claim(card, &|| format!("hands[{i}][{j}]"));
            }
        }
        for (i, card) in short(&self.starters).into_iter().enumerate() {
            claim(card, &|| format!("starters[{i}]"));
        }
        for (i, round) in self.rounds.iter().enumerate().take(ROUNDS.into()) {
            for (j, card) in short(&round.cards).into_iter().enumerate() {
                claim(card, &|| format!("rounds[{i}].cards[{j}]"));
            }
            for (j, placement) in round.placements.iter().enumerate().take(2) {
                if let PlayedCard::Miss(SecondRoll::Card(card)) = placement {
                    claim(*card, &|| format!("rounds[{i}].placements[{j}]"));
                }
            }
        }
        for (i, card) in self.chosen.iter().enumerate().take(MAX_SEATS) {
            if let Some(card) = *card {
                claim(card, &|| format!("chosen[{i}]"));
            }
        }
    }

    /// L7 to L12: the rounds went as the rules say.
    fn play_rounds(&self) -> Result<Replayed, Faults> {
        let mut scores = [0; MAX_SEATS];
        scores[..self.carried.len()].copy_from_slice(&self.carried);
        let mut public = Public::before_deal(self.options.clone(), self.deal as u32, scores);
        let mut drawn = [[None; 2]; ROUNDS as usize];
        self.hands.iter().for_each(|_| public.deal_hand());
        self.starters.iter().for_each(|card| public.deal_starter(*card));
        for (i, round) in self.rounds.iter().enumerate() {
            let mut faults = Faults::default();
            if public.stage() != Stage::Choose {
                faults.add(
                    format!("rounds[{}]", i - 1),
                    "L7",
                    "unfinished_round",
                    "a round is resolved before the next".into(),
                );
                return Err(faults);
            }
            let mut cards = [None; MAX_SEATS];
            for (place, card) in cards.iter_mut().zip(&round.cards) {
                *place = Some(*card);
            }
            public.reveal(cards);
            for which in Which::ALL {
                let placement = round.placements.get(which.index()).copied();
                match follow(&mut public, i as u8, which, placement) {
                    Ok(card) => drawn[i][which.index()] = card,
                    Err(message) => {
                        let [(low, lowest), (high, highest)] = extremes(round.cards.iter().copied());
                        let (seat, card) = if which == Which::Low { (low, lowest) } else { (high, highest) };
                        let path = format!("rounds[{i}].placements[{}]", which.index());
                        faults.add(
                            path,
                            "L8",
                            "wrong_placement",
                            format!("{card} of seat {seat}: {message}"),
                        );
                        return Err(faults);
                    }
                }
            }
        }
        Ok(Replayed { public, drawn })
    }
}

/// Goes on by one placement of a round, and gives the card that was drawn for a miss.
fn follow(
    public: &mut Public,
    round: u8,
    which: Which,
    placement: Option<PlayedCard>,
) -> Result<Option<Card>, String> {
    let settled = public.settled(round, which);
    let waiting = public.round() == round;
    match (settled, placement) {
        (None, None) => Ok(None),
        (None, Some(PlayedCard::Row(row))) if waiting && public.stage() == Stage::Row(which) => {
            public.choose_row(row_index(row)?);
            Ok(None)
        }
        (None, Some(PlayedCard::Miss(_))) => Err("a row takes it, and nobody may decline".into()),
        (None, Some(PlayedCard::Row(_))) => Err("the placement before it is not resolved".into()),
        (Some(_), None) => Err("what became of it is missing, although nobody had a choice".into()),
        (Some(Settled::Row { row, .. }), Some(PlayedCard::Row(said))) => {
            if row == row_index(said)? {
                Ok(None)
            } else {
                Err("only the other row takes it".into())
            }
        }
        (Some(Settled::Row { .. }), Some(PlayedCard::Miss(_))) => Err("a row takes it".into()),
        (Some(Settled::Miss { .. }), Some(PlayedCard::Row(_))) => Err("neither row takes it".into()),
        (Some(Settled::Miss { drawn: false }), Some(PlayedCard::Miss(roll))) => match roll {
            SecondRoll::NoCard => Ok(None),
            _ => Err("the draw pile is empty, so no card was drawn (L10)".into()),
        },
        (Some(Settled::Miss { drawn: true }), Some(PlayedCard::Miss(roll))) => {
            let card = match roll {
                SecondRoll::NoCard => return Ok(None),
                SecondRoll::Hidden => None,
                SecondRoll::Card(card) => Some(card),
            };
            public.draw();
            Ok(card)
        }
    }
}

fn row_index(row: i64) -> Result<RowIndex, String> {
    let known = u64::try_from(row).ok().and_then(RowIndex::try_new);
    known.ok_or_else(|| format!("row {row}; there are row 0 and row 1"))
}

impl Public {
    /// The setup of a view without hands, or of a position without anything hidden.
    pub(super) fn setup(&self, second_roll: impl Fn(u8, Which) -> Option<Card>) -> Setup {
        let played = |round, which| match self.settled(round, which)? {
            Settled::Row { row, .. } => Some(PlayedCard::Row(row.index() as i64)),
            Settled::Miss { drawn } if drawn && !self.is_pending(round, which) => {
                Some(PlayedCard::Miss(second_roll(round, which).map_or(SecondRoll::Hidden, SecondRoll::Card)))
            }
            Settled::Miss { .. } => Some(PlayedCard::Miss(SecondRoll::NoCard)),
        };
        let rounds = (0..self.revealed_rounds()).map(|round| PlayedRound {
            cards: self.revealed(round).collect(),
            placements: Which::ALL.into_iter().map_while(|which| played(round, which)).collect(),
        });
        let hands = match self.stage() {
            Stage::Hand(next) if self.round() < ROUNDS => next.index(),
            _ => self.players().into(),
        };
        Setup {
            options: self.options().clone(),
            viewer: None,
            deal: self.deal().into(),
            carried: self.carried().collect(),
            hands: vec![None; hands],
            starters: self.starters().collect(),
            rounds: rounds.collect(),
            chosen: vec![None; self.players().into()],
            asks_first: 0,
        }
    }
}

impl Position {
    /// The data that describes this position.
    pub(super) fn to_setup(&self) -> Setup {
        let mut setup = self.public().setup(|round, which| self.drawn(round)[which.index()]);
        for (seat, hand) in Seats::new(self.public().players()).zip(&mut setup.hands) {
            *hand = Some(self.hand(seat).iter().collect());
        }
        setup.chosen = Seats::new(self.public().players()).map(|seat| self.chosen(seat)).collect();
        setup.asks_first = self.asks_first().index() as i64;
        setup
    }
}
