"""Keeps a run going while nobody looks: starts train.py, and starts it again where it stopped if it fails or hangs.

    python supervise.py --minutes 23 --out DIR --recipe recipes/continue.toml --cache DIR --spm FILE ...

The minutes count from here and hold for all attempts together. Everything else goes to train.py as it is.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

STARTED = time.time()
ATTEMPTS = 3
SILENCE_SECONDS = 200
LEAST_MINUTES = 1.0


def silent_for(out: Path, since: float) -> float:
    """Seconds without progress, by the heartbeat's word or, when that has stopped or cannot be read, by its age."""
    file = out / "heartbeat.json"
    try:
        age = time.time() - max(file.stat().st_mtime, since)
    except OSError:
        return time.time() - since
    try:
        return max(json.loads(file.read_text())["silent"], age)
    except (OSError, ValueError):
        return age


def attempt(command: list[str], out: Path) -> int:
    since, process = time.time(), subprocess.Popen(command)
    while process.poll() is None:
        time.sleep(2)
        if silent_for(out, since) > SILENCE_SECONDS and time.time() - since > SILENCE_SECONDS:
            print("train.py hangs and is ended", flush=True)
            process.kill()
            process.wait()
    return process.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--out", required=True)
    args, rest = parser.parse_known_args()
    out, code = Path(args.out), 1
    for number in range(ATTEMPTS):
        left = args.minutes - (time.time() - STARTED) / 60
        if number and left < LEAST_MINUTES:
            break
        command = [sys.executable, str(Path(__file__).with_name("train.py")), *rest, "--out", str(out), "--minutes", f"{left:.2f}"]
        if number:
            # Without a checkpoint it did not even get through its first minutes: the compiler is the likeliest cause.
            command += ["--resume"] if (out / "resume.pt").exists() else ["--eager"]
        print("attempt", number + 1, "with", f"{left:.1f} minutes", flush=True)
        code = attempt(command, out)
        if code == 0:
            break
    raise SystemExit(code)


if __name__ == "__main__":
    main()
