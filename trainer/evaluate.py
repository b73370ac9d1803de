"""Translates development sets with a checkpoint folder and prints chrF and BLEU; outputs go to a folder.

    python evaluate.py --model DIR --dev DIR [--int8] [--width 4] [--out DIR] [--samples FILE]

`--samples`: lines of direction TAB source (marks allowed), translated into `reference.tsv` beside the outputs.
"""

from __future__ import annotations

import argparse
import json
import re
import time
import unicodedata
from pathlib import Path

from nmt import checkpoint, device
from nmt.devset import Outputs, tasks
from nmt.metrics import bleu, chrf
from nmt.vocabulary import Vocabulary

_MARK = re.compile(r"<t>.*?<=> ?(.*?)</t>")
_PLACEHOLDER = re.compile(r"<x\d>")


def folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def kept_share(sources: list[str], outputs: list[str]) -> dict[str, str]:
    """How many marked terms stand in the outputs, whatever their case and width, and how many placeholders exactly once."""
    terms = [(folded(term) in folded(out)) for src, out in zip(sources, outputs) for term in _MARK.findall(src)]
    holders = [out.count(x) == 1 for src, out in zip(sources, outputs) for x in _PLACEHOLDER.findall(src)]
    return {"terms": f"{sum(terms)}/{len(terms)}", "placeholders": f"{sum(holders)}/{len(holders)}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--dev")
    parser.add_argument("--out")
    parser.add_argument("--samples")
    parser.add_argument("--int8", action="store_true")
    parser.add_argument("--width", type=int, default=4)
    parser.add_argument("--most", type=int)
    parser.add_argument("--tag", help="instead of each set's own domain tag; 'none' for no tag")
    parser.add_argument("--only", help="directions, as ja-en,en-ja")
    args = parser.parse_args()
    where, dtype = device.choose()
    folder = Path(args.model)
    model = checkpoint.load(folder, args.int8 or None).to(where, dtype).eval().requires_grad_(False)
    outputs = Outputs(Vocabulary(str(folder / "spm.model")), where, dtype)
    out = Path(args.out) if args.out else None
    if out:
        out.mkdir(parents=True, exist_ok=True)
    results = {}
    for task in tasks(Path(args.dev), args.most) if args.dev else ():
        name = "-".join(task.direction)
        if args.only and name not in args.only.split(","):
            continue
        started = time.time()
        tag = task.tag if args.tag is None else None if args.tag == "none" else args.tag
        made = outputs.translate(model, task.sources, task.direction[1], tag, args.width)
        scores = {"chrf": round(chrf(made, task.references), 2), "bleu": round(bleu(made, task.references, task.direction[1]), 2)}
        results[f"{task.name} {name}"] = scores
        print(task.name, name, scores, "empty", sum(not m for m in made), f"{time.time() - started:.1f}s", flush=True)
        if out:
            (out / f"{task.name}.{name}").write_text("\n".join(made) + "\n", encoding="utf-8")
    if args.samples:
        rows = [line.split("\t") for line in Path(args.samples).read_text(encoding="utf-8").splitlines()]
        made = [""] * len(rows)
        for target in {row[0].split("-")[1] for row in rows}:
            some = [i for i, row in enumerate(rows) if row[0].endswith(f"-{target}")]
            for i, text in zip(some, outputs.translate(model, [rows[i][1] for i in some], target, None, args.width, marked=True)):
                made[i] = text
        print("samples", kept_share([row[1] for row in rows], made), flush=True)
        lines = ["\t".join([row[0], row[1], text]) for row, text in zip(rows, made)]
        print("\n".join(lines[:40]))
        if out:
            (out / "reference.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if out:
        (out / "scores.json").write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
