"""What this machine allows: whether a sandbox can be made here, and if not, what to do."""

import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from pitboss.players.sandbox.bubblewrap import BWRAP, sandboxed
from pitboss.players.sandbox.sandbox import Sandbox
from pitboss.players.sandbox.seccomp import filter_descriptor

_PATIENCE: Final = 10.0
# Switches with which systems forbid user namespaces, the value that allows them, and the command.
_SWITCHES: Final = (
    ("/proc/sys/kernel/unprivileged_userns_clone", "1", "kernel.unprivileged_userns_clone=1"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "0",
        "kernel.apparmor_restrict_unprivileged_userns=0",
    ),
)
_MANY: Final = "user.max_user_namespaces=10000"
_MOST: Final = Path("/proc/sys/user/max_user_namespaces")


class NoSandbox(Exception):
    """No program can be put into a sandbox here; the message says why and what can be done."""


def check_sandbox() -> None:
    """Raise `NoSandbox` if a program can't be put into a sandbox on this machine."""
    problem = _problem()
    if problem:
        raise NoSandbox(problem)


@cache
def _problem() -> str:
    """What is wrong; nothing if a sandbox works."""
    seccomp = filter_descriptor()
    words = sandboxed(["/bin/sh", "-c", ":"], Path("/"), Sandbox(), seccomp=seccomp)
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
            pass_fds=[seccomp] if seccomp >= 0 else [],
        )
    except FileNotFoundError:
        return (
            f"the sandbox needs bubblewrap, and there is no program {BWRAP}: install the package "
            "bubblewrap (as root: apt-get install bubblewrap, or dnf install bubblewrap)"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap can't be started: {error}"
    finally:
        if seccomp >= 0:
            os.close(seccomp)
    if done.returncode == 0:
        return ""
    said = done.stderr.decode("utf-8", "replace").strip() or f"status {done.returncode}"
    return f"bubblewrap makes no sandbox here ({said}){_advice()}"


def _advice() -> str:
    """What an administrator can do; nothing if no reason is known."""
    for switch, allowed, setting in _SWITCHES:
        path = Path(switch)
        if path.exists() and path.read_text().strip() != allowed:
            return f": this system forbids user namespaces; as root: sysctl -w {setting}"
    if _MOST.exists() and _MOST.read_text().strip() == "0":
        return f": this system allows no user namespaces; as root: sysctl -w {_MANY}"
    return (
        ": namespaces seem to be forbidden; in a container, its administrator can allow them "
        "(docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined)"
    )
