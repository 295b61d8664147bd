"""A conversation with an engine under test: one JSON object per line, each way (docs/protocol.md)."""

import json
import os
import select
import subprocess
import tempfile

PATIENCE = 60            # seconds an answer may take


class Gone(Exception):
    """The engine has ended, or does not answer."""


def line_of(request):
    """A request as bytes: a dictionary as JSON, or the given bytes."""
    if isinstance(request, bytes):
        return request
    return json.dumps(request, separators=(",", ":"), ensure_ascii=False).encode()


class Engine:
    """One conversation. Requests are dictionaries or raw bytes without an end of line."""

    def __init__(self, command):
        self.buffer, self.last = b"", b""
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.errors.close()

    def complaint(self):
        self.errors.seek(0)
        return self.errors.read()

    def fill(self):
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        chunk = os.read(self.process.stdout.fileno(), 1 << 18) if ready else b""
        if not chunk:
            self.process.kill()
            self.process.wait()
            raise Gone("%s after %.300r %s" % ("the engine ended" if ready else "no answer", self.last,
                                               self.complaint()[:600].decode("utf-8", "replace")))
        self.buffer += chunk

    def send(self, data):
        """Writes while reading, so that no pipe fills up."""
        fd = self.process.stdin.fileno()
        while data:
            ready, writable, _ = select.select([self.process.stdout], [fd], [], PATIENCE)
            if ready:
                self.fill()
            if writable:
                data = data[os.write(fd, data[:4096]):]
            if not ready and not writable:
                raise Gone("the engine neither reads nor writes")

    def many(self, requests):
        """Sends all requests at once; returns the answers as bytes."""
        lines = [line_of(r) for r in requests]
        self.last = lines[-1]
        try:
            self.send(b"".join(line + b"\n" for line in lines))
        except OSError as error:
            raise Gone("%s after %.300r" % (error, lines[-1])) from None
        answers = []
        for _ in lines:
            while b"\n" not in self.buffer:
                self.fill()
            line, self.buffer = self.buffer.split(b"\n", 1)
            answers.append(line)
        return answers

    def raw(self, request):
        return self.many([request])[0]

    def ask(self, request):
        return json.loads(self.raw(request))
