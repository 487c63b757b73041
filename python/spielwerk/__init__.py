"""Exact engines for modern tabletop games: Qwirkle, Lokus and Schraube locker."""

from spielwerk._native import __version__

__all__ = ["__version__"]
