"""Games and small programs for the tests of players, drivers and line protocols."""

import sys
from pathlib import Path
from typing import Any

from pitboss import bots
from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.play.blocking import Outcome, play
from pitboss.play.clock import TimeControl
from pitboss.play.fault import FaultKind
from pitboss.play.policy import JEDNA, Cost, Policy
from pitboss.play.referee import Referee
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command, Limits
from pitboss.players.program.blocking import BlockingProgram
from pitboss.wires.jedna import JednaSession
from pitboss.wires.session import Session

EXAMPLES = Path(__file__).parents[2] / "src" / "pitboss" / "examples"

# A whole agent but for `decide`; it stays after a game.
AGENT = """
import json, os, sys, time
def simple(state):
    if state["playable_cards"]:
        card = state["playable_cards"][0]
        return {"action": "play", "card": card, "wild_color": "red" if card[0] == "w" else None}
    return {"action": "draw" if "draw" in state["available_actions"] else "pass"}
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
count = 0
decide = lambda state: say(json.dumps(simple(state)))
closing = lambda message: None
%s
for line in sys.stdin:
    message = json.loads(line)
    print(line, end="", file=sys.stderr, flush=True)
    if message["type"] == "request_action":
        count += 1
        decide(message["state"])
    if message["type"] == "game_end":
        closing(message)
"""


def program(script: str) -> Command:
    """A program in Python, started as fast as Python starts."""
    return Command(words=(sys.executable, "-I", "-S", "-c", script))


def agent(
    hooks: str = "",
    *,
    name: str = "agent",
    session: Session | None = None,
    limits: Limits | None = None,
) -> BlockingProgram:
    """A Jedna agent that plays simply but for its hooks."""
    return BlockingProgram(
        program(AGENT % hooks), session or JednaSession(), name=name, limits=limits
    )


def bare(script: str, *, name: str = "bare", limits: Limits | None = None) -> BlockingProgram:
    """A program that is nothing but the script."""
    return BlockingProgram(program(script), JednaSession(), name=name, limits=limits)


def referee(
    rules: str = "jedna",
    *,
    game: str = "uno",
    seats: int = 2,
    seed: int = 1,
    policy: Policy = JEDNA,
    move: float = 10.0,
    startup: float = 20.0,
    players: list[str] | None = None,
) -> Referee:
    """A game that is about to start."""
    kind = kind_named(game)
    knobs: Any = kind.rules(rules)
    record = Record.begin(kind, knobs, seats, seed, players)
    control = TimeControl(move=move, startup=startup)
    return Referee(kind.new(knobs, seats, seed), record, policy, control)


def against_simple(
    faulty: BlockingProgram,
    *,
    policy: Policy = JEDNA,
    move: float = 10.0,
    startup: float = 20.0,
    seed: int = 1,
) -> Outcome:
    """A game in which the first seat's program goes wrong."""
    with faulty:
        return play(
            referee(policy=policy, move=move, startup=startup, seed=seed),
            [faulty, InProcessPlayer(bots.named("simple"))],
        )


def only_fault(outcome: Outcome) -> tuple[FaultKind, str, str]:
    (incident,) = outcome.incidents
    assert incident.seat == 0
    return incident.fault.kind, incident.fault.message, incident.fault.detail


def assert_forfeited(outcome: Outcome) -> None:
    assert outcome.result.places == (2, 1)
    assert outcome.result.reason == "withdrawal"
    assert outcome.incidents[-1].cost is Cost.FORFEIT


# From the third question on, the hook `wrong` decides.
LATER = "\ndecide = lambda state: say(json.dumps(simple(state))) if count < 3 else wrong(state)\n"
