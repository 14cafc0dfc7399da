"""The API described in OpenAPI 3.1, made from its operations."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec

from pitboss import __version__
from pitboss.server.api.errors import ERRORS, ErrorAnswer
from pitboss.server.api.operation import Call, Operation
from pitboss.wires.uno_online.messages import ErrorReply

_REFERENCE: Final = "#/components/schemas/{name}"
_PARAMETER: Final = re.compile(r"\{(\w+)(?::\w+)?\}")
_ABOUT: Final = (
    "What a Pitboss server tells over HTTP, and what its organiser can do. Games are played and "
    "watched over WebSockets, `/ws/{table}`."
)
_TOKEN: Final = "The organiser's token; on loopback it may be left out."


class Description:
    """`/api/openapi.json`."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        """The operations to describe; this one is described as well."""
        self._described = [*operations, *self.operations()]
        self._encoded: msgspec.Raw | None = None

    def operations(self) -> list[Operation]:
        """The description itself."""
        return [
            Operation(
                method="GET",
                path="/api/openapi.json",
                summary="This API in OpenAPI 3.1.",
                run=self._show,
                answer=dict[str, Any],
            )
        ]

    async def _show(self, call: Call) -> msgspec.Raw:
        del call
        if self._encoded is None:
            self._encoded = msgspec.Raw(msgspec.json.encode(describe(self._described)))
        return self._encoded


def describe(operations: Sequence[Operation]) -> dict[str, Any]:
    """The OpenAPI document of these operations."""
    types: list[Any] = [ErrorAnswer, ErrorReply]
    for operation in operations:
        types += [kind for kind in (operation.answer, operation.body) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    # Types such as dict[str, Any] can't be told apart by their hash.
    schema_of = [(kind, schema) for kind, schema in zip(types, schemas, strict=True)]

    def schema(wanted: Any) -> dict[str, Any]:
        return next(schema for kind, schema in schema_of if kind is wanted)

    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        path = _PARAMETER.sub(r"{\1}", operation.path)
        paths.setdefault(path, {})[operation.method.lower()] = _operation(operation, schema)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pitboss", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "organiser": {"type": "http", "scheme": "bearer", "description": _TOKEN}
            },
        },
    }


def _operation(operation: Operation, schema: Any) -> dict[str, Any]:
    words = re.findall(r"\w+", _PARAMETER.sub(r"\1", operation.path.removeprefix("/api")))
    described: dict[str, Any] = {
        "operationId": "_".join([operation.method.lower(), *words]),
        "summary": operation.summary,
        "tags": words[:1],
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PARAMETER.findall(operation.path)
    ]
    if operation.query is not None:
        parameters += _query(operation.query)
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        content = {"application/json": {"schema": schema(operation.body)}}
        described["requestBody"] = {"required": not operation.of_wire, "content": content}
    if operation.organiser:
        described["security"] = [{"organiser": []}, {}]
    described["responses"] = _responses(operation, schema)
    return described


def _query(query: type[msgspec.Struct]) -> list[dict[str, Any]]:
    (reference,), components = msgspec.json.schema_components([query], ref_template=_REFERENCE)
    fields = components[reference["$ref"].rpartition("/")[2]]
    parameters = []
    for name, whole in fields["properties"].items():
        about = {key: whole[key] for key in ("description",) if key in whole}
        schema = {key: value for key, value in whole.items() if key != "description"}
        required = name in fields.get("required", ())
        parameters.append(
            {"name": name, "in": "query", "required": required, **about, "schema": schema}
        )
    return parameters


def _responses(operation: Operation, schema: Any) -> dict[str, Any]:
    answer = schema(operation.answer) if operation.answer is not None else {"type": "string"}
    done = {"description": operation.summary, "content": {operation.media: {"schema": answer}}}
    responses = {str(operation.status): done}
    if operation.of_wire:
        error, codes = schema(ErrorReply), ["default"]
        responses["default"] = _failure("A refusal of the uno-online wire.", error)
        return responses
    error = schema(ErrorAnswer)
    codes = [*operation.errors, "bad_query", "internal_error"]
    if operation.organiser:
        codes += ["token_required", "bad_token", "foreign_origin"]
    if operation.body is not None:
        codes += ["bad_body", "bad_json", "bad_content_type", "too_large"]
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(ERRORS[code].status, []).append(code)
    for status, of_status in sorted(by_status.items()):
        told = "; ".join(f"`{code}`: {ERRORS[code].meaning}" for code in of_status)
        responses[str(status)] = _failure(f"{HTTPStatus(status).phrase}. {told}.", error)
    return responses


def _failure(told: str, error: dict[str, Any]) -> dict[str, Any]:
    return {"description": told, "content": {"application/json": {"schema": error}}}
