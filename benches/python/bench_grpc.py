"""Load on a real server: single questions beside a raw echo, batches, the Python client, and the cost of telling.

Run ``python benches/python/bench_grpc.py --help``. The server runs on one core and the clients on the others.
Rounds of the contestants are interleaved, so that a busy machine hits all of them; the figures are medians
over the rounds. Two measures are printed: calls a second, and processor time a call of the server process,
which hardly depends on what else the machine does. Ratios are the thing to rely on.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
import os
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, Final, Self

from spielwerk import qwirkle
from spielwerk.service import ServerConfig, build_server
from spielwerk.service.server import tune

tune(ServerConfig())  # as `spielwerk serve` does; once grpc is imported it is too late

import grpc  # noqa: E402
from spielwerk.service.answerer import native  # noqa: E402
from spielwerk.service.client import Client  # noqa: E402
from spielwerk.service.client import qwirkle as client_questions  # noqa: E402
from spielwerk.service.messages import MessageTypes  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

SERVICE: Final = "spielwerk.v1.QwirkleService"
CHECK_MOVE: Final = f"/{SERVICE}/CheckMove"
CHECK_MOVES: Final = f"/{SERVICE}/CheckMoves"
ECHO: Final = "/spielwerk.bench.v1.EchoService/Echo"
ITEMS: Final = 1_000
"""Self-contained items of one batch call."""
SHARED_MOVES: Final = 10_000
"""Placements of one batch call on a shared position."""
TARGET: Final = 0.93
"""Least share of the echo's calls a second that single questions must reach."""
LEAST_SELF_CONTAINED: Final = 500_000
"""Self-contained moves of batches that one core must judge a second."""
LEAST_PACKED: Final = 5_000_000
"""Moves in packed columns on a shared position that one core must judge a second."""
LEAST_BY_CLIENT: Final = 500_000
"""Moves that the Python client must pack, send and unpack the verdicts of in a second."""
SELF_CONTAINED: Final = "CheckMoves, self-contained"
MIXED: Final = "CheckMoves, self-contained, half illegal"
PACKED: Final = "CheckMoves, shared position, half illegal"
BY_CLIENT: Final = "Python client, shared position"


@dataclasses.dataclass(frozen=True, slots=True)
class Contestant:
    """One kind of call that is measured."""

    name: str
    address: str
    method: str
    request: bytes
    streams: int
    """Calls in flight."""
    work: int = 1
    """Moves judged by one call."""


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """What one contestant did in one round."""

    calls_per_second: float
    microseconds: float
    """Processor time of the server a call."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code is 1 when the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each contestant")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a round")
    parser.add_argument("--inline", action="store_true", help="measure the inline way of answering")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve:
        return serve(json.loads(options.serve))
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[1:] or cores)
    quiet: dict[str, Any] = {"port": 0, "log_sample": 0.0, "log_refusals": 0, "inline": options.inline}
    telling = {**quiet, "metrics_port": 0, "log_sample": 0.01, "log_refusals": 100}
    with Server(quiet, cores[0]) as plain, Server(telling, cores[0]) as told:
        check, batch, mixed, shared, reply_size = requests()
        echo = reply_size.to_bytes(4, "little") + check[4:]
        contestants = [
            Contestant("echo", plain.address, ECHO, echo, 64),
            Contestant("CheckMove", plain.address, CHECK_MOVE, check, 64),
            Contestant("CheckMove, metrics and logs on", told.address, CHECK_MOVE, check, 64),
            Contestant(SELF_CONTAINED, plain.address, CHECK_MOVES, batch, 2, ITEMS),
            Contestant(MIXED, plain.address, CHECK_MOVES, mixed, 2, ITEMS),
            Contestant(PACKED, plain.address, CHECK_MOVES, shared, 2, SHARED_MOVES),
        ]
        processes = {plain.address: plain.process.pid, told.address: told.process.pid}
        results = asyncio.run(measure(contestants, processes, options.rounds, options.seconds))
        by_client = [client_rate(plain.address, options.seconds) for _ in range(options.rounds)]
    return report(contestants, results, by_client)


def serve(settings: dict[str, Any]) -> int:
    """Be the server: one core, the service and an echo beside it, until standard input ends."""
    os.sched_setaffinity(0, {settings.pop("core")})
    config = ServerConfig(**settings)

    def echo(request: bytes, _context: grpc.ServicerContext) -> bytes:
        return request[4 : 4 + int.from_bytes(request[:4], "little")]

    service, method = ECHO.strip("/").split("/")
    with build_server(config) as server:
        handlers = {method: grpc.unary_unary_rpc_method_handler(echo)}
        server._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
        sys.stdout.write(f"{server.address}\n")
        sys.stdout.flush()
        sys.stdin.read()
    return 0


class Server:
    """A serving process on one core."""

    def __init__(self, settings: dict[str, Any], core: int) -> None:
        command = [sys.executable, __file__, "--serve", json.dumps({**settings, "core": core})]
        self.process = subprocess.Popen(  # noqa: S603 - ourselves
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


def requests() -> tuple[bytes, bytes, bytes, bytes, int]:
    """A single question, batches of legal and of all questions, one on one position, and the size of a single reply."""
    answerer = native()
    types = MessageTypes(answerer.file_descriptor_set())
    tiles, placements = position()
    questions = [{"table": {"tiles": tiles}, "move": {"place": placement}} for placement in placements]
    check = types.request(CHECK_MOVE, questions[0])
    batch, mixed = (
        types.request(CHECK_MOVES, {"items": [some[index % len(some)] for index in range(ITEMS)]})
        for some in (questions[::2], questions)
    )
    many = [placements[index % len(placements)] for index in range(SHARED_MOVES)]
    columns = {
        axis: [value for placement in many for value in placement[axis]] for axis in ("x", "y", "tile")
    }
    sizes = [len(placement["x"]) for placement in many]
    shared = types.request(
        CHECK_MOVES, {"shared": {"table": {"tiles": tiles}, "sizes": sizes, "tiles": columns}}
    )
    return check, batch, mixed, shared, len(answerer.answer(CHECK_MOVE, check, None, None))


def position() -> tuple[dict[str, list[int]], list[dict[str, list[int]]]]:
    """A layout of fifty tiles and eighteen placements on it, half of them legal.

    Two blocks, of one shape a row and one colour a column, joined by a column.
    """
    cells = [(x, y, y, x) for y in range(5) for x in range(5)]
    cells += [(5, -row, row, 5) for row in range(5)]
    cells += [(6 + x, -4 - y, 4 - y, x) for y in range(5) for x in range(4)]
    layout = _columns(cells)
    placements = [
        _columns([(x, 5, 5, x + wrong) for x in range(first, first + size)])
        for first in range(3)
        for size in (1, 2, 3)
        for wrong in (0, 1)
    ]
    return layout, placements


def _columns(cells: list[tuple[int, int, int, int]]) -> dict[str, list[int]]:
    """Column, row, shape and colour of tiles as the columns of a ``QwirkleLayout``."""
    return {
        "x": [x for x, _, _, _ in cells],
        "y": [y for _, y, _, _ in cells],
        "tile": [1 + 6 * shape + colour for _, _, shape, colour in cells],
    }


async def measure(
    contestants: list[Contestant], processes: dict[str, int], rounds: int, seconds: float
) -> dict[str, list[Round]]:
    """Let all contestants run in turn, after one round that does not count."""
    results: dict[str, list[Round]] = {contestant.name: [] for contestant in contestants}
    for number in range(rounds + 1):
        for contestant in contestants:
            outcome = await run(contestant, processes[contestant.address], seconds)
            if number:
                results[contestant.name].append(outcome)
    return results


async def run(contestant: Contestant, pid: int, seconds: float) -> Round:
    """Keep a number of calls in flight for some time over four connections."""
    options = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1)]
    channels = [grpc.aio.insecure_channel(contestant.address, options=options) for _ in range(4)]
    calls = [channel.unary_unary(contestant.method) for channel in channels]
    await asyncio.gather(*(call(contestant.request) for call in calls))
    done = 0
    begun, busy = time.perf_counter(), processor_time(pid)
    end = begun + seconds

    async def stream(index: int) -> None:
        nonlocal done
        call = calls[index % len(calls)]
        while time.perf_counter() < end:
            await call(contestant.request)
            done += 1

    await asyncio.gather(*(stream(index) for index in range(contestant.streams)))
    passed, spent = time.perf_counter() - begun, processor_time(pid) - busy
    await asyncio.gather(*(channel.close() for channel in channels))
    return Round(done / passed, spent / done * 1e6)


def client_rate(address: str, seconds: float) -> float:
    """Moves a second that the client packs, sends and unpacks the verdicts of, one call after the other."""
    position = qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")
    placements = [move for move in position.legal_moves if isinstance(move, qwirkle.Place)]
    moves = [placements[index % len(placements)] for index in range(SHARED_MOVES)]
    done = 0
    with Client(address) as client:
        client.ask(client_questions.check(position, moves[0]))
        begun = time.perf_counter()
        while (passed := time.perf_counter() - begun) < seconds:
            legal, _, _ = client.ask(client_questions.check_placements(position, *qwirkle.pack(moves)))
            assert legal.all()
            done += len(legal)
    return done / passed


def processor_time(pid: int) -> float:
    """Seconds of processor time, user and system, that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:  # noqa: PTH123 - nothing but speed
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(contestants: list[Contestant], results: dict[str, list[Round]], by_client: list[float]) -> int:
    """Print a table and the ratios; 1 when a target is missed."""
    rates, times = (
        {name: statistics.median(getattr(one, field) for one in rounds) for name, rounds in results.items()}
        for field in ("calls_per_second", "microseconds")
    )
    print(f"{'':42}{'calls/s':>10}{'moves/s':>12}{'CPU us/call':>13}{'CPU us/move':>13}")
    for contestant in contestants:
        name = contestant.name
        moves, cost = rates[name] * contestant.work, times[name] / contestant.work
        print(f"{name:42}{rates[name]:>10,.0f}{moves:>12,.0f}{times[name]:>13.1f}{cost:>13.3f}")
    ratio = _paired(results, "CheckMove", "echo")
    telling = _paired(results, "CheckMove, metrics and logs on", "CheckMove")
    by_time = times["echo"] / times["CheckMove"]
    print(f"\nCheckMove / echo: {ratio:.3f} (target {TARGET}), by processor time {by_time:.3f}")
    by_time = times["CheckMove"] / times["CheckMove, metrics and logs on"]
    print(f"metrics and logs on / off: {telling:.3f} (target 0.90), by processor time {by_time:.3f}")
    missed = judge_batches(
        rates[SELF_CONTAINED] * ITEMS, rates[PACKED] * SHARED_MOVES, statistics.median(by_client)
    )
    return 0 if ratio >= TARGET and telling >= 0.9 and not missed else 1


def judge_batches(self_contained: float, packed: float, by_client: float) -> list[str]:
    """Print the moves a second in batches beside their targets; the names of those that miss them."""
    figures = (
        (SELF_CONTAINED, self_contained, LEAST_SELF_CONTAINED),
        (PACKED, packed, LEAST_PACKED),
        (BY_CLIENT, by_client, LEAST_BY_CLIENT),
    )
    for name, rate, least in figures:
        print(f"{name}: {rate:,.0f} moves/s (target {least:,})")
    return [name for name, rate, least in figures if rate < least]


def _paired(results: dict[str, list[Round]], name: str, other: str) -> float:
    """Median of the ratios of rounds that ran beside each other."""
    pairs = zip(results[name], results[other], strict=True)
    return statistics.median(one.calls_per_second / two.calls_per_second for one, two in pairs)


if __name__ == "__main__":
    sys.exit(main())
