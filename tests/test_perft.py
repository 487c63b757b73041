"""The perft suite through Python; the Rust tests count it deeper, and a second way."""

import json
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk.errors import InvalidInputError, ParseError

DATA = Path(__file__).parent / "data" / "perft"
LIMIT = 30_000
"""Trees with more leaves than this are left to the Rust tests."""


@pytest.mark.parametrize("game", [qwirkle, lokus, schraube], ids=lambda game: game.__name__)
def test_perft(game: ModuleType) -> None:
    name = game.__name__.rpartition(".")[2]
    cases = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]
    assert len(cases) >= 20
    counted = 0
    for case in cases:
        position = game.Position.parse(case["position"])
        order = [case["order"]] if case["order"] is not None else []
        counts = zip(case["leaves"], case["decisions"], case["chances"], strict=True)
        for depth, (leaves, decisions, chances) in enumerate(counts, start=1):
            if leaves > LIMIT:
                break
            census = position.perft(depth, *order)
            assert (census.leaves, census.decisions, census.chances) == (leaves, decisions, chances), case[
                "id"
            ]
            counted += 1
    assert counted >= 15


GAMES = pytest.mark.parametrize("game", [qwirkle, lokus, schraube], ids=lambda game: game.__name__)


@GAMES
def test_a_count_ends_when_it_is_interrupted(game: ModuleType) -> None:
    """Also one over more events than any memory holds, as the first hand of Lokus has."""
    position = game.Position.start()
    while not position.is_chance:
        position = position.play(position.legal_moves[0])
    timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it may come before the work has begun
        timer.start()
        position.perft(9)
    timer.join()


@GAMES
def test_a_count_is_only_so_deep(game: ModuleType) -> None:
    """A game of Schraube locker need not end, and each decision takes stack."""
    position = game.Position.start().settle(Random(1))
    for depth in (-1, 65, 2**32, 10**40):
        for count in (position.perft, position.divide):
            with pytest.raises(InvalidInputError, match="depth_out_of_range"):
                count(depth)


def test_a_tree_is_divided_into_parts_that_fit_into_memory() -> None:
    for start in (lokus.Position.start(), qwirkle.Position.start()):
        with pytest.raises(InvalidInputError, match="too_many_events"):
            start.divide(1)


def test_a_deal_and_its_draw_pile_count_alike() -> None:
    cards = list(lokus.Card.all())
    Random(3).shuffle(cards)
    options = lokus.Options(2, deals=1)
    deal = lokus.FixedDeal(options, [cards[:11], cards[11:22]], cards[22:24], cards[24:])
    position = deal.settle(lokus.Position.start(options))
    text = " ".join(card.text for card in cards[24:])
    for depth in range(5):
        assert position.perft(depth, deal) == position.perft(depth, text) == position.perft(depth, cards[24:])
    assert position.divide(2, deal) == position.divide(2, text)


DECK = " ".join(map(str, range(1, 43)))


@pytest.mark.parametrize(
    ("count", "refusal"),
    [
        (lambda: lokus.Position.start().perft(1, "r1"), "pile_order_wrong"),
        (lambda: lokus.Position.start().settle(Random(1)).perft(1, "r1"), "pile_order_wrong"),
        (lambda: lokus.Position.start().settle(Random(1)).perft(1, "r1 x"), "a card such as r7 at offset 3"),
        (lambda: lokus.Position.start().settle(Random(1)).perft(1, "r1 " * 73), "72 cards"),
        (lambda: lokus.Position.start().settle(Random(1)).perft(1, other_deal()), "another_deal"),
        (lambda: lokus.Position.start(lokus.Options(3)).perft(1, other_deal()), "another_deal"),
        (lambda: schraube.Position.start().perft(1, ""), "/ and the dice"),
        (lambda: schraube.Position.start().perft(1, f"{DECK} / "), "a face"),
        (lambda: schraube.Position.start().perft(1, f"{DECK} / 17"), "a face"),
        (lambda: schraube.Position.start().perft(1, "1 2 / 1"), "42 cards"),
        (lambda: schraube.Position.start().perft(1, f"{DECK} 1 / 1"), "/ after 42 cards"),
        (lambda: schraube.Position.start().perft(1, f"1 {DECK[2:-2]}41 / 1"), "piles_order_wrong"),
        (lambda: dealt_otherwise().perft(1, f"{DECK} / 1"), "piles_order_wrong"),
        (lambda: qwirkle.Position.start().perft(1, "r0"), "bag_order_wrong"),
    ],
)
def test_an_order_that_is_none(count: Callable[[], object], refusal: str) -> None:
    with pytest.raises((InvalidInputError, ParseError), match=refusal):
        count()


def other_deal() -> lokus.FixedDeal:
    cards = lokus.Card.all()
    return lokus.FixedDeal(lokus.Options(2), [cards[:11], cards[11:22]], cards[22:24], cards[24:])


def dealt_otherwise() -> schraube.Position:
    """A position whose piles are known, and not those of the order."""
    cards = list(range(42, 0, -1))
    piles = [cards[7 * pile : 7 * pile + 7] for pile in range(6)]
    return schraube.Position.start(schraube.Options(piles=piles))
