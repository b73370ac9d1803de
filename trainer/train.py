"""Trains one run: from scratch or from weights, for a fixed wall time, with back-translation inside.

    python train.py --recipe recipes/base.toml --cache DIR --pieces 4 --spm FILE --out DIR [--dev DIR] [--start DIR]

Runs unattended. Every few minutes it writes `OUT/latest` (int8 in parts) and `OUT/resume.pt`; at the end, or when told to
stop (SIGTERM), `OUT/final-int8` and `OUT/final`. With `--resume` it goes on from `resume.pt`, if there is one.
"""

from __future__ import annotations

import time

STARTED = time.time()  # before the imports below, which take seconds of the run

import argparse
import json
import signal
import sys
import traceback
from pathlib import Path

import torch

from nmt import checkpoint, device
from nmt import recipe as recipes
from nmt.backtranslation import BackTranslator, Distiller
from nmt.batches import Batch, Batches, Plan
from nmt.decoding import fast_draw
from nmt.devset import Outputs, tasks
from nmt.examples import Examples, Sides, load
from nmt.generators import Generators, add
from nmt.growth import grown, pruned
from nmt.metrics import chrf
from nmt.model import Translator
from nmt.optimizer import Optimizer
from nmt.pieces import Pieces
from nmt.progress import Progress, Stopwatch
from nmt.saver import Saver
from nmt.schedule import Schedule
from nmt.teacher import Teacher
from nmt.vocabulary import Vocabulary

LOG_STEPS = 100
DEV_SENTENCES = 200
# Later than this, what a process that is gone had generated is not worth making again.
LAST_ROUND_SHARE = 0.8
LAST_DISTILLATION_SHARE = 0.4


class Run:
    def __init__(self, args: argparse.Namespace, recipe: dict):
        self.args, self.recipe, self.settings = args, recipe, recipe["train"]
        self.device, self.dtype = device.choose()
        torch.manual_seed(recipe["seed"])
        self.progress, self.watch = Progress(Path(args.out), STARTED), Stopwatch(self.device)
        self.log, self.saver = self.progress.log, Saver(Path(args.out), Path(args.spm))
        self.stop, self.translated_pieces = False, 0
        signal.signal(signal.SIGTERM, self.told_to_stop)
        self.vocabulary = Vocabulary(args.spm)
        self.pieces = Pieces(Path(args.cache), args.pieces)
        self.generators = self.side_by_side()
        self.examples, self.sides, self.corpora = Examples(self.device), Sides(), {}
        saved = torch.load(self.saver.resume_file, weights_only=True) if args.resume and self.saver.resume_file.exists() else None
        self.state = saved["state"] if saved else dict(share=0.0, step=0, tokens=0, rounds=0, epoch=0, plans=0, examples=0)
        self.goes_on = saved is not None  # in the middle of an epoch, if its examples are still the same
        self.model = self.initial()
        # The copy that back-translates and ships: a running mean of the weights, never compiled.
        self.mean = Translator(**self.model.shape).to(self.device).eval().requires_grad_(False)
        if saved:
            self.model.load_state_dict(saved["model"])
        self.model.to(self.device)
        self.mean.load_state_dict(saved["mean"] if saved else self.model.state_dict())
        self.optimizer, self.fresh_steps = self.new_optimizer(), 0
        if saved:
            self.optimizer.load_state_dict(saved["optimizer"])
        self.log("device", torch.cuda.get_device_name() if self.device == "cuda" else "cpu", "torch", torch.__version__,
                 "parameters", sum(p.numel() for p in self.model.parameters()), "goes on from" if saved else "starts at", self.state)
        minutes = args.minutes or self.settings["minutes"]
        self.schedule = Schedule(60 * minutes, self.settings["warmup_steps"], self.settings["hold_share"], self.settings["final_share"],
                                 STARTED, self.state["share"])
        rows = self.settings["rows_per_step"]
        self.batches = Batches(self.examples, rows, self.vocabulary.language, self.vocabulary.domain, self.settings)
        self.pick, self.teacher = fast_draw(self.device, self.dtype), self.word_by_word()
        if self.device == "cuda" and not args.eager:
            self.model.compile_layers()
            if self.teacher:
                self.teacher.compile()
        self.warm_up(rows)
        self.saved_at, self.caution, self.good = time.time(), 1.0, self.mean.state_dict()
        self.seen = torch.zeros(2, device=self.device)  # plain loss and labels since the last report

    def initial(self) -> Translator:
        """New, or from the weights to start with, deeper or with some of their layers where the recipe says so."""
        shape, kept = self.recipe["model"], self.recipe.get("kept")
        if not self.args.start:
            return Translator(**shape)
        start = checkpoint.load(Path(self.args.start), dropout=shape["dropout"])
        return grown(pruned(start, **kept) if kept else start, shape["encoder_layers"], shape["decoder_layers"])

    def word_by_word(self) -> Teacher | None:
        settings = self.recipe["distillation"] if self.args.teacher else {"share": 0}
        if not settings["share"]:
            return None
        model = checkpoint.load(Path(self.args.teacher), dropout=0.0).to(self.device, self.dtype)
        return Teacher(model, settings["share"], settings["exits"] or [len(self.model.decoder)])

    def loss(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        if self.teacher:
            return self.teacher(self.model, batch, self.dtype)
        return self.model(batch, self.settings["label_smoothing"], self.dtype)

    def new_optimizer(self) -> Optimizer:
        return Optimizer(self.model, self.settings["weight_decay"], self.settings["added_pace"])

    def side_by_side(self) -> Generators | None:
        """Processes that write while this one compiles, where the recipe wants them: the teacher's, or those that back-translate."""
        args = self.args
        self.distils = bool(args.teacher and self.recipe["distillation"]["processes"])
        settings = self.recipe["distillation" if self.distils else "back_translation"]
        if not settings["processes"]:
            return None
        command = [sys.executable, str(Path(__file__).with_name("generate.py")), "--recipe", args.recipe, "--cache", args.cache,
                   "--pieces", str(args.pieces), "--spm", args.spm]
        command += ["--model", args.teacher, "--distil"] if self.distils else ["--model", args.back_translator or args.start]
        seconds = settings["most_seconds"] if self.distils else settings["most_seconds"][0]
        return Generators(Path(args.out) / "made", settings["processes"], seconds, command)

    def told_to_stop(self, *_: object) -> None:
        self.stop = True

    def warm_up(self, rows: int) -> None:
        """Compiles on a made-up batch, while the first piece of the cache is still on its way."""
        self.progress.move("compile", 0)
        with torch.random.fork_rng():
            loss, _ = self.loss(Batch.blank(rows, self.device))
            loss.backward()
        for parameter in self.model.parameters():
            parameter.grad = None
        if self.device == "cuda":
            self.log("compiled; memory", torch.cuda.max_memory_allocated() >> 20, "MiB")

    def over(self) -> bool:
        return self.stop or self.schedule.elapsed() >= 1

    def take_pieces(self, wait_for_all: bool = False) -> bool:
        taken = False
        while True:
            for rows, tokens in self.pieces.take():
                self.corpora.update(json.loads((Path(self.args.cache) / "corpora.json").read_text()))
                load(self.examples, self.sides, rows, tokens, self.corpora, self.recipe["sampling"])
                self.log("piece with", len(rows), "records,", len(tokens), "tokens;", len(self.examples), "examples")
                taken = True
            if self.over() or (self.pieces.all_taken() if wait_for_all else len(self.examples)):
                return taken
            self.goes()  # waiting for data is no hanging
            time.sleep(0.1)

    def train_step(self, plan: Plan) -> None:
        self.watch.begin(self.state["step"] % LOG_STEPS == LOG_STEPS - 2)
        batch = self.batches.get(plan)
        self.watch.mark("batch")
        loss, plain = self.loss(batch)
        labels = (batch.labels >= 0).sum()
        self.watch.mark("forward")
        (loss / labels).backward()
        self.watch.mark("backward")
        factor = self.caution * self.schedule.factor(self.fresh_steps)
        self.optimizer.step(self.settings["matrix_rate"] * factor, self.settings["rate"] * factor)
        self.watch.mark("optimizer")
        # Early on the mean follows quickly, so that it forgets where it came from.
        decay = min(self.settings["ema_decay"], (1 + self.state["step"]) / (10 + self.state["step"]))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.model.parameters()), 1 - decay)
        self.watch.mark("mean")
        self.seen += torch.stack([plain.detach(), labels]).float()
        self.state["step"] += 1
        self.state["plans"] += 1
        self.fresh_steps += 1
        self.goes()

    def report(self, since: float) -> None:
        plain, labels = self.seen.tolist()
        self.seen.zero_()
        self.state["tokens"] += int(labels)
        filled = "/".join(f"{share:.3f}" for share in self.batches.take_filled())
        self.log(f"step {self.state['step']} loss {plain / max(1, labels):.4f} rate x{self.schedule.factor(self.fresh_steps):.3f}",
                 f"{labels / (time.time() - since) / 1000:.0f}k tokens/s, {self.state['tokens'] / 1e6:.1f}M in all, filled {filled}",
                 "ms of a step", self.watch.times)
        self.progress.move("train", self.state["step"])
        if plain == plain:
            self.good = {name: value.clone() for name, value in self.mean.state_dict().items()}
        else:
            self.log("the loss is not a number: back to the last good weights, at half the rates")
            self.model.load_state_dict(self.good)
            self.mean.load_state_dict(self.good)
            self.optimizer, self.fresh_steps = self.new_optimizer(), 0
            self.caution *= 0.5

    def goes(self) -> None:
        self.progress.goes(self.state["step"])

    def copy_to_generate(self) -> Translator:
        """The mean in the dtype of generation: casting weights at every decoder step would double its cost."""
        fast = Translator(**self.mean.shape).to(self.device, self.dtype).eval().requires_grad_(False)
        fast.load_state_dict(self.mean.state_dict())
        return fast

    def measure(self, model: Translator) -> None:
        if not self.args.dev:
            return
        self.progress.move("dev", self.state["step"])
        outputs, scores = Outputs(self.vocabulary, self.device, self.dtype), {}
        for task in tasks(Path(self.args.dev), self.args.dev_sentences):
            made = outputs.translate(model, task.sources, task.direction[1], task.tag, 1)
            scores[f"{task.name} {'-'.join(task.direction)}"] = round(chrf(made, task.references), 2)
        self.log("dev chrF, greedy", json.dumps(scores))

    def back_translation_due(self) -> bool:
        settings, elapsed = self.recipe["back_translation"], self.schedule.elapsed()
        if self.generators:
            return False
        if settings.get("as_pieces_arrive"):
            return len(self.sides.rows) > self.translated_pieces and elapsed < LAST_ROUND_SHARE
        rounds = settings["at_share"]
        return self.state["rounds"] < len(rounds) and elapsed >= rounds[self.state["rounds"]]

    def back_translate(self) -> None:
        """A round over all text by the mean of the weights, in the place of the round before, which a worse model made."""
        if self.recipe["back_translation"].get("as_pieces_arrive"):
            return self.back_translate_pieces()
        number, settings = self.state["rounds"], self.recipe["back_translation"]
        self.state["rounds"] += 1
        self.take_pieces(wait_for_all=True)
        fast = self.copy_to_generate()
        self.measure(fast)
        self.progress.move("back-translation", self.state["step"])
        self.examples.keep(self.examples.columns["made"] == 0)
        work = BackTranslator(self.examples, self.sides, self.corpora, self.vocabulary, settings, self.pick)
        counts = work.run(fast, self.dtype, settings["most_seconds"][number], settings["tag_share"][number], self.recipe["seed"] + number, self.goes)
        self.log("back-translation", dict(counts), "examples", len(self.examples))

    def back_translate_pieces(self) -> None:
        """The text of the pieces that have come since the last time, in their share of the time, by the model that the run starts
        with: a new optimizer sets the weights back at first, so what they were is better."""
        settings, fresh = self.recipe["back_translation"], len(self.sides.rows) - self.translated_pieces
        before, self.translated_pieces = self.translated_pieces, self.translated_pieces + fresh
        self.progress.move("back-translation", self.state["step"])
        start = checkpoint.load(Path(self.args.back_translator or self.args.start)).to(self.device, self.dtype).eval().requires_grad_(False)
        work = BackTranslator(self.examples, self.sides, self.corpora, self.vocabulary, settings, self.pick)
        seconds, seed = settings["most_seconds"][0] * fresh / self.args.pieces, self.recipe["seed"] + self.translated_pieces
        counts = work.run(start, self.dtype, seconds, settings["tag_share"][0], seed, self.goes, since=before)
        self.log("back-translation", dict(counts), "examples", len(self.examples))

    def take_made(self) -> None:
        """Waits for what the processes beside this one make of the text, and adds it to the examples."""
        kind, worker = ("distillation", Distiller) if self.distils else ("back-translation", BackTranslator)
        self.progress.move(kind, self.state["step"])
        self.take_pieces(wait_for_all=True)
        settings = self.recipe[kind.replace("-", "_")]
        work, before = worker(self.examples, self.sides, self.corpora, self.vocabulary, settings), len(self.examples)
        more = True
        while more and not self.over():
            more = self.generators.working()  # asked first: what is made until now is taken below
            for made in self.generators.take():
                add(work, made)
            self.goes()
            time.sleep(0.5)
        self.generators.end()
        self.log(kind, "by processes: sentences", len(self.examples) - before, "examples", len(self.examples))

    def distil(self) -> None:
        """Targets written by the teacher join the examples for the whole run."""
        self.take_pieces(wait_for_all=True)
        self.progress.move("distillation", 0)
        settings = self.recipe["distillation"]
        teacher = checkpoint.load(Path(self.args.teacher)).to(self.device, self.dtype).eval().requires_grad_(False)
        work = Distiller(self.examples, self.sides, self.corpora, self.vocabulary, settings, self.pick)
        counts = work.run(teacher, self.dtype, settings["most_seconds"], 0.0, self.recipe["seed"], self.goes)
        self.log("distillation", dict(counts), "examples", len(self.examples))

    def beside(self, work) -> None:
        """Generation is worth a lot, but not the run: if it fails, training goes on without it."""
        try:
            work()
        except Exception:
            self.log("failed, training goes on without:", traceback.format_exc())
        if self.device == "cuda":
            torch.cuda.empty_cache()

    def save(self) -> None:
        self.progress.move("save", self.state["step"])
        self.state["share"] = min(1.0, self.schedule.elapsed())
        rest = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
        self.saver.save(self.mean.state_dict(), self.mean.shape, dict(self.state), rest)
        self.saved_at = time.time()
        self.log("checkpoint", self.state)

    def epoch(self) -> None:
        """Steps until the examples change, the epoch ends, or the run does."""
        if not self.goes_on or self.state["examples"] != len(self.examples):
            self.state |= dict(epoch=self.state["epoch"] + 1, plans=0, examples=len(self.examples))
        self.goes_on = False
        since = time.time()
        for plan in self.batches.epoch(self.recipe["seed"] + self.state["epoch"], self.state["plans"]):
            self.train_step(plan)
            if self.state["step"] % LOG_STEPS == 0 or self.fresh_steps in (1, 10):
                self.report(since)
                if time.time() - self.saved_at > self.settings["save_seconds"]:
                    self.save()
                if self.back_translation_due():
                    self.beside(self.back_translate)
                    break
                if self.take_pieces():
                    break
                self.progress.move("train", self.state["step"])
                since = time.time()
            if self.state["step"] % 5 == 0 and self.over():
                break
        else:
            self.log("epoch", self.state["epoch"], "over at step", self.state["step"])

    def run(self) -> None:
        self.progress.move("wait for data", self.state["step"])
        self.take_pieces(wait_for_all=self.args.resume)
        if self.args.teacher and not self.distils and self.state["share"] < LAST_DISTILLATION_SHARE:
            self.beside(self.distil)
        if self.generators:
            self.beside(self.take_made)
        if self.state["rounds"] and self.state["share"] < LAST_ROUND_SHARE:
            # What the last round made is gone with the process that made it.
            self.state["rounds"] -= 1
        while not self.over():
            self.progress.move("train", self.state["step"])
            self.epoch()
        self.save()
        self.saver.finish(self.mean.state_dict(), self.mean.shape, self.state)
        self.progress.move("finished", self.state["step"])
        self.log("stopped" if self.stop else "finished", self.state, "seconds", self.progress.seconds())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--recipe", "--cache", "--spm", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--pieces", type=int, default=1, help="pieces of the cache to wait for while training goes on")
    parser.add_argument("--start", help="checkpoint folder, or model folder as it ships, to go on from")
    parser.add_argument("--back-translator", help="checkpoint folder of a model that back-translates instead of the one to start with: a smaller one is faster")
    parser.add_argument("--teacher", help="checkpoint folder of a model to learn from: a larger one, or the one that the run starts with")
    parser.add_argument("--dev", help="folder of development sets to print chrF of")
    parser.add_argument("--dev-sentences", type=int, default=DEV_SENTENCES, help="of each set")
    parser.add_argument("--minutes", type=float, help="from the start of the process to the end of training, instead of the recipe's")
    parser.add_argument("--resume", action="store_true", help="go on from OUT/resume.pt, if it is there")
    parser.add_argument("--eager", action="store_true", help="do not compile")
    args = parser.parse_args()
    Run(args, recipes.read(Path(args.recipe))).run()


if __name__ == "__main__":
    main()
