// The banner of Arcane Alley, with the things of the game for wares. How to read it: art/shapes.ts.
import { items } from "./items";
import { bannerOf, bust, placed } from "../../art/shapes";
import { wizards } from "./wizards";

const item = (id: string, x: number, y: number, scale: number): string =>
  placed(items[id] ?? "", x, y, scale);

const lantern = `.ember O12,20,34 O12,20,20
  ~ink 2 M12 6v-8
  gold 2 M4 10h16l2 18H2z
  .bone M9 13h6l1 12H8z
  brass 2 M3 5h18v5H3zM1 28h22v4H1z`;

const stall = (cloth: string, drape: string, wizard: string, wares: string[]): string => `
  .ink M14 40h212v110H14z
  .ember M14 40h212v110H14z
  wood M10 40h9v160h-9zm211 0h9v160h-9z
  ${placed(bust(wizards[wizard]), 76, 48, 1.4, 1.8)}
  ${drape} M2 134h236v68H2z
  .shade M2 142h236v12H2z
  oak M-4 128h248v14H-4z
  ${wares.join("\n")}
  .gold M40 160a14 14 0 1 0 12 20 12 12 0 0 1-12-20zM190 158l4 9 10 1-8 6 3 10-9-6-9 6 3-10-8-6 10-1zM120 160l4 10-4 10-4-10z
  ~gold 3 M4 190h232
  ${cloth} M24 0h192l22 46c0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0z
  bone M51 0h28l-7 46c0 18-34 18-34 0zM106 0h28l4 46c0 18-34 18-34 0zM161 0h28l15 46c0 18-34 18-34 0z
  .shade M14 30h212l9 16c0 18-31 18-31 0 0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0 0 18-34 18-34 0z`;

const lanterns = [
  [142, 128, 0.8],
  [300, 154, 0.8],
  [388, 134, 1.2],
  [560, 130, 0.8],
  [652, 118, 0.8],
] as const;

const stalls = [
  placed(
    stall("red", "navy", "meeblemore", [
      item("crystal-ball", 6, 72, 0.95),
      item("dragons-egg", 174, 74, 0.95),
    ]),
    124,
    108,
    1,
  ),
  placed(
    stall("teal", "wine", "glynna", [
      item("mystical-lamp", 6, 74, 0.95),
      item("bottled-fairy", 172, 72, 0.95),
    ]),
    440,
    112,
    1,
  ),
].join("\n");

export const banner = bannerOf(`
  .midnight M0 0h800v320H0z
  .indigo M0 110c200-60 600-60 800 0v210H0z
  .bone O150,34,1.5 O196,66,1 O236,24,1.8 O300,22,1.2 O352,40,1.5 O420,24,1 O466,18,1.6 O510,42,1.2 O640,24,1.5 O666,62,1 O280,62,1 O540,20,1
  .haze O590,60,70 O590,60,52
  .bone O590,60,36
  .parchment O602,50,8 O578,74,6 O576,48,4
  .dusk M140 250l-6-146 30-48 26 42 4-28 20-4 8 184zM348 250l6-130 12-14 2-40 16-2 2 26 22-50 44 62 8-22 16 2 4 168zM660 250l-8-140 30-40 26 30v150z
  .amber M158 92l12-1 1 16-12 1zM406 84l14-1v20h-14zM384 124h12v17h-12zM414 126l12-1v18h-12zM668 96h11v14h-11z
  plum M-10 330V118l128-20-12 232z
  wine M-26 130C10 100 22 60 34 6c20 20 34 24 30 38 20 24 50 40 82 58-60 0-120 8-172 28z
  .shade M-26 130c50-20 112-28 172-28l-12-7C80 96 26 104-18 124z
  ~ink 4 M-10 200l122-12M60 108l-8 210
  gold M14 128l26-4 1 34-26 3zM72 122l26-3-2 34-25 3zM8 218l30-3 1 44-30 2z
  ~ink 2.5 M27 126l1 34M15 144l26-3M85 121l-1 34M72 139l25-3M23 217v43M9 238l30-2
  plum M696 330L684 106l126 16v208z
  teal M656 110c36-14 60-44 74-98 20-12 20 8 34 16 6 40 30 74 62 96-60-20-110-20-170-14z
  .shade M656 110c60-6 110-6 170 14l-12-9c-50-18-92-20-142-15z
  ~ink 4 M690 200l116 10M760 120v200
  gold M704 128l30 3v34l-28-2zM770 136l22 3v32h-22zM708 220l34 3v40l-32-1z
  ~ink 2.5 M719 129v35M705 146l29 2M782 137v34M770 154h22M725 221v41M709 241l33 2
  .indigo M0 264h800v56H0z
  .ember E250,292,230,36 E556,292,230,36 E400,304,420,30
  ~slate 2 M20 290c10-8 24-8 34 0m20 14c10-8 24-8 34 0m262-30c8-7 20-7 28 0m40 32c8-7 20-7 28 0m236-6c10-8 24-8 34 0m-6-22c10-8 24-8 34 0
  .ember ${lanterns.map(([x, y]) => `O${x + 12},${y + 18},56`).join(" ")}
  ${stalls}
  coal 2 M508 114c-8-14-6-30 4-36l-3-14 8 5h8l8-5-2 15c10 10 12 24 8 35 12-2 14-14 8-22 12 6 10 26-8 28z
  .lime O517,78,2 O526,78,2
  ${item("sovereign-sword", 372, 170, 0.9)}
  ${item("older-wand", 392, 176, 0.8)}
  wood M374 216h56c6 24 6 50 0 78h-56c-6-28-6-54 0-78z
  ~brass 5 M371 234h62m-62 42h62
  .shade M412 216h18c6 24 6 50 0 78h-24c8-26 10-52 6-78z
  ${item("hypnotic-toad", 340, 262, 0.8)}
  ${item("bubbling-cauldron", 694, 256, 0.9)}
  ${item("pandoras-lockbox", 64, 256, 0.85)}
  ~brass 2 M112 96c70 60 160 66 254 44s220-6 330-36
  ${lanterns.map(([x, y, scale]) => placed(lantern, x, y, scale, 2)).join("\n")}
  ${item("floating-carpet", 262, 20, 1.25)}`);
