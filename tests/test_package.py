"""The package imports and tells its version."""

from importlib.metadata import version

import spielwerk


def test_one_version_everywhere() -> None:
    """The extension, the package and the installed metadata agree."""
    assert spielwerk.__version__ == version("spielwerk")
