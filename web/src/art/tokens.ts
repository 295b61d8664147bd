// Small things that lie on tables or mark numbers. How to read them: shapes.ts.
import type { Framed } from "./shapes";

export const gold = `
  brass M8 46c0-5 48-5 48 0v6c0 8-48 8-48 0z
  gold E32,46,24,7
  brass M5 33c0-5 48-5 48 0v6c0 8-48 8-48 0z
  gold E29,33,24,7
  gold O34,19,15.5
  .brass M44 8c8 8 6 22-4 25-5 2-11 1-14-2 13 1 20-9 18-23z
  ~bronze 2.5 O34,19,9.5
  ~shine 3 M23 17c1-4 3-6 6-7`;

export const coin = `
  brass O32,33,28
  gold O32,30,26
  ~bronze 2.5 O32,30,19
  .brass M50 15c8 12 2 29-13 32-6 1-11 0-15-3 18 0 28-12 28-29z
  bronze 2 M32 19l8 11-8 11-8-11z
  ~shine 3.5 M12 26c1-5 4-10 9-13`;

export const infamy = `
  ~ink 6 M8 18L2 9m54 9l6-9
  ~lilac 2.5 M8 18L2 9m54 9l6-9
  violet M6 15c8 5 17 3 26-3 9 6 18 8 26 3 3 19-2 32-12 35-6 2-10-1-14-6-4 5-8 8-14 6C8 47 3 34 6 15z
  .plum M50 17c3 0 5 0 8-2 3 19-2 32-12 35-6 2-10-1-14-6 12-4 18-14 18-27z
  bone| 2 M12 27c7-4 14-1 17 7-7 5-15 1-17-7z
  .red| O21.5,31,3.2
  .ink| O21.5,31,1.4
  red M23 52c6-4 12-4 18 0-2 11-16 11-18 0z
  .white M26 52l2.5 5 2.5-5.5zm7-.5l2.5 5.5 2.5-5z
  ~shine 2.5 M11 21c4 2 8 1 12 0`;

export const fine = `
  wood M12 4c3-2 6-1 6 2v54h-6z
  gold 2 O15,5,4
  red M18 9c12-6 19 6 40 0-5 8-5 14 0 23-20 6-28-6-40 0z
  .wine M18 25c12-6 20 6 36 2l4 5c-20 6-28-6-40 0z
  ~bone 3.5 M33 15l10 12m0-11L33 27`;

export const ruby = `
  red M17 8h30l14 16-29 35L3 24z
  .wine M61 24L32 59l11-35z
  .rose M17 8l4 16H3zm15 0l-11 16h22z
  ~ink 2 M3 24h58M17 8l4 16 11 35 11-35 4-16M21 24L32 8l11 16
  ~shine 3 M12 22l5-7`;

export const point = `
  ~ink 2.5 M12 36l-4 24 11-6 9 7 3-14m21-11l4 24-11-6-9 7-3-14
  red M13 34l-5 25 11-6 8 7 5-12 5 12 8-7 11 6-5-25z
  gold M32 3l6 5 8-2 2 8 8 2-2 8 5 6-5 6 2 8-8 2-2 8-8-2-6 5-6-5-8 2-2-8-8-2 2-8-5-6 5-6-2-8 8-2 2-8 8 2z
  .brass O32,30,16
  bone M32 17l4 9 9 1-7 6 2 9-8-5-8 5 2-9-7-6 9-1z`;

export const droplet = `
  sky M32 3c4 12 20 21 20 37 0 12-8 21-20 21s-20-9-20-21C12 24 28 15 32 3z
  .blue M39 16c7 7 13 14 13 24 0 12-8 21-20 21-7 0-12-3-16-8 21 2 32-14 23-37z
  ~shine 4 M19 41c-1-6 3-11 6-15
  .ink O27,41,2 O37,41,2
  ~ink 2.2 M28 48c2 2 6 2 8 0`;

export const ratStone = `
  slate M6 44c0-14 12-22 26-22s26 8 26 22c0 10-12 16-26 16S6 54 6 44z
  .coal M52 30c4 4 6 8 6 14 0 10-12 16-26 16-9 0-16-2-21-6 24 4 42-6 41-24z
  grey| M30 30C22 27 15 20 15 12c0-7 9-8 13-2 3 4 4 8 4 12z
  .rose| M28 23c-5-3-8-7-8-10 0-3 4-3 6 0s2 6 2 10z
  grey M18 32c0-9 6-14 14-14s14 5 14 14c0 6-6 18-14 18S18 38 18 32z
  .ink O26,31,2.5 O38,31,2.5
  rose 2 O32,47,3.5
  ~ink 1.6 M24 43l-10-2m10 5l-9 3m25-6l10-2m-10 5l9 3`;

export const ratTail = `
  ~ink 8.5 M26 50c6 10 30 12 34 0 3-10-13-13-11-23 1-6 7-8 12-5
  ~rose 4 M26 50c6 10 30 12 34 0 3-10-13-13-11-23 1-6 7-8 12-5
  grey O11,13,8.5
  grey O39,13,8.5
  .rose O11,13,4 O39,13,4
  grey M25 8c14 0 22 12 22 26 0 13-9 21-22 21S3 47 3 34C3 20 11 8 25 8z
  .shade M40 15c5 5 7 12 7 19 0 13-9 21-22 21-6 0-11-2-15-5 20 1 33-14 30-35z
  rose 2 E14,55,6,4
  rose 2 E36,55,6,4
  ~ink 2 M22 44c2 3 4 5 7 7
  ~shine 3 M10 30c1-6 3-10 7-13`;

const flaskGlass = `
  wood M25 2h14v9H25z
  glass M23 10h18v5h-3v12c10 3 16 10 16 18 0 9-9 15-22 15s-22-6-22-15c0-8 6-15 16-18V15h-3z`;
const flaskShine = `
  ~shine 3.5 M17 44c0-5 3-9 8-11
  ~ink 2 M28 20h5`;
export const flaskFull = `${flaskGlass}
  .violet M11.5 41c6-4 12 3 20 0s15-3 21 1c3 10-7 17-20.5 17S9 51 11.5 41z
  .lilac M11.5 41c6-4 12 3 20 0s15-3 21 1c-8-2-13 0-20 2s-14 1-21-3z
  .lilac O26,50,2.5 O38,53,2 O35,47,1.5${flaskShine}`;
const flaskEmpty = `${flaskGlass}
  .shade M50 35c10 16-8 28-29 23 18 0 28-8 29-23z${flaskShine}`;

export const flask = (full: boolean): string => (full ? flaskFull : flaskEmpty);

export const bag = `
  wood M22 18C8 28 2 40 6 50c3 8 12 10 26 10s23-2 26-10c4-10-2-22-16-32z
  .bark M44 20c13 9 18 20 14 30-3 8-12 10-26 10-8 0-14-1-19-3 25-1 37-14 31-37z
  wood M14 5c6 3 8-2 13 0s7 2 12 0 7 2 12-1l-9 15H22z
  ~ink 6.5 M20 19h24
  ~gold 3 M20 19h24
  ~ink 5 M42 21c6 2 5 8 2 11m-4-11c0 5 2 8-2 12
  ~gold 2 M42 21c6 2 5 8 2 11m-4-11c0 5 2 8-2 12
  ~shine 3 M13 44c0-7 4-13 9-17
  bone 2 M23 36l9-3 6 6-3 9-10 0-5-6z
  ~ink 2 M26 40l3 3m0-3l-3 3`;

export const testTube = `
  glass M22 6h20v41c0 7-4 13-10 13s-10-6-10-13z
  .leaf M24 26h16v21c0 6-3 10.5-8 10.5S24 53 24 47z
  .lime E32,26,8,2.5
  .lime O29,38,2.5 O35,46,2 O33,33,1.5
  .shade M36 9h4v38c0 6-3 10-8 10 4-7 4-20 4-48z
  wood M18 3h28v7H18z
  ~shine 3 M26 15v26`;

export const eye = `
  bone M3 33C12 18 21 12 32 12s20 6 29 21c-9 13-18 18-29 18S12 46 3 33z
  teal O32,32,13
  .ink O32,32,6
  .white O28,27,4
  ~ink 3 M13 16L9 9m14 3l-3-8m31 12l4-7m-14 3l3-8`;

/** The back of a hidden item. */
export const cardBack: Framed = {
  wide: 88,
  high: 120,
  shapes: `
  brass M6 2h76c3 0 5 2 5 5v106c0 3-2 5-5 5H6c-3 0-5-2-5-5V7c0-3 2-5 5-5z
  .navy M9 6h70c2 0 4 2 4 4v100c0 2-2 4-4 4H9c-2 0-4-2-4-4V10c0-2 2-4 4-4z
  ~brass 1.8 M14 11h60c2 0 4 2 4 4v90c0 2-2 4-4 4H14c-2 0-4-2-4-4V15c0-2 2-4 4-4z
  ~brass| 1.8 M10 24c8 0 14-5 14-13M10 96c8 0 14 5 14 13
  ~violet 1.5 M44 22L70 60 44 98 18 60zm0 9L64 60 44 89 24 60z
  .gold M44 17l1.5 3.5L49 22l-3.5 1.5L44 27l-1.5-3.5L39 22l3.5-1.5zm0 76l1.5 3.5L49 98l-3.5 1.5L44 103l-1.5-3.5L39 98l3.5-1.5z
  brass O44,60,19
  navy O44,60,14.5
  gold M34 65c4-4 4-13 11-18 1 3 2 4 5 3-2 4 0 11 4 15-4 4-16 4-20 0z
  ~ink 2 M36 63c5 2 11 2 16 0
  .gold| O17,18,2 O17,102,2`,
};

const dieBody = `
  bronze M14 10h42c3 0 5 2 5 5v40c0 3-2 5-5 5H15c-3 0-5-2-5-5z
  bone M9 4h42c3 0 5 2 5 5v41c0 3-2 5-5 5H9c-3 0-5-2-5-5V9c0-3 2-5 5-5z
  .shade M56 42v8c0 3-2 5-5 5H9c-3 0-5-2-5-5v-3c20 3 38 2 52-5z`;

/** The faces of the bonus die, by the ids that events use. */
export const dice: Record<string, string> = {
  point1: `${dieBody}
    gold M30 12l6 11 12 2-9 9 2 12-11-5-11 5 2-12-9-9 12-2z`,
  point2: `${dieBody}
    gold 2 M19 8l4 7 8 1-6 6 2 8-8-4-7 4 1-8-6-6 8-1z
    gold 2 M40 27l4 7 8 1-6 6 2 8-8-4-7 4 1-8-6-6 8-1z`,
  ruby: `${dieBody}
    red M20 14h20l9 11-19 23-19-23z
    .wine M49 25L30 48l7-23z
    .rose M20 14l3 11H11zm10 0l-7 11h14z
    ~ink 1.8 M11 25h38`,
  droplet: `${dieBody}
    sky M30 10c3 8 13 13 13 24 0 8-5 14-13 14s-13-6-13-14c0-11 10-16 13-24z
    ~shine 3 M22 34c0-4 2-6 4-9`,
  orange: `${dieBody}
    moss M28 20c0-4 1-8 5-10l3 4c-3 1-3 3-3 6z
    orange M20 20c4-2 7-1 10 0 3-1 6-2 10 0 7 2 10 8 10 14-1 8-6 12-12 12-3 1-5 1-8 0-3 1-5 1-8 0-6 0-11-4-12-12 0-6 3-12 10-14z
    ~rust 2 M24 20c-5 8-5 18-1 26m7-25v25m6-26c5 8 5 18 1 26`,
};

/** When an effect happens. */
export const whens: Record<string, string> = {
  special: `
    violet O32,32,29
    gold M32 6l6 17 18 1-14 11 5 18-15-10-15 10 5-18L8 24l18-1z
    .white M32 13l3 12 8 1-13 3-6-2z`,
  played: `
    blue O32,32,29
    bone M15 27h34v27c-10 6-24 6-34 0z
    ~sand 2.5 M22 46h20m-16 6h12
    gold M26 6h12v18h9L32 41 17 24h9z`,
  sold: `
    moss O32,32,29
    gold M22 24h20c9 8 12 15 11 21-1 8-11 8-21 8s-20 0-21-8c-1-6 2-13 11-21z
    gold M20 11c5 2 7 0 12 0s7 2 12 0l-4 12H24z
    ~ink 3 M23 23h18
    bronze 2 O32,39,8
    .gold O32,39,4`,
  always: `
    rust O32,32,29
    ~ink 10 M32 32c5-8 9-11 14-11a11 11 0 0 1 0 22c-5 0-9-3-14-11s-9-11-14-11a11 11 0 0 0 0 22c5 0 9-3 14-11z
    ~gold 5.5 M32 32c5-8 9-11 14-11a11 11 0 0 1 0 22c-5 0-9-3-14-11s-9-11-14-11a11 11 0 0 0 0 22c5 0 9-3 14-11z`,
};

/** A burst to lay over a pot. */
export const explosion = `
  red M32 1l6 13L50 4l-1 15 14-2-8 13 8 9-13 2 4 14-13-4-4 12-9-9-10 9-1-13-13 2 5-13L1 34l10-9L4 13l13 2 3-12z
  orange M33 10l4 10 9-5-1 10 9 1-6 8 5 7-9 1 1 9-9-4-5 7-5-7-9 3 1-9-9-2 6-7-5-8 9 0 1-9 8 4z
  gold M32 20l3 6 7-2-2 6 6 4-6 3 1 7-6-2-4 5-3-6-6 1 2-6-5-4 6-3-1-6 6 2z
  .white O32,33,4`;
