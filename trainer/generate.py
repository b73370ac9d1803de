"""One of several processes that back-translate side by side for a run (train.py starts them).

    python generate.py --recipe FILE --cache DIR --pieces 4 --spm FILE --start DIR --out DIR --part 0/3
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
from nmt.generators import Writer
from nmt.pieces import in_order
from nmt.vocabulary import Vocabulary

MEMORY_SHARE = 0.5  # of the device's, for all of the processes together


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--cache", "--spm", "--start", "--out", "--part"):
        parser.add_argument(name, required=True)
    parser.add_argument("--pieces", type=int, required=True)
    args = parser.parse_args()
    recipe, folder, (part, count) = recipes.read(Path(args.recipe)), Path(args.cache), map(int, args.part.split("/"))
    settings, (where, dtype) = recipe["back_translation"], device.choose()
    if where == "cuda":
        torch.cuda.set_per_process_memory_fraction(MEMORY_SHARE / count)
    model = checkpoint.load(Path(args.start)).to(where, dtype).eval().requires_grad_(False)
    vocabulary, pick = Vocabulary(args.spm), fast_draw(where, dtype)
    examples, sides, corpora = Examples(where), Sides(), {}
    for rows, tokens in in_order(folder, args.pieces):
        corpora = json.loads((folder / "corpora.json").read_text())
        load(examples, sides, rows, tokens, corpora, recipe["sampling"])
    torch.manual_seed(recipe["seed"] + part)  # the text is dealt by the same numbers in all processes, tokens are drawn by others
    work = Writer(examples, sides, corpora, vocabulary, settings, pick).into_files(Path(args.out), str(part))
    print("back-translation", args.part, "begins", flush=True)
    counts = work.run(model, dtype, settings["most_seconds"][0], settings["tag_share"][0], recipe["seed"], lambda: None, part=(part, count))
    write_whole(Path(args.out) / f"{part}.done", json.dumps(counts).encode())
    print("back-translation", args.part, dict(counts), flush=True)


if __name__ == "__main__":
    main()
