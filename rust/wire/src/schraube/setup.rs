//! Schraube locker: positions and decks, one pair of conversions a type.

use std::sync::Arc;

use spielwerk::common::{Faults, Position as _};
use spielwerk::schraube::{
    Card, CardSet, Deck, HandSetup, Kind, Phase, Pile, PileSetup, PointCard, Position, Setup,
};

use super::convert::{
    read_card, read_face, read_list, read_pile, read_seat, write_card, write_cards, write_face, write_faces,
    write_pile, write_seat,
};
use crate::limits;
use crate::messages::spielwerk::v1::{
    SchraubeCard, SchraubeDeck, SchraubeHand, SchraubeOptions, SchraubePhase, SchraubePile, SchraubePosition,
    SchraubeSet,
};
use crate::problem::{Path, Problems};
use crate::reading::{read_all, required};

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
        down: pile.down.into(),
        order: order.map(|order| (!order.is_empty()).then_some(order))?,
        dice: dice?,
    })
}

fn write_pile_setup(pile: &PileSetup) -> SchraubePile {
    SchraubePile {
        open: pile.open.map(write_card),
        down: pile.down as u32,
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
    Some(HandSetup { open: open?, covered: covered?, bonus: hand.bonus.into() })
}

fn write_hand(hand: &HandSetup) -> SchraubeHand {
    let write_set = |cards: &Vec<Card>| SchraubeSet { cards: write_cards(cards.iter().copied()) };
    SchraubeHand {
        open: write_cards(hand.open.iter().copied()),
        covered: hand.covered.iter().map(write_set).collect(),
        bonus: hand.bonus as u32,
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
    let players = options.players as usize;
    let mut hands = hands?;
    if hands.is_empty() && players <= limits::HANDS.most() {
        hands.resize_with(players, HandSetup::default);
    }
    let mut figures: Vec<Option<Pile>> = figures?.into_iter().map(Some).collect();
    // Figures that are not down yet are left out in the message.
    if figures.len() < players && players <= limits::HANDS.most() {
        figures.resize(players, None);
    }
    Some(Setup {
        players: options.players.into(),
        max_rolls: options.max_rolls.map_or(3, i64::from),
        pro: options.pro,
        deck: deck?,
        phase: phase?,
        seat: seat?,
        figures,
        piles: piles?,
        hands,
        removed: removed?,
        bonus_left: position.bonus_left.into(),
        rerolls_left: position.rerolls_left.into(),
        to_roll: position.to_roll.into(),
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
) -> Option<Position> {
    let setup = read_setup(position, path, problems)?;
    Position::from_setup(&setup).map_err(|faults| problems.faults(path, &faults, field_of)).ok()
}

pub(super) fn write_position(position: &Position) -> SchraubePosition {
    let setup = position.setup();
    SchraubePosition {
        options: Some(SchraubeOptions {
            players: setup.players as u32,
            max_rolls: Some(setup.max_rolls as u32),
            pro: setup.pro,
            deck: write_deck(&setup.deck),
        }),
        phase: write_phase(setup.phase),
        seat: write_seat(setup.seat),
        figures: setup.figures.iter().map_while(|figure| figure.map(write_pile)).collect(),
        piles: setup.piles.iter().map(write_pile_setup).collect(),
        hands: setup.hands.iter().map(write_hand).collect(),
        removed: write_cards(setup.removed),
        bonus_left: setup.bonus_left as u32,
        rerolls_left: setup.rerolls_left as u32,
        to_roll: setup.to_roll as u32,
        unplaced: write_faces(setup.unplaced),
        fresh: write_cards(setup.fresh),
        visited: setup.visited.into_iter().map(write_seat).collect(),
        text: String::new(),
    }
}

#[cfg(test)]
mod tests {
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
}
