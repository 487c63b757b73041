//! Lokus: one pair of conversions a type.

use spielwerk::common::{Faults, MAX_SEATS, Seat, Seats};
use spielwerk::lokus::{
    Attempt, Card, CardSet, Event, Illegal, MAX_ROLLS, Move, Options, Placed, Placement, PlayedCard,
    PlayedRound, Position, Public, PublicPlacement, Resolution, Row, RowIndex, Score, ScoringTable,
    SecondRoll, Settled, Setup, Stage, Which,
};

use crate::limits;
use crate::limits::Limit;
use crate::messages::spielwerk::v1::{
    LokusDealtHand, LokusDraw, LokusEvent, LokusHand, LokusMiss, LokusMove, LokusOptions, LokusPlacement,
    LokusPosition, LokusResolvedPlacement, LokusRound, LokusRoundPlacement, LokusRow, LokusScore,
    LokusScoring, LokusServiceResolveRoundResponse, LokusStage, LokusStarter, LokusTable, LokusViolation,
    lokus_event, lokus_miss, lokus_move, lokus_placement,
};
use crate::problem::{Path, Problems};
use crate::reading::{Spoken, read_all, read_text, read_word, required};
use crate::writing::write_points;

/// A card: the numbers of the enum are the ranks of the rules, and one more.
fn read_card(number: i32, path: &Path<'_>, problems: &mut Problems) -> Option<Card> {
    let card = u8::try_from(number).ok().and_then(|number| Card::from_rank(number.checked_sub(1)?));
    if card.is_none() {
        problems.add(path, "unknown_card", format_args!("{number} is no card; they are 1 to 72 (L1)"));
    }
    card
}

pub(super) fn write_card(card: Card) -> i32 {
    i32::from(card.rank()) + 1
}

pub(super) fn read_cards(numbers: &[i32], path: &Path<'_>, problems: &mut Problems) -> Option<Vec<Card>> {
    read_all(numbers, path, limits::TILES, problems, |&number, path, problems| {
        read_card(number, path, problems)
    })
}

pub(super) fn write_cards(cards: impl IntoIterator<Item = Card>) -> Vec<i32> {
    cards.into_iter().map(write_card).collect()
}

/// A set of cards, none of them twice.
fn read_card_set(numbers: &[i32], path: &Path<'_>, problems: &mut Problems) -> Option<CardSet> {
    let cards = read_cards(numbers, path, problems)?;
    let set: CardSet = cards.iter().copied().collect();
    if usize::from(set.len()) != cards.len() {
        problems.add(path, "duplicate_card", "each card exists once (L1)");
        return None;
    }
    Some(set)
}

/// A seat that some game has; whether it is at this table is for the rules to say.
fn read_seat(seat: u32, path: &Path<'_>, problems: &mut Problems) -> Option<Seat> {
    let found = Seat::try_new(seat.into());
    if found.is_none() {
        problems.add(path, "seat_out_of_range", format_args!("there is no seat {seat}; six is the most"));
    }
    found
}

fn read_row_index(row: u32, path: &Path<'_>, problems: &mut Problems) -> Option<RowIndex> {
    let found = RowIndex::try_new(row.into());
    if found.is_none() {
        problems.add(path, "row_out_of_range", format_args!("row {row}; there are row 0 and row 1 (L3)"));
    }
    found
}

/// Notes when there are so many deals that points might not fit their field.
pub(super) fn check_deals(options: &Options, path: &Path<'_>, problems: &mut Problems) -> Option<()> {
    let most_a_deal = options.table.minus(MAX_ROLLS).max(1);
    let limit = Limit { value: (i64::MAX / most_a_deal) as u64, ..limits::DEALS };
    let is_safe = u64::from(options.deals) <= limit.value;
    if !is_safe {
        problems.over(path, limit, options.deals as usize);
    }
    is_safe.then_some(())
}

fn read_options(options: &LokusOptions, path: &Path<'_>, problems: &mut Problems) -> Option<Options> {
    let table = match (LokusScoring::try_from(options.scoring), options.table.as_slice()) {
        (Ok(LokusScoring::Unspecified | LokusScoring::Linear), []) => Some(ScoringTable::LINEAR),
        (Ok(LokusScoring::Progressive), []) => Some(ScoringTable::PROGRESSIVE),
        (Ok(LokusScoring::Unspecified), entries) if entries.len() > limits::TILES.most() => {
            problems.over(&path.field("table"), limits::TILES, entries.len());
            None
        }
        (Ok(LokusScoring::Unspecified), entries) => {
            ScoringTable::given(entries).map_err(|faults| problems.faults(path, &faults, str::to_owned)).ok()
        }
        (Ok(_), _) => {
            problems.add(
                &path.field("table"),
                "scoring_and_table",
                "either a scoring or a table, not both (L14)",
            );
            None
        }
        (Err(_), _) => {
            problems.add(
                &path.field("scoring"),
                "unknown_table",
                "the scorings are linear and progressive (L14)",
            );
            None
        }
    }?;
    let (starters, deals) = (options.starters.unwrap_or(true), options.deals.unwrap_or(3));
    let read = match u8::try_from(options.players) {
        // Judged together with the rest of the position.
        Ok(players) => Options { players, starters, deals, table },
        Err(_) => Options::read(options.players.into(), starters, deals.into(), table)
            .map_err(|faults| problems.faults(path, &faults, str::to_owned))
            .ok()?,
    };
    check_deals(&read, &path.field("deals"), problems).map(|()| read)
}

fn write_options(options: &Options) -> LokusOptions {
    let (scoring, table) = match options.table.entries() {
        Some(entries) => (LokusScoring::Unspecified, entries.to_vec()),
        None if options.table == ScoringTable::PROGRESSIVE => (LokusScoring::Progressive, Vec::new()),
        None => (LokusScoring::Linear, Vec::new()),
    };
    LokusOptions {
        players: options.players.into(),
        starters: Some(options.starters),
        deals: Some(options.deals),
        scoring: scoring.into(),
        table,
    }
}

#[expect(clippy::option_option, reason = "a hidden hand was read well")]
fn read_hand(hand: &LokusHand, path: &Path<'_>, problems: &mut Problems) -> Option<Option<Vec<Card>>> {
    if hand.hidden {
        if !hand.cards.is_empty() {
            problems.add(
                path,
                "hidden_and_known",
                "either the cards are known or the hand is hidden, not both",
            );
            return None;
        }
        return Some(None);
    }
    read_cards(&hand.cards, &path.field("cards"), problems).map(Some)
}

fn write_hand(hand: Option<Vec<Card>>) -> LokusHand {
    match hand {
        Some(cards) => LokusHand { cards: write_cards(cards), hidden: false },
        None => LokusHand { cards: Vec::new(), hidden: true },
    }
}

fn read_round(round: &LokusRound, path: &Path<'_>, problems: &mut Problems) -> Option<PlayedRound> {
    let cards = read_cards(&round.cards, &path.field("cards"), problems);
    let path = path.field("placements");
    let placements = read_all(&round.placements, &path, limits::TILES, problems, read_placement);
    Some(PlayedRound { cards: cards?, placements: placements? })
}

fn write_round(round: &PlayedRound) -> LokusRound {
    LokusRound {
        cards: write_cards(round.cards.iter().copied()),
        placements: round.placements.iter().copied().map(write_placement).collect(),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "read as an element of a list")]
fn read_placement(
    placement: &LokusPlacement,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<PlayedCard> {
    match required(placement.outcome.as_ref(), path, problems)? {
        lokus_placement::Outcome::Row(row) => Some(PlayedCard::Row((*row).into())),
        lokus_placement::Outcome::Miss(miss) => Some(PlayedCard::Miss(match miss.second_roll {
            None => SecondRoll::NoCard,
            Some(lokus_miss::SecondRoll::Hidden(_)) => SecondRoll::Hidden,
            Some(lokus_miss::SecondRoll::Card(card)) => {
                SecondRoll::Card(read_card(card, &path.field("miss").field("card"), problems)?)
            }
        })),
    }
}

fn write_placement(placement: PlayedCard) -> LokusPlacement {
    let outcome = match placement {
        PlayedCard::Row(row) => lokus_placement::Outcome::Row(row as u32),
        PlayedCard::Miss(roll) => lokus_placement::Outcome::Miss(LokusMiss {
            second_roll: match roll {
                SecondRoll::NoCard => None,
                SecondRoll::Hidden => Some(lokus_miss::SecondRoll::Hidden(true)),
                SecondRoll::Card(card) => Some(lokus_miss::SecondRoll::Card(write_card(card))),
            },
        }),
    };
    LokusPlacement { outcome: Some(outcome) }
}

/// A list by seat in which no card stands for none.
fn read_chosen(numbers: &[i32], path: &Path<'_>, problems: &mut Problems) -> Option<Vec<Option<Card>>> {
    read_all(numbers, path, limits::TILES, problems, |&number, path, problems| match number {
        0 => Some(None),
        number => read_card(number, path, problems).map(Some),
    })
}

/// The path in the message of a path in the rules: the cards of hands and rows are in messages of their own.
fn field_of(path: &str) -> String {
    match path.split_once("][") {
        Some((list, card)) if list.starts_with("hands[") || list.starts_with("rows[") => {
            format!("{list}].cards[{card}")
        }
        _ => path.to_owned(),
    }
}

pub(super) fn read_position(
    position: &LokusPosition,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Position> {
    let setup = read_setup(position, path, problems)?;
    setup.position().map_err(|faults| problems.faults(path, &faults, field_of)).ok()
}

fn read_setup(position: &LokusPosition, path: &Path<'_>, problems: &mut Problems) -> Option<Setup> {
    let options = path.field("options");
    let options = required(position.options.as_ref(), &options, problems)
        .and_then(|told| read_options(told, &options, problems));
    let hands = read_all(&position.hands, &path.field("hands"), limits::HANDS, problems, read_hand);
    let starters = read_cards(&position.starters, &path.field("starters"), problems);
    let rounds = read_all(&position.rounds, &path.field("rounds"), limits::TILES, problems, read_round);
    let chosen = read_chosen(&position.chosen, &path.field("chosen"), problems);
    let options = options?;
    let carried = if position.carried.is_empty() {
        vec![0; options.players.into()]
    } else {
        position.carried.iter().copied().map(i128::from).collect()
    };
    Some(Setup {
        options,
        viewer: position.viewer.map(i64::from),
        deal: position.deal.into(),
        carried,
        hands: hands?,
        starters: starters?,
        rounds: rounds?,
        chosen: chosen?,
        asks_first: position.asks_first.into(),
    })
}

pub(super) fn write_setup(setup: Setup) -> LokusPosition {
    let nobody_has_chosen = setup.chosen.iter().all(Option::is_none);
    LokusPosition {
        options: Some(write_options(&setup.options)),
        viewer: setup.viewer.map(|viewer| viewer as u32),
        deal: setup.deal as u32,
        carried: setup.carried.into_iter().map(write_points).collect(),
        hands: setup.hands.into_iter().map(write_hand).collect(),
        starters: write_cards(setup.starters),
        rounds: setup.rounds.iter().map(write_round).collect(),
        chosen: if nobody_has_chosen {
            Vec::new()
        } else {
            setup.chosen.into_iter().map(|card| card.map_or(0, write_card)).collect()
        },
        asks_first: setup.asks_first as u32,
        text: String::new(),
    }
}

pub(super) fn write_table(public: &Public) -> LokusTable {
    let (stage, stage_seat, stage_row) = write_stage(public);
    LokusTable {
        rows: public.rows().iter().copied().map(write_row).collect(),
        round: public.round().into(),
        rolls: public.rolls().iter().copied().map(u32::from).collect(),
        cleaning: public.cleaning().iter().copied().map(u32::from).collect(),
        draw_pile: public.draw_pile().into(),
        scores: public.scores().iter().copied().map(write_points).collect(),
        hand_counts: Seats::new(public.players()).map(|seat| public.hand_count(seat).into()).collect(),
        stage: stage.into(),
        stage_seat: stage_seat.map(|seat| seat.index() as u32),
        stage_row: stage_row.map(|row| row.index() as u32),
    }
}

/// The stage, the seat and the row that it is about.
fn write_stage(public: &Public) -> (LokusStage, Option<Seat>, Option<RowIndex>) {
    match public.stage() {
        Stage::Hand(seat) => (LokusStage::Hand, Some(seat), None),
        Stage::Starter(row) => (LokusStage::Starter, None, Some(row)),
        Stage::Choose => (LokusStage::Choose, None, None),
        Stage::Row(_) => (LokusStage::Row, public.decision().map(|(seat, ..)| seat), None),
        // The miss whose second roll is drawn is the last placement there.
        Stage::Draw(_) => {
            let miss = public.placements(public.round()).last();
            (LokusStage::Draw, miss.map(|placement| placement.seat), None)
        }
        Stage::Over => (LokusStage::Over, None, None),
    }
}

pub(super) fn read_row(row: &LokusRow, path: &Path<'_>, problems: &mut Problems) -> Option<Vec<Card>> {
    read_cards(&row.cards, &path.field("cards"), problems)
}

pub(super) fn write_row(row: Row) -> LokusRow {
    LokusRow { cards: write_cards(row.iter()) }
}

pub(super) fn read_move(
    chosen: &LokusMove,
    path: &Path<'_>,
    problems: &mut Problems,
) -> Option<Spoken<Attempt>> {
    let seat = chosen.seat;
    let Some(choice) = &chosen.choice else {
        problems.add(path, "required", "say what to do: card, row, decline, text or actions");
        return None;
    };
    let attempt = match choice {
        lokus_move::Choice::Card(card) => read_card(*card, &path.field("card"), problems)
            .map(|card| Attempt::Choose { seat, colour: card.colour(), number: card.number().into() }),
        lokus_move::Choice::Row(row) => Some(Attempt::Row { seat, row: *row }),
        lokus_move::Choice::Decline(_) => Some(Attempt::Decline { seat }),
        lokus_move::Choice::Text(text) => read_text(text, &path.field("text"), problems),
        lokus_move::Choice::Actions(word) => {
            return read_word::<Position>(word, &path.field("actions"), problems);
        }
    };
    attempt.map(Spoken::Attempt)
}

pub(super) fn write_move(chosen: Move) -> LokusMove {
    let choice = match chosen {
        Move::Choose { card, .. } => lokus_move::Choice::Card(write_card(card)),
        Move::Row { row, .. } => lokus_move::Choice::Row(row.index() as u32),
    };
    LokusMove { seat: chosen.seat().index() as u32, choice: Some(choice) }
}

pub(super) fn read_event(event: &LokusEvent, path: &Path<'_>, problems: &mut Problems) -> Option<Event> {
    let Some(event) = &event.event else {
        problems.add(path, "required", "say what happens: hand, starter, draw or text");
        return None;
    };
    match event {
        lokus_event::Event::Hand(LokusDealtHand { seat, cards }) => {
            let path = path.field("hand");
            let seat = read_seat(*seat, &path.field("seat"), problems);
            let cards = read_card_set(cards, &path.field("cards"), problems);
            Some(Event::Hand { seat: seat?, cards: cards? })
        }
        lokus_event::Event::Starter(LokusStarter { row, card }) => {
            let path = path.field("starter");
            let row = read_row_index(*row, &path.field("row"), problems);
            let card = read_card(*card, &path.field("card"), problems);
            Some(Event::Starter { row: row?, card: card? })
        }
        lokus_event::Event::Draw(LokusDraw { seat, card }) => {
            let path = path.field("draw");
            let seat = read_seat(*seat, &path.field("seat"), problems);
            let card = read_card(*card, &path.field("card"), problems);
            Some(Event::Draw { seat: seat?, card: card? })
        }
        lokus_event::Event::Text(text) => read_text(text, &path.field("text"), problems),
    }
}

pub(super) fn write_score(score: &Score, players: u8) -> LokusScore {
    let players = usize::from(players).min(MAX_SEATS);
    LokusScore {
        placements: score.placements.iter().flatten().copied().map(write_resolved).collect(),
        rolls: score.rolls[..players].iter().copied().map(u32::from).collect(),
        cleaning: score.cleaning[..players].iter().copied().map(u32::from).collect(),
        minus: score.minus.map_or(Vec::new(), |minus| minus[..players].to_vec()),
    }
}

fn write_resolved(placement: PublicPlacement) -> LokusResolvedPlacement {
    let (row, cleared) = match placement.settled {
        Settled::Row { row, cleared } => (Some(row.index() as u32), cleared),
        Settled::Miss { .. } => (None, false),
    };
    let (seat, card) = (placement.seat.index() as u32, write_card(placement.card));
    LokusResolvedPlacement { seat, card, row, cleared }
}

/// The faults of a round without a game, with paths into its request.
pub(super) fn round_faults(faults: &Faults, problems: &mut Problems) {
    problems.faults(&Path::Root, faults, |path| match path {
        "row_choices[0]" => "lowest_row".to_owned(),
        "row_choices[1]" => "highest_row".to_owned(),
        path => field_of(path),
    });
}

pub(super) fn write_resolution(resolution: &Resolution, players: usize) -> LokusServiceResolveRoundResponse {
    let (lowest, highest) = (resolution.lowest.0.index() as u32, resolution.highest.0.index() as u32);
    LokusServiceResolveRoundResponse {
        lowest_seat: lowest,
        highest_seat: highest,
        placements: resolution.placements.iter().flatten().map(write_round_placement).collect(),
        missing_seat: resolution.missing.map(|which| if which == Which::Low { lowest } else { highest }),
        rows: resolution.rows.iter().copied().map(write_row).collect(),
        rolls: resolution.rolls[..players].iter().copied().map(u32::from).collect(),
        cleaning: resolution.cleaning[..players].iter().copied().map(u32::from).collect(),
    }
}

fn write_round_placement(placement: &Placement) -> LokusRoundPlacement {
    let row = match placement.placed {
        Placed::Row { row, .. } => Some(row.index() as u32),
        Placed::Miss => None,
    };
    LokusRoundPlacement {
        seat: placement.seat.index() as u32,
        card: write_card(placement.card),
        takes: (0..2).filter(|&row| placement.takes[row as usize]).collect(),
        row,
        set_aside: write_cards(placement.set_aside.iter()),
        rows_after: placement.rows_after.iter().copied().map(write_row).collect(),
    }
}

/// The bit of a broken rule in `LokusSharedVerdicts.violations`.
pub(super) fn violation_bit(broken: &Illegal) -> u32 {
    let violation = match broken {
        Illegal::GameOver => LokusViolation::GameOver,
        Illegal::ChancePending => LokusViolation::ChancePending,
        Illegal::UnknownCard { .. } => LokusViolation::UnknownCard,
        Illegal::CardNotInHand { .. } => LokusViolation::CardNotInHand,
        Illegal::AlreadyChosen { .. } => LokusViolation::AlreadyChosen,
        Illegal::WrongSeat { .. } => LokusViolation::WrongSeat,
        Illegal::RowChoicePending { .. } => LokusViolation::RowChoicePending,
        Illegal::WrongDecider { .. } => LokusViolation::WrongDecider,
        Illegal::NotADecision => LokusViolation::NotADecision,
        Illegal::RowOutOfRange { .. } => LokusViolation::RowOutOfRange,
        Illegal::RowColorTaken { .. } => LokusViolation::RowColorTaken,
        Illegal::RowNumberTaken { .. } => LokusViolation::RowNumberTaken,
        Illegal::CannotDecline => LokusViolation::CannotDecline,
    };
    1 << violation as u32
}

#[cfg(test)]
mod tests {
    use spielwerk::common::Violation;

    use super::*;
    use crate::messages::spielwerk::v1::LokusCard;

    #[test]
    fn cards_have_the_names_of_their_numbers() {
        for card in Card::all() {
            let mut problems = Problems::default();
            assert_eq!(read_card(write_card(card), &Path::Root, &mut problems), Some(card));
            let name = LokusCard::try_from(write_card(card)).expect("a card").as_str_name();
            assert_eq!(
                name,
                format!("LOKUS_CARD_{}_{}", card.colour().name().to_ascii_uppercase(), card.number())
            );
        }
        for number in [-1, 0, 73, 256] {
            assert_eq!(read_card(number, &Path::Root, &mut Problems::default()), None);
        }
    }

    #[test]
    fn violations_have_the_names_of_the_rules() {
        let mut named: Vec<String> = (1..)
            .map_while(|number| LokusViolation::try_from(number).ok())
            .map(|violation| violation.as_str_name().replace("LOKUS_VIOLATION_", "").to_ascii_lowercase())
            .collect();
        named.sort_unstable();
        let slugs: Vec<&str> = Illegal::catalogue().iter().map(|&(slug, _)| slug).collect();
        assert_eq!(named, slugs);
    }
}
