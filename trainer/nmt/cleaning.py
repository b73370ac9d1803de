"""What a pair of sentences has to look like to be trained on. Every rule has a name, so that counts can be printed."""

from __future__ import annotations

import re
import unicodedata

from .vocabulary import SPELLED

# User-interface files mark keyboard accelerators; a translation has them elsewhere or not at all.
_ACCELERATOR = re.compile(r"\s?[(（][_&]\w[)）]|(?<![\w&])&(?=[A-Za-z][\w ]|[\u3041-\u9fff])")
_UNDERSCORE = re.compile(r"(?<![\w/.\-])_(?=[A-Za-z][a-z])|(?<=[a-z])_(?=[a-z]+\b)")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")
_SPACE = re.compile(r"\s+")
# Dot leaders and rules: a model that has seen them goes on with them where a sentence should end.
_RUN = re.compile(r"([.·・…―─—*_=~\-])(?:\s?\1){3,}")
_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3041-\u309f\u30a1-\u30fa]")
_CJK = re.compile(r"[\u3041-\u30fa\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
# Shanghainese and Cantonese under the name of Chinese: "Do you accept credit cards?" came out as 侬接受勿接受信用卡.
_OTHER_CHINESE = re.compile(r"[侬搿嘅喺啲咗嚟佢哋]|伊拉(?!克)|勿(?:是|会|晓得|接受)")
# A name on one side only teaches the model to write it: "we" became "Mozilla" in a clinic's privacy notice.
_HOUSE_NAMES = tuple(
    re.compile(names, re.IGNORECASE)
    for names in ("mozilla|モジラ", "firefox|火狐|ファイアーフォックス", "microsoft|マイクロソフト|微软|微軟", "debian", "github", r"\bgoogle|グーグル|谷歌", "odoo")
)
_TRANSLATORS_NOTE = re.compile(r"译注|译者注|譯註|譯者註|訳注")
INTERFACE = {"debian-mo", "libreoffice", "vscode", "games-mo"}
MOST_CHARS = {"en": 560, "ja": 260, "zh": 220, "zt": 220}
# English characters per CJK character: outside of this the two lines rarely say the same.
RATIO = (0.7, 7.0)


def tidy(text: str, corpus: str) -> str:
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    if corpus in INTERFACE:
        text = _ACCELERATOR.sub("", text)
        if text.count("_") == 1:
            text = _UNDERSCORE.sub("", text)
    return _SPACE.sub(" ", _RUN.sub(lambda match: match[1] * 3, text)).strip()


def wrong_script(text: str, language: str) -> bool:
    if language == "en":
        return not _LATIN.search(text) or len(_CJK.findall(text)) > 0.15 * len(text)
    if language == "ja":
        return not _CJK.search(text)
    return not _HAN.search(text) or len(_KANA.findall(text)) > 0.1 * len(text)


def single_fault(text: str, language: str) -> str | None:
    if not text:
        return "empty"
    if len(text) > MOST_CHARS[language]:
        return "too long"
    if SPELLED.search(text):
        return "spells a special token"
    if wrong_script(text, language):
        return "wrong script"
    if language in ("zh", "zt") and _OTHER_CHINESE.search(text):
        return "another Chinese language"
    return None


def fault(first: str, second: str, languages: tuple[str, str]) -> str | None:
    """The name of the first rule that the pair breaks, or None."""
    for text, language in zip((first, second), languages):
        if found := single_fault(text, language):
            return found
    if first == second:
        return "identical"
    if any(bool(name.search(first)) != bool(name.search(second)) for name in _HOUSE_NAMES):
        return "a house's name on one side"
    if _TRANSLATORS_NOTE.search(second):
        return "a translator's note"
    if languages[0] == "en" and len(first) + len(second) > 30:
        ratio = len(first) / len(second)
        if not RATIO[0] <= ratio <= RATIO[1]:
            return "length ratio"
    elif languages[0] != "en" and max(len(first), len(second)) > 16:
        if max(len(first), len(second)) > 2.6 * min(len(first), len(second)):
            return "length ratio"
    return None
