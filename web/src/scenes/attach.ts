// Connects the stage with a running table: scenes hold its queue until they are over.
import type { SceneManner } from "../settings.svelte";
import type { Table } from "../table/table.svelte";
import { mannerNow, Narrator, paceFactor, Stage } from "./stage.svelte";

interface Attached {
  stage: Stage;
  narrator: Narrator;
}

const attached = new WeakMap<Table, Attached>();

/** A table keeps its narrator while others look at it, so that no part of a scene is missed. */
function attachedTo(table: Table): Attached {
  let made = attached.get(table);
  if (!made) {
    const narrator = new Narrator(() => ({ me: table.seat, rulebook: table.rulebook }));
    made = { stage: new Stage(), narrator };
    attached.set(table, made);
    table.follow(moment => narrator.follow(moment));
  }
  return made;
}

const HOUR = 3600; // seconds

/** Where a quick clock runs, no scene waits. */
function mannerAt({ card }: Table): SceneManner {
  const manner = mannerNow(),
    { move = 0, game = 0 } = card?.clock ?? {};
  const hurried = (move > 0 && move < HOUR) || (game > 0 && game < HOUR);
  return manner === "wait" && hurried ? "short" : manner;
}

/** The stage of a table, and how to leave it. */
export function openStage(table: Table): { stage: Stage; leave: () => void } {
  const { stage, narrator } = attachedTo(table);
  const away = table.queue.gate(
    ({ when, moment }) =>
      when === "after" &&
      stage.show(narrator.scenesOf(moment), mannerAt(table), paceFactor(), () =>
        table.queue.release(),
      ),
  );
  const leave = (): void => {
    away();
    stage.clear();
    table.queue.release();
  };
  return { stage, leave };
}
