"""The rooms there are: made to order, found by code, removed when nobody cares any more."""

import math
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Final

from pitboss.games.rng import SEED_BITS
from pitboss.games.rules import BadRules
from pitboss.games.seeds import secret_seed, seed_from
from pitboss.games.uno import UNO
from pitboss.server.comeback import Comeback, RoomNote, SeatNote
from pitboss.server.house import NotOfTheHouse, house_player
from pitboss.server.room import Audience, Room
from pitboss.server.room_seat import Seat
from pitboss.server.services import Services
from pitboss.server.settings import Settings
from pitboss.store.move_log import LeftGame
from pitboss.wires.uno_online.messages import (
    ErrorReply,
    GameOver,
    RoomOrder,
    SeatOrder,
    refusal,
)

_CODE: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
# Letters and digits that are not mistaken for one another.
_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE_LENGTH: Final = 6
_LONGEST_NAME: Final = 40
_LONGEST_SEED: Final = 200
_LONGEST_MOVE: Final = 86_400.0
_LONGEST_PACE: Final = 60.0


class _Nobody:
    """The audience while there is none."""

    def moved(self, room: Room, sides: Sequence[int]) -> None:
        pass

    def began(self, room: Room, sides: Sequence[int]) -> None:
        pass

    def ended(self, room: Room, sides: Sequence[int], told: GameOver) -> None:
        pass

    def stopped(self, room: Room, reply: ErrorReply) -> None:
        pass

    def seated(self, room: Room) -> None:
        pass

    def closed(self, room: Room) -> None:
        pass


class Rooms:
    """All rooms of a server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.settings = services.settings
        self.audience: Audience = _Nobody()
        self.refusing = False
        self._now = services.now
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def all(self) -> list[Room]:
        """Every room, the oldest first."""
        return list(self._rooms.values())

    def running(self) -> int:
        """How many games are in progress."""
        return sum(1 for room in self._rooms.values() if not room.is_over())

    def get(self, code: str) -> Room | None:
        """The room with that code."""
        return self._rooms.get(code)

    def find(self, code: str) -> Room | ErrorReply:
        """The room with that code, which is thereby kept alive."""
        room = self._rooms.get(code)
        if room is None:
            return refusal("no_such_room")
        room.touch()
        return room

    def create(
        self, order: RoomOrder, *, organiser: bool = False, address: str = ""
    ) -> Room | ErrorReply:
        """A room to order, its game begun; or why not."""
        if self.refusing:
            return refusal("too_many_rooms", "the server is shutting down")
        code = order.room if order.room is not None else self._new_code()
        if not _CODE.fullmatch(code):
            return refusal("bad_room")
        if code in self._rooms:
            return refusal("room_exists")
        try:
            rules = UNO.rules(order.rules or "uno-online")
        except BadRules as error:
            return refusal("bad_rules", f"rules: {error}")
        if 2 not in UNO.seats(rules):
            return refusal("bad_rules", f"rules: {order.rules} are not for two players")
        seats: list[Seat] = []
        for number, wanted in enumerate((order.player1, order.player2)):
            seat = _seat(number, wanted, self.settings)
            if isinstance(seat, ErrorReply):
                return seat
            seats.append(seat)
        timeout = self.settings.action_timeout if order.timeout is None else order.timeout
        if not (math.isfinite(timeout) and 0 < timeout <= _LONGEST_MOVE):
            return refusal("bad_order", f"timeout: more than 0 and at most {_LONGEST_MOVE:g}")
        if not 0 <= order.pace <= _LONGEST_PACE:
            return refusal("bad_order", f"pace: from 0 to {_LONGEST_PACE:g}")
        trusted = self.settings.loopback or organiser
        if order.open and not self.settings.loopback:
            return refusal("not_allowed", "open: a server beyond loopback demands tokens")
        if order.seed is not None and not trusted:
            return refusal("not_allowed", "seed: only the organiser may choose one here")
        seed = secret_seed() if order.seed is None else _seed(order.seed)
        if isinstance(seed, ErrorReply):
            return seed
        if not trusted and self._of(address) >= self.settings.connection_share:
            return refusal("too_many_rooms", "this address has too many games in progress")
        if self.running() >= self.settings.max_rooms:
            return refusal("too_many_rooms")
        self._forget_some()
        room = Room(
            code,
            rules,
            (seats[0], seats[1]),
            self.services,
            seed=seed,
            seed_given=order.seed is not None,
            is_open=self.settings.loopback if order.open is None else order.open,
            timeout=timeout,
            pace=order.pace,
            audience=self.audience,
            address=address,
        )
        self._rooms[code] = room
        room.table.start()
        return room

    def play_again(self, room: Room) -> ErrorReply | None:
        """Begin another game in a room with the same seats; or why not."""
        if not room.is_over():
            return refusal("game_running")
        if self.refusing or self._rooms.get(room.code) is not room:
            return refusal("no_such_room")
        if self.running() >= self.settings.max_rooms:
            return refusal("too_many_rooms")
        room.touch()
        room.play_again(secret_seed())
        return None

    def go_on(self, left: LeftGame, comeback: Comeback, note: RoomNote) -> None:
        """Go on with the game of a room that a killed server left."""
        assert left.seed is not None
        order = comeback.order(left.row)
        seats = [_left_seat(number, seat) for number, seat in enumerate(comeback.seats)]
        room = Room(
            left.row.table,
            order.rules,
            (seats[0], seats[1]),
            self.services,
            seed=int(left.seed),
            seed_given=note.seed_given,
            is_open=note.open,
            timeout=comeback.move,
            pace=max(seat.pace for seat in comeback.seats),
            audience=self.audience,
            address=note.address,
            left=left,
        )
        self._rooms[room.code] = room
        room.table.go_on(left)

    def remove(self, room: Room) -> None:
        """Close a room and forget it."""
        if self._rooms.get(room.code) is room:
            del self._rooms[room.code]
            room.close()

    def remove_idle(self) -> int:
        """Remove the rooms that nobody has asked for in a while; how many there were.

        A connection keeps a room only as long as its game goes on.
        """
        limit = self._now() - self.settings.idle_timeout
        idle = [
            room
            for room in self._rooms.values()
            if room.touched < limit and (room.is_over() or not room.connected())
        ]
        for room in idle:
            self.remove(room)
        return len(idle)

    def close(self) -> None:
        """Close every room."""
        for room in self.all():
            self.remove(room)

    def _of(self, address: str) -> int:
        return sum(1 for room in self.all() if room.address == address and not room.is_over())

    def _forget_some(self) -> None:
        """Keep no more finished rooms than there may be running ones.

        The oldest goes of the address that has most of them, so that nobody loses theirs to others.
        """
        finished = [room for room in self._rooms.values() if room.is_over()]
        if len(finished) >= self.settings.max_rooms:
            most = Counter(room.address for room in finished).most_common(1)[0][0]
            self.remove(next(room for room in finished if room.address == most))

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
            if code not in self._rooms:
                return code


def clean_name(name: str) -> str:
    """A name without what can't be printed, and not too long."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:_LONGEST_NAME]


def _seat(number: int, wanted: str | SeatOrder, settings: Settings) -> Seat | ErrorReply:
    field = f"player{number + 1}"
    if isinstance(wanted, str):
        if wanted in ("human", "outside"):
            return Seat(number, "human" if wanted == "human" else "outside", "")
        wanted = SeatOrder("builtin", wanted)
    name = clean_name(wanted.name)
    if wanted.kind != "builtin":
        return Seat(number, wanted.kind, name)
    try:
        bot = house_player(wanted.bot or "simple", UNO.name, settings.programs)
    except NotOfTheHouse as error:
        return refusal("bad_order", f"{field}: {error}; or human, outside")
    return Seat(number, "builtin", name, bot)


def _left_seat(number: int, note: SeatNote) -> Seat:
    """A seat as a killed server left it; a token opens it."""
    if note.bot:
        return Seat(number, "builtin", note.name, note.bot)
    seat = Seat(number, "human" if note.kind == "human" else "outside", note.name)
    seat.token, seat.token_hash = "", note.token
    return seat


def _seed(wanted: int | str) -> int | ErrorReply:
    if isinstance(wanted, str):
        if len(wanted) > _LONGEST_SEED or not wanted:
            return refusal("bad_order", f"seed: 1 to {_LONGEST_SEED} characters")
        if not (wanted.isascii() and wanted.isdecimal()):
            return seed_from(wanted)
        wanted = int(wanted)
    if not 0 <= wanted < 1 << SEED_BITS:
        return refusal("bad_order", f"seed: from 0 to 2**{SEED_BITS} - 1, or any other text")
    return wanted
