"""How often one client may do something: a bucket of permissions that fills with time."""

from collections import OrderedDict
from typing import Final

_MOST_CLIENTS: Final = 10_000


class Bucket:
    """So many at once, so many a second after that; the moment is passed in."""

    __slots__ = ("burst", "left", "rate", "since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.since = now

    def take(self, now: float) -> bool:
        """Use one permission, if there is one."""
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True

    def reserve(self, now: float) -> float:
        """Use one permission, if need be one of later; the seconds to wait for it."""
        if self.take(now):
            return 0.0
        self.left -= 1.0
        return -self.left / self.rate


class Buckets:
    """A bucket per client; those not heard of for longest are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, now: float) -> bool:
        """Use one of the client's permissions, if it has one."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > _MOST_CLIENTS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket.take(now)
