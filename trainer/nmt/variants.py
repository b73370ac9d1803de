"""Changed copies of sentence pairs: term marks, placeholders, rough sources. Each copy is good in one direction only."""

from __future__ import annotations

import random
from typing import Iterator

from .corpus import Pair
from .noise import roughen
from .placeholders import PlaceholderMaker
from .terms import Marker, TermTable

SHORT = ("opencc", "phrases", "edict", "names")  # nothing in them to change
EVERYDAY = frozenset({"talk", "wiki", "news", "gen", "law"})
Copy = tuple[str, tuple[str, str], str, str]  # kind (a key of cache.COPIES), languages, source, target


def term_tables(pairs: list[Pair]) -> dict[str, TermTable]:
    """Dictionary corpora, and the short entries of all others: labels of a user interface are a term list too."""
    tables: dict[str, TermTable] = {"ja": TermTable(), "zh": TermTable(), "zt": TermTable()}
    for pair in pairs:
        if pair.languages[0] == "en" and len(pair.second) <= 10 and len(pair.first) <= 40 and not pair.reverse_only:
            english = pair.first.rstrip(".:?!")
            if pair.second.isalpha():
                tables[pair.languages[1]].add(english, pair.second)
    return tables


class Variants:
    def __init__(self, tables: dict[str, TermTable], shares: dict[str, float], seed: int):
        self.rng, self.shares = random.Random(seed), shares
        self.marker = Marker(tables, self.rng)
        self.placeholders = PlaceholderMaker(self.marker, self.rng)

    def of(self, pair: Pair, before: Pair | None = None) -> Iterator[Copy]:
        """`before` is the pair in front of it in the same corpus, often of the same document."""
        if pair.tag == "dict" or pair.corpus.startswith(SHORT):
            return
        ways = [(pair.languages[::-1], pair.second, pair.first)]
        if not pair.reverse_only:
            ways.append((pair.languages, pair.first, pair.second))
        for languages, source, target in ways:
            yield from self._one_way(languages, source, target, pair.tag)
        if before and not pair.reverse_only:
            yield from self._long(before, pair)

    def _one_way(self, languages: tuple[str, str], source: str, target: str, tag: str) -> Iterator[Copy]:
        chance, shares = self.rng.random, self.shares
        # Everyday sentences are few and are what users mark terms in: they are tried twice as often.
        often = 2.0 if tag in EVERYDAY else 1.0
        # English terms are spelled in several pieces and inflected: they are what is missed most.
        marks = shares["marks_into_english" if languages[1] == "en" else "marks"]
        if chance() < marks * often and (found := self.marker.mark(source, target, languages)):
            yield "marks", languages, *found
        if chance() < shares["placeholders"] * often:
            found = (self.placeholders.replace if chance() < 0.6 else self.placeholders.wrap)(source, target, languages)
            if found:
                yield "placeholders", languages, *found
        if chance() < shares["marks_and_placeholders"] and (found := self.placeholders.replace(source, target, languages)):
            # Marking after the placeholders: a mark around a placeholder is left out below.
            if (both := self.marker.mark(*found, languages)) and "<x" in both[0] and balanced(*both):
                yield "marks", languages, *both
        if tag in EVERYDAY and chance() < shares["noise"] and (rough := roughen(source, languages[0], self.rng)):
            yield "rough", languages, rough, target

    def _long(self, before: Pair, pair: Pair) -> Iterator[Copy]:
        """Two lines as one: sentences of the corpora are short, those of a request need not be."""
        if self.rng.random() >= self.shares["long"] or min(len(before.first), len(pair.first)) < 20:
            return
        first = before.first + (" " if pair.languages[0] == "en" else "") + pair.first
        second = before.second + pair.second
        ways = (pair.languages, first, second), (pair.languages[::-1], second, first)
        yield "long", *self.rng.choice(ways)


def balanced(source: str, target: str) -> bool:
    """Whether every placeholder of the source is still whole and in the target once."""
    return all(source.count(f"<x{n}>") == target.count(f"<x{n}>") <= 1 for n in range(10))
