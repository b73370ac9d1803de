"""Goes through every phase of a run with a tiny model in about two minutes, to find mistakes where they cost nothing.

    python rehearse.py --spm FILE [--keep DIR] [--slow 5]

Packs a cache of set phrases, trains, is told to stop, goes on from there with back-translation and a dev check, learns from
a teacher (under supervision), grows beside processes that back-translate, becomes smaller again under a teacher, averages, quantizes, evaluates, measures and learns to guess: each with the
program and the files that a real run uses.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from nmt import cache, checkpoint, phrases
from nmt import recipe as recipes
from nmt.model import Translator
from nmt.vocabulary import LANGUAGES
from prepare import Tokenizer

HERE = Path(__file__).resolve().parent
RECIPE, PHRASES = HERE / "recipes" / "rehearsal.toml", HERE / "recipes" / "phrases.tsv"
PIECES = 2
MINUTES = {"first": 3.0, "resumed": 0.5, "taught": 0.4, "grown": 0.8, "student": 0.8}
GROWN = """
[model]
encoder_layers = 2
decoder_layers = 2
[train]
added_pace = 2.0
[back_translation]
processes = 2
"""
STUDENT = """
[model]
decoder_layers = 2
[kept]
encoder = [1]
decoder = [0, 1]
[back_translation]
at_share = []
[distillation]
processes = 2
share = 0.7
exits = [1, 2]
beam = 2
"""


class Rehearsal:
    def __init__(self, spm: str, folder: Path, slow: float):
        self.spm, self.folder = spm, folder
        self.minutes = {name: str(slow * minutes) for name, minutes in MINUTES.items()}
        self.recipe = recipes.read(RECIPE)
        self.cache = ["--cache", str(folder / "cache"), "--pieces", str(PIECES), "--spm", spm]
        self.common = ["--recipe", str(RECIPE), *self.cache]

    def start(self, program: str, *arguments: str) -> subprocess.Popen:
        print("$", program, *arguments, flush=True)
        return subprocess.Popen([sys.executable, str(HERE / program), *arguments])

    def run(self, program: str, *arguments: str) -> None:
        if code := self.start(program, *arguments).wait():
            raise SystemExit(f"{program} ended with {code}")

    def pack(self) -> None:
        """The phrases, spread over the corpora that the flows of the recipe take their text from."""
        flows = self.recipe["back_translation"]["flow"] + self.recipe["distillation"]["flow"]
        names = sorted({name for flow in flows for name in flow["corpora"]})
        pairs = phrases.pairs(PHRASES)
        mixed = [pair._replace(corpus=name) for pair, name in zip(pairs, names * len(pairs)) if name != "mono"]
        alone = [pair._replace(corpus="mono", languages=(pair.languages[1],) * 2, first=pair.second) for pair in pairs[::2]]
        corpora = {name: number for number, name in enumerate(names)}
        pieces = [cache.Piece() for _ in range(PIECES)]
        rows, tokens, counts = Tokenizer(mixed + alone, corpora, self.recipe, self.spm)(0, len(mixed) + len(alone))
        cache.deal(rows, tokens, pieces)
        (self.folder / "cache").mkdir()
        (self.folder / "cache" / "corpora.json").write_text(json.dumps(corpora))
        for number, piece in enumerate(pieces):
            piece.write(self.folder / "cache" / f"piece{number}.npz.xz")
        print("cache", dict(counts), flush=True)

    def dev(self) -> Path:
        folder = self.folder / "dev"
        folder.mkdir()
        lines = [line.split("\t") for line in PHRASES.read_text(encoding="utf-8").splitlines()[1:5]]
        for column, code in enumerate(LANGUAGES[:3]):
            (folder / f"flores-dev.{code}").write_text("\n".join(line[column] for line in lines) + "\n", encoding="utf-8")
        return folder

    def stopped(self) -> None:
        """Told to stop in the middle, once there is a checkpoint."""
        out = self.folder / "run"
        process = self.start("train.py", *self.common, "--out", str(out), "--minutes", self.minutes["first"])
        while process.poll() is None and not (out / "resume.pt").exists():
            time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        if process.wait() or not (out / "final-int8" / "config.json").exists():
            raise SystemExit("a run that is told to stop does not save")
        state = json.loads((out / "final-int8" / "state.json").read_text())
        if not 0 < state["share"] < 1:
            raise SystemExit(f"the run was not stopped in the middle: {state}")

    def grown(self, start: str) -> None:
        recipe, out = self.folder / "grown.toml", self.folder / "grown"
        recipe.write_text(f'base = "{RECIPE}"\n{GROWN}', encoding="utf-8")
        self.run("supervise.py", "--recipe", str(recipe), *self.cache, "--out", str(out), "--minutes", self.minutes["grown"],
                 "--start", start, "--back-translator", str(self.folder / "taught" / "final-int8"))
        config = json.loads((out / "final-int8" / "config.json").read_text())
        if (config["encoder_layers"], config["decoder_layers"]) != (2, 2) or len(list((out / "made").glob("*.done"))) != 2:
            raise SystemExit("the run did not grow, or nobody back-translated beside it")

    def student(self) -> None:
        recipe, out, teacher = self.folder / "student.toml", self.folder / "student", str(self.folder / "grown" / "final")
        recipe.write_text(f'base = "{RECIPE}"\n{STUDENT}', encoding="utf-8")
        self.run("supervise.py", "--recipe", str(recipe), *self.cache, "--out", str(out), "--minutes", self.minutes["student"],
                 "--start", teacher, "--teacher", teacher)
        self.run("quantize.py", "--out", str(out / "first"), "--decoder", "0", str(out / "final"))
        config = json.loads((out / "first" / "config.json").read_text())
        if (config["encoder_layers"], config["decoder_layers"]) != (1, 1) or len(list((out / "made").glob("*.done"))) != 2:
            raise SystemExit("the student has other layers, or its teacher did not write beside it")

    def all(self) -> None:
        self.pack()
        self.stopped()
        run, dev = str(self.folder / "run"), str(self.dev())
        few = ["--dev", dev, "--dev-sentences", "2"]
        self.run("train.py", *self.common, "--out", run, "--minutes", self.minutes["resumed"], "--resume", *few)
        teacher = Translator(**self.recipe["model"] | {"width": 64})
        checkpoint.save(self.folder / "teacher", teacher.state_dict(), teacher.shape, Path(self.spm), int8=False)
        taught = str(self.folder / "taught")
        self.run("supervise.py", *self.common, "--out", taught, "--minutes", self.minutes["taught"],
                 "--start", f"{run}/final", "--teacher", str(self.folder / "teacher"))
        self.grown(f"{run}/final")
        self.student()
        self.run("quantize.py", "--out", str(self.folder / "int8"), f"{run}/final", f"{taught}/final-int8")
        self.run("evaluate.py", "--model", str(self.folder / "int8"), "--dev", dev, "--most", "2", "--width", "2")
        own = ["--model", str(self.folder / "int8"), "--cache", str(self.folder / "cache"), "--spm", self.spm]
        self.run("calibrate.py", *own, "--out", str(self.folder / "calibration.json"), "--seconds", "2")
        self.run("draft.py", *own, "--out", str(self.folder / "draft_head"), "--minutes", "0.4", "--making", "5", "--shapes", "16x16", "--places", "64")
        print("every phase went through", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spm", required=True)
    parser.add_argument("--keep", help="folder for everything that is made, else it is thrown away")
    parser.add_argument("--slow", type=float, default=1.0, help="times as long, on a machine that has other work")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(args.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        Rehearsal(args.spm, folder, args.slow).all()


if __name__ == "__main__":
    main()
