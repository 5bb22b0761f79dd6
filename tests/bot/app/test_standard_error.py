"""Whatever Python, a library or another process writes to standard error is a line of the log and tells no secret."""

from __future__ import annotations

import asyncio
import json
import signal

from bot.app.standard_error import Traceback, tracebacks
from tests.bot.app.test_main import WRONG_TOKEN
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.program import started

CHAINED = """Process SpawnProcess-1:
Traceback (most recent call last):
  File "/srv/tessera/engine/azul/state.py", line 12, in perform
    hands["planted"]
    ~~~~~^^^^^^^^^^^
KeyError: 'planted'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/usr/lib/python3.11/multiprocessing/spawn.py", line 132, in _main
    self = reduction.pickle.load(from_parent)
foreign.errors.Planted: planted
of planted lines
"""
PROGRAM = """
import asyncio, logging, subprocess, sys, threading, warnings
if __name__ == "__main__":  # and not in each process of its robots
    from bot import logs
    from bot.app.standard_error import redirect_standard_error
    from bot.model.robots import RobotTurn
    from bot.services.robot_pool import RobotPool, SearchFailed
    from engine import GAMES, Table
    from tests.bot.support import searches

class Odd:
    def __del__(self):
        raise ValueError("planted")

def fails(*_):
    raise ValueError("planted\\nof lines")

async def robots():
    table = Table.new(GAMES["azul"], 2, {}, "a seed")
    pool = RobotPool(1, searches.dies_loudly)
    try:
        await pool.choose(RobotTurn("sharp", table.view(table.state.to_act()[0]), "planted", 1, 1, True))
    except SearchFailed:
        logging.getLogger("bot").info("given up")
    await pool.aclose()

def main():
    logs.set_up("json", "info")
    with redirect_standard_error():
        subprocess.run(["sh", "-c", "echo malloc: corrupted >&2"])
        print("by hand", file=sys.stderr, flush=True)
        asyncio.run(robots())
        thread = threading.Thread(target=fails)
        thread.start()
        thread.join()
        Odd()
        warnings.warn("beware", RuntimeWarning)
        logging.getLogger("bot").info("%d", "planted")
        subprocess.run([sys.executable, "-c", "import sys; sys.stderr.write('bye\\\\n'); raise KeyError('planted')"])
    logging.getLogger("bot").info("afterwards")

if __name__ == "__main__":
    main()
"""


def test_a_traceback_tells_its_kind_and_its_places_and_no_message():
    assert tracebacks(CHAINED) == [
        Traceback("KeyError", "azul/state.py:12:perform"),
        Traceback("Planted", "multiprocessing/spawn.py:132:_main < <string>:1:<module>"),
    ]
    assert tracebacks("Traceback (most recent call last):\n") == [Traceback("unknown", "")]
    assert tracebacks("malloc(): corrupted top size") == []


async def test_all_that_is_written_to_standard_error_is_a_line_of_the_log(tmp_path):
    process = await started(tmp_path, "-c", PROGRAM)
    async with asyncio.timeout(PATIENCE):
        _, said = await process.communicate()
    assert (process.returncode, b"planted" in said) == (0, False), said.decode()
    told = [json.loads(line) for line in said.decode().splitlines()]
    faults = [one["fault"] for one in told if one["text"] == "a traceback on standard error"]
    assert sorted(faults) == ["KeyError", "ValueError", "ValueError", *3 * ["ZeroDivisionError"]]
    places = next(one["trace"] for one in told if one.get("fault") == "ZeroDivisionError")
    assert places.startswith("support/searches.py")
    for text in ("given up", "a line of the log could not be made", "afterwards"):
        assert [one["text"] for one in told].count(text) == 1
    for text in ("beware", "malloc: corrupted", "by hand"):
        assert [text in one["text"] for one in told].count(True) == 1, text


async def test_a_crash_that_the_operator_wants_to_see_is_seen(tmp_path):
    crash = PROGRAM.replace("asyncio.run(robots())", "os.abort()")
    process = await started(tmp_path, "-c", f"import faulthandler, os\nfaulthandler.enable(){crash}")
    async with asyncio.timeout(PATIENCE):
        _, said = await process.communicate()
    assert (process.returncode, b"Fatal Python error: Aborted" in said) == (-signal.SIGABRT, True)


async def test_why_the_program_ends_is_a_line_of_a_log_that_programs_read(local, tmp_path):
    known = {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": "wrong", "TESSERA_LOG": "json"}
    process = await started(tmp_path, **known)
    async with asyncio.timeout(PATIENCE):
        _, said = await process.communicate()
    (line,) = [json.loads(one) for one in said.decode().splitlines()]
    assert (process.returncode, line["level"], line["text"]) == (2, "critical", WRONG_TOKEN)
