// What a person has lifted and not put down yet, for those who watch: the guide and the question.
export const holding: { item: string | null } = $state({ item: null });
