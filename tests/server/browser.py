"""A headless Chromium for tests, spoken to over a pipe: pages, clicks, keys, screenshots, what its console says.

Only the standard library is used. The browser has no network beyond this machine.
"""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time

from wire import PATIENCE, must

PHONE, DESKTOP = (390, 844), (1280, 800)


def there():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    def __init__(self, folder, *arguments):
        must(there(), "no browser: install chromium")
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        pipes = [fcntl.fcntl(fd, fcntl.F_DUPFD, 20) for fd in (theirs_in, theirs_out)]
        self.reader, self.writer, self.buffer = ours_in, ours_out, b""
        self.id, self.heard = 0, []
        self.process = subprocess.Popen(
            [there(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-sync", "--mute-audio",
             f"--user-data-dir={folder}/profile", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
             "--remote-debugging-pipe", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(3, 4),
            preexec_fn=lambda: (os.dup2(pipes[0], 3), os.dup2(pipes[1], 4)))
        for fd in (theirs_in, theirs_out, *pipes):
            os.close(fd)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.reader)
        os.close(self.writer)

    def receive(self, seconds):
        """The next message, or None."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            if not select.select([self.reader], [], [], max(0, end - time.monotonic()))[0]:
                return None
            data = os.read(self.reader, 1 << 16)
            must(data, "the browser is gone")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **params):
        self.id += 1
        message = {"id": self.id, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(end - time.monotonic())
            must(answer is not None, "the browser does not answer", method)
            if answer.get("id") == self.id:
                must("error" not in answer, method, answer)
                return answer["result"]
            if "method" in answer:
                self.heard.append(answer)

    def page(self, size=DESKTOP, dark=False):
        return Page(self, size, dark)


class Page:
    """A tab with storage of its own."""

    def __init__(self, browser, size, dark):
        self.browser, self.fresh = browser, False
        context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Runtime.enable")
        self.call("Log.enable")
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def go(self, url):
        self.call("Page.navigate", url=url)

    def js(self, expression):
        """The value of an expression."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        must("exceptionDetails" not in answer, "in the page:", expression[:300], answer.get("exceptionDetails"))
        return answer["result"].get("value")

    def wait(self, expression, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not (value := self.js(expression)):
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} seconds: {expression}\n{self.js('document.body.innerText')[:1500]}")
            time.sleep(0.01)
        return value

    def see(self, selector, seconds=PATIENCE):
        self.wait(f"!!document.querySelector({json.dumps(selector)})", seconds)

    def press(self, at):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=at["x"], y=at["y"], button="left", clickCount=1)

    def click(self, selector):
        """As a person does: it must be there, in sight and not covered."""
        self.press(self.wait(f"""(() => {{
            const e = document.querySelector({json.dumps(selector)});
            if (!e || e.disabled) return null;
            e.scrollIntoView({{block: "center"}});
            const b = e.getBoundingClientRect(), at = {{x: b.x + b.width / 2, y: b.y + b.height / 2}};
            return e.contains(document.elementFromPoint(at.x, at.y)) ? at : null;
        }})()"""))

    def type(self, text):
        self.call("Input.insertText", text=text)

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=key if len(key) == 1 and kind == "keyDown" else "")

    def screenshot(self, path, whole=False):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the console said that is wrong."""
        self.js("1")    # whatever was said before has been heard now
        found = []
        for message in self.browser.heard:
            if message.get("sessionId") != self.session:
                continue
            params = message["params"]
            if message["method"] == "Runtime.exceptionThrown":
                found.append(params["exceptionDetails"].get("exception", {}).get("description", str(params))[:500])
            elif message["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(params["entry"]["text"] + " " + params["entry"].get("url", ""))
            elif message["method"] == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
                found.append(str(params["args"])[:500])
        return found
