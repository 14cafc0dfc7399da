"""An operation of the API: a method and a path, what is asked and what is answered.

From the operations follow the routes (`routes`) and the description in openapi.py.
"""

import asyncio
import functools
import gzip
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.server import log
from pitboss.server.api.caller import Caller
from pitboss.server.api.errors import ErrorAnswer, ErrorDetail, Refusal
from pitboss.server.services import Services
from pitboss.store.errors import StoreError
from pitboss.wires.uno_online.listen import Receive, Scope, Send, header, read_json
from pitboss.wires.uno_online.messages import ErrorReply

Method = Literal["GET", "POST", "DELETE"]

_JSON: Final = "application/json"
# What is answered is data: opened by itself, in a browser, it may do nothing.
_HEADERS: Final = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
# What may be kept, but asked for anew each time.
_REVALIDATE: Final = "no-cache"
# Shorter answers are not worth compressing; longer ones are compressed in a thread.
_WORTH_COMPRESSING: Final = 2048
_LONG: Final = 64 * 1024

_encode = msgspec.json.Encoder().encode


class Page(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of every list."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=200, description="How many at most.")] = 50
    after: Annotated[
        str, msgspec.Meta(max_length=200, description="`next` of the list before: go on there.")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request, as an operation gets it."""

    caller: Caller
    request: Request
    # The parts of the path that have names.
    path: Mapping[str, str]
    # What the operation names as its `query` and `body`.
    query: Any = None
    body: Any = None

    def is_fresh(self, etag: str) -> bool:
        """Whether the client has this version, so that there is no need to make the answer."""
        known = self.request.headers.get("if-none-match", "")
        return known == "*" or f'"{etag}"' in known


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer with more to it than its value."""

    # A Struct, JSON that is encoded already (`msgspec.Raw`), or bytes of the operation's `media`.
    value: Any = None
    status: int = 200
    # The version of what is answered: who has it is told so (304) rather than sent it again.
    etag: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Operation:
    """A method and a path of the API, with whatever can be said of it in advance."""

    method: Method
    # Names in braces are parts of the path; `{name:path}` may have slashes in it.
    path: str
    summary: str
    # Answers with a value of the type `answer`, an `Answer` or a `Response`; may raise `Refusal`.
    run: Callable[[Call], Awaitable[Any]]
    # The type of the answer; None where it is not JSON.
    answer: Any = None
    # The type of the answer if that is not JSON.
    media: str = _JSON
    status: int = 200
    # Structs whose fields are the parameters in the address, and the body.
    query: type[msgspec.Struct] | None = None
    body: Any = None
    # Whether only an organiser may.
    organiser: bool = False
    # The codes of errors that this operation has beside those of all.
    errors: Sequence[str] = ()
    # It reads its request, decides who may, and words its errors as the uno-online wire does.
    of_wire: bool = False

    def __post_init__(self) -> None:
        if self.method != "GET" and not (self.organiser or self.of_wire):
            raise ValueError(f"{self.method} {self.path}: only an organiser changes anything")


def routes(operations: Sequence[Operation], services: Services) -> list[Route]:
    """The routes of these operations."""
    found: list[Route] = []
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in operations:
        if operation.of_wire:
            endpoint = functools.partial(_run_for_wire, operation, services)
            found.append(Route(operation.path, endpoint, methods=[operation.method]))
        else:
            by_path.setdefault(operation.path, {})[operation.method] = operation
    found += [Route(path, _Endpoint(methods, services)) for path, methods in by_path.items()]
    return found


async def _run_for_wire(operation: Operation, services: Services, request: Request) -> Response:
    caller = Caller.of(request.scope, services.settings)
    call = Call(caller=caller, request=request, path=request.path_params)
    answer: Response = await operation.run(call)
    return answer


class _Endpoint:
    """What answers at one path, whatever the method."""

    def __init__(self, methods: Mapping[str, Operation], services: Services) -> None:
        self._methods = methods
        self._services = services
        allowed = [*methods, "HEAD"] if "GET" in methods else [*methods]
        self._allow = {"allow": ", ".join(allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        method = "GET" if request.method == "HEAD" else request.method
        operation = self._methods.get(method)
        if operation is None:
            response = _refused(Refusal("bad_method"), self._allow)
        else:
            try:
                response = await self._run(operation, request)
            except Refusal as refusal:
                response = _refused(refusal)
            except StoreError as error:
                log.warn("the journal can't be read", path=request.url.path, error=error)
                response = _refused(Refusal("journal_failed"))
            except Exception as error:
                log.fail("request failed", path=request.url.path, error=type(error).__name__)
                response = _refused(Refusal("internal_error"))
        await response(scope, receive, send)

    async def _run(self, operation: Operation, request: Request) -> Response:
        caller = Caller.of(request.scope, self._services.settings)
        if operation.organiser:
            caller.must_organise()
        query = _query(operation, request)
        body = await self._body(operation, request) if operation.body is not None else None
        path = request.path_params
        call = Call(caller=caller, request=request, path=path, query=query, body=body)
        value = await operation.run(call)
        if isinstance(value, Response):
            return value
        answer = value if isinstance(value, Answer) else Answer(value=value)
        return await _response(operation, call, answer)

    async def _body(self, operation: Operation, request: Request) -> Any:
        settings = self._services.settings
        most, seconds = settings.max_frame, settings.request_timeout
        body = await read_json(request.scope, request.receive, most, seconds)
        if isinstance(body, ErrorReply):
            raise Refusal(body.error, body.message)
        try:
            return msgspec.json.decode(body, type=operation.body)
        except msgspec.ValidationError as error:
            raise Refusal("bad_body", str(error)) from error
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise Refusal("bad_json") from error


def _query(operation: Operation, request: Request) -> Any:
    sent = dict(request.query_params)
    if operation.query is None:
        if sent:
            raise Refusal("bad_query", "nothing can be chosen here: leave out what follows the ?")
        return None
    try:
        return msgspec.convert(sent, type=operation.query, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal("bad_query", str(error)) from error


async def _response(operation: Operation, call: Call, answer: Answer) -> Response:
    headers = {**_HEADERS, **answer.headers}
    if answer.etag:
        headers |= {"etag": f'"{answer.etag}"', "cache-control": _REVALIDATE}
        if call.is_fresh(answer.etag):
            return Response(status_code=304, headers=headers)
    content = answer.value if isinstance(answer.value, bytes) else _encode(answer.value)
    status = operation.status if answer.status == 200 else answer.status
    if len(content) >= _WORTH_COMPRESSING and _takes_gzip(call.request.scope):
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
        if len(content) < _LONG:
            content = gzip.compress(content, 4, mtime=0)
        else:
            content = await asyncio.to_thread(gzip.compress, content, 4, mtime=0)
    return Response(content, status, headers, operation.media)


def _takes_gzip(scope: Scope) -> bool:
    return b"gzip" in header(scope, b"accept-encoding")


def _refused(refusal: Refusal, extra: Mapping[str, str] | None = None) -> Response:
    headers = {**_HEADERS, **(extra or {})}
    if refusal.status == 401:
        headers["www-authenticate"] = "Bearer"
    error = ErrorAnswer(ErrorDetail(refusal.code, str(refusal)))
    return Response(_encode(error), refusal.status, headers, _JSON)
