// Words of this room. Each: [English, Deutsch].
export const hotseat = {} as const;
