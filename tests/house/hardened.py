#!/usr/bin/env python3
"""Tests that a Release build is hardened, by reading its ELF files and the commands that compiled it.

hardened.py BUILD PROGRAM ...     BUILD has compile_commands.json; each PROGRAM is a program or a shared library of it

The last line is "N passed, M failed".
"""

import json
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ET_DYN, EM_X86_64 = 3, 62
PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_STACK, PT_RELRO, PT_PROPERTY = 1, 2, 3, 0x6474e551, 0x6474e552, 0x6474e553
PF_X, PF_W = 1, 2
SHT_DYNSYM, SHF_EXECINSTR = 11, 4
DT_TEXTREL, DT_FLAGS, DT_FLAGS_1 = 22, 30, 0x6ffffffb
DF_BIND_NOW, DF_1_NOW, DF_1_PIE = 8, 1, 0x08000000
FEATURES, IBT, SHSTK = 0xc0000002, 1, 2
# Large frames are made page by page, and each page is touched: `sub rsp, 4096`, then `or qword [rsp], 0` (gcc) or
# `mov qword [rsp], 0` (clang).
PROBES = (bytes.fromhex("4881ec00100000" "48830c2400"), bytes.fromhex("4881ec00100000" "48c7042400000000"))
# The rules go without a stack protector (CMakeLists.txt says why).
RULES = re.compile(r"^(engine|games)/")


class Elf:
    """A 64-bit little-endian ELF file."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        assert self.data[:6] == b"\x7fELF\2\1", f"{path} is no 64-bit ELF file"
        (self.type, self.machine, _, _, segments, sections, _, _, segment, n_segments, section, n_sections,
         names) = struct.unpack_from("<HHIQQQIHHHHHH", self.data, 16)
        self.segments = [struct.unpack_from("<IIQQQQQQ", self.data, segments + i * segment) for i in range(n_segments)]
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.data, sections + i * section)
                         for i in range(n_sections)]
        self.names = [self.text(self.sections[names][4] + s[0]) for s in self.sections]

    def text(self, at):
        return self.data[at:self.data.index(b"\0", at)].decode()

    def of(self, kind):
        return [s for s in self.segments if s[0] == kind]

    def bytes_of(self, segment):
        return self.data[segment[2]:segment[2] + segment[5]]

    def dynamic(self):
        found = {}
        for segment in self.of(PT_DYNAMIC):
            for tag, value in struct.iter_unpack("<QQ", self.bytes_of(segment)):
                found.setdefault(tag, value)
        return found

    def imports(self):
        for s in self.sections:
            if s[1] == SHT_DYNSYM:
                names = self.sections[s[6]][4]
                for name, _, _, where, _, _ in struct.iter_unpack("<IBBHQQ", self.data[s[4]:s[4] + s[5]]):
                    if not where:
                        yield self.text(names + name)

    def features(self):
        """The bits of .note.gnu.property for control flow; 0 without the note."""
        notes = [self.bytes_of(s) for s in self.of(PT_PROPERTY)]
        notes += [self.data[s[4]:s[4] + s[5]] for s, name in zip(self.sections, self.names)
                  if name == ".note.gnu.property"]
        for note in notes:
            at, end = 16, 16 + struct.unpack_from("<I", note, 4)[0]
            while at < end:
                kind, size = struct.unpack_from("<II", note, at)
                if kind == FEATURES:
                    return struct.unpack_from("<I", note, at + 8)[0]
                at += 8 + (size + 7) // 8 * 8
        return 0

    def probes(self):
        return sum(self.bytes_of(s).count(probe) for s in self.of(PT_LOAD) if s[1] & PF_X for probe in PROBES)


# ---- programs and shared libraries ------------------------------------------------------------

def start_files_know_branches(compiler):
    """Whether the C library's start files may be the target of checked indirect branches. Debian 12's may not, so
    no program made there can be marked for them; its own objects are."""
    files = [subprocess.run([*compiler, "-print-file-name=" + name], stdout=subprocess.PIPE, check=True,
                            text=True).stdout.strip() for name in ("Scrt1.o", "crti.o", "crtn.o")]
    return all(os.path.exists(file) and Elf(file).features() & IBT for file in files)


def check_place(elf, dynamic):
    """Where it is loaded, and what may be written or run there."""
    flags, more = dynamic.get(DT_FLAGS, 0), dynamic.get(DT_FLAGS_1, 0)
    loads = elf.of(PT_LOAD)
    yield elf.type == ET_DYN and (not elf.of(PT_INTERP) or more & DF_1_PIE), "not position-independent"
    yield elf.of(PT_RELRO), "no PT_GNU_RELRO"
    yield flags & DF_BIND_NOW or more & DF_1_NOW, "functions are bound late, so their table stays writable"
    yield DT_TEXTREL not in dynamic, "relocations in code"
    yield [s[1] & PF_X for s in elf.of(PT_STACK)] == [0], "an executable stack"
    yield not any(s[1] & PF_X and s[1] & PF_W for s in loads), "a segment that can be written and run"
    yield not any(s[1] & PF_X and s[2] == 0 for s in loads), "headers and code in one segment"


def check_program(elf, branches):
    """Pairs of whether it is well and what is wrong otherwise."""
    yield from check_place(elf, elf.dynamic())
    imports = set(elf.imports())
    yield "__stack_chk_fail" in imports, "no stack protector"
    checked = {name for name in imports if re.fullmatch(r"__\w+_chk", name)}
    yield len(checked) >= 3, f"no checked functions of libc (FORTIFY), only {sorted(checked)}"
    if elf.machine == EM_X86_64:
        yield elf.probes() >= 10, f"large frames are not probed (stack clash): {elf.probes()} probes"
        yield elf.features() & SHSTK, "not marked for shadow stacks"
        yield elf.features() & IBT or not branches, "not marked for checked indirect branches"


# ---- objects ----------------------------------------------------------------------------------

def last(words, pattern):
    found = [m[1] for m in (re.fullmatch(pattern, word) for word in words) if m]
    return found[-1] if found else ""


def check_command(file, words):
    yield last(words, r"-O(.*)") not in ("", "0"), "not optimised, so FORTIFY does nothing"
    yield last(words, r"-[DU]_FORTIFY_SOURCE(.*)") in ("=2", "=3"), "no FORTIFY"
    yield "-fstack-clash-protection" in words, "no probes of large frames"
    wanted = "-fno-stack-protector" if RULES.match(file) and "json" not in file else "-fstack-protector-strong"
    yield last(words, r"(-f(?:no-)?stack-protector.*)") == wanted, f"without {wanted}"


def check_object(elf):
    """What is missing in one object is missing in every program that it is a part of."""
    stack = [s for s, name in zip(elf.sections, elf.names) if name == ".note.GNU-stack"]
    yield stack and not any(s[2] & SHF_EXECINSTR for s in stack), "asks for an executable stack"
    if elf.machine == EM_X86_64:
        yield elf.features() & IBT and elf.features() & SHSTK, "not marked for control-flow protection"


def commands(build):
    """The file, the words of its command, and its object, for all code but that of the tests."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), ROOT)
            words = shlex.split(entry["command"])
            if not path.startswith(("tests/", "learn/")):
                yield path, words, os.path.join(entry["directory"], words[words.index("-o") + 1])


def check_objects(build):
    made = set()
    for path, words, file in commands(build):
        yield from ((good, f"{path}: {why}") for good, why in check_command(path, words))
        if os.path.exists(file):
            made.add(path)
            yield from ((good, f"{file}: {why}") for good, why in check_object(Elf(file)))
    yield "bots/net/weights.c" in made and len(made) > 300, f"too few objects to look at: {len(made)}"


# ---- is a soft program found? -----------------------------------------------------------------

SOFT = ["-O0", "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-fno-pie", "-no-pie", "-Wl,-z,execstack,-z,norelro,-z,lazy",
        "-Wl,-z,noseparate-code"]


def check_planted(compiler):
    """Nearly all that is looked for is missing in a program that was built without."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "soft")
        subprocess.run([*compiler, *SOFT, "-x", "c", "-", "-o", program], input="int main(void) { return 0; }", text=True,
                       check=True)
        wrong = [why for good, why in check_program(Elf(program), False) if not good]
    for part in ("position", "RELRO", "late", "executable stack", "headers", "protector", "FORTIFY"):
        yield any(part in why for why in wrong), f"a program without is not found: {part}"


def compiler_of(build):
    words = next(commands(build))[1]
    return words[:next(i for i, word in enumerate(words) if word.startswith("-"))]


def main():
    build, programs = sys.argv[1], sys.argv[2:]
    compiler = compiler_of(build)
    branches = start_files_know_branches(compiler)
    found = list(check_planted(compiler)) + list(check_objects(build))
    for program in programs:
        found += [(good, f"{program}: {why}") for good, why in check_program(Elf(program), branches)]
    wrong = [why for good, why in found if not good]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(found) - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong) or not programs


if __name__ == "__main__":
    sys.exit(main())
