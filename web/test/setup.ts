// What the client's modules ask of a browser when they are loaded; tests of pure parts need no more.
import { webcrypto } from "node:crypto";
import { afterEach, vi } from "vitest";

// The files share their modules and their clock: one that left a false clock behind made others wait for ever.
afterEach(() => void vi.useRealTimers());

const memory = new Map<string, string>();

const stand: { [name: string]: unknown } = {
  matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
  localStorage: {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
  },
  location: { hash: "", origin: "http://localhost", href: "http://localhost/", protocol: "http:" },
  document: {
    hidden: true,
    documentElement: { dataset: {} },
    addEventListener: () => undefined,
    querySelector: () => null,
  },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  navigator: { language: "en" },
  // Node 18, which Debian 12 has, does not offer it by this name.
  crypto: webcrypto,
};

for (const [name, value] of Object.entries(stand)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
