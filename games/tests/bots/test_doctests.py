"""The examples in the README of the computer players and in their docstrings are true."""

import doctest

from games import bots
from games.bots import positions


def test_the_readme():
    found = doctest.testfile("README.md", package=bots)
    assert found.failed == 0 and found.attempted > 10


def test_docstrings():
    assert doctest.testmod(positions).failed == 0
