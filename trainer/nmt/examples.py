"""Every direction of every pair that may be visited, as columns on the training device.

All token ids lie in one flat tensor; an example only says where its two sides begin, how long they are, and how it is
tagged. Records that arrive later (another piece of the cache, back-translations) are put behind the rest.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from . import cache
from .vocabulary import LANGUAGES

# `machine`: the source carries <bt>. `made`: the source was written by back-translation, with or without that mark.
# `register`: of a Japanese target, where its ending tells.
COLUMNS = ("source_at", "source_length", "target_at", "target_length", "language", "tag", "machine", "made", "register")


class Examples:
    def __init__(self, device: str):
        self.device = device
        self.tokens = torch.zeros(0, dtype=torch.int32, device=device)
        self.columns = {name: torch.zeros(0, dtype=torch.int64, device=device) for name in COLUMNS}
        self.visits = torch.zeros(0, device=device)

    def __len__(self) -> int:
        return len(self.visits)

    def add_tokens(self, ids: np.ndarray | Tensor) -> int:
        """Puts ids behind the others and returns where they begin."""
        begin = len(self.tokens)
        fresh = torch.from_numpy(ids.astype(np.int32)) if isinstance(ids, np.ndarray) else ids.int()
        self.tokens = torch.cat([self.tokens, fresh.to(self.device)])
        return begin

    def add(self, visits: np.ndarray | Tensor, **columns: np.ndarray | Tensor) -> None:
        for name in COLUMNS:
            fresh = torch.as_tensor(columns[name]).to(self.device, torch.int64)
            self.columns[name] = torch.cat([self.columns[name], fresh])
        self.visits = torch.cat([self.visits, torch.as_tensor(visits).to(self.device, torch.float32)])

    def keep(self, mask: Tensor) -> None:
        self.columns = {name: column[mask] for name, column in self.columns.items()}
        self.visits = self.visits[mask]


class Sides:
    """Where the sides of all records lie: the pool that back-translation takes its real text from."""

    def __init__(self) -> None:
        self.rows: list[np.ndarray] = []
        self.at: list[np.ndarray] = []

    def add(self, rows: np.ndarray, at: np.ndarray) -> None:
        self.rows.append(rows)
        self.at.append(at)

    def of(self, corpora: set[int], language: str, since: int = 0) -> np.ndarray:
        """All real text in a language, but for the first `since` pieces: rows of begin, length and tag, then begin, length and
        language of its other side (length 0 for text that has none), and the register of Japanese. Marked and roughened copies are no real text."""
        return np.concatenate([self._of_piece(rows, at, corpora, LANGUAGES.index(language)) for rows, at in zip(self.rows[since:], self.at[since:])])

    def _of_piece(self, rows: np.ndarray, at: np.ndarray, corpora: set[int], code: int) -> np.ndarray:
        wanted = np.isin(np.arange(256), list(corpora))[rows[:, 0]]
        rows, at = rows[wanted].astype(np.int64), at[wanted]
        both = rows[:, 4] == (cache.FORWARD | cache.BACKWARD)
        end = at + rows[:, 5]
        firsts = np.stack([at, rows[:, 5], rows[:, 3], end, rows[:, 6], rows[:, 2], rows[:, cache.REGISTER]], 1)
        seconds = np.stack([end, rows[:, 6], rows[:, 3], at, rows[:, 5], rows[:, 1], rows[:, cache.REGISTER]], 1)
        second = (rows[:, 2] == code) & (both | (rows[:, 4] == cache.MONO))
        return np.concatenate([firsts[(rows[:, 1] == code) & both], seconds[second]])


def load(examples: Examples, sides: Sides, rows: np.ndarray, tokens: np.ndarray, corpora: dict[str, int], sampling: dict) -> None:
    """Adds a piece of the cache: an example per direction that a record allows."""
    begin = examples.add_tokens(tokens)
    lengths = rows[:, 5].astype(np.int64) + rows[:, 6]
    at = begin + np.cumsum(lengths) - lengths
    sides.add(rows, at)
    per_corpus = np.ones(256)
    for name, number in corpora.items():
        per_corpus[number] = sampling.get(name, sampling.get("others", 1.0))
    per_pair = np.ones((len(LANGUAGES), len(LANGUAGES)))
    for name, factor in sampling["pair"].items():
        one, two = (LANGUAGES.index(code) for code in name.split("-"))
        per_pair[one, two] = per_pair[two, one] = factor
    into = np.array([sampling.get("into", {}).get(code, 1.0) for code in LANGUAGES])
    per_kind = np.ones(256)
    for name, factor in sampling["copies"].items():
        per_kind[(np.arange(256) & cache.COPIES[name]) > 0] *= factor
    for flag in (cache.FORWARD, cache.BACKWARD):
        chosen = (rows[:, 4] & flag) > 0
        some, where = rows[chosen], at[chosen]
        first, second = some[:, 5].astype(np.int64), some[:, 6].astype(np.int64)
        forward = flag == cache.FORWARD
        language = some[:, 2 if forward else 1]
        examples.add(
            per_corpus[some[:, 0]] * per_pair[some[:, 1], some[:, 2]] * per_kind[some[:, 4]] * into[language],
            source_at=where if forward else where + first,
            source_length=first if forward else second,
            target_at=where + first if forward else where,
            target_length=second if forward else first,
            language=language,
            tag=some[:, 3],
            machine=np.zeros(len(some)),
            made=np.zeros(len(some)),
            register=np.where(language == LANGUAGES.index("ja"), some[:, cache.REGISTER], 0),
        )
