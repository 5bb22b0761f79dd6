"""What the menu of a move comes to next, on Discord and on the page alike. Knows no words and no pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.move_menu import Joins, LostPath, MenuProgress, Path, ask, ticked
from bot.model.preferences import Confirm
from bot.model.room import PlayedRoom
from bot.model.turns import at_once, is_asked
from engine import Seat


@dataclass(frozen=True)
class NextScreen:
    """The `progress` after the answers `path`.

    `is_outdated`: the table has moved on since these answers were offered, so the first question is asked instead.
    `plays`: the finished move is played without a preview. `is_trivial`: a preview would have shown nothing anyway.
    """

    progress: MenuProgress
    path: Path = ()
    is_outdated: bool = False
    plays: bool = False
    is_trivial: bool = False


def next_screen(  # noqa: PLR0913 - whose menu it is, what was answered, and how its lists are made
    room: PlayedRoom,
    seat: Seat,
    stamp: int | None,
    path: Path,
    confirm: Confirm,
    *,
    tiles: Sequence[str] = (),
    joins: Joins | None = None,
) -> NextScreen:
    """The question, the preview or the move that follows these answers of a menu.

    `stamp`: that of the seat when the menu was made, None for a new one. `tiles`: those of a heap that were ticked
    last. `confirm`: which moves the person wants to see before they are played. `joins`: as in `ask`.
    """
    moves = room.table.view(seat).moves
    if stamp not in (None, room.stamp(seat)):
        return NextScreen(ask(moves, (), joins), is_outdated=True)
    try:
        path = ticked(moves, path, tiles, joins) if tiles else path
        progress = ask(moves, path, joins)
    except LostPath:
        return NextScreen(ask(moves, (), joins), is_outdated=True)
    if not path or progress.move is None:  # the only legal move is shown before it is played
        return NextScreen(progress, path)
    is_trivial = at_once(room.table, seat, progress.move)
    plays = is_trivial or not is_asked(room.table, seat, progress.move, confirm)
    return NextScreen(progress, path, plays=plays, is_trivial=is_trivial)
