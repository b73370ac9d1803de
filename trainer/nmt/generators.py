"""Back-translation or distillation by several processes at once: one alone does not keep a GPU busy.

Each has its part of the text and writes what it makes into files, real text included; the training process adds them to its examples.
"""

from __future__ import annotations

import io
import subprocess
import time
from pathlib import Path
from typing import Iterator

import numpy as np
import torch
from torch import Tensor

from .backtranslation import BackTranslator, Distiller
from .cache import write_whole
from .vocabulary import PAD

MOST_WAIT = 120  # seconds beyond those of generation: start, reading, compiling
Made = tuple[np.ndarray, np.ndarray, np.ndarray]  # rows (see Writer), tokens of all sources, tokens of all targets


class Writer(BackTranslator):
    """A row is: length of the source, of the target, target language, tag, whether the source is marked as machine-made, register."""

    def into_files(self, folder: Path, stem: str) -> Writer:
        self.folder, self.stem, self.files = folder, stem, 0
        return self

    def _row(self, lengths: Tensor, chunk: Tensor, marked: Tensor) -> Tensor:
        return torch.stack([lengths, chunk[:, 1], chunk[:, 3], chunk[:, 2], marked, chunk[:, 7]], 1)

    def _add(self, kept: list[tuple]) -> None:
        rows, sources, targets = [], [], []
        for out, lengths, chunk, marked in kept:
            if len(chunk):
                text = self.text(chunk[:, 0], chunk[:, 1], int(chunk[:, 1].max()))
                sides = out[out != PAD], text[text != PAD]
                rows.append(self._row(lengths, chunk, marked))
                sources.append(sides[self.real == "source"])
                targets.append(sides[self.real == "target"])
        if rows:
            made = (torch.cat(part).cpu().numpy().astype(np.uint16) for part in (rows, sources, targets))
            buffer = io.BytesIO()
            np.savez(buffer, **dict(zip(("rows", "sources", "targets"), made)))
            write_whole(self.folder / f"{self.stem}-{self.files}.npz", buffer.getvalue())
            self.files += 1


class DistillationWriter(Writer, Distiller):
    """The machine wrote the target; nothing is known of its register."""

    real = Distiller.real

    def _row(self, lengths: Tensor, chunk: Tensor, marked: Tensor) -> Tensor:
        none = torch.zeros_like(lengths)
        return torch.stack([chunk[:, 1], lengths, chunk[:, 4], chunk[:, 2], none, none], 1)


def add(work: BackTranslator, made: Made) -> None:
    """Puts what a process made behind the examples, visited as often as the recipe says."""
    rows, sources, targets = made
    source_length, target_length, language, tag, machine, register = torch.from_numpy(rows.astype(np.int64)).to(work.examples.device).T
    begins = [work.examples.add_tokens(tokens) for tokens in (sources, targets)]
    work.examples.add(
        work.visits[tag] * work.into[language],
        source_at=begins[0] + source_length.cumsum(0) - source_length,
        source_length=source_length,
        target_at=begins[1] + target_length.cumsum(0) - target_length,
        target_length=target_length,
        language=language,
        tag=tag,
        machine=machine,
        made=torch.full_like(machine, work.real == "target"),
        register=register,
    )


class Generators:
    def __init__(self, folder: Path, count: int, seconds: float, command: list[str]):
        """Starts the processes, unless an earlier attempt at the run has: what they made is still there."""
        self.folder, self.count, self.taken = folder, count, set()
        self.processes: list[subprocess.Popen] = []
        begun = folder / "begun"
        if not begun.exists():
            folder.mkdir(parents=True, exist_ok=True)
            begun.touch()
            self.processes = [subprocess.Popen([*command, "--out", str(folder), "--part", f"{k}/{count}"]) for k in range(count)]
        self.until = begun.stat().st_mtime + seconds + MOST_WAIT

    def working(self) -> bool:
        """Whether more is to come."""
        if len(list(self.folder.glob("*.done"))) == self.count or time.time() > self.until:
            return False
        return not self.processes or any(process.poll() is None for process in self.processes)

    def take(self) -> Iterator[Made]:
        """What has been made since the last call."""
        for path in sorted(set(self.folder.glob("*.npz")) - self.taken):
            self.taken.add(path)
            with np.load(path) as arrays:
                yield arrays["rows"], arrays["sources"], arrays["targets"]

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
