"""How strong one agent is against others: means with intervals, Elo, and a test that stops early.

Samples are independent of each other. Games are not when they share a deal, so :mod:`spielwerk.arena`
averages over the rotations of a deal first and passes one number a deal.

Needs ``scipy`` (``pip install 'spielwerk[arena]'``).
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from spielwerk._refusal import refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Interval", "Sprt", "Unit", "Verdict", "elo", "elo_interval", "mean_interval", "share"]

Verdict = Literal["h0", "h1", "open"]
"""What a sequential test says: its first hypothesis, its second, or that more games are needed."""


Unit = Literal["elo", "margin"]
"""What the hypotheses of a sequential test are told in; see the attributes of :class:`Sprt`."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the bounds of its confidence interval; the bounds are nan when there are too few samples."""

    mean: float
    low: float
    high: float

    def __format__(self, spec: str) -> str:
        """The mean with half the width: ``f"{interval:.1f}"`` is like ``12.3 ± 0.4``."""
        spread = (self.high - self.low) / 2
        return f"{self.mean:{spec}} ± {spread:{spec}}" if math.isfinite(spread) else f"{self.mean:{spec}}"


def mean_interval(samples: Iterable[float], confidence: float = 0.95) -> Interval:
    """The mean of independent samples with its Student interval.

    Args:
        samples: Any number of them.
        confidence: How often such intervals hold the true mean, between 0 and 1.

    >>> mean_interval([1.0, 2.0, 3.0])
    Interval(mean=2.0, low=-0.48..., high=4.48...)
    >>> mean_interval([1.0])
    Interval(mean=1.0, low=nan, high=nan)
    """
    try:
        from scipy import stats  # noqa: PLC0415 - half a second that only an arena needs
    except ImportError as missing:
        raise ImportError("intervals need an extra: pip install 'spielwerk[arena]'") from missing

    values = list(samples)
    if len(values) < 2:  # noqa: PLR2004 - a spread takes two
        return Interval(values[0] if values else math.nan, math.nan, math.nan)
    mean = statistics.fmean(values)
    error = statistics.stdev(values) / math.sqrt(len(values))
    if error == 0:
        return Interval(mean, mean, mean)
    low, high = stats.t.interval(confidence, len(values) - 1, loc=mean, scale=error)
    return Interval(mean, float(low), float(high))


def elo(points: float) -> float:
    """The difference in Elo at which a player makes this share of the points, 0 to 1.

    >>> round(elo(0.75))
    191
    >>> elo(1.0)
    inf
    """
    if points <= 0:
        return -math.inf
    if points >= 1:
        return math.inf
    return 400 * math.log10(points / (1 - points))


def share(difference: float) -> float:
    """The share of the points that this difference in Elo promises; undoes :func:`elo`.

    >>> share(elo(0.6))
    0.6
    """
    return 1 / (1 + 10 ** (-difference / 400))


def elo_interval(points: Interval) -> Interval:
    """The interval of a share of points in Elo."""
    return Interval(elo(points.mean), elo(points.low), elo(points.high))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: is the first agent better by ``h1``, or only by ``h0``?

    The log-likelihood ratio is that of the generalised test in its normal approximation (Van den Bergh, "The
    generalized maximum likelihood ratio for the expectation value of a distribution"):
    n (s1 - s0) (2 m - s0 - s1) / 2 v for n samples with mean m and variance v. In the unit ``elo`` a win and
    a loss are added, so that a run of equal results is not taken for certainty.

    >>> test = Sprt(0, 20)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> test.verdict([0.5] * 10), test.verdict([1.0, 0.5] * 200)
    ('open', 'h1')
    """

    h0: float
    """What the first agent is better by if the test ends low."""
    h1: float
    """What it is better by if the test ends high; more than ``h0``."""
    unit: Unit = "elo"
    """``elo``: samples are shares of points, 0 to 1; ``margin``: samples and hypotheses are in points."""
    alpha: float = 0.05
    """How often ``h1`` is said where ``h0`` is true."""
    beta: float = 0.05
    """How often ``h0`` is said where ``h1`` is true."""

    def __post_init__(self) -> None:
        if not -math.inf < self.h0 < self.h1 < math.inf:
            message = f"{self.h0} is not below h1 = {self.h1}, or one of them is not finite"
            raise refusal("h0", "sprt", "not_below", message)
        if self.unit not in get_args(Unit):
            raise refusal("unit", "sprt", "unknown_unit", f"{self.unit!r}; it is one of {get_args(Unit)}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):  # noqa: PLR2004
            message = f"alpha = {self.alpha} and beta = {self.beta}; both are between 0 and 0.5"
            raise refusal("alpha", "sprt", "out_of_range", message)

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio ends the test, low and high."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, samples: Sequence[float]) -> float:
        """How much more likely the samples are under ``h1``, as a natural logarithm."""
        s0, s1 = (share(self.h0), share(self.h1)) if self.unit == "elo" else (self.h0, self.h1)
        padded = np.array([*samples, 0.0, 1.0] if self.unit == "elo" else samples, dtype=np.float64)
        if len(padded) == 0 or (variance := float(padded.var())) == 0:
            return 0.0
        return len(padded) * (s1 - s0) * (2 * float(padded.mean()) - s0 - s1) / (2 * variance)

    def verdict(self, samples: Sequence[float]) -> Verdict:
        """What the test says after these samples."""
        ratio = self.log_likelihood_ratio(samples)
        low, high = self.bounds
        return "h0" if ratio <= low else "h1" if ratio >= high else "open"
