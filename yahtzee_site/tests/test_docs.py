"""What the documents promise is there: links lead somewhere, settings are listed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#([^)]*))?\)")
SETTING = re.compile(r'\benv_[a-z_]+\("([A-Z_]+)"')
name_of = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@name_of
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = [re.sub(r"\s+", "", match.group(1)) for match in LINK.finditer(text)]
    assert not [target for target in targets if not (document.parent / target).exists()]


def test_the_readme_lists_every_setting() -> None:
    settings = SETTING.findall((ROOT / "yahtzee_site" / "settings.py").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(settings) > 20
    assert not [name for name in settings if f"`{name}`" not in readme]


def test_decisions_are_numbered_without_gaps() -> None:
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
