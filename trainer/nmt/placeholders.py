"""Placeholders `<x0>` to `<x9>`: what a document holds beside words (numbers, addresses, code, tags) is copied through."""

from __future__ import annotations

import random
import re

from .terms import Marker, apply, shared_spans, without_overlap

_LITERAL = re.compile(
    r"https?://[^\s）)」]+|[\w.+-]+@[\w-]+\.\w+|\{\w*\}|%\d?\$?[sdiu]|\$\w+|\$\{\w+\}|[A-Za-z_]\w*\(\)|--?[a-z][a-z-]+"
    r"|/[\w./-]+|\d[\d.,:/-]*\d|\d|[A-Za-z_]+[._][A-Za-z_.]+|[A-Z][A-Za-z]+|[A-Z]{2,}"
)
MOST = 5


class PlaceholderMaker:
    def __init__(self, marker: Marker, rng: random.Random):
        self.marker, self.rng = marker, rng

    def numbers(self, count: int) -> list[int]:
        """A request counts its placeholders from 0 in reading order; a piece of a longer text starts later."""
        start = 0 if self.rng.random() < 0.7 else self.rng.randint(0, 10 - count)
        return list(range(start, start + count))

    def replace(self, source: str, target: str, languages: tuple[str, str]) -> tuple[str, str] | None:
        """Literals of both sides, and known terms: a placeholder may stand for any word or part of a name, not only for what looks like code."""
        terms = self.marker.pairs(source, target, languages)
        pairs = without_overlap(shared_spans(source, target, _LITERAL) + terms[: self.rng.randint(0, 2)])
        self.rng.shuffle(pairs)
        pairs = sorted(pairs[: self.rng.randint(1, MOST)])
        if not pairs:
            return None
        names = [f"<x{n}>" for n in self.numbers(len(pairs))]
        return (
            apply(source, [(*a, name) for (a, _), name in zip(pairs, names)]),
            apply(target, [(*b, name) for (_, b), name in zip(pairs, names)]),
        )

    def wrap(self, source: str, target: str, languages: tuple[str, str]) -> tuple[str, str]:
        """A pair around a known term or the whole line, or a lone one in front of it, as inline formatting has it."""
        pairs = self.marker.pairs(source, target, languages)[: self.rng.randint(1, 2)]
        if not pairs or self.rng.random() < 0.2:
            pairs = [((0, len(source)), (0, len(target)))]
        pairs.sort()
        names = iter(self.numbers(2 * len(pairs)))
        edits: tuple[list, list] = ([], [])
        for pair in pairs:
            opening = f"<x{next(names)}>"
            closing = "" if self.rng.random() < 0.25 else f"<x{next(names)}>"
            for side, (start, end) in enumerate(pair):
                edits[side].append((start, end, opening + (source, target)[side][start:end] + closing))
        return apply(source, edits[0]), apply(target, edits[1])
