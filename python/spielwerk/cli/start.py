"""``spielwerk start``."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

import spielwerk
from spielwerk.cli.games import GameName, rules
from spielwerk.cli.output import out


def start(
    game: GameName,
    /,
    *,
    players: int = 3,
    seed: Annotated[int, Parameter(validator=Number(gte=0, lt=2**64))] = 0,
) -> None:
    """Deal a game and write its first position in one line, ready for the other commands.

    Args:
        game: Which rule book.
        players: How many sit at the table.
        seed: Which deal; a seed means the same deal on every machine.
    """
    module = rules(game)
    dealt = module.Position.start(module.Options(players=players)).settle(spielwerk.Random(seed))
    out.print(dealt.text, markup=False)
