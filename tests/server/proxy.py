#!/usr/bin/env python3
"""A proxy between a node and its PostgreSQL that cuts, delays and loses what passes, when it is told to.

proxy.py TARGET          (a socket's path, or HOST:PORT)

It listens on a port of 127.0.0.1 that it prints, and reads orders from its input, a line of JSON each. Each is answered
by a line with what was counted: connections so far, and rules that have met their message. It ends with its input.

    {"rule": {"when": "ask", "has": "COMMIT", "do": "lose"}}     once, for the next message of this kind; further
                                                                 members: type (a letter of the protocol), skip
                                                                 (how many such messages pass first), ms
    {"now": "cut"}        at once, for all connections: cut, reset or freeze
    {"thaw": true}        what was frozen goes on
    {"drop": true}        forgets the rules that have met nothing
    {"shut": true}        accepts nobody; false: accepts again
    {"mute": true}        accepts, and never says anything; false: passes on again
    {"to": TARGET}        new connections go there

`when` is "ask" for what the node sends and "answer" for what the database sends. A message begins with its kind, so
`has` may be "ssl:", "startup:" or, within TLS where nothing can be read, "tls:". What is done with it:

    before, reset    the message is lost with the connection; reset does it by RST
    within           half of it passes, then the connection is cut
    lose             it reaches the database, but the node is cut off and gets no answer
    late             the node is cut off; the message reaches the database `ms` later
    freeze           nothing passes any more, and nobody is told (a half-open connection)
    hush             what the node asks still passes, no answer does, and nobody is told
    delay            it passes `ms` later
    trickle          it passes byte by byte, within `ms`
"""

import asyncio
import json
import socket
import struct
import sys

REQUESTS = {80877103: "ssl:", 80877104: "gss:", 80877102: "cancel:"}


class Rule:
    def __init__(self, order):
        self.when, self.do, self.ms = order["when"], order["do"], order.get("ms", 0)
        self.has, self.type, self.skip = order.get("has", "").encode(), order.get("type"), order.get("skip", 0)

    def meets(self, when, kind, message):
        if when != self.when or (self.type and kind != self.type + ":") or self.has not in kind.encode() + message:
            return False
        self.skip -= 1
        return self.skip < 0


class Connection:
    """One node's connection and ours to the database, with a task for each direction."""

    def __init__(self, proxy, node, database):
        self.proxy, self.node, self.database = proxy, node, database
        self.secure = self.awaits_ssl = False
        self.started = self.hushed = False
        self.flows, self.asked, self.answered = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.flows.set()
        self.answered.set()

    async def run(self):
        tasks = [asyncio.ensure_future(self.pump("ask", self.node[0], self.database[1])),
                 asyncio.ensure_future(self.pump("answer", self.database[0], self.node[1]))]
        await asyncio.wait(tasks)
        self.end()

    async def pump(self, when, reader, writer):
        try:
            while True:
                kind, message = await self.read(when, reader)
                await self.flows.wait()
                rule = next((r for r in self.proxy.rules if r.meets(when, kind, message)), None)
                if rule:
                    self.proxy.rules.remove(rule)
                    self.proxy.fired += 1
                    if not await self.fault(rule, when, message, writer):
                        self.asked.set()
                        self.answered.set()
                        return
                elif not (when == "answer" and self.hushed) and not writer.is_closing():
                    writer.write(message)
                    await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            await self.flows.wait()
            self.asked.set()
            self.answered.set()
            # The other direction ends by itself; what the database has to say after the node has gone is dropped.
            if not writer.is_closing():
                writer.close()

    # ---- messages ----

    async def read(self, when, reader):
        """The next message and its kind."""
        if when == "answer" and not self.started and not self.secure:
            await self.asked.wait()
        if self.secure:
            return "tls:", await self.read_some(reader, 65536)
        if when == "answer" and self.awaits_ssl:
            answer = await self.read_some(reader, 1)
            self.awaits_ssl, self.secure = False, answer == b"S"
            self.asked.clear()
            self.answered.set()
            return "tls:", answer
        if when == "ask" and not self.started:
            return await self.read_start(reader)
        head = await reader.readexactly(5)
        body = await reader.readexactly(struct.unpack("!I", head[1:])[0] - 4)
        return head[:1].decode("latin-1") + ":", head + body

    async def read_some(self, reader, most):
        chunk = await reader.read(most)
        if not chunk:
            raise asyncio.IncompleteReadError(b"", None)
        return chunk

    async def read_start(self, reader):
        """A request for TLS, or the first message; a node that has asked for TLS waits for the answer."""
        await self.answered.wait()
        if self.secure:
            return "tls:", await self.read_some(reader, 65536)
        head = await reader.readexactly(8)
        size, code = struct.unpack("!II", head)
        kind = REQUESTS.get(code, "startup:")
        self.awaits_ssl, self.started = kind in ("ssl:", "gss:"), kind == "startup:"
        if self.awaits_ssl:
            self.answered.clear()
        self.asked.set()
        return kind, head + await reader.readexactly(size - 8)

    # ---- faults ----

    async def fault(self, rule, when, message, writer):
        """Does what the rule says. Returns whether the direction goes on."""
        if rule.do in ("delay", "trickle"):
            await self.slowly(rule, message, writer)
            return True
        if rule.do == "freeze":
            self.flows.clear()
            await self.flows.wait()
        if rule.do == "hush":
            self.hushed = True
        if rule.do in ("freeze", "hush"):
            if when == "ask" or rule.do == "freeze":
                writer.write(message)
            return True
        await self.cut(rule, when, message, writer)
        return False

    async def slowly(self, rule, message, writer):
        if rule.do == "delay":
            await asyncio.sleep(rule.ms / 1000)
            writer.write(message)
            return
        step = max(1, len(message) // 20)
        for at in range(0, len(message), step):
            if writer.is_closing():
                return
            writer.write(message[at:at + step])
            await asyncio.sleep(rule.ms / 20000)

    async def cut(self, rule, when, message, writer):
        if rule.do in ("lose", "late") and when == "ask":
            await self.part(rule, message, writer)
            return
        if rule.do == "within":
            writer.write(message[:len(message) // 2])
            await asyncio.sleep(0.005)
        self.end(rule.do == "reset")

    async def part(self, rule, message, writer):
        """Cuts the node off. What it said reaches the database, with what follows at once: the rest of a pipeline."""
        self.hushed, said = True, [message]
        try:
            while True:
                said.append((await asyncio.wait_for(self.read("ask", self.node[0]), 0.03))[1])
        except (asyncio.TimeoutError, asyncio.IncompleteReadError, OSError):
            pass
        if rule.do == "late":
            self.node[1].close()
            await asyncio.sleep(rule.ms / 1000)
        writer.write(b"".join(said))
        self.node[1].close()
        self.proxy.linger(self)

    def end(self, hard=False):
        for _, writer in (self.node, self.database):
            if hard and not writer.is_closing():
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if hard:
                writer.transport.abort()
            else:
                writer.close()


class Proxy:
    def __init__(self, target):
        self.target, self.rules, self.connections, self.lingering = target, [], set(), set()
        self.fired = self.accepted = 0
        self.mute, self.silent = False, []
        self.server = self.port = None

    async def listen(self):
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", self.port or 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def accept(self, reader, writer):
        self.accepted += 1
        if self.mute:
            self.silent.append(writer)
            return
        try:
            if "/" in self.target:
                database = await asyncio.open_unix_connection(self.target)
            else:
                host, port = self.target.rsplit(":", 1)
                database = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.close()
            return
        connection = Connection(self, (reader, writer), database)
        self.connections.add(connection)
        await connection.run()
        self.connections.discard(connection)

    def linger(self, connection):
        """The node has gone, and the database finishes what it was asked."""
        async def close_later():
            await asyncio.sleep(3)
            connection.end()
            self.lingering.discard(task)
        task = asyncio.ensure_future(close_later())
        self.lingering.add(task)

    async def obey(self, order):
        if "rule" in order:
            self.rules.append(Rule(order["rule"]))
        if "drop" in order:
            self.rules.clear()
        self.mute = order.get("mute", self.mute)
        if "to" in order:
            self.target = order["to"]
        if "now" in order:
            for connection in list(self.connections):
                if order["now"] == "freeze":
                    connection.flows.clear()
                else:
                    connection.end(order["now"] == "reset")
        if "thaw" in order:
            for connection in self.connections:
                connection.flows.set()
                connection.hushed = False
        if order.get("shut") is True and self.server:
            self.server.close()
            self.server = None
        if order.get("shut") is False and not self.server:
            await self.listen()
        return {"connections": self.accepted, "fired": self.fired}

    async def run(self):
        loop = asyncio.get_running_loop()
        orders = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
        await self.listen()
        print(self.port, flush=True)
        while line := await orders.readline():
            print(json.dumps(await self.obey(json.loads(line))), flush=True)


if __name__ == "__main__":
    asyncio.run(Proxy(sys.argv[1]).run())
