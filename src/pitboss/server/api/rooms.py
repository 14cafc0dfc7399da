"""`/api/rooms`: rooms of the uno-online wire, made, listed and closed; room_door.py plays there."""

import msgspec
from starlette.responses import Response

from pitboss.server.api.operation import Call, Operation
from pitboss.server.api.wire_answers import wire_answer, wire_refusal
from pitboss.server.room import Room
from pitboss.server.rooms import Rooms
from pitboss.server.services import Services
from pitboss.wires.uno_online.listen import address_of, bad_json, read_json, token_in
from pitboss.wires.uno_online.messages import (
    ErrorReply,
    RoomList,
    RoomMade,
    RoomOrder,
    RoomReply,
    refusal,
)

_read_order = msgspec.json.Decoder(RoomOrder).decode


class RoomsApi:
    """`/api/rooms`."""

    def __init__(self, services: Services, rooms: Rooms) -> None:
        self._settings = services.settings
        self._rooms = rooms

    def operations(self) -> list[Operation]:
        """What can be done with rooms."""
        return [
            Operation(
                method="GET",
                path="/api/rooms",
                summary="Every room.",
                run=self._list,
                answer=RoomList,
                of_wire=True,
            ),
            Operation(
                method="POST",
                path="/api/rooms",
                summary="Make a room; by default a person against a program, uno-online.",
                run=self._make,
                body=RoomOrder,
                answer=RoomMade,
                status=201,
                of_wire=True,
            ),
            Operation(
                method="GET",
                path="/api/rooms/{code}",
                summary="One room.",
                run=self._show,
                answer=RoomReply,
                of_wire=True,
            ),
            Operation(
                method="DELETE",
                path="/api/rooms/{code}",
                summary="Close a room; its players may, and the organiser.",
                run=self._remove,
                answer=RoomReply,
                of_wire=True,
            ),
        ]

    async def _list(self, call: Call) -> Response:
        """Every room."""
        del call
        return wire_answer(RoomList(True, [room.info() for room in self._rooms.all()]))

    async def _make(self, call: Call) -> Response:
        """A room to order; the defaults are a person against a program, uno-online."""
        order = RoomOrder()
        settings = self._settings
        body = await read_json(
            call.request.scope,
            call.request.receive,
            settings.max_frame,
            settings.request_timeout,
            may_be_empty=True,
        )
        if isinstance(body, ErrorReply):
            return wire_refusal(body)
        if body:
            try:
                order = _read_order(body)
            except msgspec.ValidationError as error:
                return wire_refusal(refusal("bad_order", str(error)))
            except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
                return wire_refusal(bad_json(error))
        room = self._rooms.create(
            order, organiser=self._is_organiser(call), address=address_of(call.request.scope)
        )
        if isinstance(room, ErrorReply):
            return wire_refusal(room)
        return wire_answer(RoomMade(True, room.info(), room.tokens()), 201)

    async def _show(self, call: Call) -> Response:
        """One room."""
        room = self._rooms.find(call.path["code"])
        return wire_refusal(room) if isinstance(room, ErrorReply) else wire_answer(_shown(room))

    async def _remove(self, call: Call) -> Response:
        """Close a room; its players may, and the organiser."""
        room = self._rooms.find(call.path["code"])
        if isinstance(room, ErrorReply):
            return wire_refusal(room)
        if not self._is_organiser(call):
            side = room.side_of(token_in(call.request.scope))
            if isinstance(side, ErrorReply):
                return wire_refusal(side)
        shown = _shown(room)
        self._rooms.remove(room)
        return wire_answer(shown)

    def _is_organiser(self, call: Call) -> bool:
        return self._settings.is_organiser(token_in(call.request.scope))


def _shown(room: Room) -> RoomReply:
    return RoomReply(True, room.info())
