"""Trains guessers (see nmt/guesser.py) for a finished model, on its own translations of the sentences of a cache.

    python guess.py --model FOLDER --cache CACHE --spm FILE --out DIR [--minutes 8] [--shapes 512x128 256x64]

A shape is the width of the guesser's inner layer and the rank of its output layer. All are trained side by side on the same states; the log says how many tokens a step of each confirms on sentences that it was not trained with.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from torch import Tensor

from nmt import checkpoint, device
from nmt.guesser import Guesser, Lesson, shifted, steps_taken
from nmt.own import Sources, translations
from nmt.vocabulary import LANGUAGES, PAD, Vocabulary

AHEAD = 3
WEIGHTS = (1.0, 0.7, 0.5)
HELD_OUT = 48  # batches, of which some sentences are kept to measure with
RATE, WARMUP = 2e-3, 200
REPORT_SECONDS = 45


def loss_of(logits: Tensor, labels: Tensor) -> Tensor:
    return F.cross_entropy(logits.float(), labels, ignore_index=PAD)


@torch.no_grad()
def confirmed(guesser: Guesser, lessons: list[Lesson]) -> str:
    """How often the first guess is right, and tokens per step with 1, 2, … guesses."""
    tokens, first, steps = 0, 0, [0] * AHEAD
    for lesson in lessons:
        lengths = (lesson.chosen != PAD).sum(1)
        foreseen = lesson.foreseen(guesser, AHEAD)
        right = torch.stack([(guesser.logits(state).argmax(-1) == label) & (label != PAD) for state, label in foreseen])
        tokens += int(lengths.sum())
        first += int(right[0].sum())
        for ahead in range(AHEAD):
            steps[ahead] += int(steps_taken(right[: ahead + 1], lengths).sum())
    return f"first {first / max(1, tokens):.4f}, a step " + " ".join(f"{tokens / max(1, count):.3f}" for count in steps)


def keep(guessers: dict[str, Guesser], out: Path) -> None:
    for shape, guesser in guessers.items():
        state = {f"model.guesser.{name}": value for name, value in guesser.state_dict().items()}
        save_file(checkpoint.quantize(state), out / f"guesser-{shape}.int8.safetensors")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--model", "--cache", "--spm", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--shapes", nargs="+", default=["512x128"])
    parser.add_argument("--making", type=float, default=130, help="most seconds for the model's own translations")
    parser.add_argument("--places", type=int, default=16_384, help="places of a batch that are learnt from")
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
    dice = np.random.default_rng(5)
    aside = set(dice.permutation(len(made))[: min(HELD_OUT, len(made) // 3)].tolist())
    held: dict[str, list[Lesson]] = {code: [] for code in LANGUAGES}
    for number in aside:
        ids, target = (side.long() for side in made[number])
        for code, tag in zip(LANGUAGES, vocabulary.language):
            mine = ids[:, 0] == tag
            if bool(mine.any()):
                held[code].append(Lesson(model, ids[mine][:16], target[mine][:16], dtype))
    everything = [lesson for lessons in held.values() for lesson in lessons]
    lessons = [number for number in range(len(made)) if number not in aside]

    guessers = {}
    for shape in args.shapes:
        inner, rank = map(int, shape.split("x"))
        guessers[shape] = Guesser(model, inner, rank).to(where)
    optimizers = {shape: torch.optim.AdamW(one.parameters(), RATE, (0.9, 0.98), weight_decay=0.01) for shape, one in guessers.items()}
    loss = torch.compile(loss_of, dynamic=False) if where == "cuda" else loss_of
    end, begun, step, told = started + 60 * args.minutes, time.time(), 0, time.time()
    say("training, batches", len(lessons))
    while time.time() < end:
        for number in dice.permutation(lessons):
            lesson = Lesson(model, *(side.long() for side in made[number]), dtype)
            places = (shifted(lesson.chosen, 1) != PAD).flatten().nonzero().squeeze(1)
            places = places[torch.randint(len(places), (args.places,), device=where)]
            share = min(1.0, (time.time() - begun) / (end - begun))
            rate = RATE * min(1.0, (step + 1) / WARMUP) * (0.5 + 0.5 * math.cos(math.pi * share))
            for shape, guesser in guessers.items():
                total = torch.zeros((), device=where)
                for weight, (state, label) in zip(WEIGHTS, lesson.foreseen(guesser, AHEAD)):
                    logits = guesser.logits(state.flatten(0, 1)[places])
                    total = total + weight * loss(logits, label.flatten()[places])
                optimizers[shape].param_groups[0]["lr"] = rate
                optimizers[shape].zero_grad()
                total.backward()
                optimizers[shape].step()
            step += 1
            if time.time() - told > REPORT_SECONDS:
                told = time.time()
                for shape, guesser in guessers.items():
                    say("step", step, shape, confirmed(guesser, everything))
                keep(guessers, out)
            if time.time() > end:
                break
    for shape, guesser in guessers.items():
        say("end", shape, confirmed(guesser, everything))
        for code, some in held.items():
            say("end", shape, code, confirmed(guesser, some))
    keep(guessers, out)
    say("done")


if __name__ == "__main__":
    main()
