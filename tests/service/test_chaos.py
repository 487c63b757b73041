"""A short run of :mod:`chaos`; run that file for a long one."""

from __future__ import annotations

import chaos
import pytest


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of the asyncio client
@pytest.mark.parametrize("workers", [1, 2])
def test_nobody_is_harmed_by_the_misbehaviour_of_others(transport: str, workers: int) -> None:
    outcome = chaos.run(transport, 3000, seed=workers, workers=workers, kills=workers > 1)
    assert outcome.faults == []
    assert outcome.endings["_asks OK"] > 500
    assert outcome.endings["_never_sends DEADLINE_EXCEEDED"] > 50
