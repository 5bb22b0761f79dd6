"""A game as text, to store, share and read: a head of named lines, then one line per move.

Knows nothing about accounts and files: the names of players are any texts that the caller wants to show.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.core import CHANCE, Fact, Game, IllegalMove, truncate
from engine.table import Table

TRANSCRIPT_FORMAT = "1"
MAX_TRANSCRIPT_LINES = 5_000
ReadFailure = Literal["line", "head", "game", "format", "value", "move", "rule"]  # see `read_transcript`
_HEAD = re.compile(r"(?P<name>[a-z_]+) (?P<value>.*)")
_MOVE = re.compile(r"(?P<seat>\*|[1-9]\d?) (?P<text>\S.*)")
_RESERVED_NAMES = frozenset({"tessera", "game", "edition", "seats", "first", "seed", "name"})


@dataclass(frozen=True)
class Transcript:
    """A game as read from a text."""

    table: Table  # after the last move
    names: tuple[str, ...]  # one per seat, "" if the text has none
    edition: int  # of the rules that the game was played by
    is_complete: bool = True  # False if a later edition of the rules forbids a move; `table` ends before that move


def write_transcript(table: Table, names: Sequence[str], seed: str | None = None, *, for_referee: bool = False) -> str:
    """Write the game as text. The seed is included only if given, because it reveals future draws.

    Secrets of a current game are written for a referee only. Raises IllegalMove: "origin" for a table that did not
    start from an opening, "secret" if the text would reveal secrets.
    """
    if table.origin is not None:
        raise IllegalMove("origin")
    if not for_referee and table.state.to_act() and (seed is not None or _has_secrets(table)):
        raise IllegalMove("secret")
    lines = [
        f"tessera {TRANSCRIPT_FORMAT}",
        f"game {table.game.key}",
        f"edition {table.game.edition}",
        f"seats {table.seats}",
    ]
    lines += [f"{key} {value}" for key, value in table.options.items()]
    lines += [f"first {table.first + 1}"] + ([f"seed {seed}"] if seed is not None else [])
    lines += [f"name {seat} {' '.join(name.split())}" for seat, name in enumerate(names, 1)]
    moves = [f"{'*' if entry.seat == CHANCE else entry.seat + 1} {entry.text}" for entry in table.log]
    return "\n".join([*lines, "", *moves]) + "\n"


def _has_secrets(table: Table) -> bool:
    """Whether the log of a current game reveals secrets.

    It does if parts of the position are hidden from the public: hands, choices that wait for others, an unfinished
    turn. It also does if only some seats saw an event: a tile that was drawn in secret may be visible by now, but the
    log would also tell when it was drawn.
    """
    if table.state.view(None) != table.state:
        return True
    earlier = table.back_to(0)
    for entry in table.log:
        try:
            earlier = earlier.step(entry)
        except IllegalMove:  # a later edition of the rules forbids a move, so the events are unknown
            return True
        if not all(event.seen_by(None) for event in earlier.events):
            return True
    return False


def read_transcript(text: str, games: Mapping[str, Game]) -> Transcript:
    """Read a game from a text. Draws come from the text, even if it names a seed.

    Raises IllegalMove("record") with the number and the beginning of the first wrong line, and why: "line" (not a
    line of a record), "head" (no line names the game), "game", "format", "value", "move" (not a move of the game),
    "rule" (the fact `rule` is its number, `key` the game's key).
    """
    rows = [_Line(number, line.strip()) for number, line in enumerate(text.splitlines()[:MAX_TRANSCRIPT_LINES], 1)]
    moves = [(line, found) for line in rows if (found := _MOVE.fullmatch(line.text))]
    head = _head_values(line for line in rows if line.text and not _MOVE.fullmatch(line.text))
    table = _open_table(head, games)
    edition = _number(head.get("edition", _Line(1, "1")))
    is_complete = True
    for line, found in moves:
        try:
            table = table.play(CHANCE if found["seat"] == "*" else int(found["seat"]) - 1, found["text"])
        except IllegalMove as refusal:
            if edition == table.game.edition:
                raise line.illegal_move(refusal, found["text"], table.game) from None
            is_complete = False
            break
    values = {key: line.text for key, line in head.items()}
    names = tuple(values.get(f"name {seat}", "") for seat in range(1, table.seats + 1))
    return Transcript(table, names, edition, is_complete)


@dataclass(frozen=True)
class _Line:
    number: int
    text: str

    def refusal(self, why: ReadFailure, text: str | None = None) -> IllegalMove:
        return IllegalMove("record", line=self.number, text=truncate(self.text if text is None else text), why=why)

    def illegal_move(self, refusal: IllegalMove, text: str, game: Game) -> IllegalMove:
        """Return the error for a move on this line that the game refuses."""
        why: ReadFailure = "move" if refusal.reason == "notation" else "rule"
        about: dict[str, Fact] = {"why": why, "game": game.title, "key": game.key, "rule": refusal.reason}
        return IllegalMove("record", line=self.number, text=truncate(text), **about)


def _head_values(lines: Iterable[_Line]) -> dict[str, _Line]:
    """Return the values of the head by name, each with its line number. Players' names are under "name 1", ..."""
    head: dict[str, _Line] = {}
    for line in lines:
        matched = _HEAD.fullmatch(line.text)
        if not matched:
            raise line.refusal("line")
        name, value = matched["name"], matched["value"]
        if name == "name":
            seat, _, value = value.partition(" ")
            name = f"name {_number(_Line(line.number, seat))}"
        head[name] = _Line(line.number, value)
    return head


def _open_table(head: Mapping[str, _Line], games: Mapping[str, Game]) -> Table:
    if "game" not in head:
        raise _Line(1, "").refusal("head")
    line = head["game"]
    if line.text not in games:
        raise line.refusal("game")
    game = games[line.text]
    version = head.get("tessera", _Line(1, TRANSCRIPT_FORMAT))
    if version.text != TRANSCRIPT_FORMAT:
        raise version.refusal("format")
    seats = head.get("seats", _Line(1, "2"))
    first = head.get("first", _Line(1, "1"))
    options = {key: line for key, line in head.items() if key not in _RESERVED_NAMES and not key.startswith("name ")}
    for key, chosen in options.items():
        if chosen.text not in game.options.get(key, ()):
            raise chosen.refusal("value", f"{key} {chosen.text}")
    chosen_options = {key: line.text for key, line in options.items()}
    try:
        return Table.new(game, _number(seats), chosen_options, None, _number(first) - 1)
    except IllegalMove as refusal:
        raise (first if refusal.reason == "seat" else seats).refusal("value") from None


def _number(line: _Line) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", line.text, re.ASCII):
        raise line.refusal("value")
    return int(line.text)
