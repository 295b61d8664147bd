// Words of this room. Each: [English, Deutsch].
export const arcane = {} as const;
