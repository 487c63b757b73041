"""The compiled half of ``spielwerk.lokus``. Private: nothing here is stable; import from there."""

from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from typing import Final, Literal, Self, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from spielwerk._native import Census, Chances, Iterate, Moves, Outcome, Random, Turn, Verdict, Violation
from typing_extensions import disjoint_base

_Cards: TypeAlias = CardSet | Iterable[Card] | str
_Rows: TypeAlias = Iterable[Row | Iterable[Card] | str]
_Table: TypeAlias = str | Sequence[int]
_Round: TypeAlias = tuple[_Cards, Sequence[int | Card | str | None]]
ACTIONS: Final[int]
RULES_VERSION: Final[int]

class Colour(Enum):
    """The six colours (L1), lowest first (L2)."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    ORANGE = "orange"
    GREY = "grey"

class Stage(Enum):
    """How far a deal has come: a hand is dealt or a first card turned up (L4), everybody chooses (L6), a row is chosen (L18), the second roll of a miss is drawn (L9), or the game is over (L5)."""

    HAND = "hand"
    STARTER = "starter"
    CHOOSE = "choose"
    ROW = "row"
    DRAW = "draw"
    OVER = "over"

class Which(Enum):
    """Which of the two placements of a round (L7): that of the lowest card, which comes first, or that of the highest."""

    LOW = "low"
    HIGH = "high"

class Reason(Enum):
    """Why a game is over: all rounds of all deals are played (L5)."""

    ALL_DEALS_PLAYED = "all_deals_played"

@final
class Card:
    """A person card (L1). Cards compare by number, then by colour (L2).

    Args:
        colour: The colour.
        number: 1 to 12.

    Raises:
        InvalidInputError: If there is no such card.

    >>> card = Card(Colour.GREY, 7)
    >>> card.text, card.rank, card < Card(Colour.RED, 8)
    ('s7', 41, True)
    >>> Card.parse("s7") == card
    True
    """

    __match_args__ = ("colour", "number")

    def __new__(cls, colour: Colour, number: int) -> Self: ...
    @staticmethod
    def parse(text: str) -> Card:
        """Reads a card: the letter of the colour (``s`` is grey) and the number.

        Raises:
            ParseError: If the text is no card.
        """

    @staticmethod
    def from_rank(rank: int) -> Card:
        """The card with this rank.

        Args:
            rank: ``(number - 1) * 6 + colour``, 0 to 71.

        Raises:
            InvalidInputError: If it is out of range.
        """

    @staticmethod
    def all() -> tuple[Card, ...]:
        """All 72 cards, lowest first."""

    @property
    def colour(self) -> Colour:
        """The colour."""

    @property
    def number(self) -> int:
        """The number, 1 to 12."""

    @property
    def rank(self) -> int:
        """The place in the total order of L2, 0 to 71. Arrays use it."""

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Card, /) -> bool: ...
    def __le__(self, other: Card, /) -> bool: ...
    def __gt__(self, other: Card, /) -> bool: ...
    def __ge__(self, other: Card, /) -> bool: ...
    def __copy__(self) -> Card: ...
    def __deepcopy__(self, _memo: object) -> Card: ...

@final
class CardSet:
    """Cards without an order, each at most once.

    Args:
        cards: The cards, in any order.

    Raises:
        InvalidInputError: If a card comes twice (L1).

    >>> hand = CardSet.parse("r1y7s12")
    >>> len(hand), Card.parse("y7") in hand, [card.text for card in hand]
    (3, True, ['r1', 'y7', 's12'])
    """

    def __new__(cls, cards: _Cards | None = None) -> Self: ...
    @staticmethod
    def parse(text: str) -> CardSet:
        """Reads the cards written one after the other.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If a card comes twice (L1).
        """

    @staticmethod
    def all() -> CardSet:
        """All 72 cards (L1)."""

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterate[Card]: ...
    def __or__(self, value: CardSet, /) -> CardSet: ...
    def __ror__(self, value: CardSet, /) -> CardSet: ...
    def __and__(self, value: CardSet, /) -> CardSet: ...
    def __rand__(self, value: CardSet, /) -> CardSet: ...
    def __sub__(self, value: CardSet, /) -> CardSet: ...
    def __rsub__(self, value: CardSet, /) -> CardSet: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: CardSet, /) -> bool: ...
    def __le__(self, other: CardSet, /) -> bool: ...
    def __gt__(self, other: CardSet, /) -> bool: ...
    def __ge__(self, other: CardSet, /) -> bool: ...
    def __copy__(self) -> CardSet: ...
    def __deepcopy__(self, _memo: object) -> CardSet: ...

@final
class Row:
    """A row at a toilet: up to four cards, oldest first, no colour and no number twice (L3, L8).

    Args:
        cards: The cards, oldest first.

    Raises:
        InvalidInputError: If these cards can't lie in a row; it names every fault.

    >>> row = Row.parse("r3 b7 y12")
    >>> row.takes(Card.parse("g1")), row.takes(Card.parse("g7"))
    (True, False)
    >>> row.place(Card.parse("g1"))
    (Row.parse('r3b7y12g1'), ())
    """

    def __new__(cls, cards: _Cards | None = None) -> Self: ...
    @staticmethod
    def parse(text: str) -> Row:
        """Reads the one-line text.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If it describes nothing possible.
        """

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, oldest first."""

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def takes(self, card: Card) -> bool:
        """Whether a card may go to this row: it holds neither its colour nor its number (L8)."""

    def has_colour(self, card: Card) -> bool:
        """Whether the row holds the colour of a card."""

    def has_number(self, card: Card) -> bool:
        """Whether the row holds the number of a card."""

    def place(self, card: Card) -> tuple[Row, tuple[Card, ...]]:
        """Places a card: the row after it, and the four cards that leave when it is the fifth (L12), else none.

        Raises:
            InvalidInputError: If the row does not take the card (L8).
        """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterate[Card]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Row: ...
    def __deepcopy__(self, _memo: object) -> Row: ...

@disjoint_base
class Move:
    """A decision of a player: ``Choose``, ``ChooseRow``, or ``Decline``, which is never legal.

    >>> Move.parse("2:r7")
    Choose(2, Card(Colour.RED, 7))
    >>> Move.parse("2>1")
    ChooseRow(2, 1)
    """

    @staticmethod
    def parse(text: str) -> Move:
        """Reads a move: ``2:r7`` chooses a card, ``2>1`` a row, ``2>-`` declines.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If there is no such card. ``Position.check`` takes such a text and names the broken rule.
        """

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    @property
    def seat(self) -> int:
        """Who decides."""

    @property
    def actions(self) -> tuple[int, ...]:
        """The action ids that spell the move (one); none for what no position could list.

        It is the same at every seat: the rank of the card (0 to 71), or 72 plus the row.

        >>> Choose(2, Card.parse("r7")).actions, ChooseRow(0, 1).actions, Decline(0).actions
        ((36,), (73,), ())
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Choose(Move):
    """To choose a card in secret (L6).

    Args:
        seat: Who chooses.
        card: A card of that hand, or its text.

    >>> Choose(2, Card.parse("r7")).text
    '2:r7'
    """

    __match_args__ = ("seat", "card")

    def __new__(cls, seat: int, card: Card | str) -> Self: ...
    @property
    def seat(self) -> int:
        """Who chooses."""

    @property
    def card(self) -> Card:
        """What."""

@final
class ChooseRow(Move):
    """To place the own card in a row, where both take it (L18).

    Args:
        seat: The lowest or the highest player of the round.
        row: 0 or 1.

    >>> ChooseRow(2, 1).text
    '2>1'
    """

    __match_args__ = ("seat", "row")

    def __new__(cls, seat: int, row: int) -> Self: ...
    @property
    def seat(self) -> int:
        """The lowest or the highest player of the round."""

    @property
    def row(self) -> int:
        """Where: 0 or 1."""

@final
class Decline(Move):
    """To place nothing: never legal, because nobody may decline (L8).

    Args:
        seat: Who says so.
    """

    __match_args__ = ("seat",)

    def __new__(cls, seat: int) -> Self: ...
    @property
    def seat(self) -> int:
        """Who says so."""

def action_name(action: int) -> str:
    """The name of an action id.

    Args:
        action: 0 to ``ACTIONS`` - 1.

    Raises:
        InvalidInputError: If there is no such id.

    >>> action_name(36), action_name(73)
    ('r7', 'row 1')
    """

@disjoint_base
class Event:
    """A decision of chance (L19): ``Hand``, ``Starter`` or ``Draw``.

    >>> Event.parse(">0=r5")
    Starter(0, Card(Colour.RED, 5))
    """

    @staticmethod
    def parse(text: str) -> Event:
        """Reads an event: ``0=r1y1...`` deals a hand, ``>0=r5`` turns up a first card, ``2x=r9`` draws a second roll.

        Raises:
            ParseError: If the text is not in the grammar.
        """

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Event, /) -> bool: ...
    def __le__(self, other: Event, /) -> bool: ...
    def __gt__(self, other: Event, /) -> bool: ...
    def __ge__(self, other: Event, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Hand(Event):
    """A seat is dealt its eleven cards (L4).

    Args:
        seat: Whose.
        cards: Eleven cards; the order of dealing means nothing.
    """

    __match_args__ = ("seat", "cards")

    def __new__(cls, seat: int, cards: _Cards) -> Self: ...
    @property
    def seat(self) -> int:
        """Whose."""

    @property
    def cards(self) -> CardSet:
        """What."""

@final
class Starter(Event):
    """The first card of a row is turned up (L4).

    Args:
        row: 0 or 1.
        card: What.
    """

    __match_args__ = ("row", "card")

    def __new__(cls, row: int, card: Card | str) -> Self: ...
    @property
    def row(self) -> int:
        """Where: 0 or 1."""

    @property
    def card(self) -> Card:
        """What."""

@final
class Draw(Event):
    """The second roll of a miss is drawn (L9); no seat sees it (L16).

    Args:
        seat: Who missed.
        card: What.
    """

    __match_args__ = ("seat", "card")

    def __new__(cls, seat: int, card: Card | str) -> Self: ...
    @property
    def seat(self) -> int:
        """Who missed."""

    @property
    def card(self) -> Card:
        """What."""

@final
class Options:
    """The choices made before a game begins.

    Args:
        players: How many play: 3 to 5, or 2 or 6 as variants.
        starters: Whether a card is turned up at each toilet before the first round (L4).
        deals: How many deals, at least 1 (L5).
        table: How rolls become minus points (L14): ``"linear"``, ``"progressive"``, or the minus points for 0, 1, ... rolls.

    Raises:
        InvalidInputError: If something is out of range; it names every fault.

    >>> Options(4, deals=1).draw_pile
    26
    """

    __match_args__ = ("players",)

    def __new__(
        cls, players: int = 4, *, starters: bool = True, deals: int = 3, table: _Table | None = None
    ) -> Self: ...
    @property
    def players(self) -> int:
        """How many play."""

    @property
    def starters(self) -> bool:
        """Whether a card is turned up at each toilet before the first round (L4)."""

    @property
    def deals(self) -> int:
        """How many deals (L5)."""

    @property
    def table(self) -> str | tuple[int, ...]:
        """How rolls become minus points (L14): a name, or the minus points for 0 to 22 rolls."""

    @property
    def is_variant(self) -> bool:
        """Whether the number of players is one that the game offers only as a variant: 2 or 6."""

    @property
    def draw_pile(self) -> int:
        """How many cards the draw pile has once everything is dealt (L4)."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class FixedDeal:
    """A whole deal with a fixed order of the draw pile, as a server or a table dealt it (L4). It answers for chance.

    Args:
        options: The options of the game.
        hands: By seat eleven cards; their order means nothing.
        starters: The card of row 0 and of row 1; none without starters.
        draw_pile: The other cards, the first is drawn first.

    Raises:
        InvalidInputError: If the deal does not have the form that the options ask for; it names every fault.

    >>> cards = Card.all()
    >>> deal = FixedDeal(Options(2), [cards[:11], cards[11:22]], cards[22:24], cards[24:])
    >>> deal.event(Position.start(Options(2)))
    Hand(0, CardSet.parse('r1y1g1b1o1s1r2y2g2b2o2'))
    """

    def __new__(
        cls, options: Options, hands: Iterable[_Cards], starters: _Cards, draw_pile: _Cards
    ) -> Self: ...
    def event(self, position: Position) -> Event | None:
        """What this deal makes happen at a position of it, ``None`` when chance is not to act."""

    def settle(self, position: Position) -> Position:
        """The position after this deal has done all that chance has to do before a seat decides.

        A further deal is left to another ``FixedDeal``.
        """

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The hands by seat."""

    @property
    def starters(self) -> tuple[Card, ...]:
        """The cards turned up at the toilets."""

    @property
    def draw_pile(self) -> tuple[Card, ...]:
        """The draw pile, first drawn first."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Placement:
    """What became of the lowest or the highest card of a round, as everybody sees it.

    Args:
        seat: Who placed.
        card: What.
        row: Where; ``None`` for a miss (L9).
        cleared: Whether it was the fifth of its row (L12).
    """

    __match_args__ = ("seat", "card", "row", "cleared")

    def __new__(cls, seat: int, card: Card, row: int | None, cleared: bool) -> Self: ...
    @property
    def seat(self) -> int:
        """Who placed."""

    @property
    def card(self) -> Card:
        """What."""

    @property
    def row(self) -> int | None:
        """Where; ``None`` for a miss (L9)."""

    @property
    def cleared(self) -> bool:
        """Whether it was the fifth of its row (L12)."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Resolved:
    """A placement of a resolved round with all that it did."""

    @property
    def seat(self) -> int:
        """Who placed."""

    @property
    def card(self) -> Card:
        """What."""

    @property
    def takes(self) -> tuple[bool, bool]:
        """Which rows took the card at that moment; both: it was a decision (L18), neither: a miss (L9)."""

    @property
    def row(self) -> int | None:
        """Where the card went; ``None`` for a miss (L9)."""

    @property
    def cleared(self) -> bool:
        """Whether it was the fifth of its row (L12)."""

    @property
    def set_aside(self) -> tuple[Card, ...]:
        """The four cards that left the deal, oldest first, when a row was cleared."""

    @property
    def rows_after(self) -> tuple[Row, Row]:
        """Both rows right after it."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Resolution:
    """A round as far as it is decided."""

    @property
    def lowest(self) -> tuple[int, Card]:
        """The seat with the lowest card, and the card (L7)."""

    @property
    def highest(self) -> tuple[int, Card]:
        """The seat with the highest card, and the card (L7)."""

    @property
    def placements(self) -> tuple[Resolved | None, Resolved | None]:
        """The placements of the lowest and the highest card, ``None`` for one that waits for a row choice."""

    @property
    def missing(self) -> Which | None:
        """Whose row choice is missing (L18), ``None`` when the round is resolved."""

    @property
    def rows(self) -> tuple[Row, Row]:
        """The rows now."""

    @property
    def rolls(self) -> tuple[int, ...]:
        """The rolls gained by seat: two for a miss (L9), one for everybody else once both placements are done (L11)."""

    @property
    def cleaning(self) -> tuple[int, ...]:
        """The cleaning cards gained by seat (L12)."""

    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __hash__(self) -> int: ...

@final
class Resolutions:
    """Many resolved rounds, as NumPy arrays with one row a round."""

    @property
    def valid(self) -> NDArray[np.bool_]:
        """Shape ``(n,)``, ``bool``: whether the round makes sense. All other entries of a round that does not are 0."""

    @property
    def missing(self) -> NDArray[np.int8]:
        """Shape ``(n,)``, ``int8``: whose row choice is missing (L18): 0 the lowest, 1 the highest, -1 nobody."""

    @property
    def seats(self) -> NDArray[np.uint8]:
        """Shape ``(n, 2)``, ``uint8``: the seats with the lowest and the highest card (L7)."""

    @property
    def placed(self) -> NDArray[np.int8]:
        """Shape ``(n, 2)``, ``int8``: the rows to which these cards went; -1 a miss (L9), -2 not resolved yet."""

    @property
    def rows(self) -> NDArray[np.uint8]:
        """Shape ``(n, 2, 4)``, ``uint8``: the ranks of the cards in both rows now, oldest first, 255 for none."""

    @property
    def rolls(self) -> NDArray[np.uint8]:
        """Shape ``(n, players)``, ``uint8``: the rolls gained by seat (L9, L11)."""

    @property
    def cleaning(self) -> NDArray[np.uint8]:
        """Shape ``(n, players)``, ``uint8``: the cleaning cards gained by seat (L12)."""

    def __len__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Score:
    """What a legal move brings about at once.

    That is nothing for a card chosen in secret, and everything up to the next decision or draw for the choice that reveals the
    cards and for a row choice.

    Args:
        placements: The placements that are resolved, the lowest player's before the highest's.
        rolls: The rolls gained by seat (L9, L11).
        cleaning: The cleaning cards gained by seat (L12).
        minus: The minus points of the deal by seat, when the move ends it (L13, L14), else ``None``.
    """

    __match_args__ = ("placements", "rolls", "cleaning", "minus")

    def __new__(
        cls,
        placements: Sequence[Placement],
        rolls: Sequence[int],
        cleaning: Sequence[int],
        minus: Sequence[int] | None = None,
    ) -> Self: ...
    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placements that are resolved, the lowest player's before the highest's."""

    @property
    def rolls(self) -> tuple[int, ...]:
        """The rolls gained by seat (L9, L11)."""

    @property
    def cleaning(self) -> tuple[int, ...]:
        """The cleaning cards gained by seat (L12)."""

    @property
    def minus(self) -> tuple[int, ...] | None:
        """The minus points of the deal by seat, when the move ends it (L13, L14), else ``None``."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """A state of the game with everything hidden in it. Immutable; ``play`` and ``apply`` give new ones.

    Selection is simultaneous: seats are asked one after the other, but no view shows what another has chosen (L17).

    >>> random = Random(1)
    >>> position = Position.start(Options(3, deals=1)).settle(random)
    >>> position.to_move, len(position.legal_moves), position.stage
    (0, 11, Stage.CHOOSE)
    >>> while not position.is_over:
    ...     position = position.play(position.sample_move(random)).settle(random)
    >>> position.outcome.fewest_win, len(position.scores)
    (True, 3)
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
    def legal_moves(self) -> Moves[Move]:
        """The legal moves of the seat to act, as a lazy sequence in a defined order; empty when no seat is to act.

        >>> position = Position.start()
        >>> bool(position.legal_moves) == (position.to_move is not None)
        True
        """

    def check(self, move: Move | str) -> Verdict[Move, Score]:
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

    def play(self, move: Move | str) -> Position:
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
    def chances(self) -> Chances[Event]:
        """Everything that chance may do now with its probability, made one by one; empty unless chance is to act."""

    @property
    def chance_count(self) -> int:
        """How many events ``chances`` has."""

    def probability(self, event: Event | str) -> Fraction:
        """The exact probability of an event as a ``fractions.Fraction``, 0 for one that can't happen now.

        Args:
            event: An event, or its text.
        """

    def sample(self, random: Random) -> Event:
        """An event drawn with its probability.

        Raises:
            WrongTurnError: Unless chance is to act.
        """

    def apply(self, event: Event | str) -> Position:
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

    def sight(self, step: Move | Event | str, seat: int) -> Sight | None:
        """What a seat sees of a step from this position, ``None`` when it does not even see that it was taken.

        Args:
            step: A move or an event that can come next.
            seat: Who looks.
        """

    def to_svg(self, *, viewer: int | None = None) -> str:
        """The position as an SVG document.

        Args:
            viewer: The seat that looks: what it can't know is not in the drawing. ``None`` shows everything.
        """

    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    @property
    def stage(self) -> Stage:
        """How far the deal has come."""

    @property
    def deal(self) -> int:
        """The deal in progress, counted from 0; the finished one until the next hand is dealt."""

    @property
    def round(self) -> int:
        """How many rounds of this deal are finished, 0 to 11."""

    @property
    def rows(self) -> tuple[Row, Row]:
        """The two rows (L3)."""

    @property
    def starters(self) -> tuple[Card, ...]:
        """The cards turned up at the toilets of this deal (L4), row 0 first."""

    @property
    def rolls(self) -> tuple[int, ...]:
        """The roll counts by seat, 0 to 22."""

    @property
    def cleaning(self) -> tuple[int, ...]:
        """The cleaning cards by seat (L12)."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The minus points by seat of the finished deals (L15)."""

    @property
    def minus(self) -> tuple[int, ...]:
        """The minus points by seat that this deal would cost as the rolls stand (L13, L14)."""

    @property
    def draw_pile(self) -> int:
        """How many cards the draw pile has."""

    @property
    def hand_counts(self) -> tuple[int, ...]:
        """How many cards each hand has; a card chosen and not yet revealed counts (L16)."""

    @property
    def revealed(self) -> tuple[tuple[Card, ...], ...]:
        """The revealed cards of each round of this deal, by seat."""

    @property
    def placements(self) -> tuple[tuple[Placement, ...], ...]:
        """What became of the lowest and the highest card of each revealed round, as far as it is resolved."""

    @property
    def decision(self) -> tuple[int, Which, Card] | None:
        """The open row choice (L18): who, whether the lowest or the highest places, and which card; else ``None``."""

    @staticmethod
    def build(
        options: Options | None = None,
        *,
        hands: Sequence[_Cards],
        starters: _Cards | None = None,
        rounds: Sequence[_Round] | None = None,
        chosen: Sequence[Card | str | None] | None = None,
        deal: int = 0,
        carried: Sequence[int] | None = None,
        asks_first: int = 0,
    ) -> Position:
        """The position that plain data describes. Rows, rolls, cleaning cards and the draw pile follow from it by the rules.

        Args:
            options: The options of the game; the usual ones for so many hands by default.
            hands: The hands dealt so far by seat, without chosen and revealed cards.
            starters: The cards turned up at the toilets of this deal (L4), row 0 first.
            rounds: The rounds of this deal whose cards were revealed, in order. A round is a pair: its cards by seat, and what
                became of the lowest and then of the highest card, as far as it is resolved: the row where it went, or for a
                miss (L9) the second roll that was drawn, ``None`` where the draw pile is empty (L10) or it is still to be drawn.
            chosen: By seat the card that is chosen and not yet revealed (L6), else ``None``; empty when nobody has chosen.
            deal: The deal in progress, counted from 0; after its eleventh round still that one.
            carried: The minus points by seat from the deals before this one (L15); 0 by default.
            asks_first: The seat that is asked first in this round; it means nothing for the game (L17).

        Raises:
            InvalidPositionError: If there is no such position; it names every fault.

        >>> position = Position.build(
        ...     Options(2, deals=1),
        ...     hands=["r2g3b4o5s6r7y8g9b10o11", "y2b3o4s5r6y7g8b9o10s11"],
        ...     starters="r5b5",
        ...     rounds=[(["y5", "s12"], ["g1", 1])],
        ... )
        >>> position.round, position.rolls, position.rows[1].text
        (1, (2, 0), 'b5s12')
        """

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The hands by seat, without the cards that are chosen."""

    @property
    def chosen(self) -> tuple[Card | None, ...]:
        """By seat the card that is chosen and not yet revealed (L6), else ``None``."""

    @property
    def pile(self) -> CardSet:
        """The cards of the draw pile; while hands are dealt, all cards not yet dealt. Their order is not known."""

    @property
    def drawn(self) -> tuple[tuple[Card | None, Card | None], ...]:
        """For each revealed round the second rolls drawn for the lowest and the highest card (L9), else ``None``."""

    @property
    def asks_first(self) -> int:
        """The seat that is asked first in this round; it means nothing for the game (L17)."""

    def perft(self, depth: int, order: FixedDeal | _Cards | None = None) -> Census:
        """Counts the game tree to a depth in decisions. A finished position is a leaf and counts once.

        Args:
            depth: How many decisions deep, 0 to 64.
            order: What answers for chance: a ``FixedDeal``, or the cards of the draw pile, next one first, or their text. Without
                it every event is followed, which takes long except late in a deal.

        Raises:
            InvalidInputError: If the position is not one of this deal, or the cards are not those of its draw pile.

        >>> position = Position.start(Options(2, deals=1)).settle(Random(1))
        >>> position.perft(3, position.pile)
        Census(leaves=338, decisions=133, chances=11)
        """

    def divide(
        self, depth: int, order: FixedDeal | _Cards | None = None
    ) -> tuple[tuple[Move | Event, Census], ...]:
        """``perft`` of every step from here, to find where two engines part: pairs of a move or event and its counts.

        Raises:
            InvalidInputError: As ``perft`` does, and if chance may do more than a million things here.
        """

@final
class View:
    """What one seat may know of a position, and nothing else (L16).

    >>> position = Position.start(Options(3)).settle(Random(1))
    >>> view = position.view(2)
    >>> view.hand == position.hands[2], view.consistent_hands
    (True, 6323758697788634990160)
    >>> view.complete(Random(7)).view(2) == view
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
    @property
    def stage(self) -> Stage:
        """How far the deal has come."""

    @property
    def deal(self) -> int:
        """The deal in progress, counted from 0; the finished one until the next hand is dealt."""

    @property
    def round(self) -> int:
        """How many rounds of this deal are finished, 0 to 11."""

    @property
    def rows(self) -> tuple[Row, Row]:
        """The two rows (L3)."""

    @property
    def starters(self) -> tuple[Card, ...]:
        """The cards turned up at the toilets of this deal (L4), row 0 first."""

    @property
    def rolls(self) -> tuple[int, ...]:
        """The roll counts by seat, 0 to 22."""

    @property
    def cleaning(self) -> tuple[int, ...]:
        """The cleaning cards by seat (L12)."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The minus points by seat of the finished deals (L15)."""

    @property
    def minus(self) -> tuple[int, ...]:
        """The minus points by seat that this deal would cost as the rolls stand (L13, L14)."""

    @property
    def draw_pile(self) -> int:
        """How many cards the draw pile has."""

    @property
    def hand_counts(self) -> tuple[int, ...]:
        """How many cards each hand has; a card chosen and not yet revealed counts (L16)."""

    @property
    def revealed(self) -> tuple[tuple[Card, ...], ...]:
        """The revealed cards of each round of this deal, by seat."""

    @property
    def placements(self) -> tuple[tuple[Placement, ...], ...]:
        """What became of the lowest and the highest card of each revealed round, as far as it is resolved."""

    @property
    def decision(self) -> tuple[int, Which, Card] | None:
        """The open row choice (L18): who, whether the lowest or the highest places, and which card; else ``None``."""

    @property
    def hand(self) -> CardSet:
        """The own hand, without the card that is chosen."""

    @property
    def chosen(self) -> Card | None:
        """The own card that is chosen and not yet revealed, else ``None``."""

    @property
    def unseen(self) -> CardSet:
        """The cards that the seat can't place: in other hands, in the draw pile, or drawn as second rolls."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def options(self) -> Options:
        """The options of this game."""

    @property
    def consistent_hands(self) -> int:
        """In how many ways the unseen cards can lie in the hands of the other seats, exactly.

        ``complete`` meets each with equal probability.
        """

@final
class Sight:
    """What one seat sees of a step.

    >>> position = Position.start(Options(3))
    >>> position.sight(position.sample(Random(1)), 1).text
    '0=?'
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

    >>> game = Game(Position.start(Options(3, deals=1)))
    >>> random = Random(1)
    >>> while not game.is_over:
    ...     game.settle(random)
    ...     if not game.is_over:
    ...         game.push(game.legal_moves[0])
    >>> Game.parse(game.text).position == game.position
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
    def replay(start: Position, steps: Iterable[Move | Event | str]) -> Game:
        """The game with this start and these steps, each fully checked.

        Args:
            start: The first position.
            steps: Moves and events, or their texts.

        Raises:
            ReplayError: At the first step that can't have happened; ``index`` is its number and ``__cause__``
                tells why.
        """

    def push(self, step: Move | Event | str) -> None:
        """Takes a step: a move when a seat is to act, an event when chance is.

        Args:
            step: A move, an event, or the text of either.

        Raises:
            IllegalMoveError: If the move breaks rules.
            ImpossibleEventError: If the event can't happen now.
            ParseError: If the text is neither.
        """

    def pop(self) -> Move | Event:
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
    def steps(self) -> tuple[Move | Event, ...]:
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

    def check(self, move: Move | str) -> Verdict[Move, Score]:
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
    """A game as one seat saw it: its first view and its sights, in order.

    ``key`` is the information-state key with perfect recall that methods such as counterfactual regret minimisation need.
    """

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

def minus_points(table: _Table, rolls: int, cleaning: int = 0) -> int:
    """What rolls cost at the end of a deal (L13, L14).

    Args:
        table: ``"linear"``, ``"progressive"``, or the minus points for 0, 1, ... rolls.
        rolls: How many rolls, 0 to 22.
        cleaning: How many cleaning cards: one or two take off as many rolls, three or more all of them.

    Raises:
        InvalidInputError: If the table is none (L14), or a number is out of range.

    >>> minus_points("progressive", 7), minus_points("progressive", 7, cleaning=2), minus_points("linear", 7, cleaning=3)
    (28, 15, 0)
    """

def resolve_round(rows: _Rows, cards: _Cards, choices: Sequence[int | None] = ...) -> Resolution:
    """Resolves a round without a game around it (L7 to L12).

    Args:
        rows: The two rows, each a ``Row``, its text or its cards, oldest first.
        cards: The revealed cards by seat, two to six.
        choices: The row chosen by the lowest and by the highest player; ``None`` where there is no decision or it is open.

    Raises:
        InvalidInputError: If the rows or cards can't be, or a row is chosen where there is nothing to choose; it names every
            fault.

    >>> done = resolve_round(["r3 b7", "y5"], ["g4", "b9", "r2"])
    >>> [(placement.seat, placement.row) for placement in done.placements], done.rolls
    ([(2, 1), (1, 1)], (1, 0, 0))
    >>> resolve_round(["r3 b7", "y5"], ["g4", "s12"], (0, None)).missing
    Which.HIGH
    """

def check_row(rows: _Rows, card: Card | str, row: int) -> tuple[Violation, ...]:
    """Every rule that forbids a card in a row (L8); empty when it may go there.

    Args:
        rows: The two rows.
        card: The card, or its text.
        row: Which row.

    >>> [violation.slug for violation in check_row(["r3 b7", "y5"], "b3", 0)]
    ['row_color_taken', 'row_number_taken']
    """

def resolve_rounds(
    rows: NDArray[np.uint8], cards: NDArray[np.uint8], choices: NDArray[np.int8] | None = None
) -> Resolutions:
    """Resolves many rounds at once (L7 to L12); the lock is released meanwhile.

    Cards are ranks (``Card.rank``, 0 to 71), which are their action ids; the action id of a row is 72 plus its number.

    Args:
        rows: Shape ``(n, 2, 4)``, ``uint8``: the ranks of the cards in both rows, oldest first, 255 for none.
        cards: Shape ``(n, players)``, ``uint8``: the ranks of the revealed cards by seat, two to six.
        choices: Shape ``(n, 2)``, ``int8``: the row chosen by the lowest and by the highest player, -1 for none; all -1 by
            default.

    Returns:
        The arrays of ``Resolutions``. A round that makes no sense is marked there; ``resolve_round`` tells why.

    Raises:
        InvalidInputError: If the shapes don't fit.

    >>> import numpy as np
    >>> rows = np.full((1, 2, 4), 255, np.uint8)
    >>> rows[0, 0, :2] = Card.parse("r3").rank, Card.parse("b7").rank
    >>> rows[0, 1, 0] = Card.parse("y5").rank
    >>> cards = np.array([[Card.parse(text).rank for text in ("g4", "b9", "r2")]], np.uint8)
    >>> done = resolve_rounds(rows, cards)
    >>> done.seats.tolist(), done.placed.tolist(), done.rolls.tolist()
    ([[2, 1]], [[1, 1]], [[1, 0, 0]])
    """
