"""The whole page: head, sections in order, and how to get it again."""

from collections.abc import Mapping, Sequence

from pitboss.report import figures, sections
from pitboss.report.account import Account
from pitboss.report.markup import Markup, element, join
from pitboss.report.numbers import amount, count, counted, span
from pitboss.report.script import CONTENT_POLICY, SCRIPT
from pitboss.report.style import STYLE

_PARTS = (
    ("standings", "Standings"),
    ("crosstable", "Who beats whom"),
    ("course", "Settling"),
    ("spread", "Spread"),
    ("faults", "Faults"),
    ("timing", "Thinking time"),
    ("replays", "Games"),
    ("again", "Again"),
)


def page(account: Account, moves: Mapping[str, Sequence[str]]) -> str:
    """The report as one HTML document; `moves` are the lines of the games that are told in it."""
    title = account.label or f"Event {account.event}"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=CONTENT_POLICY),
        element("meta", name="viewport", content="width=device-width,initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="generator", content=f"pitboss {account.version}"),
        element("title", f"{title} - Pitboss"),
        element("style", Markup(STYLE)),
    )
    body = element(
        "body",
        _header(account, title),
        element(
            "main",
            sections.standings(account),
            sections.heat_table(account),
            figures.courses(account),
            figures.spreads(account),
            sections.faults(account),
            figures.timing(account),
            sections.replays(account, moves),
            _again(account),
        ),
        element("footer", f"Written by Pitboss {account.version} on {account.written}."),
        element("script", Markup(SCRIPT)),
    )
    return join(Markup("<!DOCTYPE html>\n"), element("html", head, body, lang="en"), "\n")


def verdict(account: Account) -> str:
    """The result in a sentence."""
    if not account.rows or account.rows[0].payoff.estimate is None:
        return "No block has been played to its end yet."
    unit = account.unit
    first = account.rows[0]
    level = [row for row in account.rows if row.games and row.rank == first.rank]
    name = "" if unit == "score" else f" {unit}"
    found = first.payoff
    told = f"{amount(found.estimate, unit)}{name} ({span(found.low, found.high, unit)})"
    if account.placings:
        winner = account.name(account.placings[0].entrant)
        format_ = account.plan.schedule.format
        return f"{winner} leads the {format_}; over all games {first.name} did best, with {told}."
    if len(level) > 1:
        others = f"{len(level)} bots"
        if len(level) == 2:
            others = f"{first.name} and {level[1].name}"
        elif level == list(account.rows[: len(level)]):
            others = f"the first {len(level)} bots"
        games = counted(account.games, "game")
        return f"{first.name} is ahead with {told}, but {games} do not tell {others} apart."
    return f"{first.name} is first with {told} over {counted(first.games, 'game')}."


def _header(account: Account, title: str) -> Markup:
    plan = account.plan
    facts = [
        ("Event", element("code", account.event)),
        ("Played", _span_of(account.created, account.finished)),
        ("Games", _games(account)),
        ("Bots", count(len(plan.entrants))),
        ("Seats", count(plan.seats)),
        ("Format", f"{plan.schedule.format.replace('-', ' ')}, {account.state}"),
        ("Seed", element("code", plan.seed)),
    ]
    return element(
        "header",
        element("h1", title),
        element("p", f"{plan.kind().title}, rules ", element("code", plan.rules), class_="kicker"),
        element(
            "dl",
            *[element("div", element("dt", name), element("dd", fact)) for name, fact in facts],
            class_="facts",
        ),
        element("p", verdict(account), class_="verdict"),
        element("nav", *[element("a", name, href=f"#{part}") for part, name in _PARTS]),
    )


def _span_of(began: str, ended: str) -> str:
    """When it was played; a day that both have in common is named once."""
    if not ended or ended == began:
        return began
    day, _, hour = began.rpartition(", ")
    same, _, later = ended.rpartition(", ")
    if day != same:
        return f"{began} to {ended}"
    return f"{day}, {hour.removesuffix(' UTC')} to {later}"


def _games(account: Account) -> str:
    left_out = account.standings.table.left_out
    told = count(account.games)
    return f"{told}, {count(left_out)} of them in unfinished blocks" if left_out else told


def _again(account: Account) -> Markup:
    return sections.section(
        "again",
        "The same again",
        element("pre", "\n".join(account.commands)),
        how="The same seed deals the same cards to the same seats, so bots that decide alike play "
        "the same games, on any machine and with any number of processes. Whatever has been played "
        "is in the journal and is not played again.",
    )
