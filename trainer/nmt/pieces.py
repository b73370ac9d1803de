"""Pieces of the token cache as they arrive in a folder: training starts with the first and takes the others in later."""

from __future__ import annotations

import lzma
import threading
import time
import zipfile
from pathlib import Path
from typing import Iterator

import numpy as np

from . import cache

PIECE = "piece*.npz.xz"
NOT_WHOLE = (lzma.LZMAError, EOFError, OSError, ValueError, zipfile.BadZipFile)


def in_order(folder: Path, count: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The pieces by number, each as soon as it is there: several processes see them alike."""
    for number in range(count):
        while True:
            try:
                piece = cache.read_piece(folder / PIECE.replace("*", str(number)))
                break
            except NOT_WHOLE:
                time.sleep(0.5)
        yield piece


class Pieces:
    """Watches the folder in a thread; `take` hands out what has been read since the last call."""

    def __init__(self, folder: Path, expected: int):
        self.folder, self.expected = folder, expected
        self.read: list[tuple[np.ndarray, np.ndarray]] = []
        self.lock = threading.Lock()
        self.seen: set[str] = set()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self) -> None:
        while len(self.seen) < self.expected:
            for path in sorted(self.folder.glob(PIECE)):
                if path.name not in self.seen:
                    try:
                        piece = cache.read_piece(path)
                    except NOT_WHOLE as problem:
                        print("not whole yet:", path.name, problem, flush=True)
                        continue
                    with self.lock:
                        self.seen.add(path.name)
                        self.read.append(piece)
            time.sleep(0.5)

    def all_taken(self) -> bool:
        with self.lock:
            return len(self.seen) >= self.expected and not self.read

    def take(self) -> list[tuple[np.ndarray, np.ndarray]]:
        with self.lock:
            fresh, self.read = self.read, []
        return fresh
