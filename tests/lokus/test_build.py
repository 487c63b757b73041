"""``Position.build``: the position that plain data describes, and every reason why there is none."""

from typing import Any

import pytest
from spielwerk import Random
from spielwerk.errors import InvalidInputError, InvalidPositionError
from spielwerk.lokus import Card, Options, Position, Stage


def played(position: Position) -> list[tuple[tuple[Card, ...], list[int | Card | None]]]:
    """The rounds of a position as ``build`` takes them, from what the position tells."""
    return [
        (
            cards,
            [
                second if placement.row is None else placement.row
                for placement, second in zip(placements, drawn, strict=False)
            ],
        )
        for cards, placements, drawn in zip(
            position.revealed, position.placements, position.drawn, strict=True
        )
    ]


def rebuilt(position: Position, **changes: Any) -> Position:
    """The position built from what it tells of itself, with some of it changed."""
    said: dict[str, Any] = {
        "hands": [hand for hand in position.hands if position.stage is not Stage.HAND or hand],
        "starters": position.starters,
        "rounds": played(position),
        "chosen": position.chosen,
        "deal": position.deal,
        "asks_first": position.asks_first,
    }
    minus = position.minus if position.stage is Stage.OVER else (0,) * position.players
    said["carried"] = [score - lost for score, lost in zip(position.scores, minus, strict=True)]
    return Position.build(position.options, **(said | changes))


@pytest.mark.parametrize("players", [2, 3, 5, 6])
@pytest.mark.parametrize("starters", [True, False])
def test_a_position_is_what_it_tells_of_itself(players: int, starters: bool) -> None:  # noqa: FBT001
    random = Random(players)
    position = Position.start(Options(players, starters=starters, deals=1, table="progressive"))
    seen = 0
    while not position.is_over:
        assert rebuilt(position) == position, position.text
        seen += 1
        if position.is_chance:
            position = position.apply(position.sample(random))
        else:
            position = position.play(position.sample_move(random))
    assert rebuilt(position) == position
    assert seen > 11 * players


def test_usual_options_are_for_as_many_hands() -> None:
    cards = Card.all()
    position = Position.build(hands=[cards[:11], cards[11:22], cards[22:33]], starters=cards[70:])
    assert position.options == Options(3)
    assert position.to_move == 0
    assert position.draw_pile == 37


@pytest.mark.parametrize(
    ("changes", "slugs"),
    [
        ({"hands": ["r1", "r1", "g2"]}, {"duplicate_card", "wrong_hand_size"}),
        ({"hands": []}, {"wrong_hand_count"}),
        ({"starters": "r1y2g3"}, {"wrong_starter_count"}),
        ({"carried": [0, 0]}, {"wrong_score_count"}),
        ({"deal": 1}, {"deal_out_of_range"}),
        ({"chosen": ["r1"]}, {"wrong_choice_count", "wrong_hand_size"}),
        ({"asks_first": 3}, {"wrong_seat"}),
    ],
)
def test_every_fault_is_named(changes: dict[str, Any], slugs: set[str]) -> None:
    position = Position.start(Options(3, deals=1)).settle(Random(1))
    with pytest.raises(InvalidPositionError) as refused:
        rebuilt(position, **changes)
    assert {fault.slug for fault in refused.value.faults} >= slugs


def test_a_round_is_a_pair() -> None:
    for wrong in ([("r1",)], [("r1", [0], 3)]):
        with pytest.raises(InvalidInputError, match="wrong_round"):
            Position.build(hands=[], rounds=wrong)  # type: ignore[arg-type]
    for odd in ([3], ["r1"], [("r1", 3)], 3):
        with pytest.raises((TypeError, InvalidInputError)):
            Position.build(hands=[], rounds=odd)  # type: ignore[arg-type]
