"""Games that were played on servers as one page: who played, how they ended, the moves, faults."""

from collections import Counter
from collections.abc import Mapping, Sequence

from pitboss.narration.games import fault_sentence, written_by
from pitboss.narration.live_games import kind_title, player_results
from pitboss.narration.numbers import count, counted, there_were
from pitboss.narration.text import excerpt
from pitboss.report.grid_sections import heading, number_cell
from pitboss.report.markup import Markup, element, grid, section
from pitboss.report.page import whole_page
from pitboss.store import GameRow

_MESSAGE = 300


def live_page(
    rows: Sequence[GameRow], lines: Mapping[str, Sequence[str]], *, version: str, written: str
) -> str:
    """The games as one HTML document; `lines` has the moves of some, by id."""
    title = f"Game {rows[0].id}" if len(rows) == 1 else "Live games"
    return whole_page(
        title,
        _header(rows, title),
        element("main", _games(rows), _players(rows), _faults(rows), _moves(rows, lines)),
        version=version,
        written=written,
    )


def _header(rows: Sequence[GameRow], title: str) -> Markup:
    states = Counter(row.state for row in rows)
    facts = [
        ("Games", count(len(rows))),
        *[(state.capitalize(), count(number)) for state, number in states.items()],
        ("Faults", count(sum(len(row.faults) for row in rows))),
    ]
    return element(
        "header",
        element("h1", title),
        element("p", _kinds(rows), class_="kicker"),
        element(
            "dl",
            *[element("div", element("dt", name), element("dd", fact)) for name, fact in facts],
            class_="facts",
        ),
        element("p", _verdict(rows), class_="verdict"),
    )


def _kinds(rows: Sequence[GameRow]) -> str:
    kinds = sorted({f"{kind_title(row)}, rules {row.rules}" for row in rows})
    return "; ".join(kinds[:3]) + ("; and others" if len(kinds) > 3 else "")


def _verdict(rows: Sequence[GameRow]) -> str:
    if len(rows) != 1:
        return f"{counted(len(rows), 'game')} played on servers."
    row = rows[0]
    if row.state != "finished":
        why = f": {row.reason}" if row.reason else ""
        return f"{row.ending[0].upper()}{row.ending[1:]}{why}."
    winners = [name for name, place in zip(row.names, row.places, strict=True) if place == 1]
    return f"{' and '.join(winners)} came first, after {counted(row.moves, 'move')}."


def _games(rows: Sequence[GameRow]) -> Markup:
    lined = [
        element(
            "tr",
            element("td", element("code", row.id)),
            element("td", row.table),
            element("td", ", ".join(player_results(row))),
            number_cell(row.moves, "" if row.state == "running" else count(row.moves)),
            element("td", row.ending),
            element("td", row.reason),
            element("td", row.created[:16].replace("T", " ")),
        )
        for row in rows
    ]
    heads = ("game", "table", "players (score)", "moves", "state", "why", "begun (UTC)")
    return section(
        "games",
        "Games",
        grid(
            [heading(head, "n" if head == "moves" else None) for head in heads],
            lined,
            "games lined sortable",
        ),
        how="An interrupted game was not played to its end: the server was stopped or killed, or "
        "nobody was left at the table.",
        long=True,
    )


def _players(rows: Sequence[GameRow]) -> Markup:
    totals: dict[tuple[str, str, str], list[int]] = {}
    for row in rows:
        for seat, player in enumerate(row.players):
            key = (player.name, player.sort, player.wire)
            games, wins, faults = totals.get(key, [0, 0, 0])
            won = bool(row.places) and row.places[seat] == 1
            guilty = sum(fault.seat == seat for fault in row.faults)
            totals[key] = [games + 1, wins + won, faults + guilty]
    lined = [
        element(
            "tr",
            element("td", name),
            element("td", sort),
            element("td", wire),
            *[number_cell(value, count(value)) for value in values],
        )
        for (name, sort, wire), values in sorted(totals.items(), key=lambda one: -one[1][0])
    ]
    heads = [heading("player"), heading("answered by"), heading("wire")]
    heads += [heading(head, "n") for head in ("games", "first places", "faults")]
    return section(
        "players",
        "Players",
        grid(heads, lined, "lined sortable"),
        how="Names are what players called themselves: anybody may have used one.",
    )


def _faults(rows: Sequence[GameRow]) -> Markup:
    lined = [
        element(
            "tr",
            element("td", row.names[fault.seat] if fault.seat < len(row.names) else fault.seat),
            element("td", element("code", row.id), f" turn {fault.turn}"),
            element("td", fault.kind),
            element("td", fault.cost),
            element("td", excerpt(fault_sentence(fault), _MESSAGE)),
            element("td", element("code", excerpt(written_by(fault), _MESSAGE))),
        )
        for row in rows
        for fault in row.faults
    ]
    if not lined:
        return section("faults", "Faults", how="Nobody committed one.")
    heads = ("player", "where", "kind", "cost", "message", "what was sent or written")
    return section(
        "faults",
        "Faults",
        grid([heading(head) for head in heads], lined, "lined sortable"),
        how=f"{there_were(len(lined), 'fault')}.",
        long=True,
    )


def _moves(rows: Sequence[GameRow], lines: Mapping[str, Sequence[str]]) -> Markup:
    lists = [
        element(
            "details",
            element("summary", "The moves of ", element("code", game)),
            element("ol", *[element("li", line) for line in moves]),
            open=len(rows) == 1,
        )
        for game, moves in lines.items()
    ]
    unknown = sum(row.state == "interrupted" and row.seed is None for row in rows)
    note = (
        f" The deals of {counted(unknown, 'game')} are not known: the server was killed, and its "
        "organiser's token has not opened the seed."
        if unknown
        else ""
    )
    return section(
        "moves",
        "Moves",
        element("div", *lists, class_="after"),
        how="Games that are still being played are not shown." + note,
    )
