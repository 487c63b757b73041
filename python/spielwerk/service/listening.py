"""Where a server listens: the addresses behind the name of a host, and sockets bound to them.

No grpc is imported here: the parent of several workers takes the port.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
from typing import TYPE_CHECKING

from spielwerk.service.config import join_address
from spielwerk.service.errors import BindError

if TYPE_CHECKING:
    from collections.abc import Callable

_NOT_HERE = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT})
"""What the system says of an address, or of a family of addresses, that this machine does not have."""


def listen(host: str, port: int, take: Callable[[str, int], int]) -> int:
    """Take one port at every address of a host, and return it.

    A name stands for all addresses that the system knows of it; those that this machine does not have are left
    out as long as there is another one.

    Args:
        host: an IP address or a name.
        port: the port; 0 lets the system choose one at the first address, and all others follow.
        take: takes a port at one IP address and returns it.

    Raises:
        BindError: an address can't be listened on.

    >>> listen("127.0.0.1", 80, lambda address, port: port + 1)
    81
    """
    taken = 0
    for address in _addresses(host, port):
        try:
            port = take(address, port)
        except OSError as error:
            if not (taken and error.errno in _NOT_HERE):
                raise BindError(f"can't listen on {join_address(host, port)}: {error.strerror}") from error
        else:
            taken += 1
    return port


def _addresses(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError as error:
        raise BindError(f"can't listen on {join_address(host, port)}: {error.strerror}") from error
    return list(dict.fromkeys(str(address[0]) for _, _, _, _, address in found))


def bound(address: str, port: int, *, share: bool = False) -> socket.socket:
    """A socket that holds a port of an IP address; nobody can connect before it listens.

    The address for all of a family stands for both families, as in grpc.

    Args:
        address: an IP address.
        port: the port; 0 lets the system choose.
        share: whether other sockets that say so may hold the same port (SO_REUSEPORT).

    Raises:
        OSError: the address or the port is not to be had.

    >>> with bound("127.0.0.1", 0) as first:
    ...     first.listen()
    ...     bound("0.0.0.0", first.getsockname()[1])
    Traceback (most recent call last):
        ...
    OSError: [Errno ...] Address already in use
    """
    if not ipaddress.ip_address(address.partition("%")[0]).is_unspecified:
        return _bound(address, port, share=share)
    try:
        return _bound("::", port, share=share)
    except OSError as error:
        if error.errno not in _NOT_HERE:
            raise
    return _bound("0.0.0.0", port, share=share)  # noqa: S104 - whoever asks for it was asked whether he means it


def _bound(address: str, port: int, *, share: bool) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if address == "::":
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if share:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind((address, port))
    except OSError:
        made.close()
        raise
    return made
