"""`/api/tables`: who waits and who plays where; the organiser makes tables, starts and closes them.

No cards and no moves are told here: clients watch a table over `/ws/{name}`.
"""

import secrets
from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from pitboss.server.api.errors import Refusal
from pitboss.server.api.operation import Call, Operation, Page
from pitboss.server.lobby import Lobby
from pitboss.server.places import Places
from pitboss.server.room import Room
from pitboss.server.rooms import Rooms
from pitboss.server.services import Services
from pitboss.server.table import CLOSED, Table
from pitboss.server.table_order import Refused, TableOrder
from pitboss.wires.algopoker.wire import ALGOPOKER

# Letters and digits that are not mistaken for one another.
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME_LENGTH: Final = 6
_CLOSED: Final = "the organiser closed this table"
_MOST_BOTS: Final = 32
_BETWEEN: Final = "~"

# A table by itself is one whose game is over, but not for those who hear of it later.
Place: TypeAlias = Lobby | Room | Table
Sort = Literal["built-in", "program", "connection", ""]
_SORTS: Final[dict[str, Sort]] = {
    "built-in": "built-in",
    "program": "program",
    "connection": "connection",
    "": "",
}


class TablePlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a table, over which wire, and whether it is there now."""

    name: str
    sort: Sort
    wire: str
    here: bool


class TableTime(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds for each move, and in the bank for the whole game."""

    move: float
    bank: float = 0.0


class TableFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody may see it."""

    name: str
    state: Literal["waiting", "running"]
    kind: str
    # The same as the kind; what is played in full is in `rules`.
    game: str
    rules: str
    # How many play at most, and how many are needed.
    seats: int
    least: int
    players: list[TablePlayer]
    # Seats that can still be taken.
    free: int
    # As spectators have seen them; null while nothing is played.
    moves: int | None
    # What the game is called in the journal, while it runs.
    id: str | None
    # When the game began, or the waiting; UTC.
    since: str
    time: TableTime
    # Over which door it was opened.
    door: Literal["native", "algopoker", "room"]
    # Whether it stays while nobody is there, because the organiser made it.
    kept: bool


class TableList(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Tables, the newest first."""

    items: list[TableFacts]
    next: str | None = None


_Name = Annotated[str, msgspec.Meta(max_length=40)]


class TableWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table that the organiser wants; what is left out is as at any other table."""

    # 1 to 32 letters, digits, - and _; empty: some name.
    name: _Name = ""
    # A game or a preset, with knobs if wanted.
    game: Annotated[str, msgspec.Meta(max_length=1000)] = TableOrder.game
    seats: int = TableOrder.seats
    # Built-in bots and programs of the server's owner.
    house: Annotated[list[_Name], msgspec.Meta(max_length=_MOST_BOTS)] = msgspec.field(
        default_factory=list
    )
    time: TableTime | None = None
    # Seconds that built-in bots wait before they move.
    pace: float = TableOrder.pace
    # The fewest that play; null: all seats. And how long more are waited for.
    least: int | None = None
    wait: float = TableOrder.wait

    def order(self) -> TableOrder:
        """The same as a door orders it."""
        return TableOrder(
            game=self.game,
            seats=self.seats,
            house=self.house,
            move=None if self.time is None else self.time.move,
            bank=0.0 if self.time is None else self.time.bank,
            pace=self.pace,
            least=self.least,
            wait=self.wait,
        )


class TablesApi:
    """`/api/tables`."""

    def __init__(self, services: Services, places: Places, rooms: Rooms) -> None:
        self._services = services
        self._places = places
        self._rooms = rooms

    def operations(self) -> list[Operation]:
        """What can be asked about tables, and what the organiser can do with them."""
        return [
            Operation(
                method="GET",
                path="/api/tables",
                summary="Tables at which somebody waits or plays, the newest first.",
                run=self._list,
                query=Page,
                answer=TableList,
            ),
            Operation(
                method="POST",
                path="/api/tables",
                summary="Make a table, which stays until it is closed or nobody comes for long.",
                run=self._make,
                body=TableWish,
                answer=TableFacts,
                status=201,
                organiser=True,
                errors=("bad_order", "table_exists", "server_stopping"),
            ),
            Operation(
                method="POST",
                path="/api/tables/{name}/start",
                summary="Start the game with those who are there.",
                run=self._start,
                answer=TableFacts,
                organiser=True,
                errors=("no_such_table", "already_started", "too_few_players"),
            ),
            Operation(
                method="GET",
                path="/api/tables/{name:path}",
                summary="One table.",
                run=self._show,
                answer=TableFacts,
                errors=("no_such_table",),
            ),
            Operation(
                method="DELETE",
                path="/api/tables/{name:path}",
                summary="Close a table; a game that runs there ends unfinished.",
                run=self._close,
                answer=TableFacts,
                organiser=True,
                errors=("no_such_table",),
            ),
        ]

    async def _list(self, call: Call) -> TableList:
        query: Page = call.query
        places = sorted(self._all(call), key=_age, reverse=True)
        if query.after:
            since, _, name = query.after.partition(_BETWEEN)
            places = [place for place in places if _age(place) < (since, name)]
        shown = places[: query.limit]
        following = _BETWEEN.join(_age(shown[-1])) if len(places) > len(shown) else None
        return TableList(items=[self._facts(place, call) for place in shown], next=following)

    def _all(self, call: Call) -> Iterator[Place]:
        is_delayed = self._is_delayed(call)
        # What a room tells of itself, onlookers know.
        rooms = [
            room
            for room in self._rooms.all()
            if not (room.info().is_over if is_delayed else room.is_over())
        ]
        yield from rooms
        # At a name that is both, clients find the room.
        codes = {room.code for room in rooms}
        # Who hears of the end later finds the game until then.
        for table in self._places.still_showing() if is_delayed else ():
            if table.name not in codes:
                codes.add(table.name)
                yield table
        for lobby in self._places:
            if lobby.name not in codes:
                yield lobby

    def _find(self, call: Call) -> Lobby | Room:
        name = call.path["name"]
        room = self._rooms.get(name)
        place = room if room is not None and not room.is_over() else self._places.lobby(name)
        if place is None:
            raise Refusal("no_such_table", f"there is no table {name[:40]!r}")
        return place

    async def _show(self, call: Call) -> TableFacts:
        for place in self._all(call):
            if isinstance(place, Table) and place.name == call.path["name"]:
                return self._facts(place, call)
        return self._facts(self._find(call), call)

    async def _make(self, call: Call) -> TableFacts:
        wish: TableWish = call.body
        name = wish.name or self._new_name()
        if self._rooms.refusing:
            raise Refusal("server_stopping")
        if self._rooms.get(name) is not None:
            raise Refusal("table_exists", f"there is a room {name} already")
        try:
            lobby = self._places.order(name, wish.order())
        except Refused as error:
            code = "bad_order" if error.code == "bad_join" else error.code
            raise Refusal(code, error.message) from error
        return self._facts(lobby, call)

    def _new_name(self) -> str:
        while True:
            name = "".join(secrets.choice(_LETTERS) for _ in range(_NAME_LENGTH))
            if name not in self._places and self._rooms.get(name) is None:
                return name

    async def _start(self, call: Call) -> TableFacts:
        place = self._find(call)
        if isinstance(place, Room):
            raise Refusal("already_started", "a room's game begins when it is made")
        try:
            place.start()
        except Refused as error:
            raise Refusal(error.code, error.message) from error
        return self._facts(place, call)

    async def _close(self, call: Call) -> TableFacts:
        place = self._find(call)
        facts = self._facts(place, call)
        if isinstance(place, Room):
            self._rooms.remove(place)
        else:
            place.stop(CLOSED, _CLOSED)
        return facts

    # What is told of a place.

    def _facts(self, place: Place, call: Call) -> TableFacts:
        table = _table(place)
        order = place.table.order if isinstance(place, Room) else place.order
        if isinstance(place, Lobby) and table is None:
            there, least, most = place.seats(), place.rule.least, place.rule.most
        else:
            assert table is not None
            there = table.seats()
            if self._is_delayed(call):
                there = list(table.public_seats()) or there
            least = most = len(there)
        moves = None if table is None else len(table.record.actions)
        if table is not None and self._is_delayed(call):
            moves = table.public_moves()
        free = _free(place)
        # A room deals at once, but its seats wait for whoever comes.
        is_waiting = table is None or (free > 0 and not moves)
        return TableFacts(
            name=_name(place),
            state="waiting" if is_waiting else "running",
            kind=order.kind.name,
            game=order.kind.name,
            rules=order.kind.write_rules(order.rules),
            seats=most,
            least=least,
            players=[
                TablePlayer(name=one.name, sort=_SORTS[one.sort], wire=one.wire, here=one.here)
                for one in there
            ],
            free=free,
            moves=moves,
            id=None if table is None else table.journal_id,
            since=_age(place)[0],
            time=TableTime(move=order.control.move, bank=order.control.bank),
            door=_door(place),
            kept=isinstance(place, Lobby) and place.kept,
        )

    def _is_delayed(self, call: Call) -> bool:
        return self._services.settings.spectator_delay > 0 and not call.caller.sees_all


def _table(place: Place) -> Table | None:
    return place if isinstance(place, Table) else place.table


def _name(place: Place) -> str:
    return place.code if isinstance(place, Room) else place.name


def _age(place: Place) -> tuple[str, str]:
    """When the game or the waiting began, and the name: the order of lists."""
    table = _table(place)
    if table is not None:
        since = table.since
    else:
        assert isinstance(place, Lobby)
        since = place.since
    return since.isoformat(timespec="microseconds"), _name(place)


def _free(place: Place) -> int:
    if isinstance(place, Table):
        return 0
    if isinstance(place, Room):
        return sum(not seat.is_taken for seat in place.seats) if place.open else 0
    if place.table is not None:
        return 0
    return place.rule.most - len(place.seats())


def _door(place: Place) -> Literal["native", "algopoker", "room"]:
    if isinstance(place, Room):
        return "room"
    return "algopoker" if place.order.policy is ALGOPOKER.policy else "native"
