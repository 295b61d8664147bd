// Who is at a table, as the server tells it, and what is left of a clock.
import { afterEach, describe, expect, it, vi } from "vitest";
import { People } from "../src/people/people.svelte";
import { leftText } from "../src/people/time";
import { setting } from "../src/settings.svelte";

const here = { here: true, since: null, until: null };

describe("people at a table", () => {
  afterEach(() => {
    setting("muted", false);
  });

  it("are here, away or unknown", () => {
    const people = new People();
    const away = { here: false, since: 1000, until: null };
    const unknown = { here: null, since: null, until: null };
    expect(people.heard({ people: [here, away, unknown, null], now: Date.now() })).toBe(true);
    expect([0, 1, 2, 3].map(seat => people.awaySince(seat))).toEqual([null, 1000, null, null]);
  });
  it("have clocks by our own time", () => {
    vi.useFakeTimers({ now: 5000 });
    const people = new People();
    people.heard({ people: [{ ...here, until: 65_000 }, here], now: 10_000 });
    expect(people.until(0)).toBe(60_000);
    expect(people.until(1)).toBeNull();
  });
  it("react, for a moment, one thing each", () => {
    vi.useFakeTimers();
    const people = new People();
    for (const reaction of ["hello", "wow"]) people.heard({ reaction, seat: 1 });
    people.heard({ reaction: "thanks", seat: 2 });
    expect(people.said.map(s => [s.seat, s.what])).toEqual([
      [1, "wow"],
      [2, "thanks"],
    ]);
    vi.advanceTimersByTime(6000);
    expect(people.said).toEqual([]);
  });
  it("say nothing that this page does not know, or when they are muted", () => {
    const people = new People();
    expect(people.heard({ reaction: "<b>", seat: 1 })).toBe(true);
    setting("muted", true);
    people.heard({ reaction: "hello", seat: 1 });
    expect(people.said).toEqual([]);
  });
  it("leave other messages alone", () => {
    const people = new People();
    expect(people.heard({ ok: 1, n: 3 })).toBe(false);
    expect(people.heard({ ok: 1 })).toBe(true);
    expect(people.heard({ n: 3, away: 1 })).toBe(false);
  });
});

describe("what is left", () => {
  it("is said by its size", () => {
    expect([0, -3, 45, 723, 11_400, 187_300].map(leftText)).toEqual([
      "0:00",
      "0:00",
      "0:45",
      "12:03",
      "3:10:00",
      "2 d 4 h",
    ]);
  });
});
