"""Bots that don't answer: after some games in a row lost like that, they are given up.

Waiting for a mute bot takes its whole time in every game. What follows is the runner's: it takes
the bot out of the event, like one that ends its workers.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from pitboss.play.fault import Fault, FaultKind
from pitboss.play.outcome import Outcome
from pitboss.play.policy import Cost

# Each of them is waited for; whoever crashes or sends nonsense costs nobody's time.
_SILENCE: Final = (FaultKind.STARTUP, FaultKind.TIMEOUT, FaultKind.STALL)


class Streak(msgspec.Struct, frozen=True, kw_only=True):
    """The last games of a bot, as far as it lost them by the same kind of silence."""

    # Empty: the last game was none of them.
    kind: str = ""
    games: int = 0
    # What was told of the last.
    message: str = ""
    # Whether every game was lost like that since the counting began.
    unbroken: bool = True

    def after(self, fault: Fault | None) -> "Streak":
        """The streak after another game, lost by this fault; None: it was not lost like that."""
        if fault is None:
            return Streak(unbroken=False)
        kind = fault.kind.value
        if self.kind not in ("", kind):
            return Streak(kind=kind, games=1, message=fault.message, unbroken=False)
        return Streak(
            kind=kind, games=self.games + 1, message=fault.message, unbroken=self.unbroken
        )

    def followed_by(self, later: "Streak") -> "Streak":
        """This streak and what was counted elsewhere since, from nothing."""
        if not later.unbroken or self.kind not in ("", later.kind):
            return later
        return msgspec.structs.replace(later, games=self.games + later.games)


class Patience:
    """Counts games that were lost by silence, and says who is given up."""

    def __init__(self, most: int, streaks: Mapping[int, Streak]) -> None:
        """`most` such games in a row are one too many; 0: nobody is given up.

        `streaks` are those from which the counting goes on.
        """
        self._most = most
        self._before = streaks
        # Counted here, by entrant.
        self.streaks: dict[int, Streak] = {}
        # Why entrants were given up.
        self.given_up: dict[int, str] = {}

    def count(self, seated: Sequence[int], outcome: Outcome) -> None:
        """Count a game."""
        if not self._most:
            return
        for seat, entrant in enumerate(seated):
            # A game in which nothing was asked of it says nothing.
            if entrant in self.given_up or not _was_asked(outcome, seat):
                continue
            fault = silence(outcome, seat)
            self.streaks[entrant] = self.streaks.get(entrant, Streak()).after(fault)
            before = self._before.get(entrant, Streak())
            whole = before.followed_by(self.streaks[entrant])
            if whole.games >= self._most:
                self.given_up[entrant] = reason_of(whole)


def _was_asked(outcome: Outcome, seat: int) -> bool:
    return outcome.timings[seat].answers > 0 or any(
        one.seat == seat and one.fault.kind is not FaultKind.REMOVED for one in outcome.incidents
    )


def silence(outcome: Outcome, seat: int) -> Fault | None:
    """The fault of a seat that lost the game by not answering, or never answered in it."""
    faults = [one for one in outcome.incidents if one.seat == seat and one.fault.kind in _SILENCE]
    for one in faults:
        if one.cost is Cost.FORFEIT:
            return one.fault
    played = [one for one in faults if one.cost is Cost.SUBSTITUTE]
    if played and len(played) == outcome.timings[seat].answers:
        return played[-1].fault
    return None


def reason_of(streak: Streak) -> str:
    """Why a bot is out of the event, as the end of a sentence."""
    return (
        f"taken out of the event: it lost {streak.games} games in a row by the same fault, "
        f"{streak.kind}: {streak.message}"
    )
