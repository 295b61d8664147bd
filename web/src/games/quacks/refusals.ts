// Refusals of the Quacks in German (games/quacks/refusals.def); words/refusals.ts says how they are written.
export const refusals = {
  "bag-empty": "Dein Beutel ist leer.",
  "first-draw-due": "Den ersten Chip eines Tranks musst du ziehen.",
  "flask-empty": "Deine Flasche ist leer.",
  "flask-takes-white":
    "Die Flasche nimmt nur einen weißen Chip zurück, der zuletzt gezogen wurde und im Kessel liegt.",
  "nothing-beside": "Nur mit Buch Rot 2 liegen Chips neben dem Kessel.",
  "red-not-beside": "Neben deinem Kessel liegt kein roter Chip mit diesem Wert.",
  "red-back-too-often":
    "In diesem Trank hast du schon so viele rote Chips dieses Werts zurückgelegt, wie du besitzt.",
  "red-not-there-before":
    "Nach den Regeln 0.1.0 darf jetzt nur ein Roter zurück, der schon zu Beginn des Tranks neben dem Kessel lag.",
  "white-not-sold": "Weiße Chips kann man weder kaufen noch nehmen.",
  "book-not-out": "Das Buch dieser Farbe liegt noch nicht aus.",
  "supply-empty": "Von diesen Chips ist keiner mehr im Vorrat.",
  "same-colour": "Die zwei Chips, die du kaufst, müssen verschiedene Farben haben.",
  "coins-short": "Du hast zu wenige Münzen für diesen Chip.",
  "rubies-short": "Das kostet {0:Rubin|Rubine}, und du hast weniger.",
  "flask-not-filled":
    "Deine Flasche ist voll, oder es gibt keinen Trank mehr, für den du sie brauchst.",
  "droplet-at-end": "Dein Tropfen kann nicht weiter.",
  "one-of-two": "{0}: Möglich sind {1} und {2}.",
};
