"""The section of the page that says what decisions and habits cost each bot."""

from collections.abc import Mapping
from typing import Final

from pitboss.explain.decisions import Decision
from pitboss.explain.explanation import Explanation
from pitboss.explain.words import action_and_situation, cost_text, meaning, total_text
from pitboss.narration.numbers import MINUS, count, counted
from pitboss.report.grid_sections import bot_cell, heading, number_cell
from pitboss.report.markup import Markup, element, grid, section
from pitboss.report.summary import EventSummary

TITLE: Final = "What cost most"
# Habits and decisions of each bot.
_MOST: Final = 3
# So many bots, the best ones.
_MOST_BOTS: Final = 30


def costs(summary: EventSummary, explained: Mapping[int, Explanation] | None) -> Markup:
    """What cost each bot most, or how to learn that."""
    if explained is None:
        command = summary.commands[-1] if summary.commands else f"pitboss report {summary.event}"
        return section(
            "costs",
            TITLE,
            element("pre", f"{command} --explain"),
            how="This command looks at some of the games that each bot lost, and says here which "
            "decisions and habits cost it most, with what would have been better.",
        )
    known = [entrant for entrant in summary.order if entrant in explained][:_MOST_BOTS]
    if not known:
        return section(
            "costs", TITLE, how="Nobody has lost a game, so there is nothing to explain."
        )
    habits = [row for entrant in known for row in _habits(summary, explained[entrant], entrant)]
    decisions = [
        row for entrant in known for row in _mistakes(summary, explained[entrant], entrant)
    ]
    first = explained[known[0]]
    unit = first.unit
    parts = []
    if habits:
        headings = [heading("bot"), heading("habit"), heading("times", "n")]
        headings += [heading(f"{unit} a time", "n"), heading("in all", "n")]
        parts.append(grid(headings, habits, "lined sortable"))
    if decisions:
        headings = [heading("bot"), heading("decision"), heading(unit, "n")]
        headings += [heading("against"), heading("how to see it", "more wide")]
        parts.append(element("h3", "Single decisions"))
        parts.append(grid(headings, decisions, "lined sortable"))
    games = sum(explained[entrant].games for entrant in known)
    none = "" if parts else "No decision or habit surely cost anything. "
    return section(
        "costs",
        TITLE,
        *parts,
        how=f"{none}From {counted(games, 'lost game')}; only what is no chance is listed. "
        f"{meaning(first)}",
        long=True,
    )


def _habits(summary: EventSummary, explained: Explanation, entrant: int) -> list[Markup]:
    sure = [one for one in explained.habits if one.is_sure and not one.within]
    return [
        element(
            "tr",
            bot_cell(summary, entrant),
            element("td", one.title),
            number_cell(one.times, count(one.times)),
            number_cell(one.each, _pretty(cost_text(one.each, one.each_error))),
            number_cell(one.total, _pretty(total_text(one.total))),
        )
        for one in sure[:_MOST]
    ]


def _mistakes(summary: EventSummary, explained: Explanation, entrant: int) -> list[Markup]:
    return [_mistake(summary, one, entrant) for one in explained.mistakes[:_MOST]]


def _mistake(summary: EventSummary, decision: Decision, entrant: int) -> Markup:
    game = element("code", f"pitboss show {decision.game}")
    return element(
        "tr",
        bot_cell(summary, entrant),
        element("td", f"turn {decision.turn}: {action_and_situation(decision)}"),
        number_cell(decision.cost, _pretty(cost_text(decision.cost, decision.cost_error))),
        element("td", decision.best),
        element("td", game, class_="more wide"),
    )


def _pretty(text: str) -> str:
    return text.replace("-", MINUS)
