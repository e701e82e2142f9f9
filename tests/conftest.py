"""The profiles of hypothesis, and signals as a terminal has them.

`dev` looks at new examples every time; `ci` looks at the same ones, so that a failure has its cause in the
change; `small` is for the second run of the suite, on the interpreted kernel.
"""

import os
import signal
import threading

from hypothesis import settings

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("small", deadline=None, derandomize=True, max_examples=15)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

# A runner in the background of a shell ignores interrupts, and every program that it starts would inherit that:
# the tests of interrupts would wait for ever.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
