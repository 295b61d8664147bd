// The house on this device: the tables in the page's own worker (local/client.ts).
import { askToPersist } from "../app/app.svelte";
import { hall } from "../local/client";
import { keepSeat } from "../local/seats";
import type { House } from "./house";
import type { Json, Seated } from "./types";

const OPEN = 1;

/** The key of a new seat is stored before the page learns of it. From then on there is something to keep. */
async function seated({ table, seat, token }: Partial<Seated>, name?: Json): Promise<void> {
  if (!table || seat === undefined || token === undefined) return;
  await keepSeat(table.id, table.game, { seat, token, name: typeof name === "string" ? name : "" });
  void askToPersist();
}

export const house: House = {
  async ask(path, body, token) {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const answer = await hall.fetch(path, init),
      text = await answer.text();
    if (body && answer.ok) await seated(JSON.parse(text) as Partial<Seated>, body["name"]);
    return { status: answer.status, text };
  },
  connect(ends) {
    const line = hall.socket();
    line.onopen = ends.opened;
    line.onmessage = ({ data }) => ends.said(data);
    line.onclose = ends.closed;
    return {
      get open() {
        return line.readyState === OPEN;
      },
      send: text => line.send(text),
      close: () => line.close(),
    };
  },
};
