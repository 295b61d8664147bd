// Conversations: the same requests and messages go to the server's code as a native program and to the tables of a page,
// and the answers are the same, byte for byte. GAMES says how many games (make conversations GAMES=1000); a game is a
// seed, with the people and tables that follow from it.
import { expect, it } from "vitest";
import { kinds, People } from "./conversations/people";
import { Native, Page, type Command, type Happened } from "./conversations/sides";
import { codeOf } from "./local_rig";

const GAMES = Number(process.env["GAMES"] ?? 6),
  FIRST = Number(process.env["FIRST"] ?? 1),
  STEPS = 700; // of one conversation at most
const most = 1000 * (60 + GAMES * 20); // ms, for what hangs

const told = (happened: Happened): unknown => [
  happened.answers,
  [...happened.sent].sort(([a], [b]) => a - b),
];

/** Both texts around the first place where they differ; null: they do not. */
function difference(native: string, page: string): [string, string] | null {
  if (native === page) return null;
  let at = 0;
  while (native[at] === page[at]) at++;
  const around = (text: string): string => text.slice(Math.max(at - 150, 0), at + 150);
  return [`native: ${around(native)}`, `page:   ${around(page)}`];
}

interface Talk {
  steps: number;
  ended: number;
  met: Set<string>;
}

async function converse(seed: number, sides: [Native, Page]): Promise<Talk> {
  const people = new People(seed);
  const said: Command[] = [];
  for (const side of sides) await side.open(seed);
  for (let step = 0; step < STEPS; step++) {
    const command = people.follows() ?? (people.ended > 1 ? null : people.next());
    if (!command) break;
    said.push(command);
    const [native, page] = (await Promise.all(sides.map(side => side.run(command)))) as [
      Happened,
      Happened,
    ];
    const differs = difference(JSON.stringify(told(native)), JSON.stringify(told(page)));
    if (differs) {
      const last = said.slice(-3).map(one => JSON.stringify(one).slice(0, 300));
      throw new Error([`seed ${seed}, command ${step}`, ...last, ...differs].join("\n"));
    }
    people.hear(native);
  }
  return { steps: said.length, ended: people.ended, met: people.met };
}

it(
  `${GAMES} conversations with a server and with a page are the same`,
  async () => {
    const sides: [Native, Page] = [new Native(), new Page(codeOf())];
    const met = new Map<string, number>();
    let steps = 0,
      ended = 0;
    for (let seed = FIRST; seed < FIRST + GAMES; seed++) {
      const one = await converse(seed, sides);
      steps += one.steps;
      ended += one.ended;
      for (const kind of one.met) met.set(kind, (met.get(kind) ?? 0) + 1);
      if (seed % 50 === 0) console.log(`${seed}: ${steps} commands, ${ended} games to their end`);
    }
    for (const side of sides) side.end();
    console.log(`${GAMES} conversations, ${steps} commands, ${ended} games to their end`);
    console.log([...met].map(([kind, n]) => `${kind} ${n}`).join(", "));
    expect(ended).toBeGreaterThan(GAMES / 2);
    if (GAMES >= 200) expect([...met.keys()].sort()).toEqual([...kinds].sort());
  },
  most,
);
