"""Reads the corpus folder into cleaned, de-duplicated pairs without held-out lines, and counts what was dropped."""

from __future__ import annotations

import lzma
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Iterator, NamedTuple

from . import chinese, cleaning
from .leakage import HeldOut, fingerprint

FILES = {("en", "ja"): "free.en-ja", ("en", "zh"): "free.en-zh", ("en", "zt"): "free.en-zhtw", ("ja", "zh"): "free.ja-zh"}
MONO = {"en": "mono.en", "ja": "mono.ja", "zh": "mono.zh"}
BUSINESS = frozenset(
    "invoice customer sales vendor budget revenue accounting ledger payment purchase finance financial tax market"
    " company companies price prices profit inventory payroll investment bank banks loan employee employees contract".split()
)


class Pair(NamedTuple):
    corpus: str
    tag: str
    languages: tuple[str, str]
    first: str
    second: str
    reverse_only: bool = False  # the second side was made by a machine: it may only be a source


def rows(path: Path) -> Iterator[list[str]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n").split("\t")


def tag_of(corpus: str, domain: str, english: str, tags: dict[str, str]) -> str:
    tag = tags.get(corpus) or tags.get(domain, domain)
    if corpus in ("msdocs-ht", "openstaxBY") and not BUSINESS.isdisjoint(english.lower().split()):
        return "biz"
    return tag


class Reader:
    def __init__(self, folder: Path, recipe: dict, held_out: HeldOut, every: int = 1):
        self.folder, self.data, self.held_out, self.every = folder, recipe["data"], held_out, every
        self.dice = random.Random(recipe["seed"])
        self.counts: Counter[str] = Counter()

    def pairs(self, languages: tuple[str, str]) -> list[Pair]:
        """All pairs of a language pair that pass, capped per corpus at random."""
        machine, seen = set(self.data["machine_made"]["corpora"]), set()
        kept: dict[str, list[Pair]] = defaultdict(list)
        name = "-".join(languages)
        for number, columns in enumerate(rows(self.folder / f"{FILES[languages]}.tsv.xz")):
            if number % self.every or len(columns) != 4:
                continue
            corpus, domain, first, second = columns
            self.counts[f"{name} read"] += 1
            if corpus in self.data["leave_out"]["corpora"]:
                self.counts[f"{name} left out corpus"] += 1
                continue
            first, second = cleaning.tidy(first, corpus), cleaning.tidy(second, corpus)
            if found := cleaning.fault(first, second, languages):
                self.counts[f"{name} {found}"] += 1
                continue
            prints = fingerprint(first), fingerprint(second)
            if self.held_out.holds(*prints):
                self.counts[f"{name} held out"] += 1
                continue
            key = hash(prints)
            if key in seen:
                self.counts[f"{name} repeated"] += 1
                continue
            seen.add(key)
            tag = tag_of(corpus, domain, first, self.data["tag"])
            kept[corpus].append(Pair(corpus, tag, languages, first, second, corpus in machine))
        result = []
        for corpus, pairs in kept.items():
            cap = self.data["cap"].get(corpus, self.every * len(pairs)) // self.every
            if len(pairs) > cap:
                self.counts[f"{name} over the cap"] += len(pairs) - cap
                pairs = self.dice.sample(pairs, cap)
            result += pairs
        self.counts[f"{name} kept"] = len(result)
        return result

    def mono(self, language: str) -> list[Pair]:
        result, seen = [], set()
        for number, columns in enumerate(rows(self.folder / f"{MONO[language]}.tsv.xz")):
            if number % self.every or len(columns) != 2:
                continue
            corpus, text = columns[0], cleaning.tidy(columns[1], columns[0])
            self.counts[f"mono {language} read"] += 1
            fault = cleaning.single_fault(text, language)
            print_ = fingerprint(text)
            fault = fault or ("held out" if print_ in self.held_out.lines else "repeated" if print_ in seen else None)
            if fault:
                self.counts[f"mono {language} {fault}"] += 1
                continue
            seen.add(print_)
            tag = tag_of(corpus, corpus, text if language == "en" else "", self.data["tag"])
            result.append(Pair("mono", tag, (language, language), text, text))
        self.counts[f"mono {language} kept"] = len(result)
        return result


def joined(english_japanese: list[Pair], english_chinese: list[Pair], most: int, dice: random.Random) -> list[Pair]:
    """Japanese-Chinese pairs that share their English; software lines only as far as `most` allows."""
    chinese_of: dict[str, Pair] = {}
    for pair in english_chinese:
        if not pair.reverse_only:
            chinese_of.setdefault(fingerprint(pair.first), pair)
    found = []
    for pair in english_japanese:
        other = chinese_of.get(fingerprint(pair.first))
        # One English word has many dictionary translations: joining them pairs words that do not mean the same.
        if other is None or pair.reverse_only or "dict" in (pair.tag, other.tag) or len(pair.first) < 4:
            continue
        languages = ("ja", other.languages[1])
        if cleaning.fault(pair.second, other.second, languages) is None:
            found.append(Pair("joined", pair.tag, languages, pair.second, other.second))
    everyday = [pair for pair in found if pair.tag != "it"]
    software = [pair for pair in found if pair.tag == "it"]
    return everyday + dice.sample(software, min(len(software), max(0, most - len(everyday))))


def borrowed(pairs: list[Pair], corpora: set[str], profile: str, language: str, corpus: str | None = None) -> list[Pair]:
    """The Chinese side of some corpora in the other script."""
    chosen = [pair for pair in pairs if pair.corpus in corpora]
    texts = chinese.convert([pair.second for pair in chosen], profile)
    return [
        pair._replace(corpus=corpus or pair.corpus, languages=(pair.languages[0], language), second=text)
        for pair, text in zip(chosen, texts)
    ]
