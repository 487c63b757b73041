"""The catalogue names every reason that anything is refused for: what the sources can say, and no more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from spielwerk import _native
from spielwerk._pb.spielwerk.v1 import catalog_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
RUST = ROOT / "rust"
CATALOGUE = catalog_pb2.GetCatalogResponse.FromString(
    _native.answer("/spielwerk.v1.CatalogService/GetCatalog", b"")
)
GAMES = {game.name: game for game in CATALOGUE.games}
WORDS = ("unexpected_action", "unknown_action", "word_incomplete", "word_too_long")
WORD_RULES = {"lokus": "L18", "qwirkle": "Q21", "schraube": "S14"}
"""The rule that the words of action ids of a game are read by."""
DECK = {
    **dict.fromkeys(("bad_id", "bad_row", "duplicate_column", "duplicate_id"), "S3"),
    **dict.fromkeys(("missing_column", "too_long", "unknown_column"), "S3"),
    **dict.fromkeys(("bad_face", "bad_value", "unknown_kind"), "S2"),
    "wrong_count": "S1",
}
EXPLAINED = {
    ("lokus/deal.rs", '"L4"', "slug"): {
        (slug, "L4")
        for slug in ("wrong_draw_pile_size", "wrong_hand_count", "wrong_hand_size", "wrong_starter_count")
    },
    ("lokus/event.rs", "rule", '"card_not_in_pile"'): {("card_not_in_pile", rule) for rule in ("L4", "L9")},
    ("schraube/chain.rs", "rule", '"bad_face"'): {("bad_face", rule) for rule in ("S1", "S2")},
    ("schraube/objective.rs", "rule", '"not_finite"'): {
        ("not_finite", rule) for rule in ("S12", "S13", "S15")
    },
    ("schraube/objective.rs", "rule", '"worth_too_large"'): {
        ("worth_too_large", rule) for rule in ("S12", "S13", "S15")
    },
    ("schraube/deck.rs", "fault.kind.rule()", "fault.kind.slug()"): set(DECK.items()),
    # These hand on what their callers say, which is looked at there.
    ("schraube/validity.rs", "rule", "slug"): set[tuple[str, str]](),
    ("qwirkle/view.rs", "rule", "slug"): set[tuple[str, str]](),
}
"""For the places where rule or slug are not written down beside each other, what they can be."""


def calls(file: Path, names: str) -> Iterator[list[str]]:
    """The arguments of every call of functions of these names in a Rust file, tests and comments aside."""
    text = re.sub(r"^\s*//.*$", "", file.read_text().partition("#[cfg(test)]")[0], flags=re.MULTILINE)
    for call in re.finditer(rf"(?<!fn )\b(?:{names})\(", text):
        arguments, depth, at = [""], 1, call.end()
        while depth:
            piece = re.compile(r'"(?:\\.|[^"\\])*"|.', re.DOTALL).match(text, at)
            assert piece is not None
            at, piece_text = piece.end(), piece.group()
            depth += (piece_text in "([{") - (piece_text in ")]}")
            if depth == 1 and piece_text == ",":
                arguments.append("")
            elif depth:
                arguments[-1] += piece_text
        yield [argument.strip() for argument in arguments if argument.strip()]


def literal(argument: str) -> str | None:
    """The text of a string literal."""
    return argument[1:-1] if argument.startswith('"') else None


def told(game: str) -> set[tuple[str, str]]:
    """Slug and rule of everything that the rules of a game, and the solver of its turns, can find wrong with data."""
    pairs = {(slug, WORD_RULES[game]) for slug in WORDS}
    for folder in (RUST / "rules/src" / game, RUST / "search/src" / game):
        for file in folder.glob("*.rs"):
            for arguments in calls(file, r"faults\.add|self\.fault|(?<!\.)fault"):
                rule, slug = arguments[-3:-1]
                place = (f"{game}/{file.name}", rule, slug)
                if place in EXPLAINED:
                    pairs |= EXPLAINED[place]
                else:
                    assert None not in (literal(rule), literal(slug)), f"{place} is to be explained"
                    pairs.add((slug[1:-1], rule[1:-1]))
    return pairs


def asked_for(folder: Path) -> set[str]:
    """The slugs of everything that the reading of messages in a folder can find wrong."""
    slugs = set()
    for file in folder.glob("*.rs"):
        for arguments in calls(file, r"problems\.add"):
            slug = literal(arguments[1])
            assert slug is not None, f"{file}: {arguments}"
            slugs.add(slug)
    return slugs


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_fault_of_a_game_is_in_the_catalogue(game: str) -> None:
    listed = [(reason.slug, reason.rule) for reason in GAMES[game].faults]
    assert listed == sorted(set(listed))
    of_messages = asked_for(RUST / "wire/src" / game) - {reason.slug for reason in CATALOGUE.faults}
    assert told(game) <= set(listed)
    assert {slug for slug, _ in listed} == {slug for slug, _ in told(game)} | of_messages


def test_every_fault_of_any_request_is_in_the_catalogue() -> None:
    listed = [reason.slug for reason in CATALOGUE.faults]
    assert listed == sorted(set(listed))
    assert all(reason.rule == "" for reason in CATALOGUE.faults)
    limits = set(re.findall(r'reason: "(\w+)"', (RUST / "wire/src/limits.rs").read_text()))
    assert len(limits) == len(CATALOGUE.limits)
    wire = RUST / "wire/src"
    of_one_game = set.union(*({reason.slug for reason in game.faults} for game in GAMES.values()))
    everywhere = set.union(asked_for(wire), *(asked_for(wire / game) for game in GAMES))
    assert set(listed) == limits | (everywhere - of_one_game) | (asked_for(wire) | {"syntax"})


def test_every_explanation_is_needed_and_written_there() -> None:
    for (name, rule, slug), pairs in EXPLAINED.items():
        (file,) = (path for crate in ("rules", "search") if (path := RUST / crate / "src" / name).exists())
        assert [rule, slug] in [arguments[-3:-1] for arguments in calls(file, r"faults\.add")], name
        assert all(f'"{part}"' in file.read_text() for pair in pairs for part in pair), name
    text = (RUST / "rules/src/common/actions.rs").read_text()
    assert all(f'"{slug}"' in text for slug in WORDS)
    for game, rule in WORD_RULES.items():
        assert f'(numbers, "{rule}", ' in (RUST / "rules/src" / game / "actions.rs").read_text()


def test_every_reason_of_an_error_is_in_the_catalogue() -> None:
    listed = [error.reason for error in CATALOGUE.errors]
    assert listed == sorted(set(listed))
    assert all(error.code and error.description for error in CATALOGUE.errors)
    files = [*RUST.glob("wire/src/**/*.rs"), *RUST.glob("server/src/*.rs")]
    files += (ROOT / "python/spielwerk/service").glob("*.py")
    text = "".join(file.read_text().partition("#[cfg(test)]")[0] for file in files)
    said = set(re.findall(r'(?:with_info|with_reason|refused)\([^")]*"([A-Z_]+)"', text))
    said |= set(re.findall(r'^ +"((?:INVALID|LIMIT)_\w+)"$', text, re.MULTILINE))
    # A server tries itself out with a call of its own, which nobody else sees.
    assert said - {"TRIAL"} == set(listed)
