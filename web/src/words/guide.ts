// Words of the guided first game. Each: [English, Deutsch].
export const guide = {
  "guide.title": ["Guide", "Anleitung"],
  "guide.heading": ["{game}: your first round", "{game}: deine erste Runde"],
  "guide.real": [
    "A real game against two easy bots; every move is yours.",
    "Eine echte Partie gegen zwei leichte Bots; jeder Zug ist deiner.",
  ],
  "guide.time": ["A quarter of an hour at most.", "Höchstens eine Viertelstunde."],
  "guide.free": [
    "You can leave the guide at any time: the game simply goes on.",
    "Du kannst die Anleitung jederzeit verlassen: Die Partie geht einfach weiter.",
  ],
  "guide.begin": ["Begin", "Anfangen"],
  "guide.begin-anew": ["Start again", "Neu anfangen"],
  "guide.go-on": ["Continue where you were", "Weiter, wo du warst"],
  "guide.rather-read": ["I would rather read the rules", "Ich lese lieber die Regeln"],
  "guide.none": ["There is no guide for this game.", "Für dieses Spiel gibt es keine Anleitung."],
  "guide.guest": ["Guest", "Gast"],
  "guide.read": ["Got it", "Verstanden"],
  "guide.yours": ["Your move", "Du bist dran"],
  "guide.aside": ["By the way", "Nebenbei"],
  "guide.finish": ["Finish the guide", "Anleitung beenden"],
  "guide.leave": ["Without guide", "Ohne Anleitung"],
  "guide.count": ["{n} of {of}", "{n} von {of}"],
  "guide.quiet": [
    "Play on as you like. I will speak up when there is something new.",
    "Spiel weiter, wie du magst. Ich melde mich, wenn etwas Neues kommt.",
  ],
} as const;
