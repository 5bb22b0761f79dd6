"""Plants the faults one after the other and says which of them no test noticed: `python -m tests.sabotage [name...]`.

Two at a time, each in a copy of the project of its own; nothing here is changed. Knows no fault by name.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter

from tests.sabotage.fault import FAULTS, Fault, copy_project

AT_ONCE = 2
A_TEST, A_FAULT = 60, 600  # seconds after which a test, or all tests of a fault, count as hung
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)(.*)$", re.MULTILINE)
OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-o", f"timeout={A_TEST}")
OPTIONS += ("-o", f"faulthandler_timeout={A_TEST + 30}")  # for a hang that not even that limit ends


@dataclass(frozen=True)
class Finding:
    """What became of a fault: `verdict` is "noticed", "hung", "SURVIVED" or "no fault".

    `by`: the first test that failed, or why it is none. `seconds`: how long the tests took.
    """

    fault: Fault
    verdict: str
    by: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.verdict:8}  {self.fault.name}  ({self.seconds:.0f} s)  {self.by}"


class Ground:
    """A copy of the project in which one fault at a time is planted."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._moment = folder, 0
        copy_project(folder)

    def tried(self, fault: Fault) -> Finding:
        """What the tests say of the fault; the copy is as before afterwards."""
        file, began = self._folder / fault.file, perf_counter()
        text, moment = file.read_text("utf-8"), file.stat().st_mtime
        file.write_text(fault.planted(text), "utf-8")
        self._moment += 1
        os.utime(file, (moment + self._moment, moment + self._moment))  # compiled files are told apart by the second
        try:
            verdict, by = self.said(fault.tests, fault.only)
        finally:
            file.write_text(text, "utf-8")
            os.utime(file, (moment, moment))
        return Finding(fault, verdict, by, perf_counter() - began)

    def said(self, tests: Sequence[str], only: str = "") -> tuple[str, str]:
        """The verdict of these tests, those whose names have `only`, and what it rests on."""
        command = (sys.executable, "-m", "pytest", *OPTIONS, *tests, *(("-k", only) if only else ()))
        with subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
        ) as running:  # fmt: skip
            try:
                told, _ = running.communicate(timeout=A_FAULT)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                return "hung", "all its tests together"
        return _verdict(running.returncode, told)


def _verdict(code: int, told: str) -> tuple[str, str]:
    first = FAILED.search(told)
    by = first[1] if first else ""
    if "from pytest-timeout" in told or "Timeout (0:" in told:
        return "hung", by
    if code == 0:
        return "SURVIVED", ""
    return ("noticed", by) if by and code in (1, 2) else ("no fault", f"pytest ended with {code}: {told[-400:]}")


def main(names: Sequence[str]) -> int:
    """Try these faults, or all; 0 if every one was noticed."""
    if unknown := set(names) - set(FAULTS):
        sys.stdout.write(f"no such fault: {', '.join(sorted(unknown))}\n")
        return 2
    began, faults = perf_counter(), [FAULTS[name] for name in names] or [*FAULTS.values()]
    with tempfile.TemporaryDirectory(prefix="tessera-sabotage-") as folder:
        Path(folder).chmod(0o755)  # some tests look at files without the rights of whoever runs them
        grounds = SimpleQueue[Ground]()
        for n in range(AT_ONCE):
            grounds.put(Ground(Path(folder) / str(n)))
        if not _sound(grounds, faults):
            return 2
        findings = _all_tried(grounds, faults)
    left = [one for one in findings if one.verdict not in ("noticed", "hung")]
    sys.stdout.write(
        f"{len(findings)} faults, {len(left)} of them not noticed, {perf_counter() - began:.0f} s in all\n"
    )
    sys.stdout.writelines(f"{one}\n" for one in left)
    return 1 if left else 0


def _sound(grounds: SimpleQueue[Ground], faults: Sequence[Fault]) -> bool:
    """Whether the tests pass without any fault; else what they notice would prove nothing."""
    ground = grounds.get()
    tests = sorted({test for fault in faults for test in fault.tests})
    verdict, by = ground.said((*tests, "-n", str(AT_ONCE)))
    grounds.put(ground)
    if verdict != "SURVIVED":
        sys.stdout.write(f"fails without any fault: {by or verdict}\n")
    return verdict == "SURVIVED"


def _all_tried(grounds: SimpleQueue[Ground], faults: Sequence[Fault]) -> list[Finding]:
    def tried(fault: Fault) -> Finding:
        ground = grounds.get()
        try:
            finding = ground.tried(fault)
        finally:
            grounds.put(ground)
        sys.stdout.write(f"{finding}\n")
        sys.stdout.flush()
        return finding

    with ThreadPoolExecutor(AT_ONCE) as workers:
        return list(workers.map(tried, faults))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
