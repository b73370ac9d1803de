"""Cleaning, leakage, marks, placeholders and noise: what the text rules promise. `python -m unittest` in trainer/."""

import random
import re
import unittest

from nmt import chinese_sentences, cleaning, noise, punctuation
from nmt.leakage import HeldOut, fingerprint
from nmt.metrics import bleu, chrf
from nmt.placeholders import PlaceholderMaker
from nmt.sentences import sentences, whole
from nmt.terms import Marker, TermTable
from nmt.variants import balanced


class Cleaning(unittest.TestCase):
    def test_names_the_rule_that_a_pair_breaks(self):
        self.assertEqual(cleaning.fault("Save", "Save", ("en", "ja")), "wrong script")
        self.assertEqual(cleaning.fault("a <t> b", "あ", ("en", "ja")), "spells a special token")
        self.assertEqual(cleaning.fault("Save the file now, please, before you leave the room.", "保", ("en", "zh")), "length ratio")
        self.assertEqual(cleaning.fault("Do you accept credit cards?", "侬接受勿接受信用卡？", ("en", "zh")), "another Chinese language")
        self.assertIsNone(cleaning.fault("Please do not smoke in Iraq.", "请勿在伊拉克吸烟。", ("en", "zh")))
        self.assertIsNone(cleaning.fault("Save the file.", "ファイルを保存します。", ("en", "ja")))

    def test_takes_accelerators_out_of_interface_text_only(self):
        self.assertEqual(cleaning.tidy("放棄(&A)", "libreoffice"), "放棄")
        self.assertEqual(cleaning.tidy("Set up _read-only mount", "debian-mo"), "Set up read-only mount")
        self.assertEqual(cleaning.tidy("a_b (&A)", "mdn"), "a_b (&A)")


    def test_shortens_runs_of_one_mark(self):
        self.assertEqual(cleaning.tidy("title . . . . . . next", "any"), "title ... next")
        self.assertEqual(cleaning.tidy("――――――そうだ", "any"), "―――そうだ")
        self.assertEqual(cleaning.tidy("wait... what", "any"), "wait... what")


class Leakage(unittest.TestCase):
    def test_finds_a_line_whatever_its_marks_and_width(self):
        held_out = HeldOut([])
        held_out.lines = {fingerprint("Hello, wide World 2024!"), fingerprint("はい")}
        self.assertTrue(held_out.holds(fingerprint("hello wide ｗｏｒｌｄ ２０２４"), fingerprint("何か")))
        self.assertFalse(held_out.holds(fingerprint("Yes"), fingerprint("はい")))


class Marks(unittest.TestCase):
    def setUp(self):
        table = TermTable()
        for english, japanese in (("cat", "子猫"), ("meeting", "会議"), ("budget", "予算"), ("river", "河川")):
            table.add(english, japanese)
        self.marker = Marker({"ja": table}, random.Random(3))
        self.pair = ("The budget of the meeting was 42 yen.", "会議の予算は42円だった。")

    def test_every_mark_asks_for_what_the_target_says(self):
        for _ in range(50):
            source, target = self.marker.mark(*self.pair, ("en", "ja"))
            wanted = re.findall(r"<=>(.*?)</t>", source)
            self.assertTrue(wanted)
            for term in wanted:
                self.assertIn(term, target)
            self.assertEqual(source.count("<t>"), source.count("</t>"))

    def test_a_term_into_english_stands_behind_a_blank_as_in_its_sentence(self):
        for _ in range(50):
            source, target = self.marker.mark(*reversed(self.pair), ("ja", "en"))
            for term in re.findall(r"<=>(.*?)</t>", source):
                self.assertTrue(term.startswith(" "))
                self.assertIn(term.strip(), target)

    def test_some_marks_ask_for_another_word(self):
        targets = {self.marker.mark(*self.pair, ("en", "ja"))[1] for _ in range(50)}
        self.assertGreater(len(targets), 5)

    def test_placeholders_stand_once_on_both_sides(self):
        placeholders = PlaceholderMaker(self.marker, random.Random(4))
        for _ in range(50):
            self.assertTrue(balanced(*placeholders.replace(*self.pair, ("en", "ja"))))
            self.assertTrue(balanced(*placeholders.wrap(*self.pair, ("en", "ja"))))

    def test_placeholders_stand_for_words_too(self):
        placeholders = PlaceholderMaker(self.marker, random.Random(5))
        sources = {placeholders.replace(*self.pair, ("en", "ja"))[0] for _ in range(50)}
        self.assertTrue(any("budget" not in source and "meeting" in source for source in sources))

    def test_noise_changes_the_source_or_says_so(self):
        rough = [noise.roughen("I am here.", "en", random.Random(n)) for n in range(20)]
        self.assertIn("i am here", rough)
        self.assertNotIn("I am here.", rough)


class Measures(unittest.TestCase):
    def test_equal_text_is_perfect_and_foreign_text_is_nothing(self):
        self.assertAlmostEqual(chrf(["the cat sat"], ["the cat sat"]), 100)
        self.assertAlmostEqual(bleu(["the cat sat on it"], ["the cat sat on it"], "en"), 100)
        self.assertEqual(chrf(["xyz"], ["abc"]), 0)

    def test_full_width_marks_come_back_beside_chinese_only(self):
        self.assertEqual(punctuation.widen("你好,世界(测试)!", "zh"), "你好，世界（测试）！")
        self.assertEqual(punctuation.widen("a,b 3,000", "zh"), "a,b 3,000")


class Sentences(unittest.TestCase):
    def test_a_shortened_word_or_an_initial_does_not_end_a_sentence(self):
        self.assertEqual(
            list(sentences('Dr. Smith met J. R. Jones in St. Petersburg. "It was cold," he said. They left (by train). The end!')),
            ["Dr. Smith met J. R. Jones in St. Petersburg.", '"It was cold," he said.', "They left (by train).", "The end!"],
        )

    def test_what_a_stripped_template_leaves_is_no_whole_sentence(self):
        self.assertTrue(whole("The company opened a second factory near the harbour in 1967, which still stands."))
        for hole in (
            "Saint Helena ( ) is a tropical island of volcanic origin in the South Atlantic Ocean.",
            "Saint Helena measures about 16 by and has a population of a few thousand people today.",
            "The tower is about high and was for centuries the tallest building of the whole country.",
            "and this line begins in the middle of something that somebody else had begun to write.",
            "This line of some length has no mark at its end and is a heading or was cut off somewhere",
            'He said that "the whole of it was never meant to be read by anybody but his own brother.',
        ):
            self.assertFalse(whole(hole), hole)

    def test_chinese_sentences_end_behind_their_quotes_and_have_no_hole(self):
        self.assertEqual(
            list(chinese_sentences.sentences("他说：“我明天不来。”然后他就走了。没有句号的标题")),
            ["他说：“我明天不来。”", "然后他就走了。"],
        )
        self.assertTrue(chinese_sentences.whole("这座大学成立于1905年，现有学生约两万人。"))
        for hole in (
            "这座城市（）位于该国的北部，是重要的工业中心。",
            "这条河全长公里，流经三个省份之后注入大海之中。",
            "他写道：「这本书从来不是为了给别人看而写的。",
            "这首歌的日文标题是さくら，后来翻译成了中文。",
            "短句。",
        ):
            self.assertFalse(chinese_sentences.whole(hole), hole)

    def test_the_script_of_chinese_shows_in_the_characters_that_only_one_has(self):
        scripts = chinese_sentences.Scripts()
        self.assertEqual([scripts.of(text) for text in ("他于北京出生。", "他於北京出生。", "他是中国人，姓陳。", "他在北京工作。")], ["zh", "zt", None, None])


if __name__ == "__main__":
    unittest.main()
