"""A private PostgreSQL server for tests, in a temporary folder, reached by a Unix socket."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

USER = "pitboss"


class Unavailable(Exception):
    """There is no PostgreSQL to start here; says why."""


class Server:
    """A running server; `database` makes a new, empty one in it."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self.binaries = binaries
        self.folder = folder
        self._made = 0

    def database(self) -> str:
        """The URL of a new database."""
        self._made += 1
        name = f"journal{self._made}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, database: str = "postgres", user: str = USER) -> str:
        """The URL of a database."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Have psql run a statement; what it prints, without a head."""
        done = subprocess.run(
            [self.binaries / "psql", self.url(database), "-qAtc", statement],
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def start(self) -> None:
        """Start it, or start it again."""
        # No TCP port, so that any number of servers run side by side. Durability is not what is
        # tested of PostgreSQL, and not waiting for the disk saves seconds.
        options = f"-c listen_addresses='' -c fsync=off -k {self.folder}"
        self._control("-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self) -> None:
        """Stop it in the midst of whatever it does."""
        self._control("-m", "immediate", "stop")

    def _control(self, *words: str) -> None:
        _as_nobody_special(
            [str(self.binaries / "pg_ctl"), "-D", str(self.folder / "data"), "-w", "-s", *words]
        )


@contextlib.contextmanager
def running() -> Iterator[Server]:
    """A server until the end of the block; `Unavailable` where there can't be one."""
    binaries = _binaries()
    # Not pytest's folders: those are the current user's alone, and a socket's path must be short.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    try:
        if os.geteuid() == 0:
            account = _account()
            os.chown(folder, account.pw_uid, account.pw_gid)
            folder.chmod(0o755)
        made = ["-D", str(folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        _as_nobody_special([str(binaries / "initdb"), "--locale=C", *made])
        # Somebody who has to say a password, to be told that it is wrong.
        hba = folder / "data" / "pg_hba.conf"
        hba.write_text(f"local all guest scram-sha-256\n{hba.read_text()}")
        server = Server(binaries, folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A server for a module's tests; they are skipped where there can't be one."""
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(running())
        except Unavailable as error:
            pytest.skip(str(error))
        yield server


def _binaries() -> Path:
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve().parent] if on_path else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in found:
        if all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres", "psql")):
            return folder
    raise Unavailable("PostgreSQL is not installed (on Debian: apt-get install postgresql)")


def _account() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Unavailable("PostgreSQL refuses to run as root, and there is no user postgres or nobody")


def _as_nobody_special(command: list[str]) -> None:
    """Run a command of the server's; it refuses to be root."""
    account = _account() if os.geteuid() == 0 else None
    done = subprocess.run(
        command,
        cwd="/",
        # A server that is started would hold on to a pipe; its errors are in its log as well.
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        user=account.pw_uid if account else None,
        group=account.pw_gid if account else None,
        extra_groups=[] if account else None,
    )
    if done.returncode:
        raise Unavailable(f"{Path(command[0]).name} failed with {done.returncode}")
