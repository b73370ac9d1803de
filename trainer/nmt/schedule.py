"""The learning rate as a function of wall time, so that its decay always ends inside the run."""

from __future__ import annotations

import time


class Schedule:
    """Warm-up by steps, a plateau, then straight down to `final` of the peak at the end of the run.

    Time spent beside training (back-translation, waiting) counts: what has to be kept is the end of the run.
    A run that is taken up again has `done` of its way behind it and the rest of the way to go in `seconds`.
    """

    def __init__(self, seconds: float, warmup_steps: int, hold_share: float, final: float, started: float, done: float = 0.0):
        self.started, self.seconds, self.done = started, seconds, done
        self.warmup, self.hold, self.final = warmup_steps, hold_share, final

    def elapsed(self) -> float:
        """Share of the run that is over."""
        return self.done + (1 - self.done) * (time.time() - self.started) / self.seconds

    def factor(self, steps: int) -> float:
        """`steps` since the optimizer was new: it has to warm up whenever it is."""
        warm = min(1.0, (steps + 1) / self.warmup) if self.warmup else 1.0
        down = min(1.0, max(0.0, (self.elapsed() - self.hold) / (1 - self.hold)))
        return warm * (1 - (1 - self.final) * down)
