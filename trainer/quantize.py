"""Makes the int8 folder that ships from one or several checkpoint folders; several are averaged first.

    python quantize.py --out DIR CHECKPOINT [CHECKPOINT ...]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nmt import checkpoint


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--half", action="store_true", help="write float16 instead, to evaluate an average")
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args()
    folders = [Path(folder) for folder in args.checkpoints]
    model = checkpoint.mean(folders)
    checkpoint.save(Path(args.out), model.state_dict(), model.shape, folders[0] / "spm.model", int8=not args.half)


if __name__ == "__main__":
    main()
