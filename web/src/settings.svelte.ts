// Settings for all tables. Motion also follows the system's setting for reduced motion.
import { recall, remember } from "./keep";
import { codes, type Language } from "./languages";
import type { Pace } from "./table/pace";

/** How scenes go on: after OK, by themselves, or there are none. */
export type SceneManner = "wait" | "short" | "off";
export type Theme = "system" | "light" | "dark";
export type Size = "small" | "normal" | "large";
/** Distinct: colours that people with colour blindness can tell apart. */
export type Colours = "usual" | "distinct";

interface Settings {
  language: Language;
  theme: Theme;
  size: Size;
  colours: Colours;
  sound: boolean;
  motion: boolean;
  /** How fast other players' actions follow one another. */
  pace: Pace;
  scenes: SceneManner;
  /** Odds and hints at tables that allow them. */
  help: boolean;
  /** Reactions of others are not shown. */
  muted: boolean;
  /** Where the log has its newest sentence. */
  newest: "first" | "last";
  /** Loudness in percent: of what happens in the game, and of the call that it is my turn. */
  effects: number;
  signals: number;
}

const usual: Settings = {
  language: codes.find(code => navigator.language.startsWith(code)) ?? "en",
  theme: "system",
  size: "normal",
  colours: "usual",
  sound: false,
  motion: true,
  pace: "normal",
  scenes: "wait",
  help: true,
  muted: false,
  newest: "last",
  effects: 100,
  signals: 100,
};

const choices: { [key in keyof Settings]?: readonly string[] } = {
  language: codes,
  theme: ["system", "light", "dark"],
  size: ["small", "normal", "large"],
  colours: ["usual", "distinct"],
  pace: ["slow", "normal", "quick", "once"],
  scenes: ["wait", "short", "off"],
  newest: ["first", "last"],
};

/** Whether a value, such as one from a file, can be used as settings. */
export function isSettings(value: unknown): value is Partial<Settings> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([key, one]) =>
      !Object.hasOwn(usual, key) ||
      (typeof one === typeof usual[key as keyof Settings] &&
        (choices[key as keyof Settings]?.includes(one as string) ?? true)),
  );
}

export const settings: Settings = $state({
  ...usual,
  ...recall<Partial<Settings>>("settings", {}),
});

export function setting<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  remember("settings", $state.snapshot(settings));
}

/** Uses what was remembered by somebody else, such as a file that was taken over. */
export const recallSettings = (): unknown =>
  Object.assign(settings, recall<Partial<Settings>>("settings", {}));

const less = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things are animated. */
export const moves = (): boolean => settings.motion && !less.matches && !document.hidden;
