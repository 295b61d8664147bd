"""Being told of a turn: messages to browsers and channels, against a service of our own that decrypts them."""

import json
import time

import pushed
from pushed import Browser, Service, b64, unb64
from wire import Server, fine, found, get, join, must, post, refused, table_of, wait_until

CONTACT = "mailto:operator@example.org"
ON = ("--push", CONTACT, "--push-host", "127.0.0.1", "--webhook-host", "127.0.0.1", "--webhook-host", "localhost",
      "--send-local", "--log-level", "debug")
OPTIONS = {"options": {"first": 0, "turn_cap": 4}, "clock": {"move": 172800}}
PATIENCE = 30    # seconds; with --send-local somebody is told after one


def reason(answer, status, name):
    must(answer.status == status and answer.json["error"]["reason"] == name, "expected", name, "came", answer)


def test_the_service_itself():
    """The values in the RFCs: what decrypts here is what they say."""
    must(pushed.decode(unb64("yqdlZ-tYemfogSmv7Ws5PQ"), unb64(
        "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")) == b"I am the walrus", "RFC 8188, 3.1")
    must(pushed.decode(unb64("BO3ZVPxUlnLORbVGMpbT1Q"), unb64(
        "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA"))
         == b"I am the walrus", "RFC 8188, 3.2")
    browser = Browser("", int.from_bytes(unb64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"),
                      unb64("BTBZMqHH6r4Tts7J_aSIgg"))
    must(browser.read(unb64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
        "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"))
         == b"When I grow up, I want to be a watermelon", "RFC 8291, A")
    pushed.check_proof(
        "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3"
        "NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtm"
        "ysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmC"
        "lBPs", "https://push.example.net", 1453523768 - 1000)


def test_off_until_asked_for(folder):
    with Server(folder) as server:
        games = fine(get(server, "/api/games"))
        must(games["push"] is None and games["hooks"] == [], games)
        table, token = found(server, "null", ["me", "open"])
        reason(post(server, f"/api/tables/{table}/push", Browser("https://fcm.googleapis.com/x").subscription(), token),
               409, "push-off")
        reason(post(server, f"/api/tables/{table}/hook", {"url": "https://ntfy.sh/x", "shape": "ntfy"}, token), 409,
               "hooks-off")


def told(service, n):
    wait_until(lambda: len(service.got) >= n, seconds=PATIENCE, what=f"{n} messages", every=0.1)
    return service.got[:n]


def test_whole(folder):
    """Browsers of two people, a channel, a restart, and an endpoint that is gone; nothing secret in the server's log."""
    with Service() as service, Server(folder, db=f"{folder}/t.db", extra=ON) as server:
        games = fine(get(server, "/api/games"))
        must(games["hooks"] == ["127.0.0.1", "localhost"] and len(unb64(games["push"])) == 65, games)
        table, ann = found(server, "arcane", ["me", "open"], name="Ännchen", wait=True, **OPTIONS)
        _, bob = join(server, table, name="Bob")
        path = f"/api/tables/{table}"
        browsers = [Browser(f"{service.origin}/ann-5ecret"), Browser(f"{service.origin}/ann-phone-5ecret")]
        fine(post(server, path + "/push", browsers[0].subscription("de"), ann))
        fine(post(server, path + "/push", browsers[1].subscription("en"), ann))
        fine(post(server, path + "/push", Browser(f"{service.origin}/bob-5ecret").subscription(), bob))
        link = f"https://play.example/#t/{table}"
        card = fine(post(server, path + "/hook", {"url": f"{service.origin}/channel-5ecret", "shape": "discord",
                                                  "link": link}, ann))["table"]
        must(card["hook"] is True and "5ecret" not in str(card), card)
        # The keys stay the same after a restart, and what was asked for is not forgotten.
        server.stop()
        server.start()
        must(fine(get(server, "/api/games"))["push"] == games["push"], "another key")
        fine(post(server, path + "/start", {}, ann))
        got = {p: (headers, body) for p, headers, body in told(service, 3)}
        must(set(got) == {"/ann-5ecret", "/ann-phone-5ecret", "/channel-5ecret"}, set(got))
        for i, (at, text) in enumerate((("/ann-5ecret", "Ännchen, du bist an der Reihe."),
                                        ("/ann-phone-5ecret", "Ännchen, it is your turn."))):
            headers, body = got[at]
            must(headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0, headers)
            key, contact = pushed.check_proof(headers["Authorization"], service.origin, time.time())
            must(key == games["push"] and contact == CONTACT, key, contact)
            message = json.loads(browsers[i].read(body))
            must(message["body"].startswith(text) and message["table"] == table, message)
            must(message["title"] == "Arcane Alley" and token_free(message, ann, bob), message)
        content = json.loads(got["/channel-5ecret"][1])
        must(content["content"] == f"It is Ännchen's turn. {link}", content)
        must(content["allowed_mentions"] == {"parse": []}, content)
        # Once a turn: nothing more comes, and nobody else was told.
        time.sleep(1)
        must(len(service.got) == 3, service.got[3:])
        log = server.text()
        for secret in ("5ecret", ann, bob, games["push"], *(b64(b.auth) for b in browsers)):
            must(secret not in log, "the log has", secret)
        must("call-sent" in log or "told of their turn" in log, log[-2000:])


def token_free(message, *tokens):
    return not any(t in json.dumps(message) for t in tokens)


def test_tls_and_gone(folder):
    """Over TLS only with a certificate for that name; a subscription that is gone is forgotten; redirects go nowhere."""
    context = pushed.tls(folder)
    with Service(context, status=410) as gone, Service() as trap, \
            Service(context, status=307, headers=[("Location", trap.origin + "/trap")]) as other, \
            Server(folder, extra=(*ON, "--push-host", "localhost")) as server:
        table, ann = found(server, "arcane", ["me", "open"], **OPTIONS)
        join(server, table)
        path = f"/api/tables/{table}"
        # The certificate is for localhost, not for the address.
        fine(post(server, path + "/push", Browser(gone.origin + "/by-address").subscription(), ann))
        by_name = gone.origin.replace("127.0.0.1", "localhost")
        fine(post(server, path + "/push", Browser(by_name + "/by-name").subscription(), ann))
        fine(post(server, path + "/push", Browser(other.origin.replace("127.0.0.1", "localhost") + "/moved").subscription(),
                  ann))
        wait_until(lambda: gone.got and other.got, seconds=PATIENCE, what="messages", every=0.1)
        must([p for p, _, _ in gone.got] == ["/by-name"], gone.got)
        must([p for p, _, _ in other.got] == ["/moved"] and not trap.got, other.got, trap.got)
        wait_until(lambda: "call-failed" in server.text() or "gone" in server.text(), what="a line in the log")


def test_never_to_private_addresses(folder):
    """Without --send-local nothing goes to this machine, whatever its name is; and plain http goes nowhere."""
    with Service() as service:
        port = service.origin.rsplit(":", 1)[1]
        named = ("--push-host", f"127.0.0.1:{port}", "--webhook-host", f"localhost:{port}")
        with Server(folder, extra=(*ON[:8], *named, "--luck", "x")) as server:
            to_private_addresses(service, server, port)


def to_private_addresses(service, server, port):
    table, ann = found(server, "arcane", ["me", "open"], **OPTIONS)
    join(server, table)
    path = f"/api/tables/{table}"
    reason(post(server, path + "/push", Browser(service.origin + "/x").subscription(), ann), 400, "url-needed")
    for url, status, name in ((f"https://10.0.0.1:{port}/x", 409, "host-not-allowed"),
                              (f"https://[::1]:{port}/x", 409, "host-not-allowed"),
                              ("https://127.0.0.1:1/x", 409, "host-not-allowed"),
                              (f"https://evil.example:{port}/x", 409, "host-not-allowed")):
        reason(post(server, path + "/push", Browser(url).subscription(), ann), status, name)
    # Allowed by name, and still not: the address is this machine's.
    fine(post(server, path + "/push", Browser(f"https://127.0.0.1:{port}/x").subscription(), ann))
    hook = {"url": f"https://localhost:{port}/x", "shape": "slack", "link": f"https://p.example/#t/{table}"}
    fine(post(server, path + "/hook", hook, ann))
    wait_until(lambda: not table_of(server, table).get("hook"), seconds=PATIENCE, what="the hook is dropped", every=0.2)
    must(service.got == [], service.got)


def test_my_games(folder):
    """One request for many tables: whose turn it is, and how long they have."""
    with Server(folder) as server:
        mine = []
        for _ in range(2):
            table, ann = found(server, "arcane", ["me", "open"], **OPTIONS)
            mine.append({"table": table, "token": ann})
        _, bob = join(server, mine[0]["table"])
        mine += [{"table": mine[0]["table"], "token": bob}, {"table": "a" * 16, "token": bob},
                 {"table": mine[0]["table"], "token": "0" * 32}]
        games = fine(post(server, "/api/mine", {"seats": mine}))["games"]
        must([g["id"] for g in games] == [m["table"] for m in mine], games)
        must([(g.get("seat"), g.get("turn")) for g in games] == [(0, True), (0, False), (1, False), (None, None),
                                                                 (None, False)], games)
        must(games[0]["until"] > time.time() * 1000 + 172700000 and games[1]["until"] is None, games)
        must(games[3]["table"] is None and games[1]["table"]["state"] == "waiting", games)
        for body in ({}, {"seats": []}, {"seats": mine * 10}, {"seats": [5]}, {"seats": [{"table": "x", "token": ann}]},
                     {"seats": [{"table": mine[0]["table"]}]}, {"seats": [{**mine[0], "more": 1}]}, {"seats": {}}):
            refused(post(server, "/api/mine", body), 400, "bad-request")


def test_requests(folder):
    with Server(folder, extra=ON) as server:
        table, ann = found(server, "null", ["me", "open", "open"])
        _, bob = join(server, table)
        path = f"/api/tables/{table}"
        good = Browser("http://127.0.0.1:1/x").subscription()
        for change in ({"endpoint": 5}, {"endpoint": ""}, {"p256dh": "x"}, {"auth": "A"}, {"lang": "fr"}, {"more": 1},
                       {"p256dh": b64(b"\4" + b"\1" * 64)}, {"endpoint": "http://127.0.0.1:1/" + "x" * 700}):
            refused(post(server, path + "/push", {**good, **change}, ann), 400, "bad-request")
        refused(post(server, path + "/push", good), 401, "no-token")
        hook = {"url": "http://127.0.0.1:1/x", "shape": "ntfy", "link": f"https://p.example/#t/{table}"}
        refused(post(server, path + "/hook", hook, bob), 409, "not-allowed")
        for change in ({"shape": "irc"}, {"link": "https://p.example/"}, {"link": f"javascript:x#t/{table}"}, {"url": "x"}):
            refused(post(server, path + "/hook", {**hook, **change}, ann), 400, "bad-request")
        must(fine(post(server, path + "/hook", hook, ann))["table"]["hook"] is True, "no hook")
        must("hook" not in fine(post(server, path + "/hook", {"url": None}, ann))["table"], "still a hook")
        fine(post(server, path + "/push", good, bob))
        fine(post(server, path + "/quiet", {"endpoint": good["endpoint"]}, bob))
        fine(post(server, path + "/quiet", {}, bob))
