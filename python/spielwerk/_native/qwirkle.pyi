"""The compiled half of ``spielwerk.qwirkle``. Private: nothing here is stable; import from there."""

from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from typing import Final, Literal, Self, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from spielwerk._native import Census, Chances, Iterate, Moves, Outcome, Random, Turn, Verdict
from typing_extensions import disjoint_base

_Tiles: TypeAlias = TileSet | Iterable[Tile] | str
_Laid: TypeAlias = Grid | Iterable[Laid]
_Said: TypeAlias = Move | str | Iterable[Laid]
_Placement: TypeAlias = Place | str | Iterable[Laid]
ACTIONS: Final[int]
RULES_VERSION: Final[int]
VIOLATIONS: Final[tuple[str, ...]]

class Shape(Enum):
    """The six shapes (Q1), in the order in which kinds of tiles are numbered."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    CLOVER = "clover"
    STAR4 = "star4"
    STAR8 = "star8"

class Colour(Enum):
    """The six colours (Q1), in the order in which kinds of tiles are numbered."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"

class Axis(Enum):
    """The direction of a line: along a row from left to right, or along a column from top to bottom."""

    ACROSS = "across"
    DOWN = "down"

class Reason(Enum):
    """Why a game is over: a player went out (Q16), nobody can lay a tile (Q17), the grid is dead, or too many turns in a row passed without a placement (Q24)."""

    WENT_OUT = "went_out"
    STUCK = "stuck"
    DEAD_GRID = "dead_grid"
    IDLE_LIMIT = "idle_limit"

@final
class Tile:
    """A kind of tile (Q1): a shape in a colour. There are 36, and three copies of each.

    Args:
        shape: The shape.
        colour: The colour.

    >>> tile = Tile(Shape.CLOVER, Colour.GREEN)
    >>> tile.text, tile.index
    ('gc', 21)
    >>> Tile.parse("gc") == tile
    True
    """

    __match_args__ = ("shape", "colour")

    def __new__(cls, shape: Shape, colour: Colour) -> Self: ...
    @staticmethod
    def parse(text: str) -> Tile:
        """Reads the two characters of a tile: colour, then shape.

        Raises:
            ParseError: If they are no tile.
        """

    @staticmethod
    def from_index(index: int) -> Tile:
        """The kind with a number.

        Args:
            index: ``6 * shape + colour``, 0 to 35.

        Raises:
            InvalidInputError: If it is out of range.
        """

    @staticmethod
    def all() -> tuple[Tile, ...]:
        """All 36 kinds in order."""

    @property
    def shape(self) -> Shape:
        """The shape."""

    @property
    def colour(self) -> Colour:
        """The colour."""

    @property
    def index(self) -> int:
        """The number of the kind, 0 to 35: ``6 * shape + colour``. Arrays use it."""

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Tile, /) -> bool: ...
    def __le__(self, other: Tile, /) -> bool: ...
    def __gt__(self, other: Tile, /) -> bool: ...
    def __ge__(self, other: Tile, /) -> bool: ...
    def __copy__(self) -> Tile: ...
    def __deepcopy__(self, _memo: object) -> Tile: ...

@final
class TileSet:
    """Tiles without an order, up to three copies of each kind: a hand, a trade, a draw, what is left.

    Args:
        tiles: The tiles, in any order.

    Raises:
        InvalidInputError: If one kind comes more than three times (Q1).

    >>> hand = TileSet.parse("r0r0g8")
    >>> len(hand), hand.count(Tile.parse("r0")), Tile.parse("b0") in hand
    (3, 2, False)
    >>> (hand - TileSet.parse("r0")).text
    'r0g8'
    """

    def __new__(cls, tiles: _Tiles | None = None) -> Self: ...
    @staticmethod
    def parse(text: str) -> TileSet:
        """Reads the one-line text.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If it describes nothing possible.
        """

    @staticmethod
    def all() -> TileSet:
        """All 108 tiles (Q1)."""

    def count(self, tile: Tile) -> int:
        """How many copies of a kind there are, 0 to 3."""

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """The kinds of which there is at least one, in order."""

    def counts(self) -> NDArray[np.uint8]:
        """How many copies there are of each kind, as an array of 36 ``uint8`` by ``Tile.index``."""

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterate[Tile]: ...
    def __add__(self, value: TileSet, /) -> TileSet: ...
    def __radd__(self, value: TileSet, /) -> TileSet: ...
    def __sub__(self, value: TileSet, /) -> TileSet: ...
    def __rsub__(self, value: TileSet, /) -> TileSet: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: TileSet, /) -> bool: ...
    def __le__(self, other: TileSet, /) -> bool: ...
    def __gt__(self, other: TileSet, /) -> bool: ...
    def __ge__(self, other: TileSet, /) -> bool: ...
    def __copy__(self) -> TileSet: ...
    def __deepcopy__(self, _memo: object) -> TileSet: ...

@final
class Laid:
    """A tile on a cell.

    Args:
        x: The column; grows to the right.
        y: The row; grows downwards.
        tile: The tile.

    Raises:
        InvalidInputError: If a coordinate does not fit into 32 bits.

    >>> Laid(0, -1, Tile.parse("r0")).cell
    (0, -1)
    """

    __match_args__ = ("x", "y", "tile")

    def __new__(cls, x: int, y: int, tile: Tile) -> Self: ...
    @property
    def x(self) -> int:
        """The column."""

    @property
    def y(self) -> int:
        """The row."""

    @property
    def cell(self) -> tuple[int, int]:
        """The column and the row."""

    @property
    def tile(self) -> Tile:
        """The tile."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Laid, /) -> bool: ...
    def __le__(self, other: Laid, /) -> bool: ...
    def __gt__(self, other: Laid, /) -> bool: ...
    def __ge__(self, other: Laid, /) -> bool: ...
    def __copy__(self) -> Laid: ...
    def __deepcopy__(self, _memo: object) -> Laid: ...

@final
class Grid:
    """The tiles that lie, on cells without end (Q2).

    Args:
        tiles: The laid tiles, in any order; none for an empty grid.

    Raises:
        InvalidPositionError: If the tiles are no grid (Q23); it names every fault.

    >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
    >>> len(grid), grid.tile(1, 0), grid.tile(2, 0)
    (2, Tile(Shape.STAR8, Colour.RED), None)
    """

    def __new__(cls, tiles: _Laid | None = None) -> Self: ...
    @staticmethod
    def parse(text: str) -> Grid:
        """Reads the one-line text.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If it describes nothing possible.
        """

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def tile(self, x: int, y: int) -> Tile | None:
        """The tile on a cell, ``None`` when the cell is empty."""

    @property
    def tiles(self) -> tuple[Laid, ...]:
        """All laid tiles, row by row from the top, each row from left to right."""

    @property
    def used(self) -> TileSet:
        """The tiles without their places."""

    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The outermost columns and rows that hold a tile: left, top, right, bottom; ``None`` for an empty grid."""

    def open_cells(self) -> tuple[tuple[tuple[int, int], tuple[Tile, ...]], ...]:
        """The empty cells beside a tile, each with the kinds that fit there; empty for an empty grid."""

    def read_actions(self, actions: Iterable[int]) -> Move:
        """The placement that action ids spell here, legal or not, like ``Position.read_actions``; or the trade, or the skip.

        Raises:
            InvalidInputError: If they are no word; it names every fault.

        >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
        >>> grid.read_actions([36, 4744, 24, 30, 40]).text
        '-1,0>r4--r8'
        """

    @property
    def is_dead(self) -> bool:
        """Whether no kind that is still outside the grid fits any cell of it (Q24)."""

    def to_svg(self) -> str:
        """The grid as an SVG document."""

    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterate[Laid]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Grid: ...
    def __deepcopy__(self, _memo: object) -> Grid: ...

@final
class Line:
    """A line that a placement makes or extends: two to six tiles in an unbroken row or column (Q8).

    Args:
        x: The column of the first cell in reading order.
        y: The row of that cell.
        axis: The direction.
        length: How many tiles, 2 to 6.

    Raises:
        InvalidInputError: If the length or a coordinate is out of range.

    >>> line = Line(0, 0, Axis.DOWN, 6)
    >>> line.cells[:2], line.points, line.is_qwirkle
    (((0, 0), (0, 1)), 12, True)
    """

    __match_args__ = ("x", "y", "axis", "length")

    def __new__(cls, x: int, y: int, axis: Axis, length: int) -> Self: ...
    @property
    def x(self) -> int:
        """The column of the first cell."""

    @property
    def y(self) -> int:
        """The row of the first cell."""

    @property
    def axis(self) -> Axis:
        """The direction."""

    @property
    def length(self) -> int:
        """How many tiles, 2 to 6."""

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells in reading order, as ``(x, y)``."""

    @property
    def points(self) -> int:
        """What the line scores: a point a tile, and 6 more for a line of six (Q14, Q15)."""

    @property
    def is_qwirkle(self) -> bool:
        """Whether the line is complete: a Qwirkle (Q15)."""

    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Score:
    """What a move is worth, with its breakdown (Q14 to Q16).

    Args:
        lines: The lines that score, the one along the placement first.
        placement_points: The points of the placement: those of the lines, or 1 for a lone opening tile (Q5).
        end_bonus: 6 for the player who lays his last tile while the bag is empty (Q16), otherwise 0.

    >>> Score([Line(0, 0, Axis.ACROSS, 3)], 3).points
    3
    """

    __match_args__ = ("lines", "placement_points", "end_bonus")

    def __new__(cls, lines: Sequence[Line], placement_points: int, end_bonus: int = 0) -> Self: ...
    @property
    def points(self) -> int:
        """The points of the move: placement and end bonus."""

    @property
    def placement_points(self) -> int:
        """The points of the placement alone, without the end bonus."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines that score, the one along the placement first. A lone opening tile makes none, and scores 1 (Q5)."""

    @property
    def end_bonus(self) -> int:
        """6 for the player who goes out (Q16), otherwise 0."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@disjoint_base
class Move:
    """A decision of a player (Q6): ``Place``, ``Trade`` or ``Skip``. Any such decision can be written down, legal or not.

    >>> Move.parse("1,0>r8-r0")
    Place((Laid(1, 0, Tile(Shape.STAR8, Colour.RED)), Laid(3, 0, Tile(Shape.CIRCLE, Colour.RED))))
    >>> match Move.parse("trade:r0r8"):
    ...     case Place(tiles):
    ...         print("lays", len(tiles))
    ...     case Trade(tiles):
    ...         print("trades", len(tiles))
    ...     case Skip():
    ...         print("skips")
    trades 2
    """

    @staticmethod
    def parse(text: str) -> Move:
        """Reads a move: ``1,0>r8-r0`` or ``lay:...`` for tiles on cells, ``trade:r0r8``, ``skip``.

        Raises:
            ParseError: If the text is not in the grammar.
        """

    @property
    def actions(self) -> tuple[int, ...]:
        """The action ids that spell the move where it is legal, one to nine; none for what no position could list.

        Of a placement they tell only the first cell, up to 97 columns and rows; the other tiles go to the next empty cells.
        So where it is illegal to lay on these cells, they may say another placement: ``position.read_actions(move.actions) == move`` tells.

        >>> [action_name(action) for action in Move.parse("1,0>r8-r0").actions]
        ['across', '1,0', 'r8', 'r0', 'done']
        """

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Place(Move):
    """To lay tiles (Q8 to Q12).

    Args:
        tiles: The tiles with their cells. Their order does not matter (Q21).

    >>> move = Place([Laid(1, 0, Tile.parse("r8")), Laid(0, 0, Tile.parse("r0"))])
    >>> move.text
    '0,0>r0r8'
    """

    __match_args__ = ("tiles",)

    def __new__(cls, tiles: Iterable[Laid]) -> Self: ...
    @property
    def tiles(self) -> tuple[Laid, ...]:
        """The tiles with their cells, along the line."""

@final
class Trade(Move):
    """To put tiles aside and draw as many (Q7).

    Args:
        tiles: The tiles to trade, in any order.

    >>> Trade(TileSet.parse("r8r0")).text
    'trade:r0r8'
    """

    __match_args__ = ("tiles",)

    def __new__(cls, tiles: _Tiles) -> Self: ...
    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The traded tiles in order."""

@final
class Skip(Move):
    """To give up the turn, when nothing can be laid and the bag is empty (Q13)."""

    __match_args__ = ()

    def __new__(cls) -> Self: ...

def action_name(action: int) -> str:
    """The name of an action id.

    Args:
        action: 0 to ``ACTIONS`` - 1.

    Raises:
        InvalidInputError: If there is no such id.

    >>> [action_name(action) for action in (0, 35, 36, 40, 41, 4745)]
    ['r0', 'p8', 'across', 'done', '-48,-48', '0,0']
    """

@final
class Draw:
    """Tiles come from the bag into the hand of the seat to move (Q20).

    Args:
        tiles: The drawn tiles, in any order.

    >>> draw = Draw(TileSet.parse("r0g8"))
    >>> draw.text, draw.count
    ('draw:r0g8', 2)
    >>> Draw.hidden(2).tiles is None
    True
    """

    __match_args__ = ("tiles",)

    def __new__(cls, tiles: _Tiles) -> Self: ...
    @staticmethod
    def hidden(count: int) -> Draw:
        """A draw of which only the number of tiles is known.

        Raises:
            InvalidInputError: If the count is not 0 to 6.
        """

    @staticmethod
    def parse(text: str) -> Draw:
        """Reads the one-line text.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If it describes nothing possible.
        """

    @property
    def tiles(self) -> TileSet | None:
        """The drawn tiles, ``None`` when they are hidden."""

    @property
    def count(self) -> int:
        """How many tiles are drawn."""

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Draw, /) -> bool: ...
    def __le__(self, other: Draw, /) -> bool: ...
    def __gt__(self, other: Draw, /) -> bool: ...
    def __ge__(self, other: Draw, /) -> bool: ...
    def __copy__(self) -> Draw: ...
    def __deepcopy__(self, _memo: object) -> Draw: ...

@final
class Options:
    """What is agreed before a game begins.

    Args:
        players: How many play, 2 to 4 (Q2).
        starter: The seat that begins, instead of the one with the largest opening group (Q3).
        free_pass: Whether a player may skip at any time once the bag is empty (Q13).
        idle_limit: The game ends after this many turns in a row without a placement, 1 to 1000 (Q24); never by default.

    Raises:
        InvalidInputError: If something is out of range; it names every fault.

    >>> Options(3, idle_limit=6)
    Options(players=3, starter=None, free_pass=False, idle_limit=6)
    """

    __match_args__ = ("players",)

    def __new__(
        cls,
        players: int = 2,
        *,
        starter: int | None = None,
        free_pass: bool = False,
        idle_limit: int | None = None,
    ) -> Self: ...
    @property
    def players(self) -> int:
        """How many play, 2 to 4."""

    @property
    def starter(self) -> int | None:
        """The seat that begins, ``None`` when the opening groups decide (Q3)."""

    @property
    def free_pass(self) -> bool:
        """Whether a player may skip at any time once the bag is empty (Q13)."""

    @property
    def idle_limit(self) -> int | None:
        """The game ends after this many turns in a row without a placement (Q24), ``None`` for never."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """A state of the game: the grid and everything around it. Immutable; ``play`` and ``apply`` give new ones.

    >>> position = Position.start(Options(2)).settle(Random(1))
    >>> verdict = position.check(position.legal_moves[0])
    >>> verdict.legal, verdict.score.points
    (True, 2)
    >>> after = position.play(position.legal_moves[0])
    >>> after.turn, after.scores
    (Turn.CHANCE, (2, 0))
    >>> print(len(after.settle(Random(2)).legal_moves), "moves")
    75 moves
    """

    @staticmethod
    def start(options: Options | None = None) -> Position:
        """The first position of a game, with everything that chance decides still open.

        Args:
            options: The choices made before the game begins; the usual ones by default.

        Raises:
            InvalidInputError: If the options contradict the rules.

        >>> Position.start().is_over
        False
        """

    @staticmethod
    def build(
        options: Options | None = None,
        *,
        tiles: _Laid | None = None,
        hands: Iterable[_Tiles | int],
        bag: int | None = None,
        scores: Sequence[int] | None = None,
        to_move: int = 0,
        idle: int = 0,
        draw: int = 0,
        aside: _Tiles | int | None = None,
    ) -> Position:
        """The position that plain data describes.

        Args:
            options: The options of the game.
            tiles: The laid tiles, in any order.
            hands: By seat the tiles of the hand, or only their number when they are hidden.
            bag: How many tiles the bag holds; by default all that are left.
            scores: The points by seat; 0 by default.
            to_move: The seat to act, or to draw.
            idle: How many turns in a row there was no placement.
            draw: How many tiles that seat is to draw before anything else.
            aside: The tiles of a trade that is not drawn for yet, or their number when they are hidden.

        Raises:
            InvalidPositionError: If there is no such position (Q23); it names every fault.

        >>> position = Position.build(
        ...     tiles=[Laid(0, 0, Tile.parse("r0"))],
        ...     hands=[TileSet.parse("r4r8g0y4bspc"), 6],
        ... )
        >>> position.bag, position.text
        (95, 'qwirkle/1 0,0:r0 g0bspcr4y4r8/?6 95 0/0 0 0 -')
        """

    @staticmethod
    def parse(text: str) -> Position:
        """Reads the one-line text of a position.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidPositionError: If it describes no valid position.

        >>> Position.parse(Position.start().text) == Position.start()
        True
        """

    @staticmethod
    def from_bytes(data: bytes) -> Position:
        """Reads the compact byte form that ``to_bytes`` writes.

        Raises:
            ParseError: If the bytes are cut, too long, or of another game or rules version.
            InvalidPositionError: If they describe no valid position.

        >>> Position.from_bytes(Position.start().to_bytes()) == Position.start()
        True
        """

    def to_bytes(self) -> bytes:
        """The compact byte form: it begins with the game and the rules version, and its size is bounded."""

    @property
    def text(self) -> str:
        """The position in one line, which ``parse`` reads back."""

    @property
    def key(self) -> int:
        """A 64-bit hash, equal on every machine; equal positions have equal keys."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def options(self) -> Options:
        """The options of this game."""

    @property
    def turn(self) -> int | Turn:
        """Who is to act: the number of a seat, ``Turn.CHANCE`` or ``Turn.OVER``."""

    @property
    def to_move(self) -> int | None:
        """The seat that is to act, ``None`` when it is chance's turn or the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance is to act."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def outcome(self) -> Outcome[Reason] | None:
        """The result once the game is over, ``None`` before."""

    @property
    def grid(self) -> Grid:
        """The tiles that lie."""

    @property
    def hands(self) -> tuple[TileSet | None, ...]:
        """The hands by seat, ``None`` for one that is hidden."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each hand has."""

    @property
    def bag(self) -> int:
        """How many tiles the bag holds; tiles that are put aside are not in it."""

    @property
    def unseen(self) -> TileSet:
        """The tiles of the bag and of hidden hands: neither on the grid nor in a known hand nor known to be put aside."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points by seat."""

    @property
    def mover(self) -> int:
        """The seat to act or to draw; after the end, the seat that would be next, or that went out (Q16)."""

    @property
    def draw_count(self) -> int:
        """How many tiles are to be drawn now, 0 unless chance is to act."""

    @property
    def aside(self) -> TileSet | None:
        """The traded tiles that go into the bag after the draw, ``None`` when they are hidden."""

    @property
    def idle(self) -> int:
        """How many turns in a row there was no placement."""

    @property
    def legal_moves(self) -> Moves[Move]:
        """The legal moves of the seat to act, as a lazy sequence in a defined order; empty when no seat is to act.

        >>> position = Position.start()
        >>> bool(position.legal_moves) == (position.to_move is not None)
        True
        """

    def best_moves(self) -> Moves[Move]:
        """The legal moves that bring the most points, end bonus included; trades and skip bring none."""

    def move_points(self) -> NDArray[np.int16]:
        """The points of each legal move, end bonus included, as an array of ``int16`` in the order of ``legal_moves``.

        >>> position = Position.start().settle(Random(1))
        >>> points = position.move_points()
        >>> points.dtype, len(points) == len(position.legal_moves)
        (dtype('int16'), True)
        """

    def check(self, move: _Said) -> Verdict[Move, Score]:
        """Judges a move of the seat to act, names every broken rule, and changes nothing.

        Args:
            move: A move, or its text.

        Raises:
            ParseError: If the text is no move at all.
        """

    def read_actions(self, actions: Iterable[int]) -> Move:
        """The move that action ids spell here, legal or not; ``check`` and ``play`` judge it.

        Args:
            actions: The ids in order, such as ``Move.actions`` tells them.

        Raises:
            InvalidInputError: If they are no word; it names every fault.

        >>> position = Position.start().settle(Random(1))
        >>> all(position.read_actions(move.actions) == move for move in position.legal_moves)
        True
        """

    def play(self, move: _Said) -> Position:
        """The position after a move; this one stays as it is.

        Args:
            move: A move, or its text.

        Raises:
            IllegalMoveError: If the move breaks rules; it names all of them.
            ParseError: If the text is no move at all.
        """

    def sample_move(self, random: Random) -> Move:
        """One legal move, each equally likely; cheaper than listing them.

        Raises:
            WrongTurnError: Unless a seat is to act.
        """

    @property
    def chances(self) -> Chances[Draw]:
        """Everything that chance may do now with its probability, made one by one; empty unless chance is to act."""

    @property
    def chance_count(self) -> int:
        """How many events ``chances`` has."""

    def probability(self, event: Draw | str) -> Fraction:
        """The exact probability of an event as a ``fractions.Fraction``, 0 for one that can't happen now.

        Args:
            event: An event, or its text.
        """

    def sample(self, random: Random) -> Draw:
        """An event drawn with its probability.

        Raises:
            WrongTurnError: Unless chance is to act.
        """

    def apply(self, event: Draw | str) -> Position:
        """The position after an event; this one stays as it is.

        Args:
            event: An event, or its text.

        Raises:
            ImpossibleEventError: If it can't happen now; it names every reason.
            ParseError: If the text is no event at all.
        """

    def settle(self, random: Random) -> Position:
        """The position after chance has done all it has to do before a seat decides or the game is over.

        >>> Position.start().settle(Random(1)).is_chance
        False
        """

    def view(self, seat: int) -> View:
        """What a seat may know, and nothing else.

        Raises:
            InvalidInputError: If there is no such seat, or the position hides what that seat knows.
        """

    def sight(self, step: _Said | Draw, seat: int) -> Sight | None:
        """What a seat sees of a step from this position, ``None`` when it does not even see that it was taken.

        Args:
            step: A move or an event that can come next.
            seat: Who looks.
        """

    def perft(self, depth: int, bag_order: _Tiles | None = None) -> Census:
        """Counts the game tree to a depth in decisions (Q22). A finished position is a leaf and counts once.

        Args:
            depth: How many decisions deep, 0 to 64.
            bag_order: The tiles of the bag from the front, or their text: draws take them in this order, traded tiles go
                to the back. Without it every draw is followed, which takes long except for small bags.

        Raises:
            InvalidInputError: If the order does not hold the tiles of the bag.
        """

    def divide(self, depth: int, bag_order: _Tiles | None = None) -> tuple[tuple[Move | Draw, Census], ...]:
        """``perft`` of every step from here, to find where two engines part: pairs of a move or event and its counts.

        Raises:
            InvalidInputError: As ``perft`` does, and if chance may do more than a million things here.
        """

    def to_svg(self, *, viewer: int | None = None) -> str:
        """The position as an SVG document.

        Args:
            viewer: The seat that looks: what it can't know is not in the drawing. ``None`` shows everything.

        >>> Position.start().to_svg(viewer=1)[:4]
        '<svg'
        """

    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...

@final
class View:
    """What one seat may know of a position: all hands but its own are hidden, and so are tiles that others put aside (Q19).

    >>> position = Position.start().settle(Random(1))
    >>> view = position.view(1)
    >>> view.hand == position.hands[1], view.position.hands[0] is None
    (True, True)
    >>> view.complete(Random(5)).view(1) == view
    True
    """

    @staticmethod
    def parse(text: str) -> View:
        """Reads the one-line text.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If it describes nothing possible.
        """

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    @property
    def key(self) -> int:
        """A 64-bit hash, equal on every machine; equal views have equal keys."""

    @property
    def seat(self) -> int:
        """Whose view it is."""

    @property
    def position(self) -> Position:
        """What is known, as a position with hidden hands."""

    @property
    def hand(self) -> TileSet:
        """The own hand."""

    @property
    def unseen(self) -> TileSet:
        """The tiles that the seat sees nowhere: in the bag or in the hands of others."""

    @property
    def legal_moves(self) -> Moves[Move]:
        """What the viewing seat may decide now, as far as it can know."""

    def follow(self, sight: Sight | str) -> View:
        """The view after the next thing that the seat saw; this one stays as it is.

        Args:
            sight: What it saw (``Position.sight``), or its text.

        Raises:
            ImpossibleEventError: If that can't be the next thing to see; it names every reason.
        """

    def complete(self, random: Random) -> Position:
        """A full position that agrees with this view, each with equal weight over what the seat can't know."""

    def to_svg(self) -> str:
        """The view as an SVG document."""

    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> View: ...
    def __deepcopy__(self, _memo: object) -> View: ...

@final
class Sight:
    """What one seat sees of a step: a move, or a draw in full when it is one's own.

    >>> position = Position.start()
    >>> position.sight("draw:r0r4r8g0y4bs", 1).text
    'draw:?6'
    """

    @staticmethod
    def parse(text: str) -> Sight:
        """Reads the one-line text.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If it describes nothing possible.
        """

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Sight: ...
    def __deepcopy__(self, _memo: object) -> Sight: ...

@final
class Game:
    """A game as its start and its steps: the full truth, which replays exactly on every machine.

    >>> game = Game(Position.start())
    >>> random = Random(1)
    >>> while not game.is_over:
    ...     game.settle(random)
    ...     if not game.is_over:
    ...         game.push(game.position.sample_move(random))
    >>> Game.parse(game.text).position == game.position
    True
    >>> game.seen_by(0).replay() == game.position.view(0)
    True
    """

    def __new__(cls, start: Position) -> Self: ...
    @staticmethod
    def parse(text: str) -> Game:
        """Reads a record and plays all its steps with full checks.

        The message of a refusal begins with the line, counted from 1, and the step, counted from 0.

        Raises:
            ParseError: If a line is not in the grammar.
            InvalidInputError: If a step can't have happened; its fault's path is ``steps[i]``.
        """

    @staticmethod
    def replay(start: Position, steps: Iterable[_Said | Draw]) -> Game:
        """The game with this start and these steps, each fully checked.

        Args:
            start: The first position.
            steps: Moves and events, or their texts.

        Raises:
            ReplayError: At the first step that can't have happened; ``index`` is its number and ``__cause__``
                tells why.
        """

    def push(self, step: _Said | Draw) -> None:
        """Takes a step: a move when a seat is to act, an event when chance is.

        Args:
            step: A move, an event, or the text of either.

        Raises:
            IllegalMoveError: If the move breaks rules.
            ImpossibleEventError: If the event can't happen now.
            ParseError: If the text is neither.
        """

    def pop(self) -> Move | Draw:
        """Takes back the last step and returns it.

        Raises:
            IndexError: If there is none.
        """

    def settle(self, random: Random) -> None:
        """Lets chance do all it has to do before a seat decides or the game is over."""

    @property
    def start(self) -> Position:
        """Where the game began."""

    @property
    def position(self) -> Position:
        """Where the game is now."""

    @property
    def steps(self) -> tuple[Move | Draw, ...]:
        """What happened, in order: moves and events."""

    @property
    def turn(self) -> int | Turn:
        """Who is to act: the number of a seat, ``Turn.CHANCE`` or ``Turn.OVER``."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def legal_moves(self) -> Moves[Move]:
        """The legal moves of the seat to act; empty when no seat is to act."""

    def check(self, move: _Said) -> Verdict[Move, Score]:
        """Judges a move without playing it, like ``Position.check``."""

    @property
    def outcome(self) -> Outcome[Reason] | None:
        """The result once the game is over, ``None`` before."""

    def seen_by(self, seat: int) -> Seen:
        """The same game as one seat may tell it: its first view and what it saw of the steps.

        Raises:
            InvalidInputError: If there is no such seat, or the record hides what that seat knows.
        """

    @property
    def text(self) -> str:
        """The record as text: the first position, then a line a step. ``parse`` reads it back."""

    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...

@final
class Seen:
    """A game as one seat saw it: its first view and its sights, in order."""

    @staticmethod
    def parse(text: str) -> Seen:
        """Reads the one-line text.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If it describes nothing possible.
        """

    @property
    def start(self) -> View:
        """The first view."""

    @property
    def sights(self) -> tuple[Sight, ...]:
        """What the seat saw, in order."""

    def replay(self) -> View:
        """The last view, reached by following all sights."""

    @property
    def key(self) -> int:
        """A 64-bit hash of everything that the seat has seen, in order (perfect recall).

        Games that the seat can't tell apart have equal keys.
        """

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Seen: ...
    def __deepcopy__(self, _memo: object) -> Seen: ...

def check_placement(grid: Grid, placement: _Placement, hand: _Tiles | None = None) -> Verdict[Move, Score]:
    """Judges a placement on a grid and scores it, without a game around it (Q4, Q9 to Q12, Q14, Q15).

    On an empty grid the placement is the opening move.

    Args:
        grid: The tiles that lie.
        placement: A ``Place``, its text, or the laid tiles.
        hand: The tiles to lay from. Without it neither the tiles in the hand (Q12) nor the opening group (Q4) are judged.

    >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
    >>> check_placement(grid, "2,0>r4").score.points
    3
    >>> verdict = check_placement(grid, "3,0>g8", TileSet.parse("r4"))
    >>> [violation.slug for violation in verdict.violations]
    ['tile_not_in_hand', 'not_connected']
    """

def score_placement(grid: Grid, placement: _Placement) -> Score:
    """What a placement scores on a grid, with the breakdown (Q14, Q15).

    Args:
        grid: The tiles that lie.
        placement: A ``Place``, its text, or the laid tiles.

    Raises:
        IllegalMoveError: If the placement breaks rules, whatever the hand.

    >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
    >>> score_placement(grid, "2,0>r4")
    Score((Line(0, 0, Axis.ACROSS, 3),), 3, 0)
    """

def placements(grid: Grid, hand: _Tiles) -> Moves[Place]:
    """Every legal placement of a hand on a grid (Q4, Q8 to Q12); on an empty grid the opening moves from the cell 0, 0.

    >>> grid = Grid([Laid(0, 0, Tile.parse("r0"))])
    >>> len(placements(grid, TileSet.parse("r8r4")))
    36
    """

def best_placements(grid: Grid, hand: _Tiles) -> Moves[Place]:
    """The placements that bring the most points; empty when nothing can be laid.

    >>> grid = Grid([Laid(0, 0, Tile.parse("r0"))])
    >>> best_placements(grid, TileSet.parse("r8g4y4"))
    <4 moves: 0,-1>r8, -1,0>r8, 1,0>r8, 0,1>r8>
    """

def count_placements(grid: Grid, hand: _Tiles) -> int:
    """How many placements ``placements`` would list, without listing them."""

def trades(hand: _Tiles, bag: int) -> Moves[Trade]:
    """Every trade of a hand (Q7, Q21).

    Args:
        hand: The tiles of the hand.
        bag: How many tiles the bag holds: no more can be traded.

    >>> len(trades(TileSet.parse("r0r0g8"), 90)), len(trades(TileSet.parse("r0r0g8"), 1))
    (5, 2)
    """

def opening_size(hand: _Tiles) -> int:
    """How many tiles the largest opening group of a hand has (Q3).

    >>> opening_size(TileSet.parse("r0r8g0y4p4b4"))
    3
    """

def opening_groups(hand: _Tiles) -> tuple[tuple[Tile, ...], ...]:
    """The largest opening groups of a hand (Q3): those of equal size are a free choice (Q4).

    >>> [len(group) for group in opening_groups(TileSet.parse("r0r8g0y4p4b4"))]
    [3]
    """

def starter(hands: Iterable[_Tiles]) -> int:
    """Who begins (Q3): the seat with the largest opening group, on a tie the lowest.

    Args:
        hands: The hands by seat.

    Raises:
        InvalidInputError: If there is no hand.

    >>> starter([TileSet.parse("r0g8"), TileSet.parse("r0r8")])
    1
    """

def check_placements(
    grid: Grid,
    offsets: NDArray[np.int64],
    x: NDArray[np.int32],
    y: NDArray[np.int32],
    kinds: NDArray[np.uint8],
    hand: _Tiles | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.uint8], NDArray[np.uint16]]:
    """Judges and scores many placements on one grid, each on its own; the lock is released meanwhile.

    The tiles of placement ``i`` are the entries ``offsets[i]`` to ``offsets[i + 1] - 1`` of the columns ``x``, ``y`` and
    ``kinds``; ``pack`` makes such columns.

    Args:
        grid: The tiles that lie.
        offsets: Shape ``(n + 1,)``, ``int64``: rising from 0 to ``m``.
        x: Shape ``(m,)``, ``int32``: the columns of the cells.
        y: Shape ``(m,)``, ``int32``: the rows of the cells.
        kinds: Shape ``(m,)``, ``uint8``: ``Tile.index`` of each tile, 0 to 35, which is its action id.
        hand: The tiles to lay from, the same for all. Without it neither the tiles in the hand (Q12) nor the opening group
            (Q4) are judged.

    Returns:
        Three arrays of shape ``(n,)``: whether the placement is legal (``bool``), its points (``uint8``, 0 if not legal), and
        the broken rules (``uint16``, bit ``b`` for ``VIOLATIONS[b]``).

    Raises:
        InvalidInputError: If the columns don't fit together.

    >>> grid = Grid([Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))])
    >>> columns = pack([Move.parse("2,0>r4"), Move.parse("3,0>g8")])
    >>> legal, points, broken = check_placements(grid, *columns)
    >>> legal.tolist(), points.tolist(), VIOLATIONS[int(broken[1]).bit_length() - 1]
    ([True, False], [3, 0], 'not_connected')
    """

def pack(
    moves: Iterable[_Said],
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]:
    """Placements as the columns that ``check_placements`` reads.

    Args:
        moves: ``Place`` moves, their texts, or laid tiles; trades and skips have no tiles to lay and stay empty.

    Returns:
        ``offsets`` of shape ``(n + 1,)`` and ``int64``, ``x`` and ``y`` of shape ``(m,)`` and ``int32``, ``kinds`` of shape
        ``(m,)`` and ``uint8``.

    >>> offsets, x, y, kinds = pack([Move.parse("0,0>r0r8"), Move.parse("5,-1>g4")])
    >>> offsets.tolist(), x.tolist(), y.tolist(), kinds.tolist()
    ([0, 2, 3], [0, 1, 5], [0, 0, -1], [0, 30, 27])
    """

def count_moves(positions: Iterable[Position]) -> NDArray[np.int64]:
    """How many legal moves each of many positions has; the lock is released meanwhile.

    Returns:
        An array of ``int64`` in the order of the positions.

    >>> start = Position.start().settle(Random(1))
    >>> count_moves([start, start]).tolist() == [len(start.legal_moves)] * 2
    True
    """

def best_points(positions: Iterable[Position]) -> NDArray[np.int16]:
    """The most points that a legal move brings in each of many positions, end bonus included; the lock is released meanwhile.

    Returns:
        An array of ``int16`` in the order of the positions; -1 where no seat has a move.

    >>> start = Position.start().settle(Random(1))
    >>> best_points([start]).tolist() == [start.move_points().max()]
    True
    """
