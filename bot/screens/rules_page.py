"""The rules of a game for its web page: chapters, paragraphs, and the figures beside them.

Knows nothing about browsers, game positions or web addresses.
"""

from dataclasses import dataclass
from itertools import groupby

from bot.model.room import Room
from bot.screens.lobby import answer_text, lobby_questions
from bot.text.words import Words, rulebook
from render import figure_sketch


@dataclass(frozen=True)
class RuleParagraph:
    """One rule: its `number` "4.5", its `title` and `text`.

    `figure` is the picture beside it as an SVG element and `caption` describes it; both are "" if there is none.
    """

    number: str
    title: str
    text: str
    figure: str = ""
    caption: str = ""


@dataclass(frozen=True)
class RuleChapter:
    """A chapter of the rules: its `title` with its number, and its `paragraphs` in reading order."""

    title: str
    paragraphs: tuple[RuleParagraph, ...]


def rule_chapters(game: str, words: Words, *, contrast: bool = False) -> tuple[RuleChapter, ...]:
    """The chapters of a game's rules in the language of `words`. `contrast`: figures with high contrast.

    Takes about 10 ms of CPU, 100 the first time that the game's figures are drawn. Raises KeyError for an unknown game.
    """
    chapters = []
    for title, paragraphs in groupby(rulebook(game, words.language).values(), lambda rule: rule.chapter):
        rules = []
        for paragraph in paragraphs:
            found = figure_sketch(game, paragraph.number, words, contrast=contrast)
            caption = words(f"{game}.figure.{paragraph.number}") if found else ""
            rules.append(RuleParagraph(paragraph.number, paragraph.title, paragraph.text, found or "", caption))
        chapters.append(RuleChapter(title, tuple(rules)))
    return tuple(chapters)


def options_line(room: Room, words: Words) -> str:
    """The options of the game that were chosen at this table; "" for a game without options."""
    chosen = [
        answer_text(question, words, question.value)
        for question in lobby_questions(room)
        if question.family == room.game.key
    ]
    return words("watch.rules_here", options=", ".join(chosen)) if chosen else ""
