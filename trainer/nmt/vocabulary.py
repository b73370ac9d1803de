"""Token ids: the SentencePiece model plus the special tokens that steer a request.

Special tokens are always inserted by id. Real text that happens to spell one (`<t>` in a web page) is spelled out
with ordinary pieces instead, so that a document can never forge a mark.
"""

from __future__ import annotations

import re

import numpy as np
import sentencepiece

PAD, UNK, BOS, EOS = 0, 1, 2, 3
LANGUAGES = ("en", "ja", "zh", "zt")
# The pieces that the SentencePiece model does not have get ids behind its 32,000; the rest up to 32,015 is reserved.
# <polite> and <plain> ask for a register of Japanese. What stands in front of <before> is the sentence before the one to be
# translated, and what stands between it and <before-translated> that sentence's translation.
EXTRA = {"<news>": 32000, "<law>": 32001, "<biz>": 32002, "<gen>": 32003, "<bt>": 32004, "<polite>": 32005, "<plain>": 32006, "<before>": 32007, "<before-translated>": 32008}
SIZE = 32016
DOMAINS = ("it", "wiki", "talk", "dict", "news", "law", "biz", "gen")
PLACEHOLDERS = tuple(f"<x{i}>" for i in range(10))
MARK_OPEN, MARK_IS, MARK_CLOSE = "<t>", "<=>", "</t>"
SPELLED = re.compile(r"<(?:2[a-z]{2}|it|wiki|talk|news|law|biz|dict|/?t|=|x\d)>")
# Piece text decides what script a piece is in; used to see whether an output is in the language asked for.
OTHER, LATIN, HAN, KANA = range(4)
_KANA, _HAN, _LATIN = re.compile(r"[\u3041-\u30fa\uff66-\uff9d]"), re.compile(r"[\u3400-\u9fff]"), re.compile(r"[A-Za-z]{2}")


class Vocabulary:
    def __init__(self, path: str):
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=path)
        self.language = [self.pieces.piece_to_id(f"<2{code}>") for code in LANGUAGES]
        self.domain = [self.special(f"<{name}>") for name in DOMAINS]
        # Ids 4 to 31 are the model file's own user symbols, also those that no longer have a meaning.
        self.specials = {*range(4, 32), *EXTRA.values()}
        self.spelling = {i: self._spell(self.pieces.id_to_piece(i)) for i in self.specials if i < 32000}

    def special(self, name: str) -> int:
        return EXTRA[name] if name in EXTRA else self.pieces.piece_to_id(name)

    def _spell(self, piece: str) -> list[int]:
        ids = []
        for char in piece:
            one = self.pieces.piece_to_id(char)
            ids += [one] if one != UNK else [self.pieces.piece_to_id(f"<0x{b:02X}>") for b in char.encode()]
        return ids

    def encode_marked(self, texts: list[str], threads: int = 1) -> list[list[int]]:
        """Ids of texts whose `<t>`, `<=>`, `</t>` and `<x0>` are marks put there on purpose."""
        return self.pieces.encode(texts, num_threads=threads)

    def encode_plain(self, text: str) -> list[int]:
        """Ids of real text: whatever spells a special token is written out with ordinary pieces."""
        return [i for token in self.pieces.encode(text) for i in self.spelling.get(token, (token,))]

    def encode_parts(self, parts: list[str | int]) -> list[int]:
        """Ids of real text mixed with special ids, equal to encoding the whole with the specials spelled in place.

        A text part is encoded between two anchors that are cut off again: only so does it keep its outer spaces, and
        start without the word-begin mark that SentencePiece puts in front of every input.
        """
        ids, anchor = [], self.pieces.piece_to_id("<x0>")
        if parts and isinstance(parts[0], int):
            ids += self.pieces.encode("<x0>")[:-1]
        for number, part in enumerate(parts):
            if isinstance(part, int):
                ids.append(part)
                continue
            before, after = "<x0>" if number else "", "<x0>" if number + 1 < len(parts) else ""
            tokens = self.pieces.encode(before + part + after)
            if before:
                tokens = tokens[tokens.index(anchor) + 1 :]
            if after:
                tokens = tokens[:-1]
            ids += [i for token in tokens for i in self.spelling.get(token, (token,))]
        return ids

    def decode(self, ids: list[int]) -> str:
        return self.pieces.decode([int(i) for i in ids if EOS < i < 32000])

    def scripts(self) -> np.ndarray:
        table = np.zeros(SIZE, np.uint8)
        for i in range(32000):
            piece = self.pieces.id_to_piece(i)
            if i in self.specials or piece.startswith("<0x"):
                continue
            table[i] = KANA if _KANA.search(piece) else HAN if _HAN.search(piece) else LATIN if _LATIN.search(piece) else OTHER
        return table
