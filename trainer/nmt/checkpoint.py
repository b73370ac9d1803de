"""Weights on disk: Hugging Face's M2M100 names, float16 to go on training with, or int8 rows with a float32 scale to ship."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from .model import MOST_POSITIONS, Translator
from .vocabulary import BOS, EOS, EXTRA, PAD

INT8_LEAST_ROWS = 64  # smaller matrices and vectors stay float32: they weigh nothing
_NORMS = {"self_norm": "self_attn_layer_norm", "cross_norm": "encoder_attn_layer_norm", "norm": "final_layer_norm"}
_PLAIN = {"out": "self_attn.out_proj", "cross_out": "encoder_attn.out_proj", "cross_q": "encoder_attn.q_proj", "fc1": "fc1", "fc2": "fc2"}
_FUSED = {"qkv": ("self_attn", "qkv"), "cross_kv": ("encoder_attn", "kv")}


def _hf_names(name: str) -> list[str]:
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
        names = _hf_names(name)
        result.update(zip(names, value.chunk(len(names))))
    return result


def from_hf(model: Translator, weights: dict[str, Tensor]) -> None:
    state = {name: torch.cat([weights[n].float() for n in _hf_names(name)]) for name in model.state_dict()}
    model.load_state_dict(state)


def quantize(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Symmetric int8 per row: value = int8 * scale."""
    result = {}
    for name, value in weights.items():
        value = value.detach().float().cpu()
        if value.dim() == 2 and value.shape[0] >= INT8_LEAST_ROWS:
            scale = value.abs().amax(1).clamp_min(1e-12) / 127
            result[name] = (value / scale[:, None]).round().clamp(-127, 127).to(torch.int8)
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


def save(folder: Path, model_state: dict[str, Tensor], shape: dict, spm: Path, int8: bool) -> None:
    """A folder that loads on its own. Float16 keeps training going; int8 is what ships."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = to_hf(model_state)
    if int8:
        save_file(quantize(weights), folder / "weights.int8.safetensors")
    else:
        save_file({n: v.detach().half().cpu().contiguous() for n, v in weights.items()}, folder / "weights.f16.safetensors")
    (folder / "config.json").write_text(json.dumps(config(shape), indent=2))
    # Symbol to id, of the tokens that the SentencePiece model does not have, or has at an id no longer used.
    (folder / "tokens.json").write_text(json.dumps(EXTRA, indent=2))
    if spm.resolve() != (folder / "spm.model").resolve():
        shutil.copyfile(spm, folder / "spm.model")


def read(folder: Path, int8: bool | None = None) -> dict[str, Tensor]:
    """Weights of a folder in float32 under Hugging Face names; float16 is preferred where both are there."""
    small, half = folder / "weights.int8.safetensors", folder / "weights.f16.safetensors"
    use_int8 = not half.exists() if int8 is None else int8
    return dequantize(load_file(small)) if use_int8 else {n: v.float() for n, v in load_file(half).items()}


def load(folder: Path, int8: bool | None = None) -> Translator:
    given = json.loads((folder / "config.json").read_text())
    model = Translator(
        encoder_layers=given["encoder_layers"], decoder_layers=given["decoder_layers"], width=given["d_model"],
        heads=given["encoder_attention_heads"], feed_forward=given["encoder_ffn_dim"], dropout=given["dropout"],
        vocabulary=given["vocab_size"],
    )
    from_hf(model, read(folder, int8))
    return model
