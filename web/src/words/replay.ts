// Words of this room. Each: [English, Deutsch].
export const replay = {} as const;
