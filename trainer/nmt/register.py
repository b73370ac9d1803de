"""The register of a Japanese sentence by its ending: polite (です・ます), plain (だ・である), or neither to be told."""

from __future__ import annotations

import re

UNKNOWN, POLITE, PLAIN = range(3)
# Quotation marks, brackets and sentence marks behind the last word, and particles that stand in either register.
_CLOSING = re.compile(r"[。．.!?！？…」』）)\]】”\"'\s]+$")
_PARTICLES = re.compile(r"(?:よね|かな|かも|[かねよわぞぜさ])$")
_JOINED = re.compile(r"(?:けれども|けれど|けど|ので|から|が|し)$")
_POLITE = re.compile(r"(?:です|でした|でしょう|ます|ました|ません|ませんでした|ましょう|ませ|まし|ください|下さい|なさい|ございます|申し上げます|おります|願います)$")
# Dictionary, past, negative and volitional forms, adjectives, copula. A noun at the end says nothing.
_PLAIN = re.compile(
    r"(?:だ|だった|だろう|である|であった|であろう|ではない|じゃない|[うくぐすつぬぶむる]|[いきしちにひみりえけせてねべめれ]た|[っいん]だ|った|した|ない|なかった|かった|しい|たい|よう|らしい|べき|のだ|んだ|まい)$"
)
_I_ADJECTIVE = re.compile(r"[\u3400-\u9fff](?:い|き)$|(?:さ|な|よ|わ|か|が|た|し)い$")


def register(text: str) -> int:
    """Of the last sentence in the text; a text whose last word is a noun has none."""
    ending = _CLOSING.sub("", text)
    bare = _PARTICLES.sub("", ending)
    for form in (ending, bare, _JOINED.sub("", bare)):
        if _POLITE.search(form):
            return POLITE
    for form in (ending, bare, _JOINED.sub("", bare)):
        if _PLAIN.search(form) or _I_ADJECTIVE.search(form):
            return PLAIN
    return UNKNOWN
