// What a page sees of the tables in its worker: requests like fetch, and lines like a WebSocket.
import { expect, it } from "vitest";
import { makeHall, type Wire } from "../src/local/client";
import type { FromHall, ToHall } from "../src/local/messages";

function rig(): {
  sent: ToHall[];
  tell: (said: FromHall) => void;
  wire: () => Wire;
  ended: () => number;
} {
  const sent: ToHall[] = [];
  let tell: (said: FromHall) => void = () => undefined,
    ended = 0;
  const wire = (): Wire => ({
    post: message => void sent.push(message),
    listen: listener => (tell = listener),
    end: () => void ended++,
  });
  return { sent, tell: said => tell(said), wire, ended: () => ended };
}

it("answers a request with a Response", async () => {
  const { sent, tell, wire } = rig(),
    hall = makeHall(wire);
  const headers = { Authorization: "Bearer abc" };
  const answer = hall.fetch("/api/tables", { method: "POST", headers, body: "{}" });
  expect(sent).toEqual([
    { do: "request", id: 1, method: "POST", path: "/api/tables", token: "abc", body: "{}" },
  ]);
  tell({ is: "answer", id: 1, status: 409, type: "application/json", text: '{"a":1}' });
  const got = await answer;
  expect([got.status, got.ok, await got.json()]).toEqual([409, false, { a: 1 }]);
});

it("has lines that open, hear, say and close", async () => {
  const { sent, tell, wire } = rig(),
    line = makeHall(wire).socket();
  const heard: string[] = [];
  line.onopen = () => heard.push("open");
  line.onmessage = event => heard.push(event.data);
  line.onclose = () => heard.push("close");
  line.send("too early");
  tell({ is: "opened", socket: 1 });
  line.send("hello");
  tell({ is: "said", socket: 1, text: "welcome" });
  line.close();
  await Promise.resolve();
  tell({ is: "said", socket: 1, text: "late" });
  tell({ is: "closed", socket: 1 });
  expect(heard).toEqual(["open", "welcome", "close"]);
  expect(sent.slice(1)).toEqual([
    { do: "say", socket: 1, text: "hello" },
    { do: "close", socket: 1 },
  ]);
});

it("ends everything if the worker stops, and starts another one", async () => {
  const { sent, tell, wire, ended } = rig(),
    hall = makeHall(wire),
    line = hall.socket();
  let closed = 0;
  line.onclose = () => closed++;
  const answer = hall.fetch("/api/games");
  tell({ is: "broken", why: "no memory" });
  await expect(answer).rejects.toThrow("no memory");
  expect([closed, line.readyState, ended()]).toEqual([1, 3, 1]);
  hall.fetch("/api/games").catch(() => undefined);
  expect(sent.length).toBe(3);
});

it("tells which bots think and why nothing is stored, and stops telling", () => {
  const { tell, wire } = rig(),
    hall = makeHall(wire);
  const heard: unknown[] = [];
  hall.fetch("/api/games").catch(() => undefined);
  const off = hall.onThinking(bots => heard.push(bots.length));
  hall.onTrouble(why => heard.push(why));
  tell({ is: "thinking", bots: [{ table: "t", seat: 1, bot: "master", games: 8 }] });
  off();
  tell({ is: "thinking", bots: [] });
  tell({ is: "trouble", why: "quota" });
  expect(heard).toEqual([0, null, 1, "quota"]);
});
