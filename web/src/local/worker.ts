// The worker in which the tables of this page live. It fetches their WebAssembly, and starts a worker for each bot that
// thinks.
import plain from "hall_plain.wasm?url";
import simd from "hall.wasm?url";
import type { BotThread, FromBot } from "./bots";
import { IndexedStore } from "./indexed";
import type { FromHall, ToHall } from "./messages";
import { hasSimd } from "./simd";
import { Tables } from "./tables";

const post = (message: FromHall): void => self.postMessage(message);

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(hasSimd() ? simd : plain);
  if (!response.ok) throw new Error(`the tables could not be fetched (${response.status})`);
  return WebAssembly.compile(await response.arrayBuffer());
}

function startBot(): BotThread {
  const worker = new Worker(new URL("./bot_worker.ts", import.meta.url), { type: "module" });
  return {
    post: message => worker.postMessage(message),
    listen: listener => {
      worker.onmessage = (event: MessageEvent<FromBot>) => listener(event.data);
      worker.onerror = event => listener({ is: "broken", why: event.message });
    },
    end: () => worker.terminate(),
  };
}

const tables = load().then(code =>
  Tables.open({ code, store: new IndexedStore(), post, startBot }),
);
tables.catch((why: unknown) => post({ is: "broken", why: String(why) }));

self.onmessage = async (event: MessageEvent<ToHall>) => {
  const open = await tables.catch(() => null);
  open?.heard(event.data);
};
