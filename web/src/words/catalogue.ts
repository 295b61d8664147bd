// All strings of the client in one catalogue: for each key the English and the German text, side by side.
import said from "engine:said";
import { words as games } from "../games/list";
import { app } from "./app";
import { calls } from "./calls";
import { front } from "./front";
import { guide } from "./guide";
import { help } from "./help";
import { host } from "./host";
import { hotseat } from "./hotseat";
import { lobby } from "./lobby";
import { log } from "./log";
import { luck } from "./luck";
import { mine } from "./mine";
import { people } from "./people";
import { replay } from "./replay";
import { review } from "./review";
import { rules } from "./rules";
import { scenes } from "./scenes";
import { seat } from "./seat";
import { site } from "./site";
import { table } from "./table";
import { ui } from "./ui";

export const catalogue = {
  ...ui,
  ...app,
  ...table,
  ...seat,
  ...people,
  ...mine,
  ...front,
  ...lobby,
  ...luck,
  ...host,
  ...calls,
  ...hotseat,
  ...games,
  ...help,
  ...log,
  ...scenes,
  ...rules,
  ...replay,
  ...review,
  ...guide,
  ...site,
  ...said,
};

export type Key = keyof typeof catalogue;
export type Pair = readonly [english: string, german: string];
