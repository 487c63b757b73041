"""Nonsense from outside gives an exception of the package or a ``TypeError``: never a crash or a panic."""

import contextlib
import gc
import math
import re
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spielwerk import (
    Census,
    Chance,
    Fault,
    Outcome,
    Random,
    Verdict,
    Violation,
    _native,
    arena,
    lokus,
    qwirkle,
    schraube,
)
from spielwerk.agents import Agent
from spielwerk.env import Episode
from spielwerk.errors import (
    IllegalMoveError,
    ImpossibleEventError,
    InvalidInputError,
    InvalidPositionError,
    ParseError,
    ReplayError,
    SpielwerkError,
)
from spielwerk.pettingzoo import lokus_v0

GAMES = pytest.mark.parametrize("game", [qwirkle, lokus, schraube], ids=lambda game: game.__name__)


def texts(game: ModuleType) -> list[str]:
    """Texts of the game to be spoilt."""
    random = Random(11)
    played = game.Game(game.Position.start())
    for _ in range(40):
        position = played.position
        played.push(position.sample(random) if position.is_chance else position.sample_move(random))
    position = played.position.settle(random)
    return [position.text, position.view(0).text, played.text, position.sample_move(random).text]


def read_or_refusal(read: Any, said: Any) -> Any:
    """What is read, or the refusal, which has a reason."""
    try:
        return read(said)
    except SpielwerkError as error:
        return error if error.slug and str(error) else None


READERS = ("Position", "View", "Move", "Sight", "Game", "Seen")


@GAMES
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(game: ModuleType, data: st.DataObject) -> None:
    alphabet = "".join(sorted(set("".join(texts(game))))) + "\x00é\U0001f3b2"
    good = data.draw(st.sampled_from(texts(game)))
    at = data.draw(st.integers(0, len(good)))
    length = data.draw(st.integers(0, 5))
    text = good[:at] + data.draw(st.text(alphabet, max_size=6)) + good[at + length :]
    for name in READERS:
        read = getattr(game, name).parse
        value = read_or_refusal(read, text)
        if not isinstance(value, SpielwerkError):
            assert read(value.text) == value


@GAMES
@given(noise=st.binary(max_size=200), at=st.integers(0, 400), flip=st.integers(0, 255))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read_or_refused(game: ModuleType, noise: bytes, at: int, flip: int) -> None:
    good = bytearray(game.Position.parse(texts(game)[0]).to_bytes())
    good[at % len(good)] ^= flip
    for data in (noise, bytes(good), bytes(good[: at % len(good)]), bytes(good) + noise):
        position = read_or_refusal(game.Position.from_bytes, data)
        assert position is not None
        if not isinstance(position, SpielwerkError):
            assert game.Position.from_bytes(position.to_bytes()) == position


@GAMES
def test_wrong_types(game: ModuleType) -> None:
    position = game.Position.start().settle(Random(1))
    for wrong in (None, 3, 2.5, object(), b"skip", position):
        push = game.Game(position).push
        for call in (position.check, position.play, push, position.apply, position.probability):
            with pytest.raises(TypeError):
                call(wrong)
        for name in READERS:
            with pytest.raises(TypeError):
                getattr(game, name).parse(wrong)
        with pytest.raises(TypeError):
            game.Position.start(wrong if wrong is not None else 0)
    with pytest.raises(TypeError):
        game.Position()
    with pytest.raises(TypeError):
        position.view("0")
    assert position != 3
    assert 3 not in position.legal_moves
    with pytest.raises(TypeError):
        position.legal_moves["0"]


@GAMES
def test_seats_that_do_not_exist(game: ModuleType) -> None:
    position = game.Position.start()
    for seat in (-1, 6, 255, 256, 2**31, -(2**40), 2**64, -(10**40)):
        for call in (position.view, game.Game(position).seen_by, lambda seat: position.to_svg(viewer=seat)):
            with pytest.raises(InvalidInputError, match="no_such_seat"):
                call(seat)


def test_what_a_position_hides_no_seat_is_said_to_see() -> None:
    """A hand that is hidden here is known to its owner, so nobody here can tell the view of that seat."""
    hidden = qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/?6")
    assert qwirkle.View.parse(hidden.view(0).text) == hidden.view(0)
    game = qwirkle.Game(hidden)
    for call in (hidden.view, game.seen_by, lambda seat: hidden.to_svg(viewer=seat)):
        with pytest.raises(InvalidInputError, match="own_hand_hidden"):
            call(1)
    # A hand that is known stays known.
    game.push("trade:r4g8")
    for call in (game.push, game.position.view(0).follow):
        with pytest.raises(ImpossibleEventError, match="draw_hidden"):
            call("draw:?2")


@GAMES
def test_records_name_the_first_wrong_step(game: ModuleType) -> None:
    played = game.Game.parse(texts(game)[2])
    steps = [step.text for step in played.steps]
    with pytest.raises(ReplayError) as refused:
        game.Game.replay(played.start, [*steps[:7], steps[7], steps[7], *steps[8:]])
    assert refused.value.index == 8
    assert isinstance(refused.value.__cause__, (IllegalMoveError, ImpossibleEventError, ParseError))
    assert refused.value.slug == refused.value.__cause__.slug
    lines = played.text.splitlines()
    with pytest.raises(InvalidInputError) as unread:
        game.Game.parse("\n".join([*lines[:9], lines[8], *lines[9:]]))
    assert unread.value.faults[0].path.startswith("steps[8]")
    with pytest.raises(TypeError):
        game.Game.replay(played.start, [3])


@GAMES
def test_a_broken_record_names_its_line_and_step(game: ModuleType) -> None:
    played = game.Game.parse(texts(game)[2])
    lines = ["# a comment", "", *played.text.splitlines()]  # so line 4 + i is step i
    seen = ["# a comment", "", *played.seen_by(0).text.splitlines()]
    for read, whole in ((game.Game.parse, lines), (game.Seen.parse, seen)):
        # A line cut off within its verb, behind it, and garbage at either end.
        for wrong in (whole[11][:2], whole[11].split()[0], "\0", '{"a": 1}'):
            with pytest.raises(ParseError, match=r"^line 12, step 8: expected ") as unread:
                read("\n".join([*whole[:11], wrong, *whole[12:]]))
            assert wrong.startswith(unread.value.input)
        with pytest.raises(SpielwerkError, match=r"^line 12(: (steps|sights)\[8\]|, step 8): "):
            read("\n".join([*whole[:11], f"{whole[11].split()[0]} {whole[11][-1]}"]))
        with pytest.raises(InvalidInputError, match=r"^line 12: (steps|sights)\[8\].*: .* in ") as refused:
            read("\n".join([*whole[:11], whole[10], *whole[11:]]))
        assert f'in "{whole[10]}"' in str(refused.value)
        for first in ("", "zzz", "\n\n"):
            with pytest.raises(ParseError, match=r"^line [1-3]: expected "):
                read(first)
        # In whatever place it is cut, it is read or the last line is named.
        text = "\n".join(whole)
        for end in range(len(text) - 60, len(text)):
            got = read_or_refusal(read, text[:end])
            last = text[:end].count("\n") + 1
            assert not isinstance(got, SpielwerkError) or re.match(
                f"line {last}(, step {last - 4})?: ", str(got)
            )


@GAMES
def test_refusals_change_nothing(game: ModuleType) -> None:
    played = game.Game.parse(texts(game)[2])
    before = played.text
    for wrong in ("x", "draw:r0", "roll 1", ">0=r5", played.steps[0]):
        with pytest.raises(SpielwerkError):
            played.push(wrong)
    assert played.text == before


@pytest.mark.parametrize(
    ("call", "slugs"),
    [
        (
            lambda: qwirkle.Options(5, starter=5, idle_limit=0),
            {"players_out_of_range", "idle_limit_out_of_range"},
        ),
        (lambda: qwirkle.Options(1), {"players_out_of_range"}),
        (lambda: qwirkle.Options(-1), {"players_out_of_range"}),
        (lambda: qwirkle.Options(2**40), {"players_out_of_range"}),
        (lambda: qwirkle.Options(2, starter=2), {"starter_out_of_range"}),
        (lambda: qwirkle.Options(2, starter=-1), {"starter_out_of_range"}),
        (lambda: qwirkle.Laid(2**31, 0, qwirkle.Tile.from_index(0)), {"coordinate_out_of_range"}),
        (lambda: qwirkle.Laid(0, -(2**31) - 1, qwirkle.Tile.from_index(0)), {"coordinate_out_of_range"}),
        (lambda: qwirkle.Line(0, 0, qwirkle.Axis.DOWN, 7), {"line_length_out_of_range"}),
        (lambda: qwirkle.Draw.hidden(7), {"draw_count_wrong"}),
        (lambda: qwirkle.starter([]), {"hands_count_wrong"}),
        (lambda: qwirkle.TileSet("r0" * 2_000), {"too_many_copies"}),
        (lambda: lokus.Options(7, deals=0), {"players_out_of_range", "deals_out_of_range"}),
        (lambda: lokus.Options(3, deals=-1), {"deals_out_of_range"}),
        (lambda: lokus.Options(3, deals=2**32), {"deals_out_of_range"}),
        (lambda: lokus.Options(3, table=[0] * 1_001), {"too_many_entries"}),
        (lambda: lokus.resolve_round(["r1", "y2"], ["g3", "b4"], ()), {"wrong_choice_count"}),
        (lambda: lokus.Placement(6, lokus.Card.from_rank(0), None, cleared=False), {"no_such_seat"}),
        (lambda: lokus.Placement(0, lokus.Card.from_rank(0), 2, cleared=False), {"row_out_of_range"}),
        (lambda: qwirkle.Position.build(hands=[6, 6], aside="r0"), {"aside_without_draw"}),
        (lambda: lokus.Options(3, table="quadratic"), {"unknown_table"}),
        (lambda: lokus.Options(3, table=[0, 2, 1]), {"too_short", "decreasing"}),
        (lambda: lokus.Options(3, table=[0] * 22 + [2**63]), {"entry_out_of_range"}),
        (lambda: lokus.Card(lokus.Colour.RED, 13), {"unknown_card"}),
        (lambda: lokus.Card.from_rank(72), {"unknown_card"}),
        (lambda: lokus.Move.parse("0:r13"), {"unknown_card"}),
        (lambda: lokus.Row("r1r2"), {"row_color_taken"}),
        (lambda: lokus.Row("r1y2g3b4o5"), {"too_many_cards"}),
        (lambda: lokus.CardSet("r1r1"), {"duplicate_card"}),
        (lambda: lokus.minus_points("linear", 23), {"number_out_of_range"}),
        (lambda: lokus.resolve_round(["r1", "y2"], ["r1", "g3"]), {"duplicate_card"}),
        (lambda: lokus.resolve_round(["r1", "y2"], ["g3"]), {"players_out_of_range"}),
        (lambda: lokus.resolve_round(["r1", "y2"], ["g3", "b4"], (2, None)), {"row_out_of_range"}),
        (lambda: lokus.resolve_round(["r1"], ["g3", "b4"]), {"wrong_row_count"}),
        (lambda: schraube.Options(5, max_rolls=0), {"players_out_of_range", "rolls_out_of_range"}),
        (lambda: schraube.Options(2, piles=[range(1, 8)] * 6), {"card_twice"}),
        (lambda: schraube.Options(2, piles=[range(1, 8)] * 5), {"wrong_pile_count"}),
        (lambda: schraube.Start(6), {"no_such_pile"}),
        (lambda: schraube.Laser(43, 1, 2), {"unknown_card"}),
        (lambda: schraube.Laser(29, 0, 2), {"bad_face"}),
        (lambda: schraube.Roll([1] * 7), {"too_many_dice"}),
        (lambda: schraube.Roll([7]), {"bad_face"}),
        (lambda: schraube.Combine([1, 1]), {"card_twice"}),
        (
            lambda: schraube.resolve_chain(0, [1, 2, 3, 4, 5, 6], [0], [0, 7, 1, 2, 3, 4]),
            {"bad_face", "too_many_dice"},
        ),
        (
            lambda: schraube.resolve_chain(9, [1], [3, 3], []),
            {"no_such_pile", "wrong_face_count", "covered_twice", "dice_missing"},
        ),
        (lambda: schraube.TurnState(0, [1, 2, 3, 4, 5, 6], dice=[1, 2]), {"dice_missing"}),
        (lambda: schraube.TurnState(0, [1, 2, 3, 4, 5, 6], rerolls_left=9), {"too_many_rolls"}),
        (lambda: schraube.TurnState(0, [1, 2, 3, 4, 5]), {"wrong_pile_count"}),
        (lambda: schraube.Objective([0, 1]), {"wrong_end_count"}),
        (lambda: schraube.Objective([0, 1, 2, 3, 4, math.inf, math.nan]), {"not_finite"}),
        (lambda: schraube.Objective.stop_at(7), {"run_out_of_range"}),
        (lambda: schraube.odds(9), {"too_many_rolls"}),
        (lambda: schraube.odds(8, exact=True), {"too_many_rolls"}),
        (lambda: schraube.points_of([1], [[2, 3]]), {"not_a_set"}),
        (lambda: schraube.points_of([1], bonus=7), {"bonus_out_of_range"}),
        (lambda: schraube.Deck([]), {"wrong_count"}),
        (lambda: schraube.Deck.from_csv("id,kind,value,face\n" * 5_000), {"too_long"}),
    ],
)
def test_every_fault_is_named(call: Any, slugs: set[str]) -> None:
    with pytest.raises(InvalidInputError) as refused:
        call()
    assert {fault.slug for fault in refused.value.faults} >= slugs
    assert all(fault.message for fault in refused.value.faults)


NUMBERS: list[Any] = [
    Random,
    lambda n: Random.stream(1, n),
    lambda n: Random(1).below(-abs(n)),
    lambda n: Census(n, 1, 1),
    qwirkle.Options,
    lambda n: qwirkle.Options(2, starter=n),
    lambda n: qwirkle.Options(2, idle_limit=n),
    qwirkle.Tile.from_index,
    qwirkle.Draw.hidden,
    qwirkle.action_name,
    lambda n: qwirkle.Laid(n, 0, qwirkle.Tile.from_index(0)),
    lambda n: qwirkle.Line(0, 0, qwirkle.Axis.DOWN, n),
    lambda n: qwirkle.Score([], n),
    lambda n: qwirkle.Score([], 0, n),
    lambda n: qwirkle.trades("r0", n),
    lambda n: qwirkle.Position.build(hands=[6, n]),
    lambda n: qwirkle.Position.build(hands=[6, 6], bag=n),
    lambda n: qwirkle.Position.build(hands=[6, 6], scores=[0, n]),
    lambda n: qwirkle.Position.build(hands=[6, 6], to_move=n),
    lambda n: qwirkle.Position.build(hands=[6, 6], idle=n),
    lambda n: qwirkle.Position.build(hands=[6, 6], draw=n),
    lokus.Options,
    lambda n: lokus.Options(3, deals=n),
    lambda n: lokus.Options(3, table=[0] * 22 + [n]),
    lambda n: lokus.Card(lokus.Colour.RED, n),
    lokus.Card.from_rank,
    lokus.action_name,
    lambda n: lokus.Choose(n, "r1"),
    lambda n: lokus.ChooseRow(0, n),
    lambda n: lokus.Hand(n, "r1"),
    lambda n: lokus.Starter(n, "r1"),
    lambda n: lokus.Score([], [n], [0]),
    lambda n: lokus.Score([], [0], [n]),
    lambda n: lokus.Score([], [0], [0], [n]),
    lambda n: lokus.minus_points("linear", n),
    lambda n: lokus.minus_points("linear", 1, n),
    lambda n: lokus.resolve_round(["r1", "y2"], ["g3", "b4"], (n, None)),
    lambda n: lokus_dealt(deal=n),
    lambda n: lokus_dealt(asks_first=n),
    lambda n: lokus_dealt(carried=[0, n]),
    lambda n: lokus_dealt(rounds=[(["r1", "y1"], [n])]),
    schraube.Options,
    lambda n: schraube.Options(2, max_rolls=n),
    schraube.action_name,
    schraube.Start,
    schraube.Extra,
    lambda n: schraube.Roll([n]),
    lambda n: schraube.Gift(n, 1),
    lambda n: schraube.PointCard(n, schraube.Kind.NUT, 1, 1),
    lambda n: schraube.PointCard(1, schraube.Kind.NUT, n, 1),
    schraube.Score,
    lambda n: schraube.Score(0, n),
    lambda n: schraube.Points(0, 0, 0, n),
    lambda n: schraube.Hand([], bonus=n),
    lambda n: schraube.Pile(1, n),
    lambda n: schraube.points_of([1], bonus=n),
    lambda n: schraube.resolve_chain(n, [1] * 6, [], [1] * 6),
    lambda n: schraube.resolve_chain(0, [n] * 6, [], [1] * 6),
    schraube.odds,
    schraube.Objective.stop_at,
    lambda n: schraube.Objective.card_taken(0, [1] * 6, n),
    lambda n: schraube.TurnState(0, [1] * 6, to_roll=n),
    lambda n: schraube.TurnState(0, [1] * 6, rerolls_left=n),
    lambda n: schraube.TurnState(0, [1] * 6, lasers=n),
    lambda n: schraube.TurnState(0, [1] * 6, extra_rolls=n),
    lambda n: started_turn(bonus_left=n),
    lambda n: started_turn(rerolls_left=n),
    lambda n: started_turn(to_roll=n),
    lambda n: started_turn(mover=n),
]


def started_turn(**changes: Any) -> schraube.Position:
    """A position before the first roll, with some of it changed."""
    said = {
        "mover": 0,
        "figures": [0, 1],
        "piles": [schraube.Pile(card, 6) for card in range(1, 7)],
        "hands": [schraube.Hand([])] * 2,
        "rerolls_left": 2,
        "to_roll": 6,
    }
    return schraube.Position.build(phase=schraube.Phase.ROLL, **(said | changes))


@pytest.mark.parametrize("place", range(len(NUMBERS)))
@pytest.mark.parametrize("number", [2**64, -(2**64), 10**40, -(10**40)])
def test_a_number_of_any_size_is_refused_by_name(place: int, number: int) -> None:
    started_turn()
    with pytest.raises(InvalidInputError) as refused:
        NUMBERS[place](number)
    assert str(abs(number)) in str(refused.value), "the number that was said, not one that stands for it"


def lokus_dealt(**changes: Any) -> lokus.Position:
    """Two players after the deal, with some of it changed."""
    said = {"hands": ["r2g3b4o5s6r7y8g9b10o11s12", "y2b3o4s5r6y7g8b9o10s11r12"], "starters": "r5b5"}
    return lokus.Position.build(lokus.Options(2, deals=1), **(said | changes))


def dealt_episode() -> Episode:
    episode = Episode(lokus.Position.start())
    episode.settle(Random(1))
    return episode


@pytest.mark.parametrize(
    ("say", "numbers", "said"),
    [
        (qwirkle.Options, (-1, 256, 300, 2**40), "players: {} players; Qwirkle is for 2 to 4 (Q2 "),
        (
            lambda n: qwirkle.Options(2, idle_limit=n),
            (-1, 65_536, 70_000),
            "idle_limit: an idle limit of {} turns; 1 to 1000 are possible (Q24 ",
        ),
        (
            lambda n: qwirkle.Options(2, starter=n),
            (-1, 2, 256),
            "starter: seat {} can't begin: there are 2 players (Q3 ",
        ),
        (
            lokus.Options,
            (-1, 256, 300),
            "players: {} players; Lokus is for 3 to 5, with variants for 2 and 6 (",
        ),
        (
            lambda n: lokus.Options(3, deals=n),
            (-1, 0, 2**32),
            "deals: {} deals; 1 to 4294967295 are possible (L5 ",
        ),
        (schraube.Options, (-1, 256, 300), "players: {} players; the game is for 2 to 4 (S1 "),
        (
            lambda n: schraube.Options(2, max_rolls=n),
            (-1, 256, 300),
            "max_rolls: {} rolls a turn; 1 to 9 can be played, 3 by the rule book (S6 ",
        ),
        (
            lambda n: qwirkle.Position.build(hands=[6, 6], scores=[0, n]),
            (-1, 2**32, 2**40),
            "scores[1]: {} points; at most 10000 are possible here (Q14 ",
        ),
        (
            lambda n: qwirkle.Position.build(hands=[6, n]),
            (-1,),
            "hands[1]: {} tiles; a hand holds 0 to 6 (Q23 hand_too_small)",
        ),
        (
            lambda n: qwirkle.Position.build(hands=[6, n]),
            (7, 2**32, 2**40),
            "hands[1]: {} tiles; a hand holds at most six (Q23 hand_too_big)",
        ),
        (
            lambda n: lokus_dealt(deal=n),
            (-1, 2**32),
            "deal: deal {} of a game of 1 (deals count from 0) (L5 ",
        ),
        (
            lambda n: lokus_dealt(asks_first=n),
            (-1, 2**32),
            "asks_first: seat {} of 2 can't be asked first (L17 ",
        ),
        (
            lambda n: lokus_dealt(carried=[0, n]),
            (-1, 10**30),
            "carried[1]: {} minus points; 0 deals give 0 to 0 (L14 ",
        ),
        (
            lambda n: started_turn(rerolls_left=n),
            (-1, 300),
            "rerolls_left: {} rolls left; at most 2 can be (S6 ",
        ),
        (
            lambda n: started_turn(bonus_left=n),
            (-1, 300),
            "bonus_left: 0 bonus cards with players and {} in the middle; there are 6 (S1 ",
        ),
        (
            lambda n: schraube.TurnState(0, [1] * 6, rerolls_left=n),
            (9, 300, 2**32 - 1),
            "rerolls_left: {} rolls left; at most 8 are reckoned with (S6 ",
        ),
        (
            lambda n: schraube.resolve_chain(0, [1] * 6, [n], [1] * 5),
            (-1, 256, 300),
            "covered[0]: pile {}; piles are numbered 0 to 5 (S4 ",
        ),
        (
            lambda n: lokus.resolve_round(["r1", "y2"], ["g3", "b4"], (None, n)),
            (-1, 2, 2**32),
            "row_choices[1]: row {}; there are row 0 and row 1 (L8 ",
        ),
        (
            lambda n: qwirkle.Position.start().read_actions([36, n]),
            (-1, 9_450, 2**63, 10**40),
            "actions[1]: {}; action ids are 0 to 9449 (Q21 ",
        ),
        (
            lambda n: dealt_episode().step_jointly([n, 6, 6, 6]),
            (-1, 2**16, 10**40),
            "actions[0]: {} is not legal for seat 0 now; legal: ",
        ),
    ],
)
def test_a_refusal_tells_the_number_that_was_said(say: Any, numbers: tuple[int, ...], said: str) -> None:
    for number in numbers:
        with pytest.raises(InvalidInputError) as refused:
            say(number)
        assert said.format(number) in str(refused.value)


class Whole:
    """Says a whole number, and is none."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_a_number_too_long_to_read_is_told_by_its_size() -> None:
    for number, said in (
        (10**300, str(10**300)),
        (-(10**300), str(-(10**300))),
        (2**20_000, "a number of 20001 bits"),
        (-(2**20_000), "a negative number of 20001 bits"),
    ):
        for told in (number, Whole(number)):
            with pytest.raises(InvalidInputError) as refused:
                qwirkle.Options(told)  # type: ignore[arg-type]
            assert str(refused.value).startswith(f"players: {said}; whole numbers from ")


def test_no_number_is_cut_to_one_that_fits() -> None:
    with pytest.raises(InvalidInputError, match=str(10**40)):
        Outcome((10**40, 0), qwirkle.Reason.STUCK)
    assert Outcome((10**38, -(10**38)), qwirkle.Reason.STUCK).points == (10**38, -(10**38))
    with pytest.raises(InvalidInputError, match=f"{10**40}/{10**41 + 1}; a probability"):
        Chance("", Fraction(10**40, 10**41 + 1))
    position = qwirkle.Position.start()
    assert Whole(10**40) not in position.legal_moves
    with pytest.raises(IndexError, match=f"card {10**40};"):
        schraube.Deck.standard()[10**40]


def test_a_list_is_counted_to_its_end_or_its_bound() -> None:
    with pytest.raises(InvalidInputError, match="hands: more than 64 hands"):
        qwirkle.Position.build(hands=[6] * 65)
    with pytest.raises(InvalidInputError, match="hands: more than 64 hands"):
        qwirkle.starter(["r0"] * 65)
    with pytest.raises(InvalidInputError, match="hands: more than 16 hands"):
        lokus.FixedDeal(lokus.Options(2), ["r1"] * 17, [], [])
    with pytest.raises(InvalidPositionError, match="64 hands for 2 players"):
        qwirkle.Position.build(qwirkle.Options(2), hands=[6] * 64)


@GAMES
def test_indices_of_any_size(game: ModuleType) -> None:
    moves = game.Position.start().settle(Random(1)).legal_moves
    for index in (10**40, -(10**40), len(moves)):
        with pytest.raises(IndexError):
            moves[index]
    assert moves.index(moves[-1], -(10**40), 10**40) == len(moves) - 1
    with pytest.raises(ValueError, match="not among"):
        moves.index(moves[-1], 10**40)
    assert moves[: 10**40] == tuple(moves)


class Liar(list[int]):
    """A list that claims to be longer than any memory."""

    def __len__(self) -> int:
        return 2**60


LISTS: list[Any] = [
    lambda said: Violation("Q9", "gap", "a gap", said),
    lambda said: Verdict(violations=said),
    lambda said: Outcome(said, lokus.Reason.ALL_DEALS_PLAYED),
    lambda said: qwirkle.Score(said, 0),
    lambda said: qwirkle.Position.build(hands=[6, 6], scores=said),
    lambda said: lokus.Options(3, table=said),
    lambda said: lokus.Score(said, [], []),
    lambda said: lokus.Score([], said, []),
    lambda said: lokus.Score([], [], [], said),
    lambda said: lokus.resolve_round(["r1", "y2"], ["g3", "b4"], said),
    lambda said: lokus.Position.build(hands=said),
    lambda said: lokus.Position.build(hands=[], rounds=said),
    lambda said: lokus.Position.build(hands=[], chosen=said),
    lambda said: lokus.Position.build(hands=[], carried=said),
    schraube.Deck,
    lambda said: schraube.resolve_chain(0, said, [], []),
    lambda said: started_turn(piles=said),
    lambda said: started_turn(hands=said),
]


@pytest.mark.parametrize("place", range(len(LISTS)))
def test_a_list_is_as_long_as_it_is_not_as_it_says(place: int) -> None:
    """Memory for all that a list claims to hold would end the process."""
    with pytest.raises((TypeError, InvalidInputError)):
        LISTS[place](range(10**12))
    with contextlib.suppress(TypeError, InvalidInputError):
        LISTS[place](Liar([1]))
    assert lokus.Score([], Liar([1]), []).rolls == (1,)


@GAMES
def test_a_lone_surrogate_is_in_no_grammar(game: ModuleType) -> None:
    for name in READERS:
        with pytest.raises(SpielwerkError):
            getattr(game, name).parse("\ud800")
    position = game.Position.start().settle(Random(1))
    for call in (
        position.check,
        position.play,
        position.apply,
        position.probability,
        game.Game(position).push,
    ):
        with pytest.raises(SpielwerkError):
            call("\ud800")
    with pytest.raises(SpielwerkError):
        position.view(0).follow("\ud800")


def a_table() -> Any:
    env = lokus_v0.parallel_env(players=3)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(
    "make",
    [
        *(
            lambda text, at=at: Fault(*[text if at == place else "x" for place in range(4)])
            for at in range(4)
        ),
        *(
            lambda text, at=at: Violation(*[text if at == place else "x" for place in range(3)])
            for at in range(3)
        ),
        lambda text: Violation("Q9", "gap", "a gap", ["1,0", text]),
        lambda text: arena.play("qwirkle", ["greedy", "random"], options={text: 1}),
        lambda text: a_table().step({text: 1}),
    ],
)
def test_a_lone_surrogate_is_in_no_text_that_is_kept(make: Any) -> None:
    for text in ("\ud800", "a\udc80"):
        with pytest.raises(InvalidInputError) as refused:
            make(text)
        assert refused.value.slug == "lone_surrogate"
        assert ascii(text)[1:-1] in str(refused.value)
        str(refused.value).encode()  # can be written


def test_a_lone_surrogate_names_no_agent_file_or_method(tmp_path: Path) -> None:
    for call, slug in (
        (lambda: arena.play("qwirkle", ["greedy", "\ud800"]), "unknown_agent"),
        (lambda: arena.play("\ud800", ["greedy"]), "unknown_game"),  # type: ignore[arg-type]
        (lambda: arena.play("qwirkle", ["greedy", "random"], file=tmp_path / "\ud800"), "no_path"),
        (lambda: arena.load("a\0b"), "no_path"),
    ):
        with pytest.raises(InvalidInputError) as refused:
            call()
        assert refused.value.slug == slug
    for answer in (_native.answer, _native.reencode_request):
        with pytest.raises(_native.AnswerError, match="there is no method"):
            answer("\ud800", b"")


def test_a_message_quotes_what_was_said() -> None:
    with pytest.raises(ParseError) as refused:
        qwirkle.TileSet("r0zz")
    assert (refused.value.input, refused.value.offset) == ("r0zz", 2)
    with pytest.raises(ParseError) as refused:
        lokus.CardSet(" r1, zz")
    assert (refused.value.input, refused.value.offset) == (" r1, zz", 5)
    with pytest.raises(InvalidInputError, match="text_too_long") as long:
        Agent("x" * 10**6)
    assert len(str(long.value)) < 200


def test_a_fault_that_breaks_no_rule_of_a_book_cites_none() -> None:
    assert str(Fault("seat", "", "no_such_seat", "seat 9")) == "seat: seat 9 (no_such_seat)"
    assert str(Fault("", "Q9", "gap", "a gap")) == "a gap (Q9 gap)"
    assert str(Violation("", "gap", "a gap")) == "a gap (gap)"


def test_what_is_no_number_is_a_wrong_type() -> None:
    for wrong in ("1", None, [1], 1j):
        with pytest.raises(TypeError):
            schraube.Objective([wrong] * 7)
    with pytest.raises(InvalidInputError, match="not_finite"):
        schraube.Objective([10**400] * 7)


def test_a_qwirkle_position_names_every_fault() -> None:
    tile = qwirkle.Tile.parse("r0")
    with pytest.raises(InvalidPositionError) as refused:
        qwirkle.Position.build(
            qwirkle.Options(2),
            tiles=[qwirkle.Laid(0, 0, tile), qwirkle.Laid(0, 0, tile), qwirkle.Laid(9, 9, tile)],
            hands=["r0r0", "r0g0b0y0p0o0rs", 6],
            bag=109,
            scores=[-1, 2**40],
            to_move=7,
            idle=-1,
            draw=9,
        )
    found = {fault.slug for fault in refused.value.faults}
    assert found >= {
        "cell_twice",
        "not_connected",
        "hands_count_wrong",
        "hand_too_big",
        "score_out_of_range",
        "to_move_out_of_range",
        "idle_out_of_range",
        "draw_count_wrong",
    }
    assert {fault.path for fault in refused.value.faults} >= {"tiles[1]", "hands", "scores[0]", "to_move"}


def test_coordinates_at_the_ends_of_the_world() -> None:
    low, high = -(2**31), 2**31 - 1
    for x, y in ((low, low), (high, high), (low, high), (0, high)):
        grid = qwirkle.Grid([qwirkle.Laid(x, y, qwirkle.Tile.parse("r0"))])
        moves = qwirkle.placements(grid, "r4r8")
        assert len(moves) > 0
        for move in moves:
            assert qwirkle.check_placement(grid, move)
        assert qwirkle.Grid.parse(grid.text) == grid
        assert grid.to_svg().startswith("<svg")
        assert str(grid)
    corner = qwirkle.Laid(high, low, qwirkle.Tile.parse("r4"))
    far = qwirkle.check_placement(qwirkle.Grid.parse("0,0:r0"), [corner])
    assert [violation.slug for violation in far.violations] == ["not_connected"]


def test_huge_iterables_stop_early() -> None:
    def forever() -> Any:
        while True:
            yield qwirkle.Laid(0, 0, qwirkle.Tile.parse("r0"))

    with pytest.raises(InvalidInputError, match="too_many_tiles"):
        qwirkle.Grid(forever())
    with pytest.raises(InvalidInputError, match="too_many_tiles"):
        qwirkle.TileSet(one.tile for one in forever())
    with pytest.raises(InvalidInputError, match="too_many_cards"):
        lokus.CardSet(lokus.Card.from_rank(0) for _ in forever())
    with pytest.raises(InvalidInputError, match="too_many_entries"):
        schraube.Roll(1 for _ in forever())


def test_arrays_that_do_not_fit() -> None:
    grid = qwirkle.Grid.parse("0,0:r0")
    good = list(qwirkle.pack(["1,0>r8"]))
    for column, wrong in (
        (0, np.array([], np.int64)),
        (0, np.array([0, 2], np.int64)),
        (0, np.array([1, 1], np.int64)),
        (0, np.array([0, -1, 1], np.int64)),
        (1, np.array([1, 2], np.int32)),
        (3, np.array([36], np.uint8)),
    ):
        columns = [*good]
        columns[column] = wrong
        with pytest.raises(InvalidInputError):
            qwirkle.check_placements(grid, *columns)
    for column, dtype in ((0, np.int32), (1, np.int64), (3, np.int8)):
        columns = [*good]
        columns[column] = good[column].astype(dtype)
        with pytest.raises(TypeError):
            qwirkle.check_placements(grid, *columns)
    with pytest.raises(InvalidInputError, match="shapes_differ"):
        lokus.resolve_rounds(np.zeros((2, 2, 4), np.uint8), np.zeros((1, 3), np.uint8))
    with pytest.raises(InvalidInputError, match="shapes_differ"):
        lokus.resolve_rounds(np.zeros((1, 2, 4), np.uint8), np.zeros((1, 7), np.uint8))
    two, six = np.zeros(2, np.uint8), np.zeros((2, 6), np.uint8)
    with pytest.raises(InvalidInputError, match="shapes_differ"):
        schraube.resolve_chains(two, np.ones((2, 5), np.uint8), two, six)


def test_memory_stays_flat() -> None:
    position = qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(300):
        for text in ("x", "9,9>r4", "trade:r0r0r0r0r0r0r0"):
            with pytest.raises(SpielwerkError):
                position.play(text)
    gc.collect()
    assert len(gc.get_objects()) < before + 200
