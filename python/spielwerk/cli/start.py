"""``spielwerk start``."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

import spielwerk
from spielwerk.arena import first_position
from spielwerk.cli.games import GameName, Options, options_of
from spielwerk.cli.output import out


def start(
    game: GameName,
    /,
    *,
    players: int = 3,
    seed: Annotated[int, Parameter(validator=Number(gte=0, lt=2**64))] = 0,
    option: Options = None,
) -> None:
    """Deal a game and write its first position in one line, ready for the other commands.

    Args:
        game: Which rule book.
        players: How many sit at the table.
        seed: Which deal; a seed means the same deal on every machine.
        option: An option of the game, such as `--option.deals 1`.
    """
    start = first_position(game.value, players, options_of(option))
    dealt = start.settle(spielwerk.Random(seed))
    out.print(dealt.text, markup=False)
