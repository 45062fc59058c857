"""Reads a wheel's licence out of its metadata and says whether it is permissive."""

import re
from collections.abc import Iterable, Sequence
from email.message import Message

PERMISSIVE = frozenset(
    [
        "0BSD",
        "AFL-3.0",
        "Apache-2.0",
        "BlueOak-1.0.0",
        "BSD-1-Clause",
        "BSD-2-Clause",
        "BSD-2-Clause-Patent",
        "BSD-3-Clause",
        "BSD-3-Clause-Clear",
        "BSD-4-Clause",
        "BSL-1.0",
        "CC0-1.0",
        "CNRI-Python",
        "HPND",
        "HPND-sell-variant",
        "ISC",
        "MIT",
        "MIT-0",
        "MIT-CMU",
        "NCSA",
        "PSF-2.0",
        "Python-2.0",
        "Python-2.0.1",
        "Unlicense",
        "UPL-1.0",
        "WTFPL",
        "X11",
        "Zlib",
        "ZPL-2.0",
        "ZPL-2.1",
    ]
)
"""SPDX identifiers of the licences that the corpus takes."""

_CLASSIFIERS = {
    "Academic Free License (AFL)": "AFL-3.0",
    "Apache Software License": "Apache-2.0",
    "Boost Software License 1.0 (BSL-1.0)": "BSL-1.0",
    "BSD License": "BSD-3-Clause",
    "CC0 1.0 Universal (CC0 1.0) Public Domain Dedication": "CC0-1.0",
    "Historical Permission Notice and Disclaimer (HPND)": "HPND",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "MIT No Attribution License (MIT-0)": "MIT-0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
    "Universal Permissive License (UPL)": "UPL-1.0",
    "University of Illinois/NCSA Open Source License": "NCSA",
    "zlib/libpng License": "Zlib",
}

# What authors write in the free field, in lower case and without the words that say nothing.
_FREE_FIELD = [
    (re.compile(r"mit(-cmu)?"), "MIT"),
    (re.compile(r"apache( software)?([ -]?v?2(\.0)?)?( \(apache 2\.0\))?|asl 2(\.0)?"), "Apache-2.0"),
    (re.compile(r"(new |modified |simplified )?bsd|bsd[ -]?3([ -]clause)?|3[ -]clause bsd"), "BSD-3-Clause"),
    (re.compile(r"bsd[ -]?2([ -]clause)?|2[ -]clause bsd"), "BSD-2-Clause"),
    (re.compile(r"isc"), "ISC"),
    (re.compile(r"psf|python software foundation"), "PSF-2.0"),
    (re.compile(r"zlib"), "Zlib"),
    (re.compile(r"(the )?unlicense"), "Unlicense"),
    (re.compile(r"hpnd"), "HPND"),
]
_WORDLESS = re.compile(r"\b(the|licen[sc]ed?|version|under)\b|[,\"']")

# Phrases of the licences' own texts; the copyleft ones come first and refuse the text.
_COPYLEFT_TEXT = re.compile(r"gnu (lesser |affero )?general public|mozilla public|eclipse public|eupl|cecill", re.I)
_TEXTS = [
    (re.compile(r"apache license\s+version 2\.0", re.I), "Apache-2.0"),
    (re.compile(r"permission is hereby granted, free of charge, to any person obtaining a copy", re.I), "MIT"),
    (
        re.compile(r"permission to use, copy, modify,? and(/or)? distribute this software for any purpose", re.I),
        "ISC",
    ),
    (
        re.compile(
            r"redistribution and use in source and binary forms.{1,900}neither the name|"
            r"redistribution and use in source and binary forms.{1,900}may not be used to endorse",
            re.I | re.S,
        ),
        "BSD-3-Clause",
    ),
    (re.compile(r"redistribution and use in source and binary forms", re.I), "BSD-2-Clause"),
    (re.compile(r"this is free and unencumbered software released into the public domain", re.I), "Unlicense"),
]


def is_permissive(expression: str) -> bool:
    """Whether an SPDX expression (operators AND, OR, WITH, parentheses) can be met with permissive licences only.

    An expression that cannot be read is not permissive.
    """
    tokens = re.findall(r"\(|\)|[^\s()]+", expression)
    position = 0

    def disjunction() -> bool:
        nonlocal position
        value = conjunction()
        while position < len(tokens) and tokens[position].upper() == "OR":
            position += 1
            value = conjunction() or value
        return value

    def conjunction() -> bool:
        nonlocal position
        value = term()
        while position < len(tokens) and tokens[position].upper() == "AND":
            position += 1
            value = term() and value
        return value

    def term() -> bool:
        nonlocal position
        token = tokens[position]
        position += 1
        if token == "(":
            value = disjunction()
            position += 1  # the closing parenthesis; a missing one is noticed at the end
            return value
        value = token in PERMISSIVE
        if position < len(tokens) and tokens[position].upper() == "WITH":
            position += 2  # an exception only ever permits more
        return value

    try:
        return disjunction() and position == len(tokens)
    except IndexError:
        return False


def licence_of_text(text: str) -> str | None:
    """The SPDX identifier of a licence's full text, or None where it is none that the corpus knows and takes."""
    if _COPYLEFT_TEXT.search(text):
        return None
    return next((identifier for pattern, identifier in _TEXTS if pattern.search(text)), None)


def licence_of_field(field: str) -> str | None:
    """The SPDX identifier or expression that the free-text metadata field ``License`` stands for, or None."""
    field = field.strip()
    if not field or field.upper() == "UNKNOWN":
        return None
    if "\n" in field or len(field) > 120:
        return licence_of_text(field)
    if is_permissive(field):
        return field
    plain = " ".join(_WORDLESS.sub(" ", field.lower().replace("(", " (")).split()).strip(" .")
    return next((identifier for pattern, identifier in _FREE_FIELD if pattern.fullmatch(plain)), None)


def licence_of_classifiers(classifiers: Iterable[str]) -> tuple[str | None, bool]:
    """The licence that the trove classifiers name, and whether they name one that the corpus does not take.

    Several classifiers are read as all applying, which is the careful reading.
    """
    names = [name.rsplit(" :: ", 1)[-1] for name in classifiers if name.startswith("License :: ")]
    names = sorted(set(names) - {"OSI Approved", "Freely Distributable"})
    identifiers = [_CLASSIFIERS.get(name) for name in names]
    if None in identifiers:
        return None, True
    return " AND ".join(sorted({name for name in identifiers if name})) or None, False


def licence_of(metadata: Message, texts: Sequence[str]) -> str | None:
    """The permissive licence of a package as an SPDX expression, or None: then the package is not to be used.

    ``metadata`` is the parsed ``METADATA`` file of the wheel, ``texts`` its licence files. The field
    ``License-Expression`` decides where it is present; else the classifiers, else the field ``License``, else the
    texts. Any sign of another licence among the classifiers or in the field refuses the package.
    """
    expression = metadata.get("License-Expression")
    if expression:
        expression = expression.strip()
        return expression if is_permissive(expression) else None
    by_classifier, refused = licence_of_classifiers(metadata.get_all("Classifier", []))
    if refused:
        return None
    field = metadata.get("License") or ""
    if "\n" not in field and re.search(r"gpl|mpl|eupl|cecill|commercial|proprietary", field, re.I):
        return field.strip() if is_permissive(field) else None
    if by_classifier:
        return by_classifier
    by_field = licence_of_field(field)
    if by_field:
        return by_field
    if field.strip() and field.strip().upper() != "UNKNOWN":
        return None
    by_text = {licence_of_text(text) for text in texts}
    return " AND ".join(sorted(by_text)) if by_text and None not in by_text else None
