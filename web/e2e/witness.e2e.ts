// A table with a witness: the form offers it where the server does, the lobby shows its key, and a game is played.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { visit } from "./house";
import { play } from "./pilot";
import { program, startServer } from "./server";
import { choose, found, openOptions } from "./steps";

interface Witness {
  options: string[];
  key: string;
  stop: () => Promise<void>;
}

async function startWitness(): Promise<Witness> {
  const child = spawn(program, ["witness", "--db", ":memory:", "--port", "0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = once(child, "exit");
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const [, url = "", key = ""] =
    /at (http:\S+:\d+), its key is ([0-9a-f]{64})/.exec(said.toString()) ?? [];
  return {
    options: ["--witness", url, "--witness-key", key],
    key,
    stop: async () => {
      child.kill();
      await gone;
    },
  };
}

test("a game with a witness", async () => {
  const witness = await startWitness();
  const server = await startServer({ more: witness.options });
  // The page has gone by then: it would look for its server.
  onTestFinished(async () => {
    await server.stop();
    await witness.stop();
  });
  const visitor = await visit();
  const { page } = visitor;
  await found(page, "quacks", { seats: ["me", "friend"], witness: "yes" }, "friends", server.url);
  await page.locator("summary", { hasText: "luck" }).click();
  expect(await page.locator("[data-witness]").innerText()).toBe(witness.key);
  await page.locator("[data-start]").click();
  await play(visitor, { seed: 3, answers: 8 });
});

test("a server without a witness offers none", async () => {
  const { page } = await visit();
  await openOptions(page, "quacks");
  await choose(page, { wait: "no" });
  expect(await page.locator("[data-option=witness]").count()).toBe(0);
});
