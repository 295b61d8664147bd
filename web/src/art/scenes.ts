// The banners of the two rooms. How to read them: shapes.ts.
export const scenes: Record<string, string> = {
  arcane: `.navy M0 0h800v320H0z`,
  quacks: `.sand M0 0h800v320H0z`,
};
