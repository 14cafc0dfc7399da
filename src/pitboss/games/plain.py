"""Values of any game as JSON knows them: dataclasses, named tuples and mappings by field."""

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

_SCALARS: Final = frozenset([bool, int, float, str, type(None)])


def plain(value: Any) -> Any:
    """Anything that a view or a fact is made of."""
    # Most values by far, which the tests below would take long to find out.
    if type(value) in _SCALARS:
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields({f.name: getattr(value, f.name) for f in dataclasses.fields(value)})
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _fields(value._asdict())
    if isinstance(value, Mapping):
        return _fields(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if isinstance(value, (int, float, str)):
        return value
    return str(value)


def plain_object(value: Any) -> dict[str, Any]:
    """The value as an object; one that is no record of fields is put under `view`."""
    made = plain(value)
    return made if isinstance(made, dict) else {"view": made}


def _fields(values: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): plain(value) for name, value in values.items()}
