"""How long is waited for something that is missing, and will perhaps come back."""

from typing import Final

# Seconds to wait, one after another: a minute in all.
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
