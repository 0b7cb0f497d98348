"""The documents are right: links work, all settings are listed."""

import re
from pathlib import Path

import pytest

from yahtzee_site.checks import DROPPED

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#([^)]*))?\)")
ANCHOR = re.compile(r"\]\((?!https?:)([^)#\s]*)#([^)]+)\)")
SETTING = re.compile(r'\benv_[a-z_]+\("([A-Z_]+)"')
name_of = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@name_of
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = [re.sub(r"\s+", "", match.group(1)) for match in LINK.finditer(text)]
    assert not [target for target in targets if not (document.parent / target).exists()]


@name_of
def test_links_lead_to_headings_that_are_there(document: Path) -> None:
    anchors = ANCHOR.findall(document.read_text(encoding="utf-8"))
    pages = [(document.parent / target if target else document, anchor) for target, anchor in anchors]
    assert not [(page.name, anchor) for page, anchor in pages if anchor not in headings(page)]


def headings(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as code hosts make them."""
    found = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in found}


def test_the_table_of_settings_has_all_of_them_and_no_other() -> None:
    """And each with a reason; HOST, PORT and WEB_CONCURRENCY are read by script/server."""
    settings = SETTING.findall((ROOT / "yahtzee_site" / "settings.py").read_text(encoding="utf-8"))
    document = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    table = document.partition("\n## Settings\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| `")]
    listed = [name for row in rows for name in re.findall("`([A-Z_]+)`", row[0])]
    assert sorted(listed) == sorted([*settings, "HOST", "PORT", "WEB_CONCURRENCY"])
    assert not [row[0] for row in rows if len(row) != 4 or not all(cell.strip() for cell in row)]


def test_what_is_no_longer_read_is_told_as_such_and_stands_nowhere_else() -> None:
    assert not set(DROPPED) & set(
        SETTING.findall((ROOT / "yahtzee_site" / "settings.py").read_text(encoding="utf-8"))
    )
    texts = {path.name: path.read_text(encoding="utf-8") for path in DOCUMENTS if path.name != "CHANGELOG.md"}
    found = {name for text in texts.values() for name in re.findall(r"`([A-Z_]+)(?:=[^`]*)?`", text)}
    assert not found & set(DROPPED)


def test_the_readme_has_the_settings_of_a_public_host() -> None:
    told = (ROOT / "README.md").read_text(encoding="utf-8").partition("## On a public host")[2]
    listed = re.findall(r"^\| `([A-Z_]+)`", told.partition("\n## ")[0], flags=re.MULTILINE)
    sample = (ROOT / "deploy" / "yahtzee.env").read_text(encoding="utf-8")
    assert listed == ["HTTPS", "ALLOWED_HOSTS", "TRUSTED_PROXIES", "IMPRINT_URL", "PRIVACY_URL"]
    assert not [name for name in listed if f"\n{name}=" not in sample]


def test_decisions_are_numbered_without_gaps() -> None:
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
