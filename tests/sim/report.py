#!/usr/bin/env python3
"""The report of `charlatan sim` in a real browser without network: plots are drawn, captions have
intervals and sample sizes, nothing is fetched, the same run gives the same bytes."""

import argparse
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# What is measured in the page, by a script that only the test's copy of it has.
MEASURE = """<script>
const seen = [...document.querySelectorAll('figure')].map(f => {
  const svg = f.querySelector('svg'), box = svg ? svg.getBoundingClientRect() : null;
  const drawn = svg ? [...svg.querySelectorAll('path,polygon,use')].filter(e => {
    const b = e.getBoundingClientRect(); return b.width > 0 || b.height > 0; }) : [];
  return {id: f.id, svg: !!svg, width: box ? box.width : 0, height: box ? box.height : 0,
          drawn: drawn.length, ink: svg ? getComputedStyle(svg.querySelector('text')).fill : '',
          caption: f.querySelector('figcaption')?.innerText ?? '',
          table: f.querySelectorAll('tbody tr').length};
});
const fetched = performance.getEntriesByType('resource').length;
const out = document.createElement('pre');
out.id = 'measured';
out.textContent = JSON.stringify({seen, fetched, wide: document.documentElement.scrollWidth});
document.body.append(out);
</script>"""
VOID = {"meta", "br", "link", "img", "hr", "input"}


class Failed(Exception):
    pass


def check(is_so, what):
    if not is_so:
        raise Failed(what)


class Balance(html.parser.HTMLParser):
    """Every element is closed, in order; nothing refers outside of the file; ids are met once."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], set(), []

    def attributes(self, tag, attrs):
        for key, value in attrs:
            if key == "id":
                check(value not in self.ids, f"id {value} twice")
                self.ids.add(value)
            if key in ("href", "src", "xlink:href", "srcset", "data"):
                check(value.startswith("#"), f"<{tag}> refers to {value}")
                self.links.append(value[1:])

    def handle_starttag(self, tag, attrs):
        self.attributes(tag, attrs)
        check(tag != "script", "a script")
        if tag not in VOID:
            self.open.append((tag, self.getpos()))

    def handle_startendtag(self, tag, attrs):
        self.attributes(tag, attrs)

    def handle_endtag(self, tag):
        check(self.open, f"</{tag}> at {self.getpos()} closes nothing")
        last, place = self.open.pop()
        check(last == tag, f"<{last}> at {place} is closed by </{tag}> at {self.getpos()}")


def check_html(text):
    page = Balance()
    page.feed(text)
    page.close()
    check(not page.open, f"not closed: {page.open}")
    missing = [link for link in page.links if link not in page.ids]
    check(not missing, f"links to nowhere: {missing[:3]}")
    check("@import" not in text and "url(" not in text, "the style fetches something")
    check("nan" not in re.findall(r">([^<]*)<", text), "nan in the text")


def simulate(args, folder, name, options, threads):
    path = os.path.join(folder, f"{name}-{threads}.html")
    command = [args.charlatan, "sim", *options, "--threads", str(threads), "--report", path]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    check(run.returncode == 0, f"{' '.join(command)}: status {run.returncode}: {run.stderr}")
    with open(path, encoding="utf-8") as file:
        return file.read()


def browse(folder, name, text):
    """What a browser makes of the page, with nothing to fetch from."""
    path = os.path.join(folder, f"{name}-measured.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("</body>", MEASURE + "</body>"))
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    check(browser, "no browser: install chromium")
    run = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         f"--user-data-dir={folder}/profile-{name}", "--host-resolver-rules=MAP * ~NOTFOUND",
         "--window-size=1000,2000", "--dump-dom", "file://" + path],
        capture_output=True, text=True, timeout=120)
    found = re.search(r'<pre id="measured">(.*?)</pre>', run.stdout, re.S)
    check(found, f"the browser showed nothing: {run.stderr[-500:]}")
    return json.loads(html.unescape(found.group(1)))


def check_figure(figure):
    caption, name = figure["caption"].replace("\xa0", " "), figure["id"]
    check("95 % interval" in caption, f"{name}: no interval in the caption: {caption}")
    check(re.search(r"[\d.]+ to [\u2212\d.]+", caption) or name == "shifts", f"{name}: no interval: {caption}")
    check(re.search(r"\d deals \([\d,]+ games", caption), f"{name}: no sample size: {caption}")
    if name == "shifts" or name.startswith("heat-"):
        return
    check(figure["table"] > 0, f"{name}: an empty table")
    check(figure["svg"] and figure["width"] > 300 and figure["height"] > 60, f"{name}: no plot")
    check(figure["drawn"] >= 3, f"{name}: only {figure['drawn']} things drawn")
    check(figure["ink"] not in ("", "none"), f"{name}: text without colour")


def check_run(args, folder, name, options, titles):
    text = simulate(args, folder, name, options, 1)
    check(text == simulate(args, folder, name, options, 2), "1 and 2 threads: other bytes")
    check_html(text)
    measured = browse(folder, name, text)
    check(measured["fetched"] == 0, f"{measured['fetched']} things fetched")
    check(measured["wide"] <= 1000, f"the page is {measured['wide']} wide")
    check(measured["seen"], "no figures")
    for figure in measured["seen"]:
        check_figure(figure)
    for title in titles:
        check(f"<h3>{title}</h3>" in text, f"no figure {title!r}")
    return len(measured["seen"])


def check_without_gnuplot(args, folder, options):
    """No gnuplot: tables, and what to install."""
    path = os.path.join(folder, "plain.html")
    run = subprocess.run([args.charlatan, "sim", *options, "--report", path], capture_output=True,
                         text=True, timeout=120, env={"PATH": folder, "LC_ALL": "C.UTF-8"})
    check(run.returncode == 0, f"status {run.returncode}: {run.stderr}")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    check_html(text)
    check("<svg" not in text and "gnuplot-nox" in text, "it does not say what to install")
    check("gnuplot-nox" in run.stderr, "nothing said on the terminal")
    return text.count("<table>")


def shares_of(results, group, bot=None):
    return sum(m["share"] for m in results["metrics"]
               if m["group"] == group and (bot is None or m.get("bot") == bot))


def check_sums(args):
    """What the gauges saw adds up to what the rules counted."""
    sums = 0
    for options, source, start, ends in [
            (RUNS[0][1], "gold-by-source", 25, "draws"), (RUNS[1][1], "points-by-source", 0, "potion-ends")]:
        run = subprocess.run([args.charlatan, "sim", *options, "--json", "--quiet"],
                             capture_output=True, text=True, timeout=120)
        results = json.loads(run.stdout)
        seats = sum(bot["games"] for bot in results["bots"])
        score = sum(bot["mean_score"] * bot["games"] for bot in results["bots"]) / seats
        told = start + sum(m["mean"] for m in results["metrics"] if m["group"] == source)
        check(abs(told - score) < 1e-4, f"{source}: {told}, but scores are {score}")
        for bot in results["bots"]:
            check(abs(shares_of(results, ends, bot["bot"]) - 1) < 1e-4, f"{ends} of {bot['bot']}")
            sums += 1
    return sums


RUNS = [
    ("arcane", ["arcane", "--players", "3", "--bots", "random,random,greedy", "--games", "120",
                "--seed", "1", "--set", "market=true", "--set", "wizards=random"],
     ["Wins by bot", "Gold by item sold", "Infamy by source", "Wins by wizard",
      "Where cards are drawn from", "What triggering costs in infamy"]),
    ("quacks", ["quacks", "--players", "2", "--bots", "greedy,random", "--games", "100", "--seed", "1"],
     ["Explosions by turn", "Chips bought", "Points in a turn by fortune card", "Help from the rats",
      "Chips bought by book", "Who still wins"]),
    ("sweep", ["arcane", "--players", "2", "--bots", "random,random", "--games", "80", "--seed", "1",
               "--sweep", "edition=three,hundred"],
     ["What changed most", "Final score by bot: the difference", "The pace of a game"]),
    ("grid", ["quacks", "--players", "2", "--bots", "random,random:noise=1", "--games", "40", "--seed", "1",
              "--sweep", "books.green=1..2", "--sweep", "books.red=1..3"],
     ["What changed most", "Wins by bot: random in the grid", "How long a game is in the grid"]),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--charlatan", default="build/release/charlatan")
    args = parser.parse_args()
    args.charlatan = os.path.abspath(args.charlatan)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        tests = [(name, lambda n=name, o=options, t=titles: check_run(args, folder, n, o, t))
                 for name, options, titles in RUNS]
        tests.append(("sums", lambda: check_sums(args)))
        tests.append(("without gnuplot", lambda: check_without_gnuplot(args, folder, RUNS[1][1])))
        for name, test in tests:
            try:
                print(f"{name}: {test()} figures, sums or tables")
                passed += 1
            except Failed as why:
                print(f"{name}: {why}")
                failed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
