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

    from spielwerk import lokus, schraube
    from spielwerk.qwirkle import Grid, Position, TileSet, View

__all__ = [
    "lokus_position",
    "lokus_view",
    "qwirkle_grid",
    "qwirkle_position",
    "qwirkle_view",
    "schraube_position",
    "schraube_view",
]

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


def _document(width: int, height: int, title: str, body: Sequence[str], definitions: str = "") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12" fill="{_INK}" role="img">'
        f"<title>{title}</title>"
        f'{definitions}<rect width="{width}" height="{height}" fill="{_PAPER}"/>{"".join(body)}</svg>'
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
    return _document(width, height, f"Qwirkle grid of {len(grid)} tiles", body, _symbols(names))


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
    return _document(width, height, "Qwirkle position", body, _symbols(names))


def qwirkle_view(view: View) -> str:
    """Draws what one seat may know.

    Args:
        view: The view of the seat.

    Returns:
        An SVG document.
    """
    return qwirkle_position(view.position)


_CARD_WIDTH, _CARD_HEIGHT = 30, 42
_CARD_COLOURS = {
    "red": "#e5383b",
    "yellow": "#ffd60a",
    "green": "#38b000",
    "blue": "#3a86ff",
    "orange": "#f77f00",
    "grey": "#8d99ae",
}


def _card(card: lokus.Card | None, x: int, y: int) -> str:
    """A card with its number; ``None`` is one that the observer can't see."""
    colour = _CARD_COLOURS[card.colour.value] if card else "#4a4e69"
    width, height = _CARD_WIDTH - 2, _CARD_HEIGHT - 2
    frame = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" fill="{colour}"/>'
    if card is None:
        return frame
    middle = x + _CARD_WIDTH // 2 - 1
    number = f'<text x="{middle}" y="{y + 25}" text-anchor="middle" font-weight="bold">{card.number}</text>'
    return frame + number


def _lokus(table: lokus.Position | lokus.View, hands: Sequence[Sequence[lokus.Card | None]]) -> str:
    label = 96
    body = []
    for number, row in enumerate(table.rows):
        y = _MARGIN + number * (_CARD_HEIGHT + 4)
        body.append(_label(f"row {number}", _MARGIN, y + 25))
        body += [
            f'<rect x="{label + place * _CARD_WIDTH}" y="{y}" width="{_CARD_WIDTH - 2}" '
            f'height="{_CARD_HEIGHT - 2}" rx="3" fill="none" stroke="#d9d2c3"/>'
            for place in range(4)
        ]
        body += [_card(card, label + place * _CARD_WIDTH, y) for place, card in enumerate(row)]
    height = _MARGIN + 2 * (_CARD_HEIGHT + 4) + 8
    for seat, hand in enumerate(hands):
        body.append(_label(f"seat {seat}: {table.scores[seat]}", _MARGIN, height + 16, bold=True))
        counts = f"{table.rolls[seat]} rolls, {table.cleaning[seat]} cleaning"
        body.append(f'<text x="{_MARGIN}" y="{height + 32}" font-size="9">{counts}</text>')
        body += [_card(card, label + place * _CARD_WIDTH, height) for place, card in enumerate(hand)]
        height += _CARD_HEIGHT + 4
    where = f"deal {table.deal + 1}, round {table.round + 1}" if table.round < _ROUNDS else "the deal is over"
    body.append(_label(f"{where}; draw pile: {table.draw_pile}", _MARGIN, height + 14))
    width = label + _MARGIN + _CARD_WIDTH * max(4, *(len(hand) for hand in hands))
    return _document(max(width, 260), height + 22, "Lokus", body)


_ROUNDS = 11


def lokus_position(position: lokus.Position, viewer: int | None = None) -> str:
    """Draws a position with its rows, hands, rolls and scores.

    Args:
        position: What to draw.
        viewer: The seat that looks; ``None`` shows every hand.

    Returns:
        An SVG document.

    Raises:
        InvalidInputError: If there is no such seat at the table.
    """
    if viewer is not None:
        return lokus_view(position.view(viewer))
    hands = [
        [*hand, chosen] if chosen else [*hand]
        for hand, chosen in zip(position.hands, position.chosen, strict=True)
    ]
    return _lokus(position, hands)


def lokus_view(view: lokus.View) -> str:
    """Draws what one seat may know: the hands of others show their backs.

    Args:
        view: The view of the seat.

    Returns:
        An SVG document.
    """
    own = [*view.hand, view.chosen] if view.chosen else [*view.hand]
    counts = enumerate(view.hand_counts)
    return _lokus(view, [own if seat == view.seat else [None] * count for seat, count in counts])


_KIND_NAMES = {
    "screw": "screw",
    "double_screw": "2 screws",
    "nut": "nut",
    "double_nut": "2 nuts",
    "laser": "laser",
    "extra_roll": "extra",
    "swap": "swap",
    "gift": "gift",
}
_SEAT_COLOURS = ("#e5383b", "#3a86ff", "#38b000", "#9d4edd")
_PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}


def _die(face: int, x: int, y: int) -> str:
    pips = "".join(f'<circle cx="{cx}" cy="{cy}" r="2.2"/>' for cx, cy in _PIPS[face])
    return (
        f'<g transform="translate({x} {y})"><rect x="1" y="1" width="22" height="22" rx="4" fill="#fff" '
        f'stroke="{_INK}"/>{pips}</g>'
    )


def _pile(position: schraube.Position, number: int, x: int, y: int) -> list[str]:
    """One pile: its open card, the face it asks for, how many cards are below, dice and figures."""
    pile = position.piles[number]
    body = [f'<rect x="{x}" y="{y}" width="96" height="66" rx="6" fill="#fffdf7" stroke="#b8ae98"/>']
    body.append(f'<text x="{x + 6}" y="{y + 14}" font-size="9">pile {number}, {pile.down} below</text>')
    if pile.open is not None:
        card = position.deck[pile.open]
        body.append(_label(f"{_KIND_NAMES[card.kind.value]} {card.value:+d}", x + 6, y + 32, bold=True))
        body.append(_die(card.face, x + 68, y + 18))
    body += [_die(face, x + 6 + 22 * place, y + 40) for place, face in enumerate(pile.dice[:3])]
    body += [
        f'<circle cx="{x + 88 - 12 * place}" cy="{y + 55}" r="5" fill="{_SEAT_COLOURS[seat]}"/>'
        for place, seat in enumerate(seat for seat, figure in enumerate(position.figures) if figure == number)
    ]
    return body


def schraube_position(position: schraube.Position, viewer: int | None = None) -> str:
    """Draws a position: the ring of piles, the dice, and what lies in front of everybody.

    Args:
        position: What to draw.
        viewer: The seat that looks. Everything but the order of the cards face down is public (S23).

    Returns:
        An SVG document.

    Raises:
        InvalidInputError: If there is no such seat at the table.
    """
    if viewer is not None:
        position = position.view(viewer).position
    # Clockwise from the upper left: three piles above, three below.
    places = [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)]
    body: list[str] = []
    for number, (column, row) in enumerate(places):
        body += _pile(position, number, _MARGIN + 104 * column, _MARGIN + 112 * row)
    body.append(_label(f"bonus cards: {position.bonus_left}", _MARGIN, 96))
    body += [_die(face, 120 + 26 * place, 80) for place, face in enumerate(position.unplaced)]
    width, height = _MARGIN + 104 * 3 + 8, 204
    for seat, (hand, points) in enumerate(zip(position.hands, position.points, strict=True)):
        body.append(f'<circle cx="14" cy="{height - 4}" r="5" fill="{_SEAT_COLOURS[seat]}"/>')
        body.append(_label(f"seat {seat}: {points.total}", 24, height, bold=position.to_move == seat))
        open_cards = (position.deck[card] for card in hand.open)
        cards = ", ".join(f"{_KIND_NAMES[card.kind.value]} {card.value}" for card in open_cards)
        pairs = f"; {points.covered_pairs} pairs" if points.covered_pairs else ""
        bonus = f"; {hand.bonus} bonus" if hand.bonus else ""
        line = f"{cards}{pairs}{bonus}"
        body.append(f'<text x="104" y="{height}" font-size="9">{line}</text>')
        # No letter of this size is wider than six units.
        width = max(width, 104 + 6 * len(line))
        height += 18
    return _document(width, height, "Schraube locker", body)


def schraube_view(view: schraube.View) -> str:
    """Draws what one seat may know.

    Args:
        view: The view of the seat.

    Returns:
        An SVG document.
    """
    return schraube_position(view.position)
