"""The position of Summer Pavilion in words, for people who cannot see the picture.

Independent of languages: every word comes from `say`, with keys under "pavilion.alt".
"""

from collections.abc import Sequence

from engine.core import Seat, State, View
from engine.games.pavilion import Board, Pavilion
from engine.games.pavilion.moves import DRAFTING, OVER
from engine.games.pavilion.sets import COLORS, EMPTY, ORNAMENTS, STARS
from render.parts import bullet_list, position, turn_text
from render.pavilion.places import star_color
from render.pavilion.scene import holds_token
from render.scene import Say

NO_TILES = "-"  # in the short form


def long_alt_text(view: View[State], names: Sequence[str], say: Say) -> str:
    """The position in words: head and a line for each seat."""
    state = position(view, Pavilion)
    title, whose, stock = _head_parts(state, names, say)
    head = [f"{title}.", whose]
    if state.phase == DRAFTING:
        factories = " ".join(f"{at}: {_tiles(tiles, say)}." for at, tiles in enumerate(state.factories, 1))
        head.append(say("pavilion.alt.market", factories=factories, center=_center(state, say)))
    if state.phase != OVER:
        head += [say("pavilion.alt.supply", tiles=_tiles(state.supply, say)), stock]
    lines = [" ".join(head)]
    for seat, name in enumerate(names):
        player = state.boards[seat]
        laid = [star for star, cells in enumerate(player.stars) if cells.strip(EMPTY)]
        stars = "; ".join(_star(state, player, star, say, "star") for star in laid)
        board = say("pavilion.alt.seat", name=name, points=player.score, marks=_marks(state, seat, say), stars=stars)
        lines.append(f"{board} {_hand_words(state, seat, say)}")
    return "\n".join(lines)


def short_alt_text(view: View[State], names: Sequence[str], say: Say) -> str:
    """The position in letters, with a legend; each star as six letters, one for each space."""
    state = position(view, Pavilion)
    title, whose, stock = _head_parts(state, names, say)
    head = [f"{title}.", whose]
    if state.phase == DRAFTING:
        factories = " ".join(f"{at} {tiles or NO_TILES}" for at, tiles in enumerate(state.factories, 1))
        heap = (state.center + " T" * state.token).strip() or NO_TILES
        head.append(say("pavilion.alt.market_short", factories=factories, center=heap))
    if state.phase != OVER:
        head += [say("pavilion.alt.supply", tiles=state.supply or NO_TILES), stock]
    colors = ", ".join(f"{color} {say(f'pavilion.color.{color}')}" for color in COLORS)
    lines = [" ".join(head), say("pavilion.alt.legend", colors=colors, stars="/".join(STARS))]
    for seat, name in enumerate(names):
        player = state.boards[seat]
        stars = "/".join(cells if cells.strip(EMPTY) else NO_TILES for cells in player.stars)
        line = f"{name} {player.score}{_marks(state, seat, say)}. {stars}."
        if state.phase != OVER:
            tiles = player.corners if player.passed else player.hand
            heap = " ".join(f"{tiles.count(color)}{color}" for color in COLORS if color in tiles) or NO_TILES
            line += " " + say("pavilion.alt.kept" if player.passed else "pavilion.alt.hand", tiles=heap)
        lines.append(line)
    return "\n".join(lines)


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """The table, then each seat in order, as headings and lists in Markdown; names are inserted unchanged."""
    state = position(view, Pavilion)
    title, whose, stock = _head_parts(state, names, say)
    rows: list[str] = []
    if state.phase == DRAFTING:
        heaps = [_tiles(tiles, say) for tiles in state.factories]
        rows += [say("pavilion.alt.factory", n=at, tiles=tiles) for at, tiles in enumerate(heaps, 1)]
        rows.append(say("pavilion.alt.center", tiles=_center(state, say)))
    if state.phase != OVER:
        rows += [say("pavilion.alt.supply", tiles=_tiles(state.supply, say)), stock]
    entries = [f"### {title}\n{whose}{bullet_list(rows)}"]
    for seat, name in enumerate(names):
        player = state.boards[seat]
        rows = [_star(state, player, star, say, "row") for star in range(len(STARS))]
        done = [ornament.kind for ornament in ORNAMENTS if all(player.covers(*at) for at in ornament.spaces)]
        what = ", ".join(say(f"pavilion.alt.{kind}", n=done.count(kind)) for kind in dict.fromkeys(done))
        rows.append(say("pavilion.alt.surrounded", what=what or say("pavilion.alt.none")))
        rows.append(_hand_words(state, seat, say))
        head = say("pavilion.alt.name", name=name, points=player.score, marks=_marks(state, seat, say))
        entries.append(f"### {head}{bullet_list(rows)}")
    return entries


def _head_parts(state: Pavilion, names: Sequence[str], say: Say) -> tuple[str, str, str]:
    """The title, the phase and whose turn it is, and the number of tiles in bag and tower."""
    side = say(f"pavilion.option.side.{state.side}")
    wild = say(f"pavilion.color.{state.wild}")
    key = "final" if state.phase == OVER else "title"
    title = say(f"pavilion.alt.{key}", game=say("pavilion.title"), side=side, round=state.round, wild=wild)
    stock = say("pavilion.alt.stock", bag=len(state.bag), tower=len(state.tower))
    whose = turn_text(state, names, say)
    if state.phase == OVER:
        return title, whose, stock
    phase = say("pavilion.alt.taking" if state.phase == DRAFTING else "pavilion.alt.placing")
    owed = " " + say("pavilion.alt.owed", n=state.owed) if state.owed else ""
    return title, f"{phase} {whose}{owed}", stock


def _center(state: Pavilion, say: Say) -> str:
    parts = [_tiles(state.center, say)] if state.center or not state.token else []
    return ", ".join(parts + [say("pavilion.alt.token")] * state.token)


def _tiles(heap: str, say: Say) -> str:
    """The tiles of a heap in words: "2 purple, red"."""
    kinds = [(heap.count(color), say(f"pavilion.color.{color}")) for color in COLORS if color in heap]
    return ", ".join(f"{n} {color}" if n > 1 else color for n, color in kinds) or say("pavilion.alt.empty")


def _marks(state: Pavilion, seat: Seat, say: Say) -> str:
    marks = [say("pavilion.alt.token")] * holds_token(state, seat)
    passed = state.boards[seat].passed and state.phase != OVER
    return "".join(f", {mark}" for mark in [*marks, *[say("pavilion.alt.passed")] * passed])


def _hand_words(state: Pavilion, seat: Seat, say: Say) -> str:
    """The hand, the kept tiles of a seat that has passed, or after the end the goals."""
    player = state.boards[seat]
    if state.phase == OVER:
        goals = [(say(f"pavilion.goal.{goal}"), points) for goal, points in player.reached_goals(state.board_side)]
        earned = ", ".join(say("pavilion.alt.goal", goal=goal, points=points) for goal, points in goals)
        return say("pavilion.alt.goals", goals=earned or say("pavilion.alt.none"))
    key = "pavilion.alt.kept" if player.passed else "pavilion.alt.hand"
    return say(key, tiles=_tiles(player.corners if player.passed else player.hand, say))


def _star(state: Pavilion, board: Board, star: int, say: Say, key: str) -> str:
    """The covered spaces of a star, with their colors if the star has no color of its own."""
    cells = board.stars[star]
    where = say(f"pavilion.where.{state.side}-{STARS[star]}")
    known = star_color(state.side, star)
    laid = [
        str(slot) if known else f"{slot} {say(f'pavilion.color.{tile}')}"
        for slot, tile in enumerate(cells, 1)
        if tile != EMPTY
    ]
    return say(f"pavilion.alt.{key}", star=where, at=STARS[star], spaces=", ".join(laid) or say("pavilion.alt.none"))
