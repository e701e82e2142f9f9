#!/bin/sh
# Make the virtual environment FOLDER with the first Python >= 3.11 found: make_venv.sh FOLDER
# PYTHON=/path/to/python3 chooses another one.
set -eu

for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    # Asked to run, not only looked for: a name may be there and start nothing.
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        found=$python
        break
    fi
done
if [ -z "${found:-}" ]; then
    echo "canasta needs Python 3.11 or newer, and there is none here (Debian 12: sudo apt install python3 python3-venv)." >&2
    exit 1
fi
if ! "$found" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    echo "Python's module venv is missing; on Debian or Ubuntu: sudo apt install python3-venv" >&2
    exit 1
fi
echo "venv: $("$found" --version) in $1"
rm -rf "$1"
# pip is unpacked from the wheel that Python brings: the module venv would install it, which takes twenty times as long.
wheel=$("$found" - <<'EOF'
import ensurepip, pathlib, sysconfig
folders = (sysconfig.get_config_var("WHEEL_PKG_DIR"), pathlib.Path(ensurepip.__file__).parent / "_bundled")
print(next((wheel for folder in folders if folder for wheel in pathlib.Path(folder).glob("pip-*.whl")), ""))
EOF
)
if [ -n "$wheel" ]; then
    "$found" -m venv --without-pip "$1"
    "$1/bin/python" -m zipfile -e "$wheel" "$("$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
else
    "$found" -m venv "$1"
fi
