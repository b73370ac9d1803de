"""What the register mark and the sentence before do, on the written text that is held out.

    python abilities.py --model DIR --written written [--width 4]

Register: how many Japanese outputs are in the register asked for, and chrF when each line asks for its reference's own.
Context: chrF of the lines that have one before them in their document, without it, with its source, and with its translation by the model too.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from nmt import checkpoint, device, written
from nmt.devset import Outputs
from nmt.metrics import chrf
from nmt.register import PLAIN, POLITE, register
from nmt.vocabulary import Vocabulary

WAYS = (("en", "ja"), ("zh", "ja"), ("ja", "en"), ("zh", "en"), ("en", "zh"), ("ja", "zh"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--written", required=True)
    parser.add_argument("--width", type=int, default=4)
    args = parser.parse_args()
    where, dtype = device.choose()
    model = checkpoint.load(Path(args.model)).to(where, dtype).eval().requires_grad_(False)
    outputs = Outputs(Vocabulary(str(Path(args.model) / "spm.model")), where, dtype)
    _, lines = written.read(Path(args.written))
    for source, target in (way for way in WAYS if way[1] == "ja"):
        told = [line for line in lines if register(line.ja)]
        sources, references = [getattr(line, source) for line in told], [line.ja for line in told]
        row: dict[str, float] = {"lines": len(told), "chrf without": round(chrf(outputs.translate(model, sources, target, None, args.width), references), 2)}
        made = outputs.translate(model, sources, target, None, args.width, registers=[register(text) for text in references])
        row["chrf with the reference's"] = round(chrf(made, references), 2)
        for name, asked, other in (("polite", POLITE, PLAIN), ("plain", PLAIN, POLITE)):
            found = [register(text) for text in outputs.translate(model, sources, target, None, args.width, registers=[asked] * len(told))]
            row[f"asked {name}, is"] = round(found.count(asked) / len(found), 4)
            row[f"asked {name}, is the other"] = round(found.count(other) / len(found), 4)
        print("register", f"{source}-{target}", json.dumps(row), flush=True)
    for source, target in WAYS:
        follow = [(one, two) for one, two in zip(lines, lines[1:]) if one.document == two.document != "-"]
        sources, references = [getattr(two, source) for _, two in follow], [getattr(two, target) for _, two in follow]
        earlier = [getattr(one, source) for one, _ in follow]
        translated = outputs.translate(model, earlier, target, None, args.width)
        row = {"lines": len(follow)}
        for name, before in (("without", None), ("source", [(text,) for text in earlier]), ("both", list(zip(earlier, translated)))):
            row[f"chrf {name}"] = round(chrf(outputs.translate(model, sources, target, None, args.width, before=before), references), 2)
        print("context", f"{source}-{target}", json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
