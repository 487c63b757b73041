"""Lokus read a second time, slowly, from the rule book alone, and played beside the engine.

The first half is the game in plain Python: a card is a pair of number and colour, so that cards compare as the book
orders them; hands are sets, rows are lists. It shares nothing with the engine, so what one of them misreads shows as a
difference. The second half lets both play the same random games and compares all that can be told of them.
"""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from spielwerk import Turn
from spielwerk.lokus import (
    Choose,
    ChooseRow,
    Decline,
    Draw,
    Event,
    Hand,
    Move,
    Options,
    Placement,
    Position,
    Starter,
    check_row,
    minus_points,
    resolve_rounds,
)

Card = tuple[int, int]  # number 1 to 12, colour 0 to 5: tuples compare by L2
Attempt = tuple[str, int, Any]  # ("choose", seat, card), ("row", seat, row), ("decline", seat, None)

COLOURS = "rygbos"  # L2, lowest first; s is grey
CARDS = {(number, colour) for number in range(1, 13) for colour in range(6)}  # L1


# The book: rows and points


def taken(row: list[Card], card: Card) -> set[str]:
    """L8: why a row does not take a card."""
    colour = {"row_color_taken"} if any(card[1] == other[1] for other in row) else set()
    number = {"row_number_taken"} if any(card[0] == other[0] for other in row) else set()
    return colour | number


def cost(table: str | tuple[int, ...], rolls: int, cleaning: int) -> int:
    """L13: cleaning cards take off rolls, three take off all; L14: the rolls left become minus points."""
    left = 0 if cleaning >= 3 else max(0, rolls - cleaning)
    if table == "linear":
        return left
    return left * (left + 1) // 2 if table == "progressive" else int(table[left])


# The book: a game


class Table:
    """A game of Lokus as it lies on the table, hidden cards included."""

    def __init__(self, options: Options) -> None:
        """Before the first deal."""
        self.options, self.players = options, options.players
        self.scores = [0] * self.players
        self.deal, self.over = -1, False
        self.begin_deal()

    def begin_deal(self) -> None:
        """L4, L5: all cards come back; a hand for each seat is to be dealt, then the first card of each row."""
        self.deal, self.round = self.deal + 1, 0
        self.to_deal = [("hand", seat) for seat in range(self.players)]
        self.to_deal += [("starter", row) for row in (0, 1) if self.options.starters]
        self.pile, self.hands = set(CARDS), [set[Card]() for _ in range(self.players)]
        self.rows: list[list[Card]] = [[], []]
        self.rolls, self.cleaning = [0] * self.players, [0] * self.players
        self.chosen: dict[int, Card] = {}
        self.revealed: list[list[Card]] = []
        self.placements: list[list[tuple[int, Card, int | None, bool]]] = []
        self.waiting: list[int] = []  # who of the lowest and the highest player has yet to place (L7)
        self.drawing: int | None = None  # who has missed and draws the second roll (L9)

    def stage(self) -> str:
        """What comes next."""
        if self.over:
            return "over"
        if self.round == 11:
            return "hand"  # of the next deal
        if self.to_deal:
            return self.to_deal[0][0]
        return "draw" if self.drawing is not None else "row" if self.waiting else "choose"

    def asked(self) -> int | None:
        """Whose decision it is; choices are secret, so that asking one after the other changes nothing (L6, L17)."""
        match self.stage():
            case "row":
                return self.waiting[0]
            case "choose":
                return len(self.chosen)
        return None

    def broken(self, attempt: Attempt) -> set[str]:
        """Every rule that an attempt breaks."""
        what, seat, said = attempt
        stage, hands = self.stage(), self.hands
        if stage == "over":
            return {"game_over"}  # L5
        if stage not in {"choose", "row"}:
            return {"chance_pending"}  # L19
        if what == "choose" and stage == "row":
            return {"row_choice_pending"}  # L7: the rows first
        broken = set()
        if seat != self.asked():
            broken.add("wrong_seat" if stage == "choose" else "wrong_decider")  # L6, L7
        if what == "decline":
            broken.add("cannot_decline")  # L8
        elif what == "row" and stage == "choose":
            broken.add("not_a_decision")  # L18
        elif what == "row":
            broken |= set() if said in {0, 1} else {"row_out_of_range"}  # L8
        else:
            broken |= {"already_chosen"} if seat in self.chosen else set()  # L6
            if said not in CARDS:
                broken.add("unknown_card")  # L1
            elif seat < self.players and said not in hands[seat]:
                broken.add("card_not_in_hand")  # L6
        return broken

    def legal(self) -> set[Attempt]:
        """L6: any card of the hand; L18: either row."""
        seat = self.asked()
        if seat is None:
            return set()
        if self.stage() == "row":
            return {("row", seat, 0), ("row", seat, 1)}
        return {("choose", seat, card) for card in self.hands[seat]}

    def play(self, attempt: Attempt) -> None:
        """A legal move, and what follows from it by itself."""
        what, seat, said = attempt
        if what == "row":
            self.place(said)
            self.resolve()
            return
        self.hands[seat].remove(said)
        self.chosen[seat] = said
        if len(self.chosen) == self.players:
            cards = [self.chosen[each] for each in range(self.players)]
            self.chosen = {}
            self.reveal(cards)

    def reveal(self, cards: list[Card]) -> None:
        """L6: all cards at once; L7: the lowest places first, then the highest."""
        self.revealed.append(cards)
        self.placements.append([])
        self.waiting = [cards.index(min(cards)), cards.index(max(cards))]
        self.resolve()

    def resolve(self) -> None:
        """The placements of the round, as far as nobody has to decide or to draw."""
        while self.waiting and self.drawing is None:
            seat = self.waiting[0]
            rows = [row for row in (0, 1) if not taken(self.rows[row], self.revealed[-1][seat])]
            if len(rows) == 2:
                return  # L18: his decision
            self.place(rows[0] if rows else None)
            if not rows and self.pile:
                self.drawing = seat  # L9; L10: unless the pile is empty
        if self.drawing is None:
            self.finish_round()

    def place(self, row: int | None) -> None:
        """The next card goes to a row, or to none: a miss."""
        seat = self.waiting.pop(0)
        card, cleared = self.revealed[-1][seat], False
        if row is None:
            self.rolls[seat] += 2  # L9, L10
        else:
            self.rows[row].append(card)
            cleared = len(self.rows[row]) == 5
        if row is not None and cleared:  # L12
            self.rows[row] = [card]
            self.cleaning[seat] += 1
        self.placements[-1].append((seat, card, row, cleared))

    def finish_round(self) -> None:
        """L11: everybody else takes a roll; L13 to L15 after the eleventh round."""
        placed = {seat for seat, *_ in self.placements[-1]}
        for seat in set(range(self.players)) - placed:
            self.rolls[seat] += 1
        self.round += 1
        if self.round == 11:
            self.scores = [score + lost for score, lost in zip(self.scores, self.minus(), strict=True)]
            self.over = self.deal + 1 == self.options.deals  # L5

    def minus(self) -> tuple[int, ...]:
        """What the deal costs each seat as the rolls stand (L13, L14)."""
        return tuple(cost(self.options.table, *each) for each in zip(self.rolls, self.cleaning, strict=True))

    def happen(self, cards: list[Card]) -> None:
        """What chance does next: a hand (L4), a first card of a row (L4), the second roll of a miss (L9)."""
        if self.round == 11:
            self.begin_deal()
        self.pile -= set(cards)
        if self.drawing is not None:
            self.drawing = None
            self.resolve()
            return
        what, where = self.to_deal.pop(0)
        if what == "hand":
            self.hands[where] = set(cards)
        else:
            self.rows[where] = cards

    def winners(self) -> tuple[int, ...]:
        """L15: the fewest minus points win, a tie is a shared win."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == min(self.scores))


# Beside the engine


def text(card: Card) -> str:
    return COLOURS[card[1]] + str(card[0])


def read(card: Any) -> Card:
    return card.number, COLOURS.index(card.text[0])


def to_engine(attempt: Attempt) -> Move | str:
    """An attempt as the engine takes it; a card that does not exist can only be said in text."""
    match attempt:
        case "choose", seat, card:
            return Choose(seat, text(card)) if card in CARDS else f"{seat}:{text(card)}"
        case "row", seat, row:
            return ChooseRow(seat, row)
        case _:
            return Decline(attempt[1])


def from_engine(move: Move) -> Attempt:
    """A move of the engine in the words of this book."""
    match move:
        case Choose(seat, card):
            return "choose", seat, read(card)
        case ChooseRow(seat, row):
            return "row", seat, row
        case _:
            return "decline", move.seat, None


def told(placements: tuple[Placement, ...]) -> list[tuple[int, Card, int | None, bool]]:
    return [(placed.seat, read(placed.card), placed.row, placed.cleared) for placed in placements]


def compare(table: Table, position: Position) -> None:
    """All that is told of a position."""
    assert position.stage.value == table.stage()
    assert (position.deal, position.round) == (table.deal, table.round)
    assert [[read(card) for card in row] for row in position.rows] == table.rows
    assert list(position.rolls) == table.rolls
    assert list(position.cleaning) == table.cleaning
    assert list(position.scores) == table.scores
    assert position.minus == table.minus()
    assert {read(card) for card in position.pile} == table.pile
    assert position.draw_pile == len(table.pile)
    assert [{read(card) for card in hand} for hand in position.hands] == table.hands
    assert [card and read(card) for card in position.chosen or ()] == [
        table.chosen.get(seat) for seat in range(table.players)
    ]
    assert [[read(card) for card in cards] for cards in position.revealed] == table.revealed
    assert [told(placements) for placements in position.placements] == table.placements
    decision = position.decision and (
        position.decision[0],
        position.decision[1].value,
        read(position.decision[2]),
    )
    assert decision == open_decision(table)
    assert list(position.hand_counts) == [
        len(hand) + (seat in table.chosen) for seat, hand in enumerate(table.hands)
    ]
    assert (position.outcome is not None) == table.over
    if position.outcome is None:
        asked = table.asked()
        assert position.turn == (Turn.CHANCE if asked is None else asked)
    else:
        assert position.turn is Turn.OVER
        assert list(position.outcome.points) == table.scores
        assert position.outcome.winners == table.winners()


def open_decision(table: Table) -> tuple[int, str, Card] | None:
    """L18: who is to choose a row, whether as lowest or as highest, and for which card."""
    if table.stage() != "row":
        return None
    seat = table.waiting[0]
    return seat, ("high", "low")[len(table.waiting) - 1], table.revealed[-1][seat]


def gained(now: list[int], before: list[int]) -> tuple[int, ...]:
    return tuple(more - less for more, less in zip(now, before, strict=True))


def compare_verdict(table: Table, position: Position, attempt: Attempt) -> None:
    """One verdict: the broken rules, or what the move brings about at once."""
    verdict, broken = position.check(to_engine(attempt)), table.broken(attempt)
    slugs = [violation.slug for violation in verdict.violations]
    assert sorted(slugs) == sorted(broken), (position.text, attempt)
    assert verdict.legal == (not broken)
    if verdict.score is not None:
        after: Table = pickle.loads(pickle.dumps(table))  # noqa: S301
        after.play(attempt)
        earlier = sum(map(len, table.placements))
        placements = [placed for one_round in after.placements for placed in one_round]
        assert told(verdict.score.placements) == placements[earlier:]
        assert verdict.score.rolls == gained(after.rolls, table.rolls)
        assert verdict.score.cleaning == gained(after.cleaning, table.cleaning)
        assert verdict.score.minus == (after.minus() if after.round == 11 else None)


def any_attempt(table: Table, random: Random) -> Attempt:
    """Any seat says anything, with a liking for cards of the hands."""
    seat = random.randrange(table.players + 1)
    hands = [card for hand in table.hands for card in hand]
    cards = [
        random.choice(sorted(CARDS)),
        (random.choice((0, 13)), random.randrange(6)),
        *table.chosen.values(),
    ]
    cards += random.sample(hands, min(3, len(hands)))
    said = [
        ("choose", seat, random.choice(cards)),
        ("row", seat, random.randrange(3)),
        ("decline", seat, None),
    ]
    return random.choices(said, weights=(5, 2, 1))[0]


def next_event(table: Table, random: Random) -> tuple[Event, list[Card], int]:
    """What chance does next, and out of how many equally likely things (L19)."""
    pile = sorted(CARDS if table.round == 11 else table.pile)
    if table.drawing is not None:
        card = random.choice(pile)
        return Draw(table.drawing, text(card)), [card], len(pile)
    what, where = table.to_deal[0] if table.to_deal else ("hand", 0)
    if what == "hand":
        cards = random.sample(pile, 11)
        return Hand(where, "".join(map(text, cards))), cards, comb(len(pile), 11)
    card = random.choice(pile)
    return Starter(where, text(card)), [card], len(pile)


TABLES: list[str | tuple[int, ...]] = [
    "linear",
    "progressive",
    tuple(rolls * rolls * 10**9 for rolls in range(23)),
]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [0, 1])
def test_both_play_the_same_game(seed: int, players: int) -> None:
    random = Random(seed)
    turn = players + seed
    options = Options(players, starters=seed % 2 == 0, deals=1 + turn % 3, table=TABLES[turn % 3])
    table, position = Table(options), Position.start(options)
    while True:
        compare(table, position)
        legal = sorted(table.legal())
        assert sorted(map(from_engine, position.legal_moves)) == legal, position.text
        for attempt in [*legal, *(any_attempt(table, random) for _ in range(20))]:
            compare_verdict(table, position, attempt)
        if table.over:
            break
        if legal:
            attempt = random.choice(legal)
            table.play(attempt)
            position = position.play(to_engine(attempt))
        else:
            event, cards, ways = next_event(table, random)
            assert position.probability(event) == Fraction(1, ways)
            table.happen(cards)
            position = position.apply(event)


def any_rows(random: Random) -> list[list[Card]]:
    """Two rows as they can lie: up to four cards each, no colour and no number twice."""
    rows = []
    for _ in range(2):
        numbers, colours = random.sample(range(1, 13), 4), random.sample(range(6), 4)
        rows.append(list(zip(numbers, colours, strict=True))[: random.randrange(5)])
    return rows if set(rows[0]).isdisjoint(rows[1]) else any_rows(random)


def ranks(cards: list[Card]) -> list[int]:
    """L2, filled up as the arrays of the engine are."""
    return ([(number - 1) * 6 + colour for number, colour in cards] + [255] * 4)[: max(4, len(cards))]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_both_resolve_the_same_rounds(players: int) -> None:
    """Rounds without a game around them, some with a decision left open."""
    random = Random(players)
    asked: list[list[Any]] = [[], [], []]
    expected = []
    for _ in range(3_000):
        table, rows = Table(Options(players)), any_rows(random)
        shown = random.sample(sorted(CARDS.difference(*rows)), players)
        for row, card in product((0, 1), shown):
            told = check_row(["".join(map(text, cards)) for cards in rows], text(card), row)
            assert {violation.slug for violation in told} == taken(rows[row], card)
        asked[0].append(list(map(ranks, rows)))
        asked[1].append(ranks(shown)[:players])
        table.pile, table.rows, choices = set(), rows, [-1, -1]
        table.reveal(shown)
        while table.waiting and random.random() < 0.9:
            which, row = 2 - len(table.waiting), random.randrange(2)
            choices[which] = row
            table.play(("row", table.waiting[0], row))
        asked[2].append(choices)
        missing = 2 - len(table.waiting) if table.waiting else -1
        seats = [shown.index(min(shown)), shown.index(max(shown))]
        placed = [-1 if row is None else row for _, _, row, _ in table.placements[0]] + [-2] * len(
            table.waiting
        )
        expected.append((missing, seats, placed, list(map(ranks, table.rows)), table.rolls, table.cleaning))
    kinds: Any = (np.uint8, np.uint8, np.int8)
    done = resolve_rounds(*(np.array(column, kind) for column, kind in zip(asked, kinds, strict=True)))
    assert done.valid.all()
    columns = done.missing, done.seats, done.placed, done.rows, done.rolls, done.cleaning
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == expected


def test_both_count_the_same_points() -> None:
    for table, rolls, cleaning in product(TABLES, range(23), range(6)):
        assert minus_points(table, rolls, cleaning) == cost(table, rolls, cleaning)
