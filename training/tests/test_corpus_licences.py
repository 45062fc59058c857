"""Which licences the corpus takes."""

from email.parser import Parser

import pytest

from nearfirst_training.corpus.licences import is_permissive, licence_of

MIT_TEXT = "Copyright someone\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("MIT AND Apache-2.0", True),
        ("MIT AND MPL-2.0", False),
        ("GPL-2.0-or-later OR MIT", True),
        ("(GPL-2.0-or-later OR MIT) AND BSD-3-Clause", True),
        ("(MIT OR ISC) AND LGPL-3.0-only", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("LicenseRef-Our-Own", False),
        ("", False),
        ("MIT OR", False),
        ("(MIT", False),
        ("MIT ISC", False),
    ],
)
def test_an_expression_is_permissive_when_it_can_be_met_so(expression: str, expected: bool) -> None:
    assert is_permissive(expression) is expected


@pytest.mark.parametrize(
    ("metadata", "texts", "expected"),
    [
        ("License-Expression: ISC", [], "ISC"),
        ("License-Expression: AGPL-3.0-only\nClassifier: License :: OSI Approved :: MIT License", [], None),
        ("Classifier: License :: OSI Approved :: MIT License", [], "MIT"),
        (
            "Classifier: License :: OSI Approved :: MIT License\n"
            "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)",
            [],
            None,
        ),
        ("Classifier: License :: OSI Approved\nLicense: BSD", [], "BSD-3-Clause"),
        ("License: Apache License, Version 2.0", [], "Apache-2.0"),
        ("License: Apache Software License (Apache 2.0)", [], "Apache-2.0"),
        ("License: 2-clause BSD", [], "BSD-2-Clause"),
        ("License: MPL-2.0 AND MIT", [], None),
        ("License: GPL\nClassifier: License :: OSI Approved :: MIT License", [], None),
        ("License: Ask us", [MIT_TEXT], None),
        ("License: UNKNOWN", [MIT_TEXT], "MIT"),
        ("Summary: nothing", [MIT_TEXT, "GNU General Public License"], None),
        ("Summary: nothing", [], None),
    ],
)
def test_a_licence_is_read_from_the_most_exact_place_and_doubt_refuses(
    metadata: str, texts: list[str], expected: str | None
) -> None:
    assert licence_of(Parser().parsestr(metadata + "\n", headersonly=True), texts) == expected
