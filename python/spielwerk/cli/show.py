"""``spielwerk show``."""

from spielwerk.cli.games import GameName, rules
from spielwerk.cli.output import out


def show(game: GameName, position: str, /, *, seat: int | None = None) -> None:
    """Draw a position.

    Args:
        game: Which rule book.
        position: The position in one line.
        seat: Draw only what this seat may know, and write its view in one line.
    """
    full = rules(game).Position.parse(position)
    seen = full if seat is None else full.view(seat)
    out.print(str(seen), markup=False)
    if seat is not None:
        out.print(seen.text, markup=False)
