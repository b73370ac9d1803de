"""The supervisor: a run that works is left alone, whatever state its heartbeat is found in."""

import json
import os
import tempfile
import time
import unittest
from pathlib import Path

from nmt.progress import Progress
from supervise import silent_for


class Silence(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.out = Path(scratch.name)
        self.beat = self.out / "heartbeat.json"
        self.long_ago = time.time() - 1000

    def test_counts_from_the_start_before_the_first_heartbeat(self):
        self.assertAlmostEqual(silent_for(self.out, self.long_ago), 1000, delta=5)

    def test_takes_the_word_of_a_fresh_heartbeat(self):
        self.beat.write_text(json.dumps({"silent": 150}))
        self.assertEqual(silent_for(self.out, self.long_ago), 150)

    def test_a_half_written_heartbeat_is_a_fresh_one(self):
        self.beat.write_text("")
        self.assertLess(silent_for(self.out, self.long_ago), 5)

    def test_a_heartbeat_that_has_stopped_counts_by_its_age(self):
        self.beat.write_text(json.dumps({"silent": 0}))
        os.utime(self.beat, (self.long_ago + 100, self.long_ago + 100))
        self.assertAlmostEqual(silent_for(self.out, self.long_ago), 900, delta=5)

    def test_progress_never_shows_half_a_heartbeat(self):
        Progress(self.out, time.time())
        deadline = time.time() + 5
        while not self.beat.exists() and time.time() < deadline:
            time.sleep(0.01)
        self.assertEqual(json.loads(self.beat.read_text())["phase"], "start")


if __name__ == "__main__":
    unittest.main()
