"""The public names are frozen: a change shows here as a diff to be reviewed."""

from types import ModuleType

import pytest
import spielwerk
from spielwerk import env, errors, lokus, qwirkle, schraube

SHARED = "Census Chance Chances Fault Moves Outcome Random Turn Verdict Violation"
GAME = "ACTIONS Game Move Options Position RULES_VERSION Reason Score Seen Sight View action_name"
NAMES = {
    spielwerk: f"{SHARED} SpielwerkError __version__ errors lokus qwirkle schraube",
    errors: (
        "IllegalMoveError ImpossibleEventError InvalidInputError InvalidPositionError ParseError ReplayError "
        "SpielwerkError WrongTurnError"
    ),
    env: "CHANCE Episode OVER Piece",
    qwirkle: (
        f"{SHARED} {GAME} Axis Colour Draw Grid Laid Line Place Shape Skip Tile TileSet Trade VIOLATIONS "
        "best_placements best_points check_placement check_placements count_moves count_placements "
        "opening_groups opening_size pack placements score_placement starter trades"
    ),
    lokus: (
        f"{SHARED} {GAME} Card CardSet Choose ChooseRow Colour Decline Draw Event FixedDeal Hand Placement "
        "Resolution Resolutions Resolved Row Stage Starter Which check_row minus_points resolve_round "
        "resolve_rounds"
    ),
    schraube: (
        f"{SHARED} {GAME} Alternative Chain Chains Combine Decide Decision Deck EndTurn EndVisit Event Extra "
        "Gift Hand Happening Happens Kind Laser Objective Odds Phase Pile Place PointCard Points Reroll "
        "Reveal Roll Solution Start Stop Sum Swap TurnSolver TurnState odds points_of resolve_chain "
        "resolve_chains sets_of"
    ),
}


@pytest.mark.parametrize("module", NAMES, ids=lambda module: module.__name__)
def test_public_names(module: ModuleType) -> None:
    assert sorted(module.__all__) == sorted(NAMES[module].split())
    assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.parametrize("module", NAMES, ids=lambda module: module.__name__)
def test_every_public_name_is_documented(module: ModuleType) -> None:
    for name in module.__all__:
        made = getattr(module, name)
        if isinstance(made, type) or callable(made):
            assert made.__doc__, f"{module.__name__}.{name}"
            for member, value in vars(made).items() if isinstance(made, type) else ():
                if not member.startswith("_") and not isinstance(value, made):
                    assert value.__doc__, f"{module.__name__}.{name}.{member}"


def test_every_exception_has_one_base() -> None:
    for name in errors.__all__:
        assert issubclass(getattr(errors, name), (errors.SpielwerkError, ValueError))
