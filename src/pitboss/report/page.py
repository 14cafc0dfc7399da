"""The whole page: header, sections in order, and the commands to get it again."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files

from pitboss.explain.explanation import Explanation
from pitboss.narration.comparison import comparison_lines, verdict_sentence
from pitboss.narration.fairness import sharing_sentence
from pitboss.narration.numbers import amount, count, counted, span
from pitboss.narration.text import some_of
from pitboss.report import chart_sections, grid_sections
from pitboss.report.cost_section import costs
from pitboss.report.markup import Markup, element, join, section
from pitboss.report.summary import EventSummary

_PARTS = (
    ("standings", "Standings"),
    ("crosstable", "Who beats whom"),
    ("course", "Settling"),
    ("spread", "Spread"),
    ("faults", "Faults"),
    ("timing", "Thinking time"),
    ("costs", "What cost most"),
    ("replays", "Games"),
    ("again", "Again"),
)


def page(
    summary: EventSummary,
    moves: Mapping[str, Sequence[str]],
    explained: Mapping[int, Explanation] | None = None,
) -> str:
    """The report as one HTML document.

    `moves` has the moves of some games, by game; `explained` what decisions cost, by entrant, if
    that was asked for.
    """
    title = summary.label or f"Event {summary.event}"
    return whole_page(
        title,
        _header(summary, title),
        element(
            "main",
            grid_sections.standings(summary),
            grid_sections.heat_map(summary),
            chart_sections.running_means(summary),
            chart_sections.histograms(summary),
            grid_sections.faults(summary),
            chart_sections.timing(summary),
            costs(summary, explained),
            grid_sections.replays(summary, moves),
            _again(summary),
        ),
        version=summary.version,
        written=summary.written,
    )


def whole_page(title: str, *parts: Markup, version: str, written: str) -> str:
    """An HTML document that needs nothing else, with these parts."""
    charts, look, script = map(report_file, ("charts.css", "report.css", "report.js"))
    style = f"{charts}\n{look}"
    policy = _content_policy(style, script)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width,initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="generator", content=f"pitboss {version}"),
        element("title", f"{title} - Pitboss"),
        element("style", Markup(style)),
    )
    body = element(
        "body",
        *parts,
        element("footer", f"Written by Pitboss {version} on {written}."),
        element("script", Markup(script)),
    )
    return join(Markup("<!DOCTYPE html>\n"), element("html", head, body, lang="en"), "\n")


def verdict(summary: EventSummary) -> str:
    """The result in a sentence."""
    if not summary.rows or summary.rows[0].payoff.estimate is None:
        return "No block has been played to its end yet."
    if summary.comparison is not None:
        return f"{verdict_sentence(summary.comparison)}."
    unit = summary.unit
    first = summary.rows[0]
    level = [row for row in summary.rows if row.games and row.rank == first.rank]
    name = "" if unit.is_share else f" {unit}"
    payoff = first.payoff
    score = f"{amount(payoff.estimate, unit)}{name} ({span(payoff.low, payoff.high, unit)})"
    if summary.placings:
        winners = [summary.name(one.entrant) for one in summary.placings if one.place == 1]
        over = summary.state == "finished"
        verb = "won" if over else "leads" if len(winners) == 1 else "lead"
        strongest = f"over all games {first.name} did best, with {score}"
        return f"{some_of(winners)} {verb} the {summary.plan.schedule.format}; {strongest}."
    if len(level) > 1:
        others = f"{len(level)} bots"
        if len(level) == 2:
            others = f"{first.name} and {level[1].name}"
        elif level == list(summary.rows[: len(level)]):
            others = f"the first {len(level)} bots"
        games = counted(summary.games, "game")
        return f"{first.name} is ahead with {score}, but {games} do not tell {others} apart."
    return f"{first.name} is first with {score} over {counted(first.games, 'game')}."


def report_file(name: str) -> str:
    """A file that lies beside this module."""
    return files("pitboss.report").joinpath(name).read_text(encoding="utf-8")


def _content_policy(style: str, script: str) -> str:
    """Only this style and script count and nothing may be fetched, whatever text bots wrote."""
    return (
        f"default-src 'none'; style-src {_source(style)}; img-src data:; base-uri 'none'; "
        f"form-action 'none'; script-src {_source(script)}"
    )


def _source(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _header(summary: EventSummary, title: str) -> Markup:
    plan = summary.plan
    facts = [
        ("Event", element("code", summary.event)),
        ("Played", _span_of(summary.created, summary.finished)),
        ("Games", _games(summary)),
        ("Bots", count(len(plan.entrants))),
        ("Seats", count(plan.seats)),
        ("Format", f"{plan.schedule.format.replace('-', ' ')}, {summary.state}"),
        ("Seed", "shown at the end" if summary.seed is None else element("code", summary.seed)),
    ]
    if summary.commitment:
        facts.append(("SHA-256 of the seed", element("code", summary.commitment)))
    return element(
        "header",
        element("h1", title),
        element("p", f"{plan.kind().title}, rules ", element("code", plan.rules), class_="kicker"),
        element(
            "dl",
            *[element("div", element("dt", name), element("dd", fact)) for name, fact in facts],
            class_="facts",
        ),
        element("p", verdict(summary), class_="verdict"),
        *_comparison(summary),
        *([element("p", sharing)] if (sharing := sharing_sentence(plan)) else []),
        element("nav", *[element("a", name, href=f"#{part}") for part, name in _PARTS]),
    )


def _comparison(summary: EventSummary) -> list[Markup]:
    """What else there is to say of a comparison's verdict."""
    if summary.comparison is None:
        return []
    return [element("p", line) for line in comparison_lines(summary.comparison)]


def _span_of(began: str, ended: str) -> str:
    """When it was played; a common day is named once."""
    if not ended or ended == began:
        return began
    day, _, hour = began.rpartition(", ")
    same, _, later = ended.rpartition(", ")
    if day != same:
        return f"{began} to {ended}"
    return f"{day}, {hour.removesuffix(' UTC')} to {later}"


def _games(summary: EventSummary) -> str:
    left_out = summary.standings.table.left_out
    games = count(summary.games)
    return f"{games}, {count(left_out)} of them in unfinished blocks" if left_out else games


def _again(summary: EventSummary) -> Markup:
    removed = (
        " A bot that was taken out may be found out in another game then, so that others of its "
        "games are forfeited."
        if summary.removed
        else ""
    )
    return section(
        "again",
        "The same again",
        element("pre", "\n".join(summary.commands)),
        how="The same seed deals the same cards to the same seats, so bots that decide alike play "
        "the same games, on any machine and with any number of processes. Whatever has been played "
        f"is in the journal and is not played again.{removed}",
    )
