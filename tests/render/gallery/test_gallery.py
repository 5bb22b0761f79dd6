"""The folder of pictures to look at. Knows no positions."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import islice

from PIL import Image

from bot.screens.leaderboard import TALLY_COLUMNS
from engine.games import GAMES
from render.gallery.__main__ import cards, main
from render.gallery.cards import leaderboards
from render.gallery.games import SAMPLE_PEOPLE, say
from render.looks.theme import theme_names
from render.pixels.paint import shrink_picture

THEMES = theme_names()[::2]  # those that differ most


def opened(path):
    return Image.open(BytesIO(path.read_bytes()))


def test_it_holds_every_size_of_table_in_every_theme_by_both_painters_on_one_page(tmp_path, monkeypatch):
    monkeypatch.setitem(GAMES, "azul", replace(GAMES["azul"], seats=range(2, 4)))
    monkeypatch.setattr("render.gallery.__main__.theme_names", lambda: THEMES)
    main(tmp_path, ["azul"])
    for seats in (2, 3):
        for moment in ("opening", "middle", "end"):
            for theme in THEMES:
                whole, small = (tmp_path / f"azul_{seats}_{moment}_{theme}{end}.png" for end in ("", "_525"))
                assert opened(whole).width == 1200
                assert opened(small).width == 525
            assert opened(tmp_path / f"azul_{seats}_{moment}_gray_525.png").mode == "L"
        assert opened(tmp_path / f"azul_{seats}_close_light_360.png").width == 360
        for shown in (tmp_path / f"azul_{seats}_{kind}_{theme}" for kind in ("middle", "close") for theme in THEMES):
            fonts = re.findall(r'url\("([^"]+)"\)', shown.with_suffix(".svg").read_text("utf-8"))
            assert shown.with_suffix(".png").exists()
            assert all((tmp_path / font).exists() for font in fonts) and len(fonts) == 6
    assert opened(tmp_path / "azul_2_film.gif").is_animated
    for values in GAMES["azul"].options.values():
        assert all((tmp_path / f"azul_2_{value}_light.png").exists() for value in values[1:])
    page = (tmp_path / "index.html").read_text("utf-8")
    files = re.findall(r'(?:src|data)="([^"]+)"', page)
    assert len(files) > 30
    assert all((tmp_path / name).exists() for name in files)
    assert "http" not in page


def test_it_holds_leaderboards_in_every_theme_and_in_gray():
    written = dict(islice(cards(), 2 * len(theme_names()) + 1))
    assert {name.removeprefix("leaderboard_none_") for name in written} == {
        *(f"{theme}{end}.png" for theme in theme_names() for end in ("", "_525")),
        "gray_525.png",
    }


def test_its_leaderboards_have_the_columns_of_the_bot():
    assert {view.columns for view in leaderboards().values()} == {tuple(TALLY_COLUMNS)}


def test_a_picture_shrinks_as_a_whole():
    file = BytesIO()
    Image.new("P", (120, 60)).save(file, "PNG")
    assert Image.open(BytesIO(shrink_picture(file.getvalue(), 50))).size == (50, 25)


def test_samples_have_names_and_words():
    assert len(SAMPLE_PEOPLE) == max(game.seats[-1] for game in GAMES.values())
    assert say("azul.picture.round", round=3) == "round 3"
