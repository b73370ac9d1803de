"""The token cache: pairs of id sequences in a few flat arrays, compressed, cut into pieces that travel.

A record is stored once and read in both directions where its flags allow that, which halves what has to be moved.
Each piece is a random sample of the whole, so that training can start when the first one is there.
"""

from __future__ import annotations

import io
import lzma
from pathlib import Path

import numpy as np

FORWARD, BACKWARD, MONO = 1, 2, 4
# Ids are 16-bit words: telling the compressor so saves a tenth.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 4, "lc": 0, "lp": 1, "pb": 1, "dict_size": 1 << 26}]
# Columns of a row: corpus, first language, second language, tag, flags, length of the first side, of the second.


def write_piece(path: Path, rows: np.ndarray, tokens: list[np.ndarray]) -> int:
    buffer = io.BytesIO()
    np.savez(buffer, rows=rows, tokens=np.concatenate(tokens))
    packed = lzma.compress(buffer.getvalue(), format=lzma.FORMAT_XZ, filters=FILTERS)
    path.write_bytes(packed)
    return len(packed)


def read_piece(path: Path) -> tuple[np.ndarray, np.ndarray]:
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as arrays:
        return arrays["rows"], arrays["tokens"]
