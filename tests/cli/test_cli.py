"""The command line: what it writes and how it exits."""

import contextlib
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from spielwerk import arena, lokus, qwirkle
from spielwerk.cli import main

POSITION = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8"


class Run:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
        """Exit code, stdout and stderr of one run."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        written = self.capsys.readouterr()
        code = ended.value.code
        return code if isinstance(code, int) else 0, written.out, written.err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line."""
    return Run(capsys, monkeypatch)


def test_a_legal_move(run: Run) -> None:
    code, out, _ = run("check", "qwirkle", POSITION, "2,0>r4", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["legal"] is True
    assert answer["move"] == "2,0>r4"
    assert answer["score"]["points"] == 3
    assert answer["violations"] == []


def test_an_illegal_move_names_every_rule(run: Run) -> None:
    code, out, _ = run("check", "qwirkle", POSITION, "5,5>y8", "--json")
    answer = json.loads(out)
    assert code == 1
    assert [(broken["rule"], broken["slug"]) for broken in answer["violations"]] == [
        ("Q12", "tile_not_in_hand"),
        ("Q10", "not_connected"),
    ]


def test_for_people(run: Run) -> None:
    assert run("check", "qwirkle", POSITION, "2,0>r4")[1].startswith("legal")
    _, out, _ = run("check", "qwirkle", POSITION, "5,5>y8")
    assert out.splitlines()[0] == "illegal"
    assert "Q12 tile_not_in_hand" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "qwirkle", "nonsense", "skip"), "nonsense"),
        (("check", "qwirkle", POSITION, "5,5>zz"), "5,5>zz"),
        (("moves", "qwirkle", "qwirkle/2 - -"), "qwirkle/2"),
        (("show", "qwirkle", POSITION, "--seat", "7"), "7"),
        (("start", "qwirkle", "--players", "9"), "9 players"),
        (("start", "lokus", "--players", "300"), "300 players"),
        (("start", "schraube", "--players", "-1"), "-1 players"),
        (("start", "qwirkle", "--option.idle-limit", "70000"), "an idle limit of 70000 turns"),
        (("start", "schraube", "--option.max-rolls", "-1"), "-1 rolls a turn"),
        (("show", "schraube", "schraube/1 players=300"), "300 players"),
        (("replay", "qwirkle", "no/such/file"), "no/such/file"),
    ],
)
def test_input_that_makes_no_sense(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert said in err


def test_json_lines(run: Run) -> None:
    lines = [
        json.dumps({"position": POSITION, "move": "2,0>r4"}),
        "",
        json.dumps({"position": POSITION, "move": "5,5>y8"}),
        json.dumps({"position": "x", "move": "skip"}),
        json.dumps({"position": 3, "mvoe": "skip"}),
        "[" * 100_000,
        "not JSON",
    ]
    code, out, _ = run("check", "qwirkle", stdin="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [answer["line"] for answer in answers] == [1, 3, 4, 5, 6, 7]
    assert [answer.get("legal") for answer in answers] == [True, False, None, None, None, None]
    assert answers[3]["faults"] == [
        "position: a text is needed",
        "move: a text is needed",
        "mvoe: there is no such field",
    ]


def test_json_lines_exit_codes(run: Run) -> None:
    legal, illegal = ({"position": POSITION, "move": move} for move in ("2,0>r4", "skip"))
    assert run("check", "qwirkle", stdin=json.dumps(legal))[0] == 0
    assert run("check", "qwirkle", stdin=f"{json.dumps(illegal)}\n{json.dumps(legal)}")[0] == 1


def test_moves_are_cut_and_counted(run: Run) -> None:
    code, out, _ = run("moves", "qwirkle", POSITION, "--limit", "2", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["count"], answer["truncated"], len(answer["moves"])) == (57, True, 2)
    _, out, _ = run("moves", "qwirkle", POSITION)
    assert out.splitlines()[-1] == "# 57 legal moves"
    assert len(out.splitlines()) == 58


def test_moves_tell_their_action_ids(run: Run) -> None:
    _, out, _ = run("moves", "qwirkle", POSITION, "--limit", "1", "--actions")
    assert out.splitlines()[0] == "0,-1>y0  36 4648 2 40"
    _, out, _ = run("moves", "qwirkle", POSITION, "--json", "--actions")
    answer = json.loads(out)
    lines = [json.dumps({"position": POSITION, "actions": ids}) for ids in answer["actions"]]
    code, out, _ = run("check", "qwirkle", stdin="\n".join(lines))
    assert code == 0
    assert [json.loads(line)["move"] for line in out.splitlines()] == answer["moves"]


def test_action_ids_that_make_no_sense(run: Run) -> None:
    lines = [
        {"position": POSITION, "actions": [36, 9450, 24, 40]},
        {"position": POSITION, "actions": ["36", 4744]},
        {"position": POSITION, "actions": [39], "move": "skip"},
        {"actions": 39},
    ]
    code, out, _ = run("check", "qwirkle", stdin="\n".join(map(json.dumps, lines)))
    assert code == 2
    answers = [json.loads(line) for line in out.splitlines()]
    assert answers[0]["faults"][0]["path"] == "actions[1]"
    assert answers[1]["faults"] == ["actions: a list of integers is needed"]
    assert answers[2]["faults"] == ["move: there is no such field"]
    assert answers[3]["faults"] == ["position: a text is needed", "actions: a list of integers is needed"]


@pytest.mark.parametrize(
    ("game", "position", "leaves"),
    [
        ("qwirkle", POSITION, 57),
        (
            "lokus",
            (
                "lokus/1 players=2 starters=on deals=3 table=linear deal=0 carried=0,0 hands=r2y2g2r3o6b7b9s9b10o10s11/"
                "o1s1s2s3r5b5r6r7o7o8y11 toilets=g3g6 rounds=- chosen=- asks=0"
            ),
            11,
        ),
        ("schraube", "schraube/1 players=2", 6),
    ],
)
def test_perft_and_divide_agree(run: Run, game: str, position: str, leaves: int) -> None:
    _, out, _ = run("perft", game, position, "0", "--json")
    assert json.loads(out) == {"depth": "0", "leaves": 1, "decisions": 0, "chances": 0}
    _, out, _ = run("perft", game, position, "1", "--json")
    assert json.loads(out) == {"depth": "1", "leaves": leaves, "decisions": 1, "chances": 0}
    _, out, _ = run("perft", game, position, "1", "--divide", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows[-1]["step"] == "total"
    assert sum(row["leaves"] for row in rows[:-1]) == rows[-1]["leaves"] == leaves
    assert len(rows) == leaves + 1
    _, out, _ = run("perft", game, position, "0", "--divide", "--json")
    assert json.loads(out) == {"step": "total", "leaves": 1, "decisions": 0, "chances": 0}


@pytest.mark.parametrize("game", ["qwirkle", "lokus", "schraube"])
def test_a_game_from_the_shell(run: Run, tmp_path: Path, game: str) -> None:
    """Deal, list, play, record, replay, and look as a seat."""
    _, dealt, _ = run("start", game, "--players", "3", "--seed", "7")
    position = dealt.strip()
    assert run("start", game, "--players", "3", "--seed", "7")[1] == dealt
    _, out, _ = run("moves", game, position, "--limit", "1", "--json")
    move = json.loads(out)["moves"][0]
    assert run("check", game, position, move)[0] == 0
    record = tmp_path / "record.txt"
    record.write_text(f"{position}\nmove {move}\n")
    code, out, _ = run("replay", game, str(record))
    assert code == 0
    assert out.splitlines()[-1] == "# 1 steps replay"
    assert run("replay", game, str(record), "--seat", "1")[0] == 0
    # Three seats may each put a figure on the same pile (Schraube locker); nobody can make the same move a fourth time.
    record.write_text(f"{position}\n" + f"move {move}\n" * 4)
    code, _, err = run("replay", game, str(record))
    assert code == 1
    assert "steps[3]" in err or "steps[1]" in err
    code, out, _ = run("show", game, position, "--seat", "0")
    assert code == 0
    assert "seat" in out


def test_help_and_version(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert "check" in out
    assert run("--version")[1].strip()
    for command in ("serve", "check", "moves", "perft", "replay", "show", "start"):
        code, out, _ = run(command, "--help")
        assert code == 0
        assert "Usage" in out


def test_an_arena(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = ("arena", "qwirkle", "greedy", "random", "--games", "10", "--seed", "4", "--file", str(file))
    code, out, _ = run(*command)
    assert code == 0
    assert "100.0 ± 0.0" in out
    assert "10 games, 5 deals" in out
    before = file.read_bytes()
    code, out, _ = run(*command, "--json")
    assert code == 0
    assert json.loads(out)["games"] == 10
    assert file.read_bytes() == before, "nothing is played twice"
    for wrong, said in (
        (("--sprt", "30", "0"), "h0: 30.0 is not below h1 = 0.0"),
        (("--option.foo", "3"), "options.foo: there is no option"),
        (("--option.idle-limit", "x"), "options.idle_limit: 'x' is a str"),
    ):
        code, _, err = run("arena", "qwirkle", "greedy", "random", *wrong)
        assert (code, said in err) == (2, True)
    code, _, err = run("arena", "qwirkle", "greedy", "uct:k=2", "--games", "2")
    assert code == 2
    assert "no parameter" in err


def test_no_figure_is_cut_short(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is wider than the terminal, or than nothing at all, keeps all its figures."""
    monkeypatch.setenv("COLUMNS", "40")
    command = ("arena", "lokus", "duct:iterations=2", "greedy", "random", "random", "random", "--games", "10")
    out = run(*command)[1]
    assert "…" not in out
    header, *rows = out.splitlines()[:6]
    assert header.split() == ["agent", "wins", "%", "points", "margin", "Elo", "points", "a", "decision"]
    assert [row.split()[1] for row in rows] == ["duct", "greedy", "random", "random", "random"]
    assert all(row.count("±") == 3 for row in rows)
    assert "…" not in run("perft", "qwirkle", POSITION, "1", "--divide")[1]


GREEDY = ("qwirkle", "greedy", "random", "--seed", "4")


def test_an_interrupted_arena_tells_how_it_stands(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no file keeps the games."""

    def interrupted(*arguments: Any, watch: Callable[[arena.Match], None], **options: Any) -> arena.Match:
        def watch_and_end(match: arena.Match) -> None:
            watch(match)
            if len(match.games) == 6:
                raise KeyboardInterrupt

        return arena.play(*arguments, watch=watch_and_end, **options)

    monkeypatch.setattr("spielwerk.cli.arena.play", interrupted)
    code, out, err = run("arena", *GREEDY)
    assert (code, err) == (130, "Interrupted.\n")
    assert "# 6 games, 3 deals" in out
    assert json.loads(run("arena", *GREEDY, "--json")[1])["games"] == 6


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_process_that_was_ended_goes_on(tmp_path: Path, end: signal.Signals) -> None:
    """Whatever ends it, no game is lost or played twice, and the file is that of a match without a break."""
    whole, file = tmp_path / "whole", tmp_path / "games"
    command = [
        sys.executable,
        "-m",
        "spielwerk",
        "arena",
        *GREEDY,
        "--games",
        "10000000",
        "--file",
        str(file),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as playing:  # noqa: S603
        while playing.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 20):
            time.sleep(0.01)
        playing.send_signal(end)
        out, err = playing.communicate()
    assert playing.returncode == (130 if end == signal.SIGINT else -end)
    if end == signal.SIGINT:
        assert f"The same command goes on from {file}." in err
        assert " deals; ends: " in out
    more = file.read_bytes().count(b"\n") + 50
    for games in (file, whole):
        arena.play("qwirkle", ["greedy", "random"], games=more, seed=4, file=games)
    assert file.read_bytes() == whole.read_bytes()


def test_an_arena_shows_its_progress() -> None:
    """On a terminal; elsewhere nothing is written but the summary."""
    master, slave = os.openpty()
    command = [sys.executable, "-m", "spielwerk", "arena", *GREEDY, "--games", "10"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave, env=environment) as playing:  # noqa: S603
        os.close(slave)
        shown = b""
        # A terminal that nobody writes to any more ends with an error.
        with contextlib.suppress(OSError):
            while part := os.read(master, 4096):
                shown += part
        assert playing.stdout is not None
        assert b"10 games, 5 deals" in playing.stdout.read()
    os.close(master)
    assert b"greedy - random" in shown
    assert b"/10" in shown


def test_an_arena_says_what_it_lacks_before_it_plays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielwerk.cli.arena.find_spec", lambda _: None)
    code, out, err = run("arena", "qwirkle", "greedy", "random", "--games", "2")
    assert (code, out) == (2, "")
    assert "spielwerk[arena]" in err


def test_odds(run: Run, tmp_path: Path) -> None:
    """The anchors of the rule study: distinct faces, all the same, and the mean over all layouts."""
    code, out, _ = run("schraube", "odds", "--csv", "--exact")
    assert code == 0
    rows = {row["faces"]: row for row in csv.DictReader(io.StringIO(out))}
    assert len(rows) == 203
    assert sum(int(row["layouts"]) for row in rows.values()) == 46_656
    assert rows["123456"]["full circle"] == "3856086575/19591041024"
    assert rows["123456"]["expected run"] == "20017771726421/5642219814912"
    assert rows["111111"]["expected run"] == "91/36"
    _, out, _ = run("schraube", "odds")
    assert "full circle 0.107054722511, expected run 3.314883307548" in out
    picture = tmp_path / "odds.svg"
    assert run("schraube", "odds", "--plot", str(picture))[0] == 0
    assert picture.read_text().lstrip().startswith("<?xml")


@pytest.mark.parametrize(
    ("game", "order"),
    [
        ("qwirkle", None),
        ("lokus", None),
        ("schraube", " ".join(map(str, range(1, 43))) + " / 123456"),
    ],
)
def test_an_order_fixes_chance(run: Run, game: str, order: str | None) -> None:
    """An order that holds what the position has makes one event of each; any other is refused."""
    position = run("start", game)[1].strip()
    if game == "qwirkle":
        order = qwirkle.Position.parse(position).unseen.text
    if game == "lokus":
        order = " ".join(card.text for card in lokus.Position.parse(position).pile)
    assert order is not None
    code, out, _ = run("perft", game, position, "2", "--order", order, "--json")
    assert code == 0
    assert [json.loads(line)["depth"] for line in out.splitlines()] == ["1", "2"]
    code, out, err = run("perft", game, position, "1", "--order", order[:2])
    assert code == 2
    assert out == ""
    assert "error" in err


def test_a_tree_of_no_decisions_is_a_leaf(run: Run) -> None:
    _, out, _ = run("perft", "qwirkle", POSITION, "0", "--json")
    assert json.loads(out) == {"depth": "0", "leaves": 1, "decisions": 0, "chances": 0}


def test_options_of_a_game(run: Run) -> None:
    code, out, _ = run("start", "lokus", "--option.deals", "1", "--option.starters", "false")
    assert code == 0
    assert "starters=off deals=1" in out
    table = ",".join(map(str, range(23)))
    assert run("start", "lokus", "--option.table", table)[1].count("table=0,1,2") == 1
    code, out, _ = run("start", "qwirkle", "--option.idle-limit", "4", "--option.free-pass", "true")
    assert code == 0
    assert "free_pass,idle_limit=4" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "qwirkle", POSITION), "needs a move"),
        (("check", "qwirkle", "\ud800", "skip"), "qwirkle/1"),
        (("show", "qwirkle", POSITION, "--seat", "-1"), "seat -1"),
        (("show", "qwirkle", POSITION, "--seat", str(10**30)), str(10**30)),
        (("show", "qwirkle", "qwirkle/1 0,0:r0 ?6/?6", "--seat", "1"), "own_hand_hidden"),
        (("start", "qwirkle", "--players", str(10**30)), "players"),
        (("start", "lokus", "--option.nonsense", "1"), "starters, deals, table"),
        (("start", "qwirkle", "--option.players", "3"), "no option 'players'"),
        (("start", "qwirkle", "--option.idle-limit", "soon"), "idle_limit"),
        (("perft", "qwirkle", POSITION, "1", "--order", "zz"), '"zz"'),
        (("arena", "qwirkle", "greedy", "greedy", "--sprt", "5", "5"), "not below"),
        (("arena", "qwirkle", "greedy", "greedy", "--sprt", "nan", "5"), "not below"),
        (("arena", "qwirkle", "greedy", "greedy", "--games", str(10**20)), "10000000"),
        (("arena", "qwirkle", "greedy", "greedy", "--threads", "0"), "1"),
        (("arena", "qwirkle", "greedy", "greedy", "--option.nonsense", "3"), "idle_limit"),
        (("schraube", "odds", "--plot", "odds.xyz"), "xyz"),
        (("serve", "--port", "70000", "--threads", "0"), "threads: 0 is below 1"),
        (("serve", "--tls-key", "key.pem"), "tls_certificate"),
        (("serve", "--host", "192.0.2.1"), "insecure"),
        (("serve", "--tokens", "short"), "at least 16"),
    ],
)
def test_a_refusal_is_a_sentence(run: Run, arguments: tuple[str, ...], said: str) -> None:
    """Never a traceback: the exit code is 2 and standard error says what is wrong."""
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert said in err.replace("\n", "")


def test_more_moves_than_any_number(run: Run) -> None:
    assert len(run("moves", "qwirkle", POSITION, "--limit", str(10**30))[1].splitlines()) == 58


def test_a_record_from_standard_input(run: Run) -> None:
    record = f"{POSITION}\nmove 2,0>r4\n"
    code, out, _ = run("replay", "qwirkle", "-", stdin=record)
    assert code == 0
    assert out.splitlines()[-1] == "# 1 steps replay"
    assert run("replay", "qwirkle", "-", stdin=record * 2)[0] == 2
    assert run("replay", "qwirkle", "-", stdin=f"{POSITION}\nmove 9,9>r4\n")[0] == 1
    code, _, err = run("replay", "qwirkle", "-", stdin=record[:-8])
    assert code == 2
    assert 'line 2, step 0: expected "move " or "event " at offset 0 of "move"' in err.replace("\n", "")
    code, _, err = run("replay", "qwirkle", "-", stdin=f"# first\n{record}move 2,0>r4\n")
    assert code == 1
    assert "line 4: steps[1]: " in err


def test_what_is_no_text_is_no_record(run: Run, tmp_path: Path) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(bytes(range(256)))
    code, out, err = run("replay", "lokus", str(noise))
    assert code == 2
    assert out == ""
    assert "lokus/" in err


def test_a_reader_that_has_seen_enough() -> None:
    """``| head`` ends a listing without a word."""
    command = [sys.executable, "-m", "spielwerk", "schraube", "odds", "--exact"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as listing:  # noqa: S603
        assert listing.stdout is not None
        assert listing.stderr is not None
        assert b"faces" in listing.stdout.readline()
        listing.stdout.close()
        assert listing.stderr.read() == b""
        assert listing.wait() == 0


def test_help_has_no_marks_of_another_tool(run: Run) -> None:
    for command in ("serve", "check", "moves", "perft", "replay", "show", "start", "arena"):
        _, out, _ = run(command, "--help")
        assert ":attr:" not in out
        assert ":func:" not in out
        assert "--empty-" not in out


def test_the_example_of_serve_imports_grpc_no_sooner_than_it_is_tuned() -> None:
    """Else a server that shows its check is a slower one."""
    program = """
import os, queue
from spielwerk import service
from spielwerk.cli import serve

told = queue.Queue()
serve._show_check = lambda _config: told.put("GRPC_EXPERIMENTS" in os.environ)
service.serve = lambda _config: 0 if told.get(timeout=30) else 1
assert serve.serve(show_check=True) == 0
"""
    environment = {name: value for name, value in os.environ.items() if name != "GRPC_EXPERIMENTS"}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)  # noqa: S603
