"""`pitboss explain`: what a bot's decisions cost it, in a game or in all it lost."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.journal import journal_at, journal_words
from pitboss.cli.options import DATABASE, AsJson, Database
from pitboss.cli.output import bad_input, console, fail, fitted, print_json
from pitboss.cli.waiting import Waiting
from pitboss.narration.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.explain.explanation import Explanation, GameToExplain
    from pitboss.games.record import Record
    from pitboss.store import Journal

# Worlds in which each decision is looked at, of few and of many actions.
_WORLDS = 400
_WORLDS_OF_MANY = 100
_MANY_ACTIONS = 300
_GLUED = "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}"
_GAMES = 50
_DECISIONS = 5
_STDIN = "-"


def explain(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game's id, such as k7f3q2ab-12-1, or live-f3q2; an event's id, or last; or a "
            "file of recorded games.",
        ),
    ],
    bot: Annotated[str, typer.Option("--bot", metavar="NAME", help="Whose decisions.")] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="All games of an event, not only those that it lost.")
    ] = False,
    most: Annotated[
        int, typer.Option("--most", "-n", help="At most so many games, the last ones.", min=1)
    ] = _GAMES,
    worlds: Annotated[
        int,
        typer.Option(
            help=f"In how many worlds each decision is looked at; 0: {_WORLDS}, or "
            f"{_WORLDS_OF_MANY} in more than {_MANY_ACTIONS} actions.",
            min=0,
            max=100_000,
        ),
    ] = 0,
    decisions: Annotated[
        int, typer.Option(help="How many decisions are shown; 0: all.", min=0)
    ] = _DECISIONS,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Explain what a bot's decisions cost it, the costliest first, and its habits.

    Every alternative is played out in the same worlds: deals that fit what the bot could see. The
    same game always gets the same numbers.

    Examples:

        pitboss explain last --bot mybot

        pitboss explain k7f3q2ab-12-1 --bot mybot --decisions 0

        pitboss explain last --bot mybot --all -n 200 --json

        pitboss explain games.jsonl --bot mybot
    """
    # Imported here and below, so that --help is quick.
    from pitboss.cli.game_files import is_in_journal
    from pitboss.explain import words
    from pitboss.explain.explanation import explain as explain_games

    path = Path(game)
    others: Sequence[Record] = ()
    which, shows = "", None
    if game == _STDIN or path.exists():
        games, where = _from_file(game, bot, most), f"of {game}"
    else:
        with journal_at(db, writing=False) as journal:
            shows = journal_words(journal)
            if is_in_journal(path):
                games, others = _one_game(journal, game, bot)
                where = f"game {games[0].name}"
            else:
                games, where = _event(journal, game, bot, most, everything)
                which = "" if everything else "lost"
    actions = sum(len(one.record.actions) for one in games)
    if not actions:
        fail("nothing was played in it")
    with Waiting("explaining") as waiting:
        explained = explain_games(
            games,
            bot=bot,
            worlds=worlds or (_WORLDS if actions <= _MANY_ACTIONS else _WORLDS_OF_MANY),
            which=which,
            where=where,
            others=others,
            progress=waiting.tell,
        )
    if as_json:
        print_json(words.document(explained))
    else:
        _print(explained, decisions, shows)


def _seat(players: Sequence[str], bot: str, where: str) -> int:
    if bot not in players:
        listed = ", ".join(dict.fromkeys(players))
        if bot:
            fail(f"{bot!r} did not play in {where}; there were: {listed}")
        fail(f"whose decisions? Say --bot and a name: {listed}")
    return players.index(bot)


def _from_file(name: str, bot: str, most: int) -> list[GameToExplain]:
    """The games of a file in which the bot played."""
    from pitboss.cli.game_files import RecordSource, Unreadable, load
    from pitboss.explain.explanation import GameToExplain

    where = "standard input" if name == _STDIN else name
    with bad_input(Unreadable, about=where):
        sources = [
            one
            for one in load(None if name == _STDIN else Path(name))
            if isinstance(one, RecordSource)
        ]
    if not sources:
        fail(f"{where} has no recorded games: pitboss export writes some")
    own = [source for source in sources if bot in source.players()]
    if not own:
        _seat([player for source in sources for player in source.players()], bot, where)
    alike = [one for one in own if _rules(one.record) == _rules(own[-1].record)]
    return [
        GameToExplain(source.name, source.record, source.players().index(bot))
        for source in alike[-most:]
    ]


def _rules(record: Record) -> tuple[str, str]:
    return record.game, record.rules


def _one_game(
    journal: Journal, name: str, bot: str
) -> tuple[list[GameToExplain], Sequence[Record]]:
    """One game of the journal, and others that tell how its players play."""
    from pitboss.events.plan import read_game_id
    from pitboss.explain.explanation import GameToExplain
    from pitboss.explain.from_journal import other_games, to_explain
    from pitboss.narration.recorded_games import recorded_games
    from pitboss.store.live_games import is_live

    if is_live(name):
        row = journal.live.find(name)
        record = row.record()
        seat = _seat(record.players, bot, row.id)
        return [GameToExplain(row.id, record, seat)], ()
    event, block, rotation = read_game_id(name)
    plan = journal.event(event).plan
    games = [*recorded_games(journal, plan, {(block, rotation)})]
    if not games:
        # It says what is missing.
        journal.record(plan.id, block, rotation)
    seat = _seat(games[0].record.players, bot, name)
    entrant = games[0].entrants[seat]
    others = other_games(journal, plan, entrant, (block, rotation))
    return [to_explain(plan, games[0], entrant)], others


def _event(
    journal: Journal, name: str, bot: str, most: int, everything: bool
) -> tuple[list[GameToExplain], str]:
    """Games of the bot in an event, and what to call them."""
    from pitboss.explain.from_journal import games_of

    event = journal.event(name)
    names = [entrant.name for entrant in event.plan.entrants]
    entrant = _seat(names, bot, f"event {event.id}")
    games, total = games_of(journal, event.plan, entrant, most=most, lost_only=not everything)
    if not games:
        if everything:
            fail(f"{bot} has played no game of event {event.id} yet")
        fail(f"{bot} has lost no game of event {event.id}: --all explains those that it won")
    where = f"of event {event.id}"
    return games, f"{where} (the last of {total:,})" if len(games) < total else where


def _print(explained: Explanation, most: int, shows: str | None) -> None:
    """The explanation for people; `shows` is what `show` needs to find a game, if it can."""
    from pitboss.explain import words

    out = console()

    def say(text: str, style: str = "", indent: int = 0) -> None:
        margin = " " * indent
        # A number stays beside its standard error.
        whole = printable(text).replace(" ± ", _GLUED)
        lines = textwrap.wrap(whole, out.width, initial_indent=margin, subsequent_indent=margin)
        joined = "\n".join(lines).replace(_GLUED, " ± ")
        out.print(joined, markup=False, soft_wrap=True, style=style)

    title, looked_at = words.heading(explained)
    say(title, "bold")
    say(looked_at)
    for heading, sums in words.habit_sections(explained):
        say("")
        say(heading, "bold")
        out.print(fitted(out, words.habit_grid(sums, explained.unit)))
    for heading, shown, left in words.decision_sections(explained, most):
        say("")
        say(heading, "bold")
        for decision in shown:
            first, *rest = words.decision_lines(decision, explained)
            say(first, indent=2)
            for line in rest:
                say(line, "dim", indent=4)
        if left:
            say(f"and {left:,} more: --decisions 0 shows all", indent=2)
    say("")
    say(words.meaning(explained), "dim")
    costly = explained.costliest
    if costly and shows is not None:
        say("")
        say("The whole game, turn by turn:", "bold")
        out.print(f"  pitboss show {costly[0].game}{shows}", markup=False, soft_wrap=True)
