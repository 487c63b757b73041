//! Schraube locker: one pair of conversions a type.

use spielwerk::common::{Position as _, Seat};
use spielwerk::schraube::{
    Card, CardSet, ChainInput, Dice, Event, Face, Happening, Illegal, Move, Pile, Position, Score,
};

use crate::limits;
use crate::messages::spielwerk::v1::{
    SchraubeBonus, SchraubeEmptyRun, SchraubeEndTurn, SchraubeEndVisit, SchraubeEvent, SchraubeFigureMove,
    SchraubeGameEnd, SchraubeGift, SchraubeHappening, SchraubeLaser, SchraubeMove, SchraubePoints,
    SchraubeReroll, SchraubeReveal, SchraubeRoll, SchraubeScore, SchraubeServiceResolveChainRequest,
    SchraubeServiceResolveChainResponse, SchraubeSet, SchraubeStop, SchraubeSum, SchraubeSwap, SchraubeTable,
    SchraubeTake, SchraubeTurnEnd, SchraubeViolation, schraube_event, schraube_happening, schraube_move,
};
use crate::problem::{Path, Problems};
use crate::reading::{Spoken, read_all, read_text, read_word};

pub(super) fn read_card(number: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Card> {
    let card = u8::try_from(number).ok().and_then(Card::numbered);
    if card.is_none() {
        problems.add(path, "unknown_card", format_args!("there is no card {number}; they are 1 to 42 (S1)"));
    }
    card
}

pub(super) fn write_card(card: Card) -> u32 {
    card.number().into()
}

pub(super) fn read_pile(number: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Pile> {
    let pile = u8::try_from(number).ok().and_then(Pile::new);
    if pile.is_none() {
        problems.add(path, "no_such_pile", format_args!("there is no pile {number}; they are 0 to 5 (S4)"));
    }
    pile
}

pub(super) fn write_pile(pile: Pile) -> u32 {
    pile.number().into()
}

pub(super) fn read_face(pips: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Face> {
    let face = u8::try_from(pips).ok().and_then(Face::new);
    if face.is_none() {
        problems.add(path, "bad_face", format_args!("no face has {pips} pips; they are 1 to 6 (S1)"));
    }
    face
}

pub(super) fn write_face(face: Face) -> u32 {
    face.pips().into()
}

/// A seat that some game has; whether it is at this table is for the rules to say.
pub(super) fn read_seat(seat: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Seat> {
    let found = Seat::try_new(seat.into());
    if found.is_none() {
        problems.add(path, "no_such_seat", format_args!("there is no seat {seat}; four is the most (S1)"));
    }
    found
}

pub(super) fn write_seat(seat: Seat) -> u32 {
    seat.index() as u32
}

/// A list of numbers, each read by `read`.
pub(super) fn read_list<T>(
    numbers: &[u32],
    path: &Path<'_>,
    problems: &mut Problems,
    read: impl Fn(u32, &Path<'_>, &mut Problems) -> Option<T>,
) -> Option<Vec<T>> {
    read_all(numbers, path, limits::TILES, problems, |&number, path, problems| read(number, path, problems))
}

pub(super) fn write_cards(cards: impl IntoIterator<Item = Card>) -> Vec<u32> {
    cards.into_iter().map(write_card).collect()
}

pub(super) fn write_faces(faces: impl IntoIterator<Item = Face>) -> Vec<u32> {
    faces.into_iter().map(write_face).collect()
}

/// A set of cards, none of them twice.
fn read_set(set: &SchraubeSet, path: &Path<'_>, problems: &mut Problems) -> Option<CardSet> {
    let path = path.field("cards");
    let cards = read_list(&set.cards, &path, problems, read_card)?;
    let read: CardSet = cards.iter().copied().collect();
    if usize::from(read.len()) != cards.len() {
        problems.add(&path, "card_twice", "each card exists once (S1)");
        return None;
    }
    Some(read)
}

/// One to six dice.
pub(super) fn read_dice(pips: &[u32], path: &Path<'_>, problems: &mut Problems) -> Option<Dice> {
    let faces = read_list(pips, path, problems, read_face)?;
    if faces.len() > usize::from(spielwerk::schraube::DICE) {
        problems.add(path, "too_many_dice", format_args!("{} dice; there are six (S1)", faces.len()));
        return None;
    }
    Some(faces.into_iter().collect())
}

pub(super) fn write_table(position: &Position) -> SchraubeTable {
    let points = spielwerk::common::Seats::new(position.players()).map(|seat| {
        let points = position.points(seat);
        SchraubePoints {
            total: points.total(),
            values: points.values,
            covered_pairs: points.covered_pairs.into(),
            final_pairs: points.final_pairs.into(),
            bonus: points.bonus.into(),
        }
    });
    SchraubeTable { points: points.collect(), unseen: write_cards(position.unseen().iter()) }
}

pub(super) fn read_move(
    chosen: &SchraubeMove,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Spoken<Move>> {
    use schraube_move::Choice;

    let Some(choice) = &chosen.choice else {
        problems.add(path, "required", "say what to do, such as place, reroll, stop, text or actions");
        return None;
    };
    let attempt = match choice {
        Choice::Start(pile) => read_pile(*pile, &path.field("start"), problems).map(Move::Start),
        Choice::Place(pile) => read_pile(*pile, &path.field("place"), problems).map(Move::Place),
        Choice::Sum(SchraubeSum { pile, dice }) => {
            let path = path.field("sum");
            let pile = read_pile(*pile, &path.field("pile"), problems);
            let dice = read_dice(dice, &path.field("dice"), problems);
            Some(Move::Sum(pile?, dice?))
        }
        Choice::Reroll(SchraubeReroll {}) => Some(Move::Reroll),
        Choice::Laser(SchraubeLaser { card, from, to }) => {
            let path = path.field("laser");
            let card = read_card(*card, &path.field("card"), problems);
            let from = read_face(*from, &path.field("from"), problems);
            let to = read_face(*to, &path.field("to"), problems);
            Some(Move::Laser(card?, from?, to?))
        }
        Choice::Extra(card) => read_card(*card, &path.field("extra"), problems).map(Move::Extra),
        Choice::Stop(SchraubeStop {}) => Some(Move::Stop),
        Choice::Swap(SchraubeSwap { seat, give, take }) => {
            let path = path.field("swap");
            let seat = read_seat(*seat, &path.field("seat"), problems);
            let give = read_card(*give, &path.field("give"), problems);
            let take = read_card(*take, &path.field("take"), problems);
            Some(Move::Swap(seat?, give?, take?))
        }
        Choice::Gift(SchraubeGift { seat, card }) => {
            let path = path.field("gift");
            let seat = read_seat(*seat, &path.field("seat"), problems);
            let card = read_card(*card, &path.field("card"), problems);
            Some(Move::Gift(seat?, card?))
        }
        Choice::EndVisit(SchraubeEndVisit {}) => Some(Move::EndVisit),
        Choice::Combine(set) => read_set(set, &path.field("combine"), problems).map(Move::Combine),
        Choice::EndTurn(SchraubeEndTurn {}) => Some(Move::EndTurn),
        Choice::Text(text) => read_text(text, &path.field("text"), problems),
        Choice::Actions(word) => return read_word::<Position>(word, &path.field("actions"), problems),
    };
    attempt.map(Spoken::Attempt)
}

pub(super) fn write_move(chosen: Move) -> SchraubeMove {
    use schraube_move::Choice;

    let choice = match chosen {
        Move::Start(pile) => Choice::Start(write_pile(pile)),
        Move::Place(pile) => Choice::Place(write_pile(pile)),
        Move::Sum(pile, dice) => {
            Choice::Sum(SchraubeSum { pile: write_pile(pile), dice: write_faces(dice.iter()) })
        }
        Move::Reroll => Choice::Reroll(SchraubeReroll {}),
        Move::Laser(card, from, to) => Choice::Laser(SchraubeLaser {
            card: write_card(card),
            from: write_face(from),
            to: write_face(to),
        }),
        Move::Extra(card) => Choice::Extra(write_card(card)),
        Move::Stop => Choice::Stop(SchraubeStop {}),
        Move::Swap(seat, give, take) => Choice::Swap(SchraubeSwap {
            seat: write_seat(seat),
            give: write_card(give),
            take: write_card(take),
        }),
        Move::Gift(seat, card) => {
            Choice::Gift(SchraubeGift { seat: write_seat(seat), card: write_card(card) })
        }
        Move::EndVisit => Choice::EndVisit(SchraubeEndVisit {}),
        Move::Combine(cards) => Choice::Combine(SchraubeSet { cards: write_cards(cards.iter()) }),
        Move::EndTurn => Choice::EndTurn(SchraubeEndTurn {}),
    };
    SchraubeMove { choice: Some(choice) }
}

pub(super) fn read_event(event: &SchraubeEvent, path: &Path<'_>, problems: &mut Problems) -> Option<Event> {
    let Some(event) = &event.event else {
        problems.add(path, "required", "say what happens: roll, reveal or text");
        return None;
    };
    match event {
        schraube_event::Event::Roll(SchraubeRoll { dice }) => {
            read_dice(dice, &path.field("roll").field("dice"), problems).map(Event::Roll)
        }
        schraube_event::Event::Reveal(SchraubeReveal { pile, card }) => {
            let path = path.field("reveal");
            let pile = read_pile(*pile, &path.field("pile"), problems);
            let card = read_card(*card, &path.field("card"), problems);
            Some(Event::Reveal(pile?, card?))
        }
        schraube_event::Event::Text(text) => read_text(text, &path.field("text"), problems),
    }
}

pub(super) fn write_score(score: &Score) -> SchraubeScore {
    SchraubeScore {
        total: score.total(),
        values: score.values,
        pairs: score.pairs.into(),
        bonus: score.bonus.into(),
    }
}

pub(super) fn write_happening(happening: Happening) -> SchraubeHappening {
    use schraube_happening::Happening as Told;

    let told = match happening {
        Happening::Place(pile) => Told::Place(write_pile(pile)),
        Happening::Move { from, to, run } => {
            Told::Move(SchraubeFigureMove { from: write_pile(from), to: write_pile(to), run: run.into() })
        }
        Happening::EmptyRun => Told::EmptyRun(SchraubeEmptyRun {}),
        Happening::Bonus => Told::Bonus(SchraubeBonus {}),
        Happening::Take(pile, card) => {
            Told::Take(SchraubeTake { pile: write_pile(pile), card: write_card(card) })
        }
        Happening::TurnEnd => Told::TurnEnd(SchraubeTurnEnd {}),
        Happening::GameEnd => Told::GameEnd(SchraubeGameEnd {}),
    };
    SchraubeHappening { happening: Some(told) }
}

pub(super) fn read_chain(
    request: &SchraubeServiceResolveChainRequest,
    problems: &mut Problems,
) -> Option<ChainInput> {
    let SchraubeServiceResolveChainRequest { figure, faces, covered, dice, pro } = request;
    let mut whole = |path: &'static str, numbers: &[u32]| {
        read_list(numbers, &Path::Root.field(path), problems, |number, _, _| Some(i64::from(number)))
    };
    let lists = [whole("faces", faces), whole("covered", covered), whole("dice", dice)];
    let [Some(faces), Some(covered), Some(dice)] = lists else { return None };
    ChainInput::read((*figure).into(), &faces, &covered, &dice, *pro)
        .map_err(|faults| problems.faults(&Path::Root, &faults, str::to_owned))
        .ok()
}

pub(super) fn write_resolution(input: &ChainInput) -> SchraubeServiceResolveChainResponse {
    let resolution = input.resolve();
    SchraubeServiceResolveChainResponse {
        forced: resolution.forced.iter_from(input.figure).map(write_pile).collect(),
        covered: resolution.covered.iter().map(write_pile).collect(),
        dice_left: write_faces(resolution.dice_left.iter()),
        run: resolution.run.into(),
        free: resolution.free.iter().map(write_pile).collect(),
    }
}

/// The bit of a broken rule in `SchraubeSharedVerdicts.violations`.
pub(super) fn violation_bit(broken: &Illegal) -> u32 {
    let violation = match broken {
        Illegal::WrongPhase { .. } => SchraubeViolation::WrongPhase,
        Illegal::ForcedPlacementPending { .. } => SchraubeViolation::ForcedPlacementPending,
        Illegal::PileCovered { .. } => SchraubeViolation::PileCovered,
        Illegal::NoMatchingDie { .. } => SchraubeViolation::NoMatchingDie,
        Illegal::NoRollsLeft => SchraubeViolation::NoRollsLeft,
        Illegal::NoDiceLeft { .. } => SchraubeViolation::NoDiceLeft,
        Illegal::CardNotOpen { .. } => SchraubeViolation::CardNotOpen,
        Illegal::WrongKind { .. } => SchraubeViolation::WrongKind,
        Illegal::DieNotUnplaced { .. } => SchraubeViolation::DieNotUnplaced,
        Illegal::SameFace { .. } => SchraubeViolation::SameFace,
        Illegal::OwnSeat { .. } => SchraubeViolation::OwnSeat,
        Illegal::NoSuchSeat { .. } => SchraubeViolation::NoSuchSeat,
        Illegal::NotOnPile { .. } => SchraubeViolation::NotOnPile,
        Illegal::AlreadyVisited { .. } => SchraubeViolation::AlreadyVisited,
        Illegal::WantedCardNotOpen { .. } => SchraubeViolation::WantedCardNotOpen,
        Illegal::FreshCard { .. } => SchraubeViolation::FreshCard,
        Illegal::NotASet { .. } => SchraubeViolation::NotASet,
        Illegal::NotPro => SchraubeViolation::NotPro,
        Illegal::TooFewDice { .. } => SchraubeViolation::TooFewDice,
        Illegal::WrongSum { .. } => SchraubeViolation::WrongSum,
        Illegal::DiceNotUnplaced { .. } => SchraubeViolation::DiceNotUnplaced,
    };
    1 << violation as u32
}

#[cfg(test)]
mod tests {
    use spielwerk::common::Violation;

    use super::*;

    #[test]
    fn violations_have_the_names_of_the_rules() {
        let mut named: Vec<String> = (1..)
            .map_while(|number| SchraubeViolation::try_from(number).ok())
            .map(|violation| violation.as_str_name().replace("SCHRAUBE_VIOLATION_", "").to_ascii_lowercase())
            .collect();
        named.sort_unstable();
        let mut slugs: Vec<&str> = Illegal::catalogue().iter().map(|&(slug, _)| slug).collect();
        slugs.dedup(); // some are broken under several rules
        assert_eq!(named, slugs);
    }
}
