"""Reads the corpus folder into cleaned, de-duplicated pairs without held-out lines, and counts what was dropped."""

from __future__ import annotations

import lzma
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Callable, Iterator, NamedTuple, TypeVar

import numpy as np

from . import chinese, cleaning
from .leakage import HeldOut, fingerprint
from .workers import stretches

FILES = {
    ("en", "ja"): ("free.en-ja", "general.en-ja", "new.en-ja"),
    ("en", "zh"): ("free.en-zh", "general.en-zh", "new.en-zh"),
    ("en", "zt"): ("free.en-zhtw", "general.en-zhtw", "new.en-zhtw"),
    ("ja", "zh"): ("free.ja-zh", "general.ja-zh"),
}
MONO = {
    "en": ("mono.en", "general.en", "fresh.en"),
    "ja": ("mono.ja", "general.ja", "new.ja"),
    "zh": ("mono.zh", "general.zh", "fresh.zh"),
    "zt": ("general.zh", "fresh.zh"),
}
# Sources of text in Taiwan's script, in a file that also holds the other one.
TRADITIONAL = "-hant"
STRETCH = 25_000
BUSINESS = frozenset(
    "invoice customer sales vendor budget revenue accounting ledger payment purchase finance financial tax market"
    " company companies price prices profit inventory payroll investment bank banks loan employee employees contract".split()
)
Item = TypeVar("Item")


class Pair(NamedTuple):
    corpus: str
    tag: str
    languages: tuple[str, str]
    first: str
    second: str
    reverse_only: bool = False  # the second side was made by a machine: it may only be a source
    key: int = 0  # of the first side's fingerprint: pairs that share it share their English
    document: str = ""  # whose lines stand in order, where that is known


class Cleaned(NamedTuple):
    """What is left of a stretch of lines: `corpus tag first second` columns, and keys to find repeated pairs by."""

    lines: str
    keys: np.ndarray
    firsts: np.ndarray
    counts: Counter


def tag_of(corpus: str, domain: str, english: str, tags: dict[str, str]) -> str:
    tag = tags.get(corpus) or tags.get(domain, domain)
    if corpus in ("msdocs-ht", "openstaxBY") and not BUSINESS.isdisjoint(english.lower().split()):
        return "biz"
    return tag


class Cleaner:
    """Cleans stretches of one file; keys are Python hashes, which forked processes agree on."""

    def __init__(self, lines: list[str], languages: tuple[str, str], data: dict, held_out: HeldOut):
        self.lines, self.languages, self.data, self.held_out = lines, languages, data, held_out
        self.mono = languages[0] == languages[1]
        self.name = f"mono {languages[0]}" if self.mono else "-".join(languages)
        self.leave_out = set(data["leave_out"]["corpora"])

    def __call__(self, begin: int, end: int) -> Cleaned:
        kept, keys, firsts, counts = [], [], [], Counter()
        for line in self.lines[begin:end]:
            columns = line.split("\t")
            if len(columns) != (2 if self.mono else 4):
                continue
            if self.mono and self.languages[0] in ("zh", "zt") and columns[0].endswith(TRADITIONAL) != (self.languages[0] == "zt"):
                continue
            counts[f"{self.name} read"] += 1
            corpus, domain = columns[0], columns[0] if self.mono else columns[1]
            if corpus in self.leave_out:
                counts[f"{self.name} left out corpus"] += 1
                continue
            first, second = cleaning.tidy(columns[-2 if not self.mono else -1], corpus), cleaning.tidy(columns[-1], corpus)
            found = cleaning.single_fault(first, self.languages[0]) if self.mono else cleaning.fault(first, second, self.languages)
            if found:
                counts[f"{self.name} {found}"] += 1
                continue
            prints = fingerprint(first), "" if self.mono else fingerprint(second)
            if prints[0] in self.held_out.lines if self.mono else self.held_out.holds(*prints):
                counts[f"{self.name} held out"] += 1
                continue
            tag = tag_of(corpus, domain, first if self.languages[0] == "en" else "", self.data["tag"])
            kept.append("\t".join((corpus, tag, first, second)))
            keys.append(hash(prints))
            firsts.append(hash(prints[0]))
        return Cleaned("\n".join(kept), np.array(keys, np.int64), np.array(firsts, np.int64), counts)


def in_part(items: list[Item], corpus: Callable[[Item], str], every: int, first: int, whole: frozenset[str]) -> list[Item]:
    """Each `every`-th of some lines or pairs, and all of the corpora in `whole`."""
    if not whole:
        return items[first::every]
    return [item for number, item in enumerate(items) if number % every == first or corpus(item) in whole]


class Reader:
    """Of the corpora in `whole` every line is read, where of the others it is each `every`-th."""

    def __init__(
        self, folder: Path, recipe: dict, held_out: HeldOut, processes: int, every: int = 1, first: int = 0, whole: frozenset[str] = frozenset()
    ):
        self.folder, self.data, self.held_out = folder, recipe["data"], held_out
        self.processes, self.every, self.first, self.whole = processes, every, first, whole
        self.rng = random.Random(recipe["seed"])
        self.counts: Counter[str] = Counter()

    def pairs(self, languages: tuple[str, str]) -> list[Pair]:
        """All pairs of a language pair that pass, capped per corpus at random, in the order of the file."""
        machine, name = set(self.data["machine_made"]["corpora"]), "-".join(languages)
        kept: dict[str, list[tuple[int, Pair]]] = defaultdict(list)
        for number, (columns, first) in enumerate(self._cleaned(FILES[languages], languages)):
            corpus, tag, one, two = columns
            kept[corpus].append((number, Pair(corpus, tag, languages, one, two, corpus in machine, first)))
        return self._capped(kept, name)

    def mono(self, language: str) -> list[Pair]:
        """Text without a translation: corpus `mono` of the older files, `general` and `new` of the later ones, `fresh` of what `fresh.py` made."""
        kept: dict[str, list[tuple[int, Pair]]] = defaultdict(list)
        for stem in MONO[language]:
            corpus = stem.partition(".")[0]
            for number, ((source, tag, text, _), _) in enumerate(self._cleaned((stem,), (language, language))):
                kept[source].append((number, Pair(corpus, tag, (language, language), text, text)))
        return self._capped(kept, f"mono {language}")

    def _capped(self, kept: dict[str, list[tuple[int, Pair]]], name: str) -> list[Pair]:
        """In the order of the file, with no more of each source than the recipe's cap, chosen at random."""
        result = []
        for source, pairs in kept.items():
            every = 1 if source in self.whole else self.every
            cap = self.data["cap"].get(source, every * len(pairs)) // every
            if len(pairs) > cap:
                self.counts[f"{name} over the cap"] += len(pairs) - cap
                pairs = self.rng.sample(pairs, cap)
            result += pairs
        result.sort(key=lambda item: item[0])
        self.counts[f"{name} kept"] = len(result)
        return [pair for _, pair in result]

    def lines(self, stem: str) -> list[str]:
        """Lines of a file, packed with xz or not packed; none where it is missing."""
        packed, plain = self.folder / f"{stem}.tsv.xz", self.folder / f"{stem}.tsv"
        if not packed.exists() and not plain.exists():
            self.counts[f"missing file {stem}"] += 1
            return []
        text = plain.read_bytes() if plain.exists() else lzma.decompress(packed.read_bytes())
        return in_part(text.decode().split("\n"), lambda line: line.partition("\t")[0], self.every, self.first, self.whole)

    def _cleaned(self, stems: tuple[str, ...], languages: tuple[str, str]) -> Iterator[tuple[list[str], int]]:
        lines = [line for stem in stems for line in self.lines(stem)]
        cleaner, seen = Cleaner(lines, languages, self.data, self.held_out), set()
        for part in stretches(cleaner, len(lines), STRETCH, self.processes):
            self.counts += part.counts
            for line, key, first in zip(part.lines.split("\n"), part.keys.tolist(), part.firsts.tolist()):
                if key in seen:
                    self.counts[f"{cleaner.name} repeated"] += 1
                    continue
                seen.add(key)
                yield line.split("\t"), first


def joined(english_japanese: list[Pair], english_chinese: list[Pair], most: int, rng: random.Random) -> dict[int, Pair]:
    """Japanese-Chinese pairs that share their English, by the place of their Japanese side in `english_japanese`.

    Software lines only as far as `most` allows.
    """
    chinese_of: dict[int, Pair] = {}
    for pair in english_chinese:
        if not pair.reverse_only:
            chinese_of.setdefault(pair.key, pair)
    everyday, software = {}, {}
    for place, pair in enumerate(english_japanese):
        other = chinese_of.get(pair.key)
        # One English word has many dictionary translations: joining them pairs words that do not mean the same.
        if other is None or pair.reverse_only or "dict" in (pair.tag, other.tag) or len(pair.first) < 4:
            continue
        languages = ("ja", other.languages[1])
        if cleaning.fault(pair.second, other.second, languages) is None:
            made = Pair("joined", pair.tag, languages, pair.second, other.second)
            (software if pair.tag == "it" else everyday)[place] = made
    chosen = rng.sample(sorted(software), min(len(software), max(0, most - len(everyday))))
    return everyday | {place: software[place] for place in chosen}


def borrowed(pairs: list[Pair], corpora: set[str], profile: str, language: str) -> list[Pair]:
    """The Chinese side of some corpora in the other script."""
    chosen = [pair for pair in pairs if pair.corpus in corpora]
    texts = chinese.convert([pair.second for pair in chosen], profile)
    return [pair._replace(languages=(pair.languages[0], language), second=text) for pair, text in zip(chosen, texts)]
