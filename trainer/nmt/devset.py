"""Development sets: which files make which directions, and their translation by a model in training."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch

from .decoding import beam, sample
from .model import Translator
from .punctuation import widen
from .register import POLITE, UNKNOWN
from .vocabulary import DOMAINS, EOS, EXTRA, LANGUAGES, PAD, Vocabulary

BATCH_TOKENS = 24_000
Before = tuple[str, ...]  # the sentence before, and its translation; either may be missing from the end


class Task(NamedTuple):
    name: str
    direction: tuple[str, str]
    tag: str | None
    sources: list[str]
    references: list[str]


def tasks(folder: Path, most: int | None = None) -> list[Task]:
    """`NAME.XX` files are parallel among all their languages, `NAME.XX-YY.XX` between two."""
    stems: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.glob("*.*")):
        if path.suffix[1:] in LANGUAGES:
            stems.setdefault(path.stem, {})[path.suffix[1:]] = path
    found = []
    for stem, files in stems.items():
        tag = {"flores-dev": None, "written": None, "kyotowiki": "wiki"}.get(stem.split(".")[0], "it")
        lines = {code: path.read_text(encoding="utf-8").splitlines()[:most] for code, path in files.items()}
        for one in files:
            for two in files:
                if one != two:
                    found.append(Task(stem.split(".")[0], (one, two), tag, lines[one], lines[two]))
    return found


class Outputs:
    def __init__(self, vocabulary: Vocabulary, device: str, dtype: torch.dtype):
        self.vocabulary, self.device, self.dtype = vocabulary, device, dtype
        self.banned = torch.tensor([PAD, 1, 2, *range(4, 12), *range(25, 32), *range(32000, 32016)], device=device)

    def inputs(self, text: str, target: str, tag: str | None, marked: bool, register: int = UNKNOWN, before: Before = ()) -> list[int]:
        body = self.vocabulary.encode_marked([text])[0] if marked else self.vocabulary.encode_plain(text)
        front = [self.vocabulary.language[LANGUAGES.index(target)]]
        front += [self.vocabulary.domain[DOMAINS.index(tag)]] if tag else []
        front += [EXTRA["<polite>"] + register - POLITE] if register else []
        for name, earlier in zip(("<before>", "<before-translated>"), before):
            front += [*self.vocabulary.encode_plain(earlier), EXTRA[name]]
        return front + body[:250] + [EOS]

    def translate(
        self, model: Translator, sources: list[str], target: str, tag: str | None, width: int, marked: bool = False,
        registers: list[int] | None = None, before: list[Before] | None = None,
    ) -> list[str]:
        """Beam search of `width`, greedy for 1; order kept; full-width marks put back. `registers` asks for one a sentence."""
        banned = self.banned[self.banned < len(model.shared)]
        count = len(sources)
        rest = zip(registers or [UNKNOWN] * count, before or [()] * count)
        ids = [self.inputs(text, target, tag, marked, *more) for text, more in zip(sources, rest)]
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        results, at = [""] * len(ids), 0
        while at < len(order):
            rows, longest = [], 0
            while at + len(rows) < len(order) and (len(rows) + 1) * max(longest, len(ids[order[at + len(rows)]])) * width <= BATCH_TOKENS * 4:
                longest = max(longest, len(ids[order[at + len(rows)]]))
                rows.append(order[at + len(rows)])
            longest = -(-longest // 8) * 8
            batch = torch.tensor([ids[i] + [PAD] * (longest - len(ids[i])) for i in rows], device=self.device)
            if width > 1:
                outs, _ = beam(model, batch, banned, self.dtype, width)
            else:
                outs, _ = sample(model, batch, banned, self.dtype, 0.0, 1.0)
            for i, out in zip(rows, outs.tolist()):
                results[i] = widen(self.vocabulary.decode(out), target)
            at += len(rows)
        return results
