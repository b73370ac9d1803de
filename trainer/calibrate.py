"""Finds out how large the inputs of a model's matrices get, so that the runtime need not look at every row first.

    python calibrate.py --model FOLDER --cache CACHE --spm FILE --out calibration.json

For each matrix the range is chosen that rounds its inputs best, on average over rows of the model's own translations. Where rows
are so unlike each other that one range for all would cost too much, none is given, and the runtime goes on looking at every row.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import torch
from torch import Tensor

from nmt import checkpoint, device
from nmt.draft_head import ExampleBatch
from nmt.model import Linear, Translator
from nmt.self_translations import Sources, translations
from nmt.vocabulary import Vocabulary

ROWS = 4_000  # of each input, to choose by
SHARES = torch.linspace(0.3, 1.0, 36)  # of the largest value, tried as the range


class Inputs:
    """Samples of what goes into every matrix."""

    def __init__(self, model: Translator):
        self.rows: dict[str, list[Tensor]] = defaultdict(list)
        for name, module in model.named_modules():
            if isinstance(module, Linear):
                module.register_forward_pre_hook(self._see(name))

    def _see(self, name: str):
        def see(_module, given) -> None:
            rows = given[0].flatten(0, -2)
            self.rows[name].append(rows[torch.randperm(len(rows))[:40]].float().cpu())

        return see

    def of(self, name: str) -> Tensor:
        rows = torch.cat(self.rows[name])
        rows = rows[rows.abs().amax(1) > 0]
        return rows[torch.randperm(len(rows))[:ROWS]]


def rounding(rows: Tensor, largest: Tensor, signed: bool) -> Tensor:
    """How much of every row is lost when a range of it has 7 bits, as a share of it. The byte that holds them has room for more above the range."""
    zero, steps = (64, 63) if signed else (0, 127)
    step = largest / steps
    rounded = (rows / step).round().clamp(-zero, 255 - zero) * step
    return (rounded - rows).square().sum(1) / rows.square().sum(1)


def best_range(rows: Tensor) -> tuple[float, float]:
    """The best range for all rows, and how many times as much it loses as one for each row."""
    signed = bool((rows < 0).any())
    sizes = rows.abs()
    own = rounding(rows, sizes.amax(1, keepdim=True), signed).mean()
    losses = [rounding(rows, sizes.max() * share, signed).mean() for share in SHARES]
    best = int(torch.stack(losses).argmin())
    return float(sizes.max() * SHARES[best]), float(losses[best] / own)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--model", "--cache", "--spm", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--seconds", type=float, default=120, help="for the model's own translations")
    parser.add_argument("--most", type=float, default=6.0, help="times the loss of a range for each row")
    args = parser.parse_args()
    torch.manual_seed(3)
    where, dtype = device.choose()
    model = checkpoint.load(Path(args.model), dropout=0.0).to(where).eval().requires_grad_(False)
    vocabulary = Vocabulary(args.spm)
    made = translations(model, Sources(Path(args.cache), vocabulary, where, 11), 1_500, dtype, vocabulary, args.seconds)
    inputs = Inputs(model)
    for ids, target in made:
        # Row by row: filling would be measured too.
        for row in range(0, len(ids), 4):
            source, written = ids[row].long(), target[row].long()
            ExampleBatch(model, source[source != 0][None], written[written != 0][None], dtype)
    ranges: dict[str, float] = {}
    for name in inputs.rows:
        largest, times = best_range(inputs.of(name))
        print(f"{name:22} range {largest:6.2f}, loses {times:5.2f} times as much", "" if times <= args.most else "(row by row)", flush=True)
        if times <= args.most:
            for weight in checkpoint.hf_names(f"{name}.weight"):
                ranges[weight.removeprefix("model.").removesuffix(".weight")] = round(largest, 4)
    Path(args.out).write_text(json.dumps(ranges, indent=2) + "\n")
    print("ranges for", len(ranges), "matrices from", sum(len(ids) for ids, _ in made), "sentences")


if __name__ == "__main__":
    main()
