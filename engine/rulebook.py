"""Parse the rules text of a game into numbered paragraphs. Knows nothing about positions and files."""

import re
from dataclasses import dataclass

_CHAPTER = re.compile(r"^## (?P<title>.+)$")
_PARAGRAPH = re.compile(r"^### (?P<number>\d+\.\d+) (?P<title>.+)$")


@dataclass(frozen=True)
class Paragraph:
    """One numbered rule: its `number` "4.5", `title`, `text`, and the title of its `chapter`."""

    number: str
    title: str
    text: str
    chapter: str


def paragraphs(text: str) -> dict[str, Paragraph]:
    """Return the paragraphs of a rules text by number, in reading order."""
    result: dict[str, Paragraph] = {}
    chapter, number, title, lines = "", "", "", [""]
    for line in [*text.splitlines(), "## end"]:
        heading = _CHAPTER.match(line)
        paragraph = _PARAGRAPH.match(line)
        if not heading and not paragraph:
            lines.append(line)
            continue
        if number:
            result[number] = Paragraph(number, title, "\n".join(lines).strip(), chapter)
        number, title = (paragraph["number"], paragraph["title"]) if paragraph else ("", "")
        chapter, lines = heading["title"] if heading else chapter, []
    return result
