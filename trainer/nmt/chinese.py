"""Simplified to Taiwan's traditional and back, through the OpenCC command line tool in one pass over all lines."""

from __future__ import annotations

import subprocess


def convert(lines: list[str], profile: str) -> list[str]:
    """`profile` is an OpenCC configuration name: `t2s` or `s2twp`."""
    joined = "\n".join(line.replace("\n", " ") for line in lines)
    done = subprocess.run(["opencc", "-c", f"{profile}.json"], input=joined.encode(), capture_output=True, check=True)
    out = done.stdout.decode().split("\n")
    if len(out) == len(lines) + 1 and not out[-1]:
        out.pop()
    if len(out) != len(lines):
        raise RuntimeError(f"opencc returned {len(out)} lines for {len(lines)}")
    return out
