"""Has a mutation tool change one room, and says which changes no test noticed.

`python -m tests.sabotage.mutants ROOM TOOL MOST SEED`; TOOL is the folder with the programs of cosmic-ray, which has
an environment of its own. All of it happens in a copy of the project. Knows no room.
"""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.sabotage.fault import ROOT, copy_project

TIMEOUT = 900.0  # seconds after which a change that makes the tests hang counts as noticed
SAME = re.compile(r"_BitOr_|_Is_Eq$|_IsNot_NotEq$|RemoveDecorator$")  # mostly of types, and of caches


def room_tests(room: str) -> list[str]:
    """The tests at the path of the room, and the flows that cross all rooms of the bot.

    Raises SystemExit with a sentence where the room leads nowhere.
    """
    own = [path for path in (f"tests/{room}", f"tests/{Path(room).parent}") if (ROOT / path).is_dir()]
    if not own or not (ROOT / room).exists():
        raise SystemExit(f"ROOM={room} leads nowhere: it must be a folder or a file of the program, as bot/services.")
    return [own[0], *(["tests/bot/flows"] if room.startswith("bot") else [])]


def choose(session: Path, most: int, seed: int) -> int:
    """Leave so many mutants in the session, at most one for each place in the code; the number of all that there were.

    The same seed chooses the same mutants as long as the code stays.
    """
    lot, places = Random(seed), dict[tuple[str, int, int], list[str]]()
    with closing(sqlite3.connect(session)) as database, database:
        found = database.execute(
            "SELECT module_path, start_pos_row, start_pos_col, operator_name, job_id FROM mutation_specs"
            " ORDER BY module_path, start_pos_row, start_pos_col, operator_name, occurrence"
        ).fetchall()
        for *place, operator, job in found:
            if not SAME.search(operator):
                places.setdefault(tuple(place), []).append(job)
        chosen = [lot.choice(places[place]) for place in lot.sample(sorted(places), min(most, len(places)))]
        for table in ("mutation_specs", "work_items"):
            sql = f"DELETE FROM {table} WHERE job_id NOT IN (SELECT value FROM json_each(?))"
            database.execute(sql, (json.dumps(chosen),))
    return len(found)


def main(room: str, tool: str, most: str, seed: str) -> int:
    """Plant some mutants of the room and print those that survived; 2 if the tests fail without any."""
    with TemporaryDirectory(prefix="tessera-mutants-") as folder:
        copy, session, config = (Path(folder) / name for name in ("copy", "session.sqlite3", "config.toml"))
        Path(folder).chmod(0o755)  # some tests look at files without the rights of whoever runs them
        copy_project(copy)
        tests = f"{shlex.quote(sys.executable)} -m pytest -q -x -p no:cacheprovider {shlex.join(room_tests(room))}"
        config.write_text(
            f'[cosmic-ray]\nmodule-path = "{room}"\ntimeout = {TIMEOUT}\ntest-command = {json.dumps(tests)}\n'
            '[cosmic-ray.distributor]\nname = "local"\n'
        )

        def run(program: str, *given: object) -> int:
            return subprocess.run([Path(tool).resolve() / program, *map(str, given)], cwd=copy, check=False).returncode

        if run("cosmic-ray", "init", config, session):
            return 2
        known = choose(session, int(most), int(seed))
        sys.stdout.write(f"at most {most} of {known} mutants of {room} are planted\n")
        sys.stdout.flush()
        if run("cosmic-ray", "baseline", config) or run("cosmic-ray", "exec", config, session):
            return 2
        return run("cr-report", "--surviving-only", "--show-diff", session)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
