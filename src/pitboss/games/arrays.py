"""The flat integer arrays of the engines: `vec[i64]` when compiled, `list` when not.

Interpreted, a list is twice as fast as librt's vec and needs no package; compiled, mypyc sees
the real type and the name bound at run time is never used.
"""

from typing import TYPE_CHECKING

from mypy_extensions import i64 as i64

if TYPE_CHECKING:
    from librt.vecs import vec as vec
else:
    vec = list

__all__ = ["i64", "vec"]
