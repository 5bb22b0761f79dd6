"""What is played of what people have prepared, and when not. Most of it is tested through the services."""

from __future__ import annotations

from dataclasses import replace

from bot.logic.automatic_moves import play_prepared_turns
from engine import GAMES
from tests.bot.services.test_prepared_moves import far_apart, offered, others, prepare
from tests.bot.support.rooms import ANA, BEN, random_move


async def test_nothing_prepared_is_played_while_the_game_is_paused(backend):
    """No way leads there today: whoever is to move has nothing prepared, and nobody moves in a pause."""
    backend.wire(lambda: "a seed", GAMES, random_move)  # deals every table alike
    room, alike = await backend.table(ANA, BEN, game="azul"), await backend.table(ANA, BEN, game="azul")
    (second,) = others(room)
    text = (await offered(backend, room, second))[0]
    await prepare(backend, room, second, text)
    kept = await backend.store.load(room.id)
    later = await backend.store.load((await backend.move(alike, far_apart(alike, [text]))).id)
    called = replace(later, prepared=kept.prepared)
    assert play_prepared_turns(called, GAMES["azul"], 9.0).log[-1].trigger == "prepared"
    paused = replace(called, paused=8.0)
    assert play_prepared_turns(paused, GAMES["azul"], 9.0) == paused
