"""Callers that do everything wrong, among callers that want their answers.

``python tests/service/chaos.py --workers 2 --kill`` runs it at length; the test suite runs a short one. Every
reply is checked: it is the right one, or the status that this misbehaviour deserves.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

sys.path.insert(0, str(Path(__file__).parent))

import http2
from fake_answerer import ASK, ASK_MANY
from harness import TRANSPORTS, Service

CALLERS = 48
"""Callers at once."""
EVERY = 2.0
"""Seconds at least between two killed workers."""

SERVED = 0.9
"""Least share of the calls that must meet a worker while workers are killed, or the run says nothing."""
CORE = "Internal error from Core"
"""What the asyncio client of grpc says, as INTERNAL, when a call ends while it still writes: it then takes its own
failed write for the end of the call, whatever status arrived. ``test_chaos`` shows it against a server in which
nothing is ours. Only callers that stream can hear it."""

Code = grpc.StatusCode


class Chaos:
    """Callers against one service; :attr:`faults` lists what went wrong, and should stay empty."""

    def __init__(self, service: Service, seed: int, *, kills: bool) -> None:
        self.service = service
        self.faults: list[str] = []
        self.endings: Counter[str] = Counter()
        """How calls ended, by misbehaviour and status."""
        self._random = random.Random(seed)
        self._kills = kills
        self._done = 0
        self.killed: set[int] = set()
        """Workers that were killed."""
        self._memory: list[tuple[int, int]] = []

    async def run(self, calls: int) -> None:
        """Make about this many calls."""
        callers = (self._caller(calls) for _ in range(CALLERS))
        await asyncio.gather(*callers, self._vandal(calls), self._watchman(calls))
        unserved = sum(count for ending, count in self.endings.items() if ending.endswith(" UNAVAILABLE"))
        if unserved > (1 - SERVED) * self.endings.total():
            self.faults.append(f"{unserved} of {self.endings.total()} calls met no worker")

    def growth(self) -> float:
        """Growth of the memory of the serving processes over the second half, as a share."""
        half = len(self._memory) // 2
        if self._kills or half < 2:
            return 0.0
        first = max(memory for _, memory in self._memory[half - 2 : half])
        return max(memory for _, memory in self._memory[-2:]) / first - 1

    async def _caller(self, calls: int) -> None:
        ways: tuple[Callable[[grpc.aio.Channel], Awaitable[str]], ...] = (
            self._asks, self._asks, self._asks, self._asks, self._asks_nonsense, self._hits_a_fault,
            self._has_no_time, self._hangs_up, self._sends_nothing, self._never_sends, self._sends_much,
        )  # fmt: skip
        while self._done < calls:
            async with grpc.aio.insecure_channel(
                self.service.address, options=[("grpc.use_local_subchannel_pool", 1)]
            ) as channel:
                for _ in range(self._random.randint(1, 200)):
                    way = self._random.choice(ways)
                    self._done += 1
                    try:
                        ending = await way(channel)
                    except grpc.aio.AioRpcError as error:
                        ending = self._judge(way.__name__, error)
                    except asyncio.CancelledError:
                        # Nobody cancels us: the client library says so when a connection dies under a stream.
                        ending = "CONNECTION LOST"
                        if not self._kills:
                            self.faults.append(f"{way.__name__}: connection lost")
                    self.endings[f"{way.__name__} {ending}"] += 1

    def _judge(self, way: str, error: grpc.aio.AioRpcError) -> str:
        deserved = {
            "_asks_nonsense": {Code.INVALID_ARGUMENT},
            "_hits_a_fault": {Code.INTERNAL} if "logged as request" in str(error.details()) else set(),
            "_has_no_time": {Code.DEADLINE_EXCEEDED},
            "_hangs_up": {Code.CANCELLED},
            "_sends_nothing": {Code.UNIMPLEMENTED},
            "_never_sends": {Code.CANCELLED, Code.DEADLINE_EXCEEDED},
        }.get(way, set())
        if self._kills:
            deserved = deserved | {Code.UNAVAILABLE}  # its worker died
        if way == "_never_sends" and error.code() is Code.INTERNAL and error.details() == CORE:
            return "FAULT OF THE CLIENT LIBRARY"
        if error.code() not in deserved:
            self.faults.append(f"{way}: {error.code().name} {error.details()}")
        return error.code().name

    async def _asks(self, channel: grpc.aio.Channel) -> str:
        question = self._random.randbytes(self._random.randint(0, 400)).hex().encode()
        reply = await channel.unary_unary(ASK)(question, timeout=60)
        if reply != b"answered:" + question:
            self.faults.append(f"wrong answer to {question!r}: {reply!r}")
        return "OK"

    async def _asks_nonsense(self, channel: grpc.aio.Channel) -> str:
        try:
            await channel.unary_unary(ASK)(b"refuse", timeout=60)
        except grpc.aio.AioRpcError as error:
            trailers = [key for key, _ in error.trailing_metadata() or ()]
            if error.code() is Code.INVALID_ARGUMENT and "grpc-status-details-bin" not in trailers:
                self.faults.append("a refusal without details")
            raise
        return self._missed("a refusal")

    async def _hits_a_fault(self, channel: grpc.aio.Channel) -> str:
        await channel.unary_unary(ASK)(b"fail", timeout=60)
        return self._missed("a failure")

    async def _has_no_time(self, channel: grpc.aio.Channel) -> str:
        method, question = self._random.choice(((ASK, b"quick"), (ASK_MANY, b"sleep:0.01")))
        await channel.unary_unary(method)(question, timeout=self._random.uniform(0, 0.01))
        return "OK"

    async def _hangs_up(self, channel: grpc.aio.Channel) -> str:
        call = channel.unary_unary(ASK_MANY)(b"sleep:0.02", timeout=60)
        await asyncio.sleep(self._random.uniform(0, 0.01))
        call.cancel()
        try:
            await call
        except asyncio.CancelledError:
            return "CANCELLED"
        return "OK"

    async def _sends_nothing(self, channel: grpc.aio.Channel) -> str:
        await channel.stream_unary(ASK)(iter(()), timeout=60)
        return self._missed("a complaint about the missing message")

    async def _never_sends(self, channel: grpc.aio.Channel) -> str:
        async def nothing() -> AsyncIterator[bytes]:
            await asyncio.sleep(1)
            yield b"late"

        await channel.stream_unary(ASK)(nothing(), timeout=self._random.uniform(0.01, 0.1))
        return self._missed("the deadline")

    async def _sends_much(self, channel: grpc.aio.Channel) -> str:
        question = bytes(self._random.randint(20_000, 300_000))
        reply = await channel.unary_unary(ASK_MANY)(question, timeout=60)
        if reply != b"answered:" + question:
            self.faults.append("wrong answer to a long question")
        return "OK"

    def _missed(self, what: str) -> str:
        self.faults.append(f"got an answer in place of {what}")
        return "OK"

    async def _vandal(self, calls: int) -> None:
        """Speak what is not gRPC, or read nothing of what is answered."""
        host, _, port = self.service.address.rpartition(":")
        while self._done < calls:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(host, int(port))
                if self._random.random() < 0.5:
                    writer.write(self._random.randbytes(self._random.randint(1, 5000)))
                else:
                    writer.write(_questions_of_one_who_never_reads())
                await writer.drain()
                await asyncio.sleep(self._random.uniform(0, 0.3))
                writer.close()
            await asyncio.sleep(0.05)

    async def _watchman(self, calls: int) -> None:
        """Note the memory of the serving processes, and kill one now and then."""
        next_kill = time.monotonic() + EVERY
        while self._done < calls:
            await asyncio.sleep(0.25)
            pids = [event["pid"] for event in self.service.events if event["event"] == "serving"]
            memory = sum(_resident(pid) for pid in pids)
            self._memory.append((self._done, memory))
            living = [pid for pid in pids if pid not in self.killed]
            # One is left to serve those who meet it.
            if self._kills and len(living) > 1 and time.monotonic() >= next_kill:
                next_kill = time.monotonic() + EVERY
                victim = self._random.choice(living)
                os.kill(victim, signal.SIGKILL)
                self.killed.add(victim)


def _resident(pid: int) -> int:
    """Resident memory of a process in bytes; 0 when there is none."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _questions_of_one_who_never_reads() -> bytes:
    """No room for replies, then ten questions."""
    questions = (http2.question(stream, ASK, b"hello") for stream in range(1, 21, 2))
    return http2.PREFACE + http2.settings(initial_window_size=0) + b"".join(questions)


def run(transport: str, calls: int, seed: int, *, workers: int = 1, kills: bool = False) -> Chaos:
    """Start a service, let the callers loose on it, drain it, and return what happened."""
    service = Service(transport, workers=workers, log_refusals=0, maximum_concurrent_rpcs=1000)
    try:
        service.event("serving", workers)
        chaos = Chaos(service, seed, kills=kills)
        asyncio.run(chaos.run(calls))
        service.process.terminate()
        if (code := service.end()) != 0:
            chaos.faults.append(f"exit code {code}")
    finally:
        service.close()
    return chaos


def main() -> int:
    """Run and print; 1 when something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--transport", choices=sorted(TRANSPORTS), default="grpcio")
    parser.add_argument("--calls", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kill", action="store_true", help="kill a worker now and then")
    options: Any = parser.parse_args()
    chaos = run(options.transport, options.calls, options.seed, workers=options.workers, kills=options.kill)
    lines = [f"{count:8} {ending}" for ending, count in sorted(chaos.endings.items())]
    lines += [
        f"memory over the second half: {chaos.growth():+.1%}",
        f"{len(chaos.killed)} workers killed",
        *chaos.faults[:20],
        f"{len(chaos.faults)} faults",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if chaos.faults else 0


if __name__ == "__main__":
    sys.exit(main())
