"""A short run of :mod:`chaos`; run that file for a long one."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent import futures
from typing import TYPE_CHECKING, NoReturn

import chaos
import grpc
import pytest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

REFUSE = ("test.Plain", "Refuse")
LARGE = bytes(3_000_000)
"""More than fits into the windows of a connection: its write is under way when the refusal arrives."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of the asyncio client
@pytest.mark.parametrize("workers", [1, 2])
def test_nobody_is_harmed_by_the_misbehaviour_of_others(transport: str, workers: int) -> None:
    outcome = chaos.run(transport, 3000, seed=workers, workers=workers, kills=workers > 1)
    assert outcome.faults == []
    assert outcome.endings["_asks OK"] > 500
    assert outcome.endings["_never_sends DEADLINE_EXCEEDED"] > 50


@pytest.fixture
def plain_server() -> Iterator[str]:
    """A server of grpc with nothing of ours in it: it refuses every stream at once."""

    def refuse(_requests: object, context: grpc.ServicerContext) -> NoReturn:
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "no")

    with futures.ThreadPoolExecutor(8) as pool:
        server = grpc.server(pool)
        handlers = {REFUSE[1]: grpc.stream_unary_rpc_method_handler(refuse)}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(REFUSE[0], handlers),))
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        yield f"127.0.0.1:{port}"
        server.stop(None).wait()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_asyncio_client_takes_its_failed_write_for_the_end_of_the_call(plain_server: str) -> None:
    """Why :data:`chaos.CORE` is forgiven. Once this fails, the client is mended and the excuse is to be taken back."""
    endings: Counter[tuple[grpc.StatusCode, str | None]] = Counter()

    async def write() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield LARGE

    async def ask(channel: grpc.aio.Channel) -> None:
        try:
            await channel.stream_unary("/".join(("", *REFUSE)))(write(), timeout=20)
        except grpc.aio.AioRpcError as error:
            endings[error.code(), error.details()] += 1

    async def ask_often() -> None:
        async with grpc.aio.insecure_channel(plain_server) as channel:
            for _ in range(50):
                await asyncio.gather(*(ask(channel) for _ in range(8)))
                if (grpc.StatusCode.INTERNAL, chaos.CORE) in endings:
                    return

    asyncio.run(ask_often())
    assert (grpc.StatusCode.INTERNAL, chaos.CORE) in endings
    assert set(endings) <= {
        (grpc.StatusCode.INTERNAL, chaos.CORE),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "no"),
    }
