"""Faults in what the bot says by itself, and in how it tells that it is well. Knows no test from inside."""

from tests.sabotage.fault import Fault

NOTES, MESSAGES, RESULTS = "bot/delivery/notifications.py", "bot/delivery/table_messages.py", "bot/delivery/results.py"
POSTS = "bot/delivery/posts.py"
SIGNS, WATCHDOG, VITALS = "bot/app/signs.py", "bot/app/watchdog.py", "bot/app/vitals.py"
OF_NOTES = (
    "tests/bot/interactions/test_preferences.py",
    "tests/bot/interactions/test_preferences_notifications.py",
    "tests/bot/flows/test_deadlines.py",
    "tests/bot/flows/test_choosing_at_once.py",
)
OF_MESSAGES = ("tests/bot/delivery/test_table_messages.py",)
OF_RESULTS = (
    "tests/bot/interactions/test_server_settings.py",
    "tests/bot/interactions/test_more_follow.py",
    "tests/bot/services/test_isolation.py",
)
OF_POSTS = ("tests/bot/delivery/test_posts.py",)
OF_UNREACHABLE = ("tests/bot/delivery/test_unreachable.py",)
OF_VITALS = ("tests/bot/app/test_vitals.py",)
OF_WATCHDOG = ("tests/bot/app/test_watchdog.py",)
BARRIER = "bot/discord_api/gateway_barrier.py"
OF_BARRIER = ("tests/bot/discord_api/test_gateway_barrier.py",)
OF_CHANNELS = ("tests/bot/discord_api/test_gateway_barrier_channels.py",)
OF_TILES = ("tests/bot/flows/test_tiles.py",)

FAULTS = (
    Fault(
        "a-press-is-posted-though-its-channel-takes-nothing",
        "bot/delivery/table_tasks.py",
        "(is_pressed and self._pace.wait(channel) <= 0)",
        "is_pressed",
        ("tests/bot/delivery/test_requests.py", "tests/bot/delivery/test_table_tasks.py"),
    ),
    # calls and reminders
    Fault(
        "a-repeated-call-is-a-second-message",
        NOTES,
        'return f"{kind}{code(person)}-{room.code}-{room.change}"[:25]',
        'return f"{kind}-{room.code}-{room.change}"[:25]',
        OF_NOTES,
    ),
    Fault("who-wants-quiet-is-pinged", NOTES, "if not mine.quiet and (", "if (", OF_NOTES),
    Fault(
        "who-wants-quiet-hears-a-direct-message",
        NOTES,
        "await channel.send(view=layout(screen), nonce=nonce, silent=quiet)",
        "await channel.send(view=layout(screen), nonce=nonce)",
        OF_NOTES,
    ),
    Fault(
        "a-call-is-sent-again-with-every-try",
        NOTES,
        "if person not in called and not await",
        "if not await",
        ("tests/bot/interactions/test_preferences_notifications.py", *OF_MESSAGES),
    ),
    Fault(
        "who-wants-no-reminder-is-reminded",
        NOTES,
        'mine.pings == "none" or not mine.nudge:',
        'mine.pings == "none":',
        OF_NOTES,
    ),
    Fault(
        "somebody-is-reminded-with-every-tick",
        NOTES,
        "        await self._deadlines.nudged(room_id, seat)\n",
        "",
        OF_NOTES,
    ),
    Fault(
        "a-server-without-reminders-gets-some",
        NOTES,
        "if not (await self._servers.of(room.place.guild)).nudges:",
        "if not room.place:",
        (*OF_NOTES, "tests/bot/interactions/test_server_settings.py"),
    ),
    # messages of tables
    Fault(
        "a-silent-message-pings",
        POSTS,
        "allowed_mentions=discord.AllowedMentions.none() if silent else pinging(screen)",
        "allowed_mentions=pinging(screen)",
        (*OF_MESSAGES, "tests/bot/flows/test_reported_faults.py", "tests/bot/interactions/test_move_menu.py"),
    ),
    Fault(
        "a-post-that-was-repeated-stands-twice",
        POSTS,
        "nonce=post.nonce,",
        "nonce=None,",
        (*OF_MESSAGES, *OF_POSTS, "tests/bot/delivery/test_timer_faults.py", "tests/trials/test_short.py"),
    ),
    Fault(
        "a-board-that-nobody-noted-stays",
        POSTS,
        "        if post is None:\n            post = self._planned",
        "        if True:\n            post = self._planned",
        OF_POSTS,
    ),
    Fault(
        "what-is-about-to-be-posted-is-written-down-nowhere",
        POSTS,
        "            await self._store.begin(room.id, post)\n",
        "",
        OF_POSTS,
    ),
    Fault(
        "a-channel-is-never-looked-through",
        POSTS,
        "        if not self._may_read(post, room):",
        "        if True:",
        OF_POSTS,
    ),
    Fault(
        "an-old-message-is-edited-for-days",
        MESSAGES,
        "self._now() - room.posted < YOUNG",
        "room.posted < self._now() + YOUNG",
        ("tests/bot/interactions/test_lobby.py",),
    ),
    Fault(
        "a-game-of-a-match-begins-before-the-last-one-ended",
        MESSAGES,
        "        return bool(unseen)\n",
        "        return False\n",
        ("tests/bot/logic/test_rematch.py", *OF_MESSAGES),
    ),
    Fault(
        "what-discord-forbids-is-tried-all-day",
        "bot/delivery/pauses.py",
        "most = FORBIDDEN_PAUSE if is_no else",
        "most = FIRST_PAUSE if is_no else",
        OF_UNREACHABLE,
    ),
    Fault(
        "whoever-moved-last-is-called-again",
        "bot/logic/repost_policy.py",
        "again = {seat for seat in movers if movers - {seat}}",
        "again = movers",
        ("tests/bot/logic/test_repost_policy.py",),
    ),
    # what Discord no longer finds
    Fault(
        "a-closed-channel-is-told-with-every-try",
        "bot/delivery/unreachable.py",
        "if not await self._table_life.put_to_sleep(room.id, reason):",
        "if await self._table_life.put_to_sleep(room.id, reason) is None:",
        OF_UNREACHABLE,
    ),
    Fault(
        "an-unknown-server-makes-people-gone",
        "bot/delivery/unreachable.py",
        "return fault.code in NOT_HERE",
        "return True",
        OF_UNREACHABLE,
    ),
    Fault(
        "a-locked-thread-is-tried-for-ever",
        "bot/delivery/unreachable.py",
        "closed = code in CLOSED or (status, code) == LOCKED",
        "closed = code in CLOSED",
        OF_UNREACHABLE,
    ),
    # results elsewhere
    Fault(
        "a-result-is-told-before-the-table-shows-it",
        RESULTS,
        "if self._results.ready(room_id) and not await self._rooms.is_owed(room_id):",
        "if self._results.ready(room_id):",
        OF_RESULTS,
    ),
    Fault(
        "a-result-rings",
        RESULTS,
        'nonce=f"over-{room.code}"[:25], silent=True,',
        'nonce=f"over-{room.code}"[:25],',
        OF_RESULTS,
    ),
    Fault(
        "whoever-left-the-server-hears-of-its-tables",
        RESULTS,
        "if await self._membership.gone(room.place.guild, person):",
        "if room.place.guild == person:",
        OF_RESULTS,
    ),
    # time without a connection, health, the end
    Fault(
        "deadlines-pass-without-a-connection",
        "bot/delivery/timer.py",
        "        if not self.open:\n            return\n        await",
        "        await",
        ("tests/bot/delivery/test_timer.py",),
    ),
    Fault(
        "a-bot-that-cannot-write-is-well",
        SIGNS,
        "if self.at - self.wrote >= WROTE:",
        "if self.wrote - self.at >= WROTE:",
        OF_VITALS,
    ),
    Fault(
        "a-bot-that-hears-nothing-is-well",
        SIGNS,
        "if self.at - self.heard >= HEARD:",
        "if self.heard - self.at >= HEARD:",
        OF_VITALS,
    ),
    Fault(
        "a-bot-that-shows-nothing-is-well",
        SIGNS,
        "if self.owed and self.at - self.owed >= SHOWN:",
        "if self.owed and self.owed - self.at >= SHOWN:",
        OF_VITALS,
    ),
    Fault(
        "a-bot-whose-robots-stand-still-is-well",
        SIGNS,
        "if self.robot and self.at - self.robot >= MOVED:",
        "if self.robot and self.robot - self.at >= MOVED:",
        OF_VITALS,
    ),
    Fault(
        "a-bot-that-tells-nothing-is-well",
        SIGNS,
        "if now - self.at >= REPORTED:",
        "if self.at - now >= REPORTED:",
        OF_VITALS,
    ),
    Fault(
        "old-news-of-the-gateway-counts",
        VITALS,
        "if math.isfinite(latency) and latency != before:",
        "if math.isfinite(latency):",
        OF_VITALS,
    ),
    Fault(
        "a-failed-write-counts",
        VITALS,
        "        before, self._writes = self._writes, False\n",
        "        before, self._writes = self._writes, False\n        self._wrote()\n",
        OF_VITALS,
    ),
    Fault("a-supervisor-is-told-that-all-is-well", "bot/health.py", "return 1 if found else 0", "return 0", OF_VITALS),
    Fault(
        "a-stuck-loop-is-waited-for",
        WATCHDOG,
        "if self._still >= CHECKS else",
        "if self._still >= 9 * CHECKS else",
        OF_WATCHDOG,
    ),
    Fault(
        "a-stamp-of-the-future-keeps-a-dead-process",
        WATCHDOG,
        "and 0 <= now - self._stamp",
        "and now - self._stamp",
        OF_WATCHDOG,
    ),
    Fault("a-process-ends-itself-every-ten-minutes", WATCHDOG, ".st_mtime < HOUR:", ".st_mtime < 60:", OF_WATCHDOG),
    Fault(
        "a-press-at-the-end-is-begun",
        "bot/app/client.py",
        "            self._intake.admit()\n",
        "",
        ("tests/bot/app/test_shutdown.py",),
    ),
    # what Discord's gateway says
    Fault(
        "a-channel-of-which-nothing-is-told-is-open",
        BARRIER,
        ' or channel.get("permission_overwrites") is None',
        "",
        OF_CHANNELS,
    ),
    Fault(
        "half-a-change-opens-a-channel", BARRIER, '        self._read(guild, "channels", [channel])\n', "", OF_CHANNELS
    ),
    Fault("a-session-without-a-first-word-goes-on", BARRIER, '"HELLO", "READY", "RESUMED"', '"HELLO"', OF_BARRIER),
    # tiles beside words
    Fault(
        "whoever-wants-no-pictures-hears-the-names-of-emojis",
        "bot/screens/accessible.py",
        "return _spoken(_without_emojis(screen), (), keep=False)",
        "return _spoken(screen, (), keep=False)",
        OF_TILES,
    ),
    Fault(
        "the-description-of-a-picture-has-the-markup-of-emojis",
        "bot/screens/table.py",
        "last = Speech(words.plain, room.game.key)",
        "last = Speech(words, room.game.key)",
        OF_TILES,
    ),
    Fault(
        "a-text-is-too-long-for-discord-because-of-its-emojis",
        "bot/discord_api/components.py",
        "screen = screen if screen.letters <= MOST_TEXT else screen.wordy",
        "screen = screen if screen.letters >= 0 else screen.wordy",
        ("tests/bot/discord_api/test_components.py",),
    ),
    Fault(
        "an-emoji-that-discord-refuses-is-uploaded-for-ever",
        "bot/app/emojis.py",
        "TRIES = 2",
        "TRIES = 9",
        ("tests/bot/app/test_emojis.py",),
    ),
)
