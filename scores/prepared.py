"""Queries that are compiled once: Django's compiler takes ten times as long as the database.

For what is asked again and again. Nothing in here knows high scores; games are read by it, too.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

_PLACE = "parameter"

Row = list[Any]
Convert = Callable[[Any, Any, BaseDatabaseWrapper], Any]


class _Compiled(NamedTuple):
    sql: str
    parameters: Sequence[Any]
    converters: list[tuple[int, Convert, Any]]
    """Column, function and the expression that it expects."""


class Prepared:
    """A query for columns of models with one text parameter, compiled when it is first run."""

    def __init__(self, build: Callable[[str], QuerySet[Any, Any]]) -> None:
        """`build` returns the query for a parameter, as tuples of columns (`values_list`)."""
        self.build = build
        self.compiled: dict[str, _Compiled] = {}
        """By database vendor."""

    def rows(self, parameter: str) -> list[Row]:
        """Return the rows for a parameter, with values as fields of models have them."""
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.vendor not in self.compiled:
            self.compiled[connection.vendor] = self._compile(connection)
        sql, parameters, converters = self.compiled[connection.vendor]
        with connection.cursor() as cursor:
            cursor.execute(sql, [parameter if value == _PLACE else value for value in parameters])
            rows = [list(row) for row in cursor.fetchall()]
        for row in rows:
            for column, convert, expression in converters:
                row[column] = convert(row[column], expression, connection)
        return rows

    def _compile(self, connection: BaseDatabaseWrapper) -> _Compiled:
        compiler = self.build(_PLACE).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        found = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        converters = [
            (column, convert, expression)
            for column, (functions, expression) in found.items()
            for convert in functions
        ]
        return _Compiled(sql, parameters, converters)
