#!/usr/bin/env python3
"""The reports of `charlatan sim` and `charlatan review` in a real browser without network: plots are drawn, captions
have intervals and sample sizes, nothing is fetched, the same run gives the same bytes."""

import html.parser
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from harness import must, program

# What is measured in the page, by a script that only the test's copy of it has.
MEASURE = """<script>
const seen = [...document.querySelectorAll('figure')].map(f => {
  const svg = f.querySelector('.plot svg'), box = svg ? svg.getBoundingClientRect() : null;
  const drawn = svg ? [...svg.querySelectorAll('path,polygon,polyline,rect,use')].filter(e => {
    const b = e.getBoundingClientRect(); return b.width > 0 || b.height > 0; }) : [];
  return {id: f.id, svg: !!svg, width: box ? box.width : 0, height: box ? box.height : 0,
          drawn: drawn.length, ink: svg?.querySelector('text') ? getComputedStyle(svg.querySelector('text')).fill : '',
          caption: f.querySelector('figcaption')?.innerText ?? '',
          table: f.querySelectorAll('tbody tr').length};
});
const fetched = performance.getEntriesByType('resource').length;
const out = document.createElement('pre');
out.id = 'measured';
out.textContent = JSON.stringify({seen, fetched, wide: document.documentElement.scrollWidth});
document.body.append(out);
</script>"""
ARCANE = ["arcane", "--players", "3", "--bots", "random,random,greedy", "--games", "120", "--seed", "1",
          "--set", "market=true", "--set", "wizards=random"]
QUACKS = ["quacks", "--players", "2", "--bots", "greedy,random", "--games", "100", "--seed", "1"]
VOID = {"meta", "br", "link", "img", "hr", "input"}


class Balance(html.parser.HTMLParser):
    """Every element is closed, in order; nothing refers outside of the file; ids are met once."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], set(), []

    def attributes(self, tag, attrs):
        for key, value in attrs:
            if key == "id":
                must(value not in self.ids, f"id {value} twice")
                self.ids.add(value)
            if key in ("href", "src", "xlink:href", "srcset", "data"):
                must(value.startswith("#"), f"<{tag}> refers to {value}")
                self.links.append(value[1:])

    def handle_starttag(self, tag, attrs):
        self.attributes(tag, attrs)
        must(tag != "script", "a script")
        if tag not in VOID:
            self.open.append((tag, self.getpos()))

    def handle_startendtag(self, tag, attrs):
        self.attributes(tag, attrs)

    def handle_endtag(self, tag):
        must(self.open, f"</{tag}> at {self.getpos()} closes nothing")
        last, place = self.open.pop()
        must(last == tag, f"<{last}> at {place} is closed by </{tag}> at {self.getpos()}")


def check_html(text):
    page = Balance()
    page.feed(text)
    page.close()
    must(not page.open, f"not closed: {page.open}")
    missing = [link for link in page.links if link not in page.ids]
    must(not missing, f"links to nowhere: {missing[:3]}")
    must("@import" not in text and "url(" not in text, "the style fetches something")
    must("nan" not in re.findall(r">([^<]*)<", text), "nan in the text")


def simulate(folder, name, options, threads):
    path = os.path.join(folder, f"{name}-{threads}.html")
    command = [program(), "sim", *options, "--threads", str(threads), "--report", path]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    must(run.returncode == 0, f"{' '.join(command)}: status {run.returncode}: {run.stderr}")
    with open(path, encoding="utf-8") as file:
        return file.read()


def browse(folder, name, text):
    """What a browser makes of the page, with nothing to fetch from."""
    path = os.path.join(folder, f"{name}-measured.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("</body>", MEASURE + "</body>"))
    known = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
    browser = next(filter(None, map(shutil.which, known)), None)
    must(browser, "no browser: install chromium-headless-shell")
    run = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         f"--user-data-dir={folder}/profile-{name}", "--host-resolver-rules=MAP * ~NOTFOUND",
         "--window-size=1000,2000", "--dump-dom", "file://" + path],
        capture_output=True, text=True, timeout=120)
    found = re.search(r'<pre id="measured">(.*?)</pre>', run.stdout, re.S)
    must(found, f"the browser showed nothing: {run.stderr[-500:]}")
    return json.loads(html.unescape(found.group(1)))


def check_figure(figure):
    caption, name = figure["caption"].replace("\xa0", " "), figure["id"]
    must("95 % interval" in caption, f"{name}: no interval in the caption: {caption}")
    must(re.search(r"[\d.]+ to [\u2212\d.]+", caption) or name == "shifts", f"{name}: no interval: {caption}")
    must(re.search(r"\d deals \([\d,]+ games", caption), f"{name}: no sample size: {caption}")
    if name == "shifts" or name.startswith("heat-"):
        return
    must(figure["table"] > 0, f"{name}: an empty table")
    must(figure["svg"] and figure["width"] > 300 and figure["height"] > 60, f"{name}: no plot")
    must(figure["drawn"] >= 3, f"{name}: only {figure['drawn']} things drawn")
    must(figure["ink"] not in ("", "none"), f"{name}: text without colour")


def check_contents(text):
    """Every figure goes by its own heading in the contents."""
    listed = re.findall(r'<li><a href="#([\w-]+)">(.*?)</a></li>', text.split("<h2>Contents</h2>")[1].split("</nav>")[0])
    must(listed, "no contents")
    for name, title in listed:
        heading = re.search(rf'id="{name}"[^>]*>\s*<h3>(.*?)</h3>', text, re.S)
        must(not heading or heading[1] == title, f"{name} is called {title!r} in the contents, and {heading and heading[1]!r}")


def check_run(folder, name, options, titles):
    text = simulate(folder, name, options, 1)
    must(text == simulate(folder, name, options, 2), "1 and 2 threads: other bytes")
    check_html(text)
    check_contents(text)
    measured = browse(folder, name, text)
    must(measured["fetched"] == 0, f"{measured['fetched']} things fetched")
    must(measured["wide"] <= 1000, f"the page is {measured['wide']} wide")
    must(measured["seen"], "no figures")
    for figure in measured["seen"]:
        check_figure(figure)
    for title in titles:
        must(f"<h3>{title}</h3>" in text, f"no figure {title!r}")


def test_without_gnuplot(folder):
    """No gnuplot: tables, and what to install."""
    path = os.path.join(folder, "plain.html")
    run = subprocess.run([program(), "sim", *QUACKS, "--report", path], capture_output=True,
                         text=True, timeout=120, env={"PATH": folder, "LC_ALL": "C.UTF-8"})
    must(run.returncode == 0, f"status {run.returncode}: {run.stderr}")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    check_html(text)
    must("<svg" not in text and "gnuplot-nox" in text, "it does not say what to install")
    must("gnuplot-nox" in run.stderr, "nothing said on the terminal")


def shares_of(results, group, bot=None):
    return sum(m["share"] for m in results["metrics"]
               if m["group"] == group and (bot is None or m.get("bot") == bot))


def test_sums():
    """What the gauges saw adds up to what the rules counted."""
    for options, source, start, ends in [
            (ARCANE, "gold-by-source", 25, "draws"), (QUACKS, "points-by-source", 0, "potion-ends")]:
        run = subprocess.run([program(), "sim", *options, "--json", "--quiet"],
                             capture_output=True, text=True, timeout=120)
        results = json.loads(run.stdout)
        seats = sum(bot["games"] for bot in results["bots"])
        score = sum(bot["mean_score"] * bot["games"] for bot in results["bots"]) / seats
        told = start + sum(m["mean"] for m in results["metrics"] if m["group"] == source)
        must(abs(told - score) < 1e-4, f"{source}: {told}, but scores are {score}")
        for bot in results["bots"]:
            must(abs(shares_of(results, ends, bot["bot"]) - 1) < 1e-4, f"{ends} of {bot['bot']}")


def test_arcane(folder):
    check_run(folder, "arcane", ARCANE,
              ["Wins by bot", "Gold by item sold", "Infamy by source", "Wins by wizard",
               "Where cards are drawn from", "What triggering costs in infamy"])


def test_quacks(folder):
    check_run(folder, "quacks", QUACKS,
              ["Explosions by turn", "Chips bought", "Points in a turn by fortune card", "Help from the rats",
               "Chips bought by book", "Who still wins"])


def test_sweep(folder):
    check_run(folder, "sweep", ["arcane", "--players", "2", "--bots", "random,random", "--games", "80", "--seed", "1",
                                "--sweep", "edition=three,hundred"],
              ["What changed most", "Final score by bot: the difference", "The pace of a game"])


def test_grid(folder):
    check_run(folder, "grid", ["quacks", "--players", "2", "--bots", "random,random:noise=1", "--games", "40",
                               "--seed", "1", "--sweep", "books.green=1..2", "--sweep", "books.red=1..3"],
              ["What changed most", "Wins by bot: random in the grid", "How long a game is in the grid"])


def test_review(folder):
    """The page of a review: a graph whose marks and sentences lead to each other, and bars."""
    kept = os.path.join(folder, "kept")
    subprocess.run([program(), "sim", "quacks", "--bots", "greedy,random", "--games", "1", "--seed", "1", "--keep", "1",
                    "--keep-dir", kept, "--quiet"], check=True, capture_output=True, timeout=60)
    record = os.path.join(kept, os.listdir(kept)[0])
    pages = [subprocess.run([program(), "review", record, "--samples", "16", "--threads", threads, "--report", "-"],
                            check=True, capture_output=True, text=True, timeout=60).stdout for threads in ("1", "2")]
    must(pages[0] == pages[1], "1 and 2 threads: other bytes")
    check_html(pages[0])
    marks, moments = (re.findall(rf'id="{what}-(\d+)"', pages[0]) for what in ("mark", "moment"))
    must(marks and sorted(marks) == sorted(moments), f"marks {marks}, sentences {moments}")
    must(pages[0].count("<polyline") == 2 and pages[0].count('class="skill"') == 2, "not a line and bars for each seat")
    measured = browse(folder, "review", pages[0])
    must(measured["fetched"] == 0 and measured["wide"] <= 1000, measured)
    must(all(figure["svg"] and figure["width"] > 300 and figure["drawn"] >= 2 for figure in measured["seen"]), measured)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__, cases="report_*.py"))
