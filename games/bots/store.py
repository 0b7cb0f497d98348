"""Writes, finds and checks the files with exact values and learned weights.

A file is found by the fingerprint of the rules it was computed from and carries it inside as well,
so values of other rules are never used. Values of columns are stored in steps of 1/10,000 point, as
differences between neighbouring states, compressed; in memory they are one float32 array. Each
file is read at most once per process, when it is first needed.
"""

import json
import lzma
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from games.bots.compiled import card_fingerprint, column_fingerprint, compile_rules, one_column
from games.bots.solve import column_table, reachable_numbers
from games.bots.turns import Array
from games.rules import RuleSet

FOLDER = Path(__file__).parent / "tables"
STEPS = 10_000
"""Steps per point of the stored values: they are exact to 0.00005."""
FORMAT = 1


class WrongTables(ValueError):
    """There is no file for these rules, or it was made for others."""


def column_path(rules: RuleSet, folder: Path = FOLDER) -> Path:
    """Return where the exact values of one column of these rules are stored."""
    return folder / f"column-{column_fingerprint(rules)}.npz"


def weights_path(rules: RuleSet, folder: Path = FOLDER) -> Path:
    """Return where the learned weights for cards of these rules are stored."""
    return folder / f"weights-{card_fingerprint(rules)}.npz"


def _pack(numbers: Array) -> Array:
    """Return small integers as compressed bytes, one plane of bytes after the other."""
    planes = np.ascontiguousarray(numbers).view(np.uint8).reshape(len(numbers), numbers.itemsize).T
    return np.frombuffer(lzma.compress(planes.tobytes(), preset=9), dtype=np.uint8)


def _unpack(packed: Array, dtype: type[np.generic]) -> Array:
    """Return the integers that ``_pack`` wrote."""
    raw = np.frombuffer(lzma.decompress(packed.tobytes()), dtype=np.uint8)
    numbers = np.ascontiguousarray(raw.reshape(np.dtype(dtype).itemsize, -1).T).view(dtype)
    return numbers[:, 0]


def _checked(path: Path, fingerprint: str) -> dict[str, Array]:
    """Return the arrays of a file; raises WrongTables unless it belongs to the fingerprint."""
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
    except FileNotFoundError:
        raise WrongTables(f"no file {path.name}") from None
    about = json.loads(str(arrays["about"]))
    if about["format"] != FORMAT or about["fingerprint"] != fingerprint:
        raise WrongTables(f"{path.name} was made for other rules")
    return arrays


def _about(**facts: Any) -> Array:
    return np.array(json.dumps({"format": FORMAT, **facts}))


def save_column(rules: RuleSet, values: Array, folder: Path = FOLDER) -> Path:
    """Write the values that ``solve`` computed for one column of these rules."""
    table = column_table(rules)
    numbers = reachable_numbers(table.compiled)
    steps = np.rint(values[numbers] * STEPS).astype(np.int32)
    changes = np.diff(steps, prepend=np.int32(0))
    zigzag = ((changes << 1) ^ (changes >> 31)).astype(np.uint32)
    path = column_path(rules, folder)
    five_rows = np.zeros(0, dtype=np.uint16) if table.five_rows is None else table.five_rows.ravel()
    about = _about(
        fingerprint=column_fingerprint(rules), start=float(values[0]), steps_per_point=STEPS, unit="points"
    )
    np.savez(path, about=about, values=_pack(zigzag), five_rows=_pack(five_rows))
    return path


def load_column(rules: RuleSet, path: Path | None = None) -> tuple[Array, Array | None]:
    """Return the values of one column (flat, float32) and the rows where five of a kind may be entered.

    Raises WrongTables when there is no file for these rules.
    """
    compiled = compile_rules(one_column(rules))
    arrays = _checked(path or column_path(rules), column_fingerprint(rules))
    zigzag = _unpack(arrays["values"], np.uint32)
    changes = (zigzag >> 1).astype(np.int32) ^ -(zigzag & 1).astype(np.int32)
    values = np.zeros(compiled.states, dtype=np.float32)
    np.cumsum(changes, out=changes)
    values[reachable_numbers(compiled)] = changes / np.float64(STEPS)
    if not compiled.special:
        return values, None
    return values, _unpack(arrays["five_rows"], np.uint16).reshape(compiled.masks, 6)


@lru_cache(maxsize=16)
def _column(column_rules: RuleSet) -> tuple[Array, Array | None]:
    return load_column(column_rules)


def column(rules: RuleSet) -> tuple[Array, Array | None]:
    """Return what ``load_column`` reads, once per process for all games with the same columns."""
    return _column(one_column(rules))


def save_weights(rules: RuleSet, weights: dict[str, Array], *, folder: Path = FOLDER, **facts: Any) -> Path:
    """Write learned weights for cards of these rules, with facts about their making."""
    path = weights_path(rules, folder)
    about = _about(fingerprint=card_fingerprint(rules), **facts)
    arrays: dict[str, Any] = {name: array.astype(np.float32) for name, array in weights.items()}
    np.savez(path, about=about, **arrays)
    return path


def load_weights(rules: RuleSet, path: Path | None = None) -> dict[str, Array]:
    """Return learned weights; raises WrongTables when there are none for these rules."""
    arrays = _checked(path or weights_path(rules), card_fingerprint(rules))
    return {name: array for name, array in arrays.items() if name != "about"}
