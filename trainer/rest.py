"""Pairs of some corpora that a cache left out for its caps, as one more piece of it; without changed copies.

    python rest.py --recipe recipes/ninth.toml --corpus DIR --held-out DIR DIR --cache DIR --piece 4 --corpora kyotowiki msdocs-ht mdn
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Iterator

import numpy as np

from nmt import cache
from nmt import recipe as recipes
from nmt.corpus import FILES, Reader
from nmt.leakage import HeldOut
from nmt.workers import stretches
from prepare import STRETCH, Clock, Tokenizer


class Some(Reader):
    """Reads the lines of some corpora only, all of them."""

    def __init__(self, folder: Path, recipe: dict, held_out: HeldOut, processes: int, corpora: set[str]):
        super().__init__(folder, {**recipe, "data": recipe["data"] | {"cap": {}}}, held_out, processes)
        self.corpora = corpora

    def lines(self, stem: str) -> list[str]:
        return [line for line in super().lines(stem) if line.partition("\t")[0] in self.corpora]


def records(rows: np.ndarray, tokens: np.ndarray) -> Iterator[tuple[int, bytes]]:
    """The number and the content of each record: its languages and its tokens."""
    ends = np.cumsum(rows[:, cache.FIRST].astype(np.int64) + rows[:, cache.SECOND])
    begins = np.concatenate([[0], ends[:-1]])
    for number, (begin, end) in enumerate(zip(begins.tolist(), ends.tolist())):
        yield number, rows[number, 1:3].tobytes() + tokens[begin:end].tobytes()


def known(folder: Path, numbers: set[int]) -> set[int]:
    """Hashes of the unchanged records that the cache has of these corpora."""
    found = set()
    for path in sorted(folder.glob("piece*.npz.xz")):
        rows, tokens = cache.read_piece(path)
        wanted = np.isin(rows[:, 0], list(numbers)) & (rows[:, 4] <= (cache.FORWARD | cache.BACKWARD))
        found |= {hash(content) for number, content in records(rows, tokens) if wanted[number]}
    return found


def unknown(rows: np.ndarray, tokens: np.ndarray, there: set[int]) -> tuple[np.ndarray, np.ndarray]:
    """What is left of some records without those that are there already."""
    keep = np.array([hash(content) not in there for _, content in records(rows, tokens)], bool)
    return rows[keep], tokens[np.repeat(keep, rows[:, cache.FIRST].astype(np.int64) + rows[:, cache.SECOND])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--corpus", "--cache"):
        parser.add_argument(name, required=True)
    parser.add_argument("--held-out", nargs="+", required=True)
    parser.add_argument("--corpora", nargs="+", required=True)
    parser.add_argument("--piece", type=int, required=True, help="its number: how many the cache has")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    recipe, clock, folder = recipes.read(Path(args.recipe)), Clock(), Path(args.cache)
    corpora = json.loads((folder / "corpora.json").read_text())
    reader = Some(Path(args.corpus), recipe, HeldOut([Path(p) for p in args.held_out]), args.processes, set(args.corpora))
    pairs = [pair for key in FILES for pair in reader.pairs(key)]
    clock.say("read", len(pairs), dict(reader.counts))
    recipe["data"]["context"] = {}
    recipe["data"]["variants"] = dict.fromkeys(recipe["data"]["variants"], 0.0)
    there = known(folder, {corpora[name] for name in args.corpora})
    clock.say("already there", len(there))
    tokenizer, piece, counts = Tokenizer(pairs, corpora, recipe, str(folder / "spm.model")), cache.Piece(), Counter()
    for rows, tokens, some in stretches(tokenizer, len(pairs), STRETCH, args.processes):
        piece.add(*unknown(rows, tokens, there))
        counts += some
    clock.say("tokenized", dict(counts))
    size = piece.write(folder / f"piece{args.piece}.npz.xz")
    clock.say("records", piece.records, "tokens", piece.size, "bytes", size)


if __name__ == "__main__":
    main()
