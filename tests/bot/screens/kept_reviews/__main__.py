"""Writes the texts of the kept reviews anew; with "judge" and names of examples plays and judges these games first.

Judging takes minutes. Knows no pictures.
"""

import json
import sys

from bot.text.words import languages
from engine.robots.luck import luck_of_draw, recorded_draws
from engine.robots.review import JudgedDecision, decisions, judge_decision, places_to_judge_closely
from tests.bot.screens.kept_reviews import EXAMPLES, FOLDER, texts

CLOSE = 4  # times as many positions as in the first pass are looked at in the second: fewer than the bot has
DIGITS = 3


def judge(name: str) -> None:
    """Plays and judges the game of that example, and keeps what was found out."""
    table = EXAMPLES[name].played()
    asked = decisions(table)
    found = [judge_decision(one) for one in asked]
    for at in places_to_judge_closely(found):
        found[at] = judge_decision(asked[at], closely=True, nodes=_nodes(name))
    drawn = [luck_of_draw(table.game.key, draw) for draw in recorded_draws(table)]
    moves = [(entry.seat, entry.text) for entry in table.log if entry.seat >= 0]
    lucky = [(one.round, _short(one.leads), _short(one.errors)) for one in drawn]
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in map(_row, found))
    text = f'{{"moves": {json.dumps(moves)},\n"luck": {json.dumps(lucky)},\n"judged": [\n{rows}\n]}}\n'
    (FOLDER / f"{name}.json").write_text(text, "utf-8")


def _nodes(name: str) -> int:
    from engine.robots import COACHES

    return CLOSE * COACHES[EXAMPLES[name].game].quick_nodes[len(EXAMPLES[name].levels)]


def _short(numbers: tuple[float, ...]) -> list[float]:
    return [round(number, DIGITS) for number in numbers]


def _row(one: JudgedDecision) -> list[object]:
    lines = [(line.moves, round(line.value, DIGITS), round(line.chance, DIGITS), line.answer) for line in one.lines]
    return [one.place, one.seat, one.played, one.closely, lines]


def write(name: str) -> None:
    """Writes what is told of that example, a file for each language."""
    for language in languages():
        (FOLDER / f"{name}.{language}.txt").write_text("\n\n".join(texts(name, language)) + "\n", "utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[2:] if sys.argv[1:2] == ["judge"] else ():
        judge(chosen)
    for each in EXAMPLES:
        if (FOLDER / f"{each}.json").exists():
            write(each)
