"""Whether this machine can make sandboxes, for tests that need one."""

import pytest

from pitboss.players.program.cgroup import Group
from pitboss.players.sandbox import NoSandbox, check_sandbox


def missing() -> str:
    """Why there are none here; nothing if there are."""
    try:
        check_sandbox()
    except NoSandbox as error:
        return str(error)
    return ""


def has_groups() -> bool:
    """Whether limits can be set for all processes of a program together."""
    group = Group.create()
    if group is not None:
        group.remove()
    return group is not None


needs_sandbox = pytest.mark.skipif(bool(missing()), reason=missing())
needs_groups = pytest.mark.skipif(not has_groups(), reason="no control groups can be made here")
