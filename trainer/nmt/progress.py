"""What a run says about itself while it runs unattended: a log, a heartbeat, and where the time went."""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import torch

from .cache import write_whole

BEAT_SECONDS = 5
SILENCE_SECONDS = 120


class Progress:
    """Log lines count from the start of the process. A thread writes `heartbeat.json` and, when nothing has moved for
    long, where every thread of the program stands: a run that hangs should say where."""

    def __init__(self, folder: Path, started: float):
        self.folder, self.started = folder, started
        self.phase, self.step, self.told = "start", 0, False
        self.moved = self.alive = time.time()
        self.spent: Counter[str] = Counter()
        folder.mkdir(parents=True, exist_ok=True)
        threading.Thread(target=self._beat, daemon=True).start()

    def log(self, *words: object) -> None:
        print(f"[{time.time() - self.started:7.1f}s]", *words, flush=True)

    def move(self, phase: str, step: int) -> None:
        now = time.time()
        self.spent[self.phase] += now - self.moved
        self.phase, self.moved = phase, now
        self.goes(step)

    def goes(self, step: int) -> None:
        self.step, self.alive, self.told = step, time.time(), False

    def seconds(self) -> dict[str, int]:
        return {phase: round(time_) for phase, time_ in self.spent.items()}

    def _beat(self) -> None:
        while True:
            now = time.time()
            beat = {"pid": os.getpid(), "elapsed": round(now - self.started), "phase": self.phase, "step": self.step}
            beat["silent"] = round(now - self.alive)
            write_whole(self.folder / "heartbeat.json", json.dumps(beat).encode())
            if now - self.alive > SILENCE_SECONDS and not self.told:
                self.told = True
                self.log("nothing has moved for", round(now - self.alive), "s in", self.phase)
                faulthandler.dump_traceback(sys.stdout, all_threads=True)
                sys.stdout.flush()
            time.sleep(BEAT_SECONDS)


class Stopwatch:
    """Times the phases of single steps. Waiting for the device at every phase costs speed, so only now and then."""

    def __init__(self, device: str):
        self.device, self.on, self.last = device, False, 0.0
        self.times: dict[str, float] = {}

    def begin(self, on: bool) -> None:
        self.on = on
        if on:
            self.times = {}
            self._wait()

    def mark(self, phase: str) -> None:
        if self.on:
            before = self.last
            self._wait()
            self.times[phase] = round(1000 * (self.last - before), 1)

    def _wait(self) -> None:
        if self.device == "cuda":
            torch.cuda.synchronize()
        self.last = time.perf_counter()
