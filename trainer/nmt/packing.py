"""Puts sentences into rows of fixed room on both sides, nearly without a gap."""

from __future__ import annotations

import numpy as np

GROUPS = 4
LAST_TRIES = 4


def pack(source: np.ndarray, target: np.ndarray, rows: int, source_room: int, target_room: int) -> np.ndarray:
    """The row of each sentence, or -1 for the few that found no room.

    The longest come first, a layer of one sentence per row at a time; of a layer, the longer ones go where most is
    left. Within a quarter of the rows, those with about the same room, a sentence that is long on one side goes where that side is emptier.
    """
    left_source, left_target = np.full(rows, source_room), np.full(rows, target_room)
    where, group = np.full(len(source), -1), max(1, rows // GROUPS)
    order = np.argsort(-np.maximum(source / source_room, target / target_room), kind="stable")

    def roomiest(count: int) -> np.ndarray:
        return np.argsort(-np.minimum(left_source / source_room, left_target / target_room), kind="stable")[:count]

    def place(some: np.ndarray, at: np.ndarray) -> None:
        fits = (source[some] <= left_source[at]) & (target[some] <= left_target[at])
        some, at = some[fits], at[fits]
        where[some] = at
        left_source[at] -= source[some]
        left_target[at] -= target[some]

    for begin in range(0, len(order), rows):
        layer = order[begin : begin + rows]
        at = roomiest(len(layer))
        whole = len(layer) // group * group
        if whole:
            groups, places = layer[:whole].reshape(-1, group), at[:whole].reshape(-1, group)
            by_sentence = np.argsort((source - target)[groups], 1, kind="stable")
            by_row = np.argsort((left_source - left_target)[places], 1, kind="stable")
            layer = np.concatenate([np.take_along_axis(groups, by_sentence, 1).ravel(), layer[whole:]])
            at = np.concatenate([np.take_along_axis(places, by_row, 1).ravel(), at[whole:]])
        place(layer, at)
    for _ in range(LAST_TRIES):
        lost = order[where[order] < 0][:rows]
        if len(lost) == 0:
            break
        place(lost, roomiest(len(lost)))
    return where
