"""A worker's job: play some blocks of an event, and return them as a batch."""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
import numpy as np

from pitboss import bots
from pitboss.events.batch import (
    Batch,
    FaultNote,
    GameTranscript,
    RemarkNote,
    Thinking,
    pack_actions,
    pack_lines,
)
from pitboss.events.entrants import Entrant
from pitboss.events.giving_up import Patience, Streak
from pitboss.events.plan import Block, Plan, bot_seed
from pitboss.events.rehearsal import Rehearsal
from pitboss.events.warm_players import StandIns, WarmPlayers, transcript_of
from pitboss.games.game import Result
from pitboss.games.record import Record
from pitboss.play.blocking import Outcome, play
from pitboss.play.fault import FaultKind
from pitboss.play.player import BlockingPlayer
from pitboss.play.policy import Cost
from pitboss.play.referee import Referee
from pitboss.play.transcript import Transcript
from pitboss.players.absent import AbsentPlayer
from pitboss.players.program import Shortage
from pitboss.players.program.process import check_room
from pitboss.statistics.results import row_type

# Of a bot that fails in every game a batch describes a few faults; the counts are in the rows.
_DESCRIBED_FAULTS = 20
_DESCRIBED_REMARKS = 200
_STDERR = 2000
# Whose programs have started more than this is named when there are too few for all.
_MANY_PROCESSES = 16
# How often it is looked whether there is room again, and the seconds between.
_LOOKS = 50
_LOOK_SECONDS = 0.1
# Faults of programs that were perhaps denied something by the machine.
_STRUCK = (FaultKind.STARTUP, FaultKind.CRASH)


class Work(msgspec.Struct, frozen=True):
    """Blocks to be played; their numbers have no gap."""

    event: str
    plan: Plan
    blocks: Iterable[Block]
    # Why entrants were taken out of the event; they forfeit.
    removed: dict[int, str] = {}
    # How to find out who ends the worker, if that is what the blocks are played for.
    rehearsal: Rehearsal | None = None
    # Files that no program in a sandbox may read, such as the journal.
    private: tuple[str, ...] = ()
    # How entrants lost their last games.
    streaks: dict[int, Streak] = {}
    # Whether transcripts are still wanted, of the bots that have one.
    transcripts: bool = True


class _ScoreSheet:
    """The results of blocks while they are played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.kind = plan.kind()
        self.rules: Any = self.kind.rules(plan.rules)
        self.games: list[list[int]] = []
        self.heads: list[tuple[int, int, int]] = []
        self.seated: list[tuple[int, ...]] = []
        self.places: list[tuple[int, ...]] = []
        self.scores: list[tuple[int, ...]] = []
        self.payoffs: list[tuple[float, ...]] = []
        # By number of the game on the sheet, where there were any.
        self.forfeits: dict[int, list[bool]] = {}
        self.faults: dict[int, list[int]] = {}
        self.notes: list[FaultNote] = []
        self.described: dict[int, int] = {}
        self.remarks: list[RemarkNote] = []
        self.remarked: dict[int, int] = {}
        self.transcripts: list[GameTranscript] = []
        self.thinking: dict[int, Thinking] = {}

    def add(
        self,
        block: int,
        rotation: int,
        seated: tuple[int, ...],
        result: Result,
        actions: list[int],
    ) -> None:
        self.heads.append((block, rotation, len(actions)))
        self.seated.append(seated)
        self.places.append(result.places)
        self.scores.append(result.scores)
        self.payoffs.append(self.kind.payoffs(self.rules, result))
        self.games.append(actions)

    def blame(self, block: int, rotation: int, seated: tuple[int, ...], outcome: Outcome) -> None:
        """Add the faults of the game that was added last."""
        number = len(self.games) - 1
        forfeits = [False] * len(seated)
        faults = [0] * len(seated)
        for incident in outcome.incidents:
            seat = incident.seat
            entrant = seated[seat]
            faults[seat] += 1
            forfeits[seat] = forfeits[seat] or incident.cost is Cost.FORFEIT
            described = self.described.get(entrant, 0)
            if described >= _DESCRIBED_FAULTS:
                continue
            self.described[entrant] = described + 1
            self.notes.append(
                FaultNote(
                    block=block,
                    rotation=rotation,
                    seat=seat,
                    entrant=entrant,
                    turn=incident.turn,
                    kind=incident.fault.kind.value,
                    cost=incident.cost.value,
                    message=incident.fault.message,
                    detail=incident.fault.detail[-_STDERR:],
                    said=incident.fault.said,
                    stderr=incident.fault.stderr,
                )
            )
        self.faults[number] = faults
        self.forfeits[number] = forfeits

    def remark(self, block: int, rotation: int, seated: tuple[int, ...], outcome: Outcome) -> None:
        """Add what is to be known of the answers in the game that was added last."""
        for turn, seat, text in outcome.remarks:
            entrant = seated[seat]
            told = self.remarked.get(entrant, 0)
            if told <= _DESCRIBED_REMARKS:
                self.remarked[entrant] = told + 1
                if told == _DESCRIBED_REMARKS:
                    text = f"{text}; more such remarks of this page are not kept"
                self.remarks.append(
                    RemarkNote(
                        block=block,
                        rotation=rotation,
                        seat=seat,
                        entrant=entrant,
                        turn=turn,
                        text=text,
                    )
                )

    def transcribe(self, block: int, rotation: int, by_seat: Sequence[Transcript | None]) -> None:
        """Add what passed in the game that was added last."""
        for seat, transcript in enumerate(by_seat):
            if transcript is not None:
                packed = pack_lines(transcript.lines())
                self.transcripts.append(
                    GameTranscript(block=block, rotation=rotation, seat=seat, lines=packed)
                )

    def think(self, seated: tuple[int, ...], outcome: Outcome) -> None:
        for entrant, timing in zip(seated, outcome.timings, strict=True):
            self.thinking.setdefault(entrant, Thinking()).add(timing)

    def batch(self, work: Work, seconds: float, patience: Patience) -> Batch:
        rows = np.zeros(len(self.games), row_type(self.plan.seats))
        heads = np.array(self.heads, np.int64)
        rows["block"] = heads[:, 0]
        rows["rotation"] = heads[:, 1]
        rows["actions"] = heads[:, 2]
        rows["entrant"] = self.seated
        rows["place"] = self.places
        rows["score"] = self.scores
        rows["payoff"] = self.payoffs
        for number, faults in self.faults.items():
            rows["faults"][number] = faults
            rows["forfeit"][number] = self.forfeits[number]
        return Batch(
            event=work.event,
            first=self.heads[0][0],
            count=len(self.games) // self.plan.seats,
            rows=rows.tobytes(),
            actions=pack_actions(self.games),
            faults=tuple(self.notes),
            remarks=tuple(self.remarks),
            transcripts=tuple(self.transcripts),
            thinking=self.thinking,
            seconds=seconds,
            streaks=patience.streaks,
            given_up=patience.given_up,
        )


def play_blocks(
    work: Work, warm: WarmPlayers, now: Callable[[], float] = time.perf_counter
) -> Batch:
    """Play the blocks with the worker's players; `Shortage` if programs can't be started.

    Then all are ended, since one of them may be what uses up the machine, and is named.
    """
    try:
        return _play_blocks(work, warm, now)
    except Shortage as shortage:
        entrant, processes = warm.busiest()
        warm.close()
        if processes <= _MANY_PROCESSES:
            raise
        # If there is as little as before, somebody else has it.
        culprit = entrant if _has_room_again() else None
        name = work.plan.entrants[entrant].name
        raise Shortage(f"{shortage}; {name} has {processes} processes", culprit) from shortage


def _has_room_again() -> bool:
    """Whether programs can be started, now that ours have been ended."""
    for _ in range(_LOOKS):
        try:
            check_room()
        except Shortage:
            # Whoever was ended counts until the system's first process has taken note of it.
            time.sleep(_LOOK_SECONDS)
        else:
            return True
    return False


def _play_blocks(work: Work, warm: WarmPlayers, now: Callable[[], float]) -> Batch:
    began = now()
    sheet = _ScoreSheet(work.plan)
    # In a rehearsal others sit in for programs.
    most = 0 if work.rehearsal is not None else work.plan.max_faults
    patience = Patience(most, work.streaks)
    if all(_is_honest(entrant) for entrant in work.plan.entrants):
        for block in work.blocks:
            _play_in_process(sheet, block)
    else:
        for block in work.blocks:
            _play_refereed(sheet, block, warm, work, patience)
    return sheet.batch(work, now() - began, patience)


def _is_honest(entrant: Entrant) -> bool:
    return entrant.builtin and bots.named(entrant.bot).honest


def _play_in_process(sheet: _ScoreSheet, block: Block) -> None:
    """Built-in bots only: no clocks and no referee."""
    plan = sheet.plan
    for rotation, seated in enumerate(block.seatings()):
        deck = plan.deck(block.number, rotation)
        players = [
            bots.named(plan.entrants[one].bot, bot_seed(deck, rotation, seat))
            for seat, one in enumerate(seated)
        ]
        game = sheet.kind.new(sheet.rules, plan.seats, deck)
        actions: list[int] = []
        sheet.kind.play_out(game, players, actions)
        sheet.add(block.number, rotation, seated, game.result(), actions)


def _play_refereed(
    sheet: _ScoreSheet, block: Block, warm: WarmPlayers, work: Work, patience: Patience
) -> None:
    plan = sheet.plan
    policy = plan.faults()
    rehearsal = work.rehearsal
    for rotation, seated in enumerate(block.seatings()):
        deck = plan.deck(block.number, rotation)
        instead: StandIns = {
            entrant: partial(_absent, plan.entrants[entrant].name, reason)
            for entrant, reason in {**work.removed, **patience.given_up}.items()
        }
        if rehearsal is not None:
            instead = {**rehearsal.stand_ins(plan, seated, rotation), **instead}
        players = warm.players(seated, deck, rotation, instead)
        noted = [transcript_of(player) for player in players] if work.transcripts else []
        if rehearsal is not None:
            players = rehearsal.noted(players, rotation)
        names = [plan.entrants[one].name for one in seated]
        record = Record(
            game=plan.game, rules=plan.rules, seats=plan.seats, seed=str(deck), players=names
        )
        game = sheet.kind.new(sheet.rules, plan.seats, deck)
        outcome = play(Referee(game, record, policy, warm.control(seated)), players)
        if any(incident.fault.kind in _STRUCK for incident in outcome.incidents):
            check_room()
        sheet.add(block.number, rotation, seated, outcome.result, record.actions)
        sheet.think(seated, outcome)
        sheet.transcribe(block.number, rotation, noted)
        if outcome.remarks:
            sheet.remark(block.number, rotation, seated, outcome)
        patience.count(seated, outcome)
        if outcome.incidents:
            sheet.blame(block.number, rotation, seated, outcome)


def _absent(name: str, reason: str, seat: int) -> BlockingPlayer:  # noqa: ARG001
    return AbsentPlayer(name, reason)
