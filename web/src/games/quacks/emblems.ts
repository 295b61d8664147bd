// Fortune cards, books of ingredients, the pot from above, and what happens to it. How to read them: art/shapes.ts.
import type { Framed } from "../../art/shapes";

const card = (back: string, edge: string, emblem: string): Framed => ({
  wide: 88,
  high: 120,
  shapes: `
  ink M6 2h76c3 0 5 2 5 5v106c0 3-2 5-5 5H6c-3 0-5-2-5-5V7c0-3 2-5 5-5z
  .${back} M9 6h70c2 0 4 2 4 4v100c0 2-2 4-4 4H9c-2 0-4-2-4-4V10c0-2 2-4 4-4z
  ~${edge} 1.8 M14 11h60c2 0 4 2 4 4v90c0 2-2 4-4 4H14c-2 0-4-2-4-4V15c0-2 2-4 4-4z
  .gold| M18 22l1.5 3.5L23 27l-3.5 1.5L18 32l-1.5-3.5L13 27l3.5-1.5zm0 68l1.5 3.5L23 95l-3.5 1.5L18 100l-1.5-3.5L13 95l3.5-1.5z
  ${emblem}`,
});

/** Purple cards act at once (a burst), blue ones last for the turn (an hourglass). */
export const fortunes: Record<string, Framed> = {
  purple: card(
    "violet",
    "lilac",
    `
    gold M44 27l7 16 15-9-4 17 18 2-14 11 10 15-18-3 2 18-16-9-16 9 2-18-18 3 10-15L8 53l18-2-4-17 15 9z
    bone O44,62,13
    .ink O40,60,1.8 O48,60,1.8
    ~ink 2.2 M38 66c3 4 9 4 12 0`,
  ),
  blue: card(
    "blue",
    "sky",
    `
    glass| M44 60c-10-6-16-15-16-26h16m0 26c-10 6-16 15-16 26h16
    glass M28 34h32c0 11-6 20-13 26 7 6 13 15 13 26H28c0-11 6-20 13-26-7-6-13-15-13-26z
    .gold M33 43h22c-2 6-6 11-11 15-5-4-9-9-11-15zm11 27c5 3 9 7 11 14H33c2-7 6-11 11-14z
    ~gold 2 M44 57v14
    ~shine 3 M34 78c1-4 3-7 5-9
    brass M23 28h42v8H23zm0 56h42v8H23z`,
  ),
};

/** A book of the colour, for an ingredient to lie on. */
export const book = (cover: string): string => `
  bone M10 48h46v10H12c-7 0-7-10-2-10z
  ~sand 1.6 M13 51.5h41m-41 3h41
  ${cover} M6 10c0-4 2-7 6-7h41c2 0 4 2 4 4v43H13c-4 0-7 2-7 5z
  .shade M7.5 10c0-4 2-5.5 5-5.5V49c-2 0-4 1-5 2.5z
  .bone M19 9h30c2 0 3 1 3 3v30c0 2-1 3-3 3H19c-2 0-3-1-3-3V12c0-2 1-3 3-3z
  brass 2 M46 3h7c2 0 4 2 4 4v7zm11 37v10H47z
`;

/** The copper pot seen from above, its middle left calm for the spiral. */
export const pot: Framed = {
  wide: 400,
  high: 400,
  stroke: 4,
  shapes: `
  ~ink 22 M26 160c-20 8-20 72 0 80m348-80c20 8 20 72 0 80
  ~rust 14 M26 160c-20 8-20 72 0 80m348-80c20 8 20 72 0 80
  rust O200,200,186
  .copper O200,197,183
  ~shine 6 M45 135C66 84 112 46 166 33
  .rust| O48,112,4 O25,200,4 O48,288,4
  .rust O200,25,4 O200,375,4
  .rust O200,200,166
  .bark O200,204,162
  brew O200,200,158
  .shade M42 200a158 158 0 0 1 316 0 160 148 0 0 0-316 0z`,
};
