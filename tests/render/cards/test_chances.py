"""The picture of the chances to win and its alt text: what a person can tell from them. Knows no search."""

from __future__ import annotations

from itertools import combinations, pairwise

from bot.text.words import Words, languages
from render.cards import Chances, TurningPoint, chances_alt, draw_chances
from render.cards.chances import scene, seats_by_place
from render.cards.chances_plot import LINE_GAP, PLOT_RIM, POINT_RADIUS, TURN_RADIUS
from render.cards.parts import percent
from render.gallery.cards import chances
from render.looks.theme import load_chances_theme, theme_names
from render.pixels.letters import extent
from tests.cases import each
from tests.render.sight import EYES, apart, contrast

SAY = Words()
VIEWS = chances()
TWO, MORE = (tuple(name for name, view in VIEWS.items() if (len(view.names) == 2) == two) for two in (True, False))
SEATS = range(1, 7)
FAR = 11  # CIEDE2000 of the colors of any two lines; 10 is plainly different

every_view = each("name", VIEWS)
of_two = each("name", TWO)
of_more = each("name", MORE)
every_theme = each("theme", theme_names())
every_language = each("language", languages())

GAME = Chances(
    "Azul",
    ("Ana", "Béla"),
    ((0.5, 0.5), (0.52, 0.48), (0.7, 0.3), (0.62, 0.38), (0.29, 0.71), (0.34, 0.66), (0.0, 1.0)),
    (TurningPoint(3, 0, 0.29), TurningPoint(1, 1, 0.3)),
    (71, 96),
    (2, 1),
    (0, 3),
    reader=0,
    game="azul",
)


def drawn(name):
    return scene(VIEWS[name], SAY).shapes


def roles(shapes, start):
    return [shape for shape in shapes if shape.role.startswith(start)]


def centers(shapes):
    return [(shape.box.x + shape.box.w // 2, shape.box.y + shape.box.h // 2) for shape in shapes]


def spots(shape):
    """The points of a line in the picture."""
    found = [tuple(map(int, spot.split(","))) for spot in shape.cut.split()]
    return [(shape.box.x + x, shape.box.y + y) for x, y in found]


def lines(shapes, seats):
    """The points of the line of each seat in the picture, without the samples beside the names."""
    role = "line" if seats == 2 else "course"
    return [spots(next(shape for shape in shapes if shape.role == f"{role} {seat + 1}")) for seat in range(seats)]


def heights(shapes, view, seat):
    """The y of 100 % and that of 0 % for the line of a seat."""
    each = [shape.box.y + 1 for shape in shapes if shape.role == "level"]
    rows = 1 if len(view.names) == 2 else len(view.names)
    of_a_row = len(each) // rows
    at = 0 if rows == 1 else seats_by_place(view).index(seat)
    mine = each[at * of_a_row : (at + 1) * of_a_row]
    return min(mine), max(mine)


def inked(shape, theme):
    """The box of what is written or of the disc that it is written on."""
    if load_chances_theme("light", theme).looks[shape.role].form != "text":
        return shape.box.x, shape.box.y, shape.box.x + shape.box.w, shape.box.y + shape.box.h
    left, _, right, _ = extent(load_chances_theme("light", theme), shape)
    return shape.box.x + left, shape.box.y + 4, shape.box.x + right, shape.box.y + shape.box.h - 4


def rank(view, at):
    """Where the point of a turn comes among all of them: row by row where each seat has one."""
    return 0 if len(view.names) == 2 else seats_by_place(view).index(view.turns[at].seat)


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@every_view
def test_no_label_lies_on_another(name):
    labels = [shape for shape in drawn(name) if shape.text and not shape.role.startswith("frieze")]
    boxes = [(inked(shape, VIEWS[name].game), shape.text) for shape in labels]
    assert [(text, over) for (box, text), (other, over) in combinations(boxes, 2) if meet(box, other)] == []


@every_view
def test_every_seat_has_a_line_between_0_and_100_percent(name):
    shapes, view = drawn(name), VIEWS[name]
    beside = LINE_GAP / 2 if name in TWO else 0
    for seat, line in enumerate(lines(shapes, len(view.names))):
        top, bottom = heights(shapes, view, seat)
        assert all(top - PLOT_RIM < y < bottom + PLOT_RIM for _, y in line)
        assert [x for x, _ in line] == sorted(x for x, _ in line)
        for (_, y), moment in ((line[0], 0), (line[-1], -1)):
            aim = bottom - view.moments[moment][seat] * (bottom - top)
            assert abs(y - aim) <= beside + 1


def test_equal_chances_of_two_lie_side_by_side():
    even = Chances("Azul", ("Ana", "Béla"), ((0.5, 0.5),) * 9, (), (90, 90), (1, 1))
    (_, one), (_, other) = (line[0] for line in lines(scene(even, SAY).shapes, 2))
    assert abs(abs(one - other) - LINE_GAP) <= 1


@of_more
def test_each_of_more_seats_has_a_row_and_the_best_come_first(name):
    view = VIEWS[name]
    rows = [heights(drawn(name), view, seat) for seat in seats_by_place(view)]
    assert all(bottom < top for (_, bottom), (top, _) in pairwise(rows))
    names = [shape for shape in drawn(name) if shape.role in {"seat", "seat unnamed"}]
    assert [shape.box.y for shape in names] == sorted(shape.box.y for shape in names)


@of_more
def test_a_thin_line_in_each_row_is_the_best_of_the_others(name):
    shapes, view = drawn(name), VIEWS[name]
    _, *rivals = roles(shapes, "rival")
    for seat, line in zip(seats_by_place(view), map(spots, rivals), strict=True):
        top, bottom = heights(shapes, view, seat)
        for (_, y), moment in ((line[0], 0), (line[-1], -1)):
            best = max(chance for other, chance in enumerate(view.moments[moment]) if other != seat)
            assert abs(y - (bottom - best * (bottom - top))) <= 1


@every_view
def test_a_turn_is_a_point_on_the_line_of_the_seat_that_moved_with_its_number_beside_it(name):
    shapes, view = drawn(name), VIEWS[name]
    curves = lines(shapes, len(view.names))
    points, numbers = centers(roles(shapes, "turn spot")), [shape for shape in shapes if shape.role == "turn"]
    assert sorted(shape.text for shape in numbers) == [str(at + 1) for at in range(len(view.turns))]
    order = sorted(range(len(view.turns)), key=lambda at: rank(view, at))
    assert all(point in curves[view.turns[at].seat] for point, at in zip(points, order, strict=True))
    for (x, y), (across, down) in zip(points, centers(numbers), strict=True):
        assert abs(((x - across) ** 2 + (y - down) ** 2) ** 0.5 - (TURN_RADIUS + POINT_RADIUS)) < 2


@of_two
def test_a_line_bears_the_mark_that_stands_beside_the_name(name):
    shapes, view = drawn(name), VIEWS[name]
    curves = lines(shapes, len(view.names))
    _, bottom = heights(shapes, view, 0)
    for seat, line in enumerate(curves):
        on_line = [spot for spot in centers(roles(shapes, f"mark {seat + 1}")) if spot[1] < bottom + PLOT_RIM]
        assert len(roles(shapes, f"mark {seat + 1}")) == len(on_line) + 1, "one beside the name"
        assert len(on_line) >= 4
        assert all(line[0][0] <= x <= line[-1][0] for x, _ in on_line)


def test_marks_lie_apart_where_lines_do():
    spots = centers([shape for shape in drawn("two") if shape.role.startswith("mark")])
    assert all(abs(x - across) + abs(y - down) > 20 for (x, y), (across, down) in combinations(spots, 2))


def test_lines_of_two_differ_in_more_than_color():
    looks = load_chances_theme("light", "azul").looks
    assert looks["mark 1"].form != looks["mark 2"].form
    assert looks["line 1"].dash != looks["line 2"].dash


@every_theme
def test_lines_stand_out_from_the_panel(theme):
    colors = load_chances_theme(theme, "azul").colors
    least = 7 if theme == "contrast" else 4.5
    assert all(contrast(colors[f"line {seat}"], colors["panel"]) >= least for seat in SEATS)


@every_theme
@each("eye", EYES)
def test_every_two_lines_are_far_apart_for_every_eye(theme, eye):
    colors = load_chances_theme(theme, "azul").colors
    pairs = combinations([colors[f"line {seat}"] for seat in SEATS], 2)
    assert min(apart(one, other, eye) for one, other in pairs) >= FAR


@every_view
def test_beside_each_name_stand_the_number_of_the_seat_the_place_and_the_accuracy(name):
    view, shapes = VIEWS[name], drawn(name)
    for seat, accuracy in enumerate(view.accuracy):
        number = next(shape for shape in roles(shapes, "seat number") if shape.text == str(seat + 1))
        inside = [shape for shape in shapes if shape.box.overlap_area(beside(number)) and shape.text]
        told = "\t".join(shape.text for shape in inside)
        assert SAY("picture.place", n=view.places[seat]) in told
        assert (percent(accuracy / 100, SAY) if accuracy is not None else "–") in told
        assert (number.role == "seat number first") == (view.places[seat] == 1)


def beside(number):
    """What stands right of the number of a seat and a little below it."""
    return number.box.union(type(number.box)(number.box.x + 200, number.box.y, 240, number.box.h + 40))


def test_the_best_come_first_and_the_reader_is_outlined():
    shapes = scene(GAME, SAY).shapes
    assert [shape.text.partition("\t")[0] for shape in shapes if shape.role == "seat"] == ["Béla", "Ana"]
    (mine,) = roles(shapes, "mine")
    assert mine.box.overlap_area(next(shape for shape in shapes if shape.text.startswith("Ana\t")).box)


def test_the_mark_of_who_won_stands_at_the_end_of_the_line():
    line = lines(drawn("two"), 2)[0]
    assert line[-1] in centers(roles(drawn("two"), "mark 1"))
    even = Chances("Azul", ("Ana", "Béla"), ((0.5, 0.5),) * 9, (), (90, 90), (1, 1))
    one, other = (roles(scene(even, SAY).shapes, f"mark {seat}") for seat in (1, 2))
    ends = [max(shapes, key=lambda shape: shape.box.x * (shape.box.y < 420)).box for shapes in (one, other)]
    assert not ends[0].overlap_area(ends[1]), "of two who share it one stands above the other"


def test_a_thin_line_stands_where_a_round_begins():
    shapes, view = drawn("two"), VIEWS["two"]
    xs = [x for x, _ in lines(shapes, 2)[0]]
    assert [shape.box.x + 1 for shape in roles(shapes, "round")] == [xs[moment] for moment in view.rounds[1:]]
    labels = [shape.text for shape in shapes if shape.role == "tick note first"]
    assert labels[:5] == ["round 1", "2", "3", "4", "5"]
    assert roles(drawn("three"), "round") == []


@each(("decisions", "seats"), [(0, 2), (1, 6), (3, 6), (40, 2), (400, 6), (2000, 2)])
def test_a_game_of_any_length_is_drawn(decisions, seats):
    moments = tuple(tuple((1 + (at + seat) % seats) / (seats * (seats + 1) / 2) for seat in range(seats))
                    for at in range(decisions + 1))  # fmt: skip
    view = Chances("Azul", ("Ana",) * seats, moments, (), (None,) * seats, (1,) * seats)
    assert draw_chances(view, SAY).startswith(b"\x89PNG")
    shapes = scene(view, SAY).shapes
    assert len([shape for shape in shapes if shape.role.startswith("tick note")]) <= 22
    labels = [inked(shape, "") for shape in shapes if shape.role.startswith("tick note")]
    assert not any(meet(one, other) for one, other in combinations(labels, 2))


# what is told

TOLD = """\
Chances to win in Azul: 6 decisions, 2 seats.
Turning point 1: decision 4, Ana, 62 % before and 29 % after.
Turning point 2: decision 2, Béla, 48 % before and 30 % after.
Béla: place 1, accuracy 96 %.
Ana: place 2, accuracy 71 %.
At first nobody was clearly ahead.
From decision 3 Ana was ahead, with 70 % at most.
From decision 5 Béla was ahead, with 71 % at most."""
ELMONDVA = """\
Győzelmi esélyek, Azul: 6 döntés, 2 hely.
1. fordulópont: 4. döntés, Ana, esélye előtte 62%, utána 29%.
2. fordulópont: 2. döntés, Béla, esélye előtte 48%, utána 30%.
Béla: 1. hely, pontosság: 96%.
Ana: 2. hely, pontosság: 71%.
Eleinte senki sem állt egyértelműen az élen.
A 3. döntéstől Ana állt az élen, legfeljebb 70% eséllyel.
Az 5. döntéstől Béla állt az élen, legfeljebb 71% eséllyel."""


@each(("language", "told"), [("en", TOLD), ("hu", ELMONDVA)])
def test_the_alt_text_tells_the_turns_the_accuracy_and_who_was_ahead(language, told):
    assert chances_alt(GAME, Words(language)) == told


def test_an_alt_text_of_a_restless_game_tells_who_was_ahead_in_each_third():
    sway = [(0.8, 0.2) if at % 3 else (0.3, 0.7) for at in range(30)]
    view = Chances("Azul", ("Ana", "Béla"), (*sway, (0.0, 1.0)), (), (None, 80), (2, 1))
    assert chances_alt(view, SAY).splitlines()[1:] == [
        "Béla: place 1, accuracy 80 %.",
        "Ana: place 2, nothing to decide.",
        "The lead changed 19 times.",
        "In the first third Ana was ahead most of the time, with 80 % at most.",
        "In the second third Ana was ahead most of the time, with 80 % at most.",
        "In the last third Ana was ahead most of the time, with 80 % at most.",
    ]


@every_language
@each("length", [1, 32, 200, 900, 5000])
def test_an_alt_text_is_never_too_long_and_never_cut_inside_a_sentence(length, language):
    six = VIEWS["six"]
    view = Chances("Azul", ("n" * length,) * 6, six.moments, six.turns, six.accuracy, six.places)
    told = chances_alt(view, Words(language))
    assert 0 < len(told) <= 1000
    assert all(line.endswith(".") for line in told.splitlines())
    assert length > 32 or len(told.splitlines()) >= 10, "turns and seats have room"
