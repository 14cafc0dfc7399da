"""Who sent a request, and what that allows: the organiser, somebody at this machine, anybody."""

from dataclasses import dataclass
from typing import Final, Self

from pitboss.server.api.errors import Refusal
from pitboss.server.settings import LOCAL_ORIGIN, Settings
from pitboss.wires.uno_online.listen import Scope, header

# A proxy on this machine adds one of these to what it passes on from elsewhere.
_FORWARDED: Final = (b"forwarded", b"x-forwarded-for", b"x-real-ip")
# What browsers say of a request that one of our own pages, or the address bar, has made.
_OWN_PAGE: Final = (b"", b"same-origin", b"none")


@dataclass(frozen=True, slots=True)
class Caller:
    """What the sender of one request may do."""

    # The organiser by its token, or a program or page of ours on the machine of a loopback server.
    is_trusted: bool
    # Why not, for who is not: an error code.
    reason: str = ""

    @property
    def may_organise(self) -> bool:
        """Whether it may change anything: order tables, start events."""
        return self.is_trusted

    @property
    def sees_all(self) -> bool:
        """Whether it may read what players sent and wrote, as their authors may."""
        return self.is_trusted

    def must_organise(self) -> None:
        """Raise `Refusal` unless it may."""
        if not self.may_organise:
            raise Refusal(self.reason)

    @classmethod
    def of(cls, scope: Scope, settings: Settings) -> Self:
        """Whoever sent this request; that the Host is local on loopback is checked on admission."""
        token = bearer(scope)
        if settings.is_organiser(token):
            return cls(True)
        if not settings.loopback or any(header(scope, name) for name in _FORWARDED):
            return cls(False, "bad_token" if token else "token_required")
        if not _is_own_origin(scope):
            return cls(False, "foreign_origin")
        return cls(True)


def bearer(scope: Scope) -> str:
    """The token in the Authorization header; never in the address, which others may log."""
    scheme, _, token = header(scope, b"authorization").partition(b" ")
    return token.strip().decode("utf-8", "replace") if scheme.lower() == b"bearer" else ""


def _is_own_origin(scope: Scope) -> bool:
    """Whether no page, or a page that this server has served, has sent the request."""
    if header(scope, b"sec-fetch-site") not in _OWN_PAGE:
        return False
    origin = header(scope, b"origin").decode("latin-1").lower()
    if not origin:
        return True
    host = header(scope, b"host").decode("latin-1").lower()
    return bool(LOCAL_ORIGIN.fullmatch(origin)) and origin.partition("://")[2] == host
