"""What the API refuses: a code for programs, a status, and a sentence for people.

The routes of the uno-online wire (rooms, journal, game) have codes of their own.
"""

from typing import Final, NamedTuple

import msgspec


class ErrorCode(NamedTuple):
    """An error's status, and its meaning if there is nothing more precise to say."""

    status: int
    meaning: str


ERRORS: Final[dict[str, ErrorCode]] = {
    "already_started": ErrorCode(409, "the game has begun"),
    "bad_body": ErrorCode(400, "a field of the body is missing, unknown or of the wrong kind"),
    "bad_content_type": ErrorCode(415, "the body must be application/json"),
    "bad_event": ErrorCode(400, "that describes no event"),
    "bad_json": ErrorCode(400, "the body is not JSON, or did not arrive"),
    "bad_method": ErrorCode(405, "this path has no such method; `Allow` lists those it has"),
    "bad_order": ErrorCode(400, "no such table can be had here"),
    "bad_query": ErrorCode(400, "a parameter in the address is unknown or of the wrong kind"),
    "bad_rules": ErrorCode(400, "that is no text of rules"),
    "bad_token": ErrorCode(401, "that is not the organiser's token"),
    "deal_unknown": ErrorCode(409, "the cards are not known: the server was killed in mid-game"),
    "event_elsewhere": ErrorCode(409, "another process plays this event: stop it there"),
    "event_failed": ErrorCode(409, "the event could not be started"),
    "event_over": ErrorCode(409, "this event is over"),
    "event_running": ErrorCode(409, "this event is being played"),
    "event_stopped": ErrorCode(409, "nobody plays this event"),
    "foreign_origin": ErrorCode(403, "a page from elsewhere may change nothing here"),
    "internal_error": ErrorCode(500, "the server made a mistake"),
    "journal_failed": ErrorCode(503, "the journal can't be read at the moment"),
    "no_journal": ErrorCode(409, "this server keeps no journal, and events need one"),
    "no_such_bot": ErrorCode(404, "no bot of that name takes part"),
    "no_such_chart": ErrorCode(404, "there is no such chart of this event"),
    "no_such_event": ErrorCode(404, "there is no such event"),
    "no_such_file": ErrorCode(404, "this game can't be written in that form"),
    "no_such_game": ErrorCode(404, "there is no such game"),
    "no_such_rules": ErrorCode(404, "there is no game and no preset of that name"),
    "no_such_table": ErrorCode(404, "there is no table of that name"),
    "not_finished": ErrorCode(409, "it is still being played: its cards are shown when it is over"),
    "server_stopping": ErrorCode(503, "the server is shutting down"),
    "table_exists": ErrorCode(409, "there is a table of that name"),
    "token_required": ErrorCode(401, "the organiser's token is missing"),
    "too_few_players": ErrorCode(409, "not enough players are there"),
    "too_large": ErrorCode(413, "the body is too large"),
    "too_many_events": ErrorCode(409, "this server plays as many events as it may"),
    "unplayable": ErrorCode(409, "the game can't be replayed by this version of Pitboss"),
}


class Refusal(Exception):
    """A request that is not granted; the code is one of `ERRORS`."""

    def __init__(self, code: str, message: str = "") -> None:
        self.code = code
        self.status, meaning = ERRORS[code]
        super().__init__(message or meaning)


class ErrorDetail(msgspec.Struct, frozen=True):
    """A code for programs and a sentence for people."""

    code: str
    message: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The answer to a request that is not granted."""

    error: ErrorDetail
