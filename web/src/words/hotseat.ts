// Words for several people at one screen. Each: [English, Deutsch].
export const hotseat = {
  "hotseat.pass": ["Pass the screen to {who}", "Bildschirm an {who} geben"],
  "hotseat.title": ["Pass the screen to {who}", "Gib den Bildschirm an {who}"],
  "hotseat.why": ["Everyone else, please look away now.", "Alle anderen schauen jetzt weg."],
  "hotseat.lift": ["I am {who}: show my cards", "Ich bin {who}: Zeig meine Karten"],
  "hotseat.moment": ["The others are playing …", "Die anderen spielen …"],
  "hotseat.look": ["Whoever wants to look in the meantime:", "Wer so lange nachsehen möchte:"],
  "hotseat.plead": [
    "{who} asks to take a move back. {you}, do you agree?",
    "{who} möchte einen Zug zurücknehmen. {you}, bist du einverstanden?",
  ],
  "hotseat.away": ["A bot plays for {who}.", "Für {who} spielt ein Bot."],
  "hotseat.back": ["{who} is back", "{who} spielt wieder selbst"],
} as const;
