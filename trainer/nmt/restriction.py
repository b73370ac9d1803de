"""Takes pieces out of use in a SentencePiece model: text is then cut into smaller pieces, and every id stays what it was.

A piece that training has hardly seen has an embedding of noise, and noise is translated with confidence. Single
characters stay in use longer: what they would be cut into are bytes.
"""

from __future__ import annotations

from typing import Iterator

import numpy as np

NORMAL, UNUSED = 1, 5
_PIECE, _TEXT, _TYPE = 1, 1, 3  # field numbers of sentencepiece_model.proto


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def _as_varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def _fields(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Number, content and whole bytes of each field of a message."""
    at = 0
    while at < len(data):
        begin = at
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 2:
            size, at = _varint(data, at)
            content, at = data[at : at + size], at + size
        elif kind == 0:
            start = at
            _, at = _varint(data, at)
            content = data[start:at]
        else:
            size = {5: 4, 1: 8}[kind]
            content, at = data[at : at + size], at + size
        yield key >> 3, content, data[begin:at]


def _with_type(piece: bytes, kind: int) -> bytes:
    rest = b"".join(whole for number, _, whole in _fields(piece) if number != _TYPE)
    return rest + _as_varint(_TYPE << 3) + _as_varint(kind)


def pieces(model: bytes) -> list[tuple[str, int]]:
    """Text and type of each piece."""
    found = []
    for number, content, _ in _fields(model):
        if number == _PIECE:
            parts = {inner: value for inner, value, _ in _fields(content)}
            found.append((parts[_TEXT].decode(), _varint(parts[_TYPE], 0)[0] if _TYPE in parts else NORMAL))
    return found


def named(model: bytes, texts: set[str]) -> list[int]:
    """The pieces in use with these texts."""
    return [i for i, (text, kind) in enumerate(pieces(model)) if kind == NORMAL and text in texts]


def rare(model: bytes, counts: np.ndarray, least: float, least_single: float) -> list[int]:
    """Ids of ordinary pieces that occur fewer times than `least`; of single characters, than `least_single`."""
    return [
        number
        for number, (text, kind) in enumerate(pieces(model))
        if kind == NORMAL and counts[number] < (least if len(text.lstrip("▁")) > 1 else least_single)
    ]


def restricted(model: bytes, unused: list[int]) -> bytes:
    """The model with these pieces out of use."""
    out, number, unwanted = [], 0, set(unused)
    for field, content, whole in _fields(model):
        if field == _PIECE:
            if number in unwanted:
                content = _with_type(content, UNUSED)
                whole = _as_varint(_PIECE << 3 | 2) + _as_varint(len(content)) + content
            number += 1
        out.append(whole)
    return b"".join(out)
