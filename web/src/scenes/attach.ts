// Connects the stage with a running table: scenes hold its queue until they are over.
import type { SceneManner } from "../settings.svelte";
import type { Table } from "../table/table.svelte";
import { mannerNow, Narrator, paceFactor, Stage } from "./stage.svelte";
import { aheadOf, type Tableau } from "./tableau";

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
    made = { stage: new Stage(() => narrator.teller), narrator };
    attached.set(table, made);
    table.follow(moment => narrator.follow(moment));
  }
  return made;
}

const HOUR = 3600; // seconds

/** Where a quick clock runs, or a bot plays for me, no scene waits. */
export function mannerAt({ summary, me }: Pick<Table, "summary" | "me">): SceneManner {
  const { move = 0, game = 0 } = summary?.clock ?? {};
  const quick = (move > 0 && move < HOUR) || (game > 0 && game < HOUR);
  return mannerNow(quick || Boolean(me?.away));
}

/** The stage of a table, and how to leave it. */
export function openStage(table: Table): { stage: Stage; leave: () => void } {
  const { stage, narrator } = attachedTo(table);
  const show = (told: Tableau[]): boolean =>
    stage.show(told, mannerAt(table), paceFactor(), () => table.queue.release());
  const away = table.queue.gate(step => {
    const { moment } = step,
      isAhead = step.when === "before";
    const told = isAhead ? narrator.scenesAhead(moment) : narrator.scenesOf(moment),
      ahead = narrator.teller ? aheadOf(told, moment.happenings, narrator.teller) : 0;
    if (isAhead) return show(told.slice(0, ahead));
    const rest = told.slice(ahead),
      board = narrator.tellsResults(rest) ? narrator.boardOf(moment) : undefined;
    if (board) step.board = board;
    return show(rest);
  });
  const leave = (): void => {
    away();
    stage.clear();
    table.queue.release();
  };
  return { stage, leave };
}
