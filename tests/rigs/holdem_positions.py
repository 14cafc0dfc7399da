"""Positions of hold'em as the page's elements are given them, made by the engine itself."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.games.game import SPECTATOR
from pitboss.games.kind import json_object
from pitboss.games.registry import kind_named

Json = dict[str, Any]

NAMES = (
    "red",
    "blue",
    "green",
    "simple",
    "a name that is rather long",
    "caller",
    "fox",
    "nü",
    "x9",
)
TIME_LEFT = 17.3


class HoldemPositions:
    """A game of hold'em, and what one viewer's page is given after each action."""

    def __init__(
        self,
        viewer: int,
        *,
        kind: str = "holdem-tournament",
        rules: str = "",
        seats: int = 2,
        setup: str = "",
        seed: int = 5,
        all_cards: bool = False,
    ) -> None:
        self.kind = kind_named(kind)
        chosen = self.kind.rules(rules)
        self.game = self.kind.set_up(chosen, setup) if setup else self.kind.new(chosen, seats, seed)
        self.viewer = viewer
        self.all_cards = all_cards
        self.turn = 1
        self.equity: Sequence[float | None] | None = None
        self._happened = [self._told(event) for event in self.kind.opening(self.game, viewer)]

    def _told(self, event: Any) -> Json:
        return {"type": "event", "name": event.name, "seat": event.seat, "facts": event.facts}

    def play(self, *actions: str) -> Iterator[Json]:
        """The position now, and after each of the actions."""
        yield self.position()
        for action in actions:
            self.apply(action)
            yield self.position()

    def apply(self, action: str) -> None:
        """Play it; a raise that is too small or too big is the next that is allowed."""
        code = self.kind.read_action(action)
        legal = self.game.legal()
        if code > 0:
            code = min(max(code, legal.low), legal.high) if legal.low <= legal.high else 0
        self.game.trace = []
        self.game.apply(code)
        self._happened += [
            self._told(self.kind.tell(note, self.viewer)) for note in self.game.trace
        ]
        self.turn += 1

    def view(self) -> Json:
        """What the viewer may know."""
        if self.all_cards:
            return dict(self.kind.open_json(self.game, _object))
        view = self.kind.view_json(self.game.view(self.viewer), _object)
        return dict(view)

    def position(self) -> Json:
        """Everything that the element is shown; `seconds` stands for the deadline."""
        actor = self.game.actor()
        asked = actor == self.viewer and actor != SPECTATOR
        happened, self._happened = self._happened, []
        names = list(NAMES[: self.game.seats])
        return {
            "kind": self.kind.name,
            "game": self.kind.name,
            "rules": "",
            "names": names,
            "seats": [
                {"name": name, "sort": "built-in", "wire": "", "here": True} for name in names
            ],
            "viewer": self.viewer,
            "view": json.loads(json.dumps(self.view())),
            "actor": actor,
            "turn": self.turn,
            "seconds": TIME_LEFT if actor >= 0 else None,
            "move": 30,
            "question": self._question() if asked else None,
            "result": json_object(self.game.result()) if actor < 0 else None,
            "figures": {"equity": list(self.equity)} if self.equity is not None else None,
            "log": [],
            "last": happened,
        }

    def _question(self) -> Json:
        legal = self.game.legal()
        write = self.kind.write_action
        several = legal.low <= legal.high
        return {
            "turn": self.turn,
            "legal": [write(action) for action in legal.actions],
            "codes": list(legal.actions),
            "range": {
                "low": legal.low,
                "high": legal.high,
                "text": [write(legal.low), write(legal.high)],
            }
            if several
            else None,
        }


def _object(cls: Any, values: list[Any]) -> Json:
    return dict(zip(cls._fields, values, strict=True))
