// The eight ingredients of the Quacks, their letters and their colours. How to read them: art/shapes.ts.
export const ingredients: Record<string, string> = {
  white: `
    ~ink 5.5 M19 42C20 28 28 16 43 8m2 32C46 28 46 18 43 8
    ~leaf 2.5 M19 42C20 28 28 16 43 8m2 32C46 28 46 18 43 8
    leaf M42 9c-9-6-20-4-27 3 8 6 20 6 27-3z
    bone O18,46,13
    bone O46,44,13
    .shade M30 41c2 9-4 18-12 18-4 0-8-2-10-5 11 1 19-3 22-13zm28-2c2 9-4 18-12 18-4 0-8-2-10-5 11 1 19-3 22-13z
    ~shine 3 M11 43c1-3 3-4 5-5m23 2c1-3 3-4 5-5
    .ink O18,46,1.6 O46,44,1.6`,
  orange: `
    moss M30 18c0-6 1-11 7-14l4 5c-4 2-5 5-5 9z
    ~ink 2 M36 17c5-5 12-5 14 0
    orange M18 18c6-3 9-2 14 0 5-2 8-3 14 0 10 3 15 11 14 21-1 12-9 19-18 18-4 2-6 1-10 0-4 1-6 2-10 0C13 58 5 51 4 39c-1-10 4-18 14-21z
    .rust M46 18c10 3 15 11 14 21-1 12-9 19-18 18 9-9 10-27 4-39z
    ~rust 2.5 M24 19c-8 10-8 26-1 37m9-36v37m8-38c8 10 8 26 1 37
    ~shine 3 M11 39c-1-6 2-12 6-15`,
  green: `
    ~ink 6 M24 30C16 28 12 20 13 9M23 36C14 34 8 30 4 21m19 21C14 42 8 45 4 53m21-5c-6 1-10 5-11 12M40 30c8-2 12-10 11-21M41 36c9-2 15-6 19-15M41 42c9 0 15 3 19 11M39 48c6 1 10 5 11 12
    ~leaf 2.5 M24 30C16 28 12 20 13 9M23 36C14 34 8 30 4 21m19 21C14 42 8 45 4 53m21-5c-6 1-10 5-11 12M40 30c8-2 12-10 11-21M41 36c9-2 15-6 19-15M41 42c9 0 15 3 19 11M39 48c6 1 10 5 11 12
    leaf E32,43,14,15
    .moss M43 33c8 14-2 28-18 24 9-3 16-11 18-24z
    leaf O32,24,10
    bone 1.8 O28,22,4
    bone 1.8 O37,22,4
    .ink O29,23,1.8 O36,23,1.8
    ~ink 2 M29 30c2 1 4 1 6 0
    .lime M32 36l5 6-5 8-5-8z`,
  blue: `
    sky M32 5c16 0 26 10 26 24 0 8-4 13-8 15v10c0 3-2 5-5 5H19c-3 0-5-2-5-5V44c-4-2-8-7-8-15C6 15 16 5 32 5z
    .blue M46 9c8 4 12 11 12 20 0 8-4 13-8 15v10c0 3-2 5-5 5H33c12-8 19-27 13-50z
    .ink E21,29,7,8 E43,29,7,8
    .white O19,26,2 O41,26,2
    .ink M32 36l5 8H27z
    ~ink 3 M25 50v8m7-8v8m7-8v8
    ~shine 3 M12 22c2-5 6-9 11-10`,
  red: `
    bone M24 34h16l3 20c0 6-22 6-22 0z
    .shade M36 34h4l3 20c0 3-5 5-11 5 4-6 5-14 4-25z
    bone 2 M19 38c6-4 20-4 26 0l-4 5H23z
    red M4 34C5 16 17 5 32 5s27 11 28 29c-6 6-50 6-56 0z
    .wine M48 11c7 5 12 13 12 23-4 4-22 5-36 4 16-3 26-12 24-27z
    .bone O30,16,5 O15,28,4.5 O46,26,5 O32,31,3.5
    ~shine 3 M12 22c2-4 4-6 7-8`,
  yellow: `
    leaf M32 21C26 19 16 17 12 5c10-1 16 4 18 10 0-6 1-10 4-13 4 4 5 8 4 13 2-5 7-8 15-7-2 10-12 12-21 13z
    ~ink 2 M21 11l10 9m12-6l-10 6
    gold M32 19c10 0 15 6 14 14 5 0 9 3 14 1-2 7-8 9-14 7-1 5-2 7-4 9 1 4 4 6 6 10-6 1-11-2-13-7-2 4-7 8-15 8 5-4 5-8 5-11-3-3-5-6-5-10-7 1-12-2-15-8 6 2 9 1 14 0-1-8 4-13 13-13z
    .brass M44 26c2 2 2 4 2 7 5 0 9 3 14 1-2 7-8 9-14 7-1 5-2 7-4 9 1 4 4 6 6 10-6 1-11-2-13-7 8-6 11-16 9-27z
    .ink O27,31,2.4 O37,31,2.4
    ink 2 E32,39,3,4
    ~ink 2 M23 26l5 1m13-1l-5 1`,
  purple: `
    lilac M32 3c4 8 19 14 19 32 0 6 2 10 6 14-6 1-9 0-12-3 0 6 2 10 6 14-9 1-13-3-15-8-3 4-8 7-15 6 4-3 5-6 4-10C13 46 12 38 13 31c1-8 6-8 9-13-3 0-5-1-6-4 8 0 13-4 16-11z
    .violet M42 18c6 4 9 10 9 17 0 6 2 10 6 14-6 1-9 0-12-3 0 6 2 10 6 14-9 1-13-3-15-8 10-8 13-21 6-34z
    .bone M29 26c10 0 14 7 10 14-4 6-15 5-16-3 0-6 3-7 6-11z
    .ink E27,35,2.4,3.4 E36,35,2.4,3.4
    ~ink 2 M29 42c2 1 3 1 5 0
    .lilac O53,20,3 O10,47,3`,
  black: `
    ~ink 5.5 M29 18C26 10 20 6 13 6m22 12c3-8 9-12 16-12
    ~grey 2 M29 18C26 10 20 6 13 6m22 12c3-8 9-12 16-12
    slate| M30 24C20 12 8 10 3 14c-1 9 4 19 13 22-5 4-6 11-3 18 9 1 16-7 18-16z
    .coal| M29 38c-2 8-8 15-16 16-1-4-1-8 0-11 4-2 9-4 16-5z
    bone| 2 O14,22,4.5
    .ink| O14,22,2
    .lilac| O19,45,3
    coal E32,36,5,20
    coal O32,19,6
    ~grey 2 M28 33h8m-8 7h8m-7 7h6
    .gold O29.5,18,1.7 O34.5,18,1.7`,
};

/** A chip's rim, its paler face, its pips and its letter as strokes in a box of 20. */
export const chips: Record<string, { rim: string; face: string; pip: string; letter: string }> = {
  white: { rim: "mist", face: "bone", pip: "ink", letter: "M1 2l4.5 16L10 6l4.5 12L19 2" },
  orange: { rim: "orange", face: "parchment", pip: "ink", letter: "O10,10,8" },
  green: { rim: "leaf", face: "lime", pip: "ink", letter: "M17 5a8 8 0 1 0 1 7v-1h-7" },
  blue: {
    rim: "blue",
    face: "glass",
    pip: "white",
    letter: "M4 2v16h6c9 0 8-9 1-9H4m6 0c6 0 6-7 0-7H4",
  },
  red: { rim: "red", face: "rose", pip: "white", letter: "M4 18V2h6c8 0 8 9 0 9H4m6 0l6 7" },
  yellow: { rim: "gold", face: "bone", pip: "ink", letter: "M3 2l7 8 7-8m-7 8v8" },
  purple: { rim: "violet", face: "bone", pip: "white", letter: "M5 18V2h6c8 0 8 10 0 10H5" },
  black: { rim: "coal", face: "mist", pip: "white", letter: "M4 2v16M16 2L5 11m4-3l8 10" },
};

/** The outlines of chips in the colours for colour blindness: each colour is known by its form alone. */
export const outlines: Record<string, string> = {
  white: "O32,32,30.5",
  orange: "M47.5 5.2L63 32L47.5 58.8L16.5 58.8L1 32L16.5 5.2z",
  green: "M5 5H59V59H5z",
  blue: "M32 0L64 32L32 64L0 32z",
  red: "M32 1L62 24L51 61H13L2 24z",
  yellow:
    "M32 0L39.7 8.2L50.8 6.1L52.2 17.3L62.4 22.1L57 32L62.4 41.9L52.2 46.7L50.8 57.9L39.7 55.8L32 64L24.3 55.8L13.2 57.9L11.8 46.7L1.6 41.9L7 32L1.6 22.1L11.8 17.3L13.2 6.1L24.3 8.2z",
  purple:
    "M45.5 8.6A14.5 14.5 0 0 1 59 32A14.5 14.5 0 0 1 45.5 55.4A14.5 14.5 0 0 1 18.5 55.4A14.5 14.5 0 0 1 5 32A14.5 14.5 0 0 1 18.5 8.6A14.5 14.5 0 0 1 45.5 8.6z",
  black: "M20 2H44V20H62V44H44V62H20V44H2V20H20z",
};
