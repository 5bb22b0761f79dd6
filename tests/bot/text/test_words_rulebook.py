"""Where the rules text says that a rule is our own ruling, because the published rules are silent or can be read twice.

Knows no position. The paragraphs are those that the study of the rule documents marks as rulings.
"""

from __future__ import annotations

from bot.text.words import languages, rulebook
from tests.cases import each

NAMED = {"en": ("our ruling", "our own design"), "hu": ("mi döntés", "mi terveztük")}
RULINGS = {
    "azul": ["3.1", "4.8", "4.10", "5.12", "6.4", "7.3", "7.4", "7.5", "8.2", "8.4"],
    "pavilion": ["3.1", "4.7", "5.11", "6.2", "6.3", "6.4", "6.5", "7.4", "7.5"],
    "match_five": [
        "2.1", "2.3", "3.2", "3.3", "4.5", "4.6", "4.7", "4.9", "5.3", "5.4", "5.7", "6.1", "6.2", "7.1", "7.3", "8.3",
        "9.1", "9.2", "9.3", "9.4", "9.5",
    ],
    "pillars": ["1.3", "3.3", "4.4", "4.7", "4.9", "5.2", "5.3", "5.4", "6.1", "6.5", "7.1", "7.2"],
}  # fmt: skip


@each("game", RULINGS)
@each("language", languages())
def test_a_ruling_of_ours_is_named(language, game):
    texts = {number: paragraph.text.lower() for number, paragraph in rulebook(game, language).items()}
    named = [number for number, text in texts.items() if any(mark in text for mark in NAMED[language])]
    assert named == RULINGS[game]
