"""Decodes records of a cache at random, and counts them by corpus and kind: a look before it is trained on.

    python inspect_cache.py --cache DIR --spm FILE [--count 30] [--kind marks]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from nmt import cache
from nmt.pieces import PIECE
from nmt.vocabulary import DOMAINS, LANGUAGES, Vocabulary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", required=True)
    parser.add_argument("--spm", required=True)
    parser.add_argument("--count", type=int, default=30, help="records of each piece to show")
    parser.add_argument("--kind", choices=sorted(cache.COPIES), help="show only copies of this kind")
    args = parser.parse_args()
    vocabulary, rng = Vocabulary(args.spm), np.random.default_rng()
    names = {number: name for name, number in json.loads((Path(args.cache) / "corpora.json").read_text()).items()}
    counts: Counter[str] = Counter()
    for path in sorted(Path(args.cache).glob(PIECE)):
        rows, tokens = cache.read_piece(path)
        lengths = rows[:, cache.FIRST].astype(np.int64) + rows[:, cache.SECOND]
        ends = np.cumsum(lengths)
        if len(tokens) != ends[-1]:
            raise SystemExit(f"{path.name}: {len(tokens)} tokens, but the rows speak of {ends[-1]}")
        print(f"== {path.name}: {len(rows)} records, {len(tokens)} tokens, {path.stat().st_size / 2**20:.1f} MiB")
        for number, count in zip(*np.unique(rows[:, 0], return_counts=True)):
            counts[f"corpus {names[int(number)]}"] += int(count)
        for kind, bit in cache.COPIES.items():
            counts[f"copies {kind}"] += int(((rows[:, 4] & bit) > 0).sum())
        some = np.arange(len(rows)) if args.kind is None else np.flatnonzero(rows[:, 4] & cache.COPIES[args.kind])
        for at in rng.choice(some, min(args.count, len(some)), replace=False):
            corpus, one, two, tag, flags, first, *_ = (int(value) for value in rows[at])
            ids = tokens[ends[at] - lengths[at] : ends[at]].tolist()
            print(names[corpus], f"{LANGUAGES[one]}-{LANGUAGES[two]}", DOMAINS[tag], flags, "|", vocabulary.decode(ids[:first]), "|", vocabulary.decode(ids[first:]))
    for name, count in sorted(counts.items()):
        print(f"{name}\t{count}")


if __name__ == "__main__":
    main()
