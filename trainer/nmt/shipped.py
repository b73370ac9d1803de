"""Reads the weights back out of a model folder as it ships, so that a run can start from what is in the repository."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor


def initializers(file: Path) -> dict[str, onnx.TensorProto]:
    return {tensor.name: tensor for tensor in onnx.load(str(file), load_external_data=False).graph.initializer}


class Shipped:
    """A folder in the runtime's own layout: graphs that name their tensors, most of which lie in weight files."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        self.tensors: dict[str, onnx.TensorProto] = {}
        for file in (folder / "encoder.onnx", folder / "decoder.onnx", folder / "output.onnx"):
            self.tensors.update(initializers(file))

    def config(self, dropout: float) -> dict:
        shape, inner = self.manifest["shape"], len(self._array("encoder.layers.0.fc1.bias", np.float32))
        layers = {side: sum(f"{side}.layers.{n}.fc1.bias" in self.tensors for n in range(100)) for side in ("encoder", "decoder")}
        return {
            "encoder_layers": layers["encoder"], "decoder_layers": layers["decoder"], "d_model": shape["width"],
            "encoder_attention_heads": shape["heads"], "encoder_ffn_dim": inner, "dropout": dropout, "vocab_size": shape["vocabulary"],
        }

    def weights(self) -> dict[str, Tensor]:
        """Hugging Face names, float32."""
        width, heads = self.manifest["shape"]["width"], self.manifest["shape"]["heads"]
        found = {"model.shared.weight": self._rows("embedding", "embedding.scale", width)}
        for name in self.tensors:
            stem, _, kind = name.rpartition(".")
            if kind in ("gamma", "beta"):
                found[f"model.{stem}.{'weight' if kind == 'gamma' else 'bias'}"] = self._array(name, np.float32)
            elif kind == "weight":
                outputs = len(self._array(f"{stem}.scale", np.float32))
                matrix = self._rows(name, f"{stem}.scale", outputs, turned=True)
                parts = stem.split("+")
                biases = np.split(self._array(f"{stem}.bias", np.float32), len(parts))
                for part, rows, bias in zip(parts, np.split(matrix, len(parts)), biases):
                    # The runtime has the scores' factor in the queries.
                    factor = (width / heads) ** 0.5 if part.endswith("q_proj") else 1.0
                    found[f"model.{part}.weight"], found[f"model.{part}.bias"] = rows * factor, bias * factor
        return {name: torch.from_numpy(np.array(value, np.float32)) for name, value in found.items()}

    def draft_head(self) -> dict[str, Tensor]:
        """Under the names that draft.py writes; int8 rows and their scales as they are."""
        self.tensors.update(initializers(sorted(self.folder.glob("single-sentence-*.onnx"))[0]))
        factor = (self.manifest["shape"]["width"] / self.manifest["shape"]["heads"]) ** 0.5
        found = {"table": self._array("draft_head.table", np.int8).reshape(self.manifest["shape"]["vocabulary"], -1),
                 "table.scale": self._array("draft_head.table.scale", np.float32)}
        for part in ("mix", "query", "out", "narrow"):
            scale, bias = (self._array(f"draft_head.{part}.{kind}", np.float32) * (factor if part == "query" else 1.0) for kind in ("scale", "bias"))
            rows = self._array(f"draft_head.{part}.weight", np.int8).reshape(-1, len(scale)).T
            found |= {f"{part}.weight": rows, f"{part}.weight.scale": scale, f"{part}.bias": bias}
        return {f"model.draft_head.{name}": torch.from_numpy(np.ascontiguousarray(value)) for name, value in found.items()}

    def shortlists(self) -> dict[str, list[int]]:
        """The tokens of each target language, under its tag."""
        tags = self.manifest["tokens"]["languages"]
        lists = {lang: initializers(self.folder / file)["shortlist"] for lang, file in self.manifest["outputs"].items()}
        return {str(tags[lang]): np.frombuffer(tensor.raw_data, np.int32).tolist() for lang, tensor in lists.items()}

    def lexicon(self) -> bytes:
        return (self.folder / self.manifest["shortlist"]["lexicalTable"]).read_bytes()

    def _rows(self, name: str, scale: str, columns: int, turned: bool = False) -> np.ndarray:
        values = self._array(name, np.int8).reshape(-1, columns)
        return (values.T if turned else values) * self._array(scale, np.float32)[:, None]

    def _array(self, name: str, dtype: type) -> np.ndarray:
        tensor = self.tensors[name]
        place = {entry.key: entry.value for entry in tensor.external_data}
        if "location" not in place:
            return np.frombuffer(tensor.raw_data, dtype)
        count = int(place["length"]) // np.dtype(dtype).itemsize
        return np.fromfile(self.folder / place["location"], dtype, count, offset=int(place.get("offset", 0)))
