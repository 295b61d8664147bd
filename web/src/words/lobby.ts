// Words before the start and after the end. Each: [English, Deutsch].
export const lobby = {
  "lobby.bot-plays-on": ["Let a bot play on for me", "Einen Bot für mich weiterspielen lassen"],
} as const;
