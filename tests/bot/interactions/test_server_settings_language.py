"""A server that chose its language or look: what everybody reads there, and what one person reads."""

from __future__ import annotations

from tests.bot.flows.test_deadlines import DAY, begun, passes
from tests.bot.interactions.test_server_settings import decide, refused
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.tessera import first_answers, says

HUNGARIAN, ENGLISH = "language: magyar", "language: English"


async def test_lobby_table_and_end_speak_the_servers_language_and_each_person_their_own(
    local, running_bot, ana, ben, games
):
    await decide(ana, local, "language", label=HUNGARIAN)
    lobby = await ben.command("play", channel=games, game="azul")
    assert "Akkor indul" in lobby.text
    await ana.press(lobby.message, label="Csatlakozom")
    ben.locale("fr")  # a language without words: the server's counts in private
    assert "Csempés játékok" in (await ben.command("help", channel=games)).text
    assert "Tile games" in (await ana.command("help", channel=games)).text
    await ben.press(lobby.message, label=next(one for one in lobby.buttons if one.startswith("Indítás")))
    table = await ana.until(says("te jössz"))
    look = await ben.press((await ben.command("me", channel=games)).message, label="Kinézet")
    await ben.choose(look.message, custom_id="wish:look:language", labels=["English"])
    assert "Tile games" in (await ben.command("help", channel=games)).text
    more = await ana.press(table, label="Több")
    page = await ana.choose(more.message, values=["resign"])
    assert "Resign" in page.buttons
    await ana.press(page.message, label="Resign")
    ended = await ana.until(says("vége"))
    assert "final" not in text(ended)


async def test_open_tables_are_shown_again_in_another_language_or_look_and_call_nobody(
    local, running_bot, ana, ben, games
):
    lobby = await ana.command("play", channel=games, game="azul")
    await running_bot.table(ana, ben)
    table = await ana.until(says("your turn"))
    await running_bot.later(minutes=90)
    await decide(ana, local, "language", label=HUNGARIAN)
    await running_bot.restart()
    posted = len(local.requests("POST", f"/channels/{games}/messages"))
    await running_bot.client.messages.sweep()
    now = await ana.until(lambda m: m["id"] == table["id"] and "te jössz" in text(m))
    assert "Lépek" in buttons(now)
    await ana.until(lambda m: m["id"] == lobby.message["id"] and "Akkor indul" in text(m))
    await running_bot.client.messages.wait_until_idle(5)
    assert await running_bot.rooms.list_due_rooms() == []
    before = local.blob(now["attachments"][0])
    await decide(ana, local, "theme", label="dark pictures")
    await running_bot.client.messages.sweep()
    await ana.until(lambda m: m["id"] == table["id"] and local.blob(m["attachments"][0]) != before)
    assert len(local.requests("POST", f"/channels/{games}/messages")) == posted
    assert not any(one.call.body.get("allowed_mentions", {}).get("users") for one in edits(local, games))


async def test_reminders_and_results_in_channels_speak_the_servers_language(local, timed_bot, clock, ana, ben, games):
    await begun(timed_bot, ana, ben)
    await decide(ana, local, "announce", values=[local.channel("tables")])
    await decide(ana, local, "language", label=HUNGARIAN)
    await timed_bot.client.messages.sweep()
    await timed_bot.shown()
    await passes(timed_bot, clock, 0.75 * DAY)
    await ana.until(says("rád vár"))
    room = await timed_bot.services.table_actions.resign(1, ana.id, 1)
    timed_bot.client.messages.wake(room.id)
    result = await ana.until(lambda m: int(m["channel_id"]) == local.channel("tables"))
    assert ("véget ért" in text(result), "is over" in text(result)) == (True, False)


async def test_a_post_that_is_repeated_after_another_language_was_chosen_speaks_that(
    local, running_bot, ana, ben, games
):
    await running_bot.table(ana, ben)
    table = await ana.until(says("your turn"))
    await running_bot.shown()
    acting = next(one for one in (ana, ben) if one.mention in text(table))
    preview = await first_answers(acting, await acting.press(table, label="Play"))
    local.faults.cut("POST", f"/channels/{games}/messages", after=True)
    await acting.press(preview.message, label="Play it")
    first = await ana.until(lambda m: "your turn" in text(m) and m["id"] != table["id"])
    await decide(ana, local, "language", label=HUNGARIAN)
    await running_bot.restart()
    await running_bot.shown()
    now = await ana.until(lambda m: m["id"] == first["id"] and "te jössz" in text(m))
    assert "Lépek" in buttons(now)
    assert len([m for m in ana.sees(games) if "Lépek" in buttons(m)]) == 1


async def test_a_choice_that_changes_nothing_shows_nothing_again(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    await ana.until(says("your turn"))
    await local.quiet()
    for key, label in (("language", ENGLISH), ("threads", "threads: one for each table")):
        await decide(ana, local, key, label=label)
        assert await running_bot.rooms.list_due_rooms() == []


async def test_results_are_told_only_where_tessera_may_write(local, running_bot, ana, games):
    other = local.channel("tables")
    local.forbid(other, "send_messages")
    reply = await decide(ana, local, "announce", values=[other])
    assert refused(reply, "unheard", rights="Send Messages")
    assert (await running_bot.services.servers.load_settings(local.guild)).announce is None
    local.forbid(other)
    await decide(ana, local, "announce", values=[other])
    assert (await running_bot.services.servers.load_settings(local.guild)).announce == other


def edits(local, channel):
    return local.requests("PATCH", f"/channels/{channel}/messages/*")
