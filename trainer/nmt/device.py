"""The device that does the work and its number format, with the switches that belong to them."""

from __future__ import annotations

import torch


def choose() -> tuple[str, torch.dtype]:
    torch.set_float32_matmul_precision("high")
    # cuDNN plans anew for every length; in decoding, where the length grows with each step, that is all it does.
    torch.backends.cuda.enable_cudnn_sdp(False)
    return ("cuda", torch.bfloat16) if torch.cuda.is_available() else ("cpu", torch.float32)
