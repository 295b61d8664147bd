// What a person has lifted and not put down yet, for those who watch: the guide and the question.
export const holding: { item: string | null } = $state({ item: null });

/** The answers that a hint on the screen speaks of. */
export const hinted: { actions: readonly string[] } = $state({ actions: [] });
