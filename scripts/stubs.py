"""Copy the docstrings of the extension module into its stubs, where editors read them.

Signatures in ``python/spielwerk/_native/*.pyi`` are written by hand; what a name means is written once,
beside the Rust code.

Usage: ``python scripts/stubs.py`` rewrites the stubs, ``python scripts/stubs.py --check`` fails when that
would change one.
"""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

STUBS = Path(__file__).parent.parent / "python" / "spielwerk" / "_native"


def documented(node: ast.stmt, owner: object) -> None:
    """Give a statement of a stub, and everything inside it, the docstrings of the object it describes."""
    if not isinstance(node, ast.ClassDef | ast.FunctionDef):
        return
    described = inspect.getattr_static(owner, node.name, None)
    if isinstance(described, staticmethod | classmethod):
        described = described.__func__
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    told = getattr(described, "__doc__", None)
    if not told or "overload" in decorators or (node.name.startswith("_") and node.name.endswith("_")):
        return
    body = [part for part in node.body if not _is_filler(part)]
    if isinstance(node, ast.ClassDef):
        for part in body:
            documented(part, described)
    text = inspect.cleandoc(told)
    node.body = [ast.Expr(ast.Constant(text + "\n" * ("\n" in text))), *body]


def _is_filler(node: ast.stmt) -> bool:
    """Whether the statement is a docstring or an ellipsis."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.Expr(value=ast.Constant(value=value)):
            return value is ...
    return False


def rewritten(path: Path) -> str:
    """The text of a stub with the docstrings of the module as it is built now."""
    name = "spielwerk._native" + ("" if path.stem == "__init__" else f".{path.stem}")
    module = importlib.import_module(name)
    tree = ast.parse(path.read_text())
    for node in tree.body:
        documented(node, module)
    return _formatted(ast.unparse(tree) + "\n", path)


def _formatted(text: str, path: Path) -> str:
    ruff = str(Path(sys.executable).parent / "ruff")
    for task in (["check", "--select=I", "--fix-only"], ["format"]):
        command = [ruff, *task, "--quiet", "--stdin-filename", str(path), "-"]
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return text


def main() -> int:
    """Rewrite the stubs, or tell which ones are behind."""
    behind = [path for path in sorted(STUBS.glob("*.pyi")) if rewritten(path) != path.read_text()]
    if "--check" in sys.argv[1:]:
        for path in behind:
            print(f"{path.name} is behind the extension module: run `make fmt`", file=sys.stderr)
        return len(behind)
    for path in behind:
        path.write_text(rewritten(path))
    return 0


if __name__ == "__main__":
    sys.exit(main())
