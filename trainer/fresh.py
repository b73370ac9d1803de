"""Takes sentences that the corpus does not have yet out of extracted Wikipedia articles, English or Chinese.

    python fresh.py --language en --articles FOLDER --known CORPUS/general.en.tsv --held-out DEVSETS --out CORPUS/fresh.en.tsv

FOLDER holds files of paragraphs, a line each, as WikiExtractor writes them. Sentences that share eight words (English) or 18
characters (Chinese, in either script) in a row with a line of the development sets are left out.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from pathlib import Path
from typing import Iterator

from nmt import chinese_sentences, sentences
from nmt.leakage import fingerprint

SEED = 12
_WORD = re.compile(r"\w+")


class English:
    words, most = 8, {"enwiki2015-more": 1_000_000}
    cut, whole = staticmethod(sentences.sentences), staticmethod(sentences.whole)

    def source(self, sentence: str) -> str | None:
        return "enwiki2015-more"

    def runs(self, text: str) -> set[str]:
        words = _WORD.findall(text.lower())
        return {" ".join(words[at : at + self.words]) for at in range(len(words) - self.words + 1)}


class Chinese:
    characters, most = 18, {"zhwiki2020-more": 900_000, "zhwiki2020-more-hant": 180_000}
    cut, whole = staticmethod(chinese_sentences.sentences), staticmethod(chinese_sentences.whole)

    def __init__(self) -> None:
        self.scripts = chinese_sentences.Scripts()

    def source(self, sentence: str) -> str | None:
        return {"zh": "zhwiki2020-more", "zt": "zhwiki2020-more-hant"}.get(self.scripts.of(sentence) or "")

    def runs(self, text: str) -> set[str]:
        text = fingerprint(text).translate(self.scripts.simpler)
        return {text[at : at + self.characters] for at in range(len(text) - self.characters + 1)}


def found(folder: Path, every: int, language: English | Chinese) -> Iterator[str]:
    """The whole sentences of every n-th file."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file())[::every]:
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if not line.startswith("<"):
                yield from filter(language.whole, language.cut(line.strip()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--articles", "--known", "--held-out", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    parser.add_argument("--every", type=int, default=1, help="read each n-th file only")
    args = parser.parse_args()
    language, rng = English() if args.language == "en" else Chinese(), random.Random(SEED)
    with open(args.known, encoding="utf-8") as known:
        seen = {hash(fingerprint(line.rstrip("\n").split("\t")[1])) for line in known}
    held_out: set[str] = set()
    for path in Path(args.held_out).glob(f"*.{args.language}"):
        for line in path.read_text(encoding="utf-8").splitlines():
            held_out |= language.runs(line)
    kept: dict[str, list[str]] = defaultdict(list)
    for sentence in found(Path(args.articles), args.every, language):
        key, source = hash(fingerprint(sentence)), language.source(sentence)
        if source and key not in seen:
            seen.add(key)
            kept[source].append(sentence)
    with open(args.out, "w", encoding="utf-8") as out:
        for source, all_of_it in kept.items():
            chosen = sorted(rng.sample(range(len(all_of_it)), min(len(all_of_it), language.most[source])))
            clean = [all_of_it[at] for at in chosen if not language.runs(all_of_it[at]) & held_out]
            out.writelines(f"{source}\t{sentence}\n" for sentence in clean)
            print(source, len(all_of_it), "sentences,", len(chosen) - len(clean), "left out for the development sets,", len(clean), "written", flush=True)


if __name__ == "__main__":
    main()
