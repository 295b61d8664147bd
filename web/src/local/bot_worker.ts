// A thread in which bots think, one after another. The weights of a game are fetched when one of them first needs them.
import { nets } from "../engine/nets";
import type { FromBot, ToBot } from "./bots";
import { Thinker } from "./thinker";

const post = (message: FromBot): void => self.postMessage(message);
const channel = new MessageChannel();

/** Timers would wait for some milliseconds more. */
const pause = (): Promise<void> =>
  new Promise(done => {
    channel.port1.onmessage = () => done();
    channel.port2.postMessage(null);
  });

async function weights(game: string): Promise<Uint8Array> {
  const response = await fetch(nets[game] ?? "");
  if (!response.ok) throw new Error(`weights: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

let thinker: Promise<Thinker> | null = null;

const host = {
  weights,
  pause,
  now: () => performance.now(),
  progress: (games: number) => post({ is: "progress", games }),
};

self.onmessage = async (event: MessageEvent<ToBot>) => {
  const message = event.data;
  if (message.do === "load") thinker = Thinker.start(message.code, host);
  else if (message.do === "hurry") (await thinker)?.hurry();
  else
    await thinker
      ?.then(one => one.think(message.task))
      .then(thought => post({ is: "thought", thought }))
      .catch((why: unknown) => post({ is: "broken", why: String(why) }));
};
