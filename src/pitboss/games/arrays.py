"""Where the compiled and the interpreted engines differ: flat integer arrays, and counting bits.

Interpreted, a list is twice as fast as librt's vec and needs no package. Compiled, mypyc sees the
real type, and the name bound at run time is never used.
"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64 as i64

if TYPE_CHECKING:
    from librt.vecs import vec as vec
else:
    vec = list

# The build sets this to True in the copy that it compiles. It is a constant, so that mypyc compiles
# only one branch.
COMPILED: Final = False


def bits_of(mask: i64) -> int:
    """How many bits are set; for interpreted code, where it is faster than a table."""
    return int.bit_count(mask)


if not TYPE_CHECKING:
    bits_of = int.bit_count

__all__ = ["COMPILED", "bits_of", "i64", "vec"]
