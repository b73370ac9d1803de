"""Inline term marks: `<t>source span<=>required target</t>`, on sentences where the span's translation is known.

Where the target has blanks between its words, the required target stands behind one (`<=> word</t>`): its pieces are
then those that the sentence will have.

Some of the marks ask for what the sentence says anyway. The others ask for an arbitrary other word, which is then
put into the target sentence: only so does the model learn that the wish of the user wins over its own habit.
A span pair comes from a dictionary hit on both sides, from a literal that both sides share, or, between Japanese and
Chinese, from a run of characters that both sides share.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict

Span = tuple[int, int]
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'’\-]*")
_LITERAL = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]*[A-Za-z0-9]")
_HAN_RUN = re.compile(r"[\u3400-\u9fff]{2,}")
_KATAKANA_RUN = re.compile(r"[\u30a1-\u30fc]{3,}")
LONGEST_TERM_CHARS = 10
STOP = frozenset(
    "the a an of to in on at is are was be and or it he she they you we i not no this that with for from by as if do has"
    " have had its his her my your our their one can will may all any so than then there here what who how when up out".split()
)
ONSETS = "b br c ch d f g gr h j k kl l m n p ph qu r s sh st t th tr v w y z".split() + [""]
VOWELS = "a a e e i i o o u ai ea io ou".split()
ENDINGS = ["", "", "n", "r", "s", "ck", "ll", "m", "ton", "x", "t", "th"]
KATAKANA = "アイウエオカガキギクグケゲコゴサザシジスズセゼソタダチツテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモヤユヨラリルレロワンー"
HIRAGANA = "あいうえおかがきぎくぐけげこごさざしじすずせぜそただちつてでとどなにぬねのはばひびふぶへべほぼまみむめもやゆよらりるれろわをん"
NAME_HAN = "安白北本才成春大德方高光海和恒佳嘉金景康可拉莉林隆美明南奇青瑞森山尚盛水松泰天通西希小新星一宇正中子宗"
MARK_COUNTS, MARK_WEIGHTS = (1, 2, 3, 4, 5), (45, 24, 15, 11, 5)


class TermTable:
    """Translations of words and short phrases, keyed by the CJK side; English glosses are lower case."""

    def __init__(self) -> None:
        self.glosses: dict[str, set[str]] = defaultdict(set)
        self.cjk: list[str] = []
        self.english: list[str] = []

    def add(self, english: str, cjk: str) -> None:
        gloss = re.sub(r"\s*\(.*?\)\s*", " ", english).strip().lower()
        gloss = gloss[3:] if gloss.startswith("to ") else gloss
        if not 2 <= len(cjk) <= LONGEST_TERM_CHARS or not 1 <= len(gloss.split()) <= 4 or gloss in STOP or len(gloss) < 3:
            return
        self.glosses[cjk].add(gloss)
        self.cjk.append(cjk)
        self.english.append(english.strip() if len(english) < 30 else gloss)

    def spans(self, english: str, cjk: str) -> list[tuple[Span, Span]]:
        words = [(m.start(), m.end()) for m in _WORD.finditer(english)]
        lower = english.lower()
        grams: dict[str, Span] = {}
        for i, (start, _) in enumerate(words):
            for n in range(1, 5):
                if i + n <= len(words):
                    end = words[i + n - 1][1]
                    grams.setdefault(lower[start:end], (start, end))
        for gram, (start, end) in list(grams.items()):
            # "cats" also answers to "cat": the mark then asks for the base form and the sentence inflects it.
            if gram.endswith("s") and len(gram) > 4:
                grams.setdefault(gram[:-1], (start, end))
        found, at = [], 0
        while at < len(cjk) - 1:
            for length in range(min(LONGEST_TERM_CHARS, len(cjk) - at), 1, -1):
                known = self.glosses.get(cjk[at : at + length])
                hit = next((grams[g] for g in known if g in grams), None) if known else None
                if hit:
                    found.append((hit, (at, at + length)))
                    at += length - 1
                    break
            at += 1
        return found


def shared_spans(first: str, second: str, pattern: re.Pattern[str] = _LITERAL) -> list[tuple[Span, Span]]:
    """Literals that stand exactly once on both sides."""
    found = []
    for match in pattern.finditer(first):
        text = match.group()
        if len(text) > 1 and first.count(text) == 1 and second.count(text) == 1:
            where = second.index(text)
            found.append((match.span(), (where, where + len(text))))
    return found


def without_overlap(pairs: list[tuple[Span, Span]]) -> list[tuple[Span, Span]]:
    kept: list[tuple[Span, Span]] = []
    for a, b in pairs:
        if all((a[1] <= c[0] or c[1] <= a[0]) and (b[1] <= d[0] or d[1] <= b[0]) for c, d in kept):
            kept.append((a, b))
    return kept


def invented_name(language: str, rng: random.Random) -> str:
    """A name of letters drawn at random: the model has to spell what the mark says, it cannot know the word."""
    if language == "en" or rng.random() < 0.25:
        words = [
            "".join(rng.choice(ONSETS) + rng.choice(VOWELS) for _ in range(rng.randint(1, 3))) + rng.choice(ENDINGS)
            for _ in range(rng.choice((1, 1, 1, 2)))
        ]
        style = rng.random()
        if style < 0.1:
            return "".join(words).upper()[:6]
        if style < 0.2:
            return "".join(word.capitalize() for word in words) + str(rng.choice(("", 2, 7, 365, "X", "-1", ".js")))
        return " ".join(word.capitalize() if style < 0.75 else word for word in words)
    if language == "ja":
        kana = KATAKANA if rng.random() < 0.7 else HIRAGANA
        name = rng.choice(kana[:-2]) + "".join(rng.choice(kana) for _ in range(rng.randint(1, 5)))
        return name + rng.choice(("", "", "", "さん", "社", "市"))
    return "".join(rng.choice(NAME_HAN) for _ in range(rng.randint(2, 4)))


class Marker:
    """`tables` by the CJK language of an English pair; `words` are the arbitrary terms by language."""

    def __init__(self, tables: dict[str, TermTable], rng: random.Random, arbitrary_share: float = 0.6):
        self.tables, self.rng, self.arbitrary_share = tables, rng, arbitrary_share
        self.words = {code: table.cjk for code, table in tables.items()}
        self.words["en"] = [word for table in tables.values() for word in table.english]

    def pairs(self, source: str, target: str, languages: tuple[str, str]) -> list[tuple[Span, Span]]:
        """Span pairs of a sentence pair in reading direction, shuffled, without overlap."""
        if languages[0] == "en":
            found = self.tables[languages[1]].spans(source, target)
        elif languages[1] == "en":
            found = [(b, a) for a, b in self.tables[languages[0]].spans(target, source)]
        else:
            found = shared_spans(source, target, _HAN_RUN)
        # A term that is the whole line teaches little beyond copying.
        found = [pair for pair in found if pair[0][1] - pair[0][0] < len(source) or self.rng.random() < 0.3]
        self.rng.shuffle(found)
        literals = shared_spans(source, target)
        self.rng.shuffle(literals)
        return without_overlap(found + literals[: 4 if not found else 1])

    def wish(self, language: str) -> str:
        """An arbitrary term: a real one of the dictionary, or now and then a name that nobody has seen."""
        kind, words = self.rng.random(), self.words[language]
        # English names are spelled in several pieces, and a wrong one of them is what is missed most.
        invented = 0.45 if language == "en" else 0.3
        if kind < invented or not words:
            return invented_name(language, self.rng)
        if kind < invented + 0.15:
            # Words that never stood together, or grown together: known pieces in an unknown order.
            pair = self.rng.choice(words), self.rng.choice(words)
            between = " " if language == "en" and self.rng.random() < 0.6 else ""
            made = between.join(word.strip() for word in pair)
            return made.title() if language == "en" and self.rng.random() < 0.5 else made
        return self.rng.choice(words)

    def mark(self, source: str, target: str, languages: tuple[str, str]) -> tuple[str, str] | None:
        pairs = self.pairs(source, target, languages)
        if not pairs:
            return None
        pairs = pairs[: self.rng.choices(MARK_COUNTS, MARK_WEIGHTS)[0]]
        arbitrary = self.rng.random() < self.arbitrary_share
        edits_source, edits_target = [], []
        for (a, b), (c, d) in pairs:
            seen, wanted = source[a:b], target[c:d]
            if arbitrary or (seen == wanted and self.rng.random() < 0.6):
                wanted = self.wish(languages[1])
                edits_target.append((c, d, wanted))
                if self.rng.random() < 0.2:
                    seen = self.wish(languages[0])
            elif languages[1] == "en" and wanted.endswith("s"):
                known = self.tables[languages[0]].glosses.get(seen, ())
                wanted = wanted if wanted.lower() in known or wanted[:-1].lower() not in known else wanted[:-1]
            blank = " " if languages[1] == "en" else ""
            edits_source.append((a, b, f"<t>{seen}<=>{blank}{wanted}</t>"))
        return apply(source, edits_source), apply(target, edits_target)


def apply(text: str, edits: list[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
