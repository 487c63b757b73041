"""Every case of tests/data/lokus through Python. FORMAT.md beside the data tells what the fields mean."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from spielwerk.errors import IllegalMoveError, InvalidInputError, SpielwerkError
from spielwerk.lokus import (
    Card,
    Choose,
    ChooseRow,
    Colour,
    Decline,
    FixedDeal,
    Game,
    Move,
    Options,
    Placement,
    Position,
    Resolved,
    Row,
    Stage,
    View,
    Which,
    check_row,
    minus_points,
    resolve_round,
    resolve_rounds,
)

DATA = Path(__file__).parents[1] / "data" / "lokus"

Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def named(case: Case) -> str:
    return str(case["id"])


def card(said: list[Any]) -> Card:
    return Card(Colour(said[0]), said[1])


def cards(said: list[list[Any]]) -> list[Card]:
    return [card(one) for one in said]


def told(said: Any) -> list[Any]:
    """Cards as the vectors write them."""
    return [[one.colour.value, one.number] for one in said]


def options(said: dict[str, Any]) -> Options:
    return Options(said["players"], starters=said["starters"], deals=said["deals"], table=said["table"])


def fixed(said_options: Options, said: dict[str, Any]) -> FixedDeal:
    hands = [cards(hand) for hand in said["hands"]]
    return FixedDeal(said_options, hands, cards(said["starters"]), cards(said["draw_pile"]))


class Table:
    """A game whose chance follows the deals of a vector."""

    def __init__(self, said_options: dict[str, Any], deals: list[dict[str, Any]]) -> None:
        self.options = options(said_options)
        self.deals = [fixed(self.options, deal) for deal in deals]
        self.game = Game(Position.start(self.options))
        self.follow_chance(new_deal=True)

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self.game.position

    def follow_chance(self, *, new_deal: bool) -> None:
        """Let the deals act; a new deal is left open unless it is asked for."""
        while (position := self.position).is_chance:
            fresh = position.stage is Stage.HAND and position.round == 11
            if fresh and not new_deal:
                return
            event = self.deals[position.deal + fresh].event(position)
            assert event is not None
            self.game.push(event)

    def act(self, action: dict[str, Any]) -> None:
        """Take an action of a vector; draws follow by themselves."""
        self.follow_chance(new_deal=True)
        self.game.push(move(action))
        self.follow_chance(new_deal=False)


def move(action: dict[str, Any]) -> Move | str:
    match action:
        case {"type": "choose", "seat": seat, "card": [colour, number]}:
            try:
                return Choose(seat, card([colour, number]))
            except (InvalidInputError, ValueError):
                return f"{seat}:{colour if colour != 'grey' else 's'}{number}"
        case {"type": "row", "seat": seat, "row": row}:
            return ChooseRow(seat, row)
        case {"seat": seat}:
            return Decline(seat)
    raise AssertionError(action)


@pytest.mark.parametrize("case", cases("place"), ids=named)
def test_place(case: Case) -> None:
    rows = [Row(cards(row)) for row in case["rows"]]
    placed = card(case["card"])
    taking = 0
    for number, result in enumerate(case["results"]):
        slugs = [violation.slug for violation in check_row(rows, placed, number)]
        known = {"row_color_taken": "same_color", "row_number_taken": "same_number"}
        assert [known[slug] for slug in slugs] == result["violations"]
        assert rows[number].takes(placed) == result["legal"]
        if not result["legal"]:
            with pytest.raises(InvalidInputError):
                rows[number].place(placed)
            continue
        taking += 1
        after, aside = rows[number].place(placed)
        assert told(after) == result["rows_after"][number]
        assert told(aside) == result["set_aside"]
        assert bool(aside) == result["cleared"]
    assert ["miss", "forced", "decision"][taking] == case["outcome"]


@pytest.mark.parametrize("case", cases("score"), ids=named)
def test_score(case: Case) -> None:
    if "refused" not in case:
        assert minus_points(case["table"], case["rolls"], case["cleaning"]) == case["minus"]
        return
    if not case["refused"]:
        assert isinstance(Options(4, table=case["table"]).table, str | tuple)
        return
    with pytest.raises(InvalidInputError) as refused:
        Options(4, table=case["table"])
    found = {fault.slug for fault in refused.value.faults}
    assert found & ({*case["faults"], "entry_out_of_range"})


def same_rows(rows: Any, said: list[Any]) -> None:
    assert [told(row) for row in rows] == said


def check_outcome(placement: Resolved | Placement, outcome: dict[str, Any]) -> None:
    assert (placement.seat, told([placement.card])[0]) == (outcome["seat"], outcome["card"])
    assert (placement.row, placement.cleared) == (outcome["row"], outcome["cleared"])


def play_deal(table: Table, deal: dict[str, Any]) -> None:
    """Plays the rounds of a deal, and resolves each without the game besides."""
    outcomes = deal.get("outcomes") or [None] * len(deal["rounds"])
    for number, (chosen, outcome) in enumerate(zip(deal["rounds"], outcomes, strict=True)):
        table.follow_chance(new_deal=True)
        before = table.position
        for seat, said in enumerate(chosen["cards"]):
            table.act({"type": "choose", "seat": seat, "card": said})
        for which, row in ((Which.LOW, chosen["low_row"]), (Which.HIGH, chosen["high_row"])):
            if row is not None:
                decision = table.position.decision
                assert decision is not None
                assert decision[1] is which
                table.act({"type": "row", "seat": decision[0], "row": row})
        after = table.position
        assert after.round == number + 1
        if outcome is not None:
            check_round(after, number, outcome)
            resolve(before, after, chosen, outcome)


def check_round(after: Position, number: int, outcome: dict[str, Any]) -> None:
    """Everything that the vectors tell of a finished round."""
    same_rows(after.rows, outcome["rows"])
    assert list(after.rolls) == outcome["rolls"]
    assert list(after.cleaning) == outcome["cleaning"]
    assert after.draw_pile == outcome["draw_pile"]
    expected = (outcome["low"], outcome["high"])
    for placement, told_outcome in zip(after.placements[number], expected, strict=True):
        check_outcome(placement, told_outcome)
    drawn = [one and told([one])[0] for one in after.drawn[number]]
    assert drawn == [outcome["low"]["drawn"], outcome["high"]["drawn"]]


def resolve(before: Position, after: Position, chosen: dict[str, Any], outcome: dict[str, Any]) -> None:
    """The same round by the functions that need no game."""
    revealed = cards(chosen["cards"])
    choices = (chosen["low_row"], chosen["high_row"])
    done = resolve_round(before.rows, revealed, choices)
    assert done.missing is None
    assert done.rows == after.rows
    for placement, told_outcome in zip(done.placements, (outcome["low"], outcome["high"]), strict=True):
        assert placement is not None
        check_outcome(placement, told_outcome)
        assert list(placement.takes) == told_outcome["takes"]
        same_rows(placement.rows_after, told_outcome["rows_after"])
    gained = [now - then for now, then in zip(after.rolls, before.rolls, strict=True)]
    assert list(done.rolls) == gained
    arrays = resolve_rounds(
        ranks(before.rows)[None],
        np.array([[one.rank for one in revealed]], np.uint8),
        np.array([[-1 if row is None else row for row in choices]], np.int8),
    )
    assert arrays.valid.all()
    assert arrays.missing.tolist() == [-1]
    assert (arrays.rows[0] == ranks(after.rows)).all()
    assert arrays.rolls[0].tolist() == gained
    assert tuple(arrays.cleaning[0]) == done.cleaning
    assert arrays.seats[0].tolist() == [done.lowest[0], done.highest[0]]
    rows = [placement.row for placement in done.placements if placement is not None]
    assert arrays.placed[0].tolist() == [-1 if row is None else row for row in rows]


def ranks(rows: tuple[Row, Row]) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    table = np.full((2, 4), 255, np.uint8)
    for number, row in enumerate(rows):
        table[number, : len(row)] = [one.rank for one in row]
    return table


@pytest.mark.parametrize("case", cases("deal"), ids=named)
def test_deal(case: Case) -> None:
    table = Table(case["options"], [case])
    play_deal(table, case)
    assert list(table.position.rolls) == case["rolls"]
    assert list(table.position.cleaning) == case["cleaning"]
    assert list(table.position.scores) == case["minus"]


@pytest.mark.parametrize("case", cases("game"), ids=named)
def test_game(case: Case) -> None:
    table = Table(case["options"], case["deals"])
    for deal in case["deals"]:
        play_deal(table, deal)
        assert list(table.position.minus) == deal["minus"]
        assert list(table.position.scores) == deal["totals_after"]
    outcome = table.game.outcome
    assert outcome is not None
    assert list(outcome.points) == case["totals"]
    assert list(outcome.winners) == case["winners"]
    assert Game.parse(table.game.text) == table.game
    for seat in range(table.position.players):
        assert table.game.seen_by(seat).replay() == table.position.view(seat)


def check_state(position: Position, state: dict[str, Any]) -> None:
    shown = position.stage.value if position.stage in {Stage.CHOOSE, Stage.ROW} else "over"
    if position.stage is not Stage.HAND:
        assert shown == state["phase"]
    assert (position.deal, position.round) == (state["deal"], state["round"])
    same_rows(position.rows, state["rows"])
    assert list(position.rolls) == state["roll_counts"]
    assert list(position.cleaning) == state["cleaning"]
    assert list(position.scores) == state["scores"]


@pytest.mark.parametrize("case", cases("illegal"), ids=named)
def test_illegal(case: Case) -> None:
    attempt = case["attempt"]
    accepted = {case["reason"], *case.get("also", [])}
    if attempt["type"] == "place":
        broken = check_row([cards(row) for row in attempt["rows"]], card(attempt["card"]), attempt["row"])
        assert accepted & {violation.slug for violation in broken}
        return
    if attempt["type"] == "setup":
        with pytest.raises((SpielwerkError, ValueError)):
            fixed(options(case["options"]), case["deals"][0])
        return
    table = Table(case["options"], case["deals"])
    for action in case["actions"]:
        table.act(action)
    table.follow_chance(new_deal=True)
    before = table.position
    verdict = before.check(move(attempt))
    assert not verdict
    found = {"wrong_seat" if one.slug == "wrong_decider" else one.slug for one in verdict.violations}
    assert accepted & found
    assert any(violation.rule == case["rule"] for violation in verdict.violations) or case.get("also")
    with pytest.raises(IllegalMoveError) as refused:
        table.game.push(move(attempt))
    assert refused.value.violations == verdict.violations
    assert refused.value.position == before.text
    assert table.position == before
    for action in case["then"]["actions"]:
        table.act(action)
    position = table.position
    check_state(position, case["then"]["state"])
    assert position.draw_pile == case["then"]["state"]["draw_pile_count"]


def check_view(view: View, seen: dict[str, Any]) -> None:
    assert view.seat == seen["seat"]
    assert (view.deal, view.round) == (seen["deal"], seen["round"])
    if view.stage is not Stage.HAND:
        assert view.stage.value == seen["phase"]
    decision = view.decision
    assert (decision is None) == (seen["decision"] is None)
    if decision is not None:
        assert decision[0] == seen["decision"]["seat"]
        assert decision[1].value == seen["decision"]["which"]
        assert told([decision[2]])[0] == seen["decision"]["card"]
    same_rows(view.rows, seen["rows"])
    assert list(view.rolls) == seen["roll_counts"]
    assert list(view.cleaning) == seen["cleaning"]
    assert list(view.scores) == seen["scores"]
    assert list(view.hand_counts) == seen["hand_counts"]
    assert view.draw_pile == seen["draw_pile_count"]
    assert told(view.starters) == seen["starters"]
    assert [told(round_) for round_ in view.revealed] == seen["revealed"]
    for placements, expected in zip(view.placements, seen["placements"], strict=True):
        for placement, one in zip(placements, expected, strict=True):
            check_outcome(placement, one)
    assert told(view.hand) == seen["own_hand"]
    assert (view.chosen and told([view.chosen])[0]) == seen["own_chosen"]
    assert View.parse(view.text) == view


@pytest.mark.parametrize("case", cases("view"), ids=named)
def test_view(case: Case) -> None:
    table = Table(case["options"], case["deals"])
    for action in case["actions"]:
        table.act(action)
    position = table.position
    check_state(position, case["state"])
    assert [told(hand) for hand in position.hands] == case["state"]["hands"]
    for seat, seen in enumerate(case["views"]):
        check_view(position.view(seat), seen)
    if "twin" not in case:
        return
    twin = Table(case["options"], case["twin"]["deals"])
    for action in case["twin"]["actions"]:
        twin.act(action)
    for seat in case["twin"]["equal_for"]:
        assert twin.position.view(seat) == position.view(seat)
        assert twin.position.view(seat).key == position.view(seat).key
    for seat, seen in zip(case["twin"]["differs_for"], case["twin"]["views"], strict=True):
        assert twin.position.view(seat) != position.view(seat)
        check_view(twin.position.view(seat), seen)
