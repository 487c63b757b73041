"""The laws of the contract, held through Python on random play of every game.

The Rust suite holds the same laws on millions of positions; here they show that nothing is lost on the way to
Python.
"""

import copy
import pickle
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spielwerk import Random, Turn, lokus, qwirkle, schraube
from spielwerk.errors import IllegalMoveError, WrongTurnError

SHORT: dict[str, Any] = {
    "qwirkle": lambda seed: qwirkle.Options(2 + seed % 3),
    "lokus": lambda seed: lokus.Options(2 + seed % 5, starters=seed % 2 == 0, deals=1 + seed % 2),
    "schraube": lambda seed: schraube.Options(2 + seed % 3, pro=seed % 2 == 0),
}
GAMES = pytest.mark.parametrize("game", [qwirkle, lokus, schraube], ids=lambda game: game.__name__)
SEEDS = st.integers(0, 2**32)
STEPS = st.integers(0, 120)


def play(game: ModuleType, seed: int, steps: int) -> Any:
    """A random game of a number of steps, or a finished one."""
    random = Random(seed)
    played = game.Game(game.Position.start(SHORT[game.__name__.rpartition(".")[2]](seed)))
    for _ in range(steps):
        position = played.position
        if position.is_over:
            break
        played.push(position.sample(random) if position.is_chance else position.sample_move(random))
    return played


@GAMES
@given(seed=SEEDS, steps=STEPS)
@settings(max_examples=25, deadline=None)
def test_text_bytes_and_pickle_give_it_back(game: ModuleType, seed: int, steps: int) -> None:
    played = play(game, seed, steps)
    position = played.position
    for again in (
        game.Position.parse(position.text),
        game.Position.from_bytes(position.to_bytes()),
        pickle.loads(pickle.dumps(position)),  # noqa: S301
        copy.deepcopy(position),
        game.Game.parse(played.text).position,
        game.Game.replay(played.start, played.steps).position,
        pickle.loads(pickle.dumps(played)).position,  # noqa: S301
    ):
        assert again == position
        assert again.key == position.key
        assert hash(again) == hash(position)
        assert again.text == position.text


@GAMES
@given(seed=SEEDS, steps=STEPS)
@settings(max_examples=25, deadline=None)
def test_moves_are_a_sequence(game: ModuleType, seed: int, steps: int) -> None:
    position = play(game, seed, steps).position
    moves = position.legal_moves
    listed = list(moves)
    assert len(moves) == len(listed) == len(set(listed))
    assert bool(moves) == (position.to_move is not None)
    assert list(reversed(moves)) == listed[::-1]
    assert moves[2:9:3] == tuple(listed[2:9:3])
    assert moves[::-1] == tuple(listed[::-1])
    for index in (0, -1, len(listed) // 2):
        if listed:
            chosen = moves[index]
            assert chosen == listed[index]
            assert chosen in moves
            assert moves.count(chosen) == 1
            assert listed[moves.index(chosen)] == chosen
    for index in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            moves[index]
    assert "skip" not in moves
    with pytest.raises(ValueError, match="not among"):
        moves.index("skip")


@GAMES
@given(seed=SEEDS, steps=STEPS)
@settings(max_examples=25, deadline=None)
def test_listed_moves_are_legal_and_leave_the_position_alone(game: ModuleType, seed: int, steps: int) -> None:
    position = play(game, seed, steps).position
    before = position.text
    for chosen in position.legal_moves[::7]:
        verdict = position.check(chosen)
        assert verdict
        assert verdict.legal
        assert verdict.move == chosen
        assert verdict.violations == ()
        assert position.check(chosen.text) == verdict
        assert game.Move.parse(chosen.text) == chosen
        after = position.play(chosen)
        assert after != position
        assert after == position.play(chosen.text)
    assert position.text == before


@GAMES
@given(seed=SEEDS, steps=STEPS, other=SEEDS)
@settings(max_examples=25, deadline=None)
def test_legal_exactly_if_listed(game: ModuleType, seed: int, steps: int, other: int) -> None:
    """Moves of another position of the same game are judged as the list says."""
    position = play(game, seed, steps).position
    foreign = play(game, other, steps).position.legal_moves[:40]
    listed = set(position.legal_moves)
    for chosen in foreign:
        verdict = position.check(chosen)
        assert verdict.legal == (chosen in listed) == (chosen in position.legal_moves)
        if not verdict:
            assert verdict.violations
            with pytest.raises(IllegalMoveError) as refused:
                position.play(chosen)
            assert refused.value.move == chosen.text
            assert refused.value.position == position.text
            assert refused.value.violations == verdict.violations
            assert refused.value.slug == verdict.violations[0].slug
            assert position.text in str(refused.value)


@GAMES
@given(seed=SEEDS, steps=STEPS)
@settings(max_examples=25, deadline=None)
def test_undo_leaves_no_trace(game: ModuleType, seed: int, steps: int) -> None:
    played = play(game, seed, steps)
    texts = [played.start.text]
    again = game.Game(played.start)
    for step in played.steps:
        again.push(step)
        texts.append(again.position.text)
    while len(again):
        assert again.position.text == texts.pop()
        assert again.pop() == played.steps[len(again)]
    assert again.position == played.start
    with pytest.raises(IndexError):
        again.pop()


@GAMES
@given(seed=SEEDS, steps=STEPS)
@settings(max_examples=25, deadline=None)
def test_chance_is_exact_and_asked_at_its_turn(game: ModuleType, seed: int, steps: int) -> None:
    position = play(game, seed, steps).position
    if position.turn is not Turn.CHANCE:
        assert not position.chances
        assert position.chance_count == 0
        with pytest.raises(WrongTurnError):
            position.sample(Random(0))
        return
    assert position.to_move is None
    event = position.sample(Random(seed))
    assert 0 < position.probability(event) <= 1
    assert game.Position.parse(position.apply(event).text) == position.apply(event.text)
    if position.chance_count <= 2_000:
        chances = list(position.chances)
        assert len(chances) == position.chance_count
        assert sum(chance.exact for chance in chances) == 1
        assert event in [chance.event for chance in chances]


@GAMES
@given(seed=SEEDS, steps=STEPS)
@settings(max_examples=15, deadline=None)
def test_views_follow_the_game_and_hide_the_rest(game: ModuleType, seed: int, steps: int) -> None:
    played = play(game, seed, steps)
    position = played.position
    for seat in range(position.players):
        view = position.view(seat)
        assert view.seat == seat
        assert game.View.parse(view.text) == view == pickle.loads(pickle.dumps(view))  # noqa: S301
        seen = played.seen_by(seat)
        assert seen.replay() == view
        assert game.Seen.parse(seen.text) == seen
        followed = seen.start
        for sight in seen.sights:
            followed = followed.follow(sight.text)
        assert followed == view
        completed = view.complete(Random(seed))
        assert completed.view(seat) == view
        assert completed.view(seat).key == view.key
        if position.to_move == seat:
            assert list(view.legal_moves) == list(position.legal_moves)


@GAMES
@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_a_seed_means_the_same_game(game: ModuleType, seed: int) -> None:
    played = play(game, seed, 5_000)
    assert played.is_over
    assert played.turn is Turn.OVER
    assert played.outcome is not None
    assert len(played.outcome.points) == played.position.players
    assert sum(played.outcome.shares) == pytest.approx(1)
    assert played.text == play(game, seed, 5_000).text


@GAMES
@given(seed=SEEDS, steps=STEPS)
@settings(max_examples=10, deadline=None)
def test_drawings(game: ModuleType, seed: int, steps: int) -> None:
    position = play(game, seed, steps).position
    assert "seat 0" in str(position)
    own, others = position.view(1).to_svg(), position.to_svg(viewer=0)
    for svg in (position.to_svg(), position._repr_svg_(), own, others):
        assert svg.startswith("<svg ")
        assert svg.endswith("</svg>")
        assert svg.count("<text") == svg.count("</text>")
    assert position.view(1).to_svg() == position.to_svg(viewer=1)


@GAMES
@given(seed=SEEDS, steps=STEPS)
@settings(max_examples=10, deadline=None)
def test_perft_counts_the_list(game: ModuleType, seed: int, steps: int) -> None:
    position = play(game, seed, steps).position
    census = position.perft(1) if not position.is_chance else position.perft(0)
    if position.to_move is not None:
        assert census.leaves == len(position.legal_moves)
        assert census.decisions == 1
        parts = position.divide(1)
        assert [step for step, _ in parts] == list(position.legal_moves)
    else:
        assert census.leaves == 1
