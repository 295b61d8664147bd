// For a button's action that needs a part of the page.
import { isLost } from "../fetched.svelte";
import { Refusal } from "../net/api";
import { say } from "../words/words.svelte";

/** If it cannot be fetched, the problem is a sentence for people. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (problem) {
    throw isLost(problem) ? new Refusal("no-answer", say("ui.part-missing-reload")) : problem;
  }
}
