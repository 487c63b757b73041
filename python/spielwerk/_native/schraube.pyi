"""The compiled half of ``spielwerk.schraube``. Private: nothing here is stable; import from there."""

from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from types import GenericAlias
from typing import Final, Generic, Literal, Self, TypeAlias, final, overload

import numpy as np
from numpy.typing import NDArray
from spielwerk._native import Census, Chances, Iterate, Moves, Outcome, Random, Turn, Verdict
from typing_extensions import TypeVar, disjoint_base

_Number: TypeAlias = float | Fraction
_Worth_co = TypeVar("_Worth_co", covariant=True, default=object)
ACTIONS: Final[int]
RULES_VERSION: Final[int]

class Kind(Enum):
    """What a point card can do (S2)."""

    SCREW = "screw"
    DOUBLE_SCREW = "double_screw"
    NUT = "nut"
    DOUBLE_NUT = "double_nut"
    LASER = "laser"
    EXTRA_ROLL = "extra_roll"
    SWAP = "swap"
    GIFT = "gift"

class Phase(Enum):
    """What is to be decided next: a seat puts its figure down (S5), chance turns up a card (S5, S17) or rolls (S6), the seat on turn places dice (S7 to S14), visits (S16) or combines (S18), or nothing because the game is over (S20)."""

    START = "start"
    REVEAL = "reveal"
    ROLL = "roll"
    PLACE = "place"
    VISIT = "visit"
    COMBINE = "combine"
    OVER = "over"

class Reason(Enum):
    """Why a game ended (S20): a pile of point cards became empty, the bonus pile did, or both in one turn. ``Position.empty_piles`` tells which."""

    PILE_EMPTY = "pile_empty"
    BONUS_EMPTY = "bonus_empty"
    BOTH_EMPTY = "both_empty"

class Happens(Enum):
    """What may happen by itself after a step: a forced placement (S7), the figure moves or an empty run leaves it (S15), a bonus card (S15), a card is taken (S17), the turn or the game is over (S20)."""

    PLACE = "place"
    MOVE = "move"
    EMPTY_RUN = "empty_run"
    BONUS = "bonus"
    TAKE = "take"
    TURN_END = "turn_end"
    GAME_END = "game_end"

class Decide(Enum):
    """What can be decided between a roll and the stop: place a die (S7, S8), place a sum (S25), roll again (S9), use a laser (S12) or an extra roll (S13), stop (S10)."""

    PLACE = "place"
    SUM = "sum"
    REROLL = "reroll"
    LASER = "laser"
    EXTRA = "extra"
    STOP = "stop"

@final
class PointCard:
    """What is printed on a point card (S2).

    Args:
        id: The number that names it in a deck file, positive.
        kind: What it can do.
        value: Points at the end (S22), -1,000,000 to 1,000,000.
        face: The face that a die must show to be placed on it, 1 to 6.

    >>> Deck.standard()[1]
    PointCard(1, Kind.SCREW, 1, 1)
    """

    __match_args__ = ("id", "kind", "value", "face")

    def __new__(cls, id: int, kind: Kind, value: int, face: int) -> Self: ...
    @property
    def id(self) -> int:
        """The number that names it in a deck file."""

    @property
    def kind(self) -> Kind:
        """What it can do."""

    @property
    def value(self) -> int:
        """Points at the end (S22)."""

    @property
    def face(self) -> int:
        """The face that a die must show to be placed on it."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Deck:
    """42 point cards (S3). Positions and moves name a card by its number here, 1 to 42; in the deck of the rule book that is its id.

    Args:
        cards: The 42 cards.

    Raises:
        InvalidInputError: If they are no deck (S3); it names every fault.

    >>> deck = Deck.standard()
    >>> len(deck), deck[40].value, Deck.from_csv(deck.to_csv()) == deck
    (42, -3, True)
    """

    def __new__(cls, cards: Sequence[PointCard]) -> Self: ...
    @staticmethod
    def standard() -> Deck:
        """The deck of the rule book."""

    @staticmethod
    def from_csv(text: str) -> Deck:
        """Reads a deck file: a header ``id,kind,value,face`` and a line a card.

        Raises:
            InvalidInputError: If it is no deck (S3); it names every fault with its line and column.
        """

    def to_csv(self) -> str:
        """The deck as a file that ``from_csv`` reads."""

    @property
    def is_standard(self) -> bool:
        """Whether this is the deck of the rule book."""

    def __len__(self) -> int: ...
    def __getitem__(self, key: int, /) -> PointCard: ...
    def __iter__(self) -> Iterate[PointCard]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Options:
    """The choices made before a game begins.

    Args:
        players: How many play, 2 to 4.
        max_rolls: Rolls of a turn, 1 to 9; the rule book says 3 (S6).
        pro: Whether pips may be added up (S25).
        deck: The point cards (S3); those of the rule book by default.
        piles: The six fresh piles, seven cards each with the top first, if the caller shuffled them himself (S4). Without them
            the next card turned up is any of the unseen ones (S23).

    Raises:
        InvalidInputError: If something is out of range; it names every fault.

    >>> Options(3, pro=True)
    Options(players=3, max_rolls=3, pro=True, deck=Deck.standard(), piles=None)
    """

    __match_args__ = ("players",)

    def __new__(
        cls,
        players: int = 2,
        *,
        max_rolls: int = 3,
        pro: bool = False,
        deck: Deck | None = None,
        piles: Iterable[Iterable[int]] | None = None,
    ) -> Self: ...
    @property
    def players(self) -> int:
        """How many play."""

    @property
    def max_rolls(self) -> int:
        """Rolls of a turn (S6)."""

    @property
    def pro(self) -> bool:
        """Whether pips may be added up (S25)."""

    @property
    def deck(self) -> Deck:
        """The point cards (S3)."""

    @property
    def piles(self) -> tuple[tuple[int, ...], ...] | None:
        """The six fresh piles, top card first, ``None`` when nobody knows their order."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@disjoint_base
class Move:
    """A decision of a player, legal or not. Piles are 0 to 5, faces 1 to 6, cards their number in the deck, 1 to 42.

    >>> Move.parse("place 2")
    Place(2)
    >>> Move.parse("laser 32 6 4").turned_to
    4
    """

    @staticmethod
    def parse(text: str) -> Move:
        """Reads a move, such as ``place 2`` or ``swap 1 39 4``.

        Raises:
            ParseError: If the text is not in the grammar.
        """

    @property
    def actions(self) -> tuple[int, ...]:
        """The action ids that spell the move, one to four; none for what no position could list.

        >>> Move.parse("laser 32 6 4").actions, Move.parse("place 2").actions
        ((14, 53, 69, 67), (8,))
        """

    @property
    def text(self) -> str:
        """The one-line text, which ``parse`` reads back."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Start(Move):
    """Puts the figure at a pile (S5)."""

    __match_args__ = ("pile",)

    def __new__(cls, pile: int) -> Self: ...
    @property
    def pile(self) -> int:
        """Where, 0 to 5."""

@final
class Place(Move):
    """Places a matching die on a pile (S7, S8)."""

    __match_args__ = ("pile",)

    def __new__(cls, pile: int) -> Self: ...
    @property
    def pile(self) -> int:
        """Where, 0 to 5."""

@final
class Sum(Move):
    """Places these dice on a pile, their pips added up (S25)."""

    __match_args__ = ("pile", "dice")

    def __new__(cls, pile: int, dice: Iterable[int]) -> Self: ...
    @property
    def pile(self) -> int:
        """Where, 0 to 5."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of the dice, lowest first."""

@final
class Reroll(Move):
    """Rolls all unplaced dice again (S9)."""

    __match_args__ = ()

    def __new__(cls) -> Self: ...

@final
class Laser(Move):
    """By a laser card, turns one unplaced die to another face (S12).

    >>> Laser(32, 6, 4).text
    'laser 32 6 4'
    """

    __match_args__ = ("card", "turned_from", "turned_to")

    def __new__(cls, card: int, turned_from: int, turned_to: int) -> Self: ...
    @property
    def card(self) -> int:
        """The laser card."""

    @property
    def turned_from(self) -> int:
        """The face that the die shows."""

    @property
    def turned_to(self) -> int:
        """The face that it shall show."""

@final
class Extra(Move):
    """By an extra-roll card, rolls all unplaced dice at once (S13)."""

    __match_args__ = ("card",)

    def __new__(cls, card: int) -> Self: ...
    @property
    def card(self) -> int:
        """The extra-roll card."""

@final
class Stop(Move):
    """Moves the figure (S10)."""

    __match_args__ = ()

    def __new__(cls) -> Self: ...

@final
class Swap(Move):
    """Exchanges an own swap card for an open card of an opponent (S16)."""

    __match_args__ = ("opponent", "give", "take")

    def __new__(cls, opponent: int, give: int, take: int) -> Self: ...
    @property
    def opponent(self) -> int:
        """The opponent."""

    @property
    def give(self) -> int:
        """The own swap card."""

    @property
    def take(self) -> int:
        """His card."""

@final
class Gift(Move):
    """Hands an opponent a gift card (S16)."""

    __match_args__ = ("opponent", "give")

    def __new__(cls, opponent: int, give: int) -> Self: ...
    @property
    def opponent(self) -> int:
        """The opponent."""

    @property
    def give(self) -> int:
        """The gift card."""

@final
class EndVisit(Move):
    """Does nothing more on this visit (S16)."""

    __match_args__ = ()

    def __new__(cls) -> Self: ...

@final
class Combine(Move):
    """Covers cards as a set (S18)."""

    __match_args__ = ("cards",)

    def __new__(cls, cards: Iterable[int]) -> Self: ...
    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, lowest first."""

@final
class EndTurn(Move):
    """Combines no more (S18)."""

    __match_args__ = ()

    def __new__(cls) -> Self: ...

def action_name(action: int) -> str:
    """The name of an action id.

    Args:
        action: 0 to ``ACTIONS`` - 1.

    Raises:
        InvalidInputError: If there is no such id.

    >>> [action_name(action) for action in Move.parse("laser 32 6 4").actions]
    ['laser', 'card 32', 'face 6', 'face 4']
    """

@disjoint_base
class Event:
    """A decision of chance (S24): ``Roll`` or ``Reveal``.

    >>> Event.parse("roll 521265")
    Roll((1, 2, 2, 5, 5, 6))
    """

    @staticmethod
    def parse(text: str) -> Event:
        """Reads an event: ``roll 122556`` or ``reveal 0 11``.

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
class Roll(Event):
    """The dice of a roll (S6, S24).

    Args:
        dice: The faces, in any order.

    >>> Roll([5, 1, 5]).text
    'roll 155'
    """

    __match_args__ = ("dice",)

    def __new__(cls, dice: Iterable[int]) -> Self: ...
    @property
    def dice(self) -> tuple[int, ...]:
        """The faces, lowest first."""

@final
class Reveal(Event):
    """A card is turned up (S5, S17, S23).

    Args:
        pile: Where, 0 to 5.
        card: What, 1 to 42.
    """

    __match_args__ = ("pile", "card")

    def __new__(cls, pile: int, card: int) -> Self: ...
    @property
    def pile(self) -> int:
        """Where, 0 to 5."""

    @property
    def card(self) -> int:
        """What, 1 to 42."""

@final
class Score:
    """What a move is worth at once to who makes it, with all that happens by itself before somebody or chance decides again.

    Args:
        values: Change of the printed values owned.
        pairs: Pairs covered (S18).
        bonus: Bonus cards taken (S15).

    >>> Score(5, 1, 1).points
    14
    """

    __match_args__ = ("values", "pairs", "bonus")

    def __new__(cls, values: int, pairs: int = 0, bonus: int = 0) -> Self: ...
    @property
    def points(self) -> int:
        """All of it together, in points."""

    @property
    def values(self) -> int:
        """Change of the printed values owned."""

    @property
    def pairs(self) -> int:
        """Pairs covered (S18), 3 points each."""

    @property
    def bonus(self) -> int:
        """Bonus cards taken (S15), 6 points each."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Points:
    """What a player's cards are worth, and what it comes from (S21, S22).

    Args:
        values: Printed values of all cards owned, open and covered.
        covered_pairs: Pairs of the sets covered during the game.
        final_pairs: Pairs of the best remaining sets of the open cards (S21).
        bonus: Bonus cards.

    >>> Points(18, 0, 1, 0).total
    21
    """

    __match_args__ = ("values", "covered_pairs", "final_pairs", "bonus")

    def __new__(cls, values: int, covered_pairs: int, final_pairs: int, bonus: int) -> Self: ...
    @property
    def total(self) -> int:
        """All of it together."""

    @property
    def values(self) -> int:
        """Printed values of all cards owned, open and covered."""

    @property
    def covered_pairs(self) -> int:
        """Pairs of the sets covered during the game."""

    @property
    def final_pairs(self) -> int:
        """Pairs of the best remaining sets of the open cards (S21)."""

    @property
    def bonus(self) -> int:
        """Bonus cards."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Happening:
    """Something that happens by itself after a step, for a table that shows it.

    Args:
        what: What happens.
        pile: Where a die is placed or a card is taken, or the pile where the figure stands after a move.
        moved_from: For a move the pile where the figure stood.
        run: For a move the length of the run, 1 to 6.
        card: The card that is taken.

    Raises:
        InvalidInputError: If something is missing, or there is something that is not a part of this happening.

    >>> Happening(Happens.MOVE, 1, moved_from=4, run=3).text
    'move 4 1 3'
    """

    __match_args__ = ("what", "pile", "moved_from", "run", "card")

    def __new__(
        cls,
        what: Happens,
        pile: int | None = None,
        moved_from: int | None = None,
        run: int | None = None,
        card: int | None = None,
    ) -> Self: ...
    @property
    def what(self) -> Happens:
        """What happens."""

    @property
    def pile(self) -> int | None:
        """The pile where it happens; for a move the pile where the figure stands now."""

    @property
    def moved_from(self) -> int | None:
        """For a move the pile where the figure stood."""

    @property
    def run(self) -> int | None:
        """For a move the length of the run, 1 to 6."""

    @property
    def card(self) -> int | None:
        """The card that is taken."""

    @property
    def text(self) -> str:
        """The happening as a text, such as ``move 4 1 3``."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Hand:
    """What lies in front of one player; all of it is public (S23).

    Args:
        open: Open point cards, by number.
        covered: The covered sets (S18), each a tuple of card numbers.
        bonus: Bonus cards.

    >>> Hand([26, 4], bonus=1)
    Hand((4, 26), (), 1)
    """

    __match_args__ = ("open", "covered", "bonus")

    def __new__(
        cls, open: Iterable[int], covered: Iterable[Iterable[int]] | None = None, bonus: int = 0
    ) -> Self: ...
    @property
    def open(self) -> tuple[int, ...]:
        """Open point cards, by number."""

    @property
    def covered(self) -> tuple[tuple[int, ...], ...]:
        """The covered sets (S18)."""

    @property
    def bonus(self) -> int:
        """Bonus cards."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Pile:
    """A pile of the ring (S4).

    Args:
        open: The open card, by number; ``None`` when the pile is empty or its next card is not turned up yet.
        down: How many cards are face down.
        dice: The faces of the dice on it.

    >>> Pile(23, 6)
    Pile(23, 6, ())
    """

    __match_args__ = ("open", "down", "dice")

    def __new__(cls, open: int | None, down: int, dice: Iterable[int] | None = None) -> Self: ...
    @property
    def open(self) -> int | None:
        """The open card, by number."""

    @property
    def down(self) -> int:
        """How many cards are face down."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of the dice on it."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """A state of the game. Immutable; ``play`` and ``apply`` give new ones.

    Piles are 0 to 5 clockwise, faces 1 to 6; a card is named by its number in the deck, 1 to 42.

    >>> random = Random(1)
    >>> position = Position.start(Options(2))
    >>> len(position.legal_moves), position.phase
    (6, Phase.START)
    >>> while not position.is_over:
    ...     position = position.play(position.sample_move(random)).settle(random)
    >>> [points.total for points in position.points] == list(position.outcome.points)
    True
    """

    @staticmethod
    def build(
        options: Options | None = None,
        *,
        phase: Phase,
        mover: int,
        figures: Iterable[int | None],
        piles: Sequence[Pile],
        hands: Sequence[Hand],
        removed: Iterable[int] | None = None,
        bonus_left: int = 6,
        rerolls_left: int = 0,
        to_roll: int = 0,
        unplaced: Iterable[int] | None = None,
        fresh: Iterable[int] | None = None,
        visited: Iterable[int] | None = None,
    ) -> Position:
        """The position that plain data describes.

        Args:
            options: The options of the game; ``piles`` in them are not looked at.
            phase: What is to be decided.
            mover: The seat on turn; the one that moved last if the game is over.
            figures: By seat the pile where its figure stands, ``None`` for one not put down yet.
            piles: The six piles.
            hands: By seat its cards.
            removed: Cards out of the game (S12, S13).
            bonus_left: Bonus cards in the middle.
            rerolls_left: Rolls still allowed after the one made or about to be made (S6).
            to_roll: Dice about to be rolled.
            unplaced: The faces of the dice rolled and not placed.
            fresh: Cards that the seat on turn got in this turn (S19).
            visited: Opponents already visited in this turn (S16).

        Raises:
            InvalidPositionError: If there is no such position; it names every fault.
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
            viewer: The seat that looks; everything but the order of the cards face down is public (S23), so that only the seat that is
                marked differs.
        """

    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    @property
    def phase(self) -> Phase:
        """What is to be decided next."""

    @property
    def mover(self) -> int:
        """The seat on turn; after the end, the one that moved last."""

    @property
    def figures(self) -> tuple[int | None, ...]:
        """By seat the pile where its figure stands, ``None`` for one not put down yet."""

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The six piles."""

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The faces of the six open cards, ``None`` while one of them is missing."""

    @property
    def covered(self) -> tuple[int, ...]:
        """The piles that carry dice."""

    @property
    def empty_piles(self) -> tuple[int, ...]:
        """The piles without any card."""

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards face down, all together (S23)."""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """By seat what lies in front of it."""

    @property
    def points(self) -> tuple[Points, ...]:
        """By seat what its cards are worth if the game ends now (S21, S22)."""

    @property
    def removed(self) -> tuple[int, ...]:
        """Cards out of the game (S12, S13)."""

    @property
    def bonus_left(self) -> int:
        """Bonus cards in the middle."""

    @property
    def rerolls_left(self) -> int:
        """Rolls still allowed after the one made or about to be made (S6)."""

    @property
    def to_roll(self) -> int:
        """Dice about to be rolled, 0 unless chance is to roll."""

    @property
    def unplaced(self) -> tuple[int, ...]:
        """The faces of the dice rolled and not placed."""

    @property
    def fresh(self) -> tuple[int, ...]:
        """Cards that the seat on turn got in this turn (S19)."""

    @property
    def visited(self) -> tuple[int, ...]:
        """Opponents already visited in this turn (S16)."""

    @property
    def deck(self) -> Deck:
        """The point cards (S3)."""

    def consequences(self, step: Move | Event | str) -> tuple[Happening, ...]:
        """What happens by itself after a step that can be taken now, in order, until somebody or chance decides again.

        Args:
            step: A move or an event that can come next.
        """

    def perft(self, depth: int, order: str | None = None) -> Census:
        """Counts the game tree to a depth in decisions. A finished position is a leaf and counts once.

        Args:
            depth: How many decisions deep, 0 to 64.
            order: A text that answers for chance: the 42 cards of the fresh piles, pile 0 first and each from its top, then ``/``
                and the dice as they are rolled, of which the first follows the last. Without it every event is followed.

        Raises:
            ParseError: If the text is not in the grammar.
            InvalidInputError: If these cards do not lie face down in the position.

        >>> order = " ".join(map(str, range(1, 43))) + " / 526314"
        >>> Position.start().perft(3, order)
        Census(leaves=114, decisions=43, chances=252)
        """

    def divide(self, depth: int, order: str | None = None) -> tuple[tuple[Move | Event, Census], ...]:
        """``perft`` of every step from here, to find where two engines part: pairs of a move or event and its counts.

        Raises:
            InvalidInputError: As ``perft`` does, and if chance may do more than a million things here.
        """

@final
class View:
    """What one seat may know: everything but the order of the cards face down (S23)."""

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
    def position(self) -> Position:
        """The position as the seat sees it: the order of the cards face down is not known."""

@final
class Sight:
    """What one seat sees of a step: the step itself (S23)."""

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
    """A game as its start and its steps, which replays exactly on every machine.

    >>> game = Game(Position.start())
    >>> random = Random(1)
    >>> while not game.is_over:
    ...     game.push(game.position.sample_move(random))
    ...     game.settle(random)
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

@final
class Chain:
    """What a roll does by itself, and what it leaves open."""

    @property
    def forced(self) -> tuple[int, ...]:
        """The piles that got a die by S7, in order."""

    @property
    def covered(self) -> tuple[int, ...]:
        """All piles that carry a die now."""

    @property
    def dice_left(self) -> tuple[int, ...]:
        """The faces of the dice still unplaced."""

    @property
    def run(self) -> int:
        """Length of the unbroken run from the pile after the figure, 0 to 6 (S15)."""

    @property
    def free(self) -> tuple[int, ...]:
        """The piles on which a die may be placed freely now (S8)."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Chains:
    """Many resolved chains, as NumPy arrays with one entry a chain. A set of piles is a number with bit ``p`` for pile ``p``."""

    @property
    def valid(self) -> NDArray[np.bool_]:
        """Shape ``(n,)``, ``bool``: whether the input can lie on a table. All other entries of one that can't are 0."""

    @property
    def forced(self) -> NDArray[np.uint8]:
        """Shape ``(n,)``, ``uint8``: the piles that got a die by S7."""

    @property
    def covered(self) -> NDArray[np.uint8]:
        """Shape ``(n,)``, ``uint8``: all piles that carry a die now."""

    @property
    def dice_left(self) -> NDArray[np.uint8]:
        """Shape ``(n, 6)``, ``uint8``: how many dice of each face are left, ones first."""

    @property
    def run(self) -> NDArray[np.uint8]:
        """Shape ``(n,)``, ``uint8``: the length of the run, 0 to 6 (S15)."""

    @property
    def free(self) -> NDArray[np.uint8]:
        """Shape ``(n,)``, ``uint8``: the piles on which a die may be placed freely now (S8)."""

    def __len__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class TurnState:
    """A moment of a turn, from before the first roll to the last decision before the figure moves.

    Args:
        figure: The pile where the figure stands, 0 to 5.
        faces: The faces of the six open cards by pile.
        covered: The piles that carry dice.
        to_roll: How many dice are about to be rolled; six by default, if no ``dice`` are given.
        dice: The faces of the dice that lie unplaced.
        rerolls_left: Rolls still allowed after the one just made, or about to be made (S6).
        lasers: Laser cards that may be used (S12).
        extra_rolls: Extra-roll cards that may be used (S13).
        pro: Whether pips may be added up (S25).

    Raises:
        InvalidInputError: If this is no moment of a turn; it names every fault.

    >>> TurnState(0, [1, 2, 3, 4, 5, 6]).to_roll
    6
    """

    __match_args__ = ("figure", "faces")

    def __new__(
        cls,
        figure: int,
        faces: Iterable[int],
        *,
        covered: Iterable[int] | None = None,
        to_roll: int | None = None,
        dice: Iterable[int] | None = None,
        rerolls_left: int = 2,
        lasers: int = 0,
        extra_rolls: int = 0,
        pro: bool = False,
    ) -> Self: ...
    @staticmethod
    def of(position: Position) -> TurnState:
        """The turn that is going on in a position, with the cards that the seat on turn may use.

        Raises:
            WrongTurnError: Unless dice are about to be rolled or placed.

        >>> position = Position.start()
        >>> while position.phase not in (Phase.ROLL, Phase.PLACE):
        ...     position = position.apply(position.sample(Random(3))) if position.is_chance else position.play("start 2")
        >>> TurnState.of(position).figure
        2
        """

    @property
    def figure(self) -> int:
        """The pile where the figure stands."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of the six open cards by pile."""

    @property
    def covered(self) -> tuple[int, ...]:
        """The piles that carry dice."""

    @property
    def to_roll(self) -> int:
        """How many dice are about to be rolled; 0 when they lie unplaced."""

    @property
    def dice(self) -> tuple[int, ...] | None:
        """The faces of the dice that lie unplaced, ``None`` before a roll."""

    @property
    def rerolls_left(self) -> int:
        """Rolls still allowed after the one just made, or about to be made (S6)."""

    @property
    def lasers(self) -> int:
        """Laser cards that may be used (S12)."""

    @property
    def extra_rolls(self) -> int:
        """Extra-roll cards that may be used (S13)."""

    @property
    def pro(self) -> bool:
        """Whether pips may be added up (S25)."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Objective:
    """What each end of a turn is worth, and what a card spent on the way costs. Numbers may be integers, floats or fractions.

    Args:
        ends: Seven worths: of a turn that ends with an empty run, with a run of one, two, ... five, and with the full circle (S15).
        laser_price: What using a laser costs (S12).
        extra_price: What using an extra roll costs (S13).

    Raises:
        InvalidInputError: If there are not seven worths, or one is not finite.

    >>> Objective.run().ends
    (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    """

    __match_args__ = ("ends", "laser_price", "extra_price")

    def __new__(
        cls,
        ends: Iterable[_Number],
        *,
        laser_price: _Number | None = None,
        extra_price: _Number | None = None,
    ) -> Self: ...
    @staticmethod
    def full_circle() -> Objective:
        """The chance of a full circle."""

    @staticmethod
    def run() -> Objective:
        """The expected length of the run."""

    @staticmethod
    def stop_at(run: int) -> Objective:
        """The chance that the run has exactly this length.

        Args:
            run: 0 (empty) to 6 (full circle).

        Raises:
            InvalidInputError: If it is out of range.
        """

    @staticmethod
    def stop_at_pile(figure: int, pile: int) -> Objective:
        """The chance that the figure stops exactly at a pile; its own means a full circle."""

    @staticmethod
    def card_taken(figure: int, values: Iterable[int], bonus: int = 6) -> Objective:
        """The expected value of the card taken; an empty run takes none.

        Args:
            figure: The pile where the figure stands.
            values: The values of the six open cards by pile.
            bonus: What a full circle earns besides: a bonus card is worth 6 points (S2).
        """

    @property
    def ends(self) -> tuple[float, ...]:
        """The worths of the seven ends."""

    @property
    def laser_price(self) -> float:
        """What using a laser costs."""

    @property
    def extra_price(self) -> float:
        """What using an extra roll costs."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Decision:
    """Something that the player on turn can decide between a roll and his stop. A ``Move`` names the card besides.

    Args:
        what: What is done.
        pile: The pile on which dice are placed, for ``Decide.PLACE`` and ``Decide.SUM``.
        dice: The dice of a sum.
        turned_from: The face that a laser turns.
        turned_to: The face that it becomes.

    Raises:
        InvalidInputError: If something is missing, or there is something that is not a part of this decision.

    >>> Decision(Decide.SUM, 3, [1, 2]).text, Decision(Decide.LASER, turned_from=6, turned_to=4).text
    ('sum 3 12', 'laser 6 4')
    """

    __match_args__ = ("what", "pile", "dice", "turned_from", "turned_to")

    def __new__(
        cls,
        what: Decide,
        pile: int | None = None,
        dice: Iterable[int] | None = None,
        turned_from: int | None = None,
        turned_to: int | None = None,
    ) -> Self: ...
    @property
    def what(self) -> Decide:
        """What is done."""

    @property
    def pile(self) -> int | None:
        """The pile on which dice are placed."""

    @property
    def dice(self) -> tuple[int, ...] | None:
        """The dice of a sum."""

    @property
    def turned_from(self) -> int | None:
        """The face that a laser turns."""

    @property
    def turned_to(self) -> int | None:
        """The face that it becomes."""

    @property
    def text(self) -> str:
        """The decision as a text: that of the move, without the card that is used."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Decision, /) -> bool: ...
    def __le__(self, other: Decision, /) -> bool: ...
    def __gt__(self, other: Decision, /) -> bool: ...
    def __ge__(self, other: Decision, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Alternative(Generic[_Worth_co]):
    """One decision and what it is worth.

    Attributes:
        decision: The decision.
        worth: The expected worth if it is taken, and the best ones after it.
    """

    __match_args__ = ("decision", "worth")

    def __new__(cls, decision: Decision, worth: _Worth_co) -> Self: ...
    @property
    def decision(self) -> Decision:
        """The decision."""

    @property
    def worth(self) -> _Worth_co:
        """The expected worth if it is taken, and the best ones after it."""

    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Solution(Generic[_Worth_co]):
    """A turn, solved. Numbers are floats from ``solve`` and fractions from ``solve_exact``.

    Attributes:
        worth: The expected worth of the turn under the best decisions.
        best: The best decision now; ``None`` before a roll and when the turn moves on by itself.
        alternatives: Every decision open now with its worth.
        ends: The probability of each end under the best decisions: an empty run, a run of one, ... five, and the full circle.
        forced: The piles that S7 covers before anything can be decided, in order.
    """

    __match_args__ = ("worth", "best", "alternatives", "ends", "forced")

    def __new__(
        cls,
        worth: _Worth_co,
        best: Decision | None,
        alternatives: tuple[Alternative[_Worth_co], ...],
        ends: tuple[_Worth_co, ...],
        forced: tuple[int, ...],
    ) -> Self: ...
    @property
    def worth(self) -> _Worth_co:
        """The expected worth of the turn under the best decisions."""

    @property
    def best(self) -> Decision | None:
        """The best decision now; ``None`` before a roll and when the turn moves on by itself."""

    @property
    def alternatives(self) -> tuple[Alternative[_Worth_co], ...]:
        """Every decision open now with its worth."""

    @property
    def ends(self) -> tuple[_Worth_co, ...]:
        """The probability of each end under the best decisions."""

    @property
    def forced(self) -> tuple[int, ...]:
        """The piles that S7 covers before anything can be decided, in order."""

    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class TurnSolver:
    """Solves turns that begin at one moment, for any objective.

    Args:
        state: Where the turn stands.

    >>> solver = TurnSolver(TurnState(0, [1, 2, 3, 4, 5, 6]))
    >>> round(solver.worth(Objective.full_circle()), 12)
    0.196829079694
    >>> solver.solve_exact(Objective.full_circle()).worth
    Fraction(3856086575, 19591041024)
    >>> turn = TurnState(0, [1, 2, 3, 4, 5, 6], dice=[2, 3, 5, 5, 6, 6], rerolls_left=1)
    >>> solution = TurnSolver(turn).solve(Objective.run())
    >>> solution.forced, solution.best.text
    ((1, 2), 'place 4')
    """

    def __new__(cls, state: TurnState) -> Self: ...
    @property
    def state(self) -> TurnState:
        """Where the turn stands."""

    def worth(self, objective: Objective) -> float:
        """Only the expected worth under the best decisions: the fastest answer."""

    def solve(self, objective: Objective) -> Solution[float]:
        """The turn solved in doubles."""

    def solve_exact(self, objective: Objective) -> Solution[Fraction]:
        """The turn solved in exact fractions.

        Raises:
            InvalidInputError: If 128 bits do not suffice.
        """

    @overload
    def worth_by_rerolls(
        self, objective: Objective, *, exact: Literal[False] = False
    ) -> tuple[float, ...]: ...
    @overload
    def worth_by_rerolls(self, objective: Objective, *, exact: Literal[True]) -> tuple[Fraction, ...]: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Odds(Generic[_Worth_co]):
    """The odds of an ordinary turn without cards in hand, for one class of layouts.

    Attributes:
        faces: The first layout of the class, along the chain: each new face is the lowest not seen yet.
        layouts: How many of the 46,656 layouts belong to it.
        full_circle: The best chance of a full circle with 0, 1, ... rerolls.
        run: The best expected run with 0, 1, ... rerolls, as an objective of its own.
    """

    __match_args__ = ("faces", "layouts", "full_circle", "run")

    def __new__(
        cls,
        faces: tuple[int, ...],
        layouts: int,
        full_circle: tuple[_Worth_co, ...],
        run: tuple[_Worth_co, ...],
    ) -> Self: ...
    @property
    def faces(self) -> tuple[int, ...]:
        """The first layout of the class, along the chain."""

    @property
    def layouts(self) -> int:
        """How many of the 46,656 layouts belong to it."""

    @property
    def full_circle(self) -> tuple[_Worth_co, ...]:
        """The best chance of a full circle with 0, 1, ... rerolls."""

    @property
    def run(self) -> tuple[_Worth_co, ...]:
        """The best expected run with 0, 1, ... rerolls."""

    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

def points_of(
    open: Iterable[int],
    covered: Iterable[Iterable[int]] | None = None,
    bonus: int = 0,
    deck: Deck | None = None,
) -> Points:
    """What cards are worth if the game ends now (S21, S22).

    Args:
        open: The open point cards, by number.
        covered: The covered sets (S18).
        bonus: How many bonus cards.
        deck: The deck; that of the rule book by default.

    Raises:
        InvalidInputError: If a covered set is none (S18) or a card comes twice.

    >>> points_of([10, 16, 19, 23, 28, 36, 37, 40])
    Points(18, 0, 1, 0)
    """

def sets_of(open: Iterable[int], deck: Deck | None = None) -> tuple[tuple[int, ...], ...]:
    """Every exact set that open cards contain (S18).

    Args:
        open: The open point cards, by number.
        deck: The deck; that of the rule book by default.

    Returns:
        Tuples of card numbers.

    >>> sets_of([1, 15, 16])
    ((1, 15), (1, 16))
    """

def resolve_chain(
    figure: int, faces: Sequence[int], covered: Sequence[int], dice: Sequence[int], *, pro: bool = False
) -> Chain:
    """Makes every placement that S7 demands, and says what is left, without a game around it.

    Args:
        figure: The pile where the figure stands, 0 to 5.
        faces: The faces of the six open cards by pile.
        covered: The piles that already carry a die.
        dice: The faces of the unplaced dice. Covered piles and unplaced dice are six together.
        pro: Whether several dice may lie on one pile (S25): then they may be fewer.

    Raises:
        InvalidInputError: If this can't lie on a table; it names every fault.

    >>> chain = resolve_chain(3, [1, 4, 3, 6, 5, 2], [1, 3, 5], [1, 2, 5])
    >>> chain.forced, chain.dice_left, chain.run, chain.free
    ((4, 0), (2,), 4, ())
    """

def resolve_chains(
    figures: NDArray[np.uint8], faces: NDArray[np.uint8], covered: NDArray[np.uint8], dice: NDArray[np.uint8]
) -> Chains:
    """Resolves many chains at once (S7, S8, S15); the lock is released meanwhile.

    The action id that places on pile ``p`` is ``6 + p``, and that of a face with ``f`` pips is ``63 + f``.

    Args:
        figures: Shape ``(n,)``, ``uint8``: the piles where the figures stand, 0 to 5.
        faces: Shape ``(n, 6)``, ``uint8``: the faces of the open cards by pile, 1 to 6.
        covered: Shape ``(n,)``, ``uint8``: bit ``p`` for each pile ``p`` that already carries a die.
        dice: Shape ``(n, 6)``, ``uint8``: how many unplaced dice show each face, ones first; covered piles and dice are at most
            six together.

    Returns:
        The arrays of ``Chains``.

    Raises:
        InvalidInputError: If the shapes don't fit.

    >>> import numpy as np
    >>> done = resolve_chains(
    ...     np.array([3], np.uint8),
    ...     np.array([[1, 4, 3, 6, 5, 2]], np.uint8),
    ...     np.array([0b101010], np.uint8),
    ...     np.array([[1, 1, 0, 0, 1, 0]], np.uint8),
    ... )
    >>> bin(done.forced[0]), done.run.tolist(), done.dice_left.tolist()
    ('0b10001', [4], [[0, 1, 0, 0, 0, 0]])
    """

@overload
def odds(rerolls: int = 2, *, exact: Literal[False] = False) -> tuple[Odds[float], ...]: ...
@overload
def odds(rerolls: int = 2, *, exact: Literal[True]) -> tuple[Odds[Fraction], ...]: ...
