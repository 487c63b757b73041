"""Schraube locker read a second time, slowly, from the rule book alone, and played beside the engine.

The first half is the game in plain Python: cards are their numbers, hands are sets, dice are sorted lists of faces. It
shares nothing with the engine, so what one of them misreads shows as a difference. The second half lets both play the
same random games and compares all that can be told of them.
"""

from __future__ import annotations

import csv
import pickle
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from spielwerk import Turn, schraube
from spielwerk.schraube import Move, Options, Position, Reveal, Roll

if TYPE_CHECKING:
    from collections.abc import Iterable

Attempt = tuple[
    Any, ...
]  # such as ("place", 2) or ("swap", 1, 39, 4): what, and the details in the order of the engine

FILE = Path(__file__).parents[1] / "data" / "schraube" / "deck_default.csv"
ROWS = csv.DictReader(FILE.read_text(encoding="utf-8").splitlines())
DECK = {int(row["id"]): (row["kind"], int(row["value"]), int(row["face"])) for row in ROWS}
"""S2, S3: kind, value and face of each point card."""
KIND = {card: kind for card, (kind, _, _) in DECK.items()}
VALUE = {card: value for card, (_, value, _) in DECK.items()}
FACE = {card: face for card, (_, _, face) in DECK.items()}
PHASES = {
    "start": "start",
    **dict.fromkeys(("place", "sum", "reroll", "laser", "extra", "stop"), "place"),
    **dict.fromkeys(("swap", "gift", "end_visit"), "visit"),
    **dict.fromkeys(("combine", "end_turn"), "combine"),
}
"""The phase of a turn to which each decision belongs."""
SETS = {
    ("nut", "screw"): 1,
    ("double_screw", "nut", "nut"): 2,
    ("double_nut", "screw", "screw"): 2,
    ("double_nut", "double_screw"): 2,
}
"""S18: the pairs of each set of kinds."""


# The book


@dataclass
class Pile:
    """A pile of the circle (S4)."""

    open: int | None = None
    down: int = 7
    dice: list[int] = field(default_factory=list)


@dataclass
class Hand:
    """What lies in front of a player."""

    open: set[int] = field(default_factory=set)
    covered: set[tuple[int, ...]] = field(default_factory=set)
    bonus: int = 0

    def values(self) -> int:
        """S22: the printed values of all cards owned."""
        return sum(VALUE[card] for card in self.open.union(*self.covered))

    def covered_pairs(self) -> int:
        """The pairs of the covered sets."""
        return sum(pairs(cards) for cards in self.covered)

    def sets(self) -> set[tuple[int, ...]]:
        """S18: the sets that could be covered now."""
        return {cards for size in (2, 3) for cards in combinations(sorted(self.open), size) if pairs(cards)}


def pairs(cards: tuple[int, ...]) -> int:
    """The pairs of a set of cards, 0 if they are none (S18)."""
    return SETS.get(tuple(sorted(KIND[card] for card in cards)), 0)


def most_pairs(kinds: Counter[str]) -> int:
    """S21: the pairs of the best sets that can be made of cards of these kinds."""
    return max(
        (SETS[one] + most_pairs(kinds - Counter(one)) for one in SETS if Counter(one) <= kinds), default=0
    )


class Table:
    """A game of Schraube locker as it lies on the table."""

    def __init__(self, options: Options) -> None:
        """S4: six piles of seven cards, nothing turned up; S5: seat 0 puts its figure down first."""
        self.options, self.players = options, options.players
        self.piles = [Pile() for _ in range(6)]
        self.unseen, self.removed, self.bonus_left = set(DECK), set[int](), 6
        self.figures: list[int | None] = [None] * self.players
        self.hands = [Hand() for _ in range(self.players)]
        self.phase, self.mover = "start", 0
        self.to_reveal: list[int] = []
        self.unplaced: list[int] = []
        self.to_roll = self.rerolls_left = 0
        self.fresh, self.visited = set[int](), set[int]()
        self.happened: list[Attempt] = []  # what the last step brought about by itself

    # Questions

    def face(self, pile: int) -> int:
        """The face of the open card of a pile."""
        return FACE[self.piles[pile].open or 0]

    def circle(self) -> list[int]:
        """S7: the piles clockwise from the one after the figure; its own pile is the last."""
        return [((self.figures[self.mover] or 0) + step) % 6 for step in range(1, 7)]

    def demanded(self) -> int | None:
        """S7: the first pile without a die, if an unplaced die shows its face."""
        bare = [pile for pile in self.circle() if not self.piles[pile].dice]
        return bare[0] if bare and self.face(bare[0]) in self.unplaced else None

    def holds(self, *kinds: str) -> list[int]:
        """The open cards of the seat on turn that are of these kinds."""
        return sorted(card for card in self.hands[self.mover].open if KIND[card] in kinds)

    def broken(self, attempt: Attempt) -> set[str]:
        """Every rule that an attempt of the seat on turn breaks."""
        if PHASES[attempt[0]] != self.phase:
            return {"wrong_phase"}
        return {slug for slug, is_broken in self.conditions(attempt).items() if is_broken}

    def conditions(self, attempt: Attempt) -> dict[str, bool]:
        """What an attempt in its phase could break."""
        broken: dict[str, bool] = {}
        if self.phase == "place" and attempt[0] not in {"laser", "extra"}:  # S14: these can come between
            demanded = self.demanded()
            broken["forced_placement_pending"] = demanded is not None and attempt != ("place", demanded)  # S7
        match attempt:
            case "place", pile:  # S7, S8
                broken["pile_covered"] = bool(self.piles[pile].dice)
                broken["no_matching_die"] = self.face(pile) not in self.unplaced
            case "sum", pile, dice:  # S25
                broken["not_pro"] = not self.options.pro
                broken["pile_covered"] = bool(self.piles[pile].dice)
                broken["too_few_dice"] = len(dice) < 2
                broken["dice_not_unplaced"] = not Counter(dice) <= Counter(self.unplaced)
                broken["wrong_sum"] = sum(dice) != self.face(pile)
            case ("reroll",):  # S6, S9
                broken["no_rolls_left"] = not self.rerolls_left
                broken["no_dice_left"] = not self.unplaced
            case "laser", card, old, new:  # S12
                broken |= self.card_conditions(card, "laser")
                broken["die_not_unplaced"] = old not in self.unplaced
                broken["same_face"] = old == new
            case "extra", card:  # S13
                broken |= self.card_conditions(card, "extra_roll")
                broken["no_dice_left"] = not self.unplaced
            case ("swap" | "gift") as kind, seat, give, *take:  # S16
                broken |= self.card_conditions(give, kind)
                broken["fresh_card"] = give in self.fresh  # S19
                broken["no_such_seat"] = seat >= self.players
                broken["own_seat"] = seat == self.mover
                if seat < self.players and seat != self.mover:
                    broken["not_on_pile"] = self.figures[seat] != self.figures[self.mover]
                    broken["already_visited"] = seat in self.visited
                    broken["wanted_card_not_open"] = not self.hands[seat].open.issuperset(take)
            case "combine", cards:  # S18
                broken["card_not_open"] = not self.hands[self.mover].open.issuperset(cards)
                broken["not_a_set"] = not pairs(cards)
        return broken

    def card_conditions(self, card: int, kind: str) -> dict[str, bool]:
        """S12, S13, S16: it is an own open card of this kind."""
        return {"card_not_open": card not in self.hands[self.mover].open, "wrong_kind": KIND[card] != kind}

    def conceivable(self) -> list[Attempt]:
        """All that can be said in this phase with what there is: the legal moves are among them."""
        faces, piles, seats = range(1, 7), range(6), range(self.players)
        sums = {dice for size in range(2, 7) for dice in combinations(sorted(self.unplaced), size)}
        by_phase: dict[str, list[Iterable[Attempt]]] = {
            "start": [(("start", pile) for pile in piles)],
            "place": [
                [("reroll",), ("stop",)],
                (("place", pile) for pile in piles),
                (("sum", pile, dice) for pile in piles for dice in sums),
                (("laser", card, *turn) for card in self.holds("laser") for turn in product(faces, faces)),
                (("extra", card) for card in self.holds("extra_roll")),
            ],
            "visit": [
                [("end_visit",)],
                (("swap", seat, *cards) for seat in seats for cards in product(self.holds("swap"), DECK)),
                (("gift", seat, card) for seat in seats for card in self.holds("gift")),
            ],
            "combine": [[("end_turn",)], (("combine", cards) for cards in self.hands[self.mover].sets())],
        }
        return [attempt for attempts in by_phase.get(self.phase, []) for attempt in attempts]

    def legal(self) -> set[Attempt]:
        """All legal moves."""
        return {attempt for attempt in self.conceivable() if not self.broken(attempt)}

    def points(self, seat: int) -> tuple[int, int, int, int]:
        """S22: values, covered pairs, pairs of the best sets left (S21), bonus cards."""
        hand = self.hands[seat]
        return (
            hand.values(),
            hand.covered_pairs(),
            most_pairs(Counter(KIND[card] for card in hand.open)),
            hand.bonus,
        )

    def totals(self) -> tuple[int, ...]:
        """S22: three points a pair, six a bonus card."""
        every = map(self.points, range(self.players))
        return tuple(values + 3 * (covered + final) + 6 * bonus for values, covered, final, bonus in every)

    # What happens

    def play(self, attempt: Attempt) -> None:  # noqa: C901 one case a decision
        """A legal move, and all that follows from it by itself."""
        self.happened = []
        mine = self.hands[self.mover].open
        match attempt:
            case "start", pile:  # S5: figures in seat order, then the top cards
                self.figures[self.mover] = pile
                self.mover = (self.mover + 1) % self.players
                if not self.mover:
                    self.phase, self.to_reveal = "reveal", list(range(6))
            case "place", pile:  # S7, S8
                self.put(pile, (self.face(pile),))
                self.chain()
            case "sum", pile, dice:  # S25
                self.put(pile, dice)
                self.chain()
            case ("reroll",):  # S9
                self.rerolls_left -= 1
                self.roll_again()
            case "laser", card, old, new:  # S12
                mine.remove(card)
                self.removed.add(card)
                self.unplaced.remove(old)
                self.unplaced = sorted([*self.unplaced, new])
                self.chain()
            case "extra", card:  # S13: it does not count towards the rolls of the turn
                mine.remove(card)
                self.removed.add(card)
                self.roll_again()
            case ("stop",):  # S10
                self.move()
            case "swap" | "gift", seat, give, *take:  # S16; S19: what is taken can't be used in this turn
                yours = self.hands[seat].open
                mine.remove(give)
                yours.difference_update(take)
                yours.add(give)
                mine.update(take)
                self.fresh.update(take)
                self.visited.add(seat)
                self.visit()
            case ("end_visit",):
                self.take()
            case "combine", cards:  # S18
                mine.difference_update(cards)
                self.hands[self.mover].covered.add(cards)
                self.offer_sets()
            case ("end_turn",):
                self.end_turn()

    def reveal(self, card: int) -> None:
        """Chance turns up the next card of a pile (S5, S17)."""
        self.happened = []
        pile = self.piles[self.to_reveal.pop(0)]
        pile.open, pile.down = card, pile.down - 1
        self.unseen.remove(card)
        if self.fresh:  # somebody has just taken a card
            self.offer_sets()
        elif not self.to_reveal:
            self.begin_turn()

    def begin_turn(self) -> None:
        """S6: the first roll uses all six dice."""
        self.phase, self.to_roll, self.rerolls_left = "roll", 6, self.options.max_rolls - 1

    def roll_again(self) -> None:
        """All unplaced dice are about to be rolled."""
        self.phase, self.to_roll, self.unplaced = "roll", len(self.unplaced), []

    def roll(self, dice: list[int]) -> None:
        """Chance rolls all unplaced dice."""
        self.happened = []
        self.phase, self.to_roll, self.unplaced = "place", 0, sorted(dice)
        self.chain()

    def put(self, pile: int, dice: tuple[int, ...]) -> None:
        """Dice go to a pile and stay there (S11)."""
        self.piles[pile].dice = list(dice)
        self.unplaced = sorted((Counter(self.unplaced) - Counter(dice)).elements())

    def chain(self) -> None:
        """S7: what must be placed is, unless a laser or an extra roll could come between (S14)."""
        while (pile := self.demanded()) is not None and not self.holds("laser", "extra_roll"):
            self.put(pile, (self.face(pile),))
            self.happened.append(("place", pile))
        if all(pile.dice for pile in self.piles):
            self.move()  # S10: by itself

    def move(self) -> None:
        """S15: the figure moves to the end of the unbroken run of dice; without a run the turn is over."""
        old, circle = self.figures[self.mover], self.circle()
        run = [*(bool(self.piles[pile].dice) for pile in circle), False].index(False)
        self.unplaced, self.rerolls_left = [], 0
        for pile in self.piles:
            pile.dice = []
        if not run:
            self.happened.append(("empty_run",))
            self.offer_sets()
            return
        self.figures[self.mover] = circle[run - 1]
        self.happened.append(("move", circle[run - 1], old, run))
        if run == 6:
            self.bonus_left -= 1
            self.hands[self.mover].bonus += 1
            self.happened.append(("bonus",))
        self.visit()

    def visit(self) -> None:
        """S16: a decision while there is something to do."""
        self.phase = "visit"
        if self.legal() == {("end_visit",)}:
            self.take()

    def take(self) -> None:
        """S17: the card of the pile at the figure; the next one is turned up."""
        number = self.circle()[-1]
        pile = self.piles[number]
        card, pile.open = pile.open or 0, None
        self.hands[self.mover].open.add(card)
        self.fresh.add(card)
        self.happened.append(("take", number, None, None, card))
        if pile.down:
            self.phase, self.to_reveal = "reveal", [number]
        else:
            self.offer_sets()

    def offer_sets(self) -> None:
        """S18: a decision while there is a set."""
        self.phase = "combine"
        if not self.hands[self.mover].sets():
            self.end_turn()

    def end_turn(self) -> None:
        """S20: the game ends when a pile or the bonus pile is empty."""
        self.fresh, self.visited = set(), set()
        self.happened.append(("turn_end",))
        if self.end():
            self.phase = "over"
            self.happened.append(("game_end",))
        else:
            self.mover = (self.mover + 1) % self.players
            self.begin_turn()

    def end(self) -> str | None:
        """S20: what is empty."""
        pile, bonus = any(pile.open is None for pile in self.piles), not self.bonus_left
        return "both_empty" if pile and bonus else "pile_empty" if pile else "bonus_empty" if bonus else None

    def winners(self) -> tuple[int, ...]:
        """S22: most points win, a tie is a shared win."""
        totals = self.totals()
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


# Beside the engine

MOVES = {what: getattr(schraube, what.title().replace("_", "")) for what in PHASES}
NAMES = {kind: name for name, kind in MOVES.items()}


def to_engine(attempt: Attempt) -> Move:
    """An attempt as the engine's value."""
    move: Move = MOVES[attempt[0]](*attempt[1:])
    return move


def from_engine(move: Move) -> Attempt:
    """A move of the engine in the words of this book."""
    return NAMES[type(move)], *(getattr(move, part) for part in move.__match_args__)  # type: ignore[attr-defined]


def compare(table: Table, position: Position) -> None:
    """All that is told of a position."""
    assert position == built(table)
    assert position.phase.value == table.phase
    assert position.mover == table.mover
    assert list(position.figures) == table.figures
    assert [Pile(pile.open, pile.down, list(pile.dice)) for pile in position.piles] == table.piles
    assert [Hand(set(hand.open), set(hand.covered), hand.bonus) for hand in position.hands] == table.hands
    assert set(position.unseen) == table.unseen
    assert set(position.removed) == table.removed
    assert position.bonus_left == table.bonus_left
    assert position.to_roll == table.to_roll
    assert list(position.unplaced) == table.unplaced
    assert position.rerolls_left == table.rerolls_left
    assert set(position.fresh) == table.fresh
    assert set(position.visited) == table.visited
    every = [(one.values, one.covered_pairs, one.final_pairs, one.bonus) for one in position.points]
    assert every == [table.points(seat) for seat in range(table.players)]
    assert tuple(one.total for one in position.points) == table.totals()
    if position.outcome is None:
        assert position.turn == (Turn.CHANCE if table.phase in {"roll", "reveal"} else table.mover)
    else:
        assert position.turn is Turn.OVER
        assert position.outcome.points == table.totals()
        assert position.outcome.reason.value == table.end()
        assert position.outcome.winners == table.winners()


def compare_verdict(table: Table, position: Position, attempt: Attempt) -> None:
    """One verdict: the broken rules, or what the move brings and what follows by itself."""
    move, broken = to_engine(attempt), table.broken(attempt)
    verdict = position.check(move)
    assert sorted(violation.slug for violation in verdict.violations) == sorted(broken), (
        position.text,
        attempt,
    )
    assert verdict.legal == (not broken)
    if verdict.score is not None:
        after: Table = pickle.loads(pickle.dumps(table))  # noqa: S301
        after.play(attempt)
        now, before = (
            (hand.values(), hand.covered_pairs(), hand.bonus)
            for hand in (after.hands[table.mover], table.hands[table.mover])
        )
        gained = tuple(more - less for more, less in zip(now, before, strict=True))
        score = verdict.score
        assert (score.values, score.pairs, score.bonus) == gained
        assert score.points == gained[0] + 3 * gained[1] + 6 * gained[2]
        assert told(position, move) == after.happened, (position.text, attempt)


def told(position: Position, step: Any) -> list[Attempt]:
    """What the engine says to happen by itself after a step, in the words of this book."""
    every = [
        (one.what.value, one.pile, one.moved_from, one.run, one.card) for one in position.consequences(step)
    ]
    return [one[: max(at + 1 for at, part in enumerate(one) if part is not None)] for one in every]


def any_attempt(table: Table, random: Random) -> Attempt:
    """Anything that can be said, with a liking for cards that lie open."""
    fitting = [what for what in MOVES if PHASES[what] == table.phase]
    what = random.choice(fitting if fitting and random.random() < 0.8 else list(MOVES))
    near = [card for hand in table.hands for card in hand.open]
    cards = [*random.sample(sorted(DECK), 2), *random.choices(near, k=min(4, len(near))), *table.fresh]
    dice = tuple(sorted(random.choices([*table.unplaced, *range(1, 7)], k=random.randrange(4))))
    seat, pile, card = random.randrange(min(table.players + 1, 4)), random.randrange(6), random.choice(cards)
    details: dict[str, tuple[Any, ...]] = {
        "start": (pile,),
        "place": (pile,),
        "sum": (pile, dice),
        "laser": (card, random.choice([*table.unplaced, pile + 1]), random.randint(1, 6)),
        "extra": (card,),
        "swap": (seat, card, random.choice(cards)),
        "gift": (seat, card),
        "combine": (
            tuple(sorted(random.sample(sorted(set(cards)), min(len(set(cards)), random.randint(2, 3))))),
        ),
    }
    return what, *details.get(what, ())


def happen(table: Table, position: Position, random: Random) -> Position:
    """Chance does its next thing to both (S23, S24)."""
    if table.phase == "roll":
        dice = [random.randint(1, 6) for _ in range(table.to_roll)]
        event: Roll | Reveal = Roll(dice)
        ways = factorial(len(dice)) // prod(factorial(count) for count in Counter(dice).values())
        assert position.probability(event) == Fraction(ways, 6 ** len(dice))
        table.roll(dice)
    else:
        card = random.choice(sorted(table.unseen))
        event = Reveal(table.to_reveal[0], card)
        assert position.probability(event) == Fraction(1, len(table.unseen))
        table.reveal(card)
    assert told(position, event) == table.happened
    return position.apply(event)


def begin_late(table: Table, random: Random) -> None:
    """The middle of a turn near the end, with much to use, to visit, to combine and to run out of."""
    cards = random.sample(sorted(DECK), len(DECK))
    table.piles = [Pile(cards.pop(), 0) for _ in range(6)]
    table.unseen = {cards.pop() for _ in range(12)}
    for higher in random.sample(table.piles * 6, 12):
        higher.down += 1
    for hand in table.hands:
        hand.open = {cards.pop() for _ in range(24 // table.players)}
        while random.random() < 0.5 and (sets := sorted(hand.sets())):
            hand.covered.add(covered := random.choice(sets))
            hand.open.difference_update(covered)
    table.bonus_left = random.randint(1, 6)
    table.hands[0].bonus = 6 - table.bonus_left
    table.mover, table.rerolls_left = (
        random.randrange(table.players),
        random.randrange(table.options.max_rolls),
    )
    table.figures = [random.randrange(6)] * table.players
    if random.random() < 0.5:  # just moved to where all others stand
        table.rerolls_left = 0
        table.visit()
        return
    table.figures[table.mover] = random.randrange(6)
    for pile in random.sample(range(6), random.randrange(6)):
        table.piles[pile].dice = [table.face(pile)]
    table.roll([random.randint(1, 6) for pile in table.piles if not pile.dice])


def built(table: Table) -> Position:
    """The position that lies on the table."""
    return Position.build(
        table.options,
        phase=schraube.Phase(table.phase),
        mover=table.mover,
        figures=table.figures,
        piles=[schraube.Pile(pile.open, pile.down, pile.dice) for pile in table.piles],
        hands=[schraube.Hand(hand.open, hand.covered, hand.bonus) for hand in table.hands],
        removed=table.removed,
        bonus_left=table.bonus_left,
        rerolls_left=table.rerolls_left,
        to_roll=table.to_roll,
        unplaced=table.unplaced,
        fresh=table.fresh,
        visited=table.visited,
    )


RELUCTANT = {"stop", "end_visit", "end_turn"}
"""What the random players rather leave."""


SEEDS = [0, 1, *range(8, 19), 42, 56]
"""Games in which every end comes and every rule is broken."""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_both_play_the_same_game(seed: int, players: int) -> None:
    """A random game; the first two are whole, the others begin near the end."""
    random = Random(seed)
    options = Options(players, max_rolls=1 + (players + seed) % 4, pro=seed % 2 == 0)
    table, position = Table(options), Position.start(options)
    if seed > 1:
        begin_late(table, random)
        position = built(table)
    while True:
        compare(table, position)
        legal = sorted(table.legal())
        assert sorted(map(from_engine, position.legal_moves)) == legal, position.text
        for attempt in [*legal, *(any_attempt(table, random) for _ in range(20))]:
            compare_verdict(table, position, attempt)
        if table.phase == "over":
            break
        if legal:
            eager = [attempt for attempt in legal if attempt[0] not in RELUCTANT]
            attempt = random.choice(eager if eager and random.random() < 0.8 else legal)
            table.play(attempt)
            position = position.play(to_engine(attempt))
        else:
            position = happen(table, position, random)
