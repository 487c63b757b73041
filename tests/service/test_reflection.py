"""Reflection, as a generic client such as grpcurl uses it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import grpc
import pytest
from google.protobuf import descriptor_pb2
from grpc_reflection.v1alpha import reflection_pb2 as messages
from harness import PATIENCE, Service, Start, channel_to

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSIONS = ("grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection")


def reflect(channel: grpc.Channel, version: str, *requests: messages.ServerReflectionRequest) -> list:  # type: ignore[type-arg]
    method = channel.stream_stream(
        f"/{version}/ServerReflectionInfo",
        messages.ServerReflectionRequest.SerializeToString,
        messages.ServerReflectionResponse.FromString,
    )
    return list(method(iter(requests), timeout=PATIENCE))


def files_of(response: messages.ServerReflectionResponse) -> dict[str, descriptor_pb2.FileDescriptorProto]:
    files = response.file_descriptor_response.file_descriptor_proto
    assert files, response
    return {file.name: file for file in map(descriptor_pb2.FileDescriptorProto.FromString, files)}


@pytest.mark.parametrize("version", VERSIONS)
def test_services_are_listed(plain: Service, version: str) -> None:
    with plain.channel() as channel:
        (response,) = reflect(channel, version, messages.ServerReflectionRequest(list_services=""))
    assert {service.name for service in response.list_services_response.service} == {
        "spielwerk.fake.v1.FirstService",
        "spielwerk.fake.v1.SecondService",
        "grpc.health.v1.Health",
        *VERSIONS,
    }


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "symbol",
    [
        "spielwerk.fake.v1.FirstService",
        "spielwerk.fake.v1.FirstService.CheckMove",
        "spielwerk.fake.v1.Text",
        "spielwerk.fake.v1.Text.text",
    ],
)
def test_symbols_lead_to_their_file_and_its_imports(plain: Service, version: str, symbol: str) -> None:
    with plain.channel() as channel:
        (response,) = reflect(
            channel, version, messages.ServerReflectionRequest(file_containing_symbol=symbol)
        )
    files = files_of(response)
    assert "spielwerk/fake/v1/common.proto" in files
    if "Service" in symbol:
        assert [service.name for service in files["spielwerk/fake/v1/games.proto"].service] == [
            "FirstService",
            "SecondService",
        ]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_standard_services_describe_themselves(plain: Service, version: str) -> None:
    symbols = (
        "grpc.health.v1.Health.Check",
        *VERSIONS,
        *(f"{name}.ServerReflectionInfo" for name in VERSIONS),
    )
    requests = [messages.ServerReflectionRequest(file_containing_symbol=symbol) for symbol in symbols]
    with plain.channel() as channel:
        for request, response in zip(requests, reflect(channel, version, *requests), strict=True):
            assert files_of(response)
            assert response.original_request == request


@pytest.mark.parametrize("version", VERSIONS)
def test_files_are_found_by_name_and_nonsense_is_not_found(plain: Service, version: str) -> None:
    with plain.channel() as channel:
        found, no_file, no_symbol, no_method, nothing = reflect(
            channel,
            version,
            messages.ServerReflectionRequest(file_by_filename="spielwerk/fake/v1/common.proto"),
            messages.ServerReflectionRequest(file_by_filename="nothing.proto"),
            messages.ServerReflectionRequest(file_containing_symbol="spielwerk.fake.v1.Nothing"),
            messages.ServerReflectionRequest(file_containing_symbol="spielwerk.fake.v1.FirstService.Nothing"),
            messages.ServerReflectionRequest(),
        )
    assert set(files_of(found)) == {"spielwerk/fake/v1/common.proto"}
    for missing in (no_file, no_symbol, no_method):
        assert missing.error_response.error_code == grpc.StatusCode.NOT_FOUND.value[0]
    assert nothing.error_response.error_code == grpc.StatusCode.INVALID_ARGUMENT.value[0]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_question_that_is_none_is_the_fault_of_the_caller(plain: Service, version: str) -> None:
    with plain.channel() as channel, pytest.raises(grpc.RpcError) as caught:
        list(channel.stream_stream(f"/{version}/ServerReflectionInfo")(iter([b"\xff\xff"]), timeout=PATIENCE))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert caught.value.details() == "the request is no ServerReflectionRequest"


def test_idle_streams_are_few_and_stop_nobody(plain: Service) -> None:
    over = threading.Event()
    question = messages.ServerReflectionRequest(list_services="").SerializeToString()

    def one_then_silence() -> Iterator[bytes]:
        yield question
        over.wait()

    with plain.channel() as channel, channel_to(plain.address) as other:
        method = channel.stream_stream(f"/{VERSIONS[0]}/ServerReflectionInfo")
        idle = [method(one_then_silence(), timeout=PATIENCE) for _ in range(8)]
        assert all(next(stream) for stream in idle)
        with pytest.raises(grpc.RpcError) as caught:
            reflect(other, VERSIONS[0], messages.ServerReflectionRequest(list_services=""))
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        for stream in idle:
            stream.cancel()
        over.set()


def test_reflection_can_be_turned_off(start: Start) -> None:
    service = start(reflection=False)
    with service.channel() as channel, pytest.raises(grpc.RpcError) as caught:
        reflect(channel, VERSIONS[0], messages.ServerReflectionRequest(list_services=""))
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
