// What is wrong with the store of this browser's own tables, as the tabs that use it tell it.
import { rememberAgain } from "../keep";
import { DATABASE, type Told, type Trouble } from "./told";

const now: { trouble: Trouble | null } = $state({ trouble: null });

export const troubleNow = (): Trouble | null => now.trouble;
export const forgetTrouble = (): void => void (now.trouble = null);

/** What was only asked for again soon is not worth a word. */
const isWorthAWord = (trouble: Trouble): boolean => trouble !== "closed";

export function watchStore(): void {
  if (!("BroadcastChannel" in globalThis)) return;
  new BroadcastChannel(DATABASE).onmessage = ({ data }: MessageEvent<Told>) => {
    if (!("trouble" in data)) return;
    // Who deletes the stored games usually deletes the keys of their seats with them.
    if (data.trouble === "deleted") rememberAgain();
    if (data.trouble === null && now.trouble !== "deleted") now.trouble = null;
    if (data.trouble !== null && isWorthAWord(data.trouble)) now.trouble = data.trouble;
  };
}
