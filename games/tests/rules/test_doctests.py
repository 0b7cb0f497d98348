"""The examples in the README of the rules, in their docstrings and in those of the oracle are true."""

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


def test_the_readme() -> None:
    found = doctest.testfile("README.md", package=rules)
    assert found.failed == 0 and found.attempted > 15


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = [test.examples for name in MODULES for test in finder.find(import_module(name))]
    assert sum(map(len, examples)) >= 10
