#!/bin/bash
# Formats every C file with clang-format: format.sh -i, or format.sh --dry-run -Werror. The browser client:
# npm run format. The .def files are tables, laid out by hand.
cd "$(dirname "$0")/.." || exit 1
find . \( -path ./build -o -path ./web -o -path ./.git \) -prune -o -name '*.[ch]' -print0 |
    xargs -0 clang-format "$@"
