"""Writes a probe set for terms and placeholders from development sentences: direction TAB source with marks.

    python probes.py --recipe recipes/base.toml --corpus DIR --dev DIR --out FILE [--count 60]

Most marks ask for an arbitrary word, as in training; `evaluate.py --samples FILE` counts what was kept.
"""

from __future__ import annotations

import argparse
import lzma
import random
from pathlib import Path
from typing import Iterator

from nmt import recipe as recipes
from nmt.corpus import Pair
from nmt.devset import tasks
from nmt.placeholders import PlaceholderMaker
from nmt.terms import Marker
from nmt.variants import term_tables

DICTIONARIES = {"free.en-ja.tsv.xz": ("edict", "ja"), "free.en-zh.tsv.xz": ("cedict", "zh")}


def lines_of(path: Path, corpus: str) -> Iterator[list[str]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.startswith(f"{corpus}\t"):
                yield line.rstrip("\n").split("\t")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--corpus", "--dev", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--count", type=int, default=60, help="of each kind and direction")
    args = parser.parse_args()
    rng = random.Random(recipes.read(Path(args.recipe))["seed"])
    entries = [
        Pair(name, "dict", ("en", language), columns[2], columns[3])
        for file, (name, language) in DICTIONARIES.items()
        for columns in lines_of(Path(args.corpus) / file, name)
    ]
    marker = Marker(term_tables(entries), rng)
    placeholders = PlaceholderMaker(marker, rng)
    lines = []
    for task in tasks(Path(args.dev)):
        pairs = list(zip(task.sources, task.references))
        rng.shuffle(pairs)
        direction = "-".join(task.direction)
        marked = [found for a, b in pairs if (found := marker.mark(a, b, task.direction))]
        replaced = [found for a, b in pairs if (found := placeholders.replace(a, b, task.direction))]
        lines += [f"{direction}\t{source}" for source, _ in marked[: args.count] + replaced[: args.count]]
    Path(args.out).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(lines), "probes")


if __name__ == "__main__":
    main()
