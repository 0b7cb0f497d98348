"""Exports high scores to CSV and JSON and imports them. A round trip changes nothing.

A CSV cell that a spreadsheet could take for a formula gets an apostrophe in front; reading removes it.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import CharField

from scores.lookalikes import skeleton
from scores.models import HeldReason, HighScore, Level, Mode, Status

FIELDS = (
    "board", "mode", "name", "points", "finished_at", "game_code", "seat", "status", "held_reason",
    "game_url", "player_hash", "summary", "name_removed", "level", "rules_version",
)  # fmt: skip
_LATER: dict[str, Any] = {"level": "", "rules_version": 1}
"""Fields that older exports do not have, and what rows of theirs get."""
FORMAT = 1
_BATCH = 1000
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "'", "＝", "＋", "－", "＠")
_LENGTHS = {
    field.name: field.max_length
    for field in HighScore._meta.fields
    if isinstance(field, CharField) and field.name in FIELDS
}
_TEXT = set(_LENGTHS)
_CHOICES = {"mode": Mode.values, "status": Status.values, "held_reason": ["", *HeldReason.values]}
_CHOICES["level"] = ["", *Level.values]
_LARGEST = {"points": 32767 * 65536, "seat": 32767, "rules_version": 32767}


class TransferError(ValueError):
    """A file that cannot be read as high scores; the text says where."""


def records(board: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield every row as plain data, in an order that does not depend on ids."""
    rows = HighScore.objects.order_by("finished_at", "game_code", "seat")
    if board is not None:
        rows = rows.filter(board=board)
    for row in rows.iterator(chunk_size=_BATCH):
        record = {field: getattr(row, field) for field in FIELDS}
        record["finished_at"] = row.finished_at.astimezone(UTC).isoformat()
        yield record


def write_json(found: Iterable[dict[str, Any]]) -> str:
    """Return a JSON document with one row per line."""
    lines = ",\n".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in found)
    return f'{{"format":{FORMAT},"scores":[\n{lines}\n]}}\n'


def write_csv(found: Iterable[dict[str, Any]]) -> str:
    """Return a CSV document with a heading."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(FIELDS)
    for record in found:
        writer.writerow([_cell(field, record[field]) for field in FIELDS])
    return buffer.getvalue()


def _cell(field: str, value: Any) -> str:
    if field in _TEXT or field == "finished_at":
        return f"'{value}" if value.startswith(_FORMULA) else value
    if field == "summary":
        return "" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return str(int(value))


def read_json(text: str) -> list[dict[str, Any]]:
    """Return the rows of a JSON document; raises TransferError."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise TransferError(f"not JSON: {error}") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise TransferError(f"not an export of high scores, format {FORMAT}")
    if not isinstance(document.get("scores"), list):
        raise TransferError("the list of scores is missing")
    return [_checked(record, f"score {number}") for number, record in enumerate(document["scores"], start=1)]


def read_csv(text: str) -> list[dict[str, Any]]:
    """Return the rows of a CSV document; raises TransferError."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    fields = tuple(next(reader, []))
    if fields not in {FIELDS, FIELDS[: -len(_LATER)]}:
        raise TransferError(f"the first line is not {','.join(FIELDS)}")
    found = []
    for cells in reader:
        where = f"line {reader.line_num}"
        if len(cells) != len(fields):
            raise TransferError(f"{where}: {len(cells)} cells instead of {len(fields)}")
        try:
            record = {field: _value(field, cell) for field, cell in zip(fields, cells, strict=True)}
        except ValueError as error:
            raise TransferError(f"{where}: {error}") from error
        found.append(_checked(record, where))
    return found


def _value(field: str, cell: str) -> Any:
    if field in _TEXT or field == "finished_at":
        return cell.removeprefix("'")
    if field == "summary":
        return json.loads(cell) if cell else None
    return bool(int(cell)) if field == "name_removed" else int(cell)


def _checked(record: Any, where: str) -> dict[str, Any]:
    """Return the record with a real date; raises TransferError naming the place and the field."""
    record = {**_LATER, **record} if isinstance(record, dict) else record
    if not isinstance(record, dict) or set(record) != set(FIELDS):
        raise TransferError(f"{where}: the fields are not {', '.join(FIELDS)}")
    for wrong in (_wrong_text(record), _wrong_choice(record), _wrong_number(record)):
        if wrong:
            raise TransferError(f"{where}: {wrong}")
    if not isinstance(record["name_removed"], bool):
        raise TransferError(f"{where}: name_removed is not true or false")
    return {**record, "finished_at": _date(record["finished_at"], where)}


def _wrong_text(record: dict[str, Any]) -> str:
    for field in _TEXT:
        longest = _LENGTHS[field] or 0
        if not isinstance(record[field], str) or len(record[field]) > longest or "\x00" in record[field]:
            return f"{field} is not a text of at most {longest} characters"
    return ""


def _wrong_choice(record: dict[str, Any]) -> str:
    for field, choices in _CHOICES.items():
        if record[field] not in choices:
            return f"{field} is not one of {', '.join(filter(None, choices))}"
    return ""


def _wrong_number(record: dict[str, Any]) -> str:
    for field, largest in _LARGEST.items():
        if type(record[field]) is not int or not 0 <= record[field] <= largest:
            return f"{field} is not a number from 0"
    return ""


def _date(text: Any, where: str) -> datetime:
    """Return a date with its time zone; raises TransferError."""
    try:
        date = datetime.fromisoformat(text)
    except (TypeError, ValueError) as error:
        raise TransferError(f"{where}: finished_at is not a date") from error
    if date.tzinfo is None:
        raise TransferError(f"{where}: finished_at has no time zone")
    return date


@transaction.atomic
def store(found: list[dict[str, Any]], *, replace: bool = False) -> tuple[int, int]:
    """Add rows and return (added, left alone); a seat that has a row keeps it unless `replace`."""
    rows = [HighScore(**record, skeleton=skeleton(record["name"])) for record in found]
    before = HighScore.objects.count()
    if replace:
        HighScore.objects.bulk_create(
            rows,
            batch_size=_BATCH,
            update_conflicts=True,
            unique_fields=["game_code", "seat"],
            update_fields=[*(field for field in FIELDS if field not in {"game_code", "seat"}), "skeleton"],
        )
    else:
        HighScore.objects.bulk_create(rows, batch_size=_BATCH, ignore_conflicts=True)
    added = HighScore.objects.count() - before
    return added, len(rows) - added
