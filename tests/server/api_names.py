"""Names that can be taken for somebody else's, or for a bot's."""

import json
import os
import re
import shlex

from api_programs import EXAMPLE
from harness import ROOT
from wire import Server, fine, found, get, join, must, post, refused, table_of, wait_until

NULL = {"game": "null", "seats": ["me", "open", "open", "open"], "wait": True}


def reason(answer, wanted):
    must(refused(answer, 400, "bad-request").json["error"]["reason"] == wanted, "expected", wanted, "came", answer)


def test_alike(folder):
    """Nobody sits down, or takes another name, that looks like that of somebody at the table."""
    with Server(folder) as server:
        table, _ = found(server, "null", NULL["seats"], wait=True, name="Ian")
        path = f"/api/tables/{table}/join"
        for name in ("Ian.", "·Ian·", "Ian", "ian", "lan", "1an", " I an ", "Íán", "ℐan", "Ｉａｎ"):
            reason(post(server, path, {"name": name}), "name-alike")
        must([s["kind"] for s in table_of(server, table)["seats"]] == ["human"] + ["empty"] * 3, "somebody sat down")
        _, token = join(server, table, name="Jan")
        reason(post(server, path, {"name": "IAN"}, token), "name-alike")
        fine(post(server, path, {"name": "JAN"}, token))
        fine(post(server, path, {"nonce": "00"}, token))
        join(server, table, name="王小明")
        must([s["name"] for s in table_of(server, table)["seats"]] == ["Ian", "JAN", "王小明", None], "the names")
        reason(post(server, path, {"name": "王小明"}), "name-alike")
        join(server, table, name="王小華")


def test_taking_over(folder):
    """While a game runs, a name has to differ from those of the bots at the table, too."""
    with Server(folder) as server:
        table, token = found(server, "arcane", ["me", "open", "medium"], name="Ann", clock={"move": 0, "game": 0})
        _, other = join(server, table, name="Bob")
        wait_until(lambda: table_of(server, table)["state"] == "running", what="a full table starts")
        bot = table_of(server, table)["seats"][2]["name"]
        fine(post(server, f"/api/tables/{table}/leave", {}, other))
        for name in ("ANN", bot, bot.lower()):
            reason(post(server, f"/api/tables/{table}/takeover", {"seat": 1, "name": name}), "name-alike")
        fine(post(server, f"/api/tables/{table}/takeover", {"seat": 1, "name": "Bob"}))
        must(token, "a seat")


def test_guests(folder):
    """Who gives no name gets one that nobody has."""
    with Server(folder) as server:
        table, _ = found(server, "null", NULL["seats"], wait=True)
        join(server, table)
        join(server, table, name="Guest 3")
        join(server, table)
        must([s["name"] for s in table_of(server, table)["seats"]] == ["Guest", "Guest 2", "Guest 3", "Guest 4"], "names")


def test_mixed(folder):
    """No word has letters of two alphabets, wherever a name is given; names of one alphabet stay."""
    with Server(folder) as server:
        for name in ("ᗩnn", "Anⵏ", "Aחn", "An١", "Bოb", "Ann\u0378", "Аnn", "Bоb", "Ann Mаria", "Οtto", "Αнна", "ꓮnn"):
            reason(post(server, "/api/tables", {**NULL, "name": name}), "name-mixed")
        table, token = found(server, "null", NULL["seats"], wait=True, name="Ann")
        reason(post(server, f"/api/tables/{table}/join", {"name": "Bоb"}), "name-mixed")
        reason(post(server, f"/api/tables/{table}/join", {"name": "Аnn"}, token), "name-mixed")
        for name in ("Пётр", "Ελένη", "王小明", "José", "Łukasz", "O'Neil", "Anna 🎲", "アンナAnna", "김Anna", "Óscar", "Wanda",
                     "Team α", "Ana 🇩🇪", "Аня🇩🇪", "Анна-Anna", "गीता", "Սոնա", "محمد"):
            seats = fine(post(server, "/api/tables", {**NULL, "name": name}), 201)["table"]["seats"]
            must(seats[0]["name"] == name, name, seats)


def german_words():
    """What the German client shows instead of levels, titles and names of bots."""
    with open(os.path.join(ROOT, "web/src/words/table.ts"), encoding="utf-8") as file:
        levels = re.findall(r'"table\.level\.\w+": \["\w+", "(\w+)"\]', file.read())
    with open(os.path.join(ROOT, "web/src/words/rows.de.json"), encoding="utf-8") as file:
        rows = json.load(file)
    return levels, {row["en"]: row["de"] for row in rows.values()}


def test_bots(folder):
    """Nobody looks like a level, a title or a name of bots, in either language, nor like an operator's program."""
    levels, rows = german_words()
    with Server(folder, extra=("--bot", f"smith=exec:ms=1500:{shlex.quote(EXAMPLE)}")) as server:
        bots = [b for g in fine(get(server, "/api/games"))["games"] for b in g["bots"]]
        names = {word for b in bots for word in (b["name"], b["title"])}
        german = {rows[word] for word in names if word in rows} | set(levels)
        must(len(names) > 12 and len(german) > 12 and "Hellseherin" in german and "schwer" in german, names, german)
        disguises = {"H a r d", "HÄRD", "ｈａｒｄ", "𝐡𝐚𝐫𝐝", "ꓧꓮꓣꓓ", "The  Clairvoyant", "cIairvoyant",
                     "ΖΕΝΟ", "Hi1da", "HiIda", "Ｗａｎｄａ", "smith", "Smith", "@smith"}
        for name in names | german | disguises | {name.upper() for name in names | german}:
            reason(post(server, "/api/tables", {**NULL, "name": name}), "name-of-a-bot")
        for name in ("rnedium", "VVanda", "master.", "[hard]", "¡hard!", "smith·"):
            reason(post(server, "/api/tables", {**NULL, "name": name}), "name-of-a-bot")
        for name in ("medium\ue000", "Ann\ue000", "Ann\U000f0000", "A\ufffcnn"):
            reason(post(server, "/api/tables", {**NULL, "name": name}), "name-not-visible")
        reason(post(server, "/api/tables", {**NULL, "name": "ѕmith"}), "name-mixed")
