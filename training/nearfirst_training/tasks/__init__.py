"""Completion tasks from the projects that are set aside, in the manner of StmtEval (MCCom 4.2.2) and RepoEval.

``python -m nearfirst_training tasks`` writes ``WORK/tasks/heldout.jsonl``: one task a line, a JSON object.

==========  ========================================================================================================
``id``      names the task in every table and every row: ``kind/package/path@offset``
``package``  the project; its other files are what may be retrieved from
``domain``  ``machine-learning`` or ``other``: what the project's imports say (MCCom 4.2.2 balances the two)
``path``    the file inside the project, as in the corpus
``language``  LSP identifier of the file's language
``kind``    ``statement``, ``suffix`` or ``line``, see below
``offset``  where the cursor stands in the file, in UTF-16 code units, as the product and editors count
``target``  what has to be written there, not empty, without trailing white space
==========  ========================================================================================================

The text of the file is in the corpus (``WORK/corpus/heldout``). Text before the cursor: the file up to ``offset``;
text after it: the file from ``offset`` + the target's length in UTF-16 units. With left context only, nothing follows.

``statement``
    The cursor stands at the first character of a statement, after its indentation; the target is the whole statement,
    over as many lines as it has. Of a compound statement (``def``, ``if`` …) the header is the statement.
``suffix``
    The very same statements, each cut at a random character inside; the target is the rest. The paper's two StmtEval
    sets share their statements too.
``line``
    The cursor stands after the indentation of a random line of code; the target is the rest of that line.

No target holds a comment or a docstring, or is one. A statement stands alone on its lines. A target has at most
``places.MOST_CHARACTERS`` characters: a longer one does not fit into the 128 tokens that MCCom 4.3 lets a model write.

The tasks of one kind go round the projects: the first N of a kind are as balanced over the projects as N can be, so
that a shorter run takes the first tasks of each kind. ``WORK/tasks/heldout-report.json`` has the counts, the seed and the
hash of the corpus that the tasks belong to.

``tasks --repositories DIR --out FILE`` makes the same of any folder with a repository a folder, whose files stay where they
are: ``package`` names the repository, ``path`` the file inside.
"""

from .build import add_arguments, run

__all__ = ["add_arguments", "run"]
