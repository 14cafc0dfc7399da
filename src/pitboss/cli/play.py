"""`pitboss play`: a match, every deck played from every seat."""

from pitboss.cli.journal import journal_at
from pitboss.cli.options import (
    DATABASE,
    Apart,
    AsJson,
    Clock,
    Cluster,
    Database,
    GameAndBots,
    Games,
    Jobs,
    KeepTranscript,
    Label,
    MaxFaults,
    Mirror,
    New,
    OptionalGame,
    Policy,
    Ponder,
    Rules,
    Sandbox,
    Seats,
    Seed,
    Startup,
    Timeout,
)
from pitboss.events.settings import MAX_FAULTS, MOVE_SECONDS, STARTUP_SECONDS, EventSettings
from pitboss.play.time_control import CLOCKS


def play(
    words: GameAndBots,
    game: OptionalGame = "",
    games: Games = 200,
    rules: Rules = "",
    seats: Seats = 0,
    timeout: Timeout = MOVE_SECONDS,
    startup: Startup = STARTUP_SECONDS,
    clock: Clock = CLOCKS[0],
    ponder: Ponder = False,
    mirror: Mirror = True,
    apart: Apart = False,
    sandbox: Sandbox = "off",
    policy: Policy = "",
    max_faults: MaxFaults = MAX_FAULTS,
    transcript: KeepTranscript = False,
    seed: Seed = "",
    new: New = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    db: Database = DATABASE,
    name: Label = "",
    as_json: AsJson = False,
) -> None:
    """Play a match and show who is better, and how sure that is.

    Every deck is played once from every seat. With more bots than seats, all meet all.
    The same command goes on where it was stopped; after the end it plays anew, unless it has a
    seed.

    Examples:

        pitboss play jedna simple random

        pitboss play simple random --game jedna

        pitboss play jedna simple ./mybot.py -n 10000 --jobs 2

        pitboss play holdem-tournament simple:5 "cmd='ruby agent.rb' name=Rb timeout=2"

        pitboss play uno simple random:3 --rules official,target=0 --seed friday --json
    """
    # Imported here, so that --help is quick.
    from pitboss.cli import event_run
    from pitboss.cli.event_summary import print_event
    from pitboss.cli.game_words import game_and_bots
    from pitboss.cli.progress import Bar

    game, bots = game_and_bots("play", words, game)
    entrants = event_run.entrants_from(bots)
    settings = EventSettings(
        game=game,
        rules=rules,
        seats=seats or None,
        games=games,
        seed=seed,
        timeout=timeout,
        startup=startup,
        clock=clock,
        ponder=ponder,
        mirror="apart" if apart else mirror,
        sandbox=sandbox,
        policy=policy,
        max_faults=max_faults,
        transcript=transcript,
    )
    plan = event_run.with_seed(event_run.planned(settings, entrants), name, db, new=new)
    bar = Bar(plan, "Playing")
    event_run.play_event(plan, bar, db=db, jobs=jobs, cluster=cluster, label=name, secret=not seed)
    with journal_at(db, writing=False) as journal:
        print_event(journal, plan.id, as_json=as_json)
