"""Message classes made from descriptors, so that nothing here needs generated code."""

from __future__ import annotations

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory


class MessageTypes:
    """The messages of a descriptor set, in protobuf's JSON form outside and as bytes on the wire."""

    def __init__(self, file_descriptor_set: bytes) -> None:
        """Read a serialized ``FileDescriptorSet`` in which each file stands after those it imports."""
        self._pool = descriptor_pool.DescriptorPool()
        for file in descriptor_pb2.FileDescriptorSet.FromString(file_descriptor_set).file:
            self._pool.Add(file)

    def request(self, path: str, value: dict[str, Any]) -> bytes:
        """A request of the method with this full path, serialized.

        Raises:
            KeyError: there is no such method.
            google.protobuf.json_format.ParseError: `value` does not fit its request.
        """
        message = message_factory.GetMessageClass(self._method(path).input_type)()
        json_format.ParseDict(value, message)
        data: bytes = message.SerializeToString()
        return data

    def reply(self, path: str, data: bytes) -> dict[str, Any]:
        """A reply of the method with this full path, all of its plain fields named.

        Raises:
            KeyError: there is no such method.
            google.protobuf.message.DecodeError: `data` is not such a reply.
        """
        message = message_factory.GetMessageClass(self._method(path).output_type).FromString(data)
        return json_format.MessageToDict(message, always_print_fields_with_no_presence=True)

    def _method(self, path: str) -> Any:
        service, _, method = path.removeprefix("/").partition("/")
        return self._pool.FindServiceByName(service).methods_by_name[method]
