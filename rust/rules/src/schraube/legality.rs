//! [`Illegal`]: every rule that a move can break, and [`Position::judge`], which names all that one does.

use std::fmt;

use crate::common::{Seat, Violation};

use super::card::{Card, CardSet, Kind};
use super::combine::set_of;
use super::dice::{Dice, Face};
use super::moves::Move;
use super::position::{Phase, Position};
use super::ring::Pile;

/// One broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Such a move is not asked for now. The rule is that of the move: S5, S8, S9, S10, S12, S13, S16, S18 or S25.
    WrongPhase {
        /// The rule of the move.
        rule: &'static str,
        /// What is to be decided instead.
        phase: Phase,
    },
    /// S7: a die must be placed on the next pile of the chain first; only cards may come between (S14).
    ForcedPlacementPending {
        /// The pile that must be covered.
        pile: Pile,
    },
    /// S7: the pile carries a die already; one die a pile.
    PileCovered {
        /// The pile.
        pile: Pile,
    },
    /// S8: no unplaced die shows the face of the pile's card.
    NoMatchingDie {
        /// The pile.
        pile: Pile,
        /// The face it wants.
        face: Face,
    },
    /// S6: all rolls of the turn are made.
    NoRollsLeft,
    /// S9, S13: no die is left to roll.
    NoDiceLeft {
        /// The rule of the move, S9 or S13.
        rule: &'static str,
    },
    /// S12, S13, S16, S18: these cards do not lie open in front of the player.
    CardNotOpen {
        /// The rule of the move.
        rule: &'static str,
        /// The cards.
        cards: CardSet,
    },
    /// S12, S13, S16: the card is of another kind.
    WrongKind {
        /// The rule of the move.
        rule: &'static str,
        /// The card.
        card: Card,
        /// The kind it would have to be.
        wanted: Kind,
    },
    /// S12: no unplaced die shows this face.
    DieNotUnplaced {
        /// The face.
        face: Face,
    },
    /// S12: a laser turns a die to a different face.
    SameFace {
        /// The face.
        face: Face,
    },
    /// S16: one can't visit oneself.
    OwnSeat {
        /// The seat.
        seat: Seat,
    },
    /// S16: nobody plays this seat.
    NoSuchSeat {
        /// The seat.
        seat: Seat,
    },
    /// S16: the opponent's figure stands on another pile.
    NotOnPile {
        /// The opponent.
        seat: Seat,
    },
    /// S16: at most one exchange or gift with each opponent.
    AlreadyVisited {
        /// The opponent.
        seat: Seat,
    },
    /// S16: the card wanted does not lie open in front of the opponent.
    WantedCardNotOpen {
        /// The card.
        card: Card,
    },
    /// S19: a card got in this turn can't be used in it.
    FreshCard {
        /// The card.
        card: Card,
    },
    /// S18: these cards are not one of the four sets.
    NotASet {
        /// The cards.
        cards: CardSet,
    },
    /// S25: pips are added up only in the pro variant.
    NotPro,
    /// S25: a sum takes two dice or more.
    TooFewDice {
        /// The dice.
        dice: Dice,
    },
    /// S25: the pips do not total the face of the pile's card.
    WrongSum {
        /// The dice.
        dice: Dice,
        /// The face of the card.
        face: Face,
    },
    /// S25: some of these dice are not among the unplaced ones.
    DiceNotUnplaced {
        /// The dice.
        dice: Dice,
    },
}

impl Violation for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Self::WrongPhase { rule, .. }
            | Self::NoDiceLeft { rule }
            | Self::CardNotOpen { rule, .. }
            | Self::WrongKind { rule, .. } => rule,
            Self::NoRollsLeft => "S6",
            Self::ForcedPlacementPending { .. } | Self::PileCovered { .. } => "S7",
            Self::NoMatchingDie { .. } => "S8",
            Self::DieNotUnplaced { .. } | Self::SameFace { .. } => "S12",
            Self::OwnSeat { .. }
            | Self::NoSuchSeat { .. }
            | Self::NotOnPile { .. }
            | Self::AlreadyVisited { .. }
            | Self::WantedCardNotOpen { .. } => "S16",
            Self::NotASet { .. } => "S18",
            Self::FreshCard { .. } => "S19",
            Self::NotPro | Self::TooFewDice { .. } | Self::WrongSum { .. } | Self::DiceNotUnplaced { .. } => {
                "S25"
            }
        }
    }

    fn slug(&self) -> &'static str {
        match self {
            Self::WrongPhase { .. } => "wrong_phase",
            Self::ForcedPlacementPending { .. } => "forced_placement_pending",
            Self::PileCovered { .. } => "pile_covered",
            Self::NoMatchingDie { .. } => "no_matching_die",
            Self::NoRollsLeft => "no_rolls_left",
            Self::NoDiceLeft { .. } => "no_dice_left",
            Self::CardNotOpen { .. } => "card_not_open",
            Self::WrongKind { .. } => "wrong_kind",
            Self::DieNotUnplaced { .. } => "die_not_unplaced",
            Self::SameFace { .. } => "same_face",
            Self::OwnSeat { .. } => "own_seat",
            Self::NoSuchSeat { .. } => "no_such_seat",
            Self::NotOnPile { .. } => "not_on_pile",
            Self::AlreadyVisited { .. } => "already_visited",
            Self::WantedCardNotOpen { .. } => "wanted_card_not_open",
            Self::FreshCard { .. } => "fresh_card",
            Self::NotASet { .. } => "not_a_set",
            Self::NotPro => "not_pro",
            Self::TooFewDice { .. } => "too_few_dice",
            Self::WrongSum { .. } => "wrong_sum",
            Self::DiceNotUnplaced { .. } => "dice_not_unplaced",
        }
    }

    fn places(&self) -> Vec<String> {
        match self {
            Self::WrongPhase { .. } | Self::NoRollsLeft | Self::NoDiceLeft { .. } | Self::NotPro => {
                Vec::new()
            }
            Self::ForcedPlacementPending { pile }
            | Self::PileCovered { pile }
            | Self::NoMatchingDie { pile, .. } => {
                vec![pile.to_string()]
            }
            Self::WrongKind { card, .. } | Self::WantedCardNotOpen { card } | Self::FreshCard { card } => {
                vec![card.to_string()]
            }
            Self::DieNotUnplaced { face } | Self::SameFace { face } => vec![face.to_string()],
            Self::OwnSeat { seat }
            | Self::NoSuchSeat { seat }
            | Self::NotOnPile { seat }
            | Self::AlreadyVisited { seat } => vec![seat.to_string()],
            Self::CardNotOpen { cards, .. } | Self::NotASet { cards } => {
                cards.iter().map(|card| card.to_string()).collect()
            }
            Self::TooFewDice { dice } | Self::WrongSum { dice, .. } | Self::DiceNotUnplaced { dice } => {
                vec![dice.to_string()]
            }
        }
    }

    fn catalogue() -> &'static [(&'static str, &'static str)] {
        &[
            ("already_visited", "S16"),
            ("card_not_open", "S12"),
            ("card_not_open", "S13"),
            ("card_not_open", "S16"),
            ("card_not_open", "S18"),
            ("dice_not_unplaced", "S25"),
            ("die_not_unplaced", "S12"),
            ("forced_placement_pending", "S7"),
            ("fresh_card", "S19"),
            ("no_dice_left", "S13"),
            ("no_dice_left", "S9"),
            ("no_matching_die", "S8"),
            ("no_rolls_left", "S6"),
            ("no_such_seat", "S16"),
            ("not_a_set", "S18"),
            ("not_on_pile", "S16"),
            ("not_pro", "S25"),
            ("own_seat", "S16"),
            ("pile_covered", "S7"),
            ("same_face", "S12"),
            ("too_few_dice", "S25"),
            ("wanted_card_not_open", "S16"),
            ("wrong_kind", "S12"),
            ("wrong_kind", "S13"),
            ("wrong_kind", "S16"),
            ("wrong_phase", "S10"),
            ("wrong_phase", "S12"),
            ("wrong_phase", "S13"),
            ("wrong_phase", "S16"),
            ("wrong_phase", "S18"),
            ("wrong_phase", "S25"),
            ("wrong_phase", "S5"),
            ("wrong_phase", "S8"),
            ("wrong_phase", "S9"),
            ("wrong_sum", "S25"),
        ]
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPhase { phase, .. } => write!(f, "not now: {}", phase.asks()),
            Self::ForcedPlacementPending { pile } => write!(f, "a die must be placed on pile {pile} first"),
            Self::PileCovered { pile } => write!(f, "pile {pile} carries a die already"),
            Self::NoMatchingDie { pile, face } => {
                write!(f, "pile {pile} wants a {face}, and no unplaced die shows it")
            }
            Self::NoRollsLeft => f.write_str("all rolls of this turn are made"),
            Self::NoDiceLeft { .. } => f.write_str("no die is left to roll"),
            Self::CardNotOpen { cards, .. } => {
                f.write_str(if cards.len() == 1 { "card" } else { "cards" })?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))?;
                let verb = if cards.len() == 1 { "does" } else { "do" };
                write!(f, " {verb} not lie open in front of you")
            }
            Self::WrongKind { card, wanted, .. } => write!(f, "card {card} is no {wanted} card"),
            Self::DieNotUnplaced { face } => write!(f, "no unplaced die shows a {face}"),
            Self::SameFace { face } => {
                write!(f, "the die shows a {face} already; a laser turns it to another face")
            }
            Self::OwnSeat { seat } => write!(f, "seat {seat} is your own; a visit is to an opponent"),
            Self::NoSuchSeat { seat } => write!(f, "nobody plays seat {seat}"),
            Self::NotOnPile { seat } => write!(f, "the figure of seat {seat} stands on another pile"),
            Self::AlreadyVisited { seat } => write!(f, "seat {seat} has been visited in this turn"),
            Self::WantedCardNotOpen { card } => {
                write!(f, "card {card} does not lie open in front of the opponent")
            }
            Self::FreshCard { card } => {
                write!(f, "card {card} came in this turn and can be used in a later one")
            }
            Self::NotASet { cards } => {
                f.write_str("cards")?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))?;
                f.write_str(" are not one of the four sets")
            }
            Self::NotPro => f.write_str("pips are added up only in the pro variant"),
            Self::TooFewDice { dice } => write!(f, "dice {dice}: a sum takes two dice or more"),
            Self::WrongSum { dice, face } => {
                write!(f, "dice {dice} total {} pips; the card wants {face}", dice.pips())
            }
            Self::DiceNotUnplaced { dice } => write!(f, "dice {dice} are not all among the unplaced ones"),
        }
    }
}

impl Phase {
    /// What is to be decided, for messages.
    const fn asks(self) -> &'static str {
        match self {
            Self::Start => "a figure is to be put down",
            Self::Reveal => "a card is to be turned up",
            Self::Roll => "dice are to be rolled",
            Self::Place => "dice are to be placed",
            Self::Visit => "a visit is to be made",
            Self::Combine => "screws and nuts are to be combined",
            Self::Over => "the game is over",
        }
    }
}

impl Move {
    /// The phase in which such a move is asked for, and its rule.
    const fn belongs_to(self) -> (Phase, &'static str) {
        match self {
            Self::Start(_) => (Phase::Start, "S5"),
            Self::Place(_) => (Phase::Place, "S8"),
            Self::Sum(..) => (Phase::Place, "S25"),
            Self::Reroll => (Phase::Place, "S9"),
            Self::Laser(..) => (Phase::Place, "S12"),
            Self::Extra(_) => (Phase::Place, "S13"),
            Self::Stop => (Phase::Place, "S10"),
            Self::Swap(..) | Self::Gift(..) | Self::EndVisit => (Phase::Visit, "S16"),
            Self::Combine(_) | Self::EndTurn => (Phase::Combine, "S18"),
        }
    }
}

impl Position {
    /// Every rule that a move breaks; empty if it is legal. A move of another phase breaks only that.
    pub(super) fn judge(&self, attempt: Move) -> Vec<Illegal> {
        let (phase, rule) = attempt.belongs_to();
        if phase != self.phase() {
            return vec![Illegal::WrongPhase { rule, phase: self.phase() }];
        }
        let mut broken = Vec::new();
        match attempt {
            Move::Place(pile) => {
                self.judge_pending(Some(pile), &mut broken);
                self.judge_free(pile, &mut broken);
                let face = self.state.faces[pile.index()];
                if !self.unplaced().has(face) {
                    broken.push(Illegal::NoMatchingDie { pile, face });
                }
            }
            Move::Sum(pile, dice) => self.judge_sum(pile, dice, &mut broken),
            Move::Reroll => {
                self.judge_pending(None, &mut broken);
                if self.rerolls_left() == 0 {
                    broken.push(Illegal::NoRollsLeft);
                }
                self.judge_dice_left(rule, &mut broken);
            }
            Move::Laser(card, from, to) => {
                self.judge_card(card, Kind::Laser, rule, &mut broken);
                if !self.unplaced().has(from) {
                    broken.push(Illegal::DieNotUnplaced { face: from });
                }
                if from == to {
                    broken.push(Illegal::SameFace { face: to });
                }
            }
            Move::Extra(card) => {
                self.judge_card(card, Kind::ExtraRoll, rule, &mut broken);
                self.judge_dice_left(rule, &mut broken);
            }
            Move::Stop => self.judge_pending(None, &mut broken),
            Move::Swap(seat, give, take) => {
                self.judge_host(seat, &mut broken);
                self.judge_card(give, Kind::Swap, rule, &mut broken);
                self.judge_fresh(give, &mut broken);
                let opponent = seat != self.mover() && seat.index() < usize::from(self.settings.players);
                if opponent && !self.hand(seat).open.contains(take) {
                    broken.push(Illegal::WantedCardNotOpen { card: take });
                }
            }
            Move::Gift(seat, give) => {
                self.judge_host(seat, &mut broken);
                self.judge_card(give, Kind::Gift, rule, &mut broken);
                self.judge_fresh(give, &mut broken);
            }
            Move::Combine(cards) => {
                let missing = cards.minus(self.hand(self.mover()).open);
                if !missing.is_empty() {
                    broken.push(Illegal::CardNotOpen { rule, cards: missing });
                }
                if set_of(cards, self.deck()).is_none() {
                    broken.push(Illegal::NotASet { cards });
                }
            }
            Move::Start(_) | Move::EndVisit | Move::EndTurn => {}
        }
        broken
    }

    /// S7, S14: a pending placement comes first, unless it is this one.
    fn judge_pending(&self, placing: Option<Pile>, broken: &mut Vec<Illegal>) {
        if let Some(pile) = self.forced().filter(|&pile| placing != Some(pile)) {
            broken.push(Illegal::ForcedPlacementPending { pile });
        }
    }

    /// S7: one die a pile.
    fn judge_free(&self, pile: Pile, broken: &mut Vec<Illegal>) {
        if self.covered().contains(pile) {
            broken.push(Illegal::PileCovered { pile });
        }
    }

    /// S25.
    fn judge_sum(&self, pile: Pile, dice: Dice, broken: &mut Vec<Illegal>) {
        if !self.is_pro() {
            broken.push(Illegal::NotPro);
        }
        self.judge_pending(None, broken);
        self.judge_free(pile, broken);
        let face = self.state.faces[pile.index()];
        if dice.len() < 2 {
            broken.push(Illegal::TooFewDice { dice });
        }
        if dice.pips() != face.pips() {
            broken.push(Illegal::WrongSum { dice, face });
        }
        if !self.unplaced().contains_all(dice) {
            broken.push(Illegal::DiceNotUnplaced { dice });
        }
    }

    /// S9, S13: there must be a die to roll.
    fn judge_dice_left(&self, rule: &'static str, broken: &mut Vec<Illegal>) {
        if self.unplaced().is_empty() {
            broken.push(Illegal::NoDiceLeft { rule });
        }
    }

    /// S12, S13, S16: a card that is used lies open in front of the player and is of the right kind.
    fn judge_card(&self, card: Card, wanted: Kind, rule: &'static str, broken: &mut Vec<Illegal>) {
        if !self.hand(self.mover()).open.contains(card) {
            broken.push(Illegal::CardNotOpen { rule, cards: CardSet::NONE.with(card) });
        }
        if self.deck().get(card).kind != wanted {
            broken.push(Illegal::WrongKind { rule, card, wanted });
        }
    }

    /// S19: a card got in this turn stays.
    fn judge_fresh(&self, card: Card, broken: &mut Vec<Illegal>) {
        if self.fresh().contains(card) {
            broken.push(Illegal::FreshCard { card });
        }
    }

    /// S16: whom one may visit.
    fn judge_host(&self, seat: Seat, broken: &mut Vec<Illegal>) {
        if seat.index() >= usize::from(self.settings.players) {
            broken.push(Illegal::NoSuchSeat { seat });
        } else if seat == self.mover() {
            broken.push(Illegal::OwnSeat { seat });
        } else {
            if self.figure(seat) != self.figure(self.mover()) {
                broken.push(Illegal::NotOnPile { seat });
            }
            if self.state.visited & (1 << seat.index()) != 0 {
                broken.push(Illegal::AlreadyVisited { seat });
            }
        }
    }
}
