"""Recipes: TOML, one on top of another. `base = "other.toml"` takes over everything that is not said anew."""

from __future__ import annotations

import tomllib
from pathlib import Path


def read(path: Path) -> dict:
    own = tomllib.loads(path.read_text(encoding="utf-8"))
    return merged(read(path.parent / own.pop("base")), own) if "base" in own else own


def merged(below: dict, above: dict) -> dict:
    """Tables are joined, everything else (lists too) is replaced."""
    result = dict(below)
    for name, value in above.items():
        both_tables = isinstance(value, dict) and isinstance(result.get(name), dict)
        result[name] = merged(result[name], value) if both_tables else value
    return result
