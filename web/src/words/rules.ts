// Words of this room. Each: [English, Deutsch].
export const rules = {} as const;
