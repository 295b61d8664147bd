"""Plays bots that think against each other on all cores of a machine for a given time, every deal in all seatings.

    python3 learn/duel.py --library build/release/alone --out games.jsonl --seconds 540 \\
            'arcane 2 master:iterations=100000 search-1:iterations=12500 12' ...

Each argument is a game, a number of players, a bot with one seat, the bot of all other seats, and how much of the time
these games get. Needs no torch, only libcharlatan.so. Writes a line for each game that has ended; a run with another
--seed adds to it. `--print` plays nothing and prints the shares of wins of all lines in --out.
"""
import argparse
import ctypes
import json
import math
import multiprocessing
import os
import queue
import time


class Arrays(ctypes.Structure):
    """charlatan_arrays of lib/charlatan.h."""
    _fields_ = [("bytes", ctypes.c_size_t)] + [(name, ctypes.c_void_p) for name in (
        "actions", "seats", "observations", "masks", "rewards", "scores", "dones", "finals")]


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("name", ctypes.c_char * 28), ("reason", ctypes.c_char * 48),
                ("rule", ctypes.c_char * 24), ("message", ctypes.c_char * 240)]


class Library:
    def __init__(self, folder):
        self.code = ctypes.CDLL(os.path.join(folder, "libcharlatan.so"))
        self.bots = {}

    def call(self, name, *arguments):
        error = Error()
        if getattr(self.code, "charlatan_" + name)(*arguments, ctypes.byref(error)):
            raise RuntimeError(f"{name}: {error.message.decode()}")

    def bot(self, game, name):
        if (game, name) not in self.bots:
            handle, bot = ctypes.c_void_p(), ctypes.c_void_p()
            self.call("game_open", game.encode(), 2, None, ctypes.byref(handle))
            self.call("bot_open", handle, name.encode(), ctypes.byref(bot))
            self.bots[game, name] = bot
        return self.bots[game, name]

    def play(self, game, names, seed, options=None):
        """One game; the share of the win and the score of each seat."""
        players = len(names)
        batch, asked = ctypes.c_void_p(), 0
        action, seat, done = ctypes.c_int32(), ctypes.c_int32(), ctypes.c_uint8()
        rewards, scores = (ctypes.c_float * players)(), (ctypes.c_int32 * players)()
        at = [ctypes.cast(ctypes.byref(x), ctypes.c_void_p).value for x in (action, seat, rewards, scores, done)]
        arrays = Arrays(ctypes.sizeof(Arrays), at[0], at[1], None, None, at[2], at[3], at[4], None)
        table = {"count": 1, "players": players, "options": options or {}}
        self.call("batch_open", json.dumps({"game": game, "seed": seed, "tables": [table]}).encode(), ctypes.byref(batch))
        self.call("batch_reset", batch, ctypes.byref(arrays))
        while not done.value:
            asked += 1
            self.call("batch_choose", batch, self.bot(game, names[seat.value]), ctypes.c_uint64(asked), ctypes.byref(action))
            self.call("batch_step", batch, ctypes.byref(arrays))
        self.code.charlatan_batch_free(batch)
        return [round((x * (players - 1) + 1) / players, 4) for x in rewards], list(scores)


class Pair:
    """One bot among others: which games are next, and what they take."""

    def __init__(self, text):
        game, players, one, others, *weight = text.split()
        self.game, self.players, self.one, self.others = game, int(players), one, others
        self.weight = float((*weight, 1)[0])
        self.issued, self.busy, self.spent, self.ended = 0, 0, 0.0, 0

    def names(self, place):
        return [self.one if i == place else self.others for i in range(self.players)]

    def takes(self):
        """Seconds of a game, as far as is known."""
        return self.spent / self.ended if self.ended else 0.0

    def due(self):
        return (self.spent + self.busy * (self.takes() or 30)) / self.weight


def work(folder, jobs, results):
    os.nice(15)
    library = Library(folder)
    for number, game, names, seed, place in iter(jobs.get, None):
        began = time.time()
        shares, scores = library.play(game, names, seed)
        results.put((number, {"game": game, "players": len(names), "one": names[place], "others": names[place - 1], "deal": seed,
                              "place": place, "share": shares[place], "scores": scores,
                              "seconds": round(time.time() - began, 1)}))


def choose(pairs, left, seed):
    """The next game of the pair that has had the least of its time, among those whose games still fit; or None."""
    fits = [p for p in pairs if 1.15 * p.takes() < left and (p.ended or left > 60 or p.issued == 0)]
    if not fits:
        return None
    pair = min(fits, key=Pair.due)
    deal, place = divmod(pair.issued, pair.players)
    pair.issued += 1
    pair.busy += 1
    return pairs.index(pair), pair.game, pair.names(place), seed + deal, place


def run(args):
    began, pairs = time.time(), [Pair(text) for text in args.pairs]
    jobs, results = multiprocessing.Queue(), multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, args=(args.library, jobs, results), daemon=True)
               for _ in range(args.threads)]
    for worker in workers:
        worker.start()
    busy, told = 0, began
    with open(args.out, "a") as out:
        while True:
            left = args.seconds - (time.time() - began)
            while busy < args.threads and sum(p.issued for p in pairs) < args.games:
                job = choose(pairs, left, args.seed)
                if job is None:
                    break
                jobs.put(job)
                busy += 1
            if busy == 0 or left <= 0:
                break
            try:
                number, line = results.get(timeout=max(0.1, min(5, left)))
            except queue.Empty:
                line = None
            if line:
                pair = pairs[number]
                pair.busy, pair.ended, pair.spent, busy = pair.busy - 1, pair.ended + 1, pair.spent + line["seconds"], busy - 1
                out.write(json.dumps(line) + "\n")
                out.flush()
            if time.time() - told > 60:
                told = time.time()
                print(f"{told - began:.0f} s: " + ", ".join(f"{p.game} {p.players} {p.ended} games" for p in pairs), flush=True)
    for worker in workers:
        worker.terminate()


def interval(hits, games):
    """Wilson's, with 1.96."""
    p, z = hits / games, 1.96 ** 2 / games
    middle, half = (p + z / 2) / (1 + z), math.sqrt(z * p * (1 - p) + z * z / 4) / (1 + z)
    return 100 * (middle - half), 100 * (middle + half)


def by_deals(games, players):
    """Half the interval from the spread between deals that were played in all seatings; None of fewer than 8."""
    deals = {}
    for line in games:
        deals.setdefault(line["deal"], []).append(line["share"])
    means = [sum(some) / players for some in deals.values() if len(some) == players]
    if len(means) < 8:
        return None
    mean = sum(means) / len(means)
    return 196 * math.sqrt(sum((m - mean) ** 2 for m in means) / (len(means) - 1) / len(means))


def tell(path):
    kinds = {}
    with open(path) as lines:
        for line in map(json.loads, lines):
            kinds.setdefault((line["game"], line["players"], line["one"], line["others"]), []).append(line)
    for (game, players, one, others), games in sorted(kinds.items()):
        wins = sum(line["share"] for line in games)
        low, high = interval(wins, len(games))
        deals = by_deals(games, players)
        print(f"{game} {players}: {one} among {others}: {wins:g} of {len(games)} games, {100 * wins / len(games):.1f} % "
              f"({low:.1f} to {high:.1f})" + (f", by deals +-{deals:.1f}" if deals is not None else "") +
              f", {sum(line['seconds'] for line in games) / len(games):.1f} s a game")


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("pairs", nargs="*", help="'GAME PLAYERS BOT OTHERS [WEIGHT]'")
    reader.add_argument("--library", default="build/release/alone")
    reader.add_argument("--out", required=True)
    reader.add_argument("--seconds", type=float, default=540)
    reader.add_argument("--games", type=int, default=1 << 30, help="the most games, if there is time for more")
    reader.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    reader.add_argument("--seed", type=int, default=500000)
    reader.add_argument("--print", action="store_true")
    args = reader.parse_args()
    if not args.print:
        run(args)
    tell(args.out)


if __name__ == "__main__":
    main()
