// Words of a page that came from a static host: what runs on this device, and what needs a server. Each: [English, Deutsch].
export const site = {
  "site.no-engine": [
    "The game did not load. Reload the page; without a connection it works once it has loaded completely.",
    "Das Spiel wurde nicht geladen. Lade die Seite neu; ohne Verbindung geht es, wenn sie einmal ganz geladen war.",
  ],
  "site.needs-server": [
    "This needs a server. Name one on the start page.",
    "Dafür braucht es einen Server. Nenne einen auf der Startseite.",
  ],
  "site.needs-server-form": [
    "Friends need a server to meet at. Name one above, or choose someone else for these seats.",
    "Freunde brauchen einen Server, bei dem ihr euch trefft. Nenne oben einen, oder wähle jemand anderen für diese Plätze.",
  ],
  "site.friends": ["Friends and open tables", "Freunde und offene Tische"],
  "site.why": [
    "Games against bots and at one screen run on this device, without a connection. Friends by link and open tables need a charlatan server.",
    "Partien gegen Bots und an einem Bildschirm laufen auf diesem Gerät, auch ohne Verbindung. Für Freunde per Link und offene Tische braucht es einen charlatan-Server.",
  ],
  "site.address": ["Address of a server", "Adresse eines Servers"],
  "site.connect": ["Use this server", "Diesen Server nutzen"],
  "site.asking": ["Asking the server …", "Der Server wird gefragt …"],
  "site.how": [
    "Anyone can run one: 'charlatan serve --origin {origin}' lets this page in.",
    "Jeder kann einen betreiben: „charlatan serve --origin {origin}“ lässt diese Seite ein.",
  ],
  "site.now": ["Server: {server}", "Server: {server}"],
  "site.without": ["Use no server", "Keinen Server nutzen"],
  "site.trouble.no-address": [
    "That is not an address. An address looks like games.example.org.",
    "Das ist keine Adresse. Sie sieht aus wie spiele.example.org.",
  ],
  "site.trouble.no-answer": [
    "Nothing answers there. Is the address right, and is the server running?",
    "Dort antwortet nichts. Stimmt die Adresse, und läuft der Server?",
  ],
  "site.trouble.not-allowed": [
    "Something is there, but it does not let this page in. Its operator has to start it with --origin {origin}.",
    "Dort ist etwas, aber es lässt diese Seite nicht ein. Der Betreiber muss es mit --origin {origin} starten.",
  ],
  "site.trouble.not-charlatan": [
    "Something answers there, but it is not a charlatan server.",
    "Dort antwortet etwas, aber es ist kein charlatan-Server.",
  ],
  "site.trouble.insecure": [
    "This page was loaded over https, so the server needs https, too.",
    "Diese Seite kam per https, darum braucht auch der Server https.",
  ],
  "site.stranger": ["A table at another server", "Ein Tisch bei einem anderen Server"],
  "site.stranger-why": [
    "This table is at {server}. If you go on, your browser connects to that server, which then sees your address.",
    "Dieser Tisch ist bei {server}. Wenn du weitermachst, verbindet sich dein Browser mit diesem Server, der dann deine Adresse sieht.",
  ],
  "site.go-on": ["Connect", "Verbinden"],
  "site.its-page": ["Open the server’s own page", "Die Seite des Servers öffnen"],
  "site.bad-place": [
    "The address of this table names no server.",
    "In der Adresse dieses Tisches steht kein Server.",
  ],
  "site.no-history": [
    "Open tables are at a server. Name one on the start page.",
    "Offene Tische sind bei einem Server. Nenne einen auf der Startseite.",
  ],
  "site.at": ["at {server}", "bei {server}"],
  "site.hurry": ["Answer now", "Jetzt antworten"],
  "site.hurry-why": [
    "The bot answers at once with what it has thought so far.",
    "Der Bot antwortet sofort mit dem, was er bis jetzt überlegt hat.",
  ],
  "site.imagined": [
    "{n:simulated game|simulated games}",
    "{n:simulierte Partie|simulierte Partien}",
  ],
} as const;
