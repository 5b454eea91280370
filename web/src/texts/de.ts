/** Every word the app says in German; `en.ts` says what there is to say. */
import type { Texts } from "./en";

// Nothing but types may be imported: this file is waited for before anything else is run.
const some = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
/** The same, kept on one line. */
const bound = (text: string): string => text.replaceAll(" ", "\u00a0");
const cards = (count: number): string => some(count, "Karte", "Karten");
const tiles = (count: number): string => some(count, "Plättchen", "Plättchen");

const COLOURS: Record<string, string> = {
  red: "Rot",
  orange: "Orange",
  yellow: "Gelb",
  green: "Grün",
  blue: "Blau",
  purple: "Lila",
  pink: "Rosa",
};
const colour = (word: string): string => COLOURS[word] ?? word;

const BOTS: Record<string, string> = {
  casual: "Locker",
  novice: "Anfänger",
  strong: "Stark",
  expert: "Profi",
  greedy: "Gierig",
  random: "Zufall",
};

const RULINGS: Record<string, string> = {
  age_order: "Wer älter ist",
  after_swirl: "Nach einem SWIRL",
  ares: "Ares",
  aristotle: "Aristotle",
  bounds: "Grenze des Feldes",
  capture: "Fangen",
  chooser: "Wer bestimmt",
  colours: "Farben",
  creatures: "Tiere",
  dealer: "Wer gibt",
  deck: "Stapel",
  edition: "Auflage",
  empty_deck: "Leerer Stapel",
  fates_self: "Three Fates selbst",
  first_player: "Wer anfängt",
  hand_size: "Größe der Hand",
  hands: "Hände",
  hermes: "Hermes",
  heroes: "Helden",
  last_deal: "Letztes Geben",
  memory_mode: "Gedächtnis",
  middle_size: "Karten in der Mitte",
  move_connectivity: "Zusammenhang beim Bewegen",
  move_keeps_orientation: "Bewegtes bleibt, wie es lag",
  no_play: "Wenn nichts geht",
  parthenon_moves: "Parthenon und Bewegungen",
  play_out: "Ausspielen",
  poseidon_self: "Poseidon selbst",
  red: "Rot",
  replacement: "Ersetzen",
  rounds: "Runden",
  six: "Die sechs Karten",
  table: "Tisch",
  tartarus: "Tartarus",
  teams: "Teams",
  terrain: "Gelände",
  terrain_counts: "Gelände zählt",
  theseus_first: "Theseus zuerst",
};

const VALUES: Record<string, string> = {
  true: "ja",
  false: "nein",
  active_first: "nacheinander offen",
  all: "alle",
  also_without: "auch unterwegs",
  any_nonempty: "beliebig viele",
  ask: "fragen",
  automatic: "von selbst",
  both: "beide",
  choose: "wählen",
  clockwise: "im Uhrzeigersinn",
  controller: "wem er gehört",
  dealt: "ausgeteilt",
  draft: "Draft",
  dynamic: "beweglich",
  each_draft: "jeder Draft",
  each_round: "jede Runde",
  end: "Ende",
  equal: "gleich viele",
  even: "gerade",
  final: "am Ende",
  left_of_dealer: "links vom Geber",
  listed: "laut Liste",
  lock: "fest",
  maximal_disjoint: "getrennte Summen",
  may_stop: "darf aufhören",
  mirror: "gespiegelt",
  odd: "ungerade",
  olympus: "Olympus",
  parthenon: "Parthenon",
  pass_then_redeal: "passen, dann neu geben",
  placer: "wer ihn legte",
  random: "zufällig",
  redraw: "neu ziehen",
  reshuffle_discard: "Ablage mischen",
  round_robin: "alle austeilen",
  second: "zweite Auflage",
  secret: "geheim",
  "shape-of-the-world": "Shape of the World",
  skip: "nichts",
  starter: "Einstieg",
  strict4: "aufhören",
  styx: "Styx",
  tartarus: "Tartarus",
  union: "alle in Summen",
  unlimited: "unbegrenzt",
};

export const de: Texts = {
  // ---- everywhere ----
  app: "Halfturn",
  home: "Halfturn: Startseite",
  theme: { system: "Aussehen: wie das System", light: "Aussehen: hell", dark: "Aussehen: dunkel" },
  themeShort: { system: "Auto", light: "Hell", dark: "Dunkel" },
  language: "Sprache (Language)",
  unreachable: "Der Server ist nicht zu erreichen. Läuft er? Versuch es gleich noch einmal.",
  refused: (status: number) =>
    `Das hat der Server nicht getan (${status}). Versuch es gleich noch einmal.`,
  failed: "Das hat nicht geklappt. Schau auf den Tisch und versuch es noch einmal.",
  noPage: "Eine solche Seite gibt es hier nicht. Vielleicht ist der Link alt.",
  tryAgain: "Noch einmal versuchen",
  loading: "Einen Moment …",
  back: "Zurück",

  // ---- home ----
  lead: "Moderne Brettspiele, am eigenen Tisch.",
  leadMore:
    "Spiel gegen einen Bot, mit jemandem in der Ferne oder mit allen Handys im Raum. Ohne Konto, ohne Installation.",
  gamesHead: "Spielen",
  players: (least: number, most: number) =>
    least === most ? `Für ${most} Personen.` : `Für ${least} bis ${most} Personen.`,
  playBot: "Gegen einen Bot",
  inviteFriend: "Jemanden einladen",
  moreWays: "Mehr Möglichkeiten",
  preset: "Spielweise",
  seat: (letter: string) => `Platz ${letter}`,
  seatFriend: "Jemand, per Link",
  seatBot: (name: string) => `Bot: ${BOTS[name] ?? name}`,
  seatNobody: "Niemand",
  makeTable: "Tisch decken",
  replay: "Wiederholung",
  replayOf: (title: string) => `Wiederholung: ${title}`,
  replayComes: (steps: number, all: number) => `${steps} von ${all} Zügen sind da …`,
  replayNone:
    "An diesem Tisch ist noch kein Spiel zu Ende. Sobald eines es ist, kannst du es hier noch einmal sehen.",
  replayEyes: "Gesehen von",
  replaySpectator: "Publikum",
  replayFirst: "Zum Anfang",
  replayBack: "Einen Schritt zurück",
  replayPlay: "Abspielen",
  replayPause: "Anhalten",
  replayOn: "Einen Schritt weiter",
  replayLast: "Zum Ende",
  replayStep: "Schritt",
  replayAt: (at: number, last: number) => `Schritt ${at} von ${last}`,
  replayRecord: "Aufzeichnung herunterladen",
  replayTable: "Zum Tisch",
  rules: "Regeln",
  rulesOf: (title: string) => `Regeln von ${title}`,
  typing: {
    button: "Zug eintippen",
    head: "Mit Text spielen",
    label: "Dein Zug in Notation",
    send: "Senden",
    list: "Was hier getippt werden kann",
    how: "Mehrere Antworten kommen in eine Zeile. Mit den Pfeiltasten wählst du unter dem, was passt.",
    fits: (count: number) =>
      count === 0
        ? "Nichts, was möglich ist, sieht so aus."
        : count === 1
          ? "1 Möglichkeit passt."
          : `${count} Möglichkeiten passen.`,
    complete: "In dieser Zeile kann nichts mehr folgen: Enter sendet sie.",
    notNow: "Du wirst gerade nichts gefragt.",
    asText: "Der Tisch als Text",
    position: "Die Stellung in Notation",
  },
  rulesTable: "Tabelle",
  closeRules: "Zurück zum Tisch",
  rulings: "Einzelne Regeln",
  rulingsChosen: (count: number) => `Einzelne Regeln (${count} gewählt)`,
  canBeChosen: "Was sich wählen lässt",
  canBeChosenText:
    "Wo die Anleitung etwas offenlässt oder verschieden gespielt wird, kannst du es vor einem Spiel wählen.",
  rulingsChoose: "Was du nicht wählst, gilt so, wie die Spielweise oben es sagt.",
  asPreset: "wie oben",
  ruling: (name: string) => {
    const words = RULINGS[name] ?? name.replaceAll("_", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
  rulingValue: (value: string) => VALUES[value] ?? value.replaceAll("_", " "),
  usually: (value: string) => (value ? `(sonst: ${de.rulingValue(value)})` : ""),
  yourTables: "Deine Tische",
  noTables:
    "Noch keine Tische. Spiel gegen einen Bot oder lade jemanden ein, dann findest du hier an den Tisch zurück.",
  tablesOld: "Der Server antwortet nicht: So stand es zuletzt.",
  yourTurn: "Du bist dran",
  waitingFor: (names: string) => `Dran: ${names}`,
  gameEnded: "Das nächste Spiel kann beginnen",
  matchPoints: (game: number, games: number, totals: string) =>
    `Spiel ${game} von ${games} · ${totals}`,
  tableWaiting: "Es fehlen noch Leute",
  tableOver: "Zu Ende",
  against: (names: string) => `mit ${names}`,
  alone: "noch niemand sonst",
  phonesHead: "Mit Handys hier spielen",
  phonesText: "Öffnet Halfturn für dein Heimnetz. Alle scannen einen Code und spielen mit.",
  phonesOpen: "Code zeigen",
  phonesScan: "Scanne das mit einem Handy im selben Netz, oder tippe die Adresse ein:",
  phonesNone: "Es fand sich keine Adresse im Heimnetz. Ist dieser Computer verbunden?",
  qr: (address: string) => `QR-Code von ${address}`,
  yourName: "Dein Name",
  nameless: "Gast",
  saveName: "Speichern",
  savedName: "Gespeichert.",

  // ---- setting a table ----
  levels: {
    novice: { name: "Anfänger", line: "Übersieht einiges von dem, was ginge. Zieht sofort." },
    casual: { name: "Locker", line: "Nimmt, was gerade am besten aussieht. Zieht sofort." },
    strong: { name: "Stark", line: "Denkt voraus, etwa eine Drittelsekunde je Zug." },
    expert: { name: "Profi", line: "Denkt voraus, zwei Sekunden je Zug." },
  },
  level: "Stärke des Bots",
  botLevels: "Bots",
  otherBots: "Andere Bots",
  seatMe: "Ich",
  seatHere: "Jemand hier, an diesem Bildschirm",
  hereName: "Name",
  hereNameOf: (letter: string) => `Name an Platz ${letter}`,
  whoSits: "Wer wo sitzt",
  hereText:
    "An einem Bildschirm: Das Gerät geht von Hand zu Hand, und was andere nicht sehen dürfen, ist zwischen den Zügen verdeckt.",
  nowhere: "Du sitzt noch nirgends: Wähl bei einem der Plätze „Ich“.",
  howLong: "Wie viele Spiele",
  gamesFair: "So viele, wie bei diesem Spiel fair sind",
  gamesCount: (count: number) =>
    count === 1 ? "Ein einzelnes Spiel" : `Eine Partie aus ${count} Spielen`,
  moreAtTable: "Zeit, Gespräch und mehr",
  timing: "Zeit",
  timings: {
    none: "Keine Uhr",
    quick: "Je 10 Minuten, und 5 Sekunden mehr für jeden Zug",
    calm: "Je 30 Minuten, und 10 Sekunden mehr für jeden Zug",
    day: "Ein Tag für jeden Zug",
    days: "Drei Tage für jeden Zug, und 7 freie Tage",
    own: "In eigenen Zahlen",
  },
  ownKind: "Die Zeit gilt",
  ownKinds: { game: "für das ganze Spiel", move: "für jeden Zug" },
  ownAmount: "Wie viel",
  ownUnit: "Einheit",
  ownUnits: { minutes: "Minuten", hours: "Stunden", days: "Tage" },
  ownIncrement: "Sekunden mehr für jeden Zug",
  ownHolidays: "Freie Tage für alle",
  timeOut: "Wenn die Zeit um ist",
  timeOuts: { bot: "spielt ein Bot weiter, bis du zurück bist", resign: "ist die Partie verloren" },
  talking: "Gespräch am Tisch",
  talkings: { phrases: "Ein paar Sätze", free: "Alles", off: "Keines" },
  hintsAmongPeople: "Tipps für alle, auch unter Menschen",
  openToAll: "Offen für alle: Der Tisch wird angezeigt, und jeder kann mitspielen",
  waitToBegin: "Erst anfangen, wenn jemand es sagt, und nicht mit dem letzten Platz",

  // ---- tables on the first page ----
  finishedTables: "Beendete Spiele",
  noFinished: "Spiele, die du beendest, bleiben hier und lassen sich noch einmal ansehen.",
  lobby: "Offene Tische",
  noLobby:
    "Niemand wartet auf Mitspieler. Deck unter „Mehr Möglichkeiten“ einen Tisch und öffne ihn für alle.",
  join: "Mitspielen",
  joinOf: (title: string, names: string) => `Mitspielen: ${title} ${names}`,
  seatsFree: (count: number) => some(count, "Platz ist frei", "Plätze sind frei"),
  moreAboutYou: "Andere Geräte, deine Daten, und Bescheid bekommen",

  // ---- you ----
  youHead: "Du",
  youText:
    "Es gibt kein Konto. Nur ein Cookie dieses Browsers sagt, wer du bist, und nur auf diesem Server.",
  deviceHead: "Auf einem anderen Gerät",
  deviceText:
    "Sei auf Handy und Computer dieselbe Person: Zeig hier einen Code und gib ihn dort in den nächsten Minuten ein.",
  deviceShow: "Code zeigen",
  deviceNew: "Neuen Code zeigen",
  deviceCode: "Dein Code",
  deviceLeft: (time: string) => `Gilt einmal, noch ${time}.`,
  deviceGone: "Dieser Code gilt nicht mehr.",
  deviceEnter: "Ein Code von deinem anderen Gerät",
  deviceUse: "Hier diese Person sein",
  deviceUseText:
    "Dieser Browser wird die Person des Codes. Wer du hier bisher warst, bleibt zurück: Wenn du hier Spiele hast, zeig erst einen Code für sie.",
  deviceDone: (name: string) => `Du bist hier jetzt ${name}.`,
  devicesHead: "Wo du angemeldet bist",
  deviceKind: (browser: string, system: string) =>
    (browser || "Browser") + (system ? ` auf ${system}` : ""),
  deviceThis: "dieses Gerät",
  deviceSince: (day: string) => `angemeldet am ${day}`,
  deviceUsed: (day: string) => `zuletzt benutzt am ${day}`,
  deviceUnknown: "länger nicht benutzt",
  signOut: "Abmelden",
  signOutOf: (device: string) => `Abmelden: ${device}`,
  signOutOthers: "Alle anderen Geräte abmelden",
  signedOut: (device: string) => `${device} ist abgemeldet.`,
  signedOutOthers: "Alle anderen Geräte sind abgemeldet.",
  signedOutHere: "Du bist auf diesem Gerät abgemeldet.",
  signOutHead: "Auf diesem Gerät abmelden?",
  signOutText:
    "Dieser Browser kennt dich dann nicht mehr. Um hier zurück an deine Tische zu kommen, zeig auf einem anderen deiner Geräte einen Code.",
  signOutLast:
    "Du bist nur auf diesem Gerät angemeldet. Wenn du dich abmeldest, kommt niemand mehr zurück an deine Tische, auch du nicht.",
  signOutYes: "Abmelden",
  signOutNo: "Angemeldet bleiben",
  deviceFirst: "Spiel erst ein Spiel oder gib einen Namen ein: Bisher ist hier niemand bekannt.",
  hookHead: "Bescheid bekommen",
  hookText: (hosts: string) =>
    `Wenn du dran bist und den Tisch nicht offen hast, kann eine Nachricht an eine Adresse von dir bei ${hosts} gehen. Sie nennt das Spiel und sonst nichts.`,
  hookNone:
    "Wer diesen Server betreibt, hat keine Nachrichten nach draußen erlaubt. Ein offener Tab sagt es durch Titel, Zeichen und Ton.",
  hookUrl: "Adresse (https)",
  hookForm: "Form",
  hookForms: { text: "Eine Zeile Text (ntfy)", json: "JSON (Discord, Slack und andere)" },
  hookSave: "Speichern",
  hookSaved: "Gespeichert.",
  hookOff: "Gespeichert: Es geht keine Nachricht mehr hinaus.",
  botsHead: "Eigene Bots",
  botsText:
    "Ein Programm, das du geschrieben hast, kann hier selbst mitspielen. Es bekommt einen Namen und ein Token; am Tisch sehen alle, dass es dein Bot ist. Wie das geht, steht in docs/bot-api.md.",
  botName: "Sein Name",
  botPlays: "Er darf spielen, nicht nur zusehen",
  botMake: "Token machen",
  botMade: (name: string) => `${name} hat jetzt ein Token.`,
  botCopy: "Token kopieren",
  botToken: "Das Token",
  botTokenText:
    "Kopiere es jetzt: Es wird nur dieses eine Mal gezeigt. Wer es hat, ist dein Bot, also behalte es für dich.",
  botScopes: { read: "darf zusehen", play: "darf spielen" },
  botRevoke: "Widerrufen",
  botRevokeOf: (name: string) => `Das Token von ${name} widerrufen`,
  botRevoked: (name: string) => `Das Token von ${name} gilt nicht mehr.`,
  botSeat: (name: string) => `Deinen Bot ${name} hinsetzen`,
  dataHead: "Deine Daten",
  dataText: "Alles, was dieser Server über dich aufhebt, und wozu, als eine Datei.",
  dataGet: "Meine Daten herunterladen",
  forget: "Mich vergessen",
  forgetHead: "Vergessen werden?",
  forgetText:
    "Dein Name und dein Cookie sind für immer weg, und auch, was du gesagt hast. Deine Spiele bleiben, und niemand kann sagen, wessen sie waren. In laufenden Spielen verlierst du deinen Platz.",
  forgetYes: "Ja, vergiss mich",
  forgetNo: "Nein, ich bleibe",
  forgotten: "Du bist hier vergessen.",

  // ---- an invitation ----
  invitedTo: (title: string) => `Du bist zu ${title} eingeladen`,
  joinOpen: (title: string) => `Ein offener Tisch: ${title}`,
  atTable: (names: string) => `Am Tisch: ${names}.`,
  freeForYou: (count: number) =>
    count === 1 ? "Ein Platz ist frei." : `${count} Plätze sind frei.`,
  noneFree: "Inzwischen sind alle Plätze besetzt. Du kannst zusehen.",
  takeSeat: "Platz nehmen",
  justWatch: "Nur zusehen",

  // ---- a table ----
  seats: "Am Tisch",
  open: "Ein freier Platz",
  you: "du",
  away: "weg",
  bot: "Bot",
  botOf: (name: string) => `ein Bot von ${name}`,
  points: (points: number) => some(points, "Punkt", "Punkte"),
  toMove: "am Zug",
  toMoveAway: "am Zug, weg",
  yourTurnMark: "dein Zug",
  resignedMark: "aufgegeben",
  partner: (names: string) => `mit ${names}`,
  log: "Was geschah",
  logEmpty: "Noch nichts. Jeder Zug wird hier in Worten erzählt.",
  inviteHead: "Jemanden einladen",
  inviteNew: "Neuer Link (der alte gilt dann nicht mehr)",
  inviteRenewed: "Das ist der neue Link. Der alte gilt nicht mehr.",
  inviteText: "Schick diesen Link. Wer ihn zuerst öffnet, bekommt den freien Platz.",
  invitePhones: "Ein Handy hier im Haus? Öffne den Tisch erst für das Heimnetz.",
  copy: "Link kopieren",
  copied: "Kopiert.",
  copyByHand: "Der Link ist markiert: kopiere ihn mit der Tastatur oder durch langes Drücken.",
  waiting: "Es fehlen noch Leute.",
  watching: "Du siehst an diesem Tisch zu.",
  unseated:
    "Du hast keinen Platz mehr an diesem Tisch. Vielleicht hat dich entfernt, wem er gehört, oder dieses Gerät wurde abgemeldet.",
  thinking: (name: string) => `${name} ist am Zug.`,
  thinkingBot: (name: string) => `${name} denkt nach …`,
  dealing: "Die Karten werden gegeben.",
  choosing: (names: string) => `Es fehlt noch die Wahl von ${names}.`,
  kept: (answers: string) =>
    `Du hast ${answers} gewählt. Niemand sieht es, bevor alle gewählt haben.`,
  resign: "Aufgeben",
  resignHead: "Dieses Spiel aufgeben?",
  resignText: "Dann gewinnen die anderen. Das lässt sich nicht zurücknehmen.",
  resignYes: "Ja, ich gebe auf",
  resignNo: "Nein, weiterspielen",
  undo: "Zurücknehmen",
  hint: "Tipp",
  hintComes: "Denke nach …",
  hintHow: "Tippe einen an, um ihn anzusehen.",
  asksUndo: (name: string) => `${name} möchte einen Zug zurücknehmen.`,
  agree: "Zustimmen",
  decline: "Ablehnen",
  stoodIn: "Ein Bot spielt für dich.",
  comeBack: "Wieder mitspielen",
  leave: "Zu allen Tischen",
  sending: "Wird gesendet …",
  sendingLater: "Dein Zug ist aufgehoben und wird gesendet, sobald die Verbindung wieder da ist.",
  link: {
    connecting: "Verbindung wird aufgebaut …",
    open: "Verbunden",
    lost: "Verbindung verloren. Neuer Versuch …",
    offline: "Du bist offline. Das Spiel geht von selbst weiter, wenn du wieder da bist.",
    none: "Diesen Tisch gibt es hier nicht. Vielleicht ist der Link alt.",
  },
  linkShort: {
    connecting: "Verbindet",
    open: "Verbunden",
    lost: "Getrennt",
    offline: "Offline",
    none: "Kein Tisch",
  },
  retry: "Jetzt versuchen",
  // -- one screen for several --
  handTo: (name: string) => `Gib das Gerät an ${name}`,
  handText: (name: string) => `Die Karten sind verdeckt. Jetzt sollte nur ${name} hinsehen.`,
  handReady: (name: string) => `Ich bin ${name}: meine Karten zeigen`,
  handOpenly: "Ab jetzt ohne Verdecken: Wir dürfen die Karten der anderen sehen",
  hereToo: "auch hier",

  // -- clocks --
  clockOf: (name: string, time: string) => `Zeit von ${name}: ${time}`,
  clockRest: (time: string) => `frei, ${time}`,
  clockShort: "wenig Zeit",
  timeLeft: (time: string) => `Du hast noch ${time}.`,
  duration: (seconds: number) => {
    const days = Math.floor(seconds / 86400);
    const hours = Math.floor(seconds / 3600) % 24;
    const minutes = Math.floor(seconds / 60) % 60;
    const parts = [
      days && some(days, "Tag", "Tage"),
      hours && some(hours, "Stunde", "Stunden"),
      minutes && !days && some(minutes, "Minute", "Minuten"),
      seconds % 60 && !days && !hours && some(seconds % 60, "Sekunde", "Sekunden"),
    ].filter(Boolean);
    return parts.join(" ") || "keine Zeit";
  },
  timingBank: (time: string, more: number) =>
    more
      ? `${time} für alle, und ${some(more, "Sekunde", "Sekunden")} mehr für jeden Zug`
      : `${time} für alle`,
  timingMove: (time: string, holidays: number) =>
    holidays
      ? `${time} für jeden Zug, und ${some(holidays, "freier Tag", "freie Tage")}`
      : `${time} für jeden Zug`,
  timingOut: (out: "bot" | "resign") => `Wenn die Zeit um ist, ${de.timeOuts[out]}.`,
  holiday: "Tage freinehmen",
  holidayText: (left: number) =>
    `So lange steht deine Uhr still. Du kannst noch ${some(left, "Tag", "Tage")} nehmen.`,
  holidayDays: "Tage",
  holidayYes: "Freinehmen",

  // -- talk --
  talk: "Gespräch",
  talkNew: (count: number) => `Gespräch, ${count} neu`,
  talkEmpty: "Noch hat niemand etwas gesagt. Was du hier wählst, hören alle am Tisch.",
  talkText: "Etwas sagen",
  talkSay: "Sagen",
  talkPhrases: "Sätze",
  talkClose: "Schließen",
  says: (name: string, words: string) => `${name} sagt: ${words}`,
  phrases: {
    hello: "Hallo!",
    good_luck: "Viel Glück!",
    well_played: "Gut gespielt!",
    nice_move: "Schöner Zug!",
    oops: "Hoppla.",
    thanks: "Danke!",
    sorry: "Entschuldigung!",
    one_moment: "Einen Moment, bitte.",
    your_turn: "Du bist dran.",
    again: "Noch ein Spiel?",
    good_game: "Gutes Spiel!",
    bye: "Tschüss!",
  },

  // -- sound --
  sounds: "Ton",
  sound: { on: "Ton: an", off: "Ton: aus" },

  // -- seats that change hands --
  tools: "Neben dem Spiel",
  leaveSeat: "Meinen Platz aufgeben",
  remove: "Vom Tisch entfernen",
  removeWho: (name: string) => `${name} vom Tisch entfernen`,
  removeHead: (name: string) => `${name} vom Tisch entfernen?`,
  removeText:
    "Der Platz wird frei, und es gibt einen neuen Einladungslink: Der alte gilt nicht mehr. Die Punkte des Matches bleiben beim Platz.",
  removeYes: "Entfernen",
  removeNo: "Nicht entfernen",
  seatOpen: "Ein Platz ist frei. Das nächste Spiel kann beginnen, sobald ihn jemand nimmt.",
  inviteSomebody: "Jemanden einladen",
  close: "Schließen",
  begin: "Spiel beginnen",
  allSit: "Alle sind da.",
  dealingText: "Eure Browser mischen gemeinsam. Das dauert einen Augenblick.",
  standIn: "Bot für mich spielen lassen",
  resignOrBot:
    "Die anderen gewinnen, und das lässt sich nicht zurücknehmen. Wenn du weg musst, kann ein Bot für dich spielen, bis du zurück bist.",
  standInFor: (name: string) => `Bot für ${name} spielen lassen`,
  awayText: (name: string) =>
    `${name} ist weg. Nach zwei Minuten kann ein Bot weiterspielen, bis ${name} zurück ist.`,
  standsIn: "Bot spielt",

  // -- the next deal --
  nextDeal: "Das nächste Geben",
  nextDealText:
    "Die Karten des nächsten Spiels folgen aus einer geheimen Zahl des Servers, die schon feststeht, und aus Zufallszahlen der Browser. Jeder Browser schickt seine Zahl zuerst versiegelt und öffnet sie, wenn alle da sind. So kann niemand die Karten aussuchen.",
  nextDealMine: "Dein Browser macht mit.",
  nextDealBarred:
    "Dein Browser hat seine Zahl bei einem früheren Geben nicht geöffnet, deshalb ist er bei diesem nicht dabei.",
  nextDealWho: (names: string) => `Es machen mit: ${names}.`,

  title: (name: string, game: string) => `${name} · ${game}`,
  yourTurnTitle: (game: string) => `● Du bist dran · ${game}`,

  // ---- deciding ----
  choose: "Wähle:",
  whoseTurn: "Wer am Zug ist",
  chosen: (name: string) => `${name}?`,
  choice: (text: string) => {
    const words = text.replaceAll(":", " ").replaceAll("@", " auf ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
  drawing: "Der Tisch, als Text gezeichnet",
  chooseKind: (kind: string) => `Deine Entscheidung: ${kind}`,
  confirm: "Bestätigen",
  take: (count: number) => (count ? `${cards(count)} nehmen` : "Wähle Karten zum Nehmen"),
  gain: (name: string, from: number, to: number) => `${name} ${bound(`${from} → ${to}`)}`,

  // ---- the result ----
  gameOver: "Das Spiel ist zu Ende",
  matchOver: "Die Partie ist zu Ende",
  winner: (name: string) => `Gewonnen: ${name}`,
  winners: (names: string) => `Gewonnen: ${names}`,
  winnerYou: "Du hast gewonnen",
  tie: (names: string) => `Gleichstand: ${names}`,
  gaveUp: (name: string) => `${name} hat aufgegeben`,
  and: " und ",
  gameOf: (game: number, games: number) => `Spiel ${game} von ${games}`,
  resultPlayer: "Wer",
  resultGame: "Dieses Spiel",
  resultTotal: "Partie",
  resultWins: "Gewonnene Spiele",
  nextGame: "Nächstes Spiel",
  rematch: "Noch einmal",
  lookAgain: "Noch einmal ansehen, teilen",
  breakdown: "Woher die Punkte kommen",
  breakdownSum: "Zusammen",
  breakdownLine: (sum: string, points: number) => `${sum} = ${points}`,

  // ---- fair deals ----
  fair: "Warum das Geben fair ist",
  fairText:
    "Alle Karten eines Spiels folgen aus einer geheimen Zahl des Servers und aus Zufallszahlen der Browser. Alle waren versiegelt, bevor die erste geöffnet wurde. So konnte niemand die Karten aussuchen, und welche als nächste kommt, entscheidet nur das Spiel selbst. Wer diesen Server betreibt, kann trotzdem alles darauf sehen, auch die Karten.",
  fairTookPart: "Dein Browser hat zu diesem Geben beigetragen.",
  fairNobody: "Kein Browser hat zu diesem Geben beigetragen, der Server hat es allein bestimmt.",
  fairOld:
    "Bei diesem Spiel wurde noch auf die ältere Art gegeben: Wer den Server betreibt und mitspielt, hätte sich Karten aussuchen können.",
  fairAdded: (name: string) => `Beitrag von ${name}`,
  fairVoid: (names: string) => `Verworfen, weil eine Zahl nicht geöffnet wurde: ${names}`,
  fairDoubts: {
    changed:
      "Das ist nicht das Geben, an dem dein Browser beteiligt war: Die Zahlen sind nicht die versiegelten. Verlass dich nicht darauf.",
    withheld:
      "Der Server sagt, dass dein Browser seine Zahl nicht rechtzeitig geöffnet hat und dass deshalb neu gegeben wurde. Dein Browser hat sie aber geschickt. Bei guter Verbindung sollte das nicht vorkommen.",
    gone: "Ein Geben, an dem dein Browser beteiligt war, wurde ersetzt, und der Server sagt nicht, warum. Verlass dich nicht auf das neue.",
    leftOut: "Dieses Geben kam ohne deinen Browser zustande, obwohl er bereit war.",
  },
  fairCommitment: "Fingerabdruck (SHA-256)",
  fairSecret: "Geheime Zahl",
  fairLater: "Wird gezeigt, wenn das Spiel zu Ende ist.",

  // ---- the check of the fair deals, below a replay ----
  fairCheck: {
    head: "War das Geben fair?",
    holds: (draws: number, added: number) => {
      const all =
        draws === 1
          ? "Die eine Ziehung ist so, wie die versiegelte Zahl es vorgibt"
          : `Alle ${draws} Ziehungen sind so, wie die versiegelte Zahl es vorgibt`;
      const seats =
        added === 1
          ? ", mit dem, was ein Platz beisteuerte"
          : `, mit dem, was ${added} Plätze beisteuerten`;
      return draws
        ? `${all}${added ? seats : ""}. Dein Browser hat nachgerechnet.`
        : "In diesem Spiel wurde nichts gezogen, und die versiegelte Zahl ist die versprochene.";
    },
    untold: "Die geheime Zahl dieses Spiels ist nicht bekannt, also lässt sich nichts prüfen.",
    secret:
      "Das stimmt nicht: Die Zahl ist nicht die, deren Fingerabdruck vor der ersten Karte gezeigt wurde.",
    draws: "Das stimmt nicht: Bei manchem, was gezogen wurde, steht nicht, woraus.",
    numbers:
      "Das stimmt nicht: Es fehlen Ziehungen, oder sie wurden wiederholt, ohne dass ein Zug zurückgenommen wurde.",
    voids: "Das stimmt nicht: Was über verworfenes Geben gesagt wird, kann nicht wahr sein.",
    dealt: (number: number, dealt: string, given: string) =>
      `Das stimmt nicht: Bei Ziehung ${number} kam ${dealt || "nichts"}, aber die versiegelte Zahl ergibt ${given || "nichts"}.`,
    details: "Wie geprüft wird",
    how: "Jede Ziehung folgt aus der geheimen Zahl, den Zahlen der Browser und daraus, wie viele Ziehungen es vorher gab. Dein Browser rechnet dasselbe und vergleicht. Dass aus den richtigen Karten gezogen wurde, prüft der Befehl halfturn verify mit der Aufzeichnung.",
    added: (name: string) => `Beitrag von ${name}`,
    hash: (name: string) => `Versiegelt von ${name} (SHA-256)`,
    absent: (names: string) =>
      `Nicht dabei: ${names}. Ihnen beweist das nicht, dass niemand die Karten ausgesucht hat.`,
    number: "Ziehung",
    drawsHead: "Die Ziehungen",
    version: "Im Protokoll",
    given: "Die Zahl ergibt",
    wasDealt: "Gegeben",
  },

  // ---- lessons ----
  lesson: {
    learn: "In zwei Minuten lernen",
    of: (title: string) => `${title} in zwei Minuten lernen`,
    title: (title: string) => `${title} lernen`,
    step: (step: number, steps: number) => `Schritt ${step} von ${steps}`,
    right: "Gut gemacht!",
    other: "Nicht ganz.",
    next: "Weiter",
    again: "Noch einmal versuchen",
    skip: "Schritt überspringen",
    finish: "Fertig",
    finished: "Du weißt, wie es geht!",
    board: "Das Spielfeld",
    anew: "Noch einmal von vorn",
  },

  // ---- a finished game for others ----
  share: {
    head: "Dieses Spiel teilen",
    link: "Link zu dieser Wiederholung",
    file: "Als Seite herunterladen (HTML)",
    fileText: "Eine Datei, die in jedem Browser läuft, ohne diesen Server und ohne Netz.",
  },
  /** On the page in such a file. */
  file: {
    made: "Ein Spiel, gespielt mit Halfturn. Diese Seite braucht kein Netz.",
    broken: "Diese Datei ist beschädigt, oder dieser Browser ist zu alt, um sie auszupacken.",
    played: (names: string) => `Gespielt von ${names}`,
  },

  // ---- the field of cards ----
  field: "Das Feld",
  fieldHelp:
    "Das Feld. Pfeiltasten verschieben es, Plus und Minus vergrößern und verkleinern, Null zeigt alles.",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Alles zeigen",
  hand: "Deine Hand",
  handOf: (name: string) => `Hand von ${name}`,
  hidden: (count: number) => some(count, "verdeckte Karte", "verdeckte Karten"),
  sides: (top: string, right: string, bottom: string, left: string) =>
    `oben ${top}, rechts ${right}, unten ${bottom}, links ${left}`,
  card: (face: string, sides: string) => `${face}: ${sides}`,
  cardAt: (owner: string, x: number, y: number, card: string) =>
    `${owner} in Spalte ${x}, Reihe ${y}, ${card}`,
  placeAt: (x: number, y: number, card: string) => `In Spalte ${x}, Reihe ${y} legen, als ${card}`,
  placeNowhere: "passt jetzt nirgends",
  swirls: (count: number) =>
    bound(count === 0 ? "keine Drehung" : some(count, "Drehung", "Drehungen")),

  // ---- Swirling Heroes ----
  heroes: {
    colour: (word: string, emblems: string) => `${emblems} (${colour(word)})`,
    colours: { orange: "Schmetterlinge", green: "Blätter", blue: "Monde", pink: "Herzen" },
    prompts: {
      first_card: "Wähle eine beliebige Karte für den Anfang.",
      card: "Du bist dran: wähle eine Karte.",
      place: "Wähle jetzt einen Platz auf dem Feld.",
      confirm: "Hier legen?",
      remove: "Nichts passt. Wähle eine Karte, die aus dem Spiel geht.",
      pick: "Stell dir eine Hand von sechs zusammen. Niemand sonst sieht sie.",
      colour: "Wähle deine Farbe.",
      first: "Du bestimmst, wer anfängt.",
    },
    removed: "Aus dem Spiel",
    answers: {
      place: (card: string, x: number, y: number) => `${card} in Spalte ${x}, Reihe ${y}`,
      remove: (card: string) => `${card} aus dem Spiel nehmen`,
      pick: (card: string) => `${card} nehmen`,
      first: (name: string) => `${name} fängt an`,
    },
  },

  // ---- SWIRL ----
  swirl: {
    card: (word: string, creature: string, number: string) =>
      `${creature} ${number} in ${colour(word)}`,
    creatures: {
      crab: "Krabbe",
      fish: "Fisch",
      "sea-horse": "Seepferdchen",
      "star-fish": "Seestern",
    },
    colourLetters: { red: "R", green: "G", yellow: "Y", purple: "P" },
    actions: {
      A1: {
        name: "COLLECT ONE",
        lines: ["COLLECT", "ONE"],
        next: "Du wählst gleich die Karte aus der Mitte.",
      },
      AA: { name: "COLLECT ALL", lines: ["COLLECT", "ALL"], next: "" },
      SN: { name: "SNATCH", lines: ["SNATCH"], next: "Du wählst gleich, aus wessen Serie." },
      SW: {
        name: "SWIRL",
        lines: ["SWIRL"],
        next: "Alle anderen legen ihre Hand in die Mitte, und du spielst deine aus.",
      },
    },
    middle: "Die Mitte",
    empty: "Die Mitte ist leer.",
    notDealt: "Gegeben wird, sobald alle ein Tier haben.",
    deck: (count: number) => `${cards(count)} im Stapel`,
    cards,
    seriesOf: (count: number) => `${count}/4`,
    seriesName: (name: string) => `Serie von ${name}`,
    gap: (word: string) => `noch keine Karte in ${colour(word)}`,
    score: (series: number, pile: number) => `Serie ${series} von 4, Stapel ${pile}`,
    pile: (count: number) => `${cards(count)} gefangen`,
    pileName: (name: string) => `Gefangene von ${name}`,
    openPile: (name: string, count: number) => `Gefangene von ${name} ansehen: ${cards(count)}`,
    close: "Schließen",
    inHand: (count: number) => `${count} auf der Hand`,
    deals: " · gibt",
    wouldGo: (card: string) => `${card}, würde genommen`,

    // the last play
    played: (name: string) => `${name} spielte`,
    took: "und nahm",
    snatched: "und stahl",
    from: (name: string) => `von ${name}`,
    more: (count: number) => `und ${count} weitere`,
    stayed: "und sie blieb liegen.",
    noEffect: "ohne Wirkung.",
    handsDropped: "und alle anderen Hände kamen in die Mitte.",
    playsOut: (name: string) => `SWIRL: ${name} spielt die Hand aus`,

    // what a choice would do
    takes: (number: string, groups: string) => `${number} nimmt ${groups}`,
    collects: (count: number, groups: string) => `Nimmt ${cards(count)}: ${groups}`,
    takesNothing: (number: string) => `${number} nimmt nichts und bleibt in der Mitte.`,
    manyWays: (number: string) => `${number} kann Verschiedenes nehmen: du wählst gleich.`,
    grows: (card: string, count: number) => `${card} kommt in deine Serie (${count} von 4)`,
    noEffectNow: "Hat jetzt keine Wirkung.",
    snatches: (card: string, name: string) => `Stiehlt ${card} von ${name}`,
    drops: (count: number) => `${some(count, "Karte kommt", "Karten kommen")} in die Mitte`,
    fills: (card: string) => `${card} füllt die Lücke`,
    ends: "Das Spiel endet",
    waysLeft: (count: number) => `${some(count, "Möglichkeit", "Möglichkeiten")} zu nehmen`,
    asList: "Möglichkeiten als Liste zeigen",
    moreWays: (count: number) =>
      `Und ${count} weitere: tippe Karten der Mitte an, dann werden es weniger.`,

    answers: {
      play: (card: string) => `${card} spielen`,
      take: (cards: string) => `${cards} nehmen`,
      snatch: (card: string, name: string) => `${card} von ${name} stehlen`,
      creature: (creature: string) => `${creature} sammeln`,
      replace: "Ja, ersetzen",
      leave: "Nein, Lücke lassen",
      stop: "Aufhören und den Rest ablegen",
    },
    prompts: {
      play: "Du bist dran: spiel eine Karte.",
      playOut: "SWIRL! Spiel deine Hand aus, Karte für Karte.",
      take: (number: string) => `Was nimmt die ${number}? Tippe Karten der Mitte an.`,
      takeThese: (count: number) => `${cards(count)} nehmen?`,
      collect: "COLLECT ONE: tippe die Karte an, die du nimmst.",
      snatch: "SNATCH: tippe eine Karte aus einer Serie an.",
      creature: "Wähle das Tier, das du sammelst.",
      replace: (word: string, creature: string) =>
        `${creature} in ${colour(word)} wurde dir gestohlen. Aus deinem Stapel ersetzen?`,
    },
  },

  // ---- Qwirkle Cards ----
  qwirkle: {
    card: (word: string, shape: string) => `${shape} in ${word}`,
    qwirkles: (count: number) => some(count, "Qwirkle", "Qwirkle"),
    takenBy: (name: string) => `Qwirkle von ${name}`,
    noneYet: "kein Qwirkle",
    inHand: (count: number) => `${count} auf der Hand`,
    deck: (count: number) => `${cards(count)} im Stapel`,
    lastRound: (turns: number) =>
      turns === 1 ? "Letzter Zug" : `Letzte Runde: noch ${turns} Züge`,

    // the table
    colours: "Sätze einer Farbe",
    shapes: "Sätze einer Form",
    none: "Hier liegt keiner.",
    comes: (name: string) => `${name} legt`,
    group: (cards: string, said: string) => (said ? `${cards}: ${said}` : cards),
    verdicts: {
      set: { short: "Satz", words: "ein Satz" },
      Qwirkle: { short: "★ Qwirkle", words: "ein Qwirkle" },
      "too small": { short: "zu klein", words: "zu wenige für einen Satz aus mindestens drei" },
      duplicate: { short: "doppelt", words: "dieselbe Karte doppelt" },
      "no common attribute": {
        short: "gemischt",
        words: "weder eine Farbe noch eine Form",
      },
    },
    handHeard: (cards: string) => `Deine Hand: ${cards}`,
    noted: (card: string, note: string) => `${card}, ${note}`,
    notes: {
      laid: "in diesem Zug gelegt",
      fresh: "gerade gespielt",
      unfit: "geht in diesem Zug nicht",
    },

    // the newest turn
    played: (name: string) => `${name} spielte`,
    took: (count: number) =>
      count === 1 ? "und nahm einen Qwirkle:" : `und nahm ${count} Qwirkle:`,
    more: (count: number) => `und ${count} weitere`,
    passed: (name: string) => `${name} konnte nicht legen und passte.`,
    redrew: (name: string) => `${name} konnte nicht legen und zog eine neue Hand.`,
    allAnew: "Niemand konnte legen: alle Hände wurden neu gegeben.",

    // trying a turn out
    begin: "Du bist dran: leg Karten deiner Hand.",
    how: "Zieh sie, oder tippe erst eine Karte und dann einen Platz an. Auch Karten auf dem Tisch lassen sich verschieben.",
    whereTo: (card: string) => `Wohin mit ${card}?`,
    orBack: "In einen Satz, in einen neuen, oder zurück auf die Hand.",
    into: (card: string, cards: string) => `${card} zu ${cards} legen`,
    intoNew: {
      colour: (card: string) => `Mit ${card} einen Satz einer Farbe beginnen`,
      shape: (card: string) => `Mit ${card} einen Satz einer Form beginnen`,
    },
    intoHand: (card: string) => `${card} zurück auf die Hand nehmen`,
    lack: (cards: string, why: string) => {
      const words = `${cards}: ${why}.`;
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
    notYet: (count: number) =>
      `${some(count, "Karte liegt", "Karten liegen")} noch in keinem Satz.`,
    layOne: "Leg mindestens eine Karte deiner Hand.",
    canArrange: "Es geht: verschieb Karten, oder lass sie ordnen.",
    cannot: "Diese Karten passen nicht alle in Sätze: leg andere oder weniger.",
    ready: (lines: string[]) =>
      lines.length === 0
        ? "Alle Karten liegen in Sätzen. Zug beenden?"
        : `Du nimmst ${lines.length === 1 ? "einen Qwirkle" : `${lines.length} Qwirkle`} (${lines.join(", ")}). Zug beenden?`,
    laysDown: (count: number) => `Du legst ${cards(count)}.`,
    arrange: "Für mich ordnen",
    startOver: "Von vorn",
    stuck: "Keine Karte deiner Hand lässt sich legen.",
    goOn: "Mach weiter mit deinem Zug.",
    answers: {
      play: (card: string) => `${card} legen`,
      take: (line: string) => `Qwirkle ${line} nehmen`,
      end: "Zug beenden",
      pass: "Passen",
      redraw: "Neue Hand ziehen",
    },
  },

  // ---- Sellswords: Olympus ----
  sellswords: {
    colours: { red: "rote Sonne", blue: "blauer Mond", grey: "Gelände" },
    colour: (word: string): string =>
      de.sellswords.colours[word as keyof typeof de.sellswords.colours] ?? word,
    types: { O: "freiwillig", M: "verpflichtend", C: "dauerhaft", E: "am Rundenende" },
    type: (type: string): string => {
      const word = de.sellswords.types[type as keyof typeof de.sellswords.types];
      return word ? `Fähigkeit, ${word}:` : "";
    },
    terrain: "Gelände",
    lies: (colour: string, owner: string, x: number, y: number) =>
      `${owner ? `${colour} von ${owner}` : colour} in Spalte ${x}, Reihe ${y}`,
    ownedBy: (colour: string, owner: string) => `${colour} von ${owner}`,
    fights: (numbers: string, why: string) => `kämpft mit ${numbers}${why ? ` (${why})` : ""}`,
    locked: "gesperrt: kann in diesem Zug nicht gelegt werden",
    stands: (colour: string, points: number) => `${colour} · ${points}, wenn gezählt wird`,
    fieldHelp:
      "Das Feld. Pfeiltasten gehen von Plättchen zu Plättchen; R dreht das Plättchen, das gelegt wird, Eingabe bestätigt.",
    placeAt: (name: string, x: number, y: number) =>
      `${name ? `${name} nach` : "Nach"} Spalte ${x}, Reihe ${y}`,
    pointAt: "Zeig auf ein Plättchen oder tippe es an, um zu lesen, was es tut.",
    turnLeft: "Nach links drehen",
    turnRight: "Nach rechts drehen",
    turnIt: "Dreh es (Tippen, R oder Mausrad), dann bestätige.",
    draft: (draft: number, round: number, name: string, you: boolean) =>
      `Draft ${draft} von Runde ${round} · ${you ? "du wählst" : `${name} wählt`}`,
    lots: "Es wird gelost",
    draftGoesOn: "Ihr wählt abwechselnd, bis ein Plättchen übrig ist.",
    prompts: {
      pick: "Du wählst: nimm ein Plättchen aus der Auslage.",
      turn: "Du bist dran: wähle ein Plättchen deiner Hand.",
      cell: "Wähle jetzt einen Platz auf dem Feld.",
      orientation: "Wie herum?",
      target: "wähle ein Plättchen auf dem Feld.",
      to: "wähle, wohin es kommt.",
      use: "Fähigkeit nutzen?",
      line: "Reihe oder Spalte?",
      discard: "wähle ein Plättchen deiner Hand zum Ablegen.",
      give: "wähle ein Plättchen deiner Hand zum Weggeben.",
      lock: "wähle ein Plättchen der anderen Hand zum Sperren.",
      copy: "wähle, wessen Fähigkeit übernommen wird.",
    },
    asks: (name: string, words: string) => `${name}: ${words}`,
    answers: {
      pick: "Nehmen:",
      place: "Legen:",
      choose: "Wählen:",
      discard: "Ablegen:",
      give: "Geben:",
      lock: "Sperren:",
      copy: "Übernehmen:",
    },
    answer: (does: string, name: string) => `${does} ${name}`.trim(),
    cell: (x: number, y: number) => `Spalte ${x}, Reihe ${y}`,
    turned: (degrees: number) => (degrees === 0 ? "So, wie es ist" : `Um ${degrees}° gedreht`),
    yes: "Ja, nutzen",
    no: "Nein",
    row: "Reihe",
    column: "Spalte",
    list: "Alle Antworten als Liste",
    round: (round: number, rounds: number) => `Runde ${round} von ${rounds}`,
    deck: (count: number) => `${tiles(count)} im Stapel`,
    silenced: (count: number) =>
      count === 1
        ? "Ohne Fähigkeit: das nächste gelegte Plättchen"
        : `Ohne Fähigkeit: die nächsten ${count} gelegten Plättchen`,
    silencedOf: (name: string, count: number) =>
      count === 1
        ? `Ohne Fähigkeit: das nächste Plättchen von ${name}`
        : `Ohne Fähigkeit: die nächsten ${count} Plättchen von ${name}`,
    discard: (count: number) => `Ablage (${count})`,
    house: "Hauszahlen",
    houseText:
      "Die Anleitung nennt die Helden und was sie tun, aber ihre Zahlen stehen nur auf den Plättchen. Die hier sind von Halfturn: starke Fähigkeiten haben schwächere Zahlen. Besitzt du das Spiel, kannst du die aus deiner Schachtel eingeben.",
    sheet: "Wertung",
    roundSheet: (round: number) => `Runde ${round}`,
    nowSheet: "Wenn die Runde jetzt gezählt würde",
    sheetLine: "Linie",
    sheetTotal: "Summe",
    sheetHelp:
      "Plättchen einer Farbe in einer Reihe oder Spalte, mit oder ohne Lücken: 2 bringen 1, 3 bringen 2, 4 bringen 4, 5 bringen 7.",
    line: (what: string, at: number) => `${what} ${at}`,
    tiles,
  },

  // ---- the owner's own cards ----
  cardColours: { orange: "Schmetterlinge", green: "Blätter", blue: "Monde", pink: "Herzen" },
  cards: {
    head: "Deine eigenen Karten",
    lead: "Manches ist nur auf den Karten gedruckt und steht in keiner Anleitung. Dort spielt Halfturn mit eigenen Zahlen. Besitzt du das Spiel, kannst du eingeben, was in deiner Schachtel gedruckt ist.",
    open: "Karten eingeben oder ansehen",
    enter: "Die Zahlen deiner Schachtel eingeben",
    of: (title: string) => `Karten von ${title}`,
    all: "Alle Spiele",
    own: "Es gelten deine eigenen Karten.",
    ownLeft: (count: number) =>
      `Es gelten deine eigenen Karten; ${some(count, "Plättchen hat", "Plättchen haben")} noch Hauszahlen.`,
    shipped: "Es gelten die Karten von Halfturn.",
    shippedLeft: (count: number) =>
      `Es gelten die Karten von Halfturn: ${some(count, "Plättchen hat", "Plättchen haben")} Hauszahlen.`,
    none: "Kein Spiel hier hat Karten, die sich eingeben lassen.",
    readOnly:
      "Du kannst alles ansehen, aber nichts ändern: Karten werden in einem Browser auf dem Computer eingegeben, auf dem Halfturn läuft.",
    trouble: (name: string, why: string) =>
      `Die Datei ${name} wird nicht benutzt. ${why}. Bring sie hier in Ordnung und behalte sie, oder geh zurück zu den Karten von Halfturn; verloren ist sie so oder so nicht.`,
    where: (name: string, where: string) =>
      `Aufgehoben in ${name} im Ordner ${where}, wo auch das Terminal sie findet.`,
    running:
      "Tische, die begonnen haben, behalten die Karten, mit denen sie begannen, und ihre Wiederholungen auch.",
    checking: "Wird geprüft …",
    good: "Alles ist brauchbar.",
    goodAsBefore: "Alles ist brauchbar; nichts ist anders als bei den Karten, die gelten.",
    unchecked: "Es ließ sich nicht prüfen.",
    wrong: (count: number) =>
      count === 1
        ? "Eines ist noch in Ordnung zu bringen:"
        : `${count} Dinge sind noch in Ordnung zu bringen:`,
    keep: "Diese Karten behalten",
    kept: "Behalten. An neuen Tischen wird mit diesen Karten gespielt.",
    undo: "Änderungen verwerfen",
    export: "Datei exportieren",
    import: "Datei importieren\u00a0…",
    imported: (name: string) => `${name} steht unten. Behalten ist es noch nicht.`,
    notText: (name: string) => `${name} lässt sich nicht als Text lesen.`,
    drop: "Zurück zu denen von Halfturn",
    dropHead: "Mit den Karten von Halfturn spielen?",
    dropText:
      "Deine Datei wird beiseitegelegt, nicht gelöscht. Tische, die begonnen haben, behalten ihre Karten.",
    dropYes: "Ja, beiseitelegen",
    dropNo: "Nein, meine behalten",
    dropped: "Es gelten wieder die Karten von Halfturn.",
    asFile: "Als Datei",
    asFileText: "Genau dasselbe als Text. Was du hier änderst, siehst du oben, und umgekehrt.",
    onlyAsFile: "Das lässt sich nur unten als Text in Ordnung bringen.",
    sideNames: ["Oben", "Rechts", "Unten", "Links"],
    name: "Name",
    // Sellswords
    tiles: "Plättchen",
    tile: (name: string, ref: number) => `${name}, ${ref}`,
    slot: (ref: number) => `Plättchen ${ref}`,
    states: {
      house: "Hauszahlen",
      printed: "Wie gedruckt",
      empty: "Nicht eingegeben",
      out: "Spielt nicht mit",
      wrong: "Stimmt noch nicht",
    },
    filters: { all: "Alle", house: "Noch einzugeben" },
    filterLabel: "Zeigen",
    nothingLeft: "Jedes Plättchen hat die Zahlen deiner Schachtel.",
    numbersHelp:
      "Die vier Zahlen wie gedruckt, Bild aufrecht. Lass alle vier leer, um mit den Hauszahlen zu spielen.",
    next: "Das nächste eingeben",
    more: "Name, Fähigkeit, und ob es mitspielt",
    plays: "Dieses Plättchen spielt mit",
    ability: "Fähigkeit",
    abilityNone: "Keine",
    abilityAs: (name: string) => `Wie ${name}`,
    abilityChoose: "Wähle …",
    // Swirling Heroes
    layouts: "Karten",
    layoutsHelp:
      "Eine Zeile für jede Karte deiner Schachtel: die Zahlen an ihren Seiten, Bild aufrecht. Karten mit denselben Zahlen dürfen mehrmals vorkommen.",
    colour: "Farbe",
    cardOf: (number: number) => `Karte ${number}`,
    side: (side: string, card: string) => `${side}, ${card}`,
    nameOf: (card: string) => `Name, ${card}`,
    remove: (card: string) => `${card} entfernen`,
    add: "Karte hinzufügen",
    count: cards,
    // SWIRL
    deck: "Stapel",
    creature: "Tier",
    deckHelp: "Wie oft jede Karte in deiner Schachtel ist. Die Aktionskarten sind bekannt.",
    deckColours: { red: "Rot", green: "Grün", yellow: "Gelb", purple: "Lila" },
    number: "Zahl",
    copies: (card: string) => `Wie oft ${card}`,
  },
};
