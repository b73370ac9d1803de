"""A deeper model that computes exactly what the shallower one does: each layer gets copies behind it that add nothing yet.
Or a shallower one out of some of the layers, to be taught by the whole.
"""

from __future__ import annotations

import torch
from torch import nn

from .model import Translator

OUTPUTS = ("out", "cross_out", "fc2")  # projections whose results a layer adds to what goes through it


def grown(model: Translator, encoder_layers: int, decoder_layers: int) -> Translator:
    """The model itself where it is as deep as asked. A copy's output projections are zero, so it starts as the identity
    and learns from the first step on; the rest of it is worth more than noise."""
    asked = {"encoder": encoder_layers, "decoder": decoder_layers}
    have = {side: len(getattr(model, side)) for side in asked}
    if asked == have:
        return model
    for side, layers in asked.items():
        if layers < have[side]:
            raise ValueError(f"The model has {have[side]} {side} layers; {layers} would be fewer.")
    larger = Translator(**model.shape | {"encoder_layers": encoder_layers, "decoder_layers": decoder_layers})
    larger.load_state_dict(model.state_dict(), strict=False)
    for side in asked:
        spread(getattr(model, side), getattr(larger, side))
    return larger


@torch.no_grad()
def spread(layers: nn.ModuleList, room: nn.ModuleList) -> None:
    """Each layer and, behind it, its share of the copies that there is room for."""
    have, extra, at = len(layers), len(room) - len(layers), 0
    for number, layer in enumerate(layers):
        copies = (number + 1) * extra // have - number * extra // have
        room[at].load_state_dict(layer.state_dict())
        for copy in room[at + 1 : at + 1 + copies]:
            copy.load_state_dict(layer.state_dict())
            copy.added = True
            for name in OUTPUTS:
                if last := getattr(copy, name, None):
                    last.weight.zero_()
                    last.bias.zero_()
        at += 1 + copies


def pruned(model: Translator, encoder: list[int], decoder: list[int]) -> Translator:
    """Only these layers, in this order, and everything that is not a layer."""
    kept = {"encoder": encoder, "decoder": decoder}
    smaller = Translator(**model.shape | {f"{side}_layers": len(numbers) for side, numbers in kept.items()})
    state = {name: value for name, value in model.state_dict().items() if name.split(".")[0] not in kept}
    smaller.load_state_dict(state, strict=False)
    for side, numbers in kept.items():
        for layer, number in zip(getattr(smaller, side), numbers):
            layer.load_state_dict(getattr(model, side)[number].state_dict())
    return smaller
