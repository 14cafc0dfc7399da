"""Answers in the form of the uno-online wire, which has a few routes beside its games."""

from typing import Any, Final

from starlette.responses import Response

from pitboss.wires.uno_online.listen import encode
from pitboss.wires.uno_online.messages import ERRORS, ErrorReply

HEADERS: Final = {"cache-control": "no-store", "x-content-type-options": "nosniff"}


def wire_answer(value: Any, status: int = 200) -> Response:
    """A message of that wire."""
    return Response(encode(value), status, HEADERS, "application/json")


def wire_refusal(error: ErrorReply) -> Response:
    """A refusal of that wire, with the status of its code."""
    return wire_answer(error, ERRORS[error.error].status)
