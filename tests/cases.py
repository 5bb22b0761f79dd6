"""Many cheap cases in one test: to run a test takes longer than such a case does. Knows no test."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize`, but one test of all cases, with the same fixtures; a failure names its case."""
    wanted, listed = names.split(", ") if isinstance(names, str) else names, list(cases)
    assert listed

    def of_all(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            for case in listed:
                given = dict(zip(wanted, case if len(wanted) > 1 else [case], strict=True))
                try:
                    test(**fixtures, **given)
                except pytest.skip.Exception:
                    pytest.fail(f"the case {given} would skip those after it: make it a test of its own")
                except BaseException as failure:
                    failure.add_note(f"in the case {given}")
                    raise

        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in wanted]
        all_cases.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return all_cases

    return of_all
