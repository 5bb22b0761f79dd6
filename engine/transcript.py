"""A game as text, for people to keep, pass on and look at: a head of named lines, then a line a move.

Knows no people's accounts and no files; `names` are whatever the caller wants to be read.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.core import CHANCE, Fact, Game, IllegalMove, cut
from engine.table import Table

FORMAT = "1"
MOST_LINES = 5_000
Why = Literal["line", "head", "game", "format", "value", "move", "rule"]  # see `read`
_HEAD = re.compile(r"(?P<name>[a-z_]+) (?P<value>.*)")
_MOVE = re.compile(r"(?P<seat>\*|[1-9]\d?) (?P<text>\S.*)")
_OWN = frozenset({"tessera", "game", "edition", "seats", "first", "seed", "name"})


@dataclass(frozen=True)
class Transcript:
    """A game as read from a text."""

    table: Table  # after the last move of the text
    names: tuple[str, ...]  # one a seat, "" where the text has none
    edition: int  # of the rules that the game was played by
    whole: bool = True  # False where rules that were corrected since refuse a move; `table` ends before that move


def written(table: Table, names: Sequence[str], seed: str | None = None, *, for_referee: bool = False) -> str:
    """The game as text; the seed of its draws only if it is given, for whoever knows it knows the bag.

    What is secret in a game under way is written for a referee only. Raises IllegalMove: "origin" for a table that did
    not start from an opening, "secret" where others would read what they may not know yet.
    """
    if table.origin is not None:
        raise IllegalMove("origin")
    if not for_referee and table.state.to_act() and (seed is not None or _has_secrets(table)):
        raise IllegalMove("secret")
    head = [f"tessera {FORMAT}", f"game {table.game.key}", f"edition {table.game.edition}", f"seats {table.seats}"]
    head += [f"{key} {value}" for key, value in table.options.items()]
    head += [f"first {table.first + 1}"] + ([f"seed {seed}"] if seed is not None else [])
    head += [f"name {seat} {' '.join(name.split())}" for seat, name in enumerate(names, 1)]
    moves = [f"{'*' if entry.seat == CHANCE else entry.seat + 1} {entry.text}" for entry in table.log]
    return "\n".join([*head, "", *moves]) + "\n"


def _has_secrets(table: Table) -> bool:
    """Whether the log of a game under way tells more than everybody may know.

    That is so where the public sees less of the position than is there: hands, choices that wait for others, an
    unfinished turn. It is also so where something that happened was told to some seats only: a tile that was drawn in
    secret may lie open by now, but since when its owner held it is no less a secret.
    """
    if table.state.view(None) != table.state:
        return True
    earlier = table.back_to(0)
    for entry in table.log:
        try:
            earlier = earlier.step(entry)
        except IllegalMove:  # the rules were corrected, and nobody knows what was told
            return True
        if not all(event.seen_by(None) for event in earlier.events):
            return True
    return False


def read(text: str, games: Mapping[str, Game]) -> Transcript:
    """The game that is written in a text. Its draws are taken from the text, whatever seed it names.

    Raises IllegalMove("record") with the number and the beginning of the first wrong line, and why: "line" (not one of
    a record), "head" (no line names the game), "game", "format", "value", "move" (no move of the game), "rule" (the
    fact `rule` is its number, `key` the game's key).
    """
    rows = [_Line(number, line.strip()) for number, line in enumerate(text.splitlines()[:MOST_LINES], 1)]
    moves = [(line, found) for line in rows if (found := _MOVE.fullmatch(line.text))]
    head = _head(line for line in rows if line.text and not _MOVE.fullmatch(line.text))
    table = _opened(head, games)
    edition = _number(head.get("edition", _Line(1, "1")))
    whole = True
    for line, found in moves:
        try:
            table = table.play(CHANCE if found["seat"] == "*" else int(found["seat"]) - 1, found["text"])
        except IllegalMove as refusal:
            if edition == table.game.edition:
                raise line.forbidden(refusal, found["text"], table.game) from None
            whole = False
            break
    named = {key: line.text for key, line in head.items()}
    names = tuple(named.get(f"name {seat}", "") for seat in range(1, table.seats + 1))
    return Transcript(table, names, edition, whole)


@dataclass(frozen=True)
class _Line:
    number: int
    text: str

    def refused(self, why: Why, text: str | None = None) -> IllegalMove:
        return IllegalMove("record", line=self.number, text=cut(self.text if text is None else text), why=why)

    def forbidden(self, refusal: IllegalMove, text: str, game: Game) -> IllegalMove:
        """What the game says against the move on this line."""
        why: Why = "move" if refusal.reason == "notation" else "rule"
        about: dict[str, Fact] = {"why": why, "game": game.title, "key": game.key, "rule": refusal.reason}
        return IllegalMove("record", line=self.number, text=cut(text), **about)


def _head(lines: Iterable[_Line]) -> dict[str, _Line]:
    """The values of the named lines, each with its number; names of people by "name 1"."""
    head: dict[str, _Line] = {}
    for line in lines:
        found = _HEAD.fullmatch(line.text)
        if not found:
            raise line.refused("line")
        name, value = found["name"], found["value"]
        if name == "name":
            seat, _, value = value.partition(" ")
            name = f"name {_number(_Line(line.number, seat))}"
        head[name] = _Line(line.number, value)
    return head


def _opened(head: Mapping[str, _Line], games: Mapping[str, Game]) -> Table:
    if "game" not in head:
        raise _Line(1, "").refused("head")
    line = head["game"]
    if line.text not in games:
        raise line.refused("game")
    game = games[line.text]
    version = head.get("tessera", _Line(1, FORMAT))
    if version.text != FORMAT:
        raise version.refused("format")
    seats = head.get("seats", _Line(1, "2"))
    first = head.get("first", _Line(1, "1"))
    options = {key: line for key, line in head.items() if key not in _OWN and not key.startswith("name ")}
    for key, chosen in options.items():
        if chosen.text not in game.options.get(key, ()):
            raise chosen.refused("value", f"{key} {chosen.text}")
    chosen_options = {key: line.text for key, line in options.items()}
    try:
        return Table.new(game, _number(seats), chosen_options, None, _number(first) - 1)
    except IllegalMove as refusal:
        raise (first if refusal.reason == "seat" else seats).refused("value") from None


def _number(line: _Line) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", line.text, re.ASCII):
        raise line.refused("value")
    return int(line.text)
