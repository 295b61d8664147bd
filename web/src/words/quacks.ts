// Words of this room. Each: [English, Deutsch].
export const quacks = {} as const;
