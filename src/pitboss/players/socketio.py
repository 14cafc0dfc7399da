"""A player whose program joins its room over Socket.IO, and is told there what happens."""

import asyncio
import math
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from pitboss.games.game import Game
from pitboss.play.fault import Fault, FaultKind
from pitboss.players.room import BODY, OwnSide, RoomPlayer, Snapshot
from pitboss.wires.uno_online.listen import Receive, Scope, Send, send_refusal
from pitboss.wires.uno_online.listen_socketio import SOCKET_PATH, Client, SocketIo, wanted_seats
from pitboss.wires.uno_online.messages import (
    PLAYERS,
    ChatMessage,
    ErrorReply,
    Join,
    Joined,
    RoomData,
    User,
    refusal,
)
from pitboss.wires.uno_online.original_page import Shown
from pitboss.wires.uno_online.session import OWN

_MOST_SESSIONS: Final = 16
# Seconds in which a program that has lost its connection joins again, or ends: clients of
# Socket.IO wait for up to one and a half before they try.
_RETURN: Final = 3.0
# A sign of life of engine.io.
_PONG: Final = "3"


@dataclass(frozen=True, slots=True)
class Seated:
    """A connection has joined the room."""

    client: Client[OwnSide]


@dataclass(frozen=True, slots=True)
class Left:
    """A connection that had joined is gone."""

    client: Client[OwnSide]


@dataclass(frozen=True, slots=True)
class Flooded:
    """More came in one game than is put up with."""

    game: int
    message: str


class SocketIoPlayer(RoomPlayer):
    """One seat's program; the places are those of a `RoomPlayer`, and so is HTTP.

    It stays connected from game to game, connects again, or ends and is started anew.
    """

    _websockets = "websockets-sansio"
    _never_seen = "it never joined its room"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The connection that plays, as this thread knows it, and as the network's does.
        self._client: Client[OwnSide] | None = None
        self._seated: Client[OwnSide] | None = None
        # The last view that it was sent, and whether it has been told of this game.
        self._told = 0
        self._is_opened = False
        self._users: list[User] = []
        # Messages in this game, and whether there were too many.
        self._messages = 0
        self._flooded = False

    # The player's side of a game.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        room = self._session.room
        shown = (names[1 - seat], names[seat])
        users = [
            User(number + 1, player, room, name)
            for number, (player, name) in enumerate(zip(PLAYERS, shown, strict=True))
        ]
        if self._network is not None:
            self.network.call(self._begin, users)
        else:
            self._users = users
        super().begin(game, seat, names)

    def end(self, game: Game, names: Sequence[str]) -> None:
        super().end(game, names)
        self.network.call(self._post, "gameOver", self._session.game_over(game))

    def _show(self, game: Game) -> Snapshot:
        session = self._session
        told = session.socket_view(game)
        return self._side.show(
            msgspec.Raw(session.state(game)),
            mine=session.is_mine(game),
            over=game.actor() < 0,
            turn=session.turn,
            told=told,
            position=session.position(game),
        )

    def _tell(self, shown: Snapshot) -> None:
        super()._tell(shown)
        self.network.call(self._post_state, shown)

    def _hear(self, event: Any) -> Fault | None:
        match event:
            case Seated(client=client):
                self._client, self._return_by = client, math.inf
            case Left(client=client) if client is self._client:
                self._client = None
                if client.stalled:
                    return self.output.stall(self.limits.unread)
                self._return_by = self._now() + _RETURN
            case Flooded(game=game, message=message) if game == self.games:
                return self._faulty(FaultKind.FLOOD, message)
        return None

    def _launch(self) -> None:
        self._client = None
        super()._launch()

    def _silence(self) -> Fault:
        if self._return_by < math.inf:
            return self._disconnected()
        return super()._silence()

    def _unread(self) -> int:
        return self._client.unread() if self._client is not None else 0

    # In the thread of the network.

    async def _open(self) -> Mapping[str, str]:
        self._sockets: SocketIo[OwnSide] = SocketIo(
            self, max_message=BODY, max_backlog=self.limits.unread
        )
        return await super()._open()

    async def _farewell(self) -> None:
        self._post("roomData", RoomData(self._session.room, []))
        # What was posted is sent first.
        await asyncio.sleep(0)
        await self._sockets.stop()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith(SOCKET_PATH):
            await super()._serve(scope, receive, send)
            return
        is_new = b"sid=" not in scope["query_string"]
        if not self._requests.take(self._now()):
            reason = "rate_limited"
        elif is_new and len(self._sockets.addresses()) >= _MOST_SESSIONS:
            reason = "too_many_connections"
        else:
            if scope.get("method") != "GET":
                receive = self._counted(receive)
            await self._sockets(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
        else:
            await send_refusal(send, refusal(reason))

    def _counted(self, receive: Receive) -> Receive:
        """What comes in, up to what is put up with; beyond it the connection is over."""

        async def counted() -> MutableMapping[str, Any]:
            event = await receive()
            if event["type"] in ("websocket.receive", "http.request"):
                text = event.get("text") or event.get("bytes") or b""
                self._messages += text != _PONG
                self._check(len(text))
                if self._flooded and event["type"] == "websocket.receive":
                    return {"type": "websocket.disconnect", "code": 1008}
            elif event.get("code") == 1009:
                self._check(BODY + 1)
            return event

        return counted

    def _check(self, size: int) -> None:
        most = self.limits.unasked
        too_fast = not self._requests.take(self._now())
        if size > BODY:
            self._flood(f"a message of more than {BODY} bytes")
        elif too_fast or self._messages - self._side.taken > most:
            self._flood(f"more than {most} messages that nobody asked for")

    def _flood(self, message: str) -> None:
        if not self._flooded:
            self._flooded = True
            self._inbox.put(Flooded(self.games, message))

    def _begin(self, users: list[User]) -> None:
        self._messages = self._side.taken = 0
        self._flooded = self._is_opened = False
        if users != self._users:
            self._users = users
            self._post("roomData", RoomData(self._session.room, users))

    def _post(self, event: str, data: object) -> None:
        if self._seated is not None:
            self._sockets.post(event, data, [self._seated.sid])

    def _post_state(self, shown: Snapshot) -> None:
        # Who has just joined may have been told already.
        if shown.number > self._told and self._seated is not None and shown.told is not None:
            self._told = shown.number
            opening, self._is_opened = not self._is_opened, True
            self._sockets.show(shown.told, [self._seated.sid], opening=opening)

    # What connections do.

    def connected(self, client: Client[OwnSide]) -> None:
        """Nothing: it has to join."""

    def disconnected(self, client: Client[OwnSide]) -> None:
        if client is self._seated:
            self._seated = None
        if client.side is not None:
            self._inbox.put(Left(client))

    async def join(
        self, client: Client[OwnSide], wish: Join
    ) -> tuple[Joined, Shown | None] | ErrorReply:
        if wish.room != self._session.room:
            return refusal("no_such_room")
        if not self._may_sit(wish.token):
            return refusal("bad_token")
        if wish.watch:
            return refusal("not_allowed", "watch: nobody watches here")
        wanted = wanted_seats(wish.player)
        if isinstance(wanted, ErrorReply):
            return wanted
        if PLAYERS.index(OWN) not in wanted:
            return refusal("room_full")
        older, self._seated = self._seated, client
        if older is not None and older is not client:
            await self._sockets.disconnect(older)
        client.side = self._side
        self._side.polled = True
        self._inbox.put(Seated(client))
        users = self._users or [User(2, OWN, self._session.room, self.name)]
        self._post("roomData", RoomData(self._session.room, users))
        told = Joined(True, self._session.room, OWN, token=self._token)
        shown = self._side.shown()
        if shown is None or shown.over:
            # It is told of the next game when that begins.
            return told, None
        self._told = shown.number
        self._is_opened = True
        return told, shown.told

    def chat(self, client: Client[OwnSide], text: str) -> ErrorReply | None:
        self._sockets.post("message", ChatMessage(OWN, text), [client.sid])
        return None

    def rejected(self, reason: str) -> None:
        """Nothing to count here: it is told by what follows."""

    def failed(self, what: str, error: Exception) -> None:
        """A mistake of ours: raised where the game is played."""
        del what
        self._inbox.put(error)
