"""Words and names of EDICT and ENAMDICT (EDRDG, CC BY-SA 4.0) as pairs that each hold in one direction only.

A word has one translation here, the first gloss of its commonest entry: several would teach the model to guess. Of the
readings of a name the one that English text has most often is taken; the name dictionary does not say which is usual.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Iterator, NamedTuple

from .corpus import Pair

_LINE = re.compile(r"^(\S+)(?: \[(\S+)\])? /(.*)/$")
_NOTE = re.compile(r"\s*\([^()]*\)")
_KINDS = re.compile(r"^\(([a-z,]+)\) (.+)$")
_LATIN_WORD = re.compile(r"[A-Z][a-z]+(?:'[a-z]+)?")
_UNUSUAL = re.compile(r"\((?:arch|obs|obsc|ok|iK|ik|oK|io|rare|X|vulg|derog|sl|m-sl|unc)\)")
_KANA_ONLY = re.compile(r"[\u3041-\u30ff]+")
MOST_GLOSS_WORDS = 5
TITLES = {"さん": ("Mr. {}", "Ms. {}"), "様": ("Mr. {}", "Ms. {}"), "先生": ("Dr. {}",), "社長": ("President {}",), "部長": ("Manager {}",)}
SURNAMES, GIVEN, WHOLE = 1500, 1500, 15_000


class Word(NamedTuple):
    japanese: str
    english: str
    common: bool


def entries(path: Path) -> Iterator[tuple[str, str, str]]:
    """Headword, reading (the headword where it is kana) and the rest of each line."""
    for line in path.read_text(encoding="euc_jp", errors="replace").splitlines()[1:]:
        if match := _LINE.match(line):
            yield match[1], match[2] or match[1], match[3]


def gloss_of(rest: str) -> str | None:
    """The first gloss without notes on grammar, field and sense."""
    text = rest.split("/")[0]
    while (bare := _NOTE.sub("", text)) != text:
        text = bare
    text = text.strip(" .…")
    if not text or not text.isascii() or len(text.split()) > MOST_GLOSS_WORDS + text.startswith("to ") or any(c in text for c in "~;:()[]"):
        return None
    return text


def words(path: Path) -> list[Word]:
    """A translation of each headword; words usually written in kana also by their reading."""
    best: dict[str, tuple[int, Word]] = {}
    for head, reading, rest in entries(path):
        gloss = gloss_of(rest)
        if gloss is None:
            continue
        common, usual_kana = "(P)" in rest, "(uk)" in rest
        worth = 2 * common + (not _UNUSUAL.search(rest.split("/")[0]))
        spellings = [head, reading] if usual_kana else [head]
        for spelling in spellings:
            # A reading that other words share is no translation of this one, unless it is a common word.
            if spelling == reading != head and not common:
                continue
            if spelling not in best or best[spelling][0] < worth:
                best[spelling] = worth, Word(spelling, gloss, common)
    return [word for _, word in best.values()]


def japanese_of(table: list[Word], frequency: Counter) -> dict[str, Word]:
    """For each English gloss the Japanese word that text has most often; common words first."""
    best: dict[str, Word] = {}
    for word in table:
        held = best.get(word.english)
        if held is None or (word.common, frequency[word.japanese]) > (held.common, frequency[held.japanese]):
            best[word.english] = word
    for gloss, word in list(best.items()):
        if gloss.startswith("to ") and word.common and not (gloss[3:] in best and best[gloss[3:]].common):
            best[gloss[3:]] = word
    return best


def shortened(name: str) -> str:
    """Long vowels as English writes them: Satou, Oosaka, Yuuki become Sato, Osaka, Yuki; Inoue stays."""
    return re.sub(r"(?i)(o)u(?!e)|(o)o|(u)u", lambda m: m[1] or m[2] or m[3], name)


class Name(NamedTuple):
    japanese: str
    english: str
    kinds: frozenset[str]
    seen: int


def names(path: Path, english: Counter, least: int) -> list[Name]:
    """Names whose spelling English text has at least `least` times, in the reading that it has most often."""
    best: dict[str, tuple[float, Name]] = {}
    for head, reading, rest in entries(path):
        match = _KINDS.match(rest.split("/")[0])
        if not match or len(head) < 2 or head[0] < "ァ":  # names in hiragana look like words
            continue
        kinds, spelled = frozenset(match[1].split(",")), _NOTE.sub("", match[2]).strip()
        if not spelled.isascii() or not spelled[:1].isupper() or not 3 <= len(spelled) or len(spelled.split()) > 3:
            continue
        if reading != head:
            spelled = max((shortened(spelled), spelled), key=lambda form: english[form])
        seen = min(english[part] for part in spelled.split())
        if seen < least:
            continue
        worth = len(kinds - {"u"}) ** 2 * math.log(1 + seen)
        if head not in best or best[head][0] < worth:
            best[head] = worth, Name(head, spelled, kinds, seen)
    return [name for _, name in best.values()]


def frequencies(texts: list[str], longest: int) -> Counter:
    """How often each run of up to `longest` characters occurs."""
    counts: Counter = Counter()
    for text in texts:
        for length in range(1, longest + 1):
            counts.update(text[at : at + length] for at in range(len(text) - length + 1))
    return counts


def one_way(corpus: str, tag: str, source: tuple[str, str], target: tuple[str, str]) -> Pair:
    return Pair(corpus, tag, (target[0], source[0]), target[1], source[1], reverse_only=True)


class Dictionaries:
    """Pairs out of the two dictionaries, with the help of plain text that says what is usual."""

    def __init__(self, folder: Path, english: list[str], japanese: list[str], rng: random.Random):
        self.folder, self.rng = folder, rng
        # Without the first word, which has a capital whatever it is.
        self.english = Counter(word for text in english for word in _LATIN_WORD.findall(text.partition(" ")[2]))
        self.japanese = frequencies(japanese, 6)
        self.table = words(folder / "edict")

    def pairs(self) -> list[Pair]:
        return [*self._words(), *self._names()]

    def _words(self) -> Iterator[Pair]:
        for word in self.table:
            # A request for a single word rarely says that it comes from a dictionary.
            for tag in ("dict", "gen") if word.common else ("dict",):
                yield one_way("edict-common" if word.common else "edict-all", tag, ("ja", word.japanese), ("en", word.english))
        for gloss, word in japanese_of(self.table, self.japanese).items():
            for tag in ("dict", "gen") if word.common else ("dict",):
                yield one_way("edict-common" if word.common else "edict-all", tag, ("en", gloss), ("ja", word.japanese))

    def _names(self) -> Iterator[Pair]:
        known = {word.japanese for word in self.table if not word.english[:1].isupper()}
        table = [name for name in names(self.folder / "enamdict", self.english, 2) if name.japanese not in known]
        usual: dict[str, Name] = {}
        for name in table:
            yield one_way("names", "gen", ("ja", name.japanese), ("en", name.english))
            held = usual.get(name.english)
            if held is None or self.japanese[name.japanese] > self.japanese[held.japanese]:
                usual[name.english] = name
        for name in usual.values():
            yield one_way("names", "gen", ("en", name.english), ("ja", name.japanese))
        by_use = sorted(table, key=lambda name: -self.japanese[name.japanese])
        by_use = [name for name in by_use if not _KANA_ONLY.fullmatch(name.japanese)]
        surnames = [name for name in by_use if "s" in name.kinds][:SURNAMES]
        given = [name for name in by_use if name.kinds & {"g", "f", "m"}][:GIVEN]
        for name in surnames:
            for title, forms in TITLES.items():
                for form in forms:
                    yield one_way("names-titled", "talk", ("ja", name.japanese + title), ("en", form.format(name.english)))
                    if usual[name.english] == name and title != "様":
                        yield one_way("names-titled", "talk", ("en", form.format(name.english)), ("ja", name.japanese + title))
        for _ in range(WHOLE if surnames and given else 0):
            family, own = self.rng.choice(surnames), self.rng.choice(given)
            whole = ("ja", family.japanese + own.japanese), ("en", f"{own.english} {family.english}")
            yield one_way("names-whole", "gen", *whole)
            yield one_way("names-whole", "gen", *whole[::-1])
