#!/usr/bin/python3
"""Checks that a program can do without witnesses: of server/witness/ it has only the rows of refusals.

    witness.py PROGRAM      one that was linked with CHARLATAN_HAS_WITNESS undefined
"""
import re
import subprocess
import sys
from pathlib import Path

WITNESS = Path(__file__).resolve().parent.parent.parent / "server" / "witness"
FUNCTION = re.compile(r"^(?!static)\w[\w *]*?\b(\w+)\([^;]*$", re.M)


def functions():
    """The functions of server/witness/ that other files can call."""
    return {name for path in WITNESS.glob("*.c") for name in FUNCTION.findall(path.read_text())}


def main():
    program = sys.argv[1]
    symbols = subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout
    there = {line.split()[-1] for line in symbols.splitlines()}
    ours = functions()
    faults = [f"it has {name}, of the witness" for name in sorted(ours & there)]
    if "table_submit" not in there or "inquiries_open" not in ours:
        faults.append("this test looks for the wrong names")
    words = [program, "serve", "--witness", "http://127.0.0.1:1", "--witness-key", 64 * "0"]
    said = subprocess.run(words, capture_output=True, text=True)
    if said.returncode != 2 or "built without witnesses" not in said.stderr:
        faults.append(f"--witness is not refused: {said.returncode} {said.stderr}")
    said = subprocess.run([program, "witness"], capture_output=True, text=True)
    if said.returncode != 2:
        faults.append(f"there is a command `witness`: {said.returncode} {said.stderr}")
    for fault in faults:
        print(fault)
    print(f"{len(ours)} functions looked for, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
