"""CTranslate2 on the weights of a model folder, as a process of its own, for bench/peers.ts.

Run: python3 ctranslate2_peer.py FOLDER WORKERS THREADS
FOLDER is what ctranslate2-weights.ts wrote: weights, or only the shape of a model whose weights are random. Tokens are ids
written as text, so that our tokenizer serves both runtimes.
"""

import json
import math
import os
import resource
import sys
import time

import ctranslate2
import numpy as np
from ctranslate2.specs import common_spec, transformer_spec

BATCH_ROWS = 32


def convert(folder: str, model: str) -> None:
    with open(os.path.join(folder, "weights.json"), encoding="utf-8") as file:
        about = json.load(file)
    shape, tokens = about["architecture"], about["tokens"]
    tensors = read_tensors(folder, about["parts"]) if "parts" in about else random_tensors(shape)
    width, heads = shape["d_model"], shape["decoder_attention_heads"]

    def linear(spec, names, queries=0):
        weight = np.concatenate([tensors[f"{name}.weight"] for name in names])
        bias = np.concatenate([tensors[f"{name}.bias"] for name in names])
        # Our queries are already divided by the root of the head's width; CTranslate2 does it itself.
        weight[:queries] *= math.sqrt(width / heads)
        bias[:queries] *= math.sqrt(width / heads)
        spec.weight, spec.bias = weight, bias

    def norm(spec, name):
        spec.gamma, spec.beta = tensors[f"{name}.gamma"], tensors[f"{name}.beta"]

    spec = transformer_spec.TransformerSpec.from_config(
        (shape["encoder_layers"], shape["decoder_layers"]), heads, pre_norm=True, activation=common_spec.Activation.RELU
    )
    for side, name in ((spec.encoder, "encoder"), (spec.decoder, "decoder")):
        embeddings = side.embeddings[0] if name == "encoder" else side.embeddings
        embeddings.weight = tensors["embedding"]
        side.scale_embeddings = True
        side.position_encodings.encodings = positions(shape["max_position_embeddings"], width)
        norm(side.layer_norm, f"{name}.layer_norm")
        for i, layer in enumerate(side.layer):
            prefix = f"{name}.layers.{i}"
            own = f"{prefix}.self_attn"
            linear(layer.self_attention.linear[0], ["+".join(f"{own}.{part}_proj" for part in "qkv")], width)
            linear(layer.self_attention.linear[1], [f"{own}.out_proj"])
            norm(layer.self_attention.layer_norm, f"{prefix}.self_attn_layer_norm")
            if name == "decoder":
                cross = f"{prefix}.encoder_attn"
                linear(layer.attention.linear[0], [f"{cross}.q_proj"], width)
                linear(layer.attention.linear[1], [f"{cross}.k_proj", f"{cross}.v_proj"])
                linear(layer.attention.linear[2], [f"{cross}.out_proj"])
                norm(layer.attention.layer_norm, f"{prefix}.encoder_attn_layer_norm")
            linear(layer.ffn.linear_0, [f"{prefix}.fc1"])
            linear(layer.ffn.linear_1, [f"{prefix}.fc2"])
            norm(layer.ffn.layer_norm, f"{prefix}.final_layer_norm")
    spec.decoder.projection.weight = tensors["embedding"]
    names = [str(i) for i in range(shape["vocab_size"])]
    spec.register_source_vocabulary(names)
    spec.register_target_vocabulary(names)
    if os.path.exists(os.path.join(folder, "vmap.txt")):
        spec.register_vocabulary_mapping(os.path.join(folder, "vmap.txt"))
    spec.config.unk_token = "0"
    spec.config.bos_token = spec.config.eos_token = str(tokens["eos"])
    spec.config.decoder_start_token = str(tokens["start"])
    spec.validate()
    spec.optimize(quantization="int8")
    spec.save(model)


def read_tensors(folder: str, parts: list) -> dict[str, np.ndarray]:
    data = np.memmap(os.path.join(folder, "weights.bin"), dtype=np.float32, mode="r")
    tensors, at = {}, 0
    for part in parts:
        size = math.prod(part["shape"])
        tensors[part["name"]] = np.array(data[at : at + size]).reshape(part["shape"])
        at += size
    return tensors


def random_tensors(shape: dict) -> dict[str, np.ndarray]:
    """For a model of which only the time that it takes is asked for."""
    random = np.random.default_rng(1)
    width, inner = shape["d_model"], shape["encoder_ffn_dim"]
    tensors = {"embedding": random.standard_normal((shape["vocab_size"], width), dtype=np.float32)}

    def linear(name: str, outputs: int, inputs: int) -> None:
        tensors[f"{name}.weight"] = random.standard_normal((outputs, inputs), dtype=np.float32) / math.sqrt(inputs)
        tensors[f"{name}.bias"] = np.zeros(outputs, dtype=np.float32)

    def norm(name: str) -> None:
        tensors[f"{name}.gamma"] = np.ones(width, dtype=np.float32)
        tensors[f"{name}.beta"] = np.zeros(width, dtype=np.float32)

    for side in ("encoder", "decoder"):
        norm(f"{side}.layer_norm")
        for i in range(shape[f"{side}_layers"]):
            prefix = f"{side}.layers.{i}"
            linear("+".join(f"{prefix}.self_attn.{part}_proj" for part in "qkv"), 3 * width, width)
            linear(f"{prefix}.self_attn.out_proj", width, width)
            linear(f"{prefix}.fc1", inner, width)
            linear(f"{prefix}.fc2", width, inner)
            norms = ["self_attn_layer_norm", "final_layer_norm"]
            if side == "decoder":
                norms.append("encoder_attn_layer_norm")
                for part in ("q", "k", "v", "out"):
                    linear(f"{prefix}.encoder_attn.{part}_proj", width, width)
            for name in norms:
                norm(f"{prefix}.{name}")
    return tensors


def positions(rows: int, width: int) -> np.ndarray:
    """Sines and then cosines; the first token has position 1."""
    half = width // 2
    angles = np.arange(1, rows)[:, None] * np.exp(np.arange(half) * -(math.log(10_000) / (half - 1)))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)


def translate(translator: ctranslate2.Translator, sentences: list, beam: int) -> list[str]:
    running = []
    for places, options in batches(sentences):
        results = translator.translate_batch(
            [[str(token) for token in sentences[i]["tokens"]] for i in places],
            beam_size=beam,
            max_batch_size=BATCH_ROWS,
            asynchronous=True,
            **options,
        )
        running.extend(zip(places, results))
    answers = [""] * len(sentences)
    for place, result in running:
        answers[place] = " ".join(result.result().hypotheses[0])
    return answers


def batches(sentences: list) -> list[tuple[list[int], dict]]:
    """Places of sentences that may share a batch, and how it is decoded."""
    if "length" in sentences[0]:
        # Random weights do not know when to end: sentences of about one length go together and get the length of their mean.
        order = sorted(range(len(sentences)), key=lambda i: sentences[i]["length"])
        groups = [order[at : at + BATCH_ROWS] for at in range(0, len(order), BATCH_ROWS)]
        lengths = [round(sum(sentences[i]["length"] for i in group) / len(group)) for group in groups]
        return [
            (group, {"min_decoding_length": length, "max_decoding_length": length})
            for group, length in zip(groups, lengths)
        ]
    # A batch has one target language: with both, each would choose from the frequent tokens of both.
    langs = sorted({sentence["to"] for sentence in sentences})
    return [
        ([i for i, one in enumerate(sentences) if one["to"] == lang], {"max_decoding_length": 256, "use_vmap": True})
        for lang in langs
    ]


def processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    folder, workers, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    model = os.path.join(folder, "model")
    if not os.path.isdir(model):
        os.mkdir(model)
        convert(folder, model)
        return
    start = time.perf_counter()
    translator = ctranslate2.Translator(model, inter_threads=workers, intra_threads=threads, compute_type="int8")
    print(json.dumps({"loadMs": (time.perf_counter() - start) * 1000}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        start, before = time.perf_counter(), processor_seconds()
        answers = translate(translator, question["sentences"], question["beam"])
        seconds, processor = time.perf_counter() - start, processor_seconds() - before
        print(json.dumps({"answers": answers, "seconds": seconds, "processorSeconds": processor}), flush=True)


main()
