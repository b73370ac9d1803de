"""Makes the token cache of a recipe: clean, de-duplicate, borrow, join, vary, tokenize, compress.

    python prepare.py --recipe recipes/base.toml --corpus DIR --held-out DIR DIR --spm FILE --out DIR [--pieces 4]

Pieces of the tokenizer that this text hardly has are taken out of use first: OUT/spm.model is the tokenizer to train with.

The cache knows the corpus of every record and the kind of every changed copy: how often each is visited is decided when
training, by the recipe's [sampling], and needs no new cache.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Iterator

import numpy as np

from nmt import cache, phrases, restriction
from nmt import recipe as recipes
from nmt.chinese import convert
from nmt.corpus import FILES, MONO, Pair, Reader, borrowed, in_part, joined
from nmt.dictionaries import Dictionaries
from nmt.leakage import HeldOut, fingerprint
from nmt.register import UNKNOWN, register
from nmt.variants import Variants, term_tables
from nmt.vocabulary import DOMAINS, EXTRA, LANGUAGES, SIZE, Vocabulary
from nmt.workers import stretches

STRETCH = 40_000
OTHERS = 500  # pairs kept to put in front of what they do not belong to
COUNTED_SHARE = 6  # one pair in so many is looked at to see which pieces of the tokenizer are rare
USUAL_SENTENCES = 40_000  # that say which words and names are usual
TO_SIMPLIFIED = {"ud-pud", "twlaw", "plurality", "privacyguides", "wikiedu"}
TO_TRADITIONAL = {"mlqe-pe", "xquad", "tico19", "hpo-medical", "cedict", "suttacentral", "k8s"}
SCRIPT_PAIRS = 60_000


class Clock:
    def __init__(self) -> None:
        self.started = self.last = time.time()

    def say(self, *words: object) -> None:
        now = time.time()
        print(f"[{now - self.started:6.1f}s, +{now - self.last:.1f}s]", *words, flush=True)
        self.last = now


def gather(args: argparse.Namespace, recipe: dict, clock: Clock) -> list[Pair]:
    held_out = HeldOut([Path(p) for p in args.held_out])
    clock.say("held-out lines", len(held_out.lines))
    reader = Reader(Path(args.corpus), recipe, held_out, args.processes, args.every, args.first, frozenset(args.whole))
    found = {}
    for key in FILES:
        found[key] = reader.pairs(key)
        clock.say("read", "-".join(key))
    mono = {language: reader.mono(language) for language in MONO}
    clock.say("read monolingual text")
    for name, count in sorted(reader.counts.items()):
        print(f"{name}\t{count}")
    ja, zh, zt = (found["en", code] for code in ("ja", "zh", "zt"))
    rng = random.Random(recipe["seed"] + 1)
    zh += borrowed(zt, TO_SIMPLIFIED, "t2s", "zh")
    zt += borrowed(zh, TO_TRADITIONAL, "s2twp", "zt")
    chosen = rng.sample(mono["zh"], min(len(mono["zh"]), SCRIPT_PAIRS))
    texts = convert([pair.first for pair in chosen], "s2twp")
    scripts = [pair._replace(corpus="opencc", languages=("zh", "zt"), second=text) for pair, text in zip(chosen, texts)]
    most = recipe["data"]["joined_pairs"] // args.every
    through = [joined(ja, zh, most, rng), joined(ja, zt, most // 4, rng)]
    pairs = []
    for place, pair in enumerate(ja):
        # Right behind the pair whose Japanese they share: there the compressor finds it.
        pairs += [pair, *(made[place] for made in through if place in made)]
    spoken = phrases.pairs(Path(args.phrases)) if args.phrases else []
    spoken = [pair for pair in spoken if not held_out.holds(fingerprint(pair.first), fingerprint(pair.second))]
    clock.say("joined", *map(len, through), "scripts", len(scripts), "phrases", len(spoken))
    words = looked_up(args, mono, rng)
    clock.say("words and names", Counter(pair.corpus for pair in words))
    alone = [pair for some in mono.values() for pair in some]
    return pairs + zh + zt + found["ja", "zh"] + scripts + spoken + words + alone


def looked_up(args: argparse.Namespace, mono: dict[str, list[Pair]], rng: random.Random) -> list[Pair]:
    if not args.dictionaries:
        return []
    english, japanese = ([pair.first for pair in rng.sample(mono[code], min(len(mono[code]), most))]
                         for code, most in (("en", 5 * USUAL_SENTENCES), ("ja", USUAL_SENTENCES)))
    pairs = Dictionaries(Path(args.dictionaries), english, japanese, rng).pairs()
    return in_part(pairs, lambda pair: pair.corpus, args.every, args.first, frozenset(args.whole))


class Counting:
    """How often each piece of the tokenizer occurs in a stretch of pairs, of which it looks at every n-th."""

    def __init__(self, pairs: list[Pair], spm: str):
        self.pairs, self.spm = pairs, spm

    def __call__(self, begin: int, end: int) -> np.ndarray:
        vocabulary, counts = Vocabulary(self.spm), np.zeros(SIZE, np.int64)
        some = self.pairs[begin:end:COUNTED_SHARE]
        texts = [pair.second for pair in some] + [pair.first for pair in some if pair.languages[0] != pair.languages[1]]
        for ids in vocabulary.encode_marked(texts):
            counts += np.bincount(ids, minlength=SIZE)
        return counts


def restrict(pairs: list[Pair], args: argparse.Namespace, recipe: dict, clock: Clock) -> str:
    """Writes OUT/spm.model, the tokenizer without the pieces that are rare in these pairs, and returns its path."""
    model, path, data = Path(args.spm).read_bytes(), Path(args.out) / "spm.model", recipe["data"]
    counts = COUNTED_SHARE * sum(stretches(Counting(pairs, args.spm), len(pairs), STRETCH, args.processes))
    unused = restriction.rare(model, counts, data["least_piece"], data["least_character"])
    path.write_bytes(restriction.restricted(model, unused))
    names = restriction.pieces(model)
    clock.say("pieces out of use", len(unused), *(f"{names[n][0]}:{counts[n]}" for n in unused))
    return str(path)


class Contexts:
    """Copies of a pair that have the pair before it in front of their source: something to be read, not to be translated.

    Half of them have its translation too, as a file has when it is translated from the top. A share of them has a pair in
    front that it does not belong to: a model that has only seen the right one takes what it says for said.
    """

    def __init__(self, shares: dict[str, float], unrelated: float, rng: random.Random):
        self.shares, self.unrelated, self.rng = shares, unrelated, rng
        self.others: dict[tuple[str, str], list[Pair]] = {}  # of each pair of languages, pairs of other places

    def of(self, before: Pair | None, pair: Pair) -> Iterator[tuple[tuple[str, str], list[tuple[str, int]], str, str]]:
        share = self.shares.get(pair.corpus, 0.0)
        if not share:
            return
        others = self.others.setdefault(pair.languages, [])
        follows = before is not None and before.document == pair.document and (pair.corpus != "written" or bool(pair.document))
        for turned in (False, True):
            strange = self.rng.random() < (self.unrelated if follows else self.unrelated / 2)
            if self.rng.random() >= share or not (strange and others or follows and not strange):
                continue
            front = self.rng.choice(others) if strange else before
            yield _with_front(front, pair, turned, self.rng.random() < 0.5)
        if len(others) < OTHERS:
            others.append(pair)
        elif self.rng.random() < 0.1:
            others[self.rng.randrange(OTHERS)] = pair


def _with_front(front: Pair, pair: Pair, turned: bool, translated: bool) -> tuple[tuple[str, str], list[tuple[str, int]], str, str]:
    read, said, source, target = front.first, front.second, pair.first, pair.second
    if turned:
        read, said, source, target = said, read, target, source
    texts = [(read, EXTRA["<before>"])]
    if translated:
        texts.append((said, EXTRA["<before-translated>"]))
    return pair.languages[::-1] if turned else pair.languages, texts, source, target


class Tokenizer:
    """Ids of a stretch of pairs and of their changed copies, each copy right behind its pair: that compresses best."""

    def __init__(self, pairs: list[Pair], corpora: dict[str, int], recipe: dict, spm: str, entries: list[Pair] | None = None):
        """Terms to mark are taken from `entries`, where the pairs themselves hold too few."""
        self.pairs, self.corpora, self.data, self.spm = pairs, corpora, recipe["data"], spm
        self.tables = term_tables(entries or pairs)

    def __call__(self, begin: int, end: int) -> tuple[np.ndarray, np.ndarray, Counter]:
        vocabulary, counts = Vocabulary(self.spm), Counter()
        variants = Variants(self.tables, self.data["variants"], begin)
        contexts = Contexts(self.data["context"], self.data["unrelated_context"], random.Random(begin))
        # Pair, languages, flags, texts in front of the source with the id that ends each, source, target.
        todo: list[tuple[Pair, tuple[str, str], int, list[tuple[str, int]], str, str]] = []
        before: dict[tuple, Pair] = {}  # the last pair of each corpus and language pair
        for pair in self.pairs[begin:end]:
            if pair.languages[0] == pair.languages[1]:
                todo.append((pair, pair.languages, cache.MONO, [], "", pair.second))
                continue
            flags = cache.BACKWARD if pair.reverse_only else cache.FORWARD | cache.BACKWARD
            todo.append((pair, pair.languages, flags, [], pair.first, pair.second))
            kin = pair.corpus, pair.languages
            for kind, languages, source, target in variants.of(pair, before.get(kin)):
                counts[f"copies {kind}"] += 1
                todo.append((pair, languages, cache.FORWARD | cache.COPIES[kind], [], source, target))
            for languages, front, source, target in contexts.of(before.get(kin), pair):
                counts["copies context"] += 1
                todo.append((pair, languages, cache.FORWARD | cache.COPIES["context"], front, source, target))
            before[kin] = pair
        firsts = vocabulary.encode_marked([item[4] for item in todo])
        seconds = vocabulary.encode_marked([item[5] for item in todo])
        rows, tokens = [], []
        for (pair, languages, flags, front, source, target), a, b in zip(todo, firsts, seconds):
            a = [*(i for text, end in front for i in [*vocabulary.encode_marked([text])[0], end]), *a]
            long, short = max(len(a), len(b)), min(len(a), len(b))
            over = long > self.data["most_tokens"] or not b
            if over or (flags != cache.MONO and not front and long > 12 and long > self.data["token_ratio"] * short):
                counts["token length"] += 1
                continue
            first, second = (LANGUAGES.index(code) for code in languages)
            spoken = register(target if languages[1] == "ja" else source) if "ja" in languages else UNKNOWN
            rows.append((self.corpora[pair.corpus], first, second, DOMAINS.index(pair.tag), flags, len(a), len(b), spoken))
            tokens += a
            tokens += b
            counts[f"tokens {languages[0]}-{languages[1]}"] += len(a) + len(b)
        return np.array(rows, np.uint8).reshape(-1, cache.COLUMNS), np.array(tokens, np.uint16), counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--corpus", "--spm", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--held-out", nargs="+", required=True)
    parser.add_argument("--phrases", help="table of set phrases, a language a column")
    parser.add_argument("--dictionaries", help="folder of `edict` and `enamdict`, as their system packages install them")
    parser.add_argument("--pieces", type=int, default=4)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="read each n-th line only, for a rehearsal or a part of the text")
    parser.add_argument("--first", type=int, default=0, help="number of the first line, so that another part is read")
    parser.add_argument("--whole", nargs="*", default=[], help="corpora of which every line is read all the same: words, of which each is its own")
    args = parser.parse_args()
    recipe, clock, out = recipes.read(Path(args.recipe)), Clock(), Path(args.out)
    out.mkdir(parents=True, exist_ok=True)

    pairs = gather(args, recipe, clock)
    corpora = {name: number for number, name in enumerate(sorted({pair.corpus for pair in pairs}))}
    tokenizer = Tokenizer(pairs, corpora, recipe, restrict(pairs, args, recipe, clock))
    clock.say("terms", {code: len(table.glosses) for code, table in tokenizer.tables.items()})
    pieces, counts = [cache.Piece() for _ in range(args.pieces)], Counter()
    for rows, tokens, some in stretches(tokenizer, len(pairs), STRETCH, args.processes):
        cache.deal(rows, tokens, pieces)
        counts += some
    for name, count in sorted(counts.items()):
        print(f"{name}\t{count}")
    clock.say("tokenized")
    # The compressor lets go of the interpreter's lock: threads do, and nothing has to be copied.
    with ThreadPoolExecutor(args.processes) as pool:
        sizes = list(pool.map(lambda k: pieces[k].write(out / f"piece{k}.npz.xz"), range(args.pieces)))
    (out / "corpora.json").write_text(json.dumps(corpora, indent=1))
    clock.say("records", sum(p.records for p in pieces), "tokens", sum(p.size for p in pieces), "bytes", sizes)


if __name__ == "__main__":
    main()
