"""One of several processes that back-translate, or write what a student learns from, side by side for a run (train.py starts them).

    python generate.py --recipe FILE --cache DIR --pieces 4 --spm FILE --model DIR --out DIR --part 0/3 [--distil]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from nmt import checkpoint, device
from nmt import recipe as recipes
from nmt.cache import write_whole
from nmt.decoding import fast_draw
from nmt.examples import Examples, Sides, load
from nmt.generators import DistillationWriter, Writer
from nmt.pieces import in_order
from nmt.vocabulary import Vocabulary

MEMORY_SHARE = 0.5  # of the device's, for all of the processes together


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--cache", "--spm", "--model", "--out", "--part"):
        parser.add_argument(name, required=True)
    parser.add_argument("--pieces", type=int, required=True)
    parser.add_argument("--distil", action="store_true", help="the model is a teacher that writes targets, not sources")
    args = parser.parse_args()
    recipe, folder, (part, count) = recipes.read(Path(args.recipe)), Path(args.cache), map(int, args.part.split("/"))
    kind, (where, dtype) = "distillation" if args.distil else "back_translation", device.choose()
    settings = recipe[kind]
    if where == "cuda":
        torch.cuda.set_per_process_memory_fraction(MEMORY_SHARE / count)
    model = checkpoint.load(Path(args.model)).to(where, dtype).eval().requires_grad_(False)
    vocabulary, pick = Vocabulary(args.spm), fast_draw(where, dtype)
    examples, sides, corpora = Examples(where), Sides(), {}
    for rows, tokens in in_order(folder, args.pieces):
        corpora = json.loads((folder / "corpora.json").read_text())
        load(examples, sides, rows, tokens, corpora, recipe["sampling"])
    torch.manual_seed(recipe["seed"] + part)  # the text is dealt by the same numbers in all processes, tokens are drawn by others
    writer = DistillationWriter if args.distil else Writer
    work = writer(examples, sides, corpora, vocabulary, settings, pick).into_files(Path(args.out), str(part))
    print(kind, args.part, "begins", flush=True)
    seconds, tag_share = (settings["most_seconds"], 0.0) if args.distil else (settings["most_seconds"][0], settings["tag_share"][0])
    counts = work.run(model, dtype, seconds, tag_share, recipe["seed"], lambda: None, part=(part, count))
    write_whole(Path(args.out) / f"{part}.done", json.dumps(counts).encode())
    print(kind, args.part, dict(counts), flush=True)


if __name__ == "__main__":
    main()
