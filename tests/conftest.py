"""The profiles of hypothesis.

`dev` looks at new examples every time; `ci` looks at the same ones, so that a failure has its cause in the
change; `small` is for the second run of the suite, on the interpreted kernel.
"""

import os

from hypothesis import settings

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("small", deadline=None, derandomize=True, max_examples=15)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))
