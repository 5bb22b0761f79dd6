"""Pictures of all cards, alt texts of leaderboards and profiles. Knows no ratings and no Discord."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.text.words import Words
from engine.games import GAMES
from render.cards import (
    LeaderboardRow,
    LeaderboardView,
    ProfileView,
    draw_leaderboard,
    draw_profile,
    leaderboard_alt,
    profile_alt,
)
from render.cards.leaderboard import MAX_ROWS
from render.cards.leaderboard import scene as leaderboard
from render.cards.parts import one_decimal
from render.cards.profile import GameLine, Outcome, duration_text
from render.gallery.cards import SAMPLE_COLUMNS, leaderboards, profiles
from render.looks.font import drawable_name
from render.looks.theme import load_card_theme, theme_names
from render.pixels.paint import TRANSPARENT_INDEX, _ground_picture, _sprites
from tests.cases import each
from tests.render.shapes import misplaced_shapes
from tests.scenes.__main__ import HERE
from tests.scenes.cards import PICTURES, cards, drawn, looks, painted

SAY = Words()
CARDS = cards()
BOARDS = {name: view for name, view in CARDS.items() if isinstance(view, LeaderboardView)}
PROFILES = {name: view for name, view in CARDS.items() if isinstance(view, ProfileView)}
LEAST = 7 * 1200 / 350  # board units of a text that can be read where the picture is 350 wide, as on a phone
HIGHEST = 820  # a little more than 3:2; what is higher is shown smaller

every_theme = each("theme", theme_names())


def texts(scene):
    return [part for shape in scene.shapes for part in shape.text.split("\t") if part]


def crowd(people, **facts):
    figures = {"games": 20, "streak": 3, "best": 80}
    rows = tuple(LeaderboardRow(at + 1, f"Person {at}", 30 - at, 1, 20, 9, figures) for at in range(people))
    return LeaderboardView("Azul", "all time", rows[:MAX_ROWS], columns=SAMPLE_COLUMNS, **facts)


def test_a_card_is_as_it_was():
    for name in CARDS:
        assert str(drawn(name, SAY)) == (HERE / f"{name}.txt").read_text("utf-8"), name


@each(("name", "theme"), PICTURES)
def test_a_picture_of_a_card_is_as_it_was(name, theme):
    file = painted(name, SAY, theme)
    assert is_small(file)
    picture = Image.open(BytesIO(file)).convert("RGB")
    golden = Image.open(HERE / f"{name}_{theme}.png").convert("RGB")
    assert picture.size == golden.size
    assert max(ImageStat.Stat(ImageChops.difference(picture, golden)).mean) < 0.5


def test_a_card_is_a_small_file_of_few_colors():
    """Those of golden pictures are checked beside what they look like."""
    other = CARDS.keys() - {name for name, _ in PICTURES}
    assert {name for name in other if not is_small(painted(name, SAY, "light"))} == set()


def is_small(file):
    """Whether the file of a card is small, of few colors, as wide as all are and not too high."""
    image = Image.open(BytesIO(file))
    sizes = len(file) <= 60 * 1024, len(image.getcolors(256)) <= 200, image.height <= HIGHEST
    return (image.mode, image.width) == ("P", 1200) and all(sizes)


def test_every_shape_of_a_card_lies_in_it_and_has_a_look():
    for name in CARDS:
        scene = drawn(name, SAY)
        assert misplaced_shapes(scene.ground, scene.shapes, [looks(name, theme) for theme in theme_names()]) == [], name


def test_texts_of_a_card_can_be_read_on_a_phone_and_the_font_can_draw_them():
    for name in CARDS:
        scene, roles = drawn(name, SAY), looks(name, "light")
        for shape in scene.shapes:
            look = roles[shape.role]
            if shape.text and not shape.role.startswith("face"):  # the first letter of what stands beside it
                assert max(look.size, look.scale * shape.box.h) >= LEAST, (name, shape)
                assert "\t" not in shape.text or roles[look.caption].size >= LEAST, (name, shape)
        assert [text for text in texts(scene) if not drawable_name(text)] == [], name


def test_every_person_of_a_board_has_a_line_or_is_counted():
    for name, view in BOARDS.items():
        told = texts(drawn(name, SAY))
        for row in view.rows:
            assert (drawable_name(row.name) in told) == bool(drawable_name(row.name)), name
            assert str(row.place) in told, name
            assert one_decimal(row.rating, SAY) in told, name
        shown = [row for row in view.provisional if row.name in told]
        if len(shown) < len(view.provisional):
            label = SAY("leaderboard_picture.unsettled")
            more = len(view.provisional) - len(shown)
            assert SAY("leaderboard_picture.label_more", label=label, n=more) in told, name


def test_names_without_letters_are_left_to_the_text():
    scene = drawn("leaderboard_scripts", SAY)
    unread = [row.name for row in BOARDS["leaderboard_scripts"].rows if not drawable_name(row.name)]
    assert len(unread) == 5
    assert texts(scene).count(SAY("leaderboard_picture.unnamed")) == 5
    assert len([shape for shape in scene.shapes if shape.role.startswith("tile")]) == 5, "a tile in place of a letter"
    told = leaderboard_alt(BOARDS["leaderboard_scripts"], SAY)
    assert all(name in told for name in unread)


def test_the_longest_name_is_cut_and_leaves_the_columns_alone():
    wide, short = (replace(crowd(1), rows=(LeaderboardRow(1, name, 25.0, 0, 20, 9),)) for name in ("W" * 32, "l"))
    one, other = (Image.open(BytesIO(draw_leaderboard(view, SAY))).convert("RGB") for view in (wide, short))
    left, _, right, _ = ImageChops.difference(one, other).getbbox()
    assert left > 150
    assert right <= 572


@each(("settled", "gray", "lines"), [(0, 1, 1), (2, 6, 6), (11, 9, 4), (12, 3, 3), (13, 9, 0), (15, 2, 0)])
def test_people_who_are_not_settled_have_lines_while_there_is_room(settled, gray, lines):
    some = tuple(LeaderboardRow(None, f"New {at}", 20.0, games=1, provisional=True) for at in range(gray))
    scene = leaderboard(crowd(settled, provisional=some), SAY)
    assert len([shape for shape in scene.shapes if shape.role == "person unsettled"]) == lines
    assert len([shape for shape in scene.shapes if shape.role == "short"]) == (0 if lines else min(3, gray))


def test_the_own_line_is_outlined_once_wherever_it_is():
    own = LeaderboardRow(1000, "Ida", 3.1, games=9)
    among = crowd(3)
    among = replace(among, rows=(replace(among.rows[0], mine=True), *among.rows[1:]))
    for view in (among, crowd(15, own=own), crowd(0, own=own), crowd(2, provisional=(replace(own, mine=True),))):
        scene = leaderboard(view, SAY)
        assert [shape.role for shape in scene.shapes].count("mine") == 1
        assert texts(scene).count(SAY("leaderboard_picture.you")) == 1
    assert [shape.role for shape in leaderboard(crowd(3), SAY).shapes].count("mine") == 0


def test_only_who_has_a_place_among_the_first_three_has_a_hexagon():
    roles = [shape.role for shape in leaderboard(crowd(15), SAY).shapes]
    assert (roles.count("place first"), roles.count("place next"), roles.count("place")) == (1, 2, 12)
    shared = replace(crowd(2), rows=tuple(replace(row, place=1) for row in crowd(2).rows))
    assert [shape.role for shape in leaderboard(shared, SAY).shapes].count("place first") == 2


@each("change", [0, 3, -2])
def test_a_change_of_place_has_a_direction_and_a_number(change):
    scene = leaderboard(replace(crowd(1), rows=(LeaderboardRow(4, "Ben", 20.0, change),)), SAY)
    wedges = [shape.cut for shape in scene.shapes if shape.role.startswith("moved ") and not shape.text]
    assert wedges == {0: [], 3: ["up"], -2: ["down"]}[change]
    assert [shape.text for shape in scene.shapes if shape.role == "moved by"] == ([str(abs(change))] if change else [])


@each("name", ["leaderboard_ten", "leaderboard_one", "leaderboard_thousand"])
def test_figures_of_the_picture_are_in_the_alt_text(name):
    view, told = BOARDS[name], leaderboard_alt(BOARDS[name], SAY).splitlines()
    rows = [*view.rows, *([view.own] if view.own else [])]
    for row in rows:
        line = next(line for line in told if f"{row.place}. {row.name} " in line)
        assert one_decimal(row.rating, SAY) in line
        assert SAY("leaderboard_picture.told_games", n=row.games, wins=row.wins) in line


@each("length", [1, 32, 200, 900, 5000])
@each("people", [0, 1, 15])
def test_an_alt_text_is_never_too_long_and_never_cut_inside_a_row(length, people):
    figures = {"games": 1204, "streak": 14, "best": 117}
    rows = tuple(LeaderboardRow(at + 1, "n" * length, 1000.5, -12, 1204, 602, figures) for at in range(people))
    few = {"figures": {"games": 2}, "provisional": True}
    gray = tuple(LeaderboardRow(None, "g" * length, 3.0, **few) for _ in range(40 * people))
    own = LeaderboardRow(16, "Me", 2.0, figures={"games": 3})
    view = LeaderboardView("Azul", "all time", rows, own, gray, columns=SAMPLE_COLUMNS)
    told = leaderboard_alt(view, SAY)
    assert 0 < len(told) <= 1000
    head, *lines = told.splitlines()
    assert head == "Leaderboard of Azul, all time."
    assert lines[-1] == "Your row: 16. Me 2.0, 0 of 3 won"
    entries = [line for line in lines[:-1] if "no room" not in line]
    ends = ("5", "won", "up 12", "down 12", "14 in a row", "best 117", "3.0")
    assert all(line.endswith(ends) for line in entries)
    more = [line for line in lines if "no room" in line]
    missing = len(rows) + len(gray) - len(entries)
    assert more == ([SAY("leaderboard_picture.more", n=missing)] if missing else [])


def test_an_alt_text_leaves_out_even_the_own_row_when_a_name_fills_it():
    view = LeaderboardView("Azul", "all time", (), LeaderboardRow(1, "n" * 5000, 1.0))
    assert leaderboard_alt(view, SAY) == "Leaderboard of Azul, all time."


def test_a_profile_is_told_in_whole_sentences():
    for name, view in PROFILES.items():
        told = profile_alt(view, SAY)
        assert len(told) <= 1000, name
        assert all(line.endswith(".") for line in told.splitlines()), name
        for line in (view.chosen, *view.by_game):
            assert line is None or f"{line.title} {one_decimal(line.rating, SAY)}" in told, name


def test_a_profile_that_is_too_long_is_told_in_part():
    lines = tuple(GameLine("t" * 80, 20.0, games=4, wins=1) for _ in range(30))
    told = profile_alt(ProfileView("Ida", "all time", None, lines, last=(Outcome(1.0, 1, 2, 9),)), SAY)
    assert 900 < len(told) <= 1000
    assert set(told.splitlines()[1:-1]) == {f"{'t' * 80} 20.0, 1 of 4 won."}
    assert told.endswith("Rank 1 of 2 with 9 points, +1.0.")


def test_a_profile_shows_its_key_figures():
    view = profiles()["azul"]
    told = texts(drawn("profile_azul", SAY))
    for text in ("Zsófi", "31", "42 %", "5 h", "4 : 3", "place 3 here", "place 112 everywhere", "best score 104"):
        assert text in told
    assert [shape.role for shape in drawn("profile_azul", SAY).shapes].count("chip won") == len(
        [one for one in view.last if one.rank == 1]
    )


def test_a_profile_of_all_games_counts_them_together():
    view = profiles()["all"]
    told = texts(drawn("profile_all", SAY))
    assert str(sum(line.games for line in view.by_game)) in told
    assert all(line.title in told for line in view.by_game)


@each(
    ("seconds", "told"),
    [(0, "0 s"), (59.4, "59 s"), (60, "1 min"), (3599, "60 min"), (5.2 * 3600, "5 h"), (172800, "2 days")],
)
def test_a_mean_time_is_told_in_one_unit(seconds, told):
    assert duration_text(seconds, SAY) == told


def test_numbers_are_written_as_the_language_does():
    assert [one_decimal(value, SAY) for value in (24.06, -3.2, 0.0)] == ["24.1", "−3.2", "0.0"]
    assert one_decimal(24.06, Words("hu")) == "24,1"


@every_theme
def test_the_frieze_shows_the_tiles_of_the_game(theme):
    for game in ("", *GAMES):
        cards = load_card_theme(theme, game)
        assert len(cards.palette) == len(set(cards.palette)) <= TRANSPARENT_INDEX, game
        tiles = {role: look for role, look in cards.looks.items() if role.startswith("frieze")}
        assert len({look.fill for look in tiles.values()}) >= 4, game
        assert all(look.motif for look in tiles.values()), game


def test_a_game_without_tiles_has_the_frieze_of_all_games():
    assert load_card_theme("dark", "shared") is load_card_theme("dark", "")


@each(("theme", "game"), [("no such theme", "azul"), ("light", "no such game")])
def test_a_theme_or_game_that_is_not_there_is_a_key_error(theme, game):
    for draw, view in ((draw_leaderboard, leaderboards()["one"]), (draw_profile, profiles()["none"])):
        with pytest.raises(KeyError):
            draw(replace(view, game=game), SAY, theme)


def test_neither_curves_nor_the_grounds_of_cards_are_kept():
    view = profiles()["long"]
    draw_profile(view, SAY)
    before = _sprites.cache_info().currsize, _ground_picture.cache_info().currsize
    curve = tuple((day, 50 - value) for day, value in view.chosen.curve)
    draw_profile(replace(view, chosen=replace(view.chosen, curve=curve)), SAY)
    levels = 4 * 2  # the hairline and the number of each may be new
    assert _sprites.cache_info().currsize - before[0] <= levels
    assert _ground_picture.cache_info().currsize == before[1]


def test_an_alt_text_tells_who_fell_and_who_rose():
    rows = (
        LeaderboardRow(1, "Ana", 30, change=2),
        LeaderboardRow(2, "Ben", 20, change=-3),
        LeaderboardRow(3, "Cleo", 10),
    )
    told = leaderboard_alt(LeaderboardView("Azul", "", rows), SAY).splitlines()[1:]
    assert [SAY("leaderboard_picture.told_up", n=2) in line for line in told] == [True, False, False]
    assert [SAY("leaderboard_picture.told_down", n=3) in line for line in told] == [False, True, False]
    assert told[2] == SAY("leaderboard_picture.told_place", place=3, name="Cleo", rating="10.0")


def test_an_alt_text_tells_where_a_curve_began_and_ended():
    line = GameLine("Azul", 22, games=4, wins=1, curve=((1, 25.0), (2, 19.5), (3, 28.0), (4, 22.0)))
    told = profile_alt(ProfileView("Ida", chosen=line), SAY)
    assert SAY("profile_picture.told_curve", first="25.0", least="19.5", most="28.0", now="22.0") in told
