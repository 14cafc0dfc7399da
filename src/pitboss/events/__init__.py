"""Matches and tournaments: plans, schedules, workers, the runner. No databases here."""
