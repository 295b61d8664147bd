// Words about being told that it is one's turn. Each: [English, Deutsch].
export const calls = {
  "calls.tell-me": [
    "Notify me on this device when it is my turn",
    "Auf diesem Gerät Bescheid sagen, wenn ich an der Reihe bin",
  ],
  "calls.tell-me-why": [
    "Even when this page is closed: once per turn, for all your tables on this server.",
    "Auch wenn diese Seite geschlossen ist, einmal je Zug, an allen deinen Tischen dieses Servers.",
  ],
  "calls.denied": [
    "Your browser does not allow notifications from this page. Allow them in its settings for this page, then try again.",
    "Dein Browser erlaubt dieser Seite keine Mitteilungen. Erlaube sie in seinen Einstellungen für diese Seite, und versuch es dann noch einmal.",
  ],
  "calls.failed": [
    "Your browser could not subscribe to notifications. Private windows cannot, and some browsers need a connection to their maker.",
    "Dein Browser konnte keine Mitteilungen abonnieren. In privaten Fenstern geht das nicht, und manche Browser brauchen eine Verbindung zu ihrem Hersteller.",
  ],
  "calls.your-turn": ["It is your turn.", "Du bist an der Reihe."],
  "calls.channel": ["Announce turns in a channel", "In einem Kanal ansagen, wer an der Reihe ist"],
  "calls.channel-why": [
    "A channel of your group gets a message with the link when the table waits for someone who is away. Allowed here: {hosts}.",
    "Ein Kanal eurer Gruppe bekommt eine Nachricht mit dem Link, wenn auf jemanden gewartet wird, der nicht da ist. Hier erlaubt: {hosts}.",
  ],
  "calls.channel-told": [
    "Turns are announced in a channel.",
    "In einem Kanal wird angesagt, wer an der Reihe ist.",
  ],
  "calls.channel-off": ["Stop", "Nicht mehr"],
  "calls.shape": ["Service", "Dienst"],
  "calls.shape.ntfy": ["ntfy", "ntfy"],
  "calls.shape.discord": ["Discord", "Discord"],
  "calls.shape.slack": ["Slack", "Slack"],
  "calls.url": ["Address of the webhook", "Adresse des Webhooks"],
  "calls.set": ["Use it", "Übernehmen"],
} as const;
