"""The examples in the docstrings of the rules, and of the oracle, are true."""

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

from games import rules
from games.tests.rules import oracle

MODULES = [
    rules.__name__,
    *(f"{rules.__name__}.{module.name}" for module in iter_modules(rules.__path__)),
    oracle.__name__,
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = [test.examples for name in MODULES for test in finder.find(import_module(name))]
    assert sum(map(len, examples)) >= 10
