"""Every example in the documentation of the extension module runs.

pytest finds those of classes and methods by itself; this finds those of functions, static methods and
attributes too.
"""

import doctest
import inspect
from collections.abc import Iterator
from types import ModuleType

import pytest
import spielwerk
from spielwerk import _native, env, lokus, qwirkle, schraube

MODULES: dict[ModuleType, ModuleType] = {
    _native: spielwerk,
    _native.env: env,
    _native.lokus: lokus,
    _native.qwirkle: qwirkle,
    _native.schraube: schraube,
}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def documented(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Every documentation of the module with the name of its owner."""
    for name, made in vars(module).items():
        yield name, made.__doc__ or ""
        if isinstance(made, type):
            for member, held in vars(made).items():
                value = held.__func__ if isinstance(held, staticmethod | classmethod) else held
                yield f"{name}.{member}", getattr(value, "__doc__", None) or ""


EXAMPLES = [
    pytest.param(public, name, inspect.cleandoc(text), id=f"{public.__name__}.{name}")
    for module, public in MODULES.items()
    for name, text in documented(module)
    if ">>>" in text
]


@pytest.mark.parametrize(("public", "name", "text"), EXAMPLES)
def test_example(public: ModuleType, name: str, text: str) -> None:
    parser = doctest.DocTestParser()
    example = parser.get_doctest(text, dict(vars(public)), name, None, None)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(example, out=failures.append)
    assert not failures, "".join(failures)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 60
