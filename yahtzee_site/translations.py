"""Compiles outdated message catalogues; needs no gettext tools.

`python -m yahtzee_site.translations` does this for the whole site.
"""

import contextlib
import os
import tempfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE_DIR = Path(__file__).resolve().parent / "locale"
NEUTRAL_DIR = LOCALE_DIR.with_name("neutral")
"""Texts without trade marks, which override those in `locale` with NEUTRAL=1."""


def compile_stale(locale_dir: Path = LOCALE_DIR) -> list[Path]:
    """Write the `.mo` file next to every `.po` file that changed since; return the files written."""
    written = []
    for source in sorted(locale_dir.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        # A compiled file has the time of its text, so an older text (another branch) also counts as changed.
        if target.exists() and target.stat().st_mtime_ns == source.stat().st_mtime_ns:
            continue
        _compile(source, target)
        written.append(target)
    return written


def _compile(source: Path, target: Path) -> None:
    stamp = source.stat()
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    handle, draft = tempfile.mkstemp(dir=target.parent, suffix=".mo.tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            write_mo(file, catalogue)
        os.chmod(draft, 0o644)
        os.utime(draft, ns=(stamp.st_mtime_ns, stamp.st_mtime_ns))
        os.replace(draft, target)  # atomic: a running server never reads half a file
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)


if __name__ == "__main__":
    for path in [*compile_stale(), *compile_stale(NEUTRAL_DIR)]:
        print(f"compiled {path.relative_to(LOCALE_DIR.parent)}")
