"""Makes the int8 folder that ships from one or several checkpoint folders; several are averaged first.

    python quantize.py --out DIR CHECKPOINT [CHECKPOINT ...]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from nmt import checkpoint


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--half", action="store_true", help="write float16 instead, to evaluate an average")
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args()
    models = [checkpoint.load(Path(folder)) for folder in args.checkpoints]
    states = [model.state_dict() for model in models]
    mean = {name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]}
    spm = Path(args.checkpoints[0]) / "spm.model"
    checkpoint.save(Path(args.out), mean, models[0].shape, spm, int8=not args.half)


if __name__ == "__main__":
    main()
