"""Makes the int8 folder that ships from one or several checkpoint folders; several are averaged first.

    python quantize.py --out DIR [--encoder 0,2,4] [--decoder 0,2] CHECKPOINT [CHECKPOINT ...]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nmt import checkpoint
from nmt.growth import pruned


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--half", action="store_true", help="write float16 instead, to evaluate an average")
    parser.add_argument("--encoder", type=numbers, help="layers to keep, instead of all")
    parser.add_argument("--decoder", type=numbers, help="the same")
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args()
    folders = [Path(folder) for folder in args.checkpoints]
    model = checkpoint.mean(folders)
    if args.encoder or args.decoder:
        model = pruned(model, args.encoder or [*range(len(model.encoder))], args.decoder or [*range(len(model.decoder))])
    checkpoint.save(Path(args.out), model.state_dict(), model.shape, folders[0] / "spm.model", int8=not args.half)


if __name__ == "__main__":
    main()
