"""Counts the tokenizer's pieces in a cache, and takes those out of use that are still rare there.

    python restrict.py --cache DIR --spm CACHE/spm.model --out spm.model --counts ../bench/data/piece-counts.tsv [--failed FILE]

`--failed`: also those that the finished model cannot copy (`npm run eval -- pieces --failed FILE`). `prepare.py` looks at a part of the text only; this is the exact count, for the tokenizer that ships and for `npm run eval`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from nmt import cache, restriction
from nmt.pieces import PIECE
from nmt.vocabulary import SIZE

LEAST, LEAST_SINGLE = 20, 5
LISTED = 200  # pieces seen less often than this are worth a line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--cache", "--spm", "--out", "--counts"):
        parser.add_argument(name, required=True)
    parser.add_argument("--failed")
    args = parser.parse_args()
    counts = np.zeros(SIZE, np.int64)
    for path in sorted(Path(args.cache).glob(PIECE)):
        counts += np.bincount(cache.read_piece(path)[1], minlength=SIZE)
    model = Path(args.spm).read_bytes()
    unused = restriction.rare(model, counts, LEAST, LEAST_SINGLE)
    if args.failed:
        unused += restriction.named(model, set(Path(args.failed).read_text(encoding="utf-8").split("\n")))
    Path(args.out).write_bytes(restriction.restricted(model, unused))
    names = restriction.pieces(model)
    listed = [(text, counts[i]) for i, (text, kind) in enumerate(names) if kind in (restriction.NORMAL, restriction.UNUSED) and counts[i] < LISTED]
    Path(args.counts).write_text("piece\tseen\n" + "".join(f"{text}\t{seen}\n" for text, seen in listed), encoding="utf-8")
    already = sum(kind == restriction.UNUSED for _, kind in names)
    print(f"{len(unused)} more pieces out of use, {already} before:", *(names[i][0] for i in unused))


if __name__ == "__main__":
    main()
