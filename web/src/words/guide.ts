// Words of this room. Each: [English, Deutsch].
export const guide = {} as const;
