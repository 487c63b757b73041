"""What may go wrong before the service answers its first call."""

from __future__ import annotations


class BindError(OSError):
    """An address can't be listened on; the message names it and the reason of the system."""
