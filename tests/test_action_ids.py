"""Every API spells moves in the same action ids: compared move by move along random games of every kind."""

import copy
import doctest
import itertools
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
import spielwerk.openspiel  # noqa: F401 - it registers the games
from google.rpc import error_details_pb2, status_pb2
from spielwerk import Random, _native, lokus, qwirkle, schraube
from spielwerk._pb.spielwerk.v1 import catalog_pb2, lokus_pb2, qwirkle_pb2, schraube_pb2
from spielwerk.env import CHANCE, Episode
from spielwerk.errors import InvalidInputError
from spielwerk.pettingzoo import lokus_v0, qwirkle_v0, schraube_v0
from spielwerk.service import ServerConfig, build_server
from spielwerk.service import client as service

PAGE = Path(__file__).parents[1] / "docs" / "actions.md"
MODULES: dict[str, ModuleType] = {"lokus": lokus, "qwirkle": qwirkle, "schraube": schraube}
MESSAGES: dict[str, ModuleType] = {"lokus": lokus_pb2, "qwirkle": qwirkle_pb2, "schraube": schraube_pb2}
ASK: dict[str, Any] = {"lokus": service.lokus, "qwirkle": service.qwirkle, "schraube": service.schraube}
VARIANTS: list[tuple[str, Any]] = [
    *(("qwirkle", qwirkle.Options(players)) for players in (2, 3, 4)),
    ("qwirkle", qwirkle.Options(2, free_pass=True)),
    *(("lokus", lokus.Options(players, deals=1, starters=players % 2 == 0)) for players in range(2, 7)),
    *(("schraube", schraube.Options(players, pro=pro)) for players in (2, 3, 4) for pro in (False, True)),
]
EVERY_VARIANT = pytest.mark.parametrize(
    ("game", "options"), VARIANTS, ids=[f"{game}-{options.players}" for game, options in VARIANTS]
)
EVERY_GAME = pytest.mark.parametrize("game", MODULES)


def played(game: str, options: Any, seed: int) -> Any:
    """A random game, as its record."""
    luck = Random(seed)
    record = MODULES[game].Game(MODULES[game].Position.start(options))
    while not record.is_over:
        position = record.position
        record.push(position.sample(luck) if position.is_chance else position.sample_move(luck))
    return record


def decisions(record: Any) -> Iterator[tuple[Any, Any]]:
    """Every position of a record in which a seat decided, with its move."""
    position = record.start
    for step in record.steps:
        if position.to_move is not None:
            yield position, step
            position = position.play(step)
        else:
            position = position.apply(step)


def answered(question: service.Question[Any]) -> Any:
    """The answer to a question, without a server."""
    return question.read(_native.answer(question.path, question.request))


def listed(game: str, position: Any, limit: int = 20_000) -> Any:
    """What ListMoves says."""
    messages, name = MESSAGES[game], game.capitalize()
    request = getattr(messages, f"{name}ServiceListMovesRequest")(
        position={"text": position.text}, limit=limit, want_text=True, want_actions=True
    )
    path = f"/spielwerk.v1.{name}Service/ListMoves"
    response = getattr(messages, f"{name}ServiceListMovesResponse")
    return response.FromString(_native.answer(path, request.SerializeToString()))


def words_of(columns: Any) -> list[tuple[int, ...]]:
    """The words that stand in columns."""
    ids = iter(columns.ids)
    words = [tuple(itertools.islice(ids, size)) for size in columns.sizes]
    assert list(ids) == []
    return words


def walked(episode: Any, beginning: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every word that the legal actions of an episode spell."""
    for action in episode.legal_actions():
        after = copy.copy(episode)
        after.step(action)
        word = (*beginning, action)
        if after.spelled:
            assert after.spelled == word
            yield from walked(after, word)
        else:
            yield word


@EVERY_VARIANT
def test_every_api_spells_the_same_words(game: str, options: Any) -> None:
    module, ask, some = MODULES[game], ASK[game], random.Random(f"{game} {options}")
    games = (decisions(played(game, options, seed)) for seed in (7, 8, 9))
    for turn, (position, chosen) in enumerate(itertools.chain(*games)):
        moves = position.legal_moves
        words = [move.actions for move in moves]
        # Native: one by one, as an array, and read back.
        table = moves.actions()
        assert table.dtype == np.int16
        assert [tuple(row[row >= 0].tolist()) for row in table] == words
        assert all(position.read_actions(word) == move for word, move in zip(words, moves, strict=True))
        assert position.view(position.to_move).legal_moves.actions().tolist() == table.tolist()
        ordered = sorted(words)
        assert all(after[: len(word)] != word for word, after in itertools.pairwise(ordered))
        # The service lists the same words in the same order.
        told = listed(game, position)
        assert (told.total, list(told.text)) == (len(moves), [move.text for move in moves])
        assert words_of(told.actions) == words
        # And the verdict on a word is that on its move.
        asked = {moves.index(chosen), *some.sample(range(len(moves)), min(4, len(moves)))}
        verdicts = answered(ask.check_many([(position, words[index]) for index in asked]))
        assert list(verdicts) == [position.check(moves[index]) for index in asked]
        assert answered(ask.check(position, chosen.actions)) == position.check(chosen)
        assert answered(ask.check(position.text, list(chosen.actions))) == position.check(chosen)
        # An episode is a walk along these words. In Lokus it begins before anybody has chosen.
        if turn % 5 == 0 and len(moves) <= 400 and not any(getattr(position, "chosen", ())):
            assert list(walked(Episode(position))) == ordered
        assert {len(row) for row in table} == {{"lokus": 1, "qwirkle": 9, "schraube": 4}[game]}
        assert all(module.action_name(action) for action in chosen.actions)


@EVERY_VARIANT
def test_an_episode_offers_the_words_of_its_position(game: str, options: Any) -> None:
    """Whole games, one id at a time: what may come next is what stands next in the words that begin like that."""
    luck = Random(12)
    episode = Episode(MODULES[game].Position.start(options))
    words: list[tuple[int, ...]] = []
    while not episode.is_over:
        if episode.actor == CHANCE:
            episode.step(episode.sample_outcome(luck))
            continue
        place = len(episode.spelled)
        if place == 0:
            words = [move.actions for move in episode.position.legal_moves]
        begun = [word for word in words if word[:place] == episode.spelled]
        actions = episode.legal_actions()
        assert actions == sorted({word[place] for word in begun})
        episode.step(actions[luck.below(len(actions))])


@pytest.mark.parametrize(
    "name",
    [
        "spielwerk_qwirkle(players=2)",
        "spielwerk_qwirkle(players=4)",
        "spielwerk_lokus(players=5)",
        "spielwerk_lokus(players=3,sequential=True)",
        "spielwerk_schraube(players=2,pro=True)",
    ],
)
def test_open_spiel_offers_the_words_of_its_position(name: str) -> None:
    """The same under OpenSpiel, where seats that decide together have their actions at the same time."""
    luck = Random(13)
    game = pyspiel.load_game(name)
    module = MODULES[name.split("(", maxsplit=1)[0].removeprefix("spielwerk_")]
    assert game.num_distinct_actions() == module.ACTIONS
    state = game.new_initial_state()
    words: list[tuple[int, ...]] = []
    while not state.is_terminal():
        position, spelled = state.episode.position, state.episode.spelled
        if state.is_chance_node():
            state.apply_action(state.episode.sample_outcome(luck))
        elif state.is_simultaneous_node():
            offered = [state.legal_actions(player) for player in range(game.num_players())]
            hands = [position.view(player).legal_moves for player in range(game.num_players())]
            assert offered == [[move.actions[0] for move in moves] for moves in hands]
            state.apply_actions([actions[luck.below(len(actions))] for actions in offered])
        else:
            if not spelled:
                words = [move.actions for move in position.legal_moves]
            actions = state.legal_actions()
            begun = [word for word in words if word[: len(spelled)] == spelled]
            assert actions == sorted({word[len(spelled)] for word in begun})
            chosen = actions[luck.below(len(actions))]
            assert state.action_to_string(state.current_player(), chosen) == module.action_name(chosen)
            state.apply_action(chosen)


@EVERY_VARIANT
def test_petting_zoo_offers_the_words_of_its_position(game: str, options: Any) -> None:
    """The same under PettingZoo, in the masks of observation and info."""
    luck = Random(17)
    env = {"qwirkle": qwirkle_v0, "lokus": lokus_v0, "schraube": schraube_v0}[game].raw_env(options)
    env.reset(seed=3)
    words: list[tuple[int, ...]] = []
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        position, spelled = env.episode.position, env.episode.spelled
        assert env.action_space(env.agent_selection).n == MODULES[game].ACTIONS
        if not spelled:
            words = [move.actions for move in position.legal_moves]
        begun = [word for word in words if word[: len(spelled)] == spelled]
        observation, *_, info = env.last()
        for mask in (observation["action_mask"], info["action_mask"]):
            assert np.flatnonzero(mask).tolist() == sorted({word[len(spelled)] for word in begun})
        actions = env.episode.legal_actions()
        env.step(actions[luck.below(len(actions))])


@pytest.mark.parametrize("players", [2, 5])
def test_parallel_petting_zoo_offers_the_words_of_its_position(players: int) -> None:
    """All at once in Lokus: what each seat may choose, the row of the one that decides, and 74 for who waits."""
    luck = Random(19)
    env = lokus_v0.parallel_env(players=players)
    _, infos = env.reset(seed=3)
    while env.agents:
        offered = [np.flatnonzero(infos[agent]["action_mask"]).tolist() for agent in env.agents]
        position = env.episode.position
        views = [position.view(seat).legal_moves for seat in range(players)]
        if position.stage is lokus.Stage.CHOOSE:
            assert offered == [[move.actions[0] for move in moves] for moves in views]
        else:
            decides = [[move.actions[0] for move in position.legal_moves], [lokus.ACTIONS]]
            assert offered == [decides[seat != position.to_move] for seat in range(players)]
        chosen = [actions[luck.below(len(actions))] for actions in offered]
        *_, infos = env.step(dict(zip(env.agents, chosen, strict=True)))


@EVERY_VARIANT
def test_a_game_is_played_and_replayed_in_words(game: str, options: Any) -> None:
    """A whole record as words, and each of its moves by PlayMove."""
    record = played(game, options, seed=8)
    messages, name = MESSAGES[game], game.capitalize()
    request = getattr(messages, f"{name}ServiceReplayGameRequest")()
    request.record.start.text = record.start.text
    position = record.start
    for step in record.steps:
        told = request.record.steps.add()
        if position.to_move is None:
            if game == "qwirkle":
                told.draw.tiles.extend(1 + tile.index for tile in step.tiles)
            else:
                told.event.text = step.text
            position = position.apply(step)
        else:
            told.move.actions.ids.extend(step.actions)
            after = position.play(step)
            assert answered(ASK[game].play(position, step.actions)).position == after
            position = after
    reply = _native.answer(f"/spielwerk.v1.{name}Service/ReplayGame", request.SerializeToString())
    answer = getattr(messages, f"{name}ServiceReplayGameResponse").FromString(reply)
    assert (answer.steps_played, answer.end.text) == (len(record.steps), record.position.text)


def test_tiles_of_batches_are_action_ids() -> None:
    """The columns of ``pack`` hold what stands between the first cell and ``done``; both are judged alike."""
    for position, _ in decisions(played("qwirkle", qwirkle.Options(2), seed=9)):
        places = [move for move in position.legal_moves if isinstance(move, qwirkle.Place)]
        offsets, x, y, kinds = qwirkle.pack(places)
        for index, move in enumerate(places):
            tiles = slice(offsets[index], offsets[index + 1])
            assert kinds[tiles].tolist() == list(move.actions[2:-1])
            cell = qwirkle.action_name(move.actions[1])
            assert cell == f"{(x[tiles][0] + 48) % 97 - 48},{(y[tiles][0] + 48) % 97 - 48}"
            assert position.grid.read_actions(move.actions) == move
        legal, points, _ = qwirkle.check_placements(position.grid, offsets, x, y, kinds)
        assert legal.all()
        assert points.tolist() == [position.check(move).score.placement_points for move in places]


@pytest.mark.parametrize("x", [-(2**31), -1_000_003, -49, 48, 49, 97, 1_000_003, 2**31 - 2])
def test_cells_go_round(x: int) -> None:
    """Far from the middle, and at the ends of the world, where there is nothing beyond."""
    tiles = [qwirkle.Laid(x + at, x, qwirkle.Tile.parse(text)) for at, text in enumerate(("r0", "r8"))]
    position = qwirkle.Position.build(tiles=tiles, hands=["r4g8bcy0y0ps", 6])
    moves = position.legal_moves
    assert len(moves) > 40
    assert [position.read_actions(move.actions) for move in moves] == list(moves)
    assert words_of(listed("qwirkle", position).actions) == [move.actions for move in moves]
    for cell in range(41, qwirkle.ACTIONS, 7):
        verdict = position.check(position.read_actions([36, cell, 24, 40]))
        assert verdict.legal == any(move.actions[1] == cell for move in moves if move.actions[2:] == (24, 40))
        assert answered(service.qwirkle.check(position, [36, cell, 24, 40])) == verdict


def test_cards_of_batches_are_action_ids() -> None:
    """The rounds of a game of Lokus, resolved from nothing but the ids that were chosen."""
    resolved = 0
    for players in range(2, 7):
        ids: list[int] = []
        for position, move in decisions(played("lokus", lokus.Options(players, deals=2), seed=3)):
            if position.stage is not lokus.Stage.CHOOSE:
                continue
            ids.extend(move.actions)
            if len(ids) < players:
                continue
            rows = np.full((1, 2, 4), 255, np.uint8)
            for row, cards in enumerate(position.rows):
                held = [card.rank for card in cards]
                assert all(
                    lokus.action_name(rank) == card.text for rank, card in zip(held, cards, strict=True)
                )
                rows[0, row, : len(held)] = held
            done = lokus.resolve_rounds(rows, np.array([ids], np.uint8))
            told = lokus.resolve_round(position.rows, [lokus.Card.from_rank(rank) for rank in ids])
            assert done.valid.all()
            after = position.play(move)
            if after.stage is lokus.Stage.ROW:
                seat, which, card = after.decision
                assert done.seats[0, done.missing[0]] == seat
                assert told.missing is which
                assert ids[seat] == card.rank
                assert {lokus.action_name(word[0]) for word in map(_actions, after.legal_moves)} == {
                    "row 0",
                    "row 1",
                }
            elif after.stage is not lokus.Stage.DRAW:
                assert done.missing.tolist() == [-1]
            resolved += 1
            ids = []
    assert resolved == 5 * 2 * 11


def _actions(move: Any) -> tuple[int, ...]:
    actions: tuple[int, ...] = move.actions
    return actions


def test_piles_and_faces_of_batches_are_action_ids() -> None:
    """The piles that a chain leaves free are those on which a word may place a die."""
    seen = 0
    for position, _ in decisions(played("schraube", schraube.Options(3), seed=4)):
        if position.phase is not schraube.Phase.PLACE:
            continue
        faces = [position.options.deck[pile.open].face for pile in position.piles]
        covered = sum(1 << at for at, pile in enumerate(position.piles) if pile.dice)
        dice = [position.unplaced.count(face) for face in range(1, 7)]
        chain = schraube.resolve_chains(
            np.array([position.figures[position.to_move]], np.uint8),
            np.array([faces], np.uint8),
            np.array([covered], np.uint8),
            np.array([dice], np.uint8),
        )
        first = {move.actions[0] for move in position.legal_moves}
        piles = sum(1 << action - 6 for action in first & set(range(6, 12)))
        if chain.forced[0]:  # one of them, before which cards may be used (S14)
            assert piles & chain.forced[0] == piles
            assert piles.bit_count() == 1
        else:
            assert piles == chain.free[0]
        for move in position.legal_moves:
            if isinstance(move, schraube.Laser):
                by, shows, wanted = move.actions[1:]
                assert (by - 21, shows - 63, wanted - 63) == (move.card, move.turned_from, move.turned_to)
        seen += 1
    assert seen > 50


def test_enums_of_the_service_are_one_more_than_action_ids() -> None:
    for tile in (qwirkle.Tile.from_index(index) for index in range(36)):
        assert qwirkle.action_name(tile.index) == tile.text
        named = qwirkle_pb2.QwirkleTile.Name(qwirkle_pb2.QwirkleTile.ValueType(tile.index + 1))
        assert named == f"QWIRKLE_TILE_{tile.colour.name}_{tile.shape.name}"
    for card in (lokus.Card.from_rank(rank) for rank in range(72)):
        assert lokus.action_name(card.rank) == card.text
        named = lokus_pb2.LokusCard.Name(lokus_pb2.LokusCard.ValueType(card.rank + 1))
        assert named == f"LOKUS_CARD_{card.colour.name}_{card.number}"


def spoilt(rng: random.Random, word: Sequence[int], count: int) -> list[int]:
    """A word with an id changed, lost, doubled, swapped or added."""
    ids = list(word)
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(ids) + 1)
        kind = rng.randrange(6)
        strange = rng.choice([rng.randrange(count), rng.randrange(40), count, 70_000, 2**32 - 1])
        if kind == 0 and ids:
            ids[at % len(ids)] = strange
        elif kind == 1:
            del ids[at : at + 1]
        elif kind == 2:
            ids[at:at] = [strange] * rng.choice([1, 1, 1, 12])
        elif kind == 3:
            ids[at:at] = ids[at : at + 2]
        elif kind == 4 and ids:
            ids[at % len(ids)] = rng.randrange(count)
        else:
            rng.shuffle(ids)
    return ids


def refusal(game: str, position: Any, ids: Sequence[int]) -> list[tuple[str, str, str]]:
    """Path, slug and message of every fault that CheckMove names."""
    question = ASK[game].check(position, ids)
    with pytest.raises(_native.AnswerError) as caught:
        _native.answer(question.path, question.request)
    assert caught.value.code == 3
    bad = error_details_pb2.BadRequest()
    assert any(detail.Unpack(bad) for detail in status_pb2.Status.FromString(caught.value.details).details)
    return [(one.field, one.reason.lower(), one.description) for one in bad.field_violations]


def said(position: Any, ids: Sequence[int]) -> tuple[Any, list[tuple[str, str, str]]]:
    """The move that ids spell, or path, slug and message of every fault, with the path that the service gives it."""
    try:
        return position.read_actions(ids), []
    except InvalidInputError as refused:
        return None, [
            (
                fault.path.replace("actions", "move.actions.ids", 1),
                fault.slug,
                f"{fault.message} ({fault.rule})",
            )
            for fault in refused.faults
        ]


@EVERY_VARIANT
def test_spoilt_words_are_refused_alike(game: str, options: Any) -> None:
    """Either no word, with the same faults in both APIs, or a move that both judge alike."""
    module, rng = MODULES[game], random.Random(f"spoilt {game} {options}")
    senseless = illegal = 0
    for position, chosen in itertools.chain(*(decisions(played(game, options, seed)) for seed in range(4))):
        for _ in range(8):
            ids = spoilt(rng, chosen.actions, module.ACTIONS)
            move, faults = said(position, ids)
            if faults:
                senseless += 1
                assert refusal(game, position, ids) == faults
                continue
            verdict = position.check(move)
            assert answered(ASK[game].check(position, ids)) == verdict
            assert answered(ASK[game].check(position, move)) == verdict
            illegal += not verdict.legal
            if verdict.legal:
                assert verdict.move.actions == tuple(ids)
    assert min(senseless, illegal) > 20


@EVERY_GAME
@pytest.mark.parametrize(
    ("ids", "faults"),
    [
        ([], [("actions[0]", "word_incomplete")]),
        ([-1], [("actions[0]", "unknown_action")]),
        ([2**200], [("actions[0]", "unknown_action")]),
        ([0] * 10, [("actions", "word_too_long")]),
        (itertools.repeat(0), [("actions", "word_too_long")]),
    ],
)
def test_numbers_that_are_no_word(game: str, ids: Any, faults: list[tuple[str, str]]) -> None:
    position = MODULES[game].Position.start().settle(Random(1))
    with pytest.raises(InvalidInputError) as refused:
        position.read_actions(ids)
    assert [(fault.path, fault.slug) for fault in refused.value.faults] == faults


def test_every_number_that_is_no_id_is_named() -> None:
    position = qwirkle.Position.start().settle(Random(1))
    ids = [36, 9450, 3, 70_000, *[40] * 8]
    with pytest.raises(InvalidInputError) as refused:
        position.read_actions(ids)
    assert [fault.path for fault in refused.value.faults] == ["actions[1]", "actions[3]", "actions"]
    assert [path for path, _, _ in refusal("qwirkle", position, ids)] == [
        "move.actions.ids[1]",
        "move.actions.ids[3]",
        "move.actions.ids",
    ]


@EVERY_GAME
@pytest.mark.parametrize("wrong", [None, 3, "36", [1.5], [None], ["0"]])
def test_what_is_no_list_of_numbers(game: str, wrong: Any) -> None:
    with pytest.raises(TypeError):
        MODULES[game].Position.start().read_actions(wrong)


@EVERY_GAME
def test_every_id_has_a_name_of_its_own(game: str) -> None:
    module = MODULES[game]
    assert len({module.action_name(action) for action in range(module.ACTIONS)}) == module.ACTIONS
    for wrong in (-1, module.ACTIONS, 2**40):
        with pytest.raises(InvalidInputError, match=f"0 to {module.ACTIONS - 1}"):
            module.action_name(wrong)


def test_what_no_position_lists_has_no_word() -> None:
    twice = qwirkle.Place([qwirkle.Laid(0, 0, qwirkle.Tile.from_index(kind)) for kind in (0, 1)])
    for move in (
        twice,
        qwirkle.Trade([]),
        qwirkle.Trade("r0r0r0r8r8r8g8"),
        qwirkle.Trade("r0r0r0r8r8r8g8g8g8b8"),
        lokus.Decline(0),
        lokus.ChooseRow(0, 2),
        schraube.Sum(0, [6, 6]),
        schraube.Combine([1]),
        schraube.Combine(range(1, 43)),
    ):
        assert _actions(move) == ()


@pytest.mark.parametrize(
    ("text", "read", "slug"),
    [
        ("2,0>r4-g8", "2,0>r4g8", "gap"),
        ("1,1vg8--r4", "1,1vg8r4", "gap"),
        ("-1,0>r4g8", "-1,0>r4--g8", "cell_occupied"),
        ("99,0>r4", "2,0>r4", "not_connected"),
        ("2,-97>r4", "2,0>r4", "not_connected"),
        ("-1,0>r4--rs", "-1,0>r4--rs", None),
        ("0,0>r4", "0,0>r4", "cell_occupied"),
        ("1,0>g8", "1,0>g8", "cell_occupied"),
    ],
)
def test_a_word_says_a_placement_where_that_is_legal(text: str, read: str, slug: str | None) -> None:
    """A gap that is empty, a cell that is taken and a cell far away are illegal, and no word says them."""
    position = qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0rs/g0g4gdb8p8y8")
    move = qwirkle.Move.parse(text)
    assert position.read_actions(move.actions).text == read
    slugs = {broken.slug for broken in position.check(move).violations}
    assert slug in slugs if slug else not slugs


def test_a_table_of_qwirkle_reads_words_too() -> None:
    """Without a game: the tiles that lie decide where those of a word go; a trade needs a game."""
    grid = qwirkle.Grid.parse("0,0:r0r8")
    ids = [36, 4744, 24, 30, 40]
    request = qwirkle_pb2.QwirkleServiceCheckMoveRequest(
        table={"tiles": {"x": [0, 1], "y": [0, 0], "tile": [1, 31]}}, move={"actions": {"ids": ids}}
    )
    path = "/spielwerk.v1.QwirkleService/CheckMove"

    def verdict(request: Any) -> Any:
        reply = _native.answer(path, request.SerializeToString())
        return qwirkle_pb2.QwirkleServiceCheckMoveResponse.FromString(reply).verdict

    expected = qwirkle.check_placement(grid, grid.read_actions(ids))
    assert grid.read_actions(ids).text == "-1,0>r4--r8"
    assert [one.slug for one in verdict(request).violations] == [one.slug for one in expected.violations]
    request.move.actions.ids[:] = [36, 4744, 24, 40]
    assert verdict(request).legal
    request.move.actions.ids[:] = [38, 0, 40]
    with pytest.raises(_native.AnswerError, match="a table judges placements only"):
        verdict(request)


def test_faults_of_a_batch_and_a_record_have_their_paths() -> None:
    start = {"text": "schraube/1 players=2"}
    record = schraube_pb2.SchraubeServiceReplayGameRequest(
        record={"start": start, "steps": [{"move": {"actions": {"ids": ids}}} for ids in ([4], [97], [14])]}
    )
    shared = schraube_pb2.SchraubeServiceCheckMovesRequest(
        shared={"position": start, "moves": [{"actions": {"ids": ids}} for ids in ([4], [97], [14])]}
    )
    for method, request, where in (
        ("ReplayGame", record, "record.steps[{}].move.actions.ids[{}]"),
        ("CheckMoves", shared, "shared.moves[{}].actions.ids[{}]"),
    ):
        with pytest.raises(_native.AnswerError) as caught:
            _native.answer(f"/spielwerk.v1.SchraubeService/{method}", request.SerializeToString())
        bad = error_details_pb2.BadRequest()
        assert any(part.Unpack(bad) for part in status_pb2.Status.FromString(caught.value.details).details)
        assert [one.field for one in bad.field_violations] == [where.format(1, 0), where.format(2, 1)]


@pytest.mark.parametrize("game", ["lokus", "schraube"])
def test_shared_moves_may_be_words(game: str) -> None:
    """Many moves on one position: words and texts get the same verdicts. Those of Qwirkle are columns of tiles."""
    position = MODULES[game].Position.start().settle(Random(5))
    words = [[action] for action in range(MODULES[game].ACTIONS) if game == "lokus" or action < 14]
    texts = [position.read_actions(word).text for word in words]
    request, response = (
        getattr(MESSAGES[game], f"{game.capitalize()}ServiceCheckMoves{kind}")
        for kind in ("Request", "Response")
    )
    by_word, by_text = (
        response.FromString(
            _native.answer(
                f"/spielwerk.v1.{game.capitalize()}Service/CheckMoves",
                request(shared={"position": {"text": position.text}, "moves": moves}).SerializeToString(),
            )
        )
        for moves in ([{"actions": {"ids": ids}} for ids in words], [{"text": text} for text in texts])
    )
    assert by_word == by_text
    assert 0 < sum(by_word.shared.legal) < len(words)


@EVERY_GAME
def test_a_list_that_is_cut_has_as_many_words(game: str) -> None:
    position = MODULES[game].Position.start().settle(Random(6))
    told = listed(game, position, limit=3)
    assert told.truncated
    assert words_of(told.actions) == [move.actions for move in position.legal_moves[:3]]


def test_nothing_is_listed_that_nobody_asked_for() -> None:
    position = qwirkle.Position.start().settle(Random(6))
    request = qwirkle_pb2.QwirkleServiceListMovesRequest(position={"text": position.text})
    reply = _native.answer("/spielwerk.v1.QwirkleService/ListMoves", request.SerializeToString())
    assert not qwirkle_pb2.QwirkleServiceListMovesResponse.FromString(reply).HasField("actions")


def test_the_catalogue_tells_how_many_ids_there_are() -> None:
    reply = _native.answer("/spielwerk.v1.CatalogService/GetCatalog", b"")
    for game in catalog_pb2.GetCatalogResponse.FromString(reply).games:
        module = MODULES[game.name]
        assert game.action_count == module.ACTIONS == Episode(module.Position.start()).action_count
        widths = module.Position.start().settle(Random(1)).legal_moves.actions().shape[1]
        assert game.longest_word == widths


@pytest.mark.parametrize("transport", ["grpcio", "native"])
def test_a_running_server_speaks_the_same_words(transport: str) -> None:
    with (
        build_server(ServerConfig(port=0, transport=transport)) as server,
        service.Client(server.address) as client,
    ):
        for game, options in VARIANTS[::3]:
            for position, chosen in itertools.islice(decisions(played(game, options, seed=11)), 0, 40, 5):
                assert client.ask(ASK[game].check(position, chosen.actions)) == position.check(chosen)
                assert client.ask(ASK[game].play(position, chosen.actions)).position == position.play(chosen)
                told = client.ask(ASK[game].list_moves(position, limit=20_000))
                assert [move.actions for move in told.moves] == [
                    move.actions for move in position.legal_moves
                ]
            with pytest.raises(service.ServiceError) as refused:
                client.ask(ASK[game].check(position, [MODULES[game].ACTIONS]))
            assert [(fault.path, fault.slug) for fault in refused.value.faults] == [
                ("move.actions.ids[0]", "unknown_action")
            ]


def test_the_page_about_action_ids_is_true() -> None:
    """Its tables name the first and the last of every group of ids and leave none out; its examples run."""
    failed, tried = doctest.testfile(
        str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert (failed, tried > 0) == (0, True)
    tables = re.split(r"^### ", PAGE.read_text(), flags=re.MULTILINE)[1:]
    for text in tables:
        title = text.split(":")[0]
        module = MODULES[title.split()[0].lower()]
        assert f"{module.ACTIONS:,} ids" in text.splitlines()[0]
        following = 0
        for first, last, names in re.findall(r"^\| (\d+)(?: to (\d+))? \| (.+?) \|", text, re.MULTILINE):
            ends = [int(first), int(last or first)]
            assert ends[0] == following
            named = re.findall(r"`(.+?)`", names)
            assert named == [module.action_name(action) for action in (ends if last else ends[:1])]
            following = ends[1] + 1
        assert following == module.ACTIONS
