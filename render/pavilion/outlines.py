"""Outlines of the last moves in the picture of Summer Pavilion. Knows nothing about pixels and texts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core import Event, Seat
from engine.games.pavilion import Pavilion
from engine.games.pavilion.moves import DRAFTING
from engine.games.pavilion.sets import COLORS, ORNAMENTS, STARS, Space
from render.parts import BADGE_SIZE, GAIN_DIGIT_WIDTH, GAIN_PADDING, TRUE_MINUS, ring, square
from render.pavilion.places import COUNT_GAP, BoardPlaces, Places
from render.scene import Box, Changes, Shape

OUTLINE_WIDTH = 6  # board units from the edge of a tile to the outer edge of its outline
HALO_WIDTH = 7  # board units from the edge of an ornament to the outer edge of its halo
COUNT_DIGIT_WIDTH = 0.3  # width of each digit of a count beside a tile, relative to the height of the tile
TOPMOST_ROLES = ("badge", "gain")
BADGE_MARGIN = 2  # board units from badges to the border of the picture
TILE_MARGIN = 8  # board units from tiles to the border of their panel


@dataclass
class Trace:
    """The visible effects of one move on one seat."""

    move: int  # its number, from 1
    seat: Seat  # 0-based
    source: str = ""  # the source that the move took tiles from, "" if that source has been filled again
    spaces: list[Space] = field(default_factory=list)  # the spaces on which the move laid tiles
    ornaments: list[int] = field(default_factory=list)  # indices in ORNAMENTS of the ornaments that the move surrounded
    colors: str = ""  # the colors that the move added to the hand
    passed: bool = False  # whether the seat passed
    points: int = 0  # gained, or lost if negative


@dataclass
class _TraceReader:
    """Reads moves from last to first. `cleared`: seats whose hands were cleared or refilled after the current move."""

    state: Pavilion
    cleared: set[Seat]
    marked: set[tuple[Seat, str]]
    dealt: bool = False

    def read(self, move: int, events: Sequence[Event]) -> Iterator[Trace]:
        """The traces of this move, one for each seat; all later moves must have been read."""
        found: dict[Seat, Trace] = {}
        for event in reversed(events):
            if event.kind in ("round", "over"):
                self.dealt = True
                self.cleared = set(range(len(self.state.boards)))
            elif event.seat >= 0:
                self._read_event(found.setdefault(event.seat, Trace(move, event.seat)), event)
        for trace in found.values():
            if trace.source or trace.spaces or trace.colors or trace.passed:
                yield trace

    def _read_event(self, trace: Trace, event: Event) -> None:
        facts = event.facts
        seat = event.seat
        match event.kind:
            case "place":
                trace.spaces.append((STARS.index(str(facts["star"])), int(facts["slot"]) - 1))
                trace.points = int(facts["points"])
            case "feature":
                star = STARS.index(str(facts["where"]).partition("-")[2])
                trace.ornaments += [
                    at
                    for at, ornament in enumerate(ORNAMENTS)
                    if (ornament.kind, ornament.star) == (facts["what"], star)
                ]
            case "token" | "pass" if seat not in self.cleared:
                trace.points = -int(facts["lost"])
                if event.kind == "pass":
                    trace.passed = True
                    self.cleared.add(seat)
            case "bonus" if seat not in self.cleared:
                self._mark_colors(trace, str(facts["tiles"]))
            case "draft" if seat not in self.cleared:
                self._mark_colors(trace, str(facts["color"]) + str(facts["wild"]) * bool(facts["wilds"]))
                trace.source = str(facts["source"]) if self.state.phase == DRAFTING and not self.dealt else ""

    def _mark_colors(self, trace: Trace, tiles: str) -> None:
        """Mark the colors that are still in the hand and were not added by a later move."""
        hand = self.state.boards[trace.seat].hand
        for color in COLORS:
            if color in tiles and color in hand and (trace.seat, color) not in self.marked:
                self.marked.add((trace.seat, color))
                trace.colors += color


def traces(state: Pavilion, changes: Changes) -> list[Trace]:
    """The traces of the moves that are still visible, oldest first."""
    reader = _TraceReader(state, set(), set())
    found = [list(reader.read(move, events)) for move, events in reversed(list(enumerate(changes, 1)))]
    return [trace for of_move in reversed(found) for trace in of_move]


def outlines(marks: Sequence[Trace], state: Pavilion, boxes: Places, *, numbered: bool) -> list[Shape]:
    """The outlines of all moves, and on top of them the number and the points of each move, once."""
    found: list[Shape] = []
    for mark in marks:
        board = state.boards[mark.seat]
        places = boxes.seats[mark.seat]
        notes = str(mark.move) if numbered else "", gain_text(mark.points)
        found += ornament_halos(mark.ornaments, places)
        found += tile_rings(mark.spaces, board.stars, places, notes)
        if not mark.spaces:
            found += hand_rings(mark, board.hand, boxes.hands[mark.seat], boxes.trays[mark.seat], notes)
    found = [shift_inside(shape, boxes.ground.width) if shape.role in TOPMOST_ROLES else shape for shape in found]
    return sorted(found, key=lambda shape: shape.role in TOPMOST_ROLES)


def shift_inside(shape: Shape, width: int) -> Shape:
    """The shape, moved sideways as far as needed to be inside a picture of this width."""
    box = shape.box
    return shape._replace(box=box._replace(x=min(max(box.x, BADGE_MARGIN), width - box.w - BADGE_MARGIN)))


def gain_text(points: int) -> str:
    """Points as text with their sign; "" for 0."""
    return f"{'+' if points > 0 else TRUE_MINUS}{abs(points)}" if points else ""


def hand_rings(mark: Trace, held: str, boxes: Mapping[str, Box], tray: Box, notes: tuple[str, str]) -> Iterator[Shape]:
    """Rings around the colors added to the hand, adjacent ones in one ring; after a pass, one around the whole hand."""
    label, gain = notes
    rooms = [tray.inset(6)] if mark.passed else []
    for color in mark.colors:
        number = held.count(color)
        tile = boxes[color]
        digits = COUNT_GAP + round(COUNT_DIGIT_WIDTH * tile.h * len(str(number))) if number > 1 else 0
        room = Box(tile.x, tile.y, tile.w + digits, tile.h)
        beside = bool(rooms) and COLORS.index(color) > 0 and COLORS[COLORS.index(color) - 1] in mark.colors
        rooms = [*rooms[:-1], rooms[-1].union(room)] if beside else [*rooms, room]
    for room in rooms:
        yield from ring(room, label, "ring tight", gain)
        label = gain = ""


def ornament_halos(found: Sequence[int], places: BoardPlaces) -> Iterator[Shape]:
    """A halo around each ornament that was surrounded."""
    for at in found:
        box = places.ornaments[at]
        yield Shape("halo", square(box.x + box.w // 2, box.y + box.h // 2, box.w // 2 + HALO_WIDTH))
        yield Shape(f"{ORNAMENTS[at].kind} lit", box)


def tile_rings(
    spaces: Sequence[Space], stars: Sequence[str], places: BoardPlaces, notes: tuple[str, str]
) -> Iterator[Shape]:
    """A ring around each new tile, and at the outer tip of the tile the number of the move and the points."""
    label, gain = notes
    for star, slot in spaces:
        petal = places.petals[star][slot]
        yield Shape("petal ring", petal.enlarged_box(OUTLINE_WIDTH), cut=petal.cut)
        yield Shape(f"tile {stars[star][slot]}", petal.box, cut=petal.cut)
        yield Shape("star", places.names[star], STARS[star])
        wide = GAIN_PADDING + GAIN_DIGIT_WIDTH * len(gain)
        across = wide + (BADGE_SIZE - 4 if label else 0)
        x = min(
            max(petal.tip[0] - across // 2, places.panel.x + TILE_MARGIN),
            places.panel.x + places.panel.w - TILE_MARGIN - across,
        )
        y = petal.tip[1] - BADGE_SIZE // 2
        yield Shape("gain", Box(x + across - wide, y, wide, BADGE_SIZE), gain)
        if label:
            yield Shape("badge", Box(x, y, BADGE_SIZE, BADGE_SIZE), label)
