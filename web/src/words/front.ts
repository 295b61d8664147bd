// Words of this room. Each: [English, Deutsch].
export const front = {} as const;
