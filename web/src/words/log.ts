// Words of this room. Each: [English, Deutsch].
export const log = {} as const;
