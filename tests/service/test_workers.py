"""Several serving processes behind one port."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import grpc
from harness import NEVER, PATIENCE, Gate, Service, Start, ask, refusal_of, wait_until


def pids(service: Service) -> list[int]:
    return [event["pid"] for event in service.events if event["event"] == "serving"]


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def test_all_workers_share_one_port_and_drain_together(start: Start, gate: Gate) -> None:
    service = start(workers=3, drain_grace=NEVER)
    service.event("serving", 3)
    assert len({event["address"] for event in service.events if event["event"] == "serving"}) == 1
    channels = [service.channel() for _ in range(24)]
    assert all(ask(channel, b"hello") == b"answered:hello" for channel in channels)
    in_work = [service.begin(channel, gate.request) for channel in channels]
    service.process.send_signal(signal.SIGTERM)
    service.event("draining", 1 + 3)
    gate.open()
    assert all(call.result(timeout=PATIENCE) == gate.reply for call in in_work)
    assert service.end() == 0
    assert not any(alive(pid) for pid in pids(service))
    for channel in channels:
        channel.close()


def test_dead_workers_are_replaced(start: Start) -> None:
    service = start(workers=2)
    service.event("serving", 2)
    first, _ = pids(service)
    os.kill(first, signal.SIGKILL)
    service.event("serving", 3)
    assert service.event("worker died")["exit_code"] == -signal.SIGKILL
    with service.channel() as channel:
        refusal_of(channel, b"crash")
    service.event("serving", 4)
    assert len(set(pids(service))) == 4
    with service.channel() as channel:
        assert ask(channel, b"hello") == b"answered:hello"
    assert not alive(first)
    assert sum(alive(pid) for pid in pids(service)) == 2


def test_restarts_back_off(start: Start) -> None:
    service = start(workers=2)
    service.event("serving", 2)
    for death in range(1, 4):
        newest = service.event("serving", 1 + death)["pid"]
        os.kill(newest, signal.SIGKILL)
        service.event("serving", 2 + death)
    pauses = [event["restart_in"] for event in service.events if event["event"] == "worker died"]
    assert len(pauses) == 3
    assert max(pauses) >= 2 * 0.8 * 0.25


def test_workers_end_when_the_parent_is_killed(start: Start) -> None:
    service = start(workers=2)
    service.event("serving", 2)
    service.process.kill()
    wait_until(lambda: not any(alive(pid) for pid in pids(service)))


def test_interrupt_from_the_terminal_and_second_signal(start: Start) -> None:
    service = start(workers=2, drain_pause=NEVER)
    service.event("serving", 2)
    workers = pids(service)
    for pid in workers:  # a terminal signals the whole group; only the parent decides
        os.kill(pid, signal.SIGINT)
    with service.channel() as channel:
        assert ask(channel, b"hello") == b"answered:hello"
    service.process.send_signal(signal.SIGINT)
    service.event("draining", 3)
    service.process.send_signal(signal.SIGINT)
    assert service.end() == 128 + signal.SIGINT
    wait_until(lambda: not any(alive(pid) for pid in workers))


def test_workers_that_can_not_start_end_the_service(start: Start, tmp_path: object) -> None:
    service = start(workers=2, token_file=f"{tmp_path}/missing")
    assert service.end() == 1
    assert "can't be read" in service.event("worker can't serve")["reason"]


def test_port_is_not_shared_with_a_stranger(start: Start) -> None:
    with socket.socket() as stranger:
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        service = start(workers=2, port=stranger.getsockname()[1])
        assert service.end() == 1
        assert any("Address already in use" in line for line in service.lines)


def test_killed_worker_costs_only_its_own_calls(start: Start, gate: Gate) -> None:
    service = start(workers=2)
    service.event("serving", 2)
    channels = [service.channel() for _ in range(16)]
    in_work = [service.begin(channel, gate.request) for channel in channels]
    os.kill(pids(service)[0], signal.SIGKILL)
    service.event("worker died")
    gate.open()
    endings = [call.exception(timeout=PATIENCE) for call in in_work]
    lost = [error.code() for error in endings if error is not None]
    assert len(lost) < len(channels)
    assert set(lost) <= {grpc.StatusCode.UNAVAILABLE}
    # Retrying on the same channel reaches a living worker.
    assert all(ask(channel, b"hello", wait_for_ready=True) == b"answered:hello" for channel in channels)
    for channel in channels:
        channel.close()
