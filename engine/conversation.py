"""The tables that requests are about, by name, and the answers that show them. Independent of games and verbs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.codec import dump
from engine.core import Event, Fact, Game, IllegalMove, Seat, places, truncate
from engine.requests import REFEREE, RequestViewer
from engine.series import Series
from engine.table import Table

ExplainReason = Callable[[str, str, Mapping[str, Fact]], str]  # game key or "", reason, facts
JsonObject = dict[str, Any]
TableOrSeries = Table | Series  # what the name of a table can stand for: one game or a match
HINTS = {  # by reason: what the client can do, added to the text of the error
    "chance": "Only a table without a `seed` takes typed draws.",
    "fault": "The traceback is on standard error.",
    "game": "`games` lists them.",
    "json": 'A request is such as {"do": "help"}.',
    "no_move": "`to_act` in the status has the seats that owe one.",
    "notation": "`moves` lists the moves of a seat.",
    "options": "`games` lists the options and their values.",
    "request": 'It is such as {"do": "help"}.',
    "state": "`state` writes positions as they must be.",
    "table": "`new` and `load` open tables.",
    "type": "`help` lists the fields of each verb.",
    "verb": "`help` explains them.",
}


@dataclass(frozen=True)
class RequestResult:
    """The result of a request."""

    answer: JsonObject  # a JSON object
    changed_tables: Mapping[str, TableOrSeries] = field(
        default_factory=dict
    )  # the tables that the request changed, by name
    ends: bool = False  # whether to stop reading requests


@dataclass(frozen=True)
class Conversation:
    """What a client talks about: `games` by key and `tables` by name. `explain_reason` makes the texts of errors."""

    games: Mapping[str, Game]
    explain_reason: ExplainReason
    tables: dict[str, TableOrSeries]

    def game(self, key: str) -> Game:
        """Return the game with that key. Raises IllegalMove("game")."""
        if key not in self.games:
            raise IllegalMove("game", game=truncate(key))
        return self.games[key]

    def table_or_series(self, name: str) -> TableOrSeries:
        """Return the game or match of that name. Raises IllegalMove("table")."""
        if name not in self.tables:
            raise IllegalMove("table", table=truncate(name))
        return self.tables[name]

    def current_table(self, name: str) -> Table:
        """Return the game of that name, or the current game of the match of that name. Raises IllegalMove("table")."""
        return current_table(self.table_or_series(name))

    def error(self, refusal: IllegalMove, given: Any) -> JsonObject:
        """Return an error as an answer, with its text in the game that the request is about and a hint."""
        match given:
            case {"game": str(key)} if key in self.games:
                pass
            case {"table": str(name)} if name in self.tables:
                key = current_table(self.tables[name]).game.key
            case _:
                key = ""
        words = [self.explain_reason(key, refusal.reason, refusal.facts), HINTS.get(refusal.reason, "")]
        return {"error": {"reason": refusal.reason, "text": " ".join(filter(None, words))}}


def require_seat(table: Table, seat: Seat) -> Seat:
    """Return the seat. Raises IllegalMove("seat") if the table does not have it."""
    if seat not in range(table.seats):
        raise IllegalMove("seat", seats=table.seats)
    return seat


def current_table(target: TableOrSeries) -> Table:
    """Return the game itself, or the current game of a match (the last game once the match is over)."""
    return target.table if isinstance(target, Series) else target


def result_with_status(name: str, target: TableOrSeries, viewer: RequestViewer) -> RequestResult:
    """Return the status as the viewer may see it; keep the table without its events. Raises IllegalMove("seat")."""
    without_events: list[Table] = [replace(table, events=()) for table in _tables(target)]
    later = replace(target, tables=tuple(without_events)) if isinstance(target, Series) else without_events[0]
    return RequestResult(_status(name, target, viewer), {name: later})


def _tables(target: TableOrSeries) -> tuple[Table, ...]:
    return target.tables if isinstance(target, Series) else (target,)


def _status(name: str, target: TableOrSeries, viewer: RequestViewer) -> JsonObject:
    """Return the status of the current game and of its match. It includes `places` once the game is over."""
    table = current_table(target)
    scores = table.state.scores()
    acting = table.state.to_act()  # empty only if the whole match is over, because the next game opens at once
    status: JsonObject = {
        "table": name,
        "to_act": list(acting),
        "over": not acting,
        "scores": [list(score) for score in scores],
    }
    status |= {"length": len(table.log), "events": [dump(event) for event in _events(target, viewer)]}
    if isinstance(target, Series):
        so_far = {"scores": [list(score) for score in target.scores()], "places": list(target.places())}
        status["match"] = {"game": len(target.tables), "games": target.table.seats, **so_far}
    return status if acting else status | {"places": list(places(scores))}


def _events(target: TableOrSeries, viewer: RequestViewer) -> list[Event]:
    """Return the visible events of the current game, after those of the previous game if that has just ended."""
    events = [event for table in _tables(target) for event in table.events]
    if viewer == REFEREE:
        return events
    seat = None if viewer is None else require_seat(current_table(target), viewer)
    return [event for event in events if event.seen_by(seat)]
