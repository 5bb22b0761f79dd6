"""What requests are answered from: the games on the shelf and the tables by name. Knows no game and no verb."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.codec import dump
from engine.core import Event, Fact, Game, IllegalMove, Seat, cut, places
from engine.requests import ALL, Viewer
from engine.table import Table

Say = Callable[[str, str, Mapping[str, Fact]], str]  # game key or "", reason, facts
Json = dict[str, Any]
HINTS = {  # what to do instead, behind the words of that reason, which are said in a terminal and on Discord too
    "chance": "Only a table without a `seed` takes typed draws.",
    "fault": "The traceback is on standard error.",
    "game": "`games` lists them.",
    "no_move": "`to_act` in the status has the seats that owe one.",
    "notation": "`moves` lists the moves of a seat.",
    "options": "`games` lists the options and their values.",
    "request": 'Begin with {"do": "help"}.',
    "table": "`new` and `load` open tables.",
    "type": "`help` lists the fields of each verb.",
    "verb": "`help` explains them.",
}


@dataclass(frozen=True)
class Answered:
    """What comes of a request.

    `answer`: a JSON object. `kept`: the tables that stand otherwise from now on. `ends`: no further request is read.
    """

    answer: Json
    kept: Mapping[str, Table] = field(default_factory=dict)
    ends: bool = False


@dataclass(frozen=True)
class Desk:
    """`games`: the shelf by key. `say`: makes the texts of errors. `tables`: by name."""

    games: Mapping[str, Game]
    say: Say
    tables: dict[str, Table]

    def game(self, key: str) -> Game:
        """The game of that key. Raises IllegalMove("game")."""
        if key not in self.games:
            raise IllegalMove("game", game=cut(key))
        return self.games[key]

    def table(self, name: str) -> Table:
        """The table of that name. Raises IllegalMove("table")."""
        if name not in self.tables:
            raise IllegalMove("table", table=cut(name))
        return self.tables[name]

    def error(self, no: IllegalMove, given: Any) -> Json:
        """A refusal as an answer, in the words of the game that the request is about, with what to do instead."""
        words = [self.say(self._about(given), no.reason, no.facts), HINTS.get(no.reason, "")]
        return {"error": {"reason": no.reason, "text": " ".join(filter(None, words))}}

    def _about(self, given: Any) -> str:
        name, key = (given.get("table"), given.get("game")) if isinstance(given, dict) else ("", "")
        if isinstance(key, str) and key in self.games:
            return key
        return self.tables[name].game.key if isinstance(name, str) and name in self.tables else ""


def seat_at(table: Table, seat: Seat) -> Seat:
    """That seat. Raises IllegalMove("seat") if the table does not have it."""
    if seat not in range(table.seats):
        raise IllegalMove("seat", seats=table.seats)
    return seat


def kept(name: str, table: Table, viewer: Viewer) -> Answered:
    """The table's status as that viewer may know it, and the table under that name. Raises IllegalMove("seat")."""
    return Answered(_status(name, table, viewer), {name: replace(table, events=())})


def _status(name: str, table: Table, viewer: Viewer) -> Json:
    """Where the table stands; `places` once it is over, equal ones for a shared place."""
    scores, acting = table.state.scores(), table.state.to_act()
    status: Json = {"table": name, "to_act": list(acting), "over": not acting, "scores": [list(s) for s in scores]}
    status |= {"length": len(table.log), "events": [dump(event) for event in _events(table, viewer)]}
    return status if acting else status | {"places": list(places(scores))}


def _events(table: Table, viewer: Viewer) -> list[Event]:
    if viewer == ALL:
        return list(table.events)
    seat = None if viewer is None else seat_at(table, viewer)
    return [event for event in table.events if event.seen_by(seat)]
