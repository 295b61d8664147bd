// The worker in which the tables of this page live. It fetches their WebAssembly, and starts a worker for each bot that
// thinks.
import type { BotThread, FromBot } from "./bots";
import { fetchHall } from "./halls";
import { IndexedStore } from "./indexed";
import type { FromHall, ToHall } from "./messages";
import { Tables } from "./tables";

const post = (message: FromHall): void => self.postMessage(message);

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

const tables = fetchHall().then(code =>
  Tables.open({ code, store: new IndexedStore(), post, startBot }),
);
tables.catch((why: unknown) => post({ is: "broken", why: String(why) }));

self.onmessage = async (event: MessageEvent<ToHall>) => {
  const open = await tables.catch(() => null);
  open?.heard(event.data);
};
