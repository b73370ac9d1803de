"""Writes checkpoints beside the training: the weights are copied at once, the files are written by a thread."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import torch
from torch import Tensor

from . import checkpoint


def copied(value: object) -> object:
    """Tensors on the host, whatever they are nested in."""
    if isinstance(value, Tensor):
        return value.detach().to("cpu", copy=True)
    if isinstance(value, dict):
        return {name: copied(item) for name, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, (list, tuple)) else value


class Saver:
    def __init__(self, folder: Path, spm: Path):
        self.folder, self.spm = folder, spm
        self.thread: threading.Thread | None = None

    @property
    def resume_file(self) -> Path:
        return self.folder / "resume.pt"

    def save(self, mean: dict[str, Tensor], shape: dict, state: dict, rest: dict) -> None:
        """`latest`: the mean as int8 in parts, to be fetched. `resume.pt`: everything, to go on from on this machine."""
        self.wait()
        host, rest = copied(mean), copied(rest)

        def write() -> None:
            checkpoint.save(self.folder / "latest", host, shape, self.spm, int8=True, parts=True, state=state)
            part = self.resume_file.with_suffix(".part")
            torch.save({"state": state, "mean": host, **rest}, part)
            os.replace(part, self.resume_file)

        self.thread = threading.Thread(target=write)
        self.thread.start()

    def finish(self, mean: dict[str, Tensor], shape: dict, state: dict) -> None:
        """`final-int8` first: it is what ships; `final` (float16) is for going on from. Both in parts."""
        self.wait()
        for name, int8 in (("final-int8", True), ("final", False)):
            checkpoint.save(self.folder / name, mean, shape, self.spm, int8=int8, parts=True, state=state)

    def wait(self) -> None:
        if self.thread:
            self.thread.join()
