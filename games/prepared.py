"""Queries that are compiled once: Django's compiler takes ten times as long as the database."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

_PLACE = "parameter"


class Prepared:
    """A query for columns of models with one text parameter, compiled when it is first run."""

    def __init__(self, build: Callable[[str], QuerySet[Any, Any]]) -> None:
        """`build` returns the query for a parameter, as tuples of columns (`values_list`)."""
        self.build = build
        self.compiled: dict[str, tuple[SQLCompiler, str, Sequence[Any]]] = {}
        """By database vendor. A compiler remembers its connection, but here it only converts values."""

    def rows(self, parameter: str) -> Iterator[list[Any]]:
        """Return the rows for a parameter, with values as fields of models have them."""
        compiler, sql, parameters = self.compiled.get(connection.vendor) or self._compile()
        with connection.cursor() as cursor:
            cursor.execute(sql, [parameter if value == _PLACE else value for value in parameters])
            found = cursor.fetchall()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        rows: Iterator[list[Any]] = compiler.apply_converters(found, converters)
        return rows

    def _compile(self) -> tuple[SQLCompiler, str, Sequence[Any]]:
        compiler = self.build(_PLACE).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        self.compiled[connection.vendor] = compiler, sql, parameters
        return self.compiled[connection.vendor]
