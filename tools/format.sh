#!/bin/bash
# clang-format over every C file of ours: format.sh -i, or format.sh --dry-run -Werror.
# The .def files are tables, laid out by hand.
cd "$(dirname "$0")/.." || exit 1
find engine games bots wire match store server advice args sim cli tui bench load wasm tests fuzz -name '*.[ch]' -print0 |
    xargs -0 clang-format "$@"
