"""Takes English sentences that the corpus does not have yet out of extracted Wikipedia articles.

    python fresh.py --articles FOLDER --known CORPUS/general.en.tsv --held-out DEVSETS --out CORPUS/fresh.en.tsv

FOLDER holds files of paragraphs, a line each, as WikiExtractor writes them. Sentences that share eight words in a row with an
English line of the development sets are left out.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path

from nmt.leakage import fingerprint
from nmt.sentences import sentences, whole

SOURCE, MOST, SEED = "enwiki2015-more", 1_000_000, 9
RUN = 8
_WORD = re.compile(r"\w+")


def runs(text: str) -> set[str]:
    words = _WORD.findall(text.lower())
    return {" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--articles", "--known", "--held-out", "--out"):
        parser.add_argument(name, required=True)
    args = parser.parse_args()
    with open(args.known, encoding="utf-8") as known:
        seen = {hash(fingerprint(line.rstrip("\n").split("\t")[1])) for line in known}
    held_out: set[str] = set()
    for path in Path(args.held_out).glob("*.en"):
        for line in path.read_text(encoding="utf-8").splitlines():
            held_out |= runs(line)
    kept, leaked = [], 0
    for path in sorted(path for path in Path(args.articles).rglob("*") if path.is_file()):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("<"):
                continue
            for sentence in filter(whole, sentences(line.strip())):
                key = hash(fingerprint(sentence))
                if key in seen:
                    continue
                seen.add(key)
                if runs(sentence) & held_out:
                    leaked += 1
                    continue
                kept.append(sentence)
    chosen = sorted(random.Random(SEED).sample(range(len(kept)), min(len(kept), MOST)))
    Path(args.out).write_text("".join(f"{SOURCE}\t{kept[at]}\n" for at in chosen), encoding="utf-8")
    print(len(kept), "sentences,", leaked, "left out for the development sets,", len(chosen), "written")


if __name__ == "__main__":
    main()
