"""Load on the native transport, beside the grpcio transport and an echo on the C++ library of gRPC.

Run ``python benches/python/bench_native.py --help``. Each server has the first core to itself while it is
measured, the load generator (``benches/rust/load.rs``) another. Rounds of the contestants are interleaved, so
that a busy machine hits all of them; the figures are medians over the rounds. Ratios are the thing to rely
on.

The C++ echo is left out where ``pkg-config`` does not know ``grpc++`` (Debian: ``libgrpc++-dev``).
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from bench_grpc import (
    CHECK_MOVE,
    CHECK_MOVES,
    ECHO,
    ITEMS,
    MIXED,
    PACKED,
    SELF_CONTAINED,
    SHARED_MOVES,
    Server,
    client_rate,
    judge_batches,
    requests,
)
from spielwerk.service import ServerConfig, build_server

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).parents[2]
BINARIES: Final = ROOT / "target/release/examples"
CPP: Final = ROOT / "target/bench/echo"
LEAST_RATE: Final = 60_000
"""Single questions a second that the native transport must answer on one core."""
LEAST_OF_CPP: Final = 1.3
"""Least share of the calls a second of the C++ echo."""
MOST_OF_CPP: Final = 1.3
"""Largest share of the 99th percentile of the C++ echo with one call in flight."""
LEAST_TELLING: Final = 0.9
"""Least share of the throughput that is left with metrics and logs on."""


@dataclasses.dataclass(frozen=True, slots=True)
class Contestant:
    """One kind of call that is measured."""

    name: str
    server: Process | Server
    method: str
    request: Path
    connections: int
    streams: int
    """Calls in flight on each connection."""
    work: int = 1
    """Moves judged by one call."""

    def run(self, core: int, seconds: float) -> dict[str, float]:
        """One round: what the load generator says."""
        command = [
            BINARIES / "load",
            self.server.address,
            self.method,
            self.request,
            self.connections,
            self.streams,
        ]
        printed = subprocess.run(  # noqa: S603 - a program of ours
            [*map(str, command), str(seconds), str(self.server.process.pid)],
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        told: dict[str, float] = json.loads(printed)
        return told


class Process:
    """A server on one core that prints its port and ends with its standard input."""

    def __init__(self, command: Sequence[str | Path], core: int) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - a program of ours
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),  # noqa: PLW1509 - this process has no threads
        )
        assert self.process.stdout is not None
        self.address = f"127.0.0.1:{self.process.stdout.readline().strip()}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code is 1 when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each contestant")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a round")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve:
        return serve(json.loads(options.serve))
    cores = sorted(os.sched_getaffinity(0))
    server_core, load_core = cores[0], cores[-1]
    build()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        contestants = prepare(stack, folder, server_core)
        results: dict[str, list[dict[str, float]]] = {contestant.name: [] for contestant in contestants}
        for number in range(options.rounds + 1):
            for contestant in contestants:
                outcome = contestant.run(load_core, options.seconds)
                if number:  # the first round does not count
                    results[contestant.name].append(outcome)
        os.sched_setaffinity(0, {load_core})
        address = contestants[-1].server.address
        by_client = [client_rate(address, options.seconds) for _ in range(options.rounds)]
    return report(contestants, results, by_client)


def build() -> None:
    """Make the programs that are not Python."""
    cargo = ["cargo", "build", "--quiet", "--release", "--package", "spielwerk-server", "--examples"]
    subprocess.run(cargo, cwd=ROOT, check=True)  # noqa: S603 - a fixed command
    compiler, config = shutil.which("g++"), shutil.which("pkg-config")
    if compiler is None or config is None or CPP.exists():
        return
    flags = subprocess.run([config, "--libs", "grpc++"], capture_output=True, text=True, check=False)  # noqa: S603
    if flags.returncode == 0:
        CPP.parent.mkdir(parents=True, exist_ok=True)
        source = str(ROOT / "benches/cpp/echo.cc")
        command = [compiler, "-O2", "-std=c++17", source, "-o", str(CPP), *flags.stdout.split()]
        subprocess.run(command, check=True)  # noqa: S603 - a fixed command


def prepare(stack: ExitStack, folder: Path, core: int) -> list[Contestant]:
    """Start all servers and write all requests."""
    check, batch, mixed, shared, reply_size = requests()
    files = {
        "echo": reply_size.to_bytes(4, "little") + check[4:],
        "check": check,
        "batch": batch,
        "mixed": mixed,
        "shared": shared,
    }
    for name, contents in files.items():
        (folder / name).write_bytes(contents)
    quiet: dict[str, Any] = {"port": 0, "log_sample": 0.0, "log_refusals": 0}
    native = {**quiet, "transport": "native"}
    telling = {**native, "metrics_port": 0, "log_sample": 0.01, "log_refusals": 100}
    grpcio = stack.enter_context(Server(quiet, core))
    echo = stack.enter_context(Process([BINARIES / "echo"], core))
    plain, told = (stack.enter_context(Process(_ourselves(settings), core)) for settings in (native, telling))
    contestants = []
    for connections, streams in ((4, 16), (1, 1)):
        flight = f"{connections * streams} in flight"
        many = (connections, streams)
        if CPP.exists():
            cpp = stack.enter_context(Process([CPP], core))
            contestants.append(Contestant(f"C++ echo, {flight}", cpp, ECHO, folder / "echo", *many))
        contestants += [
            Contestant(f"grpcio echo, {flight}", grpcio, ECHO, folder / "echo", *many),
            Contestant(f"grpcio CheckMove, {flight}", grpcio, CHECK_MOVE, folder / "check", *many),
            Contestant(f"native echo, {flight}", echo, ECHO, folder / "echo", *many),
            Contestant(f"native CheckMove, {flight}", plain, CHECK_MOVE, folder / "check", *many),
            Contestant(f"native, metrics and logs on, {flight}", told, CHECK_MOVE, folder / "check", *many),
        ]
    return [
        *contestants,
        *(
            Contestant(f"{server} {name}", process, CHECK_MOVES, folder / file, 2, 1, work)
            for server, process in (("grpcio", grpcio), ("native", plain))
            for name, file, work in (
                (SELF_CONTAINED, "batch", ITEMS),
                (MIXED, "mixed", ITEMS),
                (PACKED, "shared", SHARED_MOVES),
            )
        ),
    ]


def _ourselves(settings: dict[str, Any]) -> list[str]:
    return [sys.executable, __file__, "--serve", json.dumps(settings)]


def serve(settings: dict[str, Any]) -> int:
    """Be the server, until standard input ends."""
    with build_server(ServerConfig(**settings)) as server:
        sys.stdout.write(f"{server.port}\n")
        sys.stdout.flush()
        sys.stdin.read()
    return 0


def report(
    contestants: list[Contestant], results: dict[str, list[dict[str, float]]], by_client: list[float]
) -> int:
    """Print a table and the ratios; 1 when a target is missed."""
    print(f"{'':50}{'calls/s':>10}{'moves/s':>12}{'CPU us':>9}{'p50 us':>9}{'p99 us':>9}")
    for contestant in contestants:
        middle = {
            key: statistics.median(one[key] for one in results[contestant.name])
            for key in ("rate", "processor", "p50", "p99")
        }
        print(
            f"{contestant.name:50}{middle['rate']:>10,.0f}{middle['rate'] * contestant.work:>12,.0f}"
            f"{middle['processor']:>9.1f}{middle['p50']:>9.0f}{middle['p99']:>9.0f}"
        )
    missed = []

    def judge(what: str, value: float, *, least: float = 0.0, most: float = float("inf")) -> None:
        print(f"{what}: {value:,.2f} ({f'at least {least:,}' if least else f'at most {most:,}'})")
        if not least <= value <= most:
            missed.append(what)

    check = results["native CheckMove, 64 in flight"]
    print()
    judge("native CheckMove, calls/s", statistics.median(one["rate"] for one in check), least=LEAST_RATE)
    judge(
        "metrics and logs on / off",
        _paired(
            results, "native, metrics and logs on, 64 in flight", "native CheckMove, 64 in flight", "rate"
        ),
        least=LEAST_TELLING,
    )
    if "C++ echo, 1 in flight" in results:
        many, one = "64 in flight", "1 in flight"
        for name in ("native echo", "native CheckMove"):
            rates = _paired(results, f"{name}, {many}", f"C++ echo, {many}", "rate")
            judge(f"{name} / C++ echo, calls/s", rates, least=LEAST_OF_CPP)
            slow = _paired(results, f"{name}, {one}", f"C++ echo, {one}", "p99")
            judge(f"{name} / C++ echo, p99 with one call in flight", slow, most=MOST_OF_CPP)
    batches = (
        statistics.median(one["rate"] for one in results[f"native {name}"]) * work
        for name, work in ((SELF_CONTAINED, ITEMS), (PACKED, SHARED_MOVES))
    )
    missed += judge_batches(*batches, statistics.median(by_client))
    return 1 if missed else 0


def _paired(results: dict[str, list[dict[str, float]]], name: str, other: str, key: str) -> float:
    """Median of the ratios of rounds that ran beside each other."""
    pairs = zip(results[name], results[other], strict=True)
    return statistics.median(one[key] / two[key] for one, two in pairs)


if __name__ == "__main__":
    sys.exit(main())
