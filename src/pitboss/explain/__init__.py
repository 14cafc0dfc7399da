"""Why a bot lost: what each of its decisions was worth, and what its habits cost."""
