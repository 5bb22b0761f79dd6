"""What a move would lead to, as its seat can know it, for every kind of menu. Knows no rules and no Discord."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.room import PlayedRoom
from bot.model.timeline import has_secrets
from bot.screens.seat_names import short_names
from bot.screens.speech import Speech
from bot.text.words import Words, capitalized, without_emojis
from engine import Event, Move, Seat, View
from engine.core import State
from render import alt_text


@dataclass(frozen=True)
class Foreseen:
    """What a move would lead to.

    `head`: the move in words. `lines`: its consequences, and the points before and after. `view`: the position after
    it as its seat can know it, with the `events` that lead there; `alt`: the same in words.
    """

    head: str
    lines: tuple[str, str]
    view: View[State]
    events: Sequence[Event]
    alt: str


def foreseen(room: PlayedRoom, seat: Seat, words: Words, move: Move) -> Foreseen:
    """What the move would lead to, as far as the seat can know it."""
    speech, view = Speech(words, room.game.key), room.table.view(seat)
    phrase, consequences = speech.move(view.state, seat, move), speech.consequences(view, move)
    later = view.state.after(seat, move)
    after, shown = View(view.game, seat, later.view(seat)), [event for event in later.events if event.seen_by(seat)]
    if not later.to_act() and has_secrets(room.table):  # how it ends depends on what this seat does not know
        after, shown, consequences = view, [], [words("menu.ends"), *consequences]
    head, lines = words("menu.preview", move=capitalized(phrase)), (" ".join(consequences[:-1]), consequences[-1])
    alt = alt_text(after, short_names(room), words, first=words("menu.after", move=without_emojis(phrase)))
    return Foreseen(head, lines, after, shown, alt)
