"""What was drawn before anybody asked: the first picture of a game finds all its parts."""

from bot.app.main import warm_up_drawing
from bot.text.words import Words
from engine import GAMES, Table
from render import draw, has_pictures
from render.pixels import paint


async def test_the_first_pictures_after_the_start_make_no_part_anew():
    for cache in (paint._sprites, paint._ground_picture):
        cache.cache_clear()
    await warm_up_drawing()
    for key, game in GAMES.items():
        for seats in game.seats if has_pictures(key) else ():
            before = paint._ground_picture.cache_info().misses, paint._sprites.cache_info().misses
            names = [f"{seat + 1}" for seat in range(seats)]
            draw(Table.new(game, seats, {}, "another").view(None), names, Words())
            assert paint._ground_picture.cache_info().misses == before[0], (key, seats)
            assert paint._sprites.cache_info().misses - before[1] <= 8, "another deal has some tiles of its own"


async def test_a_fault_while_drawing_ahead_is_logged_and_ends_nothing(monkeypatch, caplog):
    monkeypatch.setattr(
        "bot.app.main.WARM_UP_MOVES", None
    )  # no number of moves, so the middle of a game is never reached
    await warm_up_drawing()
    assert [record.message for record in caplog.records if record.exc_info] == ["drawing ahead failed"]
