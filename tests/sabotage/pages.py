"""Faults of the pages in a browser: who may have a link, what a session is worth, what is told, how much is answered."""

from tests.sabotage.fault import Fault

WATCHING, SESSIONS, STORE = "bot/services/watching.py", "bot/services/page_sessions.py", "bot/store/page_sessions.py"
VISITORS, GATE, SHOWS = "bot/web/visitors.py", "bot/web/gate.py", "bot/web/shows.py"
SERVER, CONNECTIONS = "bot/web/server.py", "bot/web/connections.py"
DOCUMENTS, VISIBILITY, CLIENT = "bot/web/documents.py", "bot/delivery/visibility.py", "bot/app/client.py"
OF_WATCH, OF_PLAY = ("tests/bot/web/test_watch.py",), ("tests/bot/web/test_play.py",)
ACCESS, OF_ACCESS = "bot/delivery/page_access.py", ("tests/bot/delivery/test_page_access.py",)
OF_VISITORS = ("tests/bot/web/test_visitors.py",)
OF_SERVER, OF_SHOWS = ("tests/bot/web/test_server.py",), ("tests/bot/web/test_shows.py",)

FAULTS = (
    Fault("any-secret-opens-a-table", WATCHING, "if not is_right or state", "if state", OF_SERVER, "forged_links"),
    Fault("a-link-taken-back-works-again", WATCHING, " {state.renewed}", "", OF_WATCH, "taken_back"),
    Fault("links-stand-where-not-everybody-sees", WATCHING, '!= "off" and await self.is_public(room)', '!= "off"', OF_WATCH, "not_everybody"),
    Fault("a-page-outlives-the-channel", VISIBILITY, "return is_ours and channel", "return channel", ("tests/bot/app/test_web.py",), "may_not_see"),
    Fault("people-play-where-pages-are-to-watch", WATCHING, '.page == "play"', '.page != "off"', OF_PLAY, "only_watch"),
    Fault("a-personal-link-opens-twice", STORE, "DELETE FROM page_sessions WHERE digest = ? AND is_link = 1 AND until > ? RETURNING", "UPDATE page_sessions SET since = since WHERE digest = ? AND is_link = 1 AND until > ? RETURNING", OF_PLAY, "opened_once"),
    Fault("a-personal-link-never-runs-out", STORE, "is_link = 1 AND until > ? RETURNING", "is_link = 1 AND until > ? - 1e9 RETURNING", OF_PLAY, "ten_minutes"),
    Fault("a-link-is-a-session", STORE, "WHERE digest = ? AND is_link = 0 AND until > ?", "WHERE digest = ? AND until > ?", OF_PLAY, "is_no_session"),
    Fault("secrets-are-stored-as-they-are", SESSIONS, 'return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()', "return secret", OF_PLAY, "digests"),
    Fault("sessions-are-never-thrown-away", CLIENT, "messages.retire_stale, fold, forget, expire", "messages.retire_stale, fold, forget", ("tests/bot/app/test_web.py",), "run_out"),
    Fault("one-browser-counts-as-many", VISITORS, "answer = await self._signed_out(request)  # else", "answer = web.Response(status=204)  # else", OF_PLAY, "one_browser"),
    Fault("scripts-read-the-cookie", VISITORS, "httponly=True", "httponly=False", OF_PLAY, "opened_once"),
    Fault("hosts-nearby-set-the-cookie", VISITORS, "return f\"{'__Host-' if self._path == '/' else '__Secure-'}{COOKIE}\"", "return COOKIE", OF_VISITORS, "nearby"),
    Fault("hosts-nearby-set-the-cookie-of-before", VISITORS, "old if len(old) == OLD_SECRET", "old if old", OF_VISITORS, "plant"),
    Fault("a-link-replaces-another-session-unasked", VISITORS, 'and given.get("switch") is not True', "and False", OF_VISITORS, "passed_on"),
    Fault("whoever-was-banned-plays-on", "bot/web/play.py", "await self._services.watching.needs_access(code, person)", "pass", OF_ACCESS, "banned"),
    Fault("open-pages-outlive-a-ban", "bot/web/play.py", "await self._services.watching.needs_access(at.room.code, at.person, asks=bool(text))", "pass", OF_ACCESS, "news_end"),
    Fault("people-are-looked-up-at-every-press", ACCESS, ">= EVERY", ">= 0", OF_ACCESS, "twice_in_five"),
    Fault("an-old-answer-holds-for-ever", ACCESS, "holds = abs(self._now() - found.said) < HOLDS or", "holds = True or", OF_ACCESS, "for_an_hour"),
    Fault("lookups-stand-in-the-way-of-messages", ACCESS, "self._pace.idle_in()) > 0:", "0) > 0:", OF_ACCESS, "waits_until"),
    Fault("private-threads-are-open-to-their-channel", VISIBILITY, "or not channel.is_private() or rights.manage_threads", "or True", OF_ACCESS, "private_thread"),
    Fault("whoever-is-back-stays-out", CLIENT, "self.page_access.saw(interaction.guild_id, user.id)", "pass", OF_ACCESS, "is_back"),
    Fault("pages-of-others-make-moves", VISITORS, 'if request.headers.get("Origin", "") != origin_of', 'if request.headers.get("Origin") == origin_of', OF_PLAY, "another_page"),
    Fault("the-address-written-by-the-asker-counts", GATE, '.rpartition(",")[2]', '.partition(",")[0]', OF_SERVER, "last or too_fast"),
    Fault("a-household-counts-for-each-address", GATE, "HOUSEHOLD = 64", "HOUSEHOLD = 128", OF_SERVER, "household"),
    Fault("what-has-not-changed-is-told", SHOWS, 'return (before, "") if page == before else', "return", OF_WATCH, "nothing_is_told"),
    Fault("a-skipped-page-is-patched", SHOWS, "if seen is not None and seen is self._before:", "if seen is not None:", OF_SHOWS, "skip"),
    Fault("a-viewer-who-has-gone-is-remembered", SHOWS, "if not self.is_over:  # a", "if True:  # a", OF_SHOWS, "before_it_is_drawn"),
    Fault("the-page-speaks-to-search-engines", SERVER, '"X-Robots-Tag": "noindex, nofollow",', "", OF_SERVER, "its_own_scripts"),
    Fault("styles-may-stand-in-the-page", SERVER, "style-src 'self'", "style-src 'self' 'unsafe-inline'", OF_SERVER, "its_own_scripts"),
    Fault("whoever-says-nothing-is-waited-for", "bot/http_server.py", "call_later(FIRST,", "call_later(9e9,", OF_SERVER, "not_waited_for"),
    Fault("packed-bodies-are-unpacked", "bot/http_server.py", "auto_decompress=False", "auto_decompress=True", ("tests/bot/test_http_server.py",), "kept_packed"),
    Fault("no-stream-is-kept-for-people-who-are-signed-in", GATE, "self._strangers >= IN_ALL - RESERVED", "False", ("tests/bot/web/test_gate.py",), "kept_for"),
    Fault("strangers-take-every-connection", CONNECTIONS, "self._most * STRANGERS", "self._most * 9", ("tests/bot/web/test_connections.py",), "signed_in"),
    Fault("a-press-is-lost-when-its-question-comes-again", "bot/web/page/places.js", "if (layer && now === looks) {", "if (false) {", ("tests/bot/web/page/test_menu.py",), "let_go"),
    Fault("a-cache-gives-packed-files-to-all", DOCUMENTS, "KEPT | (PACKED if packed else {})", "KEPT", ("tests/bot/web/test_documents.py",), "compressed"),
)  # fmt: skip
