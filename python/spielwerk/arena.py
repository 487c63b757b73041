"""Matches between agents: fair, repeatable, interruptible, and summed up with intervals.

A seed and an index name a game: the same one comes out with any number of threads, in one run or many. Every
deal is played in all rotations of the seats, so each agent meets each deal in every seat. Games are records
that replay.

>>> match = play("qwirkle", ["greedy", "random"], games=20, seed=1)
>>> len(match.games), match.games[0].seating, match.games[1].seating
(20, (0, 1), (1, 0))
>>> match.summary().agents[0].wins.mean
1.0

The first line of a file of games is the :class:`Setting`, every other line a :class:`Game`, both as JSON.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import math
import operator
import os
import statistics
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TextIO

import spielwerk._native.agents as native
from spielwerk import Fault, __version__
from spielwerk._refusal import is_path, refusal, refused
from spielwerk.errors import InvalidInputError
from spielwerk.rating import Interval, Sprt, Verdict, elo_interval, mean_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


__all__ = [
    "GAMES",
    "AgentSummary",
    "Game",
    "GameName",
    "Match",
    "Setting",
    "Summary",
    "Value",
    "load",
    "play",
]

GameName = Literal["lokus", "qwirkle", "schraube"]
"""The name of a game."""
GAMES: tuple[GameName, ...] = ("lokus", "qwirkle", "schraube")
"""The games that agents can play."""

Value = Literal["points", "margins", "wins", "duels"]
"""What is counted of a game; see the attributes of :class:`Game`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a match is made of; equal settings mean equal games."""

    game: GameName
    start: str
    """The text of the first position, options included."""
    agents: tuple[str, ...]
    """One agent a seat, each with all its parameters (see :mod:`spielwerk.agents`)."""
    seed: int
    time_limit: float | None
    """Seconds a decision, on top of the agents' own budgets. With a limit, games are not repeatable."""
    version: str
    """The version of the package that played."""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game of a match."""

    index: int
    seating: tuple[int, ...]
    """By seat, the index of the agent that played there."""
    points: tuple[int, ...]
    """By seat, as the game counts."""
    margins: tuple[int, ...]
    """By seat, how many points it is ahead of the best other; more is better in every game."""
    ranking: tuple[int, ...]
    """By seat, from 1; tied seats share the better rank."""
    reason: str
    """Why it ended."""
    decisions: tuple[int, ...]
    """By seat, how often it was asked."""
    iterations: tuple[int, ...]
    """By seat, how many iterations it searched in all."""
    record: str
    """The whole game as text, which the game's ``Game.parse`` reads."""

    @property
    def wins(self) -> tuple[float, ...]:
        """By seat, its share of the win."""
        winners = self.ranking.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranking)

    @property
    def duels(self) -> tuple[float, ...]:
        """By seat, the mean result against each other seat: 1 for a better rank, 1/2 for the same, else 0."""
        others = len(self.ranking) - 1
        return tuple(
            (sum((own < other) + (own == other) / 2 for other in self.ranking) - 0.5) / others
            for own in self.ranking
        )


@dataclass(frozen=True, slots=True)
class AgentSummary:
    """How one agent did. Intervals are 95 %, over deals (whose rotations are averaged first)."""

    agent: str
    points: Interval
    """Points a game, as the game counts."""
    margin: Interval
    """Points ahead of the best other a game."""
    wins: Interval
    """Share of the wins, 0 to 1."""
    elo: Interval
    """Elo against the others at the table, from the mean result of all duels."""
    points_per_decision: float
    """Points by decisions; in Qwirkle a decision is a turn."""
    iterations_per_decision: float
    """Mean number of iterations searched."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How a match stands."""

    games: int
    deals: int
    """Deals of which all rotations are played; the intervals are over these."""
    agents: tuple[AgentSummary, ...]
    reasons: Mapping[str, int]
    """How often games ended for which reason."""
    log_likelihood_ratio: float | None = None
    """Of the sequential test, if there is one."""
    verdict: Verdict | None = None
    """Of the sequential test, if there is one."""

    def to_json(self) -> dict[str, Any]:
        """Plain data for JSON: the fields by name, ``None`` for bounds that are not known or not finite."""
        plain: dict[str, Any] = _plain(dataclasses.asdict(self))
        return plain


@dataclass
class Match:
    """A setting and the games played so far, in the order of their index."""

    setting: Setting
    games: list[Game] = field(default_factory=list)

    def deals(self) -> Iterator[list[Game]]:
        """The complete deals in order, each as its rotations."""
        rotations = len(self.setting.agents)
        by_deal: dict[int, list[Game]] = {}
        for game in self.games:
            by_deal.setdefault(game.index // rotations, []).append(game)
        return (games for _, games in sorted(by_deal.items()) if len(games) == rotations)

    def samples(self, agent: int, value: Value) -> list[float]:
        """One number a complete deal: the mean value of an agent over the rotations."""
        return [_deal_mean(games, agent, value) for games in self.deals()]

    def verdict(self, test: Sprt) -> tuple[float, Verdict]:
        """The log-likelihood ratio and the verdict of a sequential test about the first agent."""
        samples = self.samples(0, _tested(test))
        return test.log_likelihood_ratio(samples), test.verdict(samples)

    def summary(self, test: Sprt | None = None) -> Summary:
        """How the match stands."""
        ratio, verdict = self.verdict(test) if test else (None, None)
        reasons: dict[str, int] = {}
        for game in self.games:
            reasons[game.reason] = reasons.get(game.reason, 0) + 1
        return Summary(
            games=len(self.games),
            deals=sum(1 for _ in self.deals()),
            agents=tuple(self._agent(index) for index in range(len(self.setting.agents))),
            reasons=dict(sorted(reasons.items())),
            log_likelihood_ratio=ratio,
            verdict=verdict,
        )

    def _agent(self, agent: int) -> AgentSummary:
        seats = [(game, game.seating.index(agent)) for game in self.games]
        decisions = sum(game.decisions[seat] for game, seat in seats) or 1
        return AgentSummary(
            agent=self.setting.agents[agent],
            points=mean_interval(self.samples(agent, "points")),
            margin=mean_interval(self.samples(agent, "margins")),
            wins=_share(self.samples(agent, "wins")),
            elo=elo_interval(_share(self.samples(agent, "duels"))),
            points_per_decision=sum(game.points[seat] for game, seat in seats) / decisions,
            iterations_per_decision=sum(game.iterations[seat] for game, seat in seats) / decisions,
        )


def play(
    game: GameName,
    agents: Sequence[str],
    *,
    games: int = 1000,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    test: Sprt | None = None,
    file: Path | str | None = None,
    watch: Callable[[Match], None] | None = None,
) -> Match:
    """Plays a match, or goes on with one.

    Args:
        game: The name of the game.
        agents: One agent a seat, as text (see :mod:`spielwerk.agents`).
        games: How many games, 1 to 10,000,000, rounded up to whole deals.
        seed: From 0 to 2**64 - 1.
        options: Arguments of the game's ``Options``, besides the number of players.
        threads: How many games are played at once, at most 1024; all processors by default. Does not change the games.
        time_limit: Seconds a decision, on top of the agents' own budgets.
        test: Stops the match as soon as this test has a verdict about the first agent.
        file: Where games go, one line each, as soon as they are finished. When the file is there already, the
            match goes on where it ended; a last line that was cut off is dropped. One match at a time writes it:
            it is locked until the end (on systems with ``flock``).
        watch: Called after every game, and several times a second.

    Returns:
        The match with all its games, those from the file included.

    Raises:
        InvalidInputError: If a number is out of range, an agent's text is wrong, the game has no such agent, option
            or table, or the file is damaged, of another match, or being written; it names every fault.
        TypeError: If the agents are one text, or a number is none.
        KeyboardInterrupt: As usual; the file has every finished game.
    """
    if game not in GAMES:
        raise _refusal("game", "unknown_game", f"{game!r}; there are {', '.join(GAMES)}")
    if isinstance(agents, str):
        raise TypeError(f"agents are a list of texts, one a seat, not {agents!r}")
    games, seed = _whole("games", games), _whole("seed", seed)
    threads = None if threads is None else _whole("threads", threads)
    time_limit = None if time_limit is None else _seconds("time_limit", time_limit)
    _check_numbers(games, seed, threads, time_limit)
    start = first_position(game, len(agents), options or {})
    setting = Setting(
        game=game,
        start=start.text,
        agents=_canonical(game, agents),
        seed=seed,
        time_limit=time_limit,
        version=__version__,
    )
    threads = min(threads or _processors(), 1024)
    if file is None:
        match = Match(setting)
        _Runner(match, test, None, watch).run(games, threads)
        return match
    file = _path(file)
    with file.open("a", encoding="utf-8") as out:
        _lock(out, file)
        match = _resume(file, setting)
        _Runner(match, test, out, watch).run(games, threads)
    return match


def _options(kind: type[Any], players: int, options: Mapping[str, object]) -> object:
    """The options of a game, which are refused one by one."""
    known = [name for name in inspect.signature(kind).parameters if name != "players"]
    faults = []
    for name, value in options.items():
        if name not in known:
            message = f"there is no option {name!r}; there are {', '.join(known)}"
            faults.append(Fault(f"options.{name}", "arena", "unknown_option", message))
            continue
        try:
            kind(players=2, **{name: value})
        except TypeError:
            message = f"{value!r} is a {type(value).__name__}, which this option never is"
            faults.append(Fault(f"options.{name}", "arena", "wrong_type", message))
        except InvalidInputError:
            pass  # All options together are judged below, with the true number of players.
    if faults:
        raise refused(faults)
    return kind(players=players, **options)


def first_position(game: GameName, players: int, options: Mapping[str, object]) -> Any:  # noqa: ANN401 - of any game
    """The first position of a game with these options.

    Args:
        game: The name of the game.
        players: How many sit at the table.
        options: Arguments of the game's ``Options`` by name, besides the number of players.

    Raises:
        InvalidInputError: If the game has no such option, or something is out of range.

    >>> first_position("qwirkle", 2, {"idle_limit": 4}).options.idle_limit
    4
    """
    module = importlib.import_module(f"spielwerk.{game}")
    return module.Position.start(_options(module.Options, players, options))


def _canonical(game: GameName, agents: Sequence[str]) -> tuple[str, ...]:
    """The agents with all their parameters."""
    texts, faults = [], []
    for index, agent in enumerate(agents):
        try:
            texts.append(native.canonical(game, agent))
        except InvalidInputError as error:
            for fault in error.faults:
                path = f"agents[{index}].{fault.path}".rstrip(".")
                faults.append(Fault(path, fault.rule, fault.slug, fault.message))
    if faults:
        raise refused(faults)
    return tuple(texts)


def _whole(name: str, number: int) -> int:
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {number!r}") from None


def _seconds(name: str, number: float) -> float:
    if not isinstance(number, Real):
        raise TypeError(f"{name} is a number, not {number!r}")
    return float(number)


def _check_numbers(games: int, seed: int, threads: int | None, time_limit: float | None) -> None:
    bounds = (("games", games, 1, 10_000_000), ("seed", seed, 0, 2**64 - 1), ("threads", threads, 1, None))
    faults = [
        Fault(name, "arena", "out_of_range", f"{number}; {_range(least, most)}")
        for name, number, least, most in bounds
        if number is not None and not least <= number <= (number if most is None else most)
    ]
    if time_limit is not None and not 1e-9 <= time_limit <= 1.8e19:  # noqa: PLR2004
        message = f"{time_limit} seconds; 1e-9 to 1.8e19 are possible"
        faults.append(Fault("time_limit", "arena", "out_of_range", message))
    if faults:
        raise refused(faults)


def _range(least: int, most: int | None) -> str:
    return f"at least {least} is needed" if most is None else f"{least:,} to {most:,} are possible"


class _Runner:
    """Plays the games that a match misses, unless a test has a verdict before."""

    def __init__(
        self, match: Match, test: Sprt | None, out: TextIO | None, watch: Callable[[Match], None] | None
    ) -> None:
        self._match = match
        self._test = test
        self._out = out
        self._watch = watch
        self._value = _tested(test) if test else "duels"
        self._samples = match.samples(0, self._value)
        whole = {games[0].index // self._rotations for games in match.deals()}
        self._open = [game for game in match.games if game.index // self._rotations not in whole]

    @property
    def _rotations(self) -> int:
        return len(self._match.setting.agents)

    def run(self, games: int, threads: int) -> None:
        """Plays until there are so many games, rounded up to whole deals, or until the test has a verdict."""
        setting = self._match.setting
        played = {game.index for game in self._match.games}
        all_games = range(-(-games // self._rotations) * self._rotations)
        missing = [index for index in all_games if index not in played]
        if missing and not self._is_decided():
            native.play_games(
                setting.game,
                setting.start,
                list(setting.agents),
                seed=setting.seed,
                indices=missing,
                threads=threads,
                time_limit=setting.time_limit,
                receive=self._receive,
            )
        self._match.games.sort(key=lambda game: game.index)

    def _is_decided(self) -> bool:
        return self._test is not None and self._test.verdict(self._samples) != "open"

    def _receive(self, finished: dict[str, Any] | None) -> bool:
        """Takes a game, or the news that there is none yet; says whether to go on."""
        goes_on = True
        if finished is not None:
            game = _game(finished)
            self._match.games.append(game)
            if self._out is not None:
                self._out.write(json.dumps(dataclasses.asdict(game), ensure_ascii=False) + "\n")
                self._out.flush()
            self._open.append(game)
            deal = [
                each for each in self._open if each.index // self._rotations == game.index // self._rotations
            ]
            if len(deal) == self._rotations:
                self._open = [each for each in self._open if each not in deal]
                self._samples.append(_deal_mean(deal, 0, self._value))
                goes_on = not self._is_decided()
        if self._watch is not None:
            self._watch(self._match)
        return goes_on


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _tested(test: Sprt) -> Literal["duels", "margins"]:
    return "duels" if test.unit == "elo" else "margins"


def _deal_mean(games: Sequence[Game], agent: int, value: Value) -> float:
    """The mean value of an agent over the rotations of a deal."""
    return statistics.fmean(getattr(game, value)[game.seating.index(agent)] for game in games)


def load(file: Path | str) -> Match:
    """Reads a file of games. A last line that was cut off is passed over.

    Raises:
        InvalidInputError: If it is no file of games, or a game is there twice; it names the line.
    """
    return _read(_path(file))[0]


def _path(file: Path | str) -> Path:
    if not is_path(file):
        raise _refusal("file", "no_path", f"{str(file)!r} is no path on this system")
    return Path(file)


def _resume(file: Path, setting: Setting) -> Match:
    """The match in the file, cut to whole lines; a new one when there is none, or only the beginning of its setting."""
    header = (json.dumps(dataclasses.asdict(setting), ensure_ascii=False) + "\n").encode()
    if not file.exists() or header.startswith(file.read_bytes()):
        file.write_bytes(header)
        return Match(setting)
    match, size = _read(file)
    differences = [
        f"{name}: {getattr(match.setting, name)!r} there, {getattr(setting, name)!r} here"
        for name in (each.name for each in dataclasses.fields(Setting))
        if getattr(match.setting, name) != getattr(setting, name)
    ]
    if differences:
        raise _refusal("file", "other_match", f"{file} is of another match: {'; '.join(differences)}")
    os.truncate(file, size)
    return match


def _read(file: Path) -> tuple[Match, int]:
    """The match in the file, and how many bytes its whole lines take."""
    text = file.read_bytes()
    lines = text.split(b"\n")
    size = len(text) - len(lines[-1])
    try:
        match = Match(_setting(json.loads(lines[0])))
    except (ValueError, TypeError, RecursionError) as error:
        message = f"{file} line 1 is no setting of a match: {error}"
        raise _refusal("file", "no_match", message) from error
    line_of: dict[int, int] = {}
    for number, line in enumerate(lines[1:-1], start=2):
        try:
            game = _kept(json.loads(line), len(match.setting.agents), line_of)
        except (ValueError, TypeError, RecursionError) as error:
            raise _refusal("file", "no_game", f"{file} line {number} is no game: {error}") from error
        line_of[game.index] = number
        match.games.append(game)
    match.games.sort(key=lambda game: game.index)
    return match, size


def _lock(out: TextIO, file: Path) -> None:
    """Keeps the file for this match until it is closed. Nothing is kept where the system has no such locks."""
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = f"another match is writing {file}; wait for its end, or name another file"
        raise _refusal("file", "in_use", message) from error


def _share(samples: Sequence[float]) -> Interval:
    """The mean of shares from 0 to 1; so are the bounds."""
    interval = mean_interval(samples)
    if math.isnan(interval.low):
        return interval
    return Interval(interval.mean, max(interval.low, 0.0), min(interval.high, 1.0))


def _plain(data: Any) -> Any:  # noqa: ANN401 - whatever JSON has
    """The same without numbers that JSON does not know."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def _refusal(path: str, slug: str, message: str) -> InvalidInputError:
    return refusal(path, "arena", slug, message)


def _game(data: Mapping[str, Any]) -> Game:
    """A game as it is told, with its lists as tuples."""
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
    }
    return Game(**fields)


def _setting(data: object) -> Setting:
    """The setting in the first line of a file; ``ValueError`` or ``TypeError`` if it is none."""
    told = _fields(data, Setting)
    agents = told["agents"]
    if not isinstance(agents, list) or not all(isinstance(agent, str) for agent in agents):
        raise ValueError(f"agents are a list of texts, not {agents!r:.99}")
    for name in ("game", "start", "version"):
        if not isinstance(told[name], str):
            raise TypeError(f"{name} is a text, not {told[name]!r:.99}")
    if type(told["seed"]) is not int:
        raise ValueError(f"seed is a whole number, not {told['seed']!r:.99}")
    if told["time_limit"] is not None and type(told["time_limit"]) not in (int, float):
        raise ValueError(f"time_limit is a number or null, not {told['time_limit']!r:.99}")
    return Setting(**{**told, "agents": tuple(agents)})


def _kept(data: object, seats: int, line_of: Mapping[int, int]) -> Game:
    """The game in a line of a file, at a table with so many seats; ``ValueError`` or ``TypeError`` if it is none."""
    told = _fields(data, Game)
    index = told["index"]
    if type(index) is not int or index < 0:
        raise ValueError(f"index is a whole number from 0 on, not {index!r:.99}")
    if index in line_of:
        raise ValueError(f"game {index} is in line {line_of[index]} already")
    for name in ("points", "margins", "ranking", "decisions", "iterations", "seating"):
        numbers = told[name]
        if not isinstance(numbers, list) or [type(number) for number in numbers] != [int] * seats:
            raise ValueError(f"{name} are {seats} whole numbers, not {numbers!r:.99}")
    seating = [(index + seat) % seats for seat in range(seats)]
    if told["seating"] != seating:
        raise ValueError(f"seating of game {index} is {seating}, not {told['seating']}")
    if min(told["ranking"]) != 1:
        raise ValueError(f"ranking begins with 1, and is not {told['ranking']}")
    for name in ("reason", "record"):
        if not isinstance(told[name], str):
            raise TypeError(f"{name} is a text, not {told[name]!r:.99}")
    return _game(told)


def _fields(data: object, kind: type[Setting | Game]) -> dict[str, Any]:
    """The fields of an object of JSON, which are exactly those of a class."""
    names = {each.name for each in dataclasses.fields(kind)}
    if not isinstance(data, dict) or data.keys() != names:
        found = ", ".join(map(repr, data)) if isinstance(data, dict) else repr(data)
        raise ValueError(f"it is an object with {', '.join(sorted(names))}, not with {found:.99}")
    return data
