"""Trains draft heads (see nmt/draft_head.py) for a finished model, on its own translations of the sentences of a cache.

    python draft.py --model FOLDER --cache CACHE --spm FILE --out DIR [--minutes 8] [--shapes 512x128 256x64] [--start HEAD] [--rate 2e-3]

A shape is the width of the draft head's inner layer and the rank of its output layer. All are trained side by side on the same states; the log says how many tokens a step of each confirms on sentences that it was not trained with.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import Tensor

from nmt import checkpoint, device
from nmt.draft_head import DraftHead, ExampleBatch, shifted, steps_taken
from nmt.self_translations import Sources, translations
from nmt.vocabulary import LANGUAGES, PAD, Vocabulary

AHEAD = 3
WEIGHTS = (1.0, 0.7, 0.5)
HELD_OUT = 48  # batches, of which some sentences are kept to measure with
RATE, WARMUP = 2e-3, 200
REPORT_SECONDS = 45


def loss_of(logits: Tensor, labels: Tensor) -> Tensor:
    return F.cross_entropy(logits.float(), labels, ignore_index=PAD)


@torch.no_grad()
def confirmed(draft_head: DraftHead, batches: list[ExampleBatch]) -> str:
    """How often the first guess is right, and tokens per step with 1, 2, … guesses."""
    tokens, first, steps = 0, 0, [0] * AHEAD
    for batch in batches:
        lengths = (batch.chosen != PAD).sum(1)
        foreseen = batch.foreseen(draft_head, AHEAD)
        right = torch.stack([(draft_head.logits(state).argmax(-1) == label) & (label != PAD) for state, label in foreseen])
        tokens += int(lengths.sum())
        first += int(right[0].sum())
        for ahead in range(AHEAD):
            steps[ahead] += int(steps_taken(right[: ahead + 1], lengths).sum())
    return f"first {first / max(1, tokens):.4f}, a step " + " ".join(f"{tokens / max(1, count):.3f}" for count in steps)


def keep(heads: dict[str, DraftHead], out: Path) -> None:
    for shape, draft_head in heads.items():
        state = {f"model.draft_head.{name}": value for name, value in draft_head.state_dict().items()}
        save_file(checkpoint.quantize(state), out / f"draft_head-{shape}.int8.safetensors")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--model", "--cache", "--spm", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--shapes", nargs="+", default=["512x128"])
    parser.add_argument("--making", type=float, default=130, help="most seconds for the model's own translations")
    parser.add_argument("--places", type=int, default=16_384, help="places of a batch that are learnt from")
    parser.add_argument("--start", help="a draft head of the same shape to go on from, as this program writes it")
    parser.add_argument("--rate", type=float, default=RATE)
    args = parser.parse_args()
    started, out = time.time(), Path(args.out)
    out.mkdir(parents=True, exist_ok=True)

    def say(*words: object) -> None:
        print(f"[{time.time() - started:6.1f}s]", *words, flush=True)

    where, dtype = device.choose()
    model = checkpoint.load(Path(args.model), dropout=0.0).to(where).eval().requires_grad_(False)
    vocabulary = Vocabulary(args.spm)
    sources = Sources(Path(args.cache), vocabulary, where, 1)
    say("sentences", len(sources.table))
    made = translations(model, sources, 160_000 if where == "cuda" else 1_500, dtype, vocabulary, args.making)
    say("translated", sum(len(ids) for ids, _ in made), "tokens", sum(int((ids != PAD).sum()) for _, ids in made))

    torch.manual_seed(7)
    rng = np.random.default_rng(5)
    aside = set(rng.permutation(len(made))[: min(HELD_OUT, len(made) // 3)].tolist())
    held: dict[str, list[ExampleBatch]] = {code: [] for code in LANGUAGES}
    for number in aside:
        ids, target = (side.long() for side in made[number])
        for code, tag in zip(LANGUAGES, vocabulary.language):
            mine = ids[:, 0] == tag
            if bool(mine.any()):
                held[code].append(ExampleBatch(model, ids[mine][:16], target[mine][:16], dtype))
    everything = [batch for batches in held.values() for batch in batches]
    batches = [number for number in range(len(made)) if number not in aside]

    heads = {}
    for shape in args.shapes:
        inner, rank = map(int, shape.split("x"))
        heads[shape] = DraftHead(model, inner, rank).to(where)
        if args.start:
            known = checkpoint.dequantize(load_file(args.start))
            heads[shape].load_state_dict({name.removeprefix("model.draft_head."): value for name, value in known.items()})
            say("start", shape, confirmed(heads[shape], everything))
            for code, some in held.items():
                say("start", shape, code, confirmed(heads[shape], some))
    optimizers = {shape: torch.optim.AdamW(one.parameters(), RATE, (0.9, 0.98), weight_decay=0.01) for shape, one in heads.items()}
    loss = torch.compile(loss_of, dynamic=False) if where == "cuda" else loss_of
    end, begun, step, told = started + 60 * args.minutes, time.time(), 0, time.time()
    say("training, batches", len(batches))
    while time.time() < end:
        for number in rng.permutation(batches):
            batch = ExampleBatch(model, *(side.long() for side in made[number]), dtype)
            places = (shifted(batch.chosen, 1) != PAD).flatten().nonzero().squeeze(1)
            places = places[torch.randint(len(places), (args.places,), device=where)]
            share = min(1.0, (time.time() - begun) / (end - begun))
            rate = args.rate * min(1.0, (step + 1) / WARMUP) * (0.5 + 0.5 * math.cos(math.pi * share))
            for shape, draft_head in heads.items():
                total = torch.zeros((), device=where)
                for weight, (state, label) in zip(WEIGHTS, batch.foreseen(draft_head, AHEAD)):
                    logits = draft_head.logits(state.flatten(0, 1)[places])
                    total = total + weight * loss(logits, label.flatten()[places])
                optimizers[shape].param_groups[0]["lr"] = rate
                optimizers[shape].zero_grad()
                total.backward()
                optimizers[shape].step()
            step += 1
            if time.time() - told > REPORT_SECONDS:
                told = time.time()
                for shape, draft_head in heads.items():
                    say("step", step, shape, confirmed(draft_head, everything))
                keep(heads, out)
            if time.time() > end:
                break
    for shape, draft_head in heads.items():
        say("end", shape, confirmed(draft_head, everything))
        for code, some in held.items():
            say("end", shape, code, confirmed(draft_head, some))
    keep(heads, out)
    say("done")


if __name__ == "__main__":
    main()
