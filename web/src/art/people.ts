// Faces of the bots, and six shields that differ in shape, colour and emblem. How to read them: shapes.ts.
export const bots: Record<string, string> = {
  easy: `
    sand O32,32,30
    leaf M12 56c3-7 10-10 20-10s17 3 20 10c-6 4-12 7-20 7s-14-3-20-7z
    skin| M14 36c-6-2-8 6-2 8l5 0z
    skin M16 28h32c3 14-3 24-16 24S13 42 16 28z
    .brown O22,42,1 O25,44,1 O21,45,1 O42,42,1 O39,44,1 O43,45,1
    white 2 O25,36,4.5
    white 2 O39,36,4.5
    .ink O27,36,2 O41,36,2
    ~ink 2.2 M26 45c4 3 9 3 12-1
    rose 2 M33 46.5c0 5 6 5 5 0z
    .orange M17 31l3 6 3-6zm24 0l3 6 3-6z
    violet M9 31c9-4 12-18 26-28 8 3 17 4 20 14-4-3-8-3-10-1 0 6 3 11 10 15 3 6-50 6-46 0z
    .shade M9 31c9-4 38-4 46 0 3 6-50 6-46 0z
    gold 2 O54,19,4.5
    .gold M30 14l1 3 3 0-2 2 1 3-3-1-3 1 1-3-2-2 3 0z`,
  medium: `
    copper O32,32,30
    bark M9 55c3-8 11-11 23-11s20 3 23 11c-6 5-14 8-23 8s-17-3-23-8z
    red M20 44h24l-4 8H24z
    tan M17 24h30c3 16-2 26-15 26S14 40 17 24z
    ~ink 2 M22 29l6 1m14-1l-6 1
    .ink O25,33,2 O39,33,2
    ~brown 2 M43 34l3 7m-4-1l5-2
    skin 2 M30 33c-2 4-2 6 2 6s4-2 2-6z
    grey M32 39c5-3 8 0 14-3-1 9-11 10-14 5-3 5-13 4-14-5 6 3 9 0 14 3z
    bark M11 25C12 11 20 5 32 5s20 6 21 20c-10-5-32-5-42 0z
    brass O22,18,7.5
    brass O42,18,7.5
    glass 2 O22,18,4.5
    glass 2 O42,18,4.5
    ~ink 2.5 M29.5 17h5
    ~ink 2 M28 46h8`,
  hard: `
    plum O32,32,30
    teal M9 56c3-8 11-11 23-11s20 3 23 11c-6 4-14 7-23 7s-17-3-23-7z
    violet M11 50C4 27 17 6 33 2c14 5 26 26 20 48-6 4-12 6-21 6s-15-2-21-6z
    .shade M38 4c11 8 19 28 15 46-6 4-12 6-21 6-6 0-10-1-14-3 22-3 30-25 20-49z
    mist M19 30c0 9-1 15-4 20 5 1 9 0 11-3l12 0c2 3 6 4 11 3-3-5-4-11-4-20z
    skin M20 30h24c2 14-3 21-12 21s-14-7-12-21z
    ~ink 2.2 M23 37c2 2 5 2 6 0m6 0c2 2 5 2 6 0
    ~ink 2 M28 44c2 2 6 2 8 0
    .rose| O23,42,2.2
    gold M17 24c8-5 22-5 30 0v9c-8-4-22-4-30 0z
    bone 2 M22 24c4-7 16-7 20 0-4 7-16 7-20 0z
    .teal O32,24,4.5
    .ink O32,24,2
    .gold O27,10,1.5 O38,12,1.2`,
  random: `
    teal O32,32,30
    bone M15 52l7-8 10 6 10-6 7 8-7 8H22z
    red M32 24C26 8 10 4 5 20c-1 4 0 10 2 15 3-8 7-11 11-10z
    gold M32 24C38 8 54 4 59 20c1 4 0 10-2 15-3-8-7-11-11-10z
    skin M17 26h30c2 15-4 24-15 24S15 41 17 26z
    violet M17 29c2-12 8-20 15-24 7 4 13 12 15 24-8-4-22-4-30 0z
    gold 2 O7,36,4
    gold 2 O57,36,4
    gold 2 O32,6,4
    ~ink 2.2 M22 33l5 4-5 4m20-8v8m-4-4h8
    ~ink 2.5 M24 44c5 4 11 4 16 0
    .red O32,39,3
    .rose| O21,44,2`,
  greedy: `
    wine O32,32,30
    moss M9 56c3-8 11-11 23-11s20 3 23 11c-6 4-14 7-23 7s-17-3-23-7z
    coal M14 34C11 18 20 8 32 8s21 10 18 26l-5 4H19z
    skin M18 26h28c4 15-3 25-14 25S14 41 18 26z
    coal M17 30c0-8 6-14 15-14s15 6 15 14c-4-6-9-8-15-8s-11 2-15 8z
    gold| 2 O25,33,5.5
    ~bronze| 2 M25 30v6
    bone M23 42h18c0 8-18 8-18 0z
    ~ink 1.6 M28 42v5m8-5v5m-4-5v6
    gold 1.2 M32 42h4v5.5h-4z
    ~ink 2 M27 26l-7-2m17 2l7-2
    skin| 2 M14 60c-4-4-3-10 1-11 4 0 5 4 9 5l-3 7z
    gold 2 E32,57,9,5`,
  brewer: `
    brass O32,32,30
    blue M8 56c3-8 12-11 24-11s21 3 24 11c-7 4-15 7-24 7S15 60 8 56z
    skin M18 26h28v14c0 14-28 14-28 0z
    orange M15 33c3 2 4 5 8 4s6-3 9-1c3-2 5 0 9 1s5-2 8-4c4 14-4 25-17 25S11 47 15 33z
    ink 1.5 M27 42c3 1 7 1 10 0-1 4-9 4-10 0z
    .ink O25,30,2 O39,30,2
    ~ink 2 M21 26l6-1m10 0l6 1
    rose 2 O32,34,4
    bone M17 26c-9-3-8-14 0-15 1-9 12-11 16-5 6-4 15-1 14 6 8 1 8 12 0 14z
    .shade M17 21h30v5H17z
    lime 1.8 O51,9,3.5
    lime 1.8 O57,18,2.5`,
  search: `
    navy O32,32,30
    bark M13 56c-4-12-2-30-1-36 0-5-3-9-3-12 7 0 11 3 14 5 6-2 12-2 18 0 3-2 7-5 14-5 0 3-3 7-3 12 1 6 3 24-1 36-5 5-12 7-19 7s-14-2-19-7z
    wood M22 44c3-4 17-4 20 0 3 6 1 13-2 17-5 2-11 2-16 0-3-4-5-11-2-17z
    ~ink 1.8 M27 50l2 2 2-2m3 0l2 2 2-2m-8 6l2 2 2-2
    bone O22,28,9
    bone O42,28,9
    .amber O23,28,5.5 O41,28,5.5
    .ink O23.5,28,2.8 O40.5,28,2.8
    .white O22.5,27,1.2 O39.5,27,1.2
    gold 2 M28 36l4-4 4 4-4 7z
    ~brass 2.5 O42,28,10.5
    ~brass 2 M49 36c4 6 4 10 2 16
    coal M14 13l18-8 18 8-18 7z
    ~gold 2 M48 13v8
    .gold O48,22,2`,
};

/** Two halves, the outline over both, then the emblem. */
const halved = (left: string, right: string, whole: string, half: string, emblem: string): string =>
  `.${left} ${whole}\n.${right} ${half}\nnone ${whole}\n${emblem}`;

export const shields: readonly string[] = [
  halved(
    "red",
    "wine",
    "M8 6h48v26c0 14-10 22-24 28C18 54 8 46 8 32z",
    "M32 6h24v26c0 14-10 22-24 28z",
    "gold M18 40l-3-19 9 7 8-12 8 12 9-7-3 19z",
  ),
  halved(
    "blue",
    "navy",
    "O32,32,28",
    "M32 4a28 28 0 0 1 0 56z",
    "bone M38 14a18 18 0 1 0 10 27 15 15 0 0 1-10-27z",
  ),
  halved(
    "gold",
    "brass",
    "M32 3l26 15v28L32 61 6 46V18z",
    "M32 3l26 15v28L32 61z",
    `moss M46 16c-18-2-30 6-29 20 0 3 1 5 2 7l-5 6 5 3 5-6c16 3 24-10 22-30z
    ~ink 2 M22 45c5-8 10-13 17-19`,
  ),
  halved(
    "leaf",
    "moss",
    "M32 2l29 30-29 30L3 32z",
    "M32 2l29 30-29 30z",
    "bone M32 15l5 11 12 2-9 8 2 12-10-6-10 6 2-12-9-8 12-2z",
  ),
  halved(
    "violet",
    "plum",
    "M9 5h46v54L32 46 9 59z",
    "M32 5h23v54L32 46z",
    `gold M32 10a9 9 0 0 1 4 17v15h-8v-4h-5v-5h5v-6a9 9 0 0 1 4-17z
    .plum O32,19,3.5`,
  ),
  halved(
    "bone",
    "sand",
    "M32 4l28 52H4z",
    "M32 4l28 52H32z",
    `rust M32 22c7 6 11 11 11 17 0 7-5 11-11 11s-11-4-11-11c0-3 2-6 4-8 1 3 2 4 4 4 0-5 1-9 3-13z
    .amber M32 36c3 2 5 5 5 8 0 2-2 4-5 4s-5-2-5-4c0-3 2-5 5-8z`,
  ),
];

/** A seat's shield: shape, colour and emblem all differ. */
export const shield = (seat: number): string | undefined => shields[seat % shields.length];
