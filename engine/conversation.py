"""What requests are answered from: the games on the shelf and the tables by name. Knows no game and no verb."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.codec import dump
from engine.core import Event, Fact, Game, IllegalMove, Seat, cut, places
from engine.requests import ALL, Viewer
from engine.series import Series
from engine.table import Table

Say = Callable[[str, str, Mapping[str, Fact]], str]  # game key or "", reason, facts
Json = dict[str, Any]
Play = Table | Series  # what a name stands for: one game, or a match with a game under way
HINTS = {  # what to do instead, behind the words of that reason, which are said in a terminal and on Discord too
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
class Answered:
    """What comes of a request."""

    answer: Json  # a JSON object
    kept: Mapping[str, Play] = field(default_factory=dict)  # the plays that stand otherwise from now on
    ends: bool = False  # no further request is read


@dataclass(frozen=True)
class Conversation:
    """`games`: the shelf by key. `say`: makes the texts of errors. `plays`: games and matches by name."""

    games: Mapping[str, Game]
    say: Say
    plays: dict[str, Play]

    def game(self, key: str) -> Game:
        """The game of that key. Raises IllegalMove("game")."""
        if key not in self.games:
            raise IllegalMove("game", game=cut(key))
        return self.games[key]

    def play(self, name: str) -> Play:
        """The game or the match of that name. Raises IllegalMove("table")."""
        if name not in self.plays:
            raise IllegalMove("table", table=cut(name))
        return self.plays[name]

    def table(self, name: str) -> Table:
        """The game of that name, that under way of a match. Raises IllegalMove("table")."""
        return under_way(self.play(name))

    def error(self, refusal: IllegalMove, given: Any) -> Json:
        """A refusal as an answer, in the words of the game that the request is about, with what to do instead."""
        match given:
            case {"game": str(key)} if key in self.games:
                pass
            case {"table": str(name)} if name in self.plays:
                key = under_way(self.plays[name]).game.key
            case _:
                key = ""
        words = [self.say(key, refusal.reason, refusal.facts), HINTS.get(refusal.reason, "")]
        return {"error": {"reason": refusal.reason, "text": " ".join(filter(None, words))}}


def seat_at(table: Table, seat: Seat) -> Seat:
    """That seat. Raises IllegalMove("seat") if the table does not have it."""
    if seat not in range(table.seats):
        raise IllegalMove("seat", seats=table.seats)
    return seat


def under_way(play: Play) -> Table:
    """The game under way, or the last one."""
    return play.table if isinstance(play, Series) else play


def kept(name: str, play: Play, viewer: Viewer) -> Answered:
    """The status as that viewer may know it, and what goes on under that name. Raises IllegalMove("seat")."""
    quiet: list[Table] = [replace(table, events=()) for table in _tables(play)]
    later = replace(play, tables=tuple(quiet)) if isinstance(play, Series) else quiet[0]
    return Answered(_status(name, play, viewer), {name: later})


def _tables(play: Play) -> tuple[Table, ...]:
    return play.tables if isinstance(play, Series) else (play,)


def _status(name: str, play: Play, viewer: Viewer) -> Json:
    """Where the game under way stands, and the match; `places` once it is over, equal ones for a shared place."""
    table = under_way(play)
    scores = table.state.scores()
    acting = table.state.to_act()  # the next game of a match opens when one is over
    status: Json = {"table": name, "to_act": list(acting), "over": not acting, "scores": [list(s) for s in scores]}
    status |= {"length": len(table.log), "events": [dump(event) for event in _events(play, viewer)]}
    if isinstance(play, Series):
        so_far = {"scores": [list(score) for score in play.scores()], "places": list(play.places())}
        status["match"] = {"game": len(play.tables), "games": play.table.seats, **so_far}
    return status if acting else status | {"places": list(places(scores))}


def _events(play: Play, viewer: Viewer) -> list[Event]:
    """Those of the game under way, and of the game before it if that has just ended."""
    events = [event for table in _tables(play) for event in table.events]
    if viewer == ALL:
        return events
    seat = None if viewer is None else seat_at(under_way(play), viewer)
    return [event for event in events if event.seen_by(seat)]
