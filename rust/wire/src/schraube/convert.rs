//! Schraube locker: one pair of conversions a type.

use std::sync::Arc;

use spielwerk::common::{Faults, Position as _, Seat};
use spielwerk::schraube::{
    Card, CardSet, ChainInput, Deck, Dice, Event, Face, HandSetup, Happening, Illegal, Kind, Move, Phase,
    Pile, PileSetup, PointCard, Schraube, Score, Setup,
};

use crate::limits;
use crate::messages::spielwerk::v1::{
    SchraubeBonus, SchraubeCard, SchraubeDeck, SchraubeEmptyRun, SchraubeEndTurn, SchraubeEndVisit,
    SchraubeEvent, SchraubeFigureMove, SchraubeGameEnd, SchraubeGift, SchraubeHand, SchraubeHappening,
    SchraubeLaser, SchraubeMove, SchraubeOptions, SchraubePhase, SchraubePile, SchraubePoints,
    SchraubePosition, SchraubeReroll, SchraubeReveal, SchraubeRoll, SchraubeScore,
    SchraubeServiceResolveChainRequest, SchraubeServiceResolveChainResponse, SchraubeSet, SchraubeStop,
    SchraubeSum, SchraubeSwap, SchraubeTable, SchraubeTake, SchraubeTurnEnd, SchraubeViolation,
    schraube_event, schraube_happening, schraube_move,
};
use crate::problem::{Path, Problems};
use crate::reading::{read_all, read_text, required};

/// A number that the rules hold in a byte; one that is too large is out of range there too.
pub(super) fn byte(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn read_card(number: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Card> {
    let card = Card::numbered(byte(number));
    if card.is_none() {
        problems.add(path, "unknown_card", format_args!("there is no card {number}; they are 1 to 42 (S1)"));
    }
    card
}

fn write_card(card: Card) -> u32 {
    card.number().into()
}

pub(super) fn read_pile(number: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Pile> {
    let pile = Pile::new(byte(number));
    if pile.is_none() {
        problems.add(path, "no_such_pile", format_args!("there is no pile {number}; they are 0 to 5 (S4)"));
    }
    pile
}

pub(super) fn write_pile(pile: Pile) -> u32 {
    pile.number().into()
}

pub(super) fn read_face(pips: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Face> {
    let face = Face::new(byte(pips));
    if face.is_none() {
        problems.add(path, "bad_face", format_args!("no face has {pips} pips; they are 1 to 6 (S1)"));
    }
    face
}

fn write_face(face: Face) -> u32 {
    face.pips().into()
}

/// A seat that some game has; whether it is at this table is for the rules to say.
fn read_seat(seat: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Seat> {
    let found = Seat::try_new(seat.into());
    if found.is_none() {
        problems.add(path, "no_such_seat", format_args!("there is no seat {seat}; four is the most (S1)"));
    }
    found
}

fn write_seat(seat: Seat) -> u32 {
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

fn write_cards(cards: impl IntoIterator<Item = Card>) -> Vec<u32> {
    cards.into_iter().map(write_card).collect()
}

fn write_faces(faces: impl IntoIterator<Item = Face>) -> Vec<u32> {
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

fn read_kind(number: i32, path: &Path<'_>, problems: &mut Problems) -> Option<Kind> {
    let kind = usize::try_from(number).ok().and_then(|number| Kind::ALL.get(number.checked_sub(1)?).copied());
    if kind.is_none() {
        problems.add(path, "unknown_kind", format_args!("{number} is no kind of card; they are 1 to 8 (S2)"));
    }
    kind
}

fn write_kind(kind: Kind) -> i32 {
    kind as i32 + 1
}

fn read_point_card(card: &SchraubeCard, path: &Path<'_>, problems: &mut Problems) -> Option<PointCard> {
    let kind = read_kind(card.kind, &path.field("kind"), problems);
    let face = read_face(card.face, &path.field("face"), problems);
    Some(PointCard { id: card.id, kind: kind?, value: card.value, face: face? })
}

fn write_point_card(card: PointCard) -> SchraubeCard {
    SchraubeCard { id: card.id, kind: write_kind(card.kind), value: card.value, face: write_face(card.face) }
}

fn read_deck(deck: Option<&SchraubeDeck>, path: &Path<'_>, problems: &mut Problems) -> Option<Arc<Deck>> {
    let Some(deck) = deck else { return Some(Deck::standard()) };
    if deck.csv.is_empty() {
        let cards = read_all(&deck.cards, &path.field("cards"), limits::TILES, problems, read_point_card)?;
        let read =
            Deck::new(&cards).map_err(|faults| problems.faults(path, &Faults::from(faults), card_field_of));
        return read.ok().map(Arc::new);
    }
    if !deck.cards.is_empty() {
        problems.add(&path.field("csv"), "text_and_fields", "either the text or the other fields, not both");
        return None;
    }
    let path = path.field("csv");
    let read = Deck::from_csv(&deck.csv);
    read.map_err(|faults| problems.faults(&path, &Faults::from(faults), str::to_owned)).ok().map(Arc::new)
}

/// The path in the message of a line of a deck's text, in which the first card has line 2.
fn card_field_of(path: &str) -> String {
    let line = path.strip_prefix("line[").and_then(|rest| rest.split_once(']'));
    match line.and_then(|(line, rest)| Some((line.parse::<usize>().ok()?.checked_sub(2)?, rest))) {
        Some((card, rest)) => format!("cards[{card}]{rest}"),
        None => String::new(),
    }
}

fn write_deck(deck: &Deck) -> Option<SchraubeDeck> {
    let cards = || CardSet::ALL.iter().map(|card| write_point_card(*deck.get(card)));
    (!deck.is_standard()).then(|| SchraubeDeck { cards: cards().collect(), csv: String::new() })
}

const PHASES: [Phase; 7] =
    [Phase::Start, Phase::Reveal, Phase::Roll, Phase::Place, Phase::Visit, Phase::Combine, Phase::Over];

fn read_phase(number: i32, path: &Path<'_>, problems: &mut Problems) -> Option<Phase> {
    let phase = usize::try_from(number).ok().and_then(|number| PHASES.get(number.checked_sub(1)?).copied());
    if phase.is_none() {
        problems.add(path, "unknown_phase", format_args!("{number} is no phase; they are 1 to 7"));
    }
    phase
}

fn write_phase(phase: Phase) -> i32 {
    let phase = match phase {
        Phase::Start => SchraubePhase::Start,
        Phase::Reveal => SchraubePhase::Reveal,
        Phase::Roll => SchraubePhase::Roll,
        Phase::Place => SchraubePhase::Place,
        Phase::Visit => SchraubePhase::Visit,
        Phase::Combine => SchraubePhase::Combine,
        Phase::Over => SchraubePhase::Over,
    };
    phase.into()
}

fn read_pile_setup(pile: &SchraubePile, path: &Path<'_>, problems: &mut Problems) -> Option<PileSetup> {
    let open = match pile.open {
        None => Some(None),
        Some(card) => read_card(card, &path.field("open"), problems).map(Some),
    };
    let order = read_list(&pile.order, &path.field("order"), problems, read_card);
    let dice = read_list(&pile.dice, &path.field("dice"), problems, read_face);
    Some(PileSetup {
        open: open?,
        down: byte(pile.down),
        order: order.map(|order| (!order.is_empty()).then_some(order))?,
        dice: dice?,
    })
}

fn write_pile_setup(pile: &PileSetup) -> SchraubePile {
    SchraubePile {
        open: pile.open.map(write_card),
        down: pile.down.into(),
        order: write_cards(pile.order.iter().flatten().copied()),
        dice: write_faces(pile.dice.iter().copied()),
    }
}

fn read_hand(hand: &SchraubeHand, path: &Path<'_>, problems: &mut Problems) -> Option<HandSetup> {
    let open = read_list(&hand.open, &path.field("open"), problems, read_card);
    let covered = path.field("covered");
    let covered = read_all(&hand.covered, &covered, limits::TILES, problems, |set, path, problems| {
        read_list(&set.cards, &path.field("cards"), problems, read_card)
    });
    Some(HandSetup { open: open?, covered: covered?, bonus: byte(hand.bonus) })
}

fn write_hand(hand: &HandSetup) -> SchraubeHand {
    let write_set = |cards: &Vec<Card>| SchraubeSet { cards: write_cards(cards.iter().copied()) };
    SchraubeHand {
        open: write_cards(hand.open.iter().copied()),
        covered: hand.covered.iter().map(write_set).collect(),
        bonus: hand.bonus.into(),
    }
}

fn read_setup(position: &SchraubePosition, path: &Path<'_>, problems: &mut Problems) -> Option<Setup> {
    let options_path = path.field("options");
    let options = required(position.options.as_ref(), &options_path, problems);
    let deck = options.and_then(|told| read_deck(told.deck.as_ref(), &options_path.field("deck"), problems));
    let phase = read_phase(position.phase, &path.field("phase"), problems);
    let seat = read_seat(position.seat, &path.field("seat"), problems);
    let figures = read_list(&position.figures, &path.field("figures"), problems, read_pile);
    let piles = read_all(&position.piles, &path.field("piles"), limits::TILES, problems, read_pile_setup);
    let hands = read_all(&position.hands, &path.field("hands"), limits::HANDS, problems, read_hand);
    let removed = read_list(&position.removed, &path.field("removed"), problems, read_card);
    let unplaced = read_list(&position.unplaced, &path.field("unplaced"), problems, read_face);
    let fresh = read_list(&position.fresh, &path.field("fresh"), problems, read_card);
    let visited = read_list(&position.visited, &path.field("visited"), problems, read_seat);

    let options = options?;
    let players = byte(options.players);
    let mut hands = hands?;
    if hands.is_empty() {
        hands = vec![HandSetup::default(); usize::from(players).min(limits::HANDS.most())];
    }
    let mut figures: Vec<Option<Pile>> = figures?.into_iter().map(Some).collect();
    // Figures that are not down yet are left out in the message.
    figures.resize(figures.len().max(usize::from(players)), None);
    Some(Setup {
        players,
        max_rolls: options.max_rolls.map_or(3, byte),
        pro: options.pro,
        deck: deck?,
        phase: phase?,
        seat: seat?,
        figures,
        piles: piles?,
        hands,
        removed: removed?,
        bonus_left: byte(position.bonus_left),
        rerolls_left: byte(position.rerolls_left),
        to_roll: byte(position.to_roll),
        unplaced: unplaced?,
        fresh: fresh?,
        visited: visited?,
    })
}

/// The path in the message of a path in the setup: options and the cards of sets are in messages of their own.
fn field_of(path: &str) -> String {
    match path {
        "players" | "max_rolls" => format!("options.{path}"),
        path => path.to_owned(),
    }
}

pub(super) fn read_position(
    position: &SchraubePosition,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Schraube> {
    let setup = read_setup(position, path, problems)?;
    Schraube::from_setup(&setup).map_err(|faults| problems.faults(path, &faults, field_of)).ok()
}

pub(super) fn write_position(position: &Schraube) -> SchraubePosition {
    let setup = position.setup();
    SchraubePosition {
        options: Some(SchraubeOptions {
            players: setup.players.into(),
            max_rolls: Some(setup.max_rolls.into()),
            pro: setup.pro,
            deck: write_deck(&setup.deck),
        }),
        phase: write_phase(setup.phase),
        seat: write_seat(setup.seat),
        figures: setup.figures.iter().map_while(|figure| figure.map(write_pile)).collect(),
        piles: setup.piles.iter().map(write_pile_setup).collect(),
        hands: setup.hands.iter().map(write_hand).collect(),
        removed: write_cards(setup.removed),
        bonus_left: setup.bonus_left.into(),
        rerolls_left: setup.rerolls_left.into(),
        to_roll: setup.to_roll.into(),
        unplaced: write_faces(setup.unplaced),
        fresh: write_cards(setup.fresh),
        visited: setup.visited.into_iter().map(write_seat).collect(),
        text: String::new(),
    }
}

pub(super) fn write_table(position: &Schraube) -> SchraubeTable {
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

pub(super) fn read_move(chosen: &SchraubeMove, path: &Path<'_>, problems: &mut Problems) -> Option<Move> {
    use schraube_move::Choice;

    let Some(choice) = &chosen.choice else {
        problems.add(path, "required", "say what to do, such as place, reroll, stop or text");
        return None;
    };
    match choice {
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
    }
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
    let bytes = |numbers: &[u32]| {
        numbers.iter().take(limits::TILES.most() + 1).copied().map(byte).collect::<Vec<u8>>()
    };
    let SchraubeServiceResolveChainRequest { figure, faces, covered, dice, pro } = request;
    ChainInput::read(byte(*figure), &bytes(faces), &bytes(covered), &bytes(dice), *pro)
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
    use crate::messages::spielwerk::v1::SchraubeKind;

    #[test]
    fn kinds_and_phases_have_the_names_of_their_numbers() {
        for kind in Kind::ALL {
            assert_eq!(read_kind(write_kind(kind), &Path::Root, &mut Problems::default()), Some(kind));
            let name = SchraubeKind::try_from(write_kind(kind)).expect("a kind").as_str_name();
            assert_eq!(name, format!("SCHRAUBE_KIND_{}", kind.name().to_ascii_uppercase()));
        }
        for phase in PHASES {
            assert_eq!(read_phase(write_phase(phase), &Path::Root, &mut Problems::default()), Some(phase));
            let name = SchraubePhase::try_from(write_phase(phase)).expect("a phase").as_str_name();
            assert_eq!(name, format!("SCHRAUBE_PHASE_{}", format!("{phase:?}").to_ascii_uppercase()));
        }
        for number in [-1, 0, 8, 9] {
            assert_eq!(read_phase(number, &Path::Root, &mut Problems::default()), None);
        }
    }

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
