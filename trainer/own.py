"""The text written for this project as one more piece of a cache: it grows while the rest of the text stays.

    python own.py --recipe recipes/thirteenth.toml --written written --corpus DIR --held-out DIR DIR --cache DIR --piece 3
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from nmt import cache, written
from nmt import recipe as recipes
from nmt.leakage import HeldOut, fingerprint
from nmt.workers import stretches
from prepare import STRETCH, Clock, Tokenizer
from rest import Some


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--written", "--corpus", "--cache"):
        parser.add_argument(name, required=True)
    parser.add_argument("--held-out", nargs="+", required=True)
    parser.add_argument("--piece", type=int, required=True, help="its number: how many the cache has")
    parser.add_argument("--name", default="written", help="what recipes call it: a part of the text that is to be weighed by itself has its own")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    recipe, clock, folder = recipes.read(Path(args.recipe)), Clock(), Path(args.cache)
    corpora = json.loads((folder / "corpora.json").read_text())
    number = corpora.setdefault(args.name, 1 + max(corpora.values()))
    held_out = HeldOut([Path(p) for p in args.held_out])
    pairs = [pair for pair in written.pairs(Path(args.written)) if not held_out.holds(fingerprint(pair.first), fingerprint(pair.second))]
    clock.say("pairs", len(pairs))
    dictionaries = Some(Path(args.corpus), recipe, held_out, args.processes, {"edict", "cedict"})
    entries = [pair for key in (("en", "ja"), ("en", "zh")) for pair in dictionaries.pairs(key)]
    clock.say("terms to mark", len(entries))
    tokenizer, piece, counts = Tokenizer(pairs, {"written": number}, recipe, str(folder / "spm.model"), entries), cache.Piece(), Counter()
    for rows, tokens, some in stretches(tokenizer, len(pairs), STRETCH, args.processes):
        piece.add(rows, tokens)
        counts += some
    clock.say("tokenized", dict(counts))
    size = piece.write(folder / f"piece{args.piece}.npz.xz")
    (folder / "corpora.json").write_text(json.dumps(corpora, indent=1))
    clock.say("records", piece.records, "tokens", piece.size, "bytes", size)


if __name__ == "__main__":
    main()
