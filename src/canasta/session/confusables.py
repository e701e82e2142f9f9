"""What names look like: two that share a look can't be told apart at a table.

The letters are those of Unicode's list of confusables (UTS 39) that look like a Latin letter or a digit, of scripts that
devices show. Nothing but the looks of two names is ever compared, so a name may be written in any script.
"""

# ruff: noqa: RUF001 - letters that look like others are what this is about

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LIKE: Final = {
    "2": "ƧϨᒿꙄꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ",
    "4": "Ꮞ",
    "5": "Ƽ",
    "6": "бᏮⳒ",
    "8": "Ȣȣ৪੪",
    "9": "৭੧୨൭ⳊꝮ",
    "A": "ΑАᎪᗅꓮᴀ",
    "B": "ΒВᏴᗷꓐꞴʙ",
    "C": "СᏟⲤꓚ",
    "D": "Ꭰᗞᗪꓓᴅ",
    "E": "ΕЕᎬⴹꓰᴇ",
    "F": "ϜᖴꓝꞘꜰ",
    "G": "ԌᏀᏳꓖɢ",
    "H": "ΗНᎻᕼⲎꓧʜ",
    "J": "ͿЈᎫᒍꓙꞲᴊ",
    "K": "ΚКᏦⲔꓗᴋ",
    "L": "ᏞᒪⳐꓡʟ",
    "M": "ΜϺМᎷᗰⲘꓟᴍ",
    "N": "ΝⲚꓠɴ",
    "O": "ΟОՕ০ଠ୦ዐⲞⵔ〇ꓳ",
    "P": "ΡРᏢᑭⲢꓑᴘ",
    "Q": "ⵕ",
    "R": "ƦᎡᏒᖇꓣʀ",
    "S": "ЅՏᏕᏚꓢ",
    "T": "ΤТᎢⲦꓔᴛ",
    "U": "Սሀᑌꓴ",
    "V": "Ѵ۷Ꮩᐯⴸꓦ",
    "W": "ԜᎳᏔꓪ",
    "X": "ΧХⲬⵝꓫꞳ",
    "Y": "ΥУҮᎩᎽⲨꓬ",
    "Z": "ΖᏃꓜ",
    "a": "ɑαа",
    "b": "ƄЬᏏᑲᖯ",
    "c": "сᴄⲥꮯ",
    "d": "ԁᏧᑯꓒ",
    "e": "еҽꬲ",
    "f": "քẝꞙꬵ",
    "g": "ƍɡցᶃ",
    "h": "һհᏂ",
    "i": "ıɩɪιіӏᎥꙇꭵ",
    "j": "ϳј",
    "l": "1|ƖǀΙІӀוןا۱Ⲓⵏꓲ",
    "n": "ոռ",
    "o": "0οσоօסهە۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑⲟꬽ",
    "p": "ρрⲣ",
    "q": "ԛգզ",
    "r": "гᴦⲅꭇꭈꮁ",
    "s": "ƽѕꜱꮪ",
    "u": "ʋυսᴜꞟꭎꭒ",
    "v": "νѵᴠꮩ",
    "w": "ɯѡԝաᴡꮃ",
    "x": "хᕁᕽ",
    "y": "ɣʏγуүყᶌỿꭚ",
    "z": "ᴢꮓ",
}
_LETTERS: Final = str.maketrans({like: letter for letter, many in _LIKE.items() for like in many})
_PAIRS: Final = (("rn", "m"), ("vv", "w"))

_UNSEEN: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's default ignorable code points, and the Braille pattern without dots: none of them shows anything."""

JOINERS: Final = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Signs between letters that many scripts, and pictures made of several, are written with."""

_MOST_MARKS: Final = 4
_PILE: Final = re.compile(rf"m{{{_MOST_MARKS + 1}}}")


def strip_invisible(text: str) -> str:
    """Return what of *text* can be seen, with plain letters for bold, wide and the like."""
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", _UNSEEN.sub("", text)))


def is_blank(text: str) -> bool:
    """Return whether *text* shows nothing: no letter, digit, sign or picture.

    >>> is_blank("\u3164 \u200d"), is_blank("👋")
    (True, False)
    """
    return not any(unicodedata.category(sign)[0] in "LNPS" for sign in strip_invisible(text))


def is_piled(text: str) -> bool:
    """Return whether a letter of *text* has more than four marks above or below it, more than any language writes (UTS 39).

    >>> is_piled("Việt ที่ נָּ"), is_piled("a" + "\u0301" * 5)
    (False, True)
    """
    kinds = (unicodedata.category(sign) for sign in unicodedata.normalize("NFD", _UNSEEN.sub("", text)))
    return _PILE.search("".join("m" if kind in {"Mn", "Me"} else "." for kind in kinds)) is not None


def _without_points(name: str) -> str:
    """*name* without the punctuation and spaces around it, unless there is nothing else."""
    inner = [at for at, sign in enumerate(name) if unicodedata.category(sign)[0] not in "PZ"]
    return name[inner[0] : inner[-1] + 1] if inner else name


def skeleton(name: str) -> frozenset[str]:
    """Return what *name* looks like to someone who does not mind capitals, nor points around it; names with a look in common are too alike.

    >>> bool(skeleton("Ian") & skeleton("lan")), bool(skeleton("Ella") & skeleton("Elia")), bool(skeleton("Ann.") & skeleton("A\N{LATIN LETTER SMALL CAPITAL N}n"))
    (True, False, True)
    """
    name = _without_points(strip_invisible(name))
    plain = name.translate(_LETTERS)
    found = {name.casefold(), plain.casefold(), plain.replace("I", "l").casefold()}
    for pair, one in _PAIRS:
        found |= {look.replace(pair, one) for look in found}
    return frozenset(found)
