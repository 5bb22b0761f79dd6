"""The folder of pictures to look at. Knows no positions."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image

from engine.games import GAMES
from render.gallery.__main__ import cards, main
from render.gallery.games import PEOPLE, say
from render.looks.theme import names
from render.pixels.paint import shrunk


def opened(path):
    return Image.open(BytesIO(path.read_bytes()))


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery")
    main(folder, ["azul"])
    return folder


def test_it_holds_every_size_of_table_in_every_theme_and_in_gray(gallery):
    for seats in GAMES["azul"].seats:
        for moment in ("opening", "middle", "end"):
            for theme in names():
                whole, small = (gallery / f"azul_{seats}_{moment}_{theme}{end}.png" for end in ("", "_525"))
                assert opened(whole).width == 1200
                assert opened(small).width == 525
            assert opened(gallery / f"azul_{seats}_{moment}_gray_525.png").mode == "L"
        assert opened(gallery / f"azul_{seats}_close_light_360.png").width == 360
    assert opened(gallery / "azul_2_film.gif").is_animated


def test_it_shows_both_painters_side_by_side(gallery):
    for seats in GAMES["azul"].seats:
        for shown in ("middle", "close"):
            for theme in names():
                drawn = (gallery / f"azul_{seats}_{shown}_{theme}.svg").read_text("utf-8")
                fonts = re.findall(r'url\("([^"]+)"\)', drawn)
                assert (gallery / f"azul_{seats}_{shown}_{theme}.png").exists()
                assert all((gallery / font).exists() for font in fonts) and len(fonts) == 6


def test_it_holds_leaderboards_in_every_theme_and_in_gray():
    written = dict(islice(cards(), 2 * len(names()) + 1))
    assert {name.removeprefix("leaderboard_none_") for name in written} == {
        *(f"{theme}{end}.png" for theme in names() for end in ("", "_525")),
        "gray_525.png",
    }


def test_its_page_shows_files_that_are_there(gallery):
    page = (gallery / "index.html").read_text("utf-8")
    shown = re.findall(r'(?:src|data)="([^"]+)"', page)
    assert len(shown) > 30
    assert all((gallery / name).exists() for name in shown)
    assert "http" not in page


def test_every_option_is_shown(gallery):
    for values in GAMES["azul"].options.values():
        for value in values[1:]:
            assert (gallery / f"azul_2_{value}_light.png").exists()


def test_a_picture_shrinks_as_a_whole():
    file = BytesIO()
    Image.new("P", (120, 60)).save(file, "PNG")
    assert Image.open(BytesIO(shrunk(file.getvalue(), 50))).size == (50, 25)


def test_samples_have_names_and_words():
    assert len(PEOPLE) == max(game.seats[-1] for game in GAMES.values())
    assert say("azul.picture.round", round=3) == "round 3"
