"""Weights on disk: Hugging Face's M2M100 names, float16 to go on training with, or int8 rows with a float32 scale to ship."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import torch
from safetensors.torch import load as load_bytes
from safetensors.torch import save as save_bytes
from torch import Tensor

from .model import MOST_POSITIONS, Translator
from .vocabulary import BOS, EOS, EXTRA, PAD

INT8, HALF = "weights.int8.safetensors", "weights.f16.safetensors"
PART_BYTES = 15 * 2**20
INT8_LEAST_ROWS = 64  # smaller matrices and vectors stay float32: they weigh nothing
_NORMS = {"self_norm": "self_attn_layer_norm", "cross_norm": "encoder_attn_layer_norm", "norm": "final_layer_norm"}
_PLAIN = {"out": "self_attn.out_proj", "cross_out": "encoder_attn.out_proj", "cross_q": "encoder_attn.q_proj", "fc1": "fc1", "fc2": "fc2"}
_FUSED = {"qkv": ("self_attn", "qkv"), "cross_kv": ("encoder_attn", "kv")}


def hf_names(name: str) -> list[str]:
    """The Hugging Face names of one of our parameters; several where ours is fused, in row order."""
    if name == "shared":
        return ["model.shared.weight"]
    side, *rest = name.split(".")
    if side.endswith("_norm"):
        return [f"model.{side[:-5]}.layer_norm.{rest[0]}"]
    layer, part, kind = rest
    stem = f"model.{side}.layers.{layer}"
    if part in _FUSED:
        block, letters = _FUSED[part]
        return [f"{stem}.{block}.{letter}_proj.{kind}" for letter in letters]
    return [f"{stem}.{_NORMS.get(part) or _PLAIN[part]}.{kind}"]


def to_hf(state: dict[str, Tensor]) -> dict[str, Tensor]:
    result = {}
    for name, value in state.items():
        names = hf_names(name)
        result.update(zip(names, value.chunk(len(names))))
    return result


def from_hf(model: Translator, weights: dict[str, Tensor]) -> None:
    state = {name: torch.cat([weights[n].float() for n in hf_names(name)]) for name in model.state_dict()}
    model.load_state_dict(state)


def quantize(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Symmetric int8 per row: value = int8 * scale."""
    result = {}
    for name, value in weights.items():
        value = value.detach().float().cpu()
        if value.dim() == 2 and value.shape[0] >= INT8_LEAST_ROWS:
            scale = value.abs().amax(1).clamp_min(1e-12) / 127
            result[name] = (value / scale[:, None]).round().clamp(-127, 127).to(torch.int8).contiguous()
            result[f"{name}.scale"] = scale
        else:
            result[name] = value.contiguous()
    return result


def dequantize(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {
        name: value.float() * weights[f"{name}.scale"][:, None] if f"{name}.scale" in weights else value.float()
        for name, value in weights.items()
        if not name.endswith(".scale")
    }


def config(shape: dict) -> dict:
    """The configuration of transformers' M2M100 class."""
    sides = {}
    for side in ("encoder", "decoder"):
        sides |= {f"{side}_layers": shape[f"{side}_layers"], f"{side}_attention_heads": shape["heads"]}
        sides |= {f"{side}_ffn_dim": shape["feed_forward"], f"{side}_layerdrop": 0.0}
    return {
        "activation_dropout": 0.0, "activation_function": "relu", "architectures": ["M2M100ForConditionalGeneration"],
        "attention_dropout": 0.0, "bos_token_id": BOS, "d_model": shape["width"], "decoder_start_token_id": EOS,
        "dropout": shape["dropout"], "eos_token_id": EOS, "init_std": 0.02, "is_encoder_decoder": True,
        "max_position_embeddings": MOST_POSITIONS, "model_type": "m2m_100", "pad_token_id": PAD, "scale_embedding": True,
        "tie_word_embeddings": True, "use_cache": True, "vocab_size": shape["vocabulary"], **sides,
    }


def save(folder: Path, model_state: dict[str, Tensor], shape: dict, spm: Path, int8: bool, parts: bool = False, state: dict | None = None) -> None:
    """A folder that loads on its own. Float16 keeps training going; int8 is what ships; `parts` are small enough to travel.

    The folder appears whole or not at all. `state` is where training stood.
    """
    fresh, old = (folder.with_name(f".{folder.name}.{kind}") for kind in ("part", "old"))
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    weights = to_hf(model_state)
    packed = quantize(weights) if int8 else {n: v.detach().half().cpu().contiguous() for n, v in weights.items()}
    content, name = memoryview(save_bytes(packed)), INT8 if int8 else HALF
    if parts:
        for number, begin in enumerate(range(0, len(content), PART_BYTES)):
            (fresh / f"{name}.{number}").write_bytes(content[begin : begin + PART_BYTES])
    else:
        (fresh / name).write_bytes(content)
    (fresh / "config.json").write_text(json.dumps(config(shape), indent=2))
    # Symbol to id, of the tokens that the SentencePiece model does not have, or has at an id no longer used.
    (fresh / "tokens.json").write_text(json.dumps(EXTRA, indent=2))
    if state is not None:
        (fresh / "state.json").write_text(json.dumps(state, indent=1))
    shutil.copyfile(spm, fresh / "spm.model")
    if folder.exists():
        shutil.rmtree(old, ignore_errors=True)
        folder.rename(old)
    fresh.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _content(folder: Path, name: str) -> dict[str, Tensor] | None:
    """Tensors of a file, or of the parts it was cut into."""
    files = [folder / name] if (folder / name).exists() else sorted(folder.glob(f"{name}.*"), key=lambda path: int(path.suffix[1:]))
    return load_bytes(b"".join(path.read_bytes() for path in files)) if files else None


def read(folder: Path, int8: bool | None = None) -> dict[str, Tensor]:
    """Weights of a folder in float32 under Hugging Face names; float16 is preferred where both are there."""
    half = None if int8 else _content(folder, HALF)
    if half is not None:
        return {name: value.float() for name, value in half.items()}
    small = _content(folder, INT8)
    if small is None:
        raise FileNotFoundError(f"{folder} holds neither {HALF} nor {INT8}, whole or in parts.")
    return dequantize(small)


def load(folder: Path, int8: bool | None = None, dropout: float | None = None) -> Translator:
    """A model from a checkpoint folder, or from a folder as it ships."""
    if (folder / "manifest.json").exists():
        from .shipped import Shipped  # needs onnx, which a machine that only trains may not have

        shipped = Shipped(folder)
        given, weights = shipped.config(0.0), shipped.weights()
    else:
        given, weights = json.loads((folder / "config.json").read_text()), read(folder, int8)
    model = Translator(
        encoder_layers=given["encoder_layers"], decoder_layers=given["decoder_layers"], width=given["d_model"],
        heads=given["encoder_attention_heads"], feed_forward=given["encoder_ffn_dim"],
        dropout=given["dropout"] if dropout is None else dropout, vocabulary=given["vocab_size"],
    )
    from_hf(model, weights)
    return model


def mean(folders: list[Path]) -> Translator:
    """The model whose weights are the mean of those in the folders."""
    model, *others = (load(folder) for folder in folders)
    states = [model.state_dict(), *(other.state_dict() for other in others)]
    model.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    return model
