"""One real question to a server that has just been started, for people who see it for the first time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import grpc

from spielwerk.service.answerer import native
from spielwerk.service.config import ServerConfig, join_address
from spielwerk.service.messages import MessageTypes
from spielwerk.service.selftest import QUESTIONS

if TYPE_CHECKING:
    from rich.console import Console

SERVICE: Final = "spielwerk.v1.QwirkleService"
PATIENCE: Final = 30.0
"""Seconds to wait for the server."""
_ALL_ADDRESSES: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to ask, not where to listen


def show(config: ServerConfig, console: Console) -> None:
    """Ask the server with this configuration whether a move is legal, and print question and answer.

    Servers that need a secret of the caller, or whose port is not known, are not asked: that is said instead.
    """
    if config.secure or config.port == 0:
        console.print("no example: it needs a fixed port and plain text")
        return
    question = QUESTIONS[SERVICE][0]
    path = f"/{SERVICE}/{question.method}"
    types = MessageTypes(native().file_descriptor_set())
    address = join_address(_ALL_ADDRESSES.get(config.host, config.host), config.port)
    metadata = tuple(("authorization", f"Bearer {token}") for token in config.tokens[:1])
    with grpc.insecure_channel(address) as channel:
        ask: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(path)
        try:
            reply = ask(
                types.request(path, question.request),
                timeout=PATIENCE,
                wait_for_ready=True,
                metadata=metadata,
            )
        except grpc.RpcError as error:
            console.print(f"no answer from {address}: {error.code().name} {error.details()}", markup=False)
            return
    console.print(f"question to {address}{path}", markup=False)
    console.print(json.dumps(question.request), markup=False)
    console.print("answer", markup=False)
    console.print(json.dumps(types.reply(path, reply)), markup=False)
