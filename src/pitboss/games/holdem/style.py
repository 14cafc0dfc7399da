"""Style figures of hold'em, counted from the notes of whole hands."""

from collections.abc import Sequence
from typing import Final

from pitboss.games.holdem import notes
from pitboss.games.style import StyleCounts, StyleFigure

FIGURES: Final = (
    StyleFigure("vpip", "VPIP", "hands in which it put chips in before the flop of its own will"),
    StyleFigure("pfr", "PFR", "hands in which it raised before the flop"),
    StyleFigure("aggression", "Aggression", "bets and raises for each call after the flop", False),
    StyleFigure("showdown", "Went to showdown", "showdowns, of the hands that saw the flop"),
    StyleFigure("won_showdown", "Won at showdown", "showdowns at which it won chips"),
)


class HandCounter:
    """Follows hand after hand, note by note."""

    def __init__(self, seats: int) -> None:
        self.counts = [StyleCounts() for _ in range(seats)]
        self._begin(range(seats))

    def _begin(self, dealt: Sequence[int]) -> None:
        self._dealt = [*dealt]
        self._live = {*dealt}
        self._before_flop = True
        self._saw_flop: set[int] = set()
        self._willing: set[int] = set()
        self._raised: set[int] = set()
        self._shown: set[int] = set()
        self._won: set[int] = set()

    def take(self, note: tuple[int, ...]) -> None:
        """Count what the note tells."""
        match note[0]:
            case notes.DEALT:
                self._begin([seat for seat, stack in enumerate(note[7:]) if stack > 0])
            case notes.FOLDED | notes.WITHDREW:
                self._live.discard(note[1])
            case notes.CALLED | notes.RAISED:
                self._bet(note[1], raised=note[0] == notes.RAISED)
            case notes.STREET if self._before_flop:
                self._before_flop = False
                self._saw_flop = {*self._live}
            case notes.SHOWN:
                self._shown.add(note[1])
            case notes.WON:
                self._won.add(note[1])
            case notes.HAND_OVER:
                self._end()

    def _bet(self, seat: int, *, raised: bool) -> None:
        if not self._before_flop:
            self.counts[seat].count("aggression", int(raised), int(not raised))
            return
        self._willing.add(seat)
        if raised:
            self._raised.add(seat)

    def _end(self) -> None:
        for seat in self._dealt:
            counts = self.counts[seat]
            counts.count("vpip", int(seat in self._willing), 1)
            counts.count("pfr", int(seat in self._raised), 1)
            counts.count("showdown", int(seat in self._shown), int(seat in self._saw_flop))
            if seat in self._shown:
                counts.count("won_showdown", int(seat in self._won), 1)
        self._begin(())
