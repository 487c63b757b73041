"""Requests that make no sense get a clear status, each fault with its field path."""

import threading

import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from spielwerk import _native
from spielwerk._pb.spielwerk.v1 import lokus_pb2, schraube_pb2
from spielwerk._pb.spielwerk.v1 import qwirkle_pb2 as pb

INVALID_ARGUMENT = 3
UNIMPLEMENTED = 12


class Refused:
    """A status, taken apart."""

    def __init__(self, method: str, request: Message | bytes) -> None:
        """Call a method that must refuse the request."""
        data = request if isinstance(request, bytes) else request.SerializeToString()
        with pytest.raises(_native.AnswerError) as caught:
            _native.answer(f"/spielwerk.v1.{method}", data)
        status = status_pb2.Status.FromString(caught.value.details)
        assert (status.code, status.message) == (caught.value.code, caught.value.message)
        assert str(caught.value) == status.message
        assert len(caught.value.details) < 6000, (
            "trailers above 8 KiB are refused by clients, base64 adds a third"
        )
        self.code = status.code
        self.info = error_details_pb2.ErrorInfo()
        self.bad = error_details_pb2.BadRequest()
        for detail in status.details:
            assert detail.Unpack(self.info) or detail.Unpack(self.bad)
        assert self.info.domain == "spielwerk"

    @property
    def faults(self) -> set[tuple[str, str]]:
        """Field path and reason of every fault."""
        return {(one.field, one.reason) for one in self.bad.field_violations}


def line(count: int, tile: int = 1) -> pb.QwirkleLayout:
    """Equal tiles in a row."""
    return pb.QwirkleLayout(x=range(count), y=[0] * count, tile=[tile] * count)


def check(table: pb.QwirkleTable, text: str = "0,0>r0") -> pb.QwirkleServiceCheckMoveRequest:
    """Ask about a move on a table."""
    return pb.QwirkleServiceCheckMoveRequest(table=table, move=pb.QwirkleMove(text=text))


@pytest.mark.parametrize(
    ("method", "request_", "said"),
    [
        (
            "QwirkleService/ListMoves",
            pb.QwirkleServiceListMovesRequest(
                position=pb.QwirklePosition(options=pb.QwirkleOptions(players=300, idle_limit=70_000))
            ),
            {
                "position.options.players": "300 players; Qwirkle is for 2 to 4",
                "position.options.idle_limit": "an idle limit of 70000 turns; 1 to 1000 are possible",
            },
        ),
        (
            "LokusService/ListMoves",
            lokus_pb2.LokusServiceListMovesRequest(
                position=lokus_pb2.LokusPosition(options=lokus_pb2.LokusOptions(players=300))
            ),
            {"position.options.players": "300 players; Lokus is for 3 to 5, with variants for 2 and 6"},
        ),
        (
            "SchraubeService/ListMoves",
            schraube_pb2.SchraubeServiceListMovesRequest(
                position=schraube_pb2.SchraubePosition(
                    options=schraube_pb2.SchraubeOptions(players=300, max_rolls=2**32 - 1), phase=1
                )
            ),
            {
                "position.options.players": "300 players; the game is for 2 to 4",
                "position.options.max_rolls": "4294967295 rolls a turn; 1 to 9 can be played, 3 by the rule book",
            },
        ),
        (
            "SchraubeService/SolveTurn",
            schraube_pb2.SchraubeServiceSolveTurnRequest(
                turn=schraube_pb2.SchraubeTurn(faces=[1] * 6, to_roll=300, rerolls_left=301)
            ),
            {
                "turn.dice": "300 dice unplaced and 0 piles covered; there are six dice",
                "turn.rerolls_left": "301 rolls left; at most 8 are reckoned with",
            },
        ),
        (
            "SchraubeService/ResolveChain",
            schraube_pb2.SchraubeServiceResolveChainRequest(
                figure=300, faces=[1, 2, 3, 4, 5, 301], dice=[1] * 6
            ),
            {
                "figure": "pile 300; piles are numbered 0 to 5",
                "faces[5]": "301 pips; a die shows 1 to 6",
            },
        ),
    ],
)
def test_a_refusal_tells_the_number_that_was_said(
    method: str, request_: Message, said: dict[str, str]
) -> None:
    """Not the highest that a byte holds."""
    refused = Refused(method, request_)
    told = {
        one.field: one.description.rpartition(" (")[0] or one.description
        for one in refused.bad.field_violations
    }
    assert told.items() >= said.items()


def test_an_unknown_method_is_not_implemented() -> None:
    """A name that no service has."""
    refused = Refused("QwirkleService/Cheat", b"")
    assert (refused.code, refused.info.reason) == (UNIMPLEMENTED, "UNKNOWN_METHOD")


def test_bytes_that_are_no_message() -> None:
    """Nonsense on the wire."""
    refused = Refused("QwirkleService/CheckMove", b"\xff" * 40)
    assert (refused.code, refused.info.reason) == (INVALID_ARGUMENT, "BAD_WIRE_DATA")


@pytest.mark.parametrize(
    ("method", "faults"),
    [
        ("CheckMove", {("", "REQUIRED"), ("move", "REQUIRED")}),
        ("CheckMoves", {("", "REQUIRED")}),
        ("ListMoves", {("", "REQUIRED")}),
        ("PlayMove", {("", "REQUIRED"), ("position", "REQUIRED")}),
        ("ViewPosition", {("position", "REQUIRED")}),
        ("ReplayGame", {("record", "REQUIRED")}),
    ],
)
def test_an_empty_request_says_what_is_missing(method: str, faults: set[tuple[str, str]]) -> None:
    """Nothing at all."""
    refused = Refused(f"QwirkleService/{method}", b"")
    assert (refused.code, refused.faults) == (INVALID_ARGUMENT, faults)
    assert refused.info.metadata["problems"] == str(len(faults))


def test_every_fault_of_a_table_is_named() -> None:
    """Wrong kinds of tile in different places."""
    table = pb.QwirkleTable(tiles=line(2, tile=37), hand=pb.QwirkleHolding(tiles=[0, 1, -1]))
    assert Refused("QwirkleService/CheckMove", check(table, "nonsense")).faults == {
        ("table.tiles.tile[0]", "UNKNOWN_TILE"),
        ("table.tiles.tile[1]", "UNKNOWN_TILE"),
        ("table.hand.tiles[0]", "UNKNOWN_TILE"),
        ("table.hand.tiles[2]", "UNKNOWN_TILE"),
        ("move.text", "SYNTAX"),
    }


def test_a_grid_is_judged_by_the_rules() -> None:
    """Four copies, 109 tiles, not connected, a cell twice, coordinates at the ends."""
    four = pb.QwirkleLayout(x=[0, 5, 9, 14], y=[0, 1, 2, 3], tile=[1] * 4)
    assert Refused("QwirkleService/CheckMove", check(pb.QwirkleTable(tiles=four))).faults == {
        ("table.tiles", "TOO_MANY_COPIES"),
        ("table.tiles", "NOT_CONNECTED"),
    }
    many = {
        reason
        for _, reason in Refused("QwirkleService/CheckMove", check(pb.QwirkleTable(tiles=line(109)))).faults
    }
    assert many == {"TOO_MANY_TILES", "TOO_MANY_COPIES", "LINE_INVALID"}
    twice = pb.QwirkleLayout(x=[0, 0], y=[0, 0], tile=[1, 2])
    assert Refused("QwirkleService/CheckMove", check(pb.QwirkleTable(tiles=twice))).faults == {
        ("table.tiles.tile[1]", "CELL_TWICE")
    }
    ends = pb.QwirkleLayout(x=[-(2**31), 2**31 - 1], y=[2**31 - 1, -(2**31)], tile=[1, 2])
    assert Refused("QwirkleService/CheckMove", check(pb.QwirkleTable(tiles=ends))).faults == {
        ("table.tiles", "NOT_CONNECTED")
    }


def test_columns_have_one_length() -> None:
    """A column that is cut."""
    cut = pb.QwirkleTable(tiles=pb.QwirkleLayout(x=[0, 1], y=[0], tile=[1]))
    assert Refused("QwirkleService/CheckMove", check(cut)).faults == {("table.tiles", "COLUMNS_DIFFER")}
    shared = pb.QwirkleSharedPlacements(table=pb.QwirkleTable(), sizes=[1, 2], tiles=line(4))
    request = pb.QwirkleServiceCheckMovesRequest(shared=shared)
    assert Refused("QwirkleService/CheckMoves", request).faults == {("shared.sizes", "COLUMNS_DIFFER")}


@pytest.mark.parametrize(
    ("method", "request_", "limit"),
    [
        ("CheckMove", check(pb.QwirkleTable(tiles=line(257))), "tiles"),
        (
            "CheckMoves",
            pb.QwirkleServiceCheckMovesRequest(items=[pb.QwirkleServiceCheckMoveRequest()] * 10_001),
            "items",
        ),
        (
            "CheckMoves",
            pb.QwirkleServiceCheckMovesRequest(
                shared=pb.QwirkleSharedPlacements(table=pb.QwirkleTable(), sizes=[0] * 100_001)
            ),
            "shared_moves",
        ),
        (
            "ListMoves",
            pb.QwirkleServiceListMovesRequest(table=pb.QwirkleTable(), limit=20_001),
            "listed_moves",
        ),
        ("ViewPosition", pb.QwirkleServiceViewPositionRequest(position={"hands": [{}] * 17}), "hands"),
        (
            "ReplayGame",
            pb.QwirkleServiceReplayGameRequest(record={"steps": [{"move": {"skip": {}}}] * 10_001}),
            "record_steps",
        ),
        ("ReplayGame", pb.QwirkleServiceReplayGameRequest(record={"text": "x" * 1_000_001}), "text_bytes"),
    ],
)
def test_a_cap_is_told_with_its_value(method: str, request_: Message, limit: str) -> None:
    """One more than is answered."""
    refused = Refused(f"QwirkleService/{method}", request_)
    assert (refused.code, refused.info.reason) == (INVALID_ARGUMENT, "LIMIT_EXCEEDED")
    assert refused.info.metadata["limit"] == limit
    assert int(refused.info.metadata["found"]) == int(refused.info.metadata["limit_value"]) + 1


def test_a_long_list_of_faults_stays_short() -> None:
    """The first ones are named, all are counted."""
    request = check(pb.QwirkleTable(tiles=line(200, tile=99)))
    refused = Refused("QwirkleService/CheckMove", request)
    assert len(refused.bad.field_violations) == 24
    assert refused.info.metadata["problems"] == "200"


def test_a_bad_item_spoils_nothing_else() -> None:
    """An item without sense between two good ones."""
    good = check(pb.QwirkleTable())
    bad = check(pb.QwirkleTable(tiles=line(2, tile=77)))
    request = pb.QwirkleServiceCheckMovesRequest(items=[good, bad, good])
    reply = _native.answer("/spielwerk.v1.QwirkleService/CheckMoves", request.SerializeToString())
    first, second, third = pb.QwirkleServiceCheckMovesResponse.FromString(reply).items
    assert first == third
    assert first.result.verdict.legal
    assert second.error.code == INVALID_ARGUMENT
    faults = error_details_pb2.BadRequest()
    assert second.error.details[1].Unpack(faults)
    assert faults.field_violations[0].field == "table.tiles.tile[0]"


def test_what_a_table_can_not_answer() -> None:
    """Trades, seats and next positions need a game."""
    trade = pb.QwirkleServiceCheckMoveRequest(table={}, move={"text": "trade:r0"}, seat=0, want_next=True)
    assert Refused("QwirkleService/CheckMove", trade).faults == {
        ("move", "NEEDS_POSITION"),
        ("seat", "NEEDS_POSITION"),
        ("want_next", "NEEDS_POSITION"),
    }
    unknown = pb.QwirkleServiceListMovesRequest(table={})
    assert Refused("QwirkleService/ListMoves", unknown).faults == {("table.hand", "HAND_HIDDEN")}


def test_text_and_fields_are_not_mixed() -> None:
    """Twice the same position could be two positions."""
    request = pb.QwirkleServiceViewPositionRequest(position={"text": "qwirkle/1", "bag": 3})
    assert Refused("QwirkleService/ViewPosition", request).faults == {("position.text", "TEXT_AND_FIELDS")}


def test_a_deadline_in_the_past_and_a_cancelled_call() -> None:
    """The work does not begin."""
    request = check(pb.QwirkleTable()).SerializeToString()
    cancel = _native.Cancel()
    _native.answer("/spielwerk.v1.QwirkleService/CheckMove", request, 10.0, cancel)
    with pytest.raises(_native.AnswerError) as late:
        _native.answer("/spielwerk.v1.QwirkleService/CheckMove", request, -1.0)
    cancel.cancel()
    with pytest.raises(_native.AnswerError) as gone:
        _native.answer("/spielwerk.v1.QwirkleService/CheckMove", request, None, cancel)
    assert (late.value.code, gone.value.code) == (4, 1)


def test_a_long_batch_ends_when_its_time_is_over() -> None:
    """The deadline is looked at between chunks, from the outside and by another thread."""
    request = pb.QwirkleServiceCheckMovesRequest(
        items=[check(pb.QwirkleTable(tiles=line(1)), "1,0>r8")] * 10_000
    )
    data = request.SerializeToString()
    method = "/spielwerk.v1.QwirkleService/CheckMoves"
    with pytest.raises(_native.AnswerError) as late:
        _native.answer(method, data, 1e-6)
    assert late.value.code == 4
    cancel = _native.Cancel()
    threading.Timer(0.001, cancel.cancel).start()

    def ask_again_and_again() -> None:
        while True:
            _native.answer(method, data, 60.0, cancel)

    with pytest.raises(_native.AnswerError) as gone:
        ask_again_and_again()
    assert gone.value.code == 1


def test_verdicts_are_counted() -> None:
    """By game and rule, and reset when taken."""
    good, gap = check(pb.QwirkleTable()), check(pb.QwirkleTable(tiles=line(1)), "5,0>r8")
    _native.take_verdict_counts()
    _native.take_batch_items()
    batch = pb.QwirkleServiceCheckMovesRequest(items=[good, gap, gap])
    _native.answer("/spielwerk.v1.QwirkleService/CheckMoves", batch.SerializeToString())
    _native.answer("/spielwerk.v1.QwirkleService/CheckMove", good.SerializeToString())
    assert _native.take_verdict_counts() == {("qwirkle", "legal"): 2, ("qwirkle", "not_connected"): 2}
    assert _native.take_batch_items() == {"/spielwerk.v1.QwirkleService/CheckMoves": 3}
    assert _native.take_verdict_counts() == {}
