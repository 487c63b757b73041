"""Generate python/spielwerk/_pb from protos/ (``make protos``).

The tools live in a virtual environment of their own: what they write runs on every protobuf runtime from
their own version on, so they have to be older than what the tests run with.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
TARGET = ROOT / "python" / "spielwerk" / "_pb"
TOOLS = ROOT / "target" / "protos-venv"

# grpcio-tools 1.72.2 has protoc 30: its code runs on protobuf 6.30 and later, and on grpcio 1.72 and later.
PINS = ["grpcio-tools==1.72.2", "mypy-protobuf==5.1.0", "protobuf==6.33.6", "setuptools<81"]

DO_NOT_EDIT = "# DO NOT EDIT: generated from protos/ by `make protos`.\n"


def tools() -> Path:
    """The Python of the tools' environment, made when it is missing or when the pins have changed."""
    python = TOOLS / "bin" / "python"
    stamp = TOOLS / "pins.txt"
    wanted = "\n".join(PINS)
    if not (stamp.exists() and stamp.read_text() == wanted):
        shutil.rmtree(TOOLS, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(TOOLS)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PINS], check=True)
        stamp.write_text(wanted)
    return python


def generate(out: Path) -> None:
    """Run protoc over our own protos; Google's come from the package ``googleapis-common-protos``."""
    files = sorted(str(path.relative_to(PROTOS)) for path in PROTOS.glob("spielwerk/**/*.proto"))
    outputs = [f"--{kind}_out={out}" for kind in ("python", "mypy")]
    python = tools()
    path = f"{python.parent}:/usr/bin:/bin"  # where protoc finds its plugins
    command = [str(python), "-m", "grpc_tools.protoc", f"-I{PROTOS}", *outputs, *files]
    subprocess.run(command, check=True, env={"PATH": path})


def repair(text: str) -> str:
    """Move the imports of generated modules below ``spielwerk._pb``, where nothing else can shadow them."""
    text = re.sub(r"\bspielwerk\.v1(?=[. ][\w ]*_pb2|\simport)", "spielwerk._pb.spielwerk.v1", text)
    return DO_NOT_EDIT + text


def main() -> None:
    """Replace the generated package."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch)
        generate(out)
        shutil.rmtree(TARGET, ignore_errors=True)
        for source in sorted(path for path in out.rglob("*") if path.is_file()):
            target = TARGET / source.relative_to(out)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(repair(source.read_text()))
    for folder in [TARGET, *(path for path in TARGET.rglob("*") if path.is_dir())]:
        (folder / "__init__.py").write_text(DO_NOT_EDIT + '"""Generated messages. Private."""\n')


if __name__ == "__main__":
    main()
