"""The table of metrics, the alarms and the dashboard name what exists, and all of it. Knows no Prometheus server."""

from __future__ import annotations

import json
import re

import pytest
from prometheus_client import Counter, Gauge, Histogram

from bot.app.prometheus import PrometheusMetrics
from tests.sources import ROOT

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8").split("\n## Metrics\n")[1].split("\n## ")[0]
DASHBOARD = json.loads((ROOT / "data" / "grafana-dashboard.json").read_text("utf-8"))
RULES = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[1]
ALARMS = dict(re.findall(r"- alert: (\w+)\n +expr: (.+)", RULES))
KINDS = {Histogram: ("histogram", "_bucket"), Counter: ("counter", "_total"), Gauge: ("gauge", "")}


def metrics():
    """Each metric: its name in the table, its kind, its labels, and its name in an expression."""
    for one in vars(PrometheusMetrics()).values():
        if type(one) in KINDS:
            kind, end = KINDS[type(one)]
            asked = one._name + end
            yield (one._name if kind == "histogram" else asked), kind, one._labelnames, asked


EXIST = {asked: set(labels) for _, _, labels, asked in metrics()}
EXPRESSIONS = {
    **{f"{one['title']} {target['refId']}": target["expr"] for one in DASHBOARD["panels"] for target in one["targets"]},
    **ALARMS,
}


def named(expression):
    return set(re.findall(r"\btessera_\w+", expression))


def labels(expression):
    grouped = re.findall(r"\bby \(([^)]*)\)", expression)
    chosen = re.findall(r"(\w+)=~?\"", expression)
    return {one for group in grouped for one in re.split(r",\s*", group)} | set(chosen)


def test_the_table_in_the_document_has_every_metric_and_no_other():
    rows = re.findall(r"^\| `(tessera_\w+)` \| (.*?) ?\| (\w+):", PAGE, re.MULTILINE)
    told = {(name, kind, tuple(re.findall(r"`(\w+)`", listed))) for name, listed, kind in rows}
    assert told == {(name, kind, tuple(of)) for name, kind, of, _ in metrics()}
    assert len(rows) == len(told)


@pytest.mark.parametrize("title", EXPRESSIONS)
def test_an_expression_asks_for_what_exists(title):
    asked = named(EXPRESSIONS[title])
    assert asked
    assert asked <= set(EXIST)
    assert labels(EXPRESSIONS[title]) <= {"le"}.union(*(EXIST[one] for one in asked))


@pytest.mark.parametrize("title", EXPRESSIONS)
def test_an_expression_is_balanced(title):
    expression, open_ones = EXPRESSIONS[title], []
    for one in re.sub(r'"[^"]*"', "", expression):
        if one in "([{":
            open_ones.append(one)
        elif one in ")]}":
            assert open_ones.pop() + one in {"()", "[]", "{}"}
    assert open_ones == []


def test_the_dashboard_shows_every_metric():
    shown = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    assert set().union(*map(named, shown)) == set(EXIST)


def test_the_dashboard_has_what_grafana_needs_to_load_it():
    (source,) = DASHBOARD["templating"]["list"]
    assert (source["type"], source["query"]) == ("datasource", "prometheus")
    assert {"title", "uid", "schemaVersion", "panels"} <= set(DASHBOARD)
    panels = DASHBOARD["panels"]
    assert len({one["id"] for one in panels}) == len({one["title"] for one in panels}) == len(panels)
    assert {one["datasource"]["uid"] for one in panels} == {"${" + source["name"] + "}"}


def test_no_panel_of_the_dashboard_covers_another():
    taken = [
        (x, y)
        for place in (one["gridPos"] for one in DASHBOARD["panels"])
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(taken) == len(set(taken))
    assert max(x for x, _ in taken) < 24  # columns that Grafana has


def test_five_alarms_have_a_threshold_and_an_explanation():
    told = re.findall(r"^\| `(Tessera\w+)` \|", PAGE, re.MULTILINE)
    assert told == list(ALARMS)
    assert len(ALARMS) == 5
    assert [one for one in ALARMS.values() if not re.search(r"> \d+$|^absent\(", one)] == []
