"""One request or socket of a program that connects to us, noted down in its transcript."""

from collections.abc import MutableMapping
from typing import Any, Final

from pitboss.play.transcript import FROM_PLAYER, TO_PLAYER, Transcript
from pitboss.wires.uno_online.listen import Receive, Scope, Send

# Signs of life of engine.io.
_SIGNS: Final = ("2", "3")


class Exchange:
    """Notes what comes in and what goes out; everything passes as it is."""

    def __init__(self, transcript: Transcript, scope: Scope) -> None:
        self._transcript = transcript
        query = scope["query_string"].decode("latin-1")
        address = scope["path"] + (f"?{query}" if query else "")
        if scope["type"] == "websocket":
            transcript.add(FROM_PLAYER, f"WebSocket {address}")
        elif scope["type"] == "http":
            # Told with its body, and with its answer: a program may ask very often.
            self._asked = f"{scope['method']} {address}"
        self._status = 0
        self._body = b""
        self._reply = b""

    def receiving(self, receive: Receive) -> Receive:
        """What comes in, noted."""

        async def noted() -> MutableMapping[str, Any]:
            event = await receive()
            if event["type"] == "websocket.receive":
                self._note(FROM_PLAYER, event.get("text") or event.get("bytes") or "")
            elif event["type"] == "websocket.disconnect":
                self._transcript.remark("the connection is gone")
            elif event["type"] == "http.request":
                self._body += event.get("body", b"")
            return event

        return noted

    def sending(self, send: Send) -> Send:
        """What goes out, noted."""

        async def noted(event: MutableMapping[str, Any]) -> None:
            kind = event["type"]
            if kind == "websocket.send":
                self._note(TO_PLAYER, event.get("text") or event.get("bytes") or "")
            elif kind == "http.response.start":
                self._status = event["status"]
            elif kind == "http.response.body":
                self._reply += event.get("body", b"")
                if not event.get("more_body", False):
                    self._answered()
            await send(event)

        return noted

    def _answered(self) -> None:
        body = self._body.decode("utf-8", "replace")
        asked = f"{self._asked} {body}" if body else self._asked
        reply = self._reply.decode("utf-8", "replace")
        self._transcript.exchange(asked, f"{self._status} {reply}")

    def _note(self, way: str, data: bytes | str) -> None:
        if data not in _SIGNS:
            self._transcript.add(way, data)
