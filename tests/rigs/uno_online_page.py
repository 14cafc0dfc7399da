"""A client that behaves as the original uno-online page does, event for event.

It deals by itself, believes what it is shown, computes the game after its own move, and sends that.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from uno_online_client import Client

_FIELDS = (
    "turn",
    "player1Deck",
    "player2Deck",
    "currentColor",
    "currentNumber",
    "playedCardsPile",
    "drawCardPile",
)
_NUMBERS = {"s": 404, "D": 252}
HIDDEN = "??"


class Page:
    """One browser tab in a room; `play` clicks until the game is over."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client = client
        self.dice = random.Random(seed)
        self.game_over = True
        self.winner = ""
        self.users: list[Any] = []
        self.me = ""
        self.shown: dict[str, Any] = {}
        self.clicks = 0
        self.opened = 0
        self._news = asyncio.Event()
        for event, hear in (
            ("initGameState", self._open),
            ("updateGameState", self._update),
            ("roomData", self._meet),
            ("currentUserData", self._learn),
        ):
            client.io.on(event, self._heard(event, hear))

    def _heard(self, event: str, hear: Callable[[Any], None]) -> Callable[..., Awaitable[None]]:
        async def heard(told: Any) -> None:
            hear(told)
            self._news.set()
            await self.client.keep(event, told)

        return heard

    async def join(self, room: str, **wish: Any) -> None:
        """What the page does when it is loaded."""
        await self.client.io.emit("join", {"room": room, **wish})
        dealt = ["1R"] * 7
        await self.client.io.emit(
            "initGameState",
            {
                "gameOver": False,
                "turn": "Player 1",
                "player1Deck": dealt,
                "player2Deck": dealt,
                "currentColor": "R",
                "currentNumber": "1",
                "playedCardsPile": ["1R"],
                "drawCardPile": dealt,
            },
        )

    def _open(self, told: dict[str, Any]) -> None:
        self.opened += 1
        self.game_over = told["gameOver"]
        self.shown = {name: told[name] for name in _FIELDS}

    def _update(self, told: dict[str, Any]) -> None:
        self.game_over = told.get("gameOver") or self.game_over
        self.winner = told.get("winner") or self.winner
        self.shown |= {name: told[name] for name in _FIELDS if told.get(name)}

    def _meet(self, told: dict[str, Any]) -> None:
        self.users = told["users"]

    def _learn(self, told: dict[str, Any]) -> None:
        self.me = told["name"]

    @property
    def deck(self) -> list[str]:
        """The player's own cards."""
        return list(self.shown[self._own])

    @property
    def _own(self) -> str:
        return "player1Deck" if self.me == "Player 1" else "player2Deck"

    @property
    def _other(self) -> str:
        return "player2Deck" if self.me == "Player 1" else "player1Deck"

    def may_click(self) -> bool:
        """Whether the page shows a game in which it is this player's turn."""
        return not self.game_over and len(self.users) == 2 and self.shown["turn"] == self.me

    async def play(self, seconds: float = 120.0) -> None:
        """Click until the page says that the game is over."""
        async with asyncio.timeout(seconds):
            while not self.game_over or not self.opened:
                self._news.clear()
                if self.may_click():
                    await self.click()
                await self._news.wait()

    async def click(self, *, twice: bool = False) -> None:
        """One move: a playable card, or the button for drawing; `twice` as an impatient player."""
        self.clicks += 1
        playable = [card for card in self.deck if self._matches(card)]
        sends = self._played(self.dice.choice(playable)) if playable else [self._drawn()]
        for state in sends * 2 if twice else sends:
            await self.client.io.emit("updateGameState", state)

    def _matches(self, card: str) -> bool:
        if card in ("W", "D4W"):
            return True
        number = _NUMBERS.get(card[0], card[0])
        same = self.shown["currentNumber"]
        # As `===` has it: a string is never a number.
        return card[-1] == self.shown["currentColor"] or (type(same), same) == (
            type(number),
            number,
        )

    def _played(self, card: str) -> list[dict[str, Any]]:
        own, pile = self.deck, list(self.shown["drawCardPile"])
        own.remove(card)
        color = self.dice.choice("RGBY") if card in ("W", "D4W") else card[-1]
        number = {"W": 300, "D4W": 600}.get(card, _NUMBERS.get(card[0], card[0]))
        state = {
            "gameOver": not own,
            "winner": self.me if not own else "",
            "playedCardsPile": [*self.shown["playedCardsPile"], card],
            self._own: own,
            "currentColor": color,
            "currentNumber": number,
        }
        if number not in (404, 252, 600):
            state["turn"] = "Player 2" if self.me == "Player 1" else "Player 1"
        draws = {"D4W": 4}.get(card, 2 if card[0] == "D" else 0)
        if draws:
            taken = [pile.pop() for _ in range(min(draws, len(pile)))]
            state |= {self._other: [*self.shown[self._other], *taken], "drawCardPile": pile}
        sends = [state]
        if len(own) == 1 and self.dice.random() < 0.5:
            # Nobody pressed the button for UNO.
            forgot = state | {self._own: [*own, HIDDEN, HIDDEN], "drawCardPile": pile[:-2]}
            sends = [forgot] if card != "D4W" or self.me == "Player 1" else [state, forgot]
        elif card == "D4W" and self.me == "Player 2":
            sends = [state, state]
        return sends

    def _drawn(self) -> dict[str, Any]:
        pile = list(self.shown["drawCardPile"])
        card = pile.pop()
        # What it does not know it takes for a card that fits nowhere.
        assert card == HIDDEN
        return {
            "turn": "Player 2" if self.me == "Player 1" else "Player 1",
            self._own: [*self.deck, card],
            "drawCardPile": pile,
        }
