"""The learning rate as a function of wall time, so that its decay always ends inside the slice."""

from __future__ import annotations

import math
import time


class Schedule:
    """Warm-up by steps, a plateau, then a cosine down to `final` of the peak at the end of the slice.

    Time spent beside training (back-translation, waiting) counts: what has to be kept is the end of the slice.
    """

    def __init__(self, seconds: float, warmup_steps: int, hold_share: float, final: float, started: float | None = None):
        self.started = time.time() if started is None else started
        self.seconds, self.warmup, self.hold, self.final = seconds, warmup_steps, hold_share, final

    def elapsed(self) -> float:
        """Share of the slice that is over."""
        return (time.time() - self.started) / self.seconds

    def factor(self, step: int) -> float:
        warm = min(1.0, (step + 1) / self.warmup) if self.warmup else 1.0
        down = min(1.0, max(0.0, (self.elapsed() - self.hold) / (1 - self.hold)))
        return warm * (self.final + (1 - self.final) * 0.5 * (1 + math.cos(math.pi * down)))
