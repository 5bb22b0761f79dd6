"""The position of Match Five in words, for people who cannot see the picture.

Independent of languages: every word comes from `say`, with keys under "match_five.alt".
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.core import Cell, Seat, State, View
from engine.games.match_five import MatchFive
from engine.games.match_five.coordinates import coordinates_of
from engine.games.match_five.sets import COLORS, MAX_STACK, split
from render.match_five.scene import unfinished_points
from render.match_five.stacks import VisibleTable, hand_owner, visible_table
from render.parts import bullet_list, position, turn_text
from render.scene import Say

MAX_SHORT_LENGTH = 800  # characters; from a longer short form, parts that follow from the rest are left out


def long_alt_text(view: View[State], names: Sequence[str], say: Say) -> str:
    """The position in words: head, table by rows, and a line for each seat."""
    state = position(view, MatchFive)
    table = visible_table(state)
    rows = [say("match_five.alt.row", n=row, cells=cells) for row, cells in _rows(table, say)]
    lines = [*(rows or [say("match_five.alt.none")]), *_lock_sentences(table, say), *_own_hand(view, say)]
    seats = []
    for seat, name in enumerate(names):
        head = say("match_five.alt.name", name=name, points=state.points[seat])
        seats.append(f"{head}, {_hand_words(state, seat, say)}")
    title, whose, bag = _head_parts(state, names, say)
    head = say("match_five.alt.head", title=title, turn=whose, bag=bag)
    return "\n".join([head + " " + say("match_five.alt.upwards"), _sentences(lines), _sentences(seats)])


def short_alt_text(view: View[State], names: Sequence[str], say: Say) -> str:
    """The position in letters, with a legend; closed places are left out, because they follow from the locks."""
    state = position(view, MatchFive)
    table = visible_table(state)
    locks = _locks(table, say)
    locked = [say("match_five.alt.locked", cells=locks.lower())] if locks else []
    seats = []
    for name, points, hand in zip(names, state.points, state.hands, strict=True):
        tiles = hand or "-" if state.over else len(split(hand))
        seats.append(say("match_five.alt.seat_short", name=name, points=points, held=tiles))
    legend = ", ".join(f"{color} {say(f'match_five.alt.color.{color}')}" for color in COLORS)
    title, whose, bag = _head_parts(state, names, say)
    head = say("match_five.alt.head", title=title, turn=whose, bag=bag)
    head += " " + say("match_five.alt.legend", legend=legend)

    def compose(gap: str, more: Sequence[str]) -> str:
        lines = [*(_letters(table, gap) or [say("match_five.alt.none")]), *more, *_own_hand(view, say)]
        return "\n".join([head, _sentences(lines), _sentences(seats)])

    forms = [compose(" ", locked), compose(" ", ()), compose("", ())]
    return next((form for form in forms if len(form) <= MAX_SHORT_LENGTH), forms[-1])


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """The table, then each seat in order, as headings and lists in Markdown; names are inserted unchanged."""
    state = position(view, MatchFive)
    table = visible_table(state)
    rows = [say("match_five.alt.row", n=row, cells=cells) for row, cells in _rows(table, say)]
    title, whose, bag = _head_parts(state, names, say)
    lines = [*(rows or [say("match_five.alt.none")]), *_lock_sentences(table, say), bag, *_own_hand(view, say)]
    entries = [f"### {title}\n{whose} {say('match_five.alt.upwards')}{bullet_list(lines)}"]
    for seat, name in enumerate(names):
        head = say("match_five.alt.name", name=name, points=state.points[seat])
        entries.append(f"### {head}{bullet_list([_hand_words(state, seat, say)])}")
    return entries


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(f"{part}." for part in parts)


def _head_parts(state: MatchFive, names: Sequence[str], say: Say) -> tuple[str, str, str]:
    """The title, whose turn it is, and the number of tiles in the bag."""
    copies = say(f"match_five.option.copies.{state.copies}")
    title = say("match_five.alt.title", game=say("match_five.title"), copies=copies, turn=state.turns + 1)
    last = say("match_five.alt.last_round") if state.out >= 0 and not state.over else ""
    return title, turn_text(state, names, say), say("match_five.alt.bag", n=len(split(state.bag))) + last


def _cell_name(x: int, y: int) -> str:
    return str(Cell(x, y)).upper()


def _tile(tile: str, say: Say) -> str:
    """A tile on the table or in a hand: "red 3", "red 3 (wild)", "wild"."""
    name = say(f"match_five.tile.{tile[-2:]}")
    return say("match_five.alt.wild", tile=name) if len(tile) > 2 else name


def _rows(table: VisibleTable, say: Say) -> Iterator[tuple[int, str]]:
    """Each row with tiles and its stacks, by column: "L green 3; M red 5, blue 5"."""
    for row, places in groupby(table.stacks, key=lambda place: place[1]):
        cells = [f"{_cell_name(*at)[0]} {', '.join(_tile(tile, say) for tile in table.tiles(at))}" for at in places]
        yield row + 1, "; ".join(cells)


def _letters(table: VisibleTable, gap: str) -> list[str]:
    """Each row in letters: "12 jR3 mR5B5"."""
    rows = groupby(table.stacks, key=lambda place: place[1])
    return [
        f"{row + 1} {gap.join(chr(ord('a') + at[0]) + ''.join(table.tiles(at)) for at in places)}"
        for row, places in rows
    ]


def _lock_sentences(table: VisibleTable, say: Say) -> Iterator[str]:
    if not table.locks:
        return
    yield say("match_five.alt.locked", cells=_locks(table, say))
    places = sorted((*table.stacks, *table.spaces), key=lambda place: place[::-1])
    closed = [_cell_name(*place) for place in places if table.is_blocked(place) and table.height(place) < MAX_STACK]
    yield say("match_five.alt.closed", cells=", ".join(closed))


def _locks(table: VisibleTable, say: Say) -> str:
    """The locked tiles that close a space, with their level if above the lowest one."""
    spots = [coordinates_of(spot) for spot in table.locks]
    levels = (say("match_five.alt.level", n=level + 1) if level else "" for _, _, level in spots)
    return ", ".join(_cell_name(x, y) + level for (x, y, _), level in zip(spots, levels, strict=True))


def _own_hand(view: View[State], say: Say) -> Iterator[str]:
    state = position(view, MatchFive)
    seat = hand_owner(view)
    if seat is None:
        return
    yield say("match_five.alt.hand", tiles=_tiles(state.hands[seat], say))
    if state.laid and seat == state.turn:
        yield say("match_five.alt.laid", moves=", ".join(state.laid), points=unfinished_points(state))


def _tiles(hand: str, say: Say) -> str:
    return ", ".join(_tile(tile, say) for tile in split(hand)) or say("match_five.alt.no_tiles")


def _hand_words(state: MatchFive, seat: Seat, say: Say) -> str:
    """The number of tiles in a seat's hand, or the tiles once all hands are open."""
    if state.over:
        return say("match_five.alt.left", tiles=_tiles(state.hands[seat], say))
    return say("match_five.alt.tiles", n=len(split(state.hands[seat])))
