// Whether a person has lifted something and not put it down yet, for those who watch: the guide.
export const holding: { now: boolean } = $state({ now: false });
