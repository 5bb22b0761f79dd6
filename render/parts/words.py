"""Words that the texts of all games share: whose turn it is, lists in Markdown.

Knows no single game and no words of its own.
"""

from collections.abc import Sequence

from engine.core import State
from render.parts.standing import winners
from render.scene import Say


def turn(state: State, names: Sequence[str], say: Say) -> str:
    """Whose turn it is, or who has won."""
    if not state.to_act():
        won = [names[seat] for seat in winners(state)]
        return say("picture.over", names=" + ".join(won), n=len(won))
    acting = [seat for seat in state.to_act() if seat in range(len(names))]
    return say("picture.turn", name=" + ".join(names[seat] for seat in acting)) if acting else say("picture.deal")


def hushed(say: Say) -> Say:
    """The words with the end of the table in place of whose turn it is."""

    def spoken(key: str, **facts: object) -> str:
        if key == "picture.to_move":
            return ""
        return say("picture.stopped") if key in ("picture.turn", "picture.deal") else say(key, **facts)

    return spoken


def bullets(rows: Sequence[str]) -> str:
    """A list in Markdown, to follow its heading."""
    return "".join(f"\n- {row}" for row in rows)
