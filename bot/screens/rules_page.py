"""The rules of a game as a page in a browser shows them: chapters, paragraphs, the figures beside them.

Knows no browser, no position and no web address.
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

    `figure` is the picture beside it as an element of SVG and `caption` what that shows, both "" where it has none.
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
    """The rules of the game in the language of the words. `contrast`: figures for eyes that need more.

    Takes about 10 ms of CPU, and 100 the first time that figures of the game are drawn. Raises KeyError for no game.
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
    """How this game is played at this table; "" for a game without options."""
    chosen = [
        answer_text(question, words, question.value)
        for question in lobby_questions(room)
        if question.family == room.game.key
    ]
    return words("watch.rules_here", options=", ".join(chosen)) if chosen else ""
