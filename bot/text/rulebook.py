"""Where the rules text of a game lies, in which language. Knows no position and no Discord."""

from __future__ import annotations

from functools import cache

from bot.text.words import DEFAULT, WORDS
from engine.files import folder
from engine.rulebook import Paragraph, paragraphs

RULES = folder("rules")


@cache
def rulebook(game: str, language: str = DEFAULT) -> dict[str, Paragraph]:
    """The paragraphs of a game in reading order, by number; in English where the language has no file."""
    path = WORDS / language / f"{game}.md"  # English, which the code quotes, has a folder of its own
    return paragraphs((path if path.exists() else RULES / f"{game}.md").read_text("utf-8"))
