"""Runs charlatan for the tests of its command line: with arguments, and as a conversation at a table."""

import itertools
import os
import random
import re
import select
import subprocess

from harness import folder as own_folder, must, program

PATIENCE = 60    # seconds a program may be silent
WIDTH = 80
NAMES = ["Ada", "Berta", "Cyril", "Dora", "Emil", "Flora"]
BOT = re.compile(r"(\w+)(?:, the [\w ]+)? \(\w+\)[;.]")
HAND_OVER = re.compile(r"##### (\w+), take the keyboard and press Enter\. #####\n")
LABEL = re.compile(r"(?:^ {0,3}| {3,})(\d+)  \S", re.M)
FOLDERS = itertools.count()


def home(folder=None):
    """An environment without unfinished games, unless the same folder is used twice."""
    folder = folder or "run%d" % next(FOLDERS)
    return dict(os.environ, XDG_DATA_HOME=os.path.join(own_folder(), folder))


def names_at(out):
    """Everybody at the table of this conversation: people with the names of those who gave none, and the bots."""
    head = re.sub(r"\s+", " ", out.split("\n\n")[0])
    people = [name for name in NAMES if re.search(r"You are[^.]*\b%s\b" % name, head)]
    return people + BOT.findall(head)


class Run:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


def run(*arguments, text=b"", folder=None):
    if isinstance(text, str):
        text = text.encode()
    done = subprocess.run([program(), *arguments], input=text, stdout=subprocess.PIPE, env=home(folder),
                          stderr=subprocess.PIPE, timeout=10 * PATIENCE, check=False)
    return Run(done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii"))


def fine(*arguments, text=b"", folder=None):
    done = run(*arguments, text=text, folder=folder)
    must(done.status == 0 and not done.err, arguments, "status", done.status, done.err[-500:])
    check_page(done.out, arguments)
    return done.out


def check_page(text, where):
    """Every line fits, no line ends in a blank, and no internal names appear."""
    for line in text.split("\n"):
        if line.startswith(("> ", "/")):    # typed text is echoed as it is; the path of a record may be long
            continue
        must(len(line) <= WIDTH, where, "a line of", len(line), "columns:", line)
        must(not line.endswith(" "), where, "a blank at the end of:", repr(line))
    must("(null)" not in text and not re.search(r"\{\w+\}", text), where, "raw text on the page")


def without_paths(text):
    return re.sub(r"^/.*\n", "", text, flags=re.M)


class Table:
    """A conversation with `charlatan play`: answers are chosen after reading the screen."""

    def __init__(self, *arguments, folder=None):
        self.arguments, self.out, self.read_to = arguments, "", 0
        self.process = subprocess.Popen([program(), "play", *arguments], stdin=subprocess.PIPE, env=home(folder),
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass

    def screen(self):
        """The output since the last answer, up to the next prompt; None if the program has ended."""
        fd = self.process.stdout.fileno()
        while not (self.out.endswith(("\n> ", "(y/n) ", "##### \n", "Enter. #####\n"))
                   and len(self.out) > self.read_to):
            ready, _, _ = select.select([fd], [], [], PATIENCE)
            must(ready, self.arguments, "silent after", self.out[-300:])
            chunk = os.read(fd, 1 << 16)
            if not chunk:
                return None
            self.out += chunk.decode("ascii")
        screen, self.read_to = self.out[self.read_to:], len(self.out)
        return screen

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def status(self):
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE)


def labels_on(screen):
    """The numbers before the answers, which are the screen's last paragraph."""
    return LABEL.findall(screen[:-2].split("\n\n")[-1])


def play_out(arguments, seed):
    """A whole game answered at random from the labels on the screen."""
    luck = random.Random(seed)
    with Table(*arguments) as table:
        while (screen := table.screen()) is not None:
            if screen.endswith("(y/n) "):
                table.type("n")
            elif screen.endswith("#####\n"):
                table.type("")
            else:
                labels = labels_on(screen)
                must(labels, arguments, "no answers on", screen)
                table.type(luck.choice(labels))
        must(table.status() == 0, arguments, "status", table.process.returncode,
             table.process.stderr.read().decode()[-800:])
        return table.out
