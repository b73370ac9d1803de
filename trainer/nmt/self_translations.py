"""A model's own translations of the sentences of a cache: what its draft head learns from, and what its numbers are measured on."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from . import cache
from .decoding import fast_draw, sample
from .model import Translator
from .vocabulary import DOMAINS, EOS, LANGUAGES, PAD, PLACEHOLDERS, Vocabulary

TAGGED = 0.3  # share of the batches whose sources carry the tag of their corpus
SOFTWARE = 0.3  # of its sentences, so many: there are most of them, and they are the easiest
SHORTEST, LONGEST = 3, 110


class Sources:
    """Sentences of a cache, each as a source for one language, in batches of like length."""

    def __init__(self, folder: Path, vocabulary: Vocabulary, where: str, seed: int):
        self.rng = np.random.default_rng(seed)
        tokens, tables, begin = [], [], 0
        for piece in sorted(folder.glob("piece*.npz.xz")):
            rows, ids = cache.read_piece(piece)
            tables.append(self._table(rows.astype(np.int64), begin))
            tokens.append(ids.astype(np.int32))
            begin += len(ids)
        self.tokens = torch.from_numpy(np.concatenate(tokens)).to(where)
        table = np.concatenate(tables)
        fitting = (table[:, 1] >= SHORTEST) & (table[:, 1] <= LONGEST)
        fitting &= (table[:, 2] != DOMAINS.index("it")) | (self.rng.random(len(table)) < SOFTWARE)
        self.table = self.rng.permutation(table[fitting])
        self.languages = torch.tensor(vocabulary.language, device=where)
        self.domains = torch.tensor(vocabulary.domain, device=where)

    def _table(self, rows: np.ndarray, begin: int) -> np.ndarray:
        """Columns: where the text begins, its length, its tag, the language that is asked for. Text without a translation is asked for in all others."""
        first, second, flags = rows[:, 5], rows[:, 6], rows[:, 4]
        at = begin + np.cumsum(first + second) - first - second
        parts = [
            np.stack([at, first, rows[:, 3], rows[:, 2]], 1)[(flags & cache.FORWARD) > 0],
            np.stack([at + first, second, rows[:, 3], rows[:, 1]], 1)[(flags & cache.BACKWARD) > 0],
        ]
        for code in range(len(LANGUAGES)):
            chosen = (flags == cache.MONO) & (rows[:, 2] != code)
            parts.append(np.stack([at, second, rows[:, 3], np.full_like(at, code)], 1)[chosen])
        return np.concatenate(parts)

    def batches(self, size: int, stretch: int = 60_000):
        """Token ids as the model reads them, `size` tokens at a time."""
        for start in range(0, len(self.table), stretch):
            part = self.table[start : start + stretch]
            part = part[np.argsort(part[:, 1], kind="stable")]
            at = 0
            while at < len(part):
                longest = int(part[min(len(part), at + 2048) - 1, 1]) + 3
                rows = min(2048, max(8, size // longest))
                yield self._ids(torch.from_numpy(part[at : at + rows]).to(self.tokens.device))
                at += rows

    def _ids(self, rows: Tensor) -> Tensor:
        begin, length, tag, language = rows.T
        at = torch.arange(int(length.max()) + 1, device=rows.device)[None]
        ids = self.tokens[(begin[:, None] + at).clamp(max=len(self.tokens) - 1)].long()
        ids = torch.where(at < length[:, None], ids, torch.where(at == length[:, None], EOS, PAD))
        front = [self.languages[language][:, None]]
        if self.rng.random() < TAGGED:
            front.append(self.domains[tag][:, None])
        return torch.cat([*front, ids], 1)


def translations(model: Translator, sources: Sources, size: int, dtype: torch.dtype, vocabulary: Vocabulary, seconds: float):
    """Sources and what the model makes of them, as long as there is time; small numbers, because all of them are kept."""
    started, where = time.time(), sources.tokens.device
    allowed = {EOS, *(vocabulary.special(name) for name in PLACEHOLDERS)}
    banned = torch.tensor(sorted({*range(32), *range(32000, 32016)} - allowed), device=where)
    pick = fast_draw(where.type, dtype)
    made = []
    for ids in sources.batches(size):
        out, _ = sample(model, ids, banned, dtype, 0.0, 1.0, pick)
        good = (out != PAD).any(1)
        made.append((ids[good].short(), out[good][:, : int((out != PAD).sum(1).max())].short()))
        if time.time() - started > seconds:
            break
    return made
