"""Turns checkpoints into what ships: int8 weights, then the runtime's own layout.

    python export.py --about FILE --out DIR [--shortlists FILE] [--lexicon FILE] [--calibration FILE] [--draft-head FILE]
        [--weights DIR] [--no-walk] CHECKPOINT [CHECKPOINT ...]

Shortlists, lexicon and draft head may also be named as a model folder that ships: what it has is kept. With that folder as
the checkpoint, too, one of them is replaced and everything else stays as it is.

The graphs have one owner, the exporter in `graphs`: it knows what the runtime reads. This program
averages and quantizes here and then calls it.

The finished model then walks through its own vocabulary (`npm run eval -- pieces`, three minutes), and the rare pieces that it
does not know leave the tokenizer: text is cut into smaller ones that it knows.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from safetensors.torch import save_file

from nmt import restriction
from nmt.shipped import Shipped

HERE = Path(__file__).resolve().parent
# Under these names the runtime's exporter looks for what other programs made of the model.
BESIDE = {"shortlists": "shortlists.json", "lexicon": "lexicon.bin", "calibration": "calibration.json", "draft_head": "draft-head.int8.safetensors"}


def keep(option: str, folder: Path, path: Path) -> None:
    """What a model folder that ships has, as the programs that made it wrote it."""
    shipped = Shipped(folder)
    if option == "draft_head":
        save_file(shipped.draft_head(), path)
    elif option == "shortlists":
        path.write_text(json.dumps(shipped.shortlists()), encoding="utf-8")
    else:
        path.write_bytes(shipped.lexicon())


def graphs(*arguments: str) -> None:
    exporter = ["npx", "tsx", "--tsconfig", "bench/tsconfig.json", "trainer/graphs/main.ts"]
    subprocess.run([*exporter, *arguments], check=True, cwd=HERE.parent)


def walk(out: Path, weights: Path) -> None:
    """Takes the pieces out of use that the model in `out` does not know, in the tokenizer that it is exported with."""
    with tempfile.TemporaryDirectory() as scratch:
        failed = Path(scratch) / "failed"
        subprocess.run(["npm", "run", "eval", "--", "pieces", "--models", str(out.resolve().parent), "--failed", str(failed)], check=True, cwd=HERE.parent)
        names, spm = set(failed.read_text(encoding="utf-8").split()), weights / "spm.model"
    model = spm.read_bytes()
    spm.write_bytes(restriction.restricted(model, restriction.named(model, names)))
    print(len(names), "pieces out of use:", *sorted(names), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--about", required=True, help="name, version, licence, directions and tags, as JSON")
    parser.add_argument("--out", required=True, help="model folder in the runtime's own layout")
    parser.add_argument("--shortlists", help="the tokens of each target language, made by shortlist.py")
    parser.add_argument("--lexicon", help="what tokens are translated with, made by lexicon.py")
    parser.add_argument("--calibration", help="how large the inputs of matrices get, made by calibrate.py")
    parser.add_argument("--draft-head", help="drafts the next tokens of a single sentence, made by draft.py")
    parser.add_argument("--weights", help="keep the int8 weights here, to train on from them")
    parser.add_argument("--no-walk", action="store_true", help="leave the tokenizer as it is")
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        weights = args.weights or scratch
        subprocess.run([sys.executable, str(HERE / "quantize.py"), "--out", weights, *args.checkpoints], check=True)
        for option, name in BESIDE.items():
            given = getattr(args, option)
            if given and Path(given).is_dir():
                keep(option, Path(given), Path(weights) / name)
            elif given:
                shutil.copy(given, Path(weights) / name)
        graphs("--weights", weights, "--about", str(Path(args.about).resolve()), "--out", str(Path(args.out).resolve()))
        if not args.no_walk:
            walk(Path(args.out), Path(weights))
            graphs("--weights", weights, "--about", str(Path(args.about).resolve()), "--out", str(Path(args.out).resolve()))


if __name__ == "__main__":
    main()
