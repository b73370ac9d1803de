"""The translation model: M2M100's arithmetic (pre-norm, ReLU, sinusoidal positions, tied embeddings) on rows of sentences.

Inputs are [rows, slots]; `owner` says which sentence of its row a slot belongs to (see `attention.py`).

Parameters are float32; the forward pass runs in the dtype of its input (bfloat16 on a GPU), norms in float32.
Parameter names follow Hugging Face's class except that query, key and value are one matrix; `checkpoint.py` converts.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .attention import attend, may_look
from .vocabulary import SIZE

MOST_POSITIONS = 512


class Linear(nn.Linear):
    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight.to(x.dtype), self.bias.to(x.dtype))


class Norm(nn.LayerNorm):
    def forward(self, x: Tensor) -> Tensor:
        return F.layer_norm(x.float(), self.normalized_shape, self.weight.float(), self.bias.float(), self.eps).to(x.dtype)


def positions(width: int) -> Tensor:
    """Row n is position id n; the first token of a sequence has id 1."""
    half = width // 2
    angle = torch.arange(MOST_POSITIONS)[:, None] * torch.exp(torch.arange(half) * -(math.log(10000) / (half - 1)))[None]
    table = torch.cat([angle.sin(), angle.cos()], 1)
    table[0] = 0
    return table


class EncoderLayer(nn.Module):
    added = False  # by growth: it has further to go than the others

    def __init__(self, width: int, heads: int, inner: int, dropout: float):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.self_norm, self.norm = Norm(width), Norm(width)
        self.qkv, self.out = Linear(width, 3 * width), Linear(width, width)
        self.fc1, self.fc2 = Linear(width, inner), Linear(inner, width)

    def forward(self, x: Tensor, owner: Tensor) -> Tensor:
        q, k, v = self.qkv(self.self_norm(x)).view(*x.shape[:2], 3, self.heads, -1).unbind(2)
        mixed = attend(q, k, v, may_look(owner, owner, False)).reshape(x.shape)
        x = x + F.dropout(self.out(mixed), self.dropout, self.training)
        inner = self.fc2(F.relu(self.fc1(self.norm(x))))
        return x + F.dropout(inner, self.dropout, self.training)


class DecoderLayer(nn.Module):
    added = False

    def __init__(self, width: int, heads: int, inner: int, dropout: float):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.self_norm, self.cross_norm, self.norm = Norm(width), Norm(width), Norm(width)
        self.qkv, self.out = Linear(width, 3 * width), Linear(width, width)
        self.cross_q, self.cross_kv, self.cross_out = Linear(width, width), Linear(width, 2 * width), Linear(width, width)
        self.fc1, self.fc2 = Linear(width, inner), Linear(inner, width)

    def forward(self, x: Tensor, memory: Tensor, owner: Tensor, memory_owner: Tensor) -> Tensor:
        q, k, v = self.qkv(self.self_norm(x)).view(*x.shape[:2], 3, self.heads, -1).unbind(2)
        mixed = attend(q, k, v, may_look(owner, owner, True)).reshape(x.shape)
        x = x + F.dropout(self.out(mixed), self.dropout, self.training)
        q = self.cross_q(self.cross_norm(x)).view(*x.shape[:2], self.heads, -1)
        k, v = self.cross_kv(memory).view(*memory.shape[:2], 2, self.heads, -1).unbind(2)
        mixed = attend(q, k, v, may_look(owner, memory_owner, False)).reshape(x.shape)
        x = x + F.dropout(self.cross_out(mixed), self.dropout, self.training)
        inner = self.fc2(F.relu(self.fc1(self.norm(x))))
        return x + F.dropout(inner, self.dropout, self.training)


def smoothed_loss(hidden: Tensor, embedding: Tensor, labels: Tensor, smoothing: float) -> tuple[Tensor, Tensor]:
    """Sum of the label-smoothed loss and of the plain one over all labels that are not negative."""
    logits = F.linear(hidden, embedding.to(hidden.dtype)).float()
    real = labels >= 0
    total = torch.logsumexp(logits, 1)
    gold = total - logits.gather(1, labels.clamp_min(0)[:, None]).squeeze(1)
    spread = total - logits.mean(1)
    plain_loss = (gold * real).sum()
    return (1 - smoothing) * plain_loss + smoothing * (spread * real).sum(), plain_loss.detach()


class Translator(nn.Module):
    def __init__(self, encoder_layers=10, decoder_layers=3, width=512, heads=8, feed_forward=2048, dropout=0.1, vocabulary=SIZE):
        super().__init__()
        self.width, self.heads, self.dropout = width, heads, dropout
        self.shape = dict(encoder_layers=encoder_layers, decoder_layers=decoder_layers, width=width, heads=heads,
                          feed_forward=feed_forward, dropout=dropout, vocabulary=vocabulary)
        self.shared = nn.Parameter(torch.empty(vocabulary, width))
        self.encoder = nn.ModuleList(EncoderLayer(width, heads, feed_forward, dropout) for _ in range(encoder_layers))
        self.decoder = nn.ModuleList(DecoderLayer(width, heads, feed_forward, dropout) for _ in range(decoder_layers))
        self.encoder_norm, self.decoder_norm = Norm(width), Norm(width)
        self.register_buffer("positions", positions(width), persistent=False)
        self.run_encoder, self.run_decoder, self.loss = list(self.encoder), list(self.decoder), smoothed_loss
        self.reset()

    def reset(self) -> None:
        nn.init.normal_(self.shared, std=self.width**-0.5)
        with torch.no_grad():
            self.shared[0].zero_()
        for module in self.modules():
            if isinstance(module, Linear):
                # A fused matrix holds several square ones: its own fan-out must not make them smaller.
                nn.init.normal_(module.weight, std=(2 / (module.in_features + min(module.out_features, 2048))) ** 0.5)
                nn.init.zeros_(module.bias)
        for layer in (*self.encoder, *self.decoder):
            for last in (layer.out, layer.fc2):
                last.weight.data.mul_((2 * len(self.encoder)) ** -0.5)

    def compile_layers(self) -> None:
        """Compiles one layer of each kind and the loss: all layers share the code, so it takes seconds, not minutes."""
        torch._dynamo.config.cache_size_limit = 64
        self.run_encoder = [torch.compile(layer, dynamic=False) for layer in self.encoder]
        self.run_decoder = [torch.compile(layer, dynamic=False) for layer in self.decoder]
        self.loss = torch.compile(smoothed_loss, dynamic=False)

    def embed(self, ids: Tensor, places: Tensor, dtype: torch.dtype) -> Tensor:
        x = F.embedding(ids, self.shared) * math.sqrt(self.width) + self.positions[places]
        return F.dropout(x, self.dropout, self.training).to(dtype)

    def encode(self, ids: Tensor, places: Tensor, owner: Tensor, dtype: torch.dtype) -> Tensor:
        x = self.embed(ids, places, dtype)
        for layer in self.run_encoder:
            x = layer(x, owner)
        return self.encoder_norm(x)

    def states(self, batch, dtype: torch.dtype) -> list[Tensor]:
        """What the output layer would read behind each layer of the decoder, a row for every slot of the target."""
        memory = self.encode(batch.source, batch.source_places, batch.source_owner, dtype)
        x, found = self.embed(batch.target, batch.target_places, dtype), []
        for layer in self.run_decoder:
            x = layer(x, memory, batch.target_owner, batch.source_owner)
            found.append(self.decoder_norm(x).flatten(0, 1))
        return found

    def forward(self, batch, smoothing: float, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        return self.loss(self.states(batch, dtype)[-1], self.shared, batch.labels.flatten(), smoothing)
