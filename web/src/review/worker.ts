// A thread that values positions of a game: fetches the WebAssembly of reviews, and the net of a
// game when that is first asked for. Nothing is sent anywhere.
import url from "review.wasm?url";
import { startMachine, type EngineAnswer, type Machine } from "../engine/machine";
import { nets } from "../engine/nets";
import type { Answered, WorkerRequest } from "../engine/worker";

async function bytesOf(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`a part of the review could not be fetched (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

const machine = bytesOf(url).then(startMachine);
machine.catch(() => undefined); // said when it is asked something

/** Hands a game's net in. A game without one needs none. */
async function weigh(engine: Machine, question: string): Promise<EngineAnswer> {
  const net = nets[(JSON.parse(question) as { game: string }).game];
  return net ? engine.ask(question, await bytesOf(net)) : { ok: true };
}

/** The games whose nets have been handed in. */
const weighed = new Set<string>();

async function hint(engine: Machine, question: string): Promise<EngineAnswer> {
  const { view } = JSON.parse(question) as { view: { game: string } };
  if (!weighed.has(view.game)) {
    await weigh(engine, JSON.stringify({ op: "weights", game: view.game }));
    weighed.add(view.game);
  }
  return engine.ask(question);
}

async function answer({ question, text }: WorkerRequest): Promise<EngineAnswer> {
  const engine = await machine;
  const { op } = JSON.parse(question) as { op: string };
  if (op === "hint") return hint(engine, question);
  return op === "weights" ? weigh(engine, question) : engine.ask(question, text);
}

self.onmessage = async (event: MessageEvent<WorkerRequest>) => {
  const { id } = event.data;
  const said: Answered = await answer(event.data)
    .then(given => ({ id, answer: given }))
    .catch((reason: unknown) => ({ id, broken: String(reason) }));
  self.postMessage(said);
};
