// Whatever a page sends, its tables answer each request once and go on: requests and messages made of words of the
// protocol, cut, doubled and mixed, for many seeds.
import { expect, it } from "vitest";
import { startHall, type HallHost, type StoreRequest } from "../src/local/hall";
import { MemoryStore } from "../src/local/memory_store";
import { Desk } from "../src/local/desk";
import { Dice } from "./conversations/people";
import { codeOf } from "./local_rig";

const words = [
  ...[
    "POST",
    "GET",
    "PUT",
    "",
    "/api/tables",
    "/api/practice",
    "/join",
    "/start",
    "/open",
    "/record",
    "?limit=",
    "/ws",
  ],
  ...[
    '{"hello":{"api":2,"table":"',
    '"token":"',
    '"game":"null"',
    '"seats":["me","open"]',
    '"seats":["me","random"]',
    '"n":',
  ],
  ...[
    '"do":"',
    '"undo":true',
    '"id":1',
    '"key":"',
    '"record":"',
    '"nonce":"',
    '"options":{',
    '"clock":{"move":',
  ],
  ...[
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    "\\",
    "\n",
    "\t",
    "\u0000",
    "\u0001",
    "\ud800",
    "ü",
    "名",
    "💰",
  ],
  ...[
    "0",
    "-1",
    "1e999",
    "99999999999999999999",
    "true",
    "null",
    "a".repeat(500),
    "a".repeat(16),
    "ff".repeat(16),
  ],
];

const SEEDS = 60,
  EACH = 60;

it("hostile requests and messages", async () => {
  const code = codeOf();
  let asked = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const dice = new Dice(seed),
      answered = new Map<number, number>(),
      waiting: StoreRequest[] = [],
      ids: string[] = [];
    const host: HallHost = {
      answer: (id, status, _type, text) => {
        answered.set(id, (answered.get(id) ?? 0) + 1);
        expect(status).toBeGreaterThanOrEqual(200);
        const table = /"id":"([a-z2-7]{16})"/.exec(text)?.[1];
        if (table) ids.push(table);
      },
      send: (_socket, text) => void JSON.parse(text),
      closed: () => undefined,
      store: request => void waiting.push(request),
      think: () => undefined,
      random: bytes => bytes.forEach((_, i) => (bytes[i] = dice.below(256))),
      wall: () => 1.7e12,
      steady: () => 1e6,
      log: () => undefined,
    };
    const hall = await startHall(code, host);
    const desk = new Desk(new MemoryStore(), {
      answered: answer => hall.stored(answer),
      trouble: () => undefined,
    });
    const noise = (): string =>
      Array.from({ length: dice.below(9) }, () =>
        dice.chance(10) && ids.length ? dice.of(ids) : dice.of(words),
      ).join("");
    const found = '{"game":"null","seats":["me","random"],"open":true}';
    for (let i = 1; i <= EACH; i++, asked++) {
      const sane = dice.chance(20);
      const path = sane ? "/api/tables" : `/api/tables/${noise()}`;
      hall.request(i, {
        method: dice.of(["GET", "POST", "POST", noise()]),
        path: dice.chance(50) ? path : noise(),
        token: noise(),
        body: sane ? found : noise(),
      });
      hall.socketOpen(1 + dice.below(3));
      const text = dice.chance(30) ? `{"hello":{"api":2,"table":"${ids[0] ?? ""}"}}` : noise();
      hall.socketSay(1 + dice.below(4), text.repeat(dice.chance(2) ? 900 : 1));
      if (dice.chance(20)) hall.socketClose(1 + dice.below(4));
      if (dice.chance(20)) hall.changed(noise(), dice.below(1 << 30));
      if (dice.chance(20)) hall.thought(dice.below(5), { answer: 200, used: 1, hurried: 0 });
      if (dice.chance(10)) hall.stored({ failed: noise() });
      for (let request = waiting.shift(); request; request = waiting.shift())
        await desk.ask(request);
      hall.tick();
    }
    for (let request = waiting.shift(); request; request = waiting.shift()) await desk.ask(request);
    expect(answered.size).toBe(EACH);
    expect([...answered.values()].every(times => times === 1)).toBe(true);
  }
  expect(asked).toBe(SEEDS * EACH);
});
