"""Playing on a Dask cluster: the same work through the same kind of executor, on other machines."""

from typing import Any

from pitboss import __version__
from pitboss.events.workers import Through, rest

_PATIENCE_SECONDS = 5.0
_RETRIES = 3


class ClusterError(Exception):
    """The cluster can't be used; says why and what to do next."""


class Cluster(Through):
    """The workers of a scheduler such as `tcp://scheduler:8786`."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client, KilledWorker
            from distributed.comm.core import CommClosedError
        except ImportError as error:
            raise ClusterError(
                "a cluster needs Dask: install it with  pip install 'pitboss[cluster]'"
            ) from error
        try:
            # Dask has no types; what we ask of it is little.
            make: Any = Client
            self._client: Any = make(address, timeout=_PATIENCE_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterError(
                f"no Dask scheduler answers at {address} ({error}): start one with  dask scheduler"
            ) from error
        try:
            threads = self._check()
        except BaseException:
            self._client.close()
            raise
        super().__init__(
            # A batch that was played but not fetched is played again elsewhere; it counts once.
            self._client.get_executor(retries=_RETRIES, pure=False),
            threads,
            lambda error: isinstance(error, (KilledWorker, CommClosedError)),
        )

    def _check(self) -> int:
        """How many batches the cluster plays at a time; all its workers must have this version."""
        try:
            versions: dict[str, Any] = self._client.run(_version)
        except ImportError as error:
            raise ClusterError(f"the workers lack pitboss ({error}): install it there") from error
        if not versions:
            raise ClusterError("the scheduler has no workers: start some with  dask worker ADDRESS")
        for worker, version in versions.items():
            if version != __version__:
                raise ClusterError(
                    f"worker {worker} has pitboss {version}, and we have {__version__}: "
                    "install the same version everywhere"
                )
        return sum(self._client.nthreads().values())

    def close(self) -> None:
        """End the players on all workers, and leave."""
        super().close()
        self._client.run(rest)
        self._client.close()


def _version() -> str:
    return __version__
