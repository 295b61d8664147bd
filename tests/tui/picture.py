#!/usr/bin/env python3
"""The pictures of the terminal in docs/img: picture.py [CHARLATAN] [FOLDER] makes them anew. Look at them before you commit them.

tests/tui/screen.py compares their texts with what the program shows."""
import html
import os
import re
import sys

from terminal import Terminal

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FOLDER = os.path.join(ROOT, "docs", "img")
# How a game is begun, and the keys until it is worth a picture.
SHOWN = {
    "arcane": ("--seed 12 --bots easy --players 4 --name Ada", "1511511411"),
    "quacks": ("--seed 12 --bots easy --players 3 --name Ada", "111111"),
}

BASIC = ["#1b1f2a", "#e06c60", "#8fbf6f", "#e0b050", "#6fa0d8", "#b58ad0", "#6cc0b8", "#d8d4c8"]
BRIGHT = ["#6d7385", "#ff8f80", "#aee08f", "#ffd070", "#8fc0ff", "#d4a8f0", "#8fe0d8", "#ffffff"]
WIDE, HIGH = 8.4, 17
MOVES, FRAME = "quacks", 1.6 # the game that moves, and how many seconds a screen stays


def colour_of(n):
    if n < 16:
        return (BASIC + BRIGHT)[n]
    if n < 232:
        n -= 16
        return "#%02x%02x%02x" % tuple(0 if v == 0 else 55 + 40 * v for v in (n // 36, n // 6 % 6, n % 6))
    return "#%02x%02x%02x" % ((8 + 10 * (n - 232),) * 3)


def restyle(style, codes):
    """SGR: the style after these codes."""
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = {}
        elif code in (1, 2, 4, 7):
            style = {**style, {1: "bold", 2: "dim", 4: "line", 7: "reverse"}[code]: True}
        elif code in (22, 24, 27):
            gone = {22: ("bold", "dim"), 24: ("line",), 27: ("reverse",)}[code]
            style = {k: v for k, v in style.items() if k not in gone}
        elif code in (38, 48) and codes[:1] == [5]:
            style = {**style, "ink" if code == 38 else "ground": colour_of(codes[1])}
            codes = codes[2:]
        elif 30 <= code < 38 or 40 <= code < 48 or 90 <= code < 98:
            key = "ground" if 40 <= code < 48 else "ink"
            style = {**style, key: (BRIGHT if code >= 90 else BASIC)[code % 10]}
        elif code in (39, 49):
            style = {k: v for k, v in style.items() if k != ("ink" if code == 39 else "ground")}
    return style


def runs(line, style):
    """Pieces of a line with their column and style; and the style at its end."""
    column, pieces = 0, []
    for text, codes in re.findall(r"([^\x1b]*)(?:\x1b\[([\d;]*)m|\x1b\(B|\x0f|$)", line):
        if text:
            pieces.append((column, text, style))
            column += len(text)
        if codes or codes == "":
            style = restyle(style, [int(c or 0) for c in codes.split(";")] if codes else [])
    return pieces, style


def piece_svg(row, column, text, style):
    ink, ground = style.get("ink", "#e8e2d4"), style.get("ground")
    if style.get("reverse"):
        ink, ground = ground or "#161a26", ink
    x, y, out = column * WIDE + 12, row * HIGH + 12, ""
    if ground:
        out += f'<rect x="{x:.1f}" y="{y}" width="{len(text) * WIDE:.1f}" height="{HIGH}" fill="{ground}"/>'
    more = ' font-weight="700"' * bool(style.get("bold")) + ' opacity=".6"' * bool(style.get("dim"))
    words = text.strip()
    if words:  # blanks at the ends are places, blanks between must not shrink
        x += (len(text) - len(text.lstrip())) * WIDE
        out += (f'<text x="{x:.1f}" y="{y + 13}" fill="{ink}" textLength="{len(words) * WIDE:.1f}"{more}>'
                f"{html.escape(words).replace(' ', chr(160))}</text>")
    return out


def wide_as(lines):
    return max(len(re.sub(r"\x1b\[[\d;]*m|\x1b\(B|\x0f", "", line)) for line in lines) * WIDE + 24


def rows_svg(lines):
    """Each row as a drawing."""
    rows, style = [], {}
    for row, line in enumerate(lines):
        pieces, style = runs(line, style)
        rows.append("".join(piece_svg(row, *piece) for piece in pieces))
    return rows


def framed(wide, rows, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {rows * HIGH + 24}" '
            f'font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="14">'
            f'<rect width="100%" height="100%" rx="8" fill="#161a26"/>{body}</svg>\n')


def svg(lines):
    return framed(wide_as(lines), len(lines), "".join(rows_svg(lines)))


def moving_svg(screens):
    """A row that stays the same through several screens is drawn once, and shown as long."""
    frames, all_rows, body = len(screens), max(map(len, screens)), ""
    drawn = [rows_svg(lines) + [""] * (all_rows - len(lines)) for lines in screens]
    for row in range(all_rows):
        first = 0
        for last in range(frames):
            if last + 1 < frames and drawn[last + 1][row] == drawn[first][row]:
                continue
            if drawn[first][row]:
                shown = (f'<animate attributeName="display" dur="{frames * FRAME}s" calcMode="discrete" '
                         f'repeatCount="indefinite" values="none;inline;none" '
                         f'keyTimes="0;{first / frames:.4f};{(last + 1) / frames:.4f}"/>')
                body += f'<g data-frames="{first}-{last}">{shown}{drawn[first][row]}</g>\n'
            first = last + 1
    return framed(max(map(wide_as, screens)), all_rows, body)


def screens(charlatan, game, colours=False):
    """The full screen before and after each of these keys."""
    args, keys = SHOWN[game]
    with Terminal(f"'{charlatan}' play {game} {args}", w=100, h=30) as t:
        text = t.until("0-9 answer")
        yield t.text(colours)
        for key in keys:
            t.keys(key)
            t.changed(text)
            text = t.until("0-9 answer")
            yield t.text(colours)


def shot(charlatan, game, colours=False):
    """The full screen after these keys, each of them pressed when the one before has been answered."""
    return [*screens(charlatan, game, colours)][-1]


def path_of(game, folder=FOLDER):
    return os.path.join(folder, f"terminal-{game}.svg")


def text_of(svg_text, frame=None):
    """The lines that a picture shows, or a frame of one that moves."""
    if frame is not None:
        shown = re.findall(r'<g data-frames="(\d+)-(\d+)">(.*?)</g>', svg_text)
        svg_text = "".join(body for first, last, body in shown if int(first) <= frame <= int(last))
    lines = {}
    for x, y, words in re.findall(r'<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)</text>', svg_text):
        row, column = (int(y) - 25) // HIGH, round((float(x) - 12) / WIDE)
        lines[row] = lines.get(row, "").ljust(column) + html.unescape(words).replace(chr(160), " ")
    return "\n".join(lines.get(row, "") for row in range(max(lines) + 1))


def draw(path, picture):
    with open(path, "w", encoding="utf-8") as file:
        file.write(picture)


def main():
    charlatan = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build/release/charlatan"))
    for game in SHOWN:
        shown = [screen.rstrip("\n").split("\n") for screen in screens(charlatan, game, colours=True)]
        draw(path_of(game, *sys.argv[2:3]), svg(shown[-1]))
        if game == MOVES:
            draw(path_of("moves", *sys.argv[2:3]), moving_svg(shown))


if __name__ == "__main__":
    main()
