// The house on this device: the tables in the page's own worker (local/client.ts).
import { hall } from "../local/client";
import type { House } from "./house";

const OPEN = 1;

export const house: House = {
  async ask(path, body, token) {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const answer = await hall.fetch(path, init);
    return { status: answer.status, text: await answer.text() };
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
