"""Which tokens a target language uses: counts the real text of the token cache and keeps, per language, the most frequent
tokens until no more than one occurrence in `--lost` is left out.

    python3 shortlist.py --cache CACHE --out WEIGHTS/shortlists.json

The exporter makes an output layer of each list. Needs numpy only.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from nmt import cache

# As in nmt/vocabulary.py, which needs the tokenizer's library: languages in the order of the cache, their tags, all ids.
LANGUAGES = {"en": 5, "ja": 4, "zh": 6, "zt": 7}
SIZE = 32016


def target_counts(folder: Path) -> np.ndarray:
    """How often each token stands in text that is, or can be, the target of a direction."""
    counts = np.zeros((len(LANGUAGES), SIZE), np.int64)
    for path in sorted(folder.glob("piece*.npz.xz")):
        rows, tokens = cache.read_piece(path)
        flags = rows[:, 4]
        # The first side is a target backwards; the second forwards, and where it is text without a translation.
        # Changed copies do not count: many have words in them that no real text has.
        flags = np.where(flags & sum(cache.COPIES.values()), 0, flags)
        target = np.stack([flags & cache.BACKWARD, flags & (cache.FORWARD | cache.MONO)], 1).ravel() > 0
        language = np.where(target, rows[:, 1:3].ravel(), 255).astype(np.uint8)
        of_token = np.repeat(language, rows[:, 5:7].ravel().astype(np.int64))
        for number in range(len(LANGUAGES)):
            counts[number] += np.bincount(tokens[of_token == number], minlength=SIZE)
    return counts


def shortlist(counts: np.ndarray, lost: int) -> np.ndarray:
    order = np.argsort(-counts, kind="stable")
    kept = np.cumsum(counts[order])
    return np.sort(order[: int(np.searchsorted(kept, kept[-1] * (1 - 1 / lost))) + 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lost", type=int, default=20_000, help="one occurrence in so many may be left out")
    options = parser.parse_args()
    lists = {}
    for (name, tag), counts in zip(LANGUAGES.items(), target_counts(options.cache), strict=True):
        lists[str(tag)] = shortlist(counts, options.lost).tolist()
        print(f"{name}: {len(lists[str(tag)])} of {SIZE} tokens, {counts.sum()} occurrences")
    options.out.write_text(json.dumps(lists))


if __name__ == "__main__":
    main()
