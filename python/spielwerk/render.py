"""Positions as SVG, for one observer or for everyone.

Every drawing is a string that stands alone: no script, no font, no file beside it. ``Position.to_svg``,
``View.to_svg`` and ``Grid.to_svg`` call this module, and so do notebooks through ``_repr_svg_``. A drawing
for one viewer is made from that seat's view: what the seat can't know is not in the text.

>>> from spielwerk.qwirkle import Position
>>> position = Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")
>>> svg = position.to_svg(viewer=0)
>>> svg.startswith("<svg "), svg.count('href="#hidden"')
(True, 6)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spielwerk.qwirkle import Grid, Position, TileSet, View

__all__ = ["qwirkle_grid", "qwirkle_position", "qwirkle_view"]

_CELL = 24
_LINE = 30
_MARGIN = 8
_PAPER = "#f6f1e7"
_INK = "#2b2b2b"
_COLOURS = {
    "r": "#e5383b",
    "o": "#f77f00",
    "y": "#ffd60a",
    "g": "#38b000",
    "b": "#3a86ff",
    "p": "#9d4edd",
}
_SHAPES = {
    "0": '<circle cx="12" cy="12" r="7"/>',
    "s": '<path d="M5.5 5.5h13v13h-13z"/>',
    "d": '<path d="M12 3.5 20.5 12 12 20.5 3.5 12z"/>',
    "c": (
        '<circle cx="12" cy="7.6" r="3.9"/><circle cx="16.4" cy="12" r="3.9"/>'
        '<circle cx="12" cy="16.4" r="3.9"/><circle cx="7.6" cy="12" r="3.9"/><path d="M9 9h6v6H9z"/>'
    ),
    "4": '<path d="M12 2.5 14.3 9.7 21.5 12 14.3 14.3 12 21.5 9.7 14.3 2.5 12 9.7 9.7z"/>',
    "8": (
        '<path d="M12 3 13.7 7.9 18.4 5.6 16.1 10.3 21 12 16.1 13.7 18.4 18.4 13.7 16.1 12 21 10.3 16.1 '
        '5.6 18.4 7.9 13.7 3 12 7.9 10.3 5.6 5.6 10.3 7.9z"/>'
    ),
}


def _symbols(tiles: Iterable[str]) -> str:
    """The definitions of the tiles that are drawn, each once."""
    parts = ["<defs>"]
    for text in sorted(set(tiles)):
        colour, shape = _COLOURS[text[0]], _SHAPES[text[1]]
        parts.append(
            f'<g id="{text}"><rect x=".5" y=".5" width="23" height="23" rx="3" fill="{_INK}"/>'
            f'<g fill="{colour}">{shape}</g></g>'
        )
    parts.append(
        '<g id="hidden"><rect x=".5" y=".5" width="23" height="23" rx="3" fill="#8d99ae"/>'
        '<path d="M6 6l12 12M18 6 6 18" stroke="#edf2f4" stroke-width="1.5"/></g></defs>'
    )
    return "".join(parts)


def _use(name: str, x: int, y: int) -> str:
    return f'<use href="#{name}" x="{x}" y="{y}"/>'


def _label(text: str, x: int, y: int, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}"{weight}>{text}</text>'


def _document(width: int, height: int, title: str, tiles: Sequence[str], body: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12" fill="{_INK}" role="img">'
        f"<title>{title}</title>"
        f'{_symbols(tiles)}<rect width="{width}" height="{height}" fill="{_PAPER}"/>{"".join(body)}</svg>'
    )


def _grid_parts(grid: Grid) -> tuple[int, int, list[str], list[str]]:
    """Width, height, names of the tiles and drawn parts of a grid with one empty cell around it."""
    left, top, right, bottom = grid.bounds or (0, 0, 0, 0)
    columns, rows = right - left + 3, bottom - top + 3
    width, height = columns * _CELL + 2 * _MARGIN, rows * _CELL + 2 * _MARGIN
    names = [laid.tile.text for laid in grid.tiles]
    body = [
        f'<path d="M{_MARGIN + _CELL * column} {_MARGIN}v{rows * _CELL}" stroke="#d9d2c3"/>'
        for column in range(columns + 1)
    ]
    body += [
        f'<path d="M{_MARGIN} {_MARGIN + _CELL * row}h{columns * _CELL}" stroke="#d9d2c3"/>'
        for row in range(rows + 1)
    ]
    body += [
        _use(name, _MARGIN + _CELL * (laid.x - left + 1), _MARGIN + _CELL * (laid.y - top + 1))
        for name, laid in zip(names, grid.tiles, strict=True)
    ]
    return width, height, names, body


def qwirkle_grid(grid: Grid) -> str:
    """Draws a grid.

    Args:
        grid: The tiles that lie.

    Returns:
        An SVG document of one cell a tile, with one empty cell all around.
    """
    width, height, names, body = _grid_parts(grid)
    return _document(width, height, f"Qwirkle grid of {len(grid)} tiles", names, body)


def _hand(hand: TileSet | None, size: int) -> list[str]:
    return ["hidden"] * size if hand is None else [tile.text for tile in hand]


def qwirkle_position(position: Position, viewer: int | None = None) -> str:
    """Draws a position with its grid, hands and scores.

    Args:
        position: What to draw.
        viewer: The seat that looks; ``None`` shows all that the position knows.

    Returns:
        An SVG document.

    Raises:
        InvalidInputError: If there is no such seat at the table.
    """
    if viewer is not None:
        position = position.view(viewer).position
    width, height, names, body = _grid_parts(position.grid)
    hands = [_hand(hand, size) for hand, size in zip(position.hands, position.hand_sizes, strict=True)]
    label = 118
    width = max(width, label + _MARGIN + _CELL * max((len(hand) for hand in hands), default=0), label + 120)
    for seat, hand in enumerate(hands):
        mark = "&#9654; " if position.to_move == seat else ""
        score = f"{mark}seat {seat}: {position.scores[seat]}"
        body.append(_label(score, _MARGIN, height + 17, bold=position.to_move == seat))
        body += [_use(name, label + _CELL * place, height) for place, name in enumerate(hand)]
        names += [name for name in hand if name != "hidden"]
        height += _LINE
    outcome = position.outcome
    if outcome is not None:
        seats = ", ".join(str(seat) for seat in outcome.winners)
        body.append(_label(f"over ({outcome.reason.value}): seat {seats} wins", _MARGIN, height + 14))
    else:
        drawing = f", seat {position.mover} draws {position.draw_count}" if position.is_chance else ""
        body.append(_label(f"bag: {position.bag}{drawing}", _MARGIN, height + 14))
    height += _LINE - _MARGIN
    return _document(width, height, "Qwirkle position", names, body)


def qwirkle_view(view: View) -> str:
    """Draws what one seat may know.

    Args:
        view: The view of the seat.

    Returns:
        An SVG document.
    """
    return qwirkle_position(view.position)
