// Times as people read them: what is left of a clock.
const MINUTE = 60,
  HOUR = 3600,
  DAY = 86_400;

const two = (n: number): string => String(n).padStart(2, "0");

/** Such as 0:45, 12:03, 3:10:00, or 2 d 4 h. */
export function leftText(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s >= DAY) return `${Math.floor(s / DAY)} d ${Math.floor((s % DAY) / HOUR)} h`;
  const rest = two(s % MINUTE);
  if (s < HOUR) return `${Math.floor(s / MINUTE)}:${rest}`;
  return `${Math.floor(s / HOUR)}:${two(Math.floor((s % HOUR) / MINUTE))}:${rest}`;
}
