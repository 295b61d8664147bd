// The thread in which the engine runs: fetches the WebAssembly once, then answers questions in
// order.
import url from "charlatan.wasm?url";
import { startMachine, type EngineAnswer, type Machine } from "./machine";

export interface WorkerRequest {
  readonly id: number;
  /** As JSON, because reactive objects of the page cannot be sent. */
  readonly question: string;
  readonly text?: string;
}

export interface Answered {
  readonly id: number;
  readonly answer?: EngineAnswer;
  /** The reason why it has stopped for good. */
  readonly broken?: string;
}

async function load(): Promise<Machine> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine could not be fetched (${response.status})`);
  return startMachine(await response.arrayBuffer());
}

const machine = load();
machine.catch(() => undefined); // said when it is asked something

self.onmessage = async (event: MessageEvent<WorkerRequest>) => {
  const { id, question, text } = event.data;
  const said: Answered = await machine
    .then(engine => ({ id, answer: engine.ask(question, text) }))
    .catch((reason: unknown) => ({ id, broken: String(reason) }));
  self.postMessage(said);
};
