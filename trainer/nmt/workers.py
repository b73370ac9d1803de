"""Work on a table too big to be sent: forked processes inherit it, and only what they make of it travels."""

from __future__ import annotations

import gc
import multiprocessing
from typing import Callable, Iterator, TypeVar

Result = TypeVar("Result")
Task = Callable[[int, int], Result]


class _Worker:
    """What a forked process has to do; set once in each of them, before its first call."""

    task: Task | None = None

    @classmethod
    def start(cls, task: Task) -> None:
        cls.task = task

    @classmethod
    def call(cls, stretch: tuple[int, int]) -> object:
        return cls.task(*stretch)


def stretches(task: Task, count: int, size: int, processes: int) -> Iterator[Result]:
    """Calls `task(begin, end)` on stretches of a table of `count` entries that the task holds; results come in order."""
    spans = [(begin, min(begin + size, count)) for begin in range(0, count, size)]
    gc.freeze()  # a collection in a child would touch, and so copy, every page that it shares with the parent
    with multiprocessing.get_context("fork").Pool(processes, _Worker.start, (task,)) as pool:
        yield from pool.imap(_Worker.call, spans)
