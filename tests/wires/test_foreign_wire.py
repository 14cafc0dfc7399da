"""A wire from another package is one like ours: events are played over it, shown and reported."""

import json
import sys
from pathlib import Path

from cli_rig import Done, typed, write_bot
from serve_rig import serving
from websockets.sync.client import connect

# A whole wire by somebody else: UNO in words, one line each.
FOREIGN = """
from pitboss.games.game import SPECTATOR
from pitboss.games.kind import BadNotation
from pitboss.games.uno import UNO
from pitboss.play.answer import Answer, Unusable
from pitboss.play.policy import JEDNA
from pitboss.wires.session import Session
from pitboss.wires.wire import Transport, Wire


class PlainSession(Session):
    def begin(self, game, seat, names):
        self.seat = seat
        return [f"you are {names[seat]}".encode()]

    def ask(self, game, turn, seconds):
        legal = [UNO.write_action(action) for action in game.legal()]
        return ("your turn: " + ", ".join(legal)).encode()

    def decode(self, line, game):
        try:
            return Answer((UNO.read_action(line.decode("utf-8", "replace").strip()),))
        except BadNotation as error:
            return Unusable("no_action", str(error))

    def played(self, game, ruling):
        events = [UNO.tell(note, self.seat) for note in ruling.notes]
        return [f"{event.name} {event.seat}".encode() for event in events]

    def refusal(self, code, message, illegal):
        return [f"no: {message}".encode()]

    def end(self, game, names, seed=""):
        return [b"the end"]


class PlainWire(Wire):
    name = "plain"
    words = {"plain": Transport.LINES}
    policy = JEDNA

    def supports(self, kind, rules, seats):
        return "" if kind.name == "uno" else f"is for uno, not for {kind.name}; use native"

    def session(self, setting, dialect=""):
        return PlainSession()


PLAIN = PlainWire()
"""

BOT = """
import sys

for line in sys.stdin:
    if line.startswith("your turn: "):
        print(line[11:].split(", ")[0].strip(), flush=True)
    if line.startswith("the end"):
        break
"""


def install(folder: Path, entries: str) -> str:
    """A package with a wire; what has to be in PYTHONPATH to have it."""
    site = folder / "site"
    metadata = site / "plain_wire-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / "plain_wire.py").write_text(FOREIGN)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: plain-wire\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[pitboss.wires]\n{entries}\n")
    return str(site)


def pitboss(folder: Path, site: str, *words: str, code: int = 0) -> Done:
    return typed(folder, *words, code=code, PYTHONPATH=site)


def test_an_event_is_played_shown_and_reported_over_another_packages_wire(tmp_path: Path) -> None:
    site = install(tmp_path, "plain = plain_wire:PLAIN")
    write_bot(tmp_path / "bot.py", BOT)
    bot = "cmd='python3 bot.py' name=words wire=plain"

    played = pitboss(
        tmp_path, site, "play", "official,target=0", bot, "simple", "-n", "4", "--json"
    )

    event = json.loads(played.out)
    assert event["games"] == 4
    assert not event.get("faults")
    shown = pitboss(tmp_path, site, "show", f"{event['event']}-0-0")
    assert "words" in shown.out
    pitboss(tmp_path, site, "report", event["event"], "--output", "report.html")
    assert "words" in (tmp_path / "report.html").read_text()


def test_a_foreign_wire_says_which_games_it_is_for(tmp_path: Path) -> None:
    site = install(tmp_path, "plain = plain_wire:PLAIN")
    write_bot(tmp_path / "bot.py", BOT)

    done = pitboss(
        tmp_path, site, "play", "holdem", "cmd='python3 bot.py' wire=plain", "simple", code=2
    )

    assert "the wire plain is for uno, not for holdem; use native" in done.err


def test_a_broken_wire_is_named_when_asked_for_and_disturbs_nobody_else(tmp_path: Path) -> None:
    entries = "broken = no_such_module:WIRE\nodd = plain_wire:FOREIGN\nplain = plain_wire:PLAIN"
    site = install(tmp_path, entries)
    write_bot(tmp_path / "bot.py", BOT)

    pitboss(tmp_path, site, "play", "jedna", "cmd='python3 bot.py' wire=plain", "simple", "-n", "2")
    done = pitboss(tmp_path, site, "play", "jedna", "cmd=cat wire=broken", "simple", code=2)

    assert "no_such_module:WIRE can't be loaded" in done.err


def test_a_program_that_speaks_another_packages_wire_sits_at_a_table(tmp_path: Path) -> None:
    site = install(tmp_path, "plain = plain_wire:PLAIN")
    write_bot(tmp_path / "bot.py", BOT)
    program = f"words:plain={sys.executable} {tmp_path / 'bot.py'}"
    join = {"type": "join", "name": "guest", "game": "jedna", "seats": 2, "house": ["words"]}
    with serving("--program", program, PYTHONPATH=site) as server:
        with connect(f"{server.http.replace('http', 'ws')}/ws/t") as guest:
            guest.send(json.dumps(join))
            messages = []
            for frame in guest:
                messages.append(json.loads(frame))
                if messages[-1]["type"] == "turn":
                    turn = messages[-1]
                    action = {"type": "action", "turn": turn["turn"], "action": turn["legal"][0]}
                    guest.send(json.dumps(action))
        code, log = server.stop()

    assert code == 0, log
    assert messages[-1]["type"] == "result"
    assert messages[-1]["reason"] == "went-out"
