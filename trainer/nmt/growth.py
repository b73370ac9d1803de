"""A deeper encoder that computes exactly what the shallower one does: each layer gets copies behind it that add nothing yet."""

from __future__ import annotations

import torch

from .model import Translator


def grown(model: Translator, encoder_layers: int) -> Translator:
    """The model itself where it is as deep as asked. A copy's two output projections are zero, so it starts as the identity
    and learns from the first step on; the rest of it is worth more than noise."""
    have = len(model.encoder)
    if encoder_layers == have:
        return model
    if encoder_layers < have:
        raise ValueError(f"The model has {have} encoder layers; {encoder_layers} would be fewer.")
    larger = Translator(**model.shape | {"encoder_layers": encoder_layers})
    larger.load_state_dict(model.state_dict(), strict=False)
    extra, at = encoder_layers - have, 0
    with torch.no_grad():
        for number, layer in enumerate(model.encoder):
            copies = (number + 1) * extra // have - number * extra // have
            larger.encoder[at].load_state_dict(layer.state_dict())
            for copy in larger.encoder[at + 1 : at + 1 + copies]:
                copy.load_state_dict(layer.state_dict())
                for last in (copy.out, copy.fc2):
                    last.weight.zero_()
                    last.bias.zero_()
            at += 1 + copies
    return larger
