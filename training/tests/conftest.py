"""Random cases are the same in every run, so that a failure is one for everybody: HYPOTHESIS_PROFILE=random draws others."""

import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True)
settings.register_profile("random", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
