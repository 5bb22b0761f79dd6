"""The standing of a match, shown when one of its games ends. Knows no Discord library and no game by name."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.people import address
from bot.model.room import Room
from bot.screens.table import names
from bot.text.phrases import bare, listed
from bot.text.words import Words
from engine.core import Score, places
from engine.series import added


def summary(room: Room, games: Sequence[Room], words: Words) -> str:
    """The standing after this game, and where the next one is played; "" for a game by itself.

    `games`: all of the match so far, in order.
    """
    if room.match is None or room.table is None:
        return ""
    done = [one.table.state.scores() for one in games if one.table and one.phase == "over" and one.first <= room.first]
    totals = added(done) or ((0, 0),) * len(room.seats)
    facts = {"n": room.first + 1, "of": len(room.seats), "next": room.first + 2}
    if room.phase == "over" and facts["n"] == facts["of"]:
        return words("match.final", **facts, standing=_places(room, totals, words))
    if not room.leads_on:
        return words("match.ended", **facts, standing=_points(room, totals, words))
    later = next((one for one in games if one.first == room.first + 1), room)
    link = address(later.place, later.message if later is not room and later.shown >= 0 else None)
    return words("match.standing", **facts, standing=_points(room, totals, words), link=link)


def _points(room: Room, totals: Sequence[Score], words: Words) -> str:
    seats = zip(names(room, words), totals, strict=True)
    seats_ = (words("match.seat", name=name, points=bare(total[0], room.game.key, words)) for name, total in seats)
    return _few(", ".join(seats_), room, words)


def _places(room: Room, totals: Sequence[Score], words: Words) -> str:
    """The places, best first; equal points and games won share a place."""
    place_of, called, rows = places(totals), names(room, words), []
    for place in sorted(set(place_of)):
        seats = [seat for seat, one in enumerate(place_of) if one == place]
        shared = listed([called[seat] for seat in seats], words)
        points, won = totals[seats[0]]
        key = "match.place" if len(seats) == 1 else "match.shared"
        rows.append(words(key, place=place, name=shared, points=bare(points, room.game.key, words), won=won))
    return _few(" · ".join(rows), room, words)


def _few(standing: str, room: Room, words: Words) -> str:
    """The standing with a remark that fewer is better, for games in which the fewest points win."""
    key = f"{room.game.key}.few"
    return words(key, standing=standing) if key in words else standing
