"""Trains one slice: from scratch or from a checkpoint folder, for a fixed wall time, with back-translation inside.

    python train.py --recipe recipes/base.toml --cache DIR --pieces 3 --spm FILE --out DIR [--dev DIR] [--start DIR]

Writes checkpoints to OUT as it goes (`ema`, every few minutes) and `final` at the end.
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from pathlib import Path

import torch

from nmt import attention, checkpoint
from nmt.backtranslation import BackTranslator, Distiller
from nmt.batches import LONGEST, Batches
from nmt.devset import Outputs, tasks
from nmt.examples import Examples, Sides, load
from nmt.metrics import chrf
from nmt.model import Translator
from nmt.optimizer import Optimizer
from nmt.pieces import Pieces
from nmt.schedule import Schedule
from nmt.vocabulary import Vocabulary

LOG_STEPS = 100
SAVE_SECONDS = 200
DEV_SENTENCES = 200


class Slice:
    def __init__(self, args: argparse.Namespace, recipe: dict):
        self.args, self.recipe, self.settings = args, recipe, recipe["train"]
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.dtype = torch.bfloat16 if self.device == "cuda" else torch.float32
        torch.manual_seed(recipe["seed"])
        torch.set_float32_matmul_precision("high")
        self.out = Path(args.out)
        self.vocabulary = Vocabulary(args.spm)
        self.corpora = json.loads((Path(args.cache) / "corpora.json").read_text())
        minutes = args.minutes or self.settings["minutes"]
        self.schedule = Schedule(60 * minutes, self.settings["warmup_steps"], self.settings["hold_share"], self.settings["final_share"])
        self.examples, self.sides = Examples(self.device), Sides()
        self.pieces = Pieces(Path(args.cache), args.pieces)
        self.model = checkpoint.load(Path(args.start)) if args.start else Translator(**recipe["model"])
        self.model.to(self.device)
        # The copy that back-translates and ships: a running mean of the weights, never compiled.
        self.mean = Translator(**self.model.shape).to(self.device).eval().requires_grad_(False)
        self.mean.load_state_dict(self.model.state_dict())
        name, attend = attention.best(self.device)
        self.model.attend = self.mean.attend = attend
        self.log("device", torch.cuda.get_device_name() if self.device == "cuda" else "cpu", "attention", name,
                 "parameters", sum(p.numel() for p in self.model.parameters()))
        if self.device == "cuda" and not args.eager:
            self.model.compile_layers()
        self.optimizer = Optimizer(self.model, self.settings["weight_decay"])
        slots = args.tokens or self.settings["tokens_per_step"]
        self.batches = Batches(self.examples, slots, self.vocabulary.language, self.vocabulary.domain, self.settings)
        self.back = BackTranslator(self.examples, self.sides, self.corpora, self.vocabulary, recipe["back_translation"])
        self.rounds = list(recipe["back_translation"]["at_share"])
        self.real, self.step, self.saved = 0, 0, time.time()
        self.good, self.caution = self.mean.state_dict(), 1.0
        self.seen = torch.zeros(3, device=self.device)  # plain loss, labels, labels of the whole slice

    def log(self, *words: object) -> None:
        print(f"[{time.time() - self.schedule.started:7.1f}s]", *words, flush=True)

    def take_pieces(self) -> bool:
        fresh = self.pieces.take()
        for rows, tokens in fresh:
            load(self.examples, self.sides, rows, tokens, self.corpora, self.recipe["sampling"])
            self.log("piece with", len(rows), "records,", len(tokens), "tokens;", len(self.examples), "examples")
        return bool(fresh)

    def train_step(self, begin: int, count: int) -> None:
        batch = self.batches.get(begin, count)
        loss, plain = self.model(batch, LONGEST, self.settings["label_smoothing"], self.dtype)
        labels = (batch.labels >= 0).sum()
        (loss / labels).backward()
        factor = self.caution * self.schedule.factor(self.step)
        self.optimizer.step(self.settings["matrix_rate"] * factor, self.settings["rate"] * factor)
        # Early on the mean follows quickly, so that it forgets the random start.
        decay = min(self.settings["ema_decay"], (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.model.parameters()), 1 - decay)
        self.seen += torch.stack([plain.detach(), labels, labels]).float()
        self.step += 1

    def report(self, since: float) -> None:
        plain, labels, total = self.seen.tolist()
        self.log(f"step {self.step} loss {plain / max(1, labels):.4f} rate x{self.schedule.factor(self.step):.3f}",
                 f"{labels / (time.time() - since) / 1000:.0f}k tokens/s, {total / 1e6:.1f}M in all")
        self.seen[:2] = 0
        if plain == plain:
            self.good = {name: value.clone() for name, value in self.mean.state_dict().items()}
        else:
            self.log("the loss is not a number: back to the last good weights, at half the rates")
            self.model.load_state_dict(self.good)
            self.mean.load_state_dict(self.good)
            self.optimizer = Optimizer(self.model, self.settings["weight_decay"])
            self.caution *= 0.5
            self.seen.zero_()

    def copy_to_generate(self) -> Translator:
        """The mean in the dtype of generation: casting weights at every decoder step would double its cost."""
        fast = Translator(**self.mean.shape).to(self.device, self.dtype).eval().requires_grad_(False)
        fast.load_state_dict(self.mean.state_dict())
        fast.attend = self.mean.attend
        return fast

    def measure(self, model: Translator) -> None:
        if not self.args.dev:
            return
        outputs = Outputs(self.vocabulary, self.device, self.dtype)
        scores = {}
        for task in tasks(Path(self.args.dev), DEV_SENTENCES):
            made = outputs.translate(model, task.sources, task.direction[1], task.tag, 1)
            scores[f"{task.name} {'-'.join(task.direction)}"] = round(chrf(made, task.references), 2)
        self.log("dev chrF, greedy", json.dumps(scores))

    def back_translate(self) -> None:
        number = len(self.recipe["back_translation"]["at_share"]) - len(self.rounds)
        self.rounds.pop(0)
        settings = self.recipe["back_translation"]
        fast = self.copy_to_generate()
        self.measure(fast)
        if number == 0:
            self.real = len(self.examples)
        # A later round is made by a better model: it takes the place of the one before.
        self.examples.keep(torch.arange(len(self.examples), device=self.device) < self.real)
        counts = self.back.run(fast, self.dtype, settings["most_seconds"][number], settings["tag_share"][number], number)
        self.log("back-translation", dict(counts), "examples", len(self.examples))
        if self.device == "cuda":
            torch.cuda.empty_cache()

    def distil(self) -> None:
        """Targets written by the teacher join the examples for the whole slice."""
        settings = self.recipe["distillation"]
        while self.pieces.thread.is_alive() or self.pieces.read:
            self.take_pieces()
            time.sleep(0.2)
        teacher = checkpoint.load(Path(self.args.teacher)).to(self.device, self.dtype).eval().requires_grad_(False)
        teacher.attend = self.mean.attend
        work = Distiller(self.examples, self.sides, self.corpora, self.vocabulary, settings)
        self.log("distillation", dict(work.run(teacher, self.dtype, settings["most_seconds"], 0.0, self.recipe["seed"])))

    def save(self, name: str, model: Translator) -> None:
        checkpoint.save(self.out / name, model.state_dict(), model.shape, Path(self.args.spm), int8=False)
        self.saved = time.time()

    def run(self) -> None:
        while not self.take_pieces():
            time.sleep(0.2)
        if self.args.teacher:
            self.distil()
        while self.schedule.elapsed() < 1:
            since = time.time()
            for begin, count in self.batches.epoch():
                self.train_step(begin, count)
                if self.step % LOG_STEPS == 0 or self.step in (1, 10):
                    self.report(since)
                    since = time.time()
                    if self.take_pieces():
                        break
                    if self.rounds and self.schedule.elapsed() >= self.rounds[0]:
                        self.back_translate()
                        break
                    if time.time() - self.saved > SAVE_SECONDS:
                        self.save("ema", self.mean)
                        since = time.time()
                if self.step % 10 == 0 and self.schedule.elapsed() >= 1:
                    break
            else:
                self.log("epoch over at step", self.step)
        self.save("final", self.mean)
        self.save("last", self.model)
        self.log("finished", self.step, "steps")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--cache", "--spm", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--pieces", type=int, default=1, help="pieces of the cache to wait for while training goes on")
    parser.add_argument("--start", help="checkpoint folder to go on from")
    parser.add_argument("--teacher", help="checkpoint folder of a larger model to learn from")
    parser.add_argument("--dev", help="folder of development sets to print chrF of")
    parser.add_argument("--minutes", type=float, help="instead of the recipe's")
    parser.add_argument("--tokens", type=int, help="target tokens per step instead of the recipe's")
    parser.add_argument("--eager", action="store_true", help="do not compile")
    args = parser.parse_args()
    Slice(args, tomllib.loads(Path(args.recipe).read_text())).run()


if __name__ == "__main__":
    main()
