"""The compiled half of the package. Private: nothing here is stable; import from ``spielwerk``."""

from typing import Final

__version__: Final[str]
