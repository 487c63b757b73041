"""The turn solver through Python: exact anchors, any objective, play that is worth what the solver says."""

from fractions import Fraction

import pytest
from spielwerk.errors import InvalidInputError, WrongTurnError
from spielwerk.schraube import (
    Decide,
    Kind,
    Objective,
    Options,
    Phase,
    Position,
    Random,
    TurnSolver,
    TurnState,
    odds,
)

CIRCLE, RUN = Objective.full_circle(), Objective.run()


@pytest.mark.parametrize(
    ("faces", "rerolls", "objective", "worth"),
    [
        ([1, 2, 3, 4, 5, 6], 1, CIRCLE, Fraction(223415, 2519424)),
        ([1, 2, 3, 4, 5, 6], 2, CIRCLE, Fraction(3856086575, 19591041024)),
        ([4, 4, 4, 4, 4, 4], 2, CIRCLE, Fraction(91, 216) ** 6),
        ([1, 1, 2, 2, 3, 3], 2, CIRCLE, Fraction(6217930093, 69657034752)),
        ([1, 2, 3, 1, 2, 3], 2, CIRCLE, Fraction(6217930093, 69657034752)),
        ([1, 2, 3, 4, 5, 6], 2, RUN, Fraction(20017771726421, 5642219814912)),
        ([2, 2, 2, 2, 2, 2], 1, RUN, Fraction(11, 6)),
        ([2, 2, 2, 2, 2, 2], 2, RUN, Fraction(91, 36)),
    ],
)
def test_anchors(faces: list[int], rerolls: int, objective: Objective, worth: Fraction) -> None:
    # A figure on pile 5 has pile 0 next: faces by pile are faces along the chain.
    solver = TurnSolver(TurnState(5, faces, rerolls_left=rerolls))
    assert solver.solve_exact(objective).worth == worth
    assert solver.worth(objective) == pytest.approx(float(worth), rel=1e-13)
    assert solver.worth_by_rerolls(objective, exact=True)[rerolls] == worth


def test_ends_are_probabilities() -> None:
    turn = TurnState(2, [1, 1, 3, 4, 6, 6], dice=[1, 1, 2, 5, 5, 6], rerolls_left=1, lasers=1)
    stop, taken = Objective.stop_at_pile(2, 0), Objective.card_taken(2, [3, 1, 4, 1, 5, -3])
    for objective in (CIRCLE, RUN, stop, taken):
        solved = TurnSolver(turn).solve_exact(objective)
        assert sum(solved.ends) == 1
        worths = zip(solved.ends, objective.ends, strict=True)
        assert sum(chance * Fraction(worth) for chance, worth in worths) == solved.worth
        assert solved.best is not None
        assert max(one.worth for one in solved.alternatives) == solved.worth
        doubles = TurnSolver(turn).solve(objective)
        assert doubles.worth == pytest.approx(float(solved.worth))


def test_any_worth_of_the_ends() -> None:
    halves = Objective([Fraction(1, 3), 0.5, 0, 2, 0, 0, 7], laser_price=Fraction(1, 7))
    turn = TurnState(0, [1, 2, 3, 4, 5, 6], rerolls_left=1, lasers=1)
    exact = TurnSolver(turn).solve_exact(halves).worth
    assert isinstance(exact, Fraction)
    assert TurnSolver(turn).worth(halves) == pytest.approx(float(exact))
    tiny = Objective([1e-300, 0, 0, 0, 0, 0, 1])
    assert TurnSolver(turn).worth(tiny) > 0
    with pytest.raises(InvalidInputError, match="too_large_for_exact"):
        TurnSolver(turn).solve_exact(tiny)


def test_a_turn_of_a_position() -> None:
    random = Random(5)
    position = Position.start(Options(2))
    seen = 0
    while not position.is_over and seen < 40:
        if position.phase in {Phase.ROLL, Phase.PLACE}:
            turn = TurnState.of(position)
            assert turn.figure == position.figures[position.mover]
            assert turn.faces == position.faces
            hand = position.hands[position.mover]
            lasers = [card for card in hand.open if position.deck[card].kind is Kind.LASER]
            assert turn.lasers == len(set(lasers) - set(position.fresh))
            solved = TurnSolver(turn).solve(RUN)
            assert (solved.best is None) == position.is_chance
            if solved.best is not None:
                seen += 1
                verbs = {move.text.split()[0] for move in position.legal_moves}
                assert Decide(solved.best.text.split()[0]) is solved.best.what
                assert solved.best.what.value in verbs
                if solved.best.what is Decide.PLACE:
                    assert solved.best.text in {move.text for move in position.legal_moves}
        else:
            with pytest.raises(WrongTurnError):
                TurnState.of(position)
        if not position.is_chance:
            position = position.play(position.sample_move(random))
            continue
        position = position.settle(random)
    assert seen == 40


@pytest.mark.parametrize("objective", [CIRCLE, RUN], ids=["circle", "run"])
def test_optimal_play_is_worth_what_it_says(objective: Objective) -> None:
    """2,000 turns played by the best decisions: the mean lies within four standard errors."""
    faces = [1, 2, 3, 3, 5, 6]
    expected = TurnSolver(TurnState(5, faces)).worth(objective)
    random = Random(8)
    total = squares = 0.0
    turns = 2_000
    for _ in range(turns):
        worth = objective.ends[play_turn(faces, objective, random)]
        total += worth
        squares += worth * worth
    mean = total / turns
    error = ((squares / turns - mean * mean) / turns) ** 0.5
    assert abs(mean - expected) < 4 * error


CACHE: dict[tuple[Objective | int, TurnState], tuple[tuple[int, ...], str | None]] = {}


def play_turn(faces: list[int], objective: Objective, random: Random) -> int:
    """The run of one turn under the best decisions."""
    covered: set[int] = set()
    rerolls, count = 2, 6
    while True:
        dice = sorted(random.below(6) + 1 for _ in range(count))
        while True:
            turn = TurnState(5, faces, covered=sorted(covered), dice=dice, rerolls_left=rerolls)
            key = (id(objective), turn)
            if key not in CACHE:
                solved = TurnSolver(turn).solve(objective)
                CACHE[key] = (solved.forced, solved.best.text if solved.best else None)
            forced, best = CACHE[key]
            for pile in forced:
                covered.add(pile)
                dice.remove(faces[pile])
            if best is None or not best.startswith("place"):
                break
            pile = int(best.split()[1])
            covered.add(pile)
            dice.remove(faces[pile])
        if best != "reroll":
            return next((run for run in range(6) if run not in covered), 6)
        rerolls -= 1
        count = len(dice)


def test_the_table_of_classes() -> None:
    exact, doubles = odds(1, exact=True), odds(1)
    assert [one.faces for one in exact] == [one.faces for one in doubles]
    for one, other in zip(exact, doubles, strict=True):
        assert len(one.run) == len(one.full_circle) == 2
        assert [float(worth) for worth in one.run] == pytest.approx(list(other.run))
        assert [float(worth) for worth in one.full_circle] == pytest.approx(list(other.full_circle))
