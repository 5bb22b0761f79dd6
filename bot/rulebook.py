"""The players' rules text of a game, by paragraph number. Knows no position and no Discord."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

RULES = Path(__file__).parent.parent / "data" / "rules"
_CHAPTER = re.compile(r"^## (?P<title>.+)$")
_PARAGRAPH = re.compile(r"^### (?P<number>\d+\.\d+) (?P<title>.+)$")


@dataclass(frozen=True)
class Paragraph:
    """One numbered rule: "4.5", its title and its text; `chapter` is the title above it."""

    number: str
    title: str
    text: str
    chapter: str


@cache
def rulebook(game: str, language: str = "en") -> dict[str, Paragraph]:
    """The paragraphs of a game in reading order, by number; in English where the language has no file."""
    path = RULES / f"{game}.{language}.md"
    return _read((path if path.exists() else RULES / f"{game}.md").read_text("utf-8"))


def _read(text: str) -> dict[str, Paragraph]:
    found: dict[str, Paragraph] = {}
    chapter, number, title, lines = "", "", "", [""]
    for line in [*text.splitlines(), "## end"]:
        heading, paragraph = _CHAPTER.match(line), _PARAGRAPH.match(line)
        if not heading and not paragraph:
            lines.append(line)
            continue
        if number:
            found[number] = Paragraph(number, title, "\n".join(lines).strip(), chapter)
        number, title = (paragraph["number"], paragraph["title"]) if paragraph else ("", "")
        chapter, lines = heading["title"] if heading else chapter, []
    return found
