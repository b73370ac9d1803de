"""Which tokens of a target language the tokens of a source are translated with: IBM model 1 over the token cache.

    python3 lexicon.py --cache CACHE --out WEIGHTS/lexicon.bin

A sentence then chooses among the most frequent tokens of its target language, the `--core`, and those that its own
tokens are translated with, where there is enough text to know. The exporter puts the file into the model
folder and makes the graphs that go with it. Needs numpy only; about 6 GB of memory and two minutes a language on one core for 3 million pairs.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nmt import cache
from shortlist import LANGUAGES, SIZE

FORMAT = 1
ROUNDS = 5
# Tokens this frequent are in every core: nobody has to explain them.
FREQUENT = 1500
# How likely a token is to stand there without a reason in the source.
NO_REASON = 1e-4
# Target tokens that are looked at together, for the sake of memory.
CHUNK = 4_000_000


class Tokens(NamedTuple):
    """Tokens and the sentence that each stands in, every token once a sentence, sentences in ascending order."""

    sentence: np.ndarray
    token: np.ndarray


class Lexicon(NamedTuple):
    """How often each source token is the reason for each target token."""

    source: np.ndarray
    target: np.ndarray
    count: np.ndarray
    # Per token: sentences that it is in the source of, and how often it stands in a target.
    sources: np.ndarray
    targets: np.ndarray


def spread(begins: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The places of all stretches, one stretch behind the other."""
    ends = np.cumsum(lengths)
    return np.arange(int(lengths.sum())) + np.repeat(begins - (ends - lengths), lengths)


def pairs(folder: Path, language: int) -> Iterator[tuple[np.ndarray, ...]]:
    """Per piece and direction: its tokens, the source's language and where it begins, its length, and the same of the target."""
    for path in sorted(folder.glob("piece*.npz.xz")):
        rows, tokens = cache.read_piece(path)
        first, second = rows[:, cache.FIRST].astype(np.int64), rows[:, cache.SECOND].astype(np.int64)
        at = np.cumsum(first + second) - first - second
        # Changed copies would count their pair twice.
        real = ((rows[:, 4] & sum(cache.COPIES.values())) == 0) & (first > 0)
        forward = real & ((rows[:, 4] & cache.FORWARD) > 0) & (rows[:, 2] == language)
        yield tokens, rows[forward, 1], at[forward], first[forward], (at + first)[forward], second[forward]
        backward = real & ((rows[:, 4] & cache.BACKWARD) > 0) & (rows[:, 1] == language)
        yield tokens, rows[backward, 2], (at + first)[backward], second[backward], at[backward], first[backward]


class Text(NamedTuple):
    """All pairs into one language, from the languages that have enough of them."""

    languages: list[int]
    source: Tokens
    target: Tokens
    # How often each token stands in a target.
    counts: np.ndarray


def read(folder: Path, language: int, least: int) -> Text:
    sides: tuple[list[np.ndarray], list[np.ndarray]] = ([], [])
    counts, others = np.zeros((len(LANGUAGES), SIZE), np.int64), [np.zeros(0, np.uint8)]
    for tokens, other, *places in pairs(folder, language):
        before = sum(map(len, others))
        for side, begins, lengths in zip(sides, places[::2], places[1::2], strict=True):
            some = tokens[spread(begins, lengths)].astype(np.int64)
            sentence = np.repeat(np.arange(len(lengths)) + before, lengths)
            side.append(np.unique(sentence * SIZE + some))
            if side is sides[1]:
                key = np.repeat(other, lengths).astype(np.int64) * SIZE + some
                counts += np.bincount(key, minlength=counts.size).reshape(counts.shape)
        others.append(other)
    of_sentence = np.concatenate(others)
    enough = np.bincount(of_sentence, minlength=len(LANGUAGES)) >= least
    source, target = (
        Tokens(*(column[enough[of_sentence[keys // SIZE]]] for column in (keys // SIZE, keys % SIZE)))
        for keys in map(np.concatenate, sides)
    )
    return Text(np.flatnonzero(enough).tolist(), source, target, counts[enough].sum(0))


def learn(text: Text) -> Lexicon:
    """Expectation maximization over all pairs of a rare target token and a token of its source."""
    source, target = text.source, text.target
    frequent = np.zeros(SIZE, bool)
    frequent[np.argsort(-text.counts, kind="stable")[:FREQUENT]] = True
    target = Tokens(*(column[~frequent[target.token]] for column in target))
    first = np.searchsorted(source.sentence, np.arange(target.sentence[-1] + 2))
    lengths = first[target.sentence + 1] - first[target.sentence]
    begins = np.cumsum(lengths) - lengths
    chunks = [slice(begin, begin + CHUNK) for begin in range(0, len(lengths), CHUNK)]

    # A link is a target token beside a token of its source; links of the same two tokens are one pair.
    key = np.empty(int(lengths.sum()), np.uint32)
    for chunk in chunks:
        where = spread(first[target.sentence[chunk]], lengths[chunk])
        begin = begins[chunk][0]
        key[begin : begin + len(where)] = source.token[where] * SIZE + np.repeat(target.token[chunk], lengths[chunk])
    order = (key.astype(np.uint64) << np.uint64(32)) | np.arange(len(key), dtype=np.uint64)
    order.sort()
    sorted_key = (order >> np.uint64(32)).astype(np.uint32)
    starts = np.flatnonzero(np.concatenate([[True], sorted_key[1:] != sorted_key[:-1]]))
    pair, sizes = sorted_key[starts], np.diff(np.append(starts, len(key)))
    del key, sorted_key
    pair_of = np.empty(len(order), np.uint32)
    pair_of[(order & np.uint64(0xFFFFFFFF)).astype(np.uint32)] = np.repeat(np.arange(len(pair), dtype=np.uint32), sizes)
    del order

    sources = np.bincount(source.token, minlength=SIZE)
    chances = sources[pair // SIZE] + 1.0
    probability = (sizes / chances).astype(np.float32)
    for _ in range(ROUNDS):
        count = np.zeros(len(pair))
        for chunk in chunks:
            begin = begins[chunk][0]
            links = pair_of[begin : begin + int(lengths[chunk].sum())]
            reasons = probability[links]
            total = np.add.reduceat(reasons, begins[chunk] - begin) + NO_REASON
            count += np.bincount(links, weights=reasons / np.repeat(total, lengths[chunk]), minlength=len(pair))
        probability = (count / chances).astype(np.float32)
    return Lexicon(pair // SIZE, pair % SIZE, count, sources, text.counts)


class Limits(NamedTuple):
    core: int
    # Of a source token's translations: least share of its sentences, least number of times, and how many at most.
    share: float
    times: float
    most: int


def numbers(lexicon: Lexicon, limits: Limits) -> np.ndarray:
    """The core and a list per source token, each as its length, its first token and the distances to the next ones."""
    core = np.argsort(-lexicon.targets, kind="stable")[: limits.core]
    common = np.zeros(SIZE, bool)
    common[core] = True
    share = lexicon.count / (lexicon.sources[lexicon.source] + 1.0)
    kept = (share >= limits.share) & (lexicon.count >= limits.times) & ~common[lexicon.target]
    source, target = lexicon.source[kept].astype(np.int64), lexicon.target[kept].astype(np.int64)
    order = np.lexsort((-lexicon.count[kept], source))
    source, target = source[order], target[order]
    kept = np.arange(len(source)) - np.searchsorted(source, source) < limits.most
    source, target = source[kept], target[kept]
    order = np.lexsort((target, source))
    source, target = source[order], target[order]
    begins = np.searchsorted(source, np.arange(SIZE + 1))
    distances, lengths = np.diff(target, prepend=0), np.diff(begins)
    first = begins[:-1][lengths > 0]
    distances[first] = target[first]
    lists = np.insert(distances, begins[:-1], lengths)
    return np.concatenate([[limits.core], np.diff(np.sort(core), prepend=0), lists])


def packed(some: np.ndarray) -> bytes:
    """LEB128: seven bits a byte, the lowest first, the eighth says that more follow. All numbers are below 2**21."""
    parts = np.stack([some & 127, some >> 7 & 127, some >> 14], 1)
    parts[:, 0] |= (some >= 1 << 7) << 7
    parts[:, 1] |= (some >= 1 << 14) << 7
    return parts[np.stack([some >= 0, some >= 1 << 7, some >= 1 << 14], 1)].astype(np.uint8).tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=350_000, help="a direction with fewer pairs has no lexicon")
    parser.add_argument("--core", type=int, default=6000, help="tokens of a language that every sentence has")
    parser.add_argument("--share", type=float, default=1e-4, help="a translation is found in this share of sentences")
    parser.add_argument("--times", type=float, default=0.8, help="and so often")
    parser.add_argument("--most", type=int, default=400, help="translations of one token")
    options = parser.parse_args()
    limits = Limits(options.core, options.share, options.times, options.most)
    tags = list(LANGUAGES.values())
    parts = []
    for number, (name, tag) in enumerate(LANGUAGES.items()):
        text = read(options.cache, number, options.pairs)
        sources = sorted(tags[other] for other in text.languages)
        if sources:
            head = [tag, len(sources), *np.diff(sources, prepend=0)]
            parts.append(packed(np.concatenate([head, numbers(learn(text), limits)])))
        print(f"{name}: from {len(sources)} languages, {len(parts[-1]) if sources else 0} bytes", flush=True)
    options.out.write_bytes(packed(np.array([FORMAT, SIZE, len(parts)])) + b"".join(parts))


if __name__ == "__main__":
    main()
