"""The token cache: pairs of id sequences in a few flat arrays, compressed, cut into pieces that travel.

A record is stored once and read in both directions where its flags allow that, which halves what has to be moved.
Each piece is a sample of the whole, so that training can start when the first one is there.
"""

from __future__ import annotations

import io
import lzma
import os
from pathlib import Path

import numpy as np

FORWARD, BACKWARD, MONO = 1, 2, 4
# A changed copy of a pair is good in one direction and says what was changed.
COPIES = {"marks": 8, "placeholders": 16, "rough": 32, "long": 64, "context": 128}
# Ids are 16-bit words: telling the compressor so saves a tenth. The dictionary holds a whole piece.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 4, "lc": 0, "lp": 1, "pb": 1, "dict_size": 1 << 27}]
# Columns of a row: corpus, first language, second language, tag, flags, length of the first side, of the second, and the
# register of its Japanese side (`register.py`).
FIRST, SECOND, REGISTER, COLUMNS = 5, 6, 7, 8
# Records that stay together when pieces are dealt: copies and neighbours of a pair compress well behind it.
HAND = 400


class Piece:
    def __init__(self) -> None:
        self.rows: list[np.ndarray] = []
        self.tokens: list[np.ndarray] = []
        self.records, self.size = 0, 0

    def add(self, rows: np.ndarray, tokens: np.ndarray) -> None:
        self.rows.append(rows)
        self.tokens.append(tokens)
        self.records, self.size = self.records + len(rows), self.size + len(tokens)

    def write(self, path: Path) -> int:
        buffer = io.BytesIO()
        np.savez(buffer, rows=np.concatenate(self.rows), tokens=np.concatenate(self.tokens))
        packed = lzma.compress(buffer.getbuffer(), format=lzma.FORMAT_XZ, filters=FILTERS)
        write_whole(path, packed)
        return len(packed)


def deal(rows: np.ndarray, tokens: np.ndarray, pieces: list[Piece]) -> None:
    """Hands of records in turn, each to the piece that has least so far."""
    ends = np.concatenate([[0], np.cumsum(rows[:, FIRST].astype(np.int64) + rows[:, SECOND])])
    for begin in range(0, len(rows), HAND):
        end = min(begin + HAND, len(rows))
        min(pieces, key=lambda piece: piece.size).add(rows[begin:end], tokens[ends[begin] : ends[end]])


def write_whole(path: Path, content: bytes) -> None:
    """A reader that watches the folder sees the file not at all or whole."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)


def read_piece(path: Path) -> tuple[np.ndarray, np.ndarray]:
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as arrays:
        return arrays["rows"], arrays["tokens"]
