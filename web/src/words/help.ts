// Words of this room. Each: [English, Deutsch].
export const help = {} as const;
