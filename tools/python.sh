#!/bin/bash
# Builds the Python package, and tests it: python.sh build, or python.sh test STATES. Where PyPI can be reached the
# package is installed in build/venv, with the packages that its environments are for.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=(numpy gymnasium pettingzoo open_spiel mypy)

tools/deps.sh build python
tools/build.sh release python

in_venv() {
    [[ -x build/venv/bin/pip ]] || /usr/bin/python3 -m venv build/venv || return 1
    build/venv/bin/pip install --quiet --retries 1 --timeout 15 "${packages[@]}" . >build/venv.log 2>&1
}

if in_venv; then
    echo "Installed in build/venv: build/venv/bin/python -c 'import charlatan'"
    test=(build/venv/bin/python python/tests/run.py --package "")
else
    echo "PyPI cannot be reached (build/venv.log says why). The package is in build/release/python:"
    echo "PYTHONPATH=build/release/python /usr/bin/python3 -c 'import charlatan'"
    test=(/usr/bin/python3 python/tests/run.py --package build/release/python)
fi
[[ $1 == build ]] || "${test[@]}" --states "$2"
