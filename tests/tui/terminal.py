"""A terminal of its own for a test: tmux without a person, driven by keys, read as a picture."""
import itertools
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time

NUMBERS = itertools.count()


def still(text):
    """A picture without what changes by itself."""
    return re.sub(r"\d+ s left", "", text)


class Terminal:
    """`command` is one as a person types it. A program that was killed leaves the cursor where it was, in a terminal in
    which a new line is not the beginning of one: hence the \\r."""

    def __init__(self, command, w=80, h=24, env=None, folder=None):
        self.name = f"charlatan-{os.getpid()}-{next(NUMBERS)}"
        self.given, self.folder = folder, folder or tempfile.mkdtemp(prefix="charlatan-tui-")
        world = {"LC_ALL": "C.UTF-8", "TERM": "tmux-256color", "XDG_DATA_HOME": self.folder, "NO_COLOR": ""}
        world.update(env or {})
        sets = " ".join(shlex.quote(f"{k}={v}") for k, v in world.items())
        self.tmux("new-session", "-d", "-x", str(w), "-y", str(h),
                  f"env {sets} {command}; printf '\\r\\nended %d\\r\\n' $?; exec sleep 1000")

    def tmux(self, *args):
        run = subprocess.run(["tmux", "-L", self.name, "-f", "/dev/null", "-u", *args],
                             capture_output=True, text=True, timeout=30,
                             env={**os.environ, "LC_ALL": "C.UTF-8"})
        return run.stdout

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def text(self, colours=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def size(self, w, h):
        self.tmux("resize-window", "-x", str(w), "-y", str(h))

    def until(self, pattern, seconds=60):
        """The picture as soon as it has the pattern. It is not drawn at one stroke, so it has to be the same twice, but
        for a clock; a picture that goes on changing counts after a second."""
        end, settled = time.time() + seconds, None
        while True:
            text = self.text()
            while re.search(pattern, text):
                settled = settled or time.time() + 1
                time.sleep(0.02)
                before, text = still(text), self.text()
                if still(text) == before or time.time() > settled and re.search(pattern, text):
                    return text
            if time.time() > end:
                raise AssertionError(f"no {pattern!r} within {seconds} s on\n{text}")
            time.sleep(0.03)

    def changed(self, before, seconds=10):
        """The next picture that differs, or None."""
        end = time.time() + seconds
        while time.time() < end:
            text = self.text()
            if text != before:
                return text
            time.sleep(0.01)
        return None

    def ended(self, seconds=60):
        """How the program has ended; the shell around it keeps what it said last on the screen."""
        return int(re.search(r"ended (\d+)", self.until(r"ended \d+", seconds))[1])

    def pid(self, below=1):
        """The program's; below a shell in which it was started: below=2."""
        pid = self.tmux("display", "-p", "#{pane_pid}").strip()
        for _ in range(below):
            pid = subprocess.run(["pgrep", "-P", pid], capture_output=True, text=True).stdout.split()[0]
        return int(pid)

    def close(self):
        self.tmux("kill-server")
        if not self.given:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
