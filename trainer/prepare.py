"""Makes the token cache of a recipe: clean, de-duplicate, borrow, join, vary, tokenize, compress.

    python prepare.py --recipe recipes/base.toml --corpus DIR --held-out DIR DIR --spm FILE --out DIR [--pieces 3]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import tomllib
from collections import Counter
from pathlib import Path

import numpy as np

from nmt import cache
from nmt.chinese import convert
from nmt.corpus import FILES, MONO, Pair, Reader, borrowed, joined
from nmt.leakage import HeldOut
from nmt.variants import Variants, term_tables
from nmt.vocabulary import DOMAINS, LANGUAGES, Vocabulary

ENCODE_BATCH = 20_000
TO_SIMPLIFIED = {"ud-pud"}
TO_TRADITIONAL = {"mlqe-pe", "xquad", "tico19", "hpo-medical", "cedict", "suttacentral", "k8s"}


def read(job: tuple) -> tuple[list[Pair], Counter]:
    kind, key, folder, recipe, held_out, every = job
    reader = Reader(folder, recipe, held_out, every)
    return (reader.pairs(key) if kind == "pairs" else reader.mono(key)), reader.counts


def gather(args: argparse.Namespace, recipe: dict) -> list[Pair]:
    held_out = HeldOut([Path(p) for p in args.held_out])
    print("held-out lines", len(held_out.lines), flush=True)
    jobs = [("pairs", key, Path(args.corpus), recipe, held_out, args.every) for key in FILES]
    jobs += [("mono", key, Path(args.corpus), recipe, held_out, args.every) for key in MONO]
    with multiprocessing.Pool(args.processes) as pool:
        results = pool.map(read, jobs, chunksize=1)
    counts = sum((c for _, c in results), Counter())
    for name, count in sorted(counts.items()):
        print(f"{name}\t{count}")
    ja, zh, zt, jazh, mono_en, mono_ja, mono_zh = (pairs for pairs, _ in results)
    dice = random.Random(recipe["seed"] + 1)
    most = recipe["data"]["joined_pairs"] // args.every
    zh += borrowed(zt, TO_SIMPLIFIED, "t2s", "zh")
    zt += borrowed(zh, TO_TRADITIONAL, "s2twp", "zt")
    chosen = dice.sample(mono_zh, min(len(mono_zh), 70_000))
    both = list(zip(chosen, convert([pair.first for pair in chosen], "s2twp")))
    mono_zt = [pair._replace(languages=("zt", "zt"), first=text, second=text) for pair, text in both]
    scripts = [pair._replace(corpus="opencc", languages=("zh", "zt"), second=text) for pair, text in both[:60_000]]
    pairs = ja + zh + zt + jazh + joined(ja, zh, most, dice) + joined(ja, zt, most // 4, dice)
    print("joined", sum(pair.corpus == "joined" for pair in pairs), "scripts", len(scripts), flush=True)
    return pairs + scripts + mono_en + mono_ja + mono_zh + mono_zt


def tokenize(job: tuple) -> tuple[np.ndarray, list[np.ndarray], Counter]:
    """Ids of a stretch of pairs and of their variants, each variant right behind its pair: that compresses best."""
    pairs, corpora, recipe, spm, tables, seed = job
    vocabulary, data, counts = Vocabulary(spm), recipe["data"], Counter()
    variants = Variants(tables, data["variants"], seed)
    rows, tokens = [], []
    for start in range(0, len(pairs), ENCODE_BATCH):
        todo = []
        for pair in pairs[start : start + ENCODE_BATCH]:
            if pair.corpus == "mono":
                todo.append((pair, pair.languages, cache.MONO, "", pair.second))
                continue
            flags = cache.BACKWARD if pair.reverse_only else cache.FORWARD | cache.BACKWARD
            todo.append((pair, pair.languages, flags, pair.first, pair.second))
            for languages, source, target in variants.of(pair):
                counts["variants " + ("marks" if "<t>" in source else "placeholders" if "<x" in source else "noise")] += 1
                todo.append((pair, languages, cache.FORWARD, source, target))
        firsts = vocabulary.encode_marked([item[3] for item in todo])
        seconds = vocabulary.encode_marked([item[4] for item in todo])
        for (pair, languages, flags, _, _), a, b in zip(todo, firsts, seconds):
            long, short = max(len(a), len(b)), min(len(a), len(b))
            if long > data["most_tokens"] or not b or (flags != cache.MONO and long > 12 and long > data["token_ratio"] * short):
                counts["token length"] += 1
                continue
            first, second = (LANGUAGES.index(code) for code in languages)
            rows.append((corpora[pair.corpus], first, second, DOMAINS.index(pair.tag), flags, len(a), len(b)))
            tokens.append(np.array(a + b, np.uint16))
            counts[f"tokens {languages[0]}-{languages[1]}"] += len(a) + len(b)
    return np.array(rows, np.uint8), tokens, counts


def pack(job: tuple) -> int:
    return cache.write_piece(*job)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--corpus", "--spm", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--held-out", nargs="+", required=True)
    parser.add_argument("--pieces", type=int, default=3)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="read each n-th line only, for a rehearsal")
    args = parser.parse_args()
    recipe = tomllib.loads(Path(args.recipe).read_text())
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)

    pairs = gather(args, recipe)
    corpora = {name: number for number, name in enumerate(sorted({pair.corpus for pair in pairs}))}
    tables = term_tables(pairs)
    print("terms", {code: len(table.glosses) for code, table in tables.items()}, flush=True)
    size = 150_000
    jobs = [(pairs[i : i + size], corpora, recipe, args.spm, tables, i) for i in range(0, len(pairs), size)]
    with multiprocessing.Pool(args.processes) as pool:
        parts = pool.map(tokenize, jobs, chunksize=1)
    for name, count in sorted(sum((c for _, _, c in parts), Counter()).items()):
        print(f"{name}\t{count}")
    rows = np.concatenate([part[0] for part in parts])
    tokens = [ids for part in parts for ids in part[1]]
    with multiprocessing.Pool(args.processes) as pool:
        todo = [(out / f"piece{k}.npz.xz", rows[k :: args.pieces], tokens[k :: args.pieces]) for k in range(args.pieces)]
        sizes = pool.map(pack, todo, chunksize=1)
    (out / "corpora.json").write_text(json.dumps(corpora, indent=1))
    print("records", len(rows), "tokens", int(sum(map(len, tokens))), "bytes", sizes, flush=True)


if __name__ == "__main__":
    main()
