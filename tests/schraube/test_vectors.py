"""Every case of tests/data/schraube through Python. FORMAT.md beside the data tells what the fields mean."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from spielwerk.errors import IllegalMoveError, InvalidInputError
from spielwerk.schraube import (
    Combine,
    Deck,
    EndTurn,
    EndVisit,
    Event,
    Extra,
    Game,
    Gift,
    Hand,
    Kind,
    Laser,
    Move,
    Objective,
    Options,
    Phase,
    Pile,
    Place,
    Points,
    Position,
    Reroll,
    Reveal,
    Roll,
    Start,
    Stop,
    Sum,
    Swap,
    TurnSolver,
    TurnState,
    odds,
    points_of,
    resolve_chain,
    resolve_chains,
    sets_of,
)

DATA = Path(__file__).parents[1] / "data" / "schraube"

Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def named(case: Case) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", cases("chain"), ids=named)
def test_chain(case: Case) -> None:
    chain = resolve_chain(case["figure"], case["faces"], case["covered"], case["dice"])
    assert list(chain.forced) == case["forced"]
    assert list(chain.dice_left) == case["dice_left"]
    assert chain.run == case["run"]
    assert list(chain.free) == case["free"]
    assert set(chain.covered) == {*case["covered"], *case["forced"]}


def test_chains() -> None:
    """The arrays agree with the objects, entry by entry."""
    every = cases("chain")
    done = resolve_chains(
        np.array([case["figure"] for case in every], np.uint8),
        np.array([case["faces"] for case in every], np.uint8),
        np.array([sum(1 << pile for pile in case["covered"]) for case in every], np.uint8),
        np.array([[case["dice"].count(face) for face in range(1, 7)] for case in every], np.uint8),
    )
    assert len(done) == len(every)
    assert done.valid.all()
    for number, case in enumerate(every):
        assert done.forced[number] == sum(1 << pile for pile in case["forced"])
        assert done.dice_left[number].tolist() == [case["dice_left"].count(face) for face in range(1, 7)]
        assert done.run[number] == case["run"]
        assert done.free[number] == sum(1 << pile for pile in case["free"])


COMBINABLE = ("screw", "double_screw", "nut", "double_nut")


@pytest.mark.parametrize("case", cases("combine"), ids=named)
def test_combine(case: Case) -> None:
    deck = Deck.standard()
    numbers = {kind: [at for at in range(1, 43) if deck[at].kind is Kind(kind)] for kind in COMBINABLE}
    open_cards = [card for kind in COMBINABLE for card in numbers[kind][: case["open"][kind]]]
    sets = {tuple(sorted(deck[card].kind.value for card in cards)) for cards in sets_of(open_cards)}
    assert sets == {tuple(sorted(name.split("+"))) for name in case["sets"]}
    assert points_of(open_cards).final_pairs == case["most_pairs"]


@pytest.mark.parametrize("case", cases("deck"), ids=named)
def test_deck(case: Case) -> None:
    if case["ok"]:
        deck = Deck.from_csv(case["csv"])
        assert Deck.from_csv(deck.to_csv()) == deck == Deck(list(deck))
        return
    with pytest.raises(InvalidInputError) as refused:
        Deck.from_csv(case["csv"])
    found = sorted((fault.slug, fault.path) for fault in refused.value.faults)
    expected = sorted((fault["fault"], path(fault)) for fault in case["faults"])
    assert found == expected


def path(fault: dict[str, Any]) -> str:
    line = "" if fault.get("line") is None else f"line[{fault['line']}]"
    column = fault.get("column") or ""
    return f"{line}.{column}" if line and column else line + column


def points(said: dict[str, Any]) -> Points:
    return Points(said["values"], said["covered_pairs"], said["final_pairs"], said["bonus"])


@pytest.mark.parametrize("case", cases("score"), ids=named)
def test_score(case: Case) -> None:
    for hand, expected in zip(case["hands"], case["players"], strict=True):
        found = points_of(hand["open"], hand["covered"], hand["bonus"])
        assert found == points(expected)
        assert found.total == expected["total"]


def move(said: dict[str, Any]) -> Move:  # noqa: C901, PLR0911
    match said:
        case {"t": "start", "pile": pile}:
            return Start(pile)
        case {"t": "place", "pile": pile}:
            return Place(pile)
        case {"t": "sum", "pile": pile, "dice": dice}:
            return Sum(pile, dice)
        case {"t": "reroll"}:
            return Reroll()
        case {"t": "laser", "card": card, "from": turned_from, "to": turned_to}:
            return Laser(card, turned_from, turned_to)
        case {"t": "extra", "card": card}:
            return Extra(card)
        case {"t": "stop"}:
            return Stop()
        case {"t": "swap", "opponent": opponent, "give": give, "take": take}:
            return Swap(opponent, give, take)
        case {"t": "gift", "opponent": opponent, "give": give}:
            return Gift(opponent, give)
        case {"t": "end_visit"}:
            return EndVisit()
        case {"t": "combine", "cards": cards}:
            return Combine(cards)
        case {"t": "end_turn"}:
            return EndTurn()
    raise AssertionError(said)


def event(said: dict[str, Any]) -> Event:
    return Roll(said["dice"]) if said["t"] == "roll" else Reveal(said["pile"], said["card"])


def happening(said: dict[str, Any]) -> str:
    """The text of something that happens by itself."""
    order = [said[name] for name in ("pile", "card", "from", "to", "run") if name in said]
    return " ".join([said["t"], *map(str, order)])


def check_turn(position: Position, expected: dict[str, Any]) -> None:
    assert list(position.figures) == expected["figures"]
    assert [pile.open for pile in position.piles] == expected["open_cards"]
    assert [pile.down for pile in position.piles] == expected["down"]
    assert position.bonus_left == expected["bonus_left"]
    for hand, said in zip(position.hands, expected["hands"], strict=True):
        assert sorted(hand.open) == sorted(said["open"])
        assert sorted(map(sorted, hand.covered)) == sorted(map(sorted, said["covered"]))
        assert hand.bonus == said["bonus"]
    assert sorted(position.removed) == sorted(expected["removed"])


@pytest.mark.parametrize("case", cases("game"), ids=named)
def test_game(case: Case) -> None:
    game = Game(Position.start(Options(case["players"], max_rolls=case["max_rolls"], pro=case["pro"])))
    for step in case["steps"]:
        position = game.position
        taken: Move | Event
        if "chance" in step:
            taken = event(step["chance"])
            assert position.is_chance
            assert position.probability(taken) == Fraction(step["p"])
        else:
            taken = move(step["do"])
            assert position.to_move == step["seat"]
            assert {one.text for one in position.legal_moves} == {move(one).text for one in step["legal"]}
            assert len(position.legal_moves) == len(step["legal"])
        happened = [one.text for one in position.consequences(taken)]
        assert happened == [happening(one) for one in step["then"]]
        game.push(taken)
        if step.get("after_turn") is not None:
            check_turn(game.position, step["after_turn"])
    outcome = game.outcome
    assert outcome is not None
    assert list(game.position.points) == [points(said) for said in case["score"]["players"]]
    assert list(outcome.points) == [said["total"] for said in case["score"]["players"]]
    assert list(outcome.winners) == case["score"]["winners"]
    assert list(game.position.empty_piles) == case["end"]["piles"]
    assert Game.parse(game.text) == game


def build(said: dict[str, Any]) -> Position:
    return Position.build(
        Options(said["players"], max_rolls=said["max_rolls"], pro=said["pro"]),
        phase=Phase(said["phase"]),
        mover=said["seat"],
        figures=said["figures"],
        piles=[Pile(pile["open"], pile["down"], pile["dice"]) for pile in said["piles"]],
        hands=[Hand(hand["open"], hand["covered"], hand["bonus"]) for hand in said["hands"]],
        removed=said["removed"],
        bonus_left=said["bonus_left"],
        rerolls_left=said["rerolls_left"] or 0,
        unplaced=said["unplaced"],
        fresh=said["fresh"],
        visited=said["visited"],
    )


@pytest.mark.parametrize("case", cases("illegal"), ids=named)
def test_illegal(case: Case) -> None:
    position = build(case["position"])
    attempt = move(case["attempt"])
    assert attempt not in position.legal_moves
    verdict = position.check(attempt)
    assert sorted(violation.slug for violation in verdict.violations) == sorted(
        reason["slug"] for reason in case["reasons"]
    )
    for reason in case["reasons"]:
        rules = [violation.rule for violation in verdict.violations if violation.slug == reason["slug"]]
        assert rules[0] in reason["accept"]
    with pytest.raises(IllegalMoveError) as refused:
        position.play(attempt)
    assert refused.value.violations == verdict.violations
    assert Position.parse(position.text) == position


@pytest.mark.parametrize("case", cases("odds"), ids=named)
def test_odds(case: Case) -> None:
    # A figure on pile 5 has pile 0 next: faces by pile are faces along the chain.
    solver = TurnSolver(TurnState(5, case["chain_faces"], rerolls_left=case["rerolls"]))
    for objective, name in ((Objective.full_circle(), "full_circle"), (Objective.run(), "expected_run")):
        assert solver.solve_exact(objective).worth == Fraction(case[name])
        assert solver.worth(objective) == pytest.approx(float(case[f"{name}_decimal"]), rel=1e-13)


def test_the_mean_over_all_layouts() -> None:
    table = odds(2)
    assert len(table) == 203
    assert sum(one.layouts for one in table) == 6**6
    circle = sum(one.layouts * one.full_circle[2] for one in table) / 6**6
    run = sum(one.layouts * one.run[2] for one in table) / 6**6
    assert circle == pytest.approx(0.107054722511, abs=1e-12)
    assert run == pytest.approx(3.314883307548, abs=1e-12)
