// The WebAssembly of the tables and bots in its forms: with relaxed SIMD, with SIMD, and without.
import relaxed from "hall_relaxed.wasm?url";
import simd from "hall.wasm?url";
import plain from "hall_plain.wasm?url";
import { probes } from "./probes";

const urls: { [form: string]: string } = { hall_relaxed: relaxed, hall: simd, hall_plain: plain };

/** The forms that this browser can run, the best one first. */
export const usable = (): string[] =>
  Object.keys(urls).filter(form => {
    const probe = probes[form];
    return !probe || WebAssembly.validate(new Uint8Array(probe));
  });

/** The best form that can be fetched: without a connection, an updated browser may have stored another one. */
export async function fetchHall(): Promise<WebAssembly.Module> {
  let problem: unknown;
  for (const form of usable())
    try {
      const answer = await fetch(urls[form] ?? "");
      if (!answer.ok) throw new Error(`the tables could not be fetched (${answer.status})`);
      return await WebAssembly.compile(await answer.arrayBuffer());
    } catch (failed) {
      problem ??= failed;
    }
  throw problem;
}
