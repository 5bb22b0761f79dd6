"""The documents: their links lead somewhere, the first page is short, and their tables are those of the tests.

Knows none of their sentences.
"""

from __future__ import annotations

import re

import pytest

from tests.sources import ROOT, name
from tests.test_shape import ROOMS

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
LONGEST_README = 150  # lines


def anchors(text: str) -> set[str]:
    """The names by which the headings of a page are reached."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=map(name, PAGES))
def test_every_link_leads_somewhere(page):
    links = [link for link in LINK.findall(page.read_text("utf-8")) if not re.match(r"[a-z]+:", link)]
    targets = [(link, (page.parent / (link.partition("#")[0] or page.name)).resolve()) for link in links]
    assert [link for link, path in targets if not path.is_relative_to(ROOT) or not path.exists()] == []
    headed = [(link, path) for link, path in targets if "#" in link]
    assert [link for link, path in headed if link.partition("#")[2] not in anchors(path.read_text("utf-8"))] == []


def test_the_readme_leads_to_every_document():
    linked = set(LINK.findall((ROOT / "README.md").read_text("utf-8")))
    assert {name(page) for page in PAGES[1:]} <= linked


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= LONGEST_README


def test_every_file_that_a_document_names_is_there():
    """But for the files of an example, of a game or of a language that is still to be added."""
    named = {(name(page), path) for page in PAGES for path in paths(page.read_text("utf-8"))}
    assert {one for one in named if not (ROOT / one[1]).exists()} == set()


def paths(text: str) -> set[str]:
    found = re.findall(r"`((?:bot|engine|render|data|tests|docs)/[\w./-]+)`", text)
    return {one for one in found if not re.search(r"\bx\b|test_x\b|tictactoe|/de$", one)}


def settings() -> set[str]:
    """The variables that an operator can set."""
    return set(re.findall(r'"((?:TESSERA|DISCORD)_[A-Z_]+)"', (ROOT / "bot" / "settings.py").read_text("utf-8")))


def test_every_setting_stands_where_operators_look_for_it():
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    assert set(re.findall(r"^\| `((?:TESSERA|DISCORD)_[A-Z_]+)` \|", page, re.MULTILINE)) == settings()
    example = (ROOT / ".env.example").read_text("utf-8")
    assert set(re.findall(r"^(?:# )?([A-Z_]+)=", example, re.MULTILINE)) == settings() - {"TESSERA_DISCORD"}


def test_the_document_names_the_settings_that_the_compose_file_passes_on():
    said = re.search(r"The compose file passes on ([^.]+)\.\n", (ROOT / "docs" / "operating.md").read_text("utf-8"))
    passed = re.findall(r"^      ([A-Z_]+): \$\{", (ROOT / "compose.yaml").read_text("utf-8"), re.MULTILINE)
    assert re.findall(r"`([A-Z_]+)`", said[1]) == passed


def test_the_table_of_rooms_is_the_one_that_is_tested():
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = page.split("\n## The table of rooms\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", table, re.MULTILINE)
    assert {room: set(re.findall(r"\w+", allowed)) - {"nothing"} for room, allowed in rows} == ROOMS
