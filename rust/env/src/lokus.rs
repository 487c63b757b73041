//! Lokus one number at a time. An outcome is a card, with the number that it has as an action.

use spielwerk::common::{Faults, Position as _, Seat, Seats, Turn, View as _, Word};
use spielwerk::lokus::{
    CARDS, Card, CardSet, Event, MAX_ROLLS, PlayedCard, Position, ROUNDS, SecondRoll, Setup, Stage, View,
    minus_points,
};
use spielwerk_search::Random;

use crate::entry::{EVERYBODY, only};
use crate::{Entry, Piece, Sees, Stepwise, Tensor};

/// Kinds of [`Stage`].
const STAGES: usize = 6;
/// Cleaning cards of a deal (L3).
const CLEANING: u8 = 5;

impl Stepwise for Position {
    const OUTCOMES: u16 = CARDS as u16;
    const MOST_OUTCOMES: u16 = Self::OUTCOMES;
    const MOST_MOVES: u32 = u32::MAX;
    const PERFECT_INFORMATION: bool = false;

    fn faults(&self) -> Faults {
        let mut faults = Faults::default();
        if Seats::new(self.players()).any(|seat| self.chosen(seat).is_some()) {
            let message = "an episode does not begin while cards are being chosen".into();
            faults.add("chosen", "L17", "choice_under_way", message);
        }
        faults
    }

    fn outcomes(&self, parts: &[u16]) -> Vec<(u16, u32)> {
        if self.turn() != Turn::Chance {
            return Vec::new();
        }
        left(self, parts).iter().map(|card| (card.rank().into(), 1)).collect()
    }

    fn may_come(&self, parts: &[u16], outcome: u16) -> bool {
        self.turn() == Turn::Chance && card(outcome).is_some_and(|card| left(self, parts).contains(card))
    }

    fn event(&self, parts: &[u16]) -> Option<Event> {
        let single = parts.first().and_then(|&part| card(part))?;
        match self.public().stage() {
            Stage::Hand(seat) => (parts.len() == usize::from(ROUNDS))
                .then(|| Event::Hand { seat, cards: parts.iter().filter_map(|&part| card(part)).collect() }),
            Stage::Starter(row) => Some(Event::Starter { row, card: single }),
            Stage::Draw(_) => Some(Event::Draw { seat: self.receiver()?, card: single }),
            Stage::Choose | Stage::Row(_) | Stage::Over => None,
        }
    }

    fn outcome_name(outcome: u16) -> Option<String> {
        card(outcome).map(|card| card.to_string())
    }

    fn receiver(&self) -> Option<Seat> {
        match self.public().stage() {
            Stage::Hand(seat) => Some(seat),
            Stage::Draw(_) => self.public().drawing_seat().map(|(seat, _)| seat),
            _ => None,
        }
    }

    /// Nobody sees a second roll (L16).
    fn outcome_seen(&self) -> u8 {
        match self.public().stage() {
            Stage::Hand(seat) => only(seat),
            Stage::Draw(_) => 0,
            _ => EVERYBODY,
        }
    }

    fn action_seen(_: Word, action: u16) -> Sees {
        if card(action).is_some() { Sees::OwnForNow } else { Sees::All }
    }

    fn is_joint(&self) -> bool {
        let nobody = Seats::new(self.players()).all(|seat| self.chosen(seat).is_none());
        self.public().stage() == Stage::Choose && nobody
    }

    fn points(&self) -> Vec<f64> {
        let public = self.public();
        let counted = public.round() == ROUNDS;
        let deal = |seat| if counted { 0.0 } else { public.minus(seat) as f64 };
        Seats::new(public.players())
            // From 0, for there is no -0.
            .map(|seat| 0.0 - (public.scores()[seat.index()] as f64 + deal(seat)))
            .collect()
    }

    /// A player can hold at most 22 rolls a deal (L14).
    fn point_bounds(&self) -> (f64, f64) {
        let public = self.public();
        let options = public.options();
        let most = public.carried().map(|carried| carried as f64).fold(0.0, f64::max);
        let deals = f64::from(options.deals - public.deal());
        (-(most + deals * minus_points(&options.table, MAX_ROLLS, 0) as f64) - 1.0, 0.0)
    }

    fn most_steps(&self, _: u32) -> u64 {
        let players = u64::from(self.players());
        let deals = u64::from(self.public().options().deals - self.public().deal());
        // Each round: everybody chooses; the lowest and the highest choose a row or draw (L7 to L9).
        deals * (u64::from(ROUNDS) * players + 2 + u64::from(ROUNDS) * (players + 2))
    }

    fn pieces(&self) -> Vec<Piece> {
        let options = self.public().options();
        let (cards, players) = (usize::from(CARDS), usize::from(self.players()));
        let most = f64::from(options.deals) * minus_points(&options.table, MAX_ROLLS, 0) as f64;
        vec![
            Piece::public("rows", [2, cards]),
            Piece::public("revealed", [players, cards]),
            Piece::public("placing", [cards]),
            Piece::public("seen", [cards]),
            Piece::public("rolls", [players]).up_to(MAX_ROLLS),
            Piece::public("cleaning", [players]).up_to(CLEANING),
            Piece::public("minus_points", [players]).up_to(most),
            Piece::public("hand_sizes", [players]).up_to(ROUNDS),
            Piece::public("draw_pile", [1]).up_to(CARDS),
            Piece::public("deal", [1]).up_to(options.deals),
            Piece::public("round", [1]).up_to(ROUNDS),
            Piece::public("stage", [STAGES]),
            Piece::public("row_chooser", [players]),
            Piece::private("seat", [players]),
            Piece::private("hand", [cards]),
            Piece::private("chosen", [cards]),
        ]
    }

    fn observe(view: &View, tensor: &mut Tensor<'_>) {
        let public = view.public();
        let (cards, players) = (usize::from(CARDS), usize::from(public.players()));
        let rank = |card: Card| usize::from(card.rank());
        for row in public.rows() {
            tensor.ones(cards, row.iter().map(rank));
        }
        // The cards of the round while it is resolved.
        let open = public.revealed_rounds() > public.round();
        let revealed = open.then(|| public.revealed(public.round()).map(rank).enumerate());
        tensor.ones(players * cards, revealed.into_iter().flatten().map(|(seat, card)| seat * cards + card));
        let decision = public.decision();
        tensor.ones(cards, decision.map(|(_, _, card)| rank(card)));
        tensor.ones(cards, public.seen().iter().map(rank));
        tensor.numbers(public.rolls().iter().map(|&rolls| rolls.into()));
        tensor.numbers(public.cleaning().iter().map(|&cards| cards.into()));
        tensor.numbers(public.scores().iter().map(|&points| points as f64));
        tensor.numbers((0..public.players()).map(|seat| public.hand_count(Seat::new(seat)).into()));
        tensor.number(public.draw_pile());
        tensor.number(public.deal());
        tensor.number(public.round());
        let stage = match public.stage() {
            Stage::Hand(_) => 0,
            Stage::Starter(_) => 1,
            Stage::Choose => 2,
            Stage::Row(_) => 3,
            Stage::Draw(_) => 4,
            Stage::Over => 5,
        };
        tensor.ones(STAGES, [stage]);
        tensor.ones(players, decision.map(|(seat, ..)| seat.index()));
        tensor.ones(players, [view.seat().index()]);
        tensor.ones(cards, view.hand().iter().map(rank));
        tensor.ones(cards, view.chosen().map(rank));
    }

    fn public_text(&self) -> String {
        let mut setup = self.view(Seat::new(0)).setup();
        setup.viewer = None;
        setup.hands.iter_mut().for_each(|hand| *hand = None);
        setup.chosen.clear();
        setup.asks_first = 0;
        setup.to_string()
    }

    fn private_text(view: &View) -> String {
        let chosen = view.chosen().map_or_else(String::new, |card| format!(" chosen={card}"));
        format!("hand={}{chosen}", view.hand())
    }

    /// Deal by deal: whoever's cards are not known yet holds what was revealed of them and any others that nobody was seen with.
    fn imagine<'a>(
        start: &'a Self,
        view: &'a View,
        history: &'a [Entry],
    ) -> impl Fn(&mut Random) -> Option<(Self, Vec<u16>)> {
        |random| {
            let mut setup = start.setup();
            let mut ids: Vec<u16> = history.iter().map(|entry| entry.id).collect();
            let mut at = 0;
            // The start is imagined even where nothing has happened yet.
            loop {
                let length = deal_length(&history[at..]);
                let mut deal = Deal {
                    seat: view.seat(),
                    history: &history[at..at + length],
                    ids: &mut ids[at..at + length],
                };
                // The first deal may have begun before the episode.
                deal.imagine(start, (at == 0).then_some(&mut setup), random);
                at += length;
                if at == history.len() {
                    break;
                }
            }
            Some((Self::from_setup(&setup).ok()?, ids))
        }
    }
}

/// The cards that chance picks from when it has picked these.
fn left(position: &Position, parts: &[u16]) -> CardSet {
    // L5: a new deal takes all cards.
    let fresh = position.public().stage() == Stage::Hand(Seat::new(0));
    let picked: CardSet = parts.iter().filter_map(|&part| card(part)).collect();
    if fresh { CardSet::ALL } else { position.pile() }.without(picked)
}

/// How many entries of a history belong to its first deal.
fn deal_length(history: &[Entry]) -> usize {
    let begins = |entry: Entry| is_dealt(entry) && entry.seat == Some(Seat::new(0));
    let next = history.windows(2).position(|pair| !begins(pair[0]) && begins(pair[1]));
    next.map_or(history.len(), |place| place + 1)
}

/// Whether the entry is a card of a hand.
const fn is_dealt(entry: Entry) -> bool {
    entry.by_chance && entry.seen != 0 && entry.seat.is_some()
}

/// The part of a history that is one deal, and its ids to be filled in.
struct Deal<'a> {
    seat: Seat,
    history: &'a [Entry],
    ids: &'a mut [u16],
}

impl Deal<'_> {
    fn imagine(&mut self, start: &Position, mut setup: Option<&mut Setup>, random: &mut Random) {
        let seen = self.history.iter().filter(|entry| entry.is_seen_by(self.seat));
        let mut seen: CardSet = seen.filter_map(|entry| card(entry.id)).collect();
        if setup.is_some() {
            seen = seen.union(start.public().seen()).union(start.hand(self.seat));
        }
        let mut unseen: Vec<Card> = seen.complement().iter().collect();
        random.shuffle(&mut unseen);
        for other in Seats::new(start.players()).filter(|&other| other != self.seat) {
            let dealt: Vec<usize> = self.places(|entry| is_dealt(entry) && entry.seat == Some(other));
            let held = match &setup {
                Some(_) if dealt.is_empty() => start.public().hand_count(other).into(),
                _ => dealt.len(),
            };
            let chosen = self.places(|entry| !entry.by_chance && entry.seat == Some(other));
            let mut hand: Vec<Card> = chosen
                .iter()
                .filter(|&&place| self.history[place].is_seen_by(self.seat))
                .filter_map(|&place| card(self.history[place].id))
                .collect();
            let revealed = hand.len();
            hand.extend(unseen.split_off(unseen.len() - (held - revealed)));
            // The card chosen in secret is any of those that are left.
            for place in chosen.into_iter().filter(|&place| !self.history[place].is_seen_by(self.seat)) {
                self.ids[place] = hand[revealed].rank().into();
            }
            random.shuffle(&mut hand);
            if dealt.is_empty()
                && let Some(hand_at_start) =
                    setup.as_mut().and_then(|setup| setup.hands.get_mut(other.index()))
            {
                *hand_at_start = Some(hand);
            } else {
                for (place, card) in dealt.into_iter().zip(hand) {
                    self.ids[place] = card.rank().into();
                }
            }
        }
        // Second rolls, which nobody sees (L16).
        let rounds = setup.into_iter().flat_map(|setup| &mut setup.rounds);
        for placed in rounds.flat_map(|round| &mut round.placements) {
            if let PlayedCard::Miss(SecondRoll::Card(drawn)) = placed
                && let Some(other) = unseen.pop()
            {
                *drawn = other;
            }
        }
        for place in self.places(|entry| entry.by_chance && entry.seen == 0) {
            if let Some(drawn) = unseen.pop() {
                self.ids[place] = drawn.rank().into();
            }
        }
    }

    /// Where the history has such entries.
    fn places(&self, is_wanted: impl Fn(Entry) -> bool) -> Vec<usize> {
        (0..self.history.len()).filter(|&place| is_wanted(self.history[place])).collect()
    }
}

fn card(id: u16) -> Option<Card> {
    Card::from_rank(u8::try_from(id).ok()?)
}
