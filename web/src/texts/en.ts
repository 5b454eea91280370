/** Every word the app says in English. Another language is another file like this one. */

const some = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
/** The same, kept on one line. */
const bound = (text: string): string => text.replaceAll(" ", "\u00a0");

export const en = {
  // ---- everywhere ----
  app: "Halfturn",
  home: "Halfturn: home",
  theme: { system: "Look: as the system", light: "Look: light", dark: "Look: dark" },
  themeShort: { system: "Auto", light: "Light", dark: "Dark" },
  language: "Language (Sprache)",
  unreachable: "The server cannot be reached. Is it running? Try again in a moment.",
  refused: (status: number) => `The server did not do that (${status}). Try again in a moment.`,
  failed: "That did not work. Look at the table and try again.",
  noPage: "There is no such page here. It may be an old link.",
  tryAgain: "Try again",
  loading: "One moment …",
  back: "Back",

  // ---- home ----
  lead: "Modern tabletop games, at your own table.",
  leadMore:
    "Play against a bot, with a friend far away, or with every phone in the room. No account, nothing to install.",
  gamesHead: "Play",
  players: (least: number, most: number) =>
    least === most ? `For ${most} players.` : `For ${least} to ${most} players.`,
  playBot: "Play against a bot",
  inviteFriend: "Invite a friend",
  moreWays: "More ways to play",
  preset: "How to play",
  seat: (letter: string) => `Seat ${letter}`,
  seatFriend: "A friend, by link",
  seatBot: (name: string) => `Bot: ${name}`,
  seatNobody: "Nobody",
  makeTable: "Set the table",
  replay: "Replay",
  replayOf: (title: string) => `Replay: ${title}`,
  replayComes: (steps: number, all: number) => `${steps} of ${all} moves have come …`,
  replayNone: "No game at this table is over yet. When one is, it can be seen again here.",
  replayEyes: "Seen by",
  replaySpectator: "A spectator",
  replayFirst: "To the beginning",
  replayBack: "One step back",
  replayPlay: "Play",
  replayPause: "Pause",
  replayOn: "One step on",
  replayLast: "To the end",
  replayStep: "Step",
  replayAt: (at: number, last: number) => `Step ${at} of ${last}`,
  replayRecord: "Download the record",
  replayTable: "To the table",
  rules: "Rules",
  rulesOf: (title: string) => `Rules of ${title}`,
  typing: {
    button: "Type a move",
    head: "Playing by text",
    label: "Your move in notation",
    send: "Send",
    list: "What can be typed here",
    how: "Several answers go on one line. Arrow keys choose among what fits.",
    fits: (count: number) =>
      count === 0
        ? "Nothing that can be done looks like that."
        : `${some(count, "choice fits", "choices fit")}.`,
    complete: "Nothing can follow on this line: Enter sends it.",
    notNow: "You are not asked anything now.",
    asText: "The table as text",
    position: "The position in notation",
  },
  rulesTable: "Table",
  closeRules: "Back to the table",
  rulings: "Rulings",
  rulingsChosen: (count: number) => `Rulings (${count} chosen)`,
  canBeChosen: "What can be chosen",
  canBeChosenText:
    "Where the rulebook leaves something open, or tables play in several ways, this can be chosen before a game.",
  rulingsChoose: "What you do not choose is played as the way of playing above says.",
  asPreset: "as above",
  ruling: (name: string) => {
    const words = name.replaceAll("_", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
  rulingValue: (value: string) =>
    value === "true" ? "yes" : value === "false" ? "no" : value.replaceAll("_", " "),
  usually: (value: string) => (value ? `(usually: ${en.rulingValue(value)})` : ""),
  yourTables: "Your tables",
  noTables:
    "No tables yet. Play against a bot or invite a friend, and you will find your way back to the table here.",
  tablesOld: "The server does not answer: this is how things stood.",
  yourTurn: "Your turn",
  waitingFor: (names: string) => `Waiting for ${names}`,
  gameEnded: "The next game can begin",
  matchPoints: (game: number, games: number, totals: string) =>
    `Game ${game} of ${games} · ${totals}`,
  tableWaiting: "Waiting for people to sit down",
  tableOver: "Over",
  against: (names: string) => `with ${names}`,
  alone: "nobody else yet",
  phonesHead: "Play with phones here",
  phonesText: "Opens Halfturn to your home network. Everybody scans a code and plays along.",
  phonesOpen: "Show the code",
  phonesScan: "Scan this with a phone in the same network, or type the address:",
  phonesNone: "No address in a home network was found. Is this computer connected to one?",
  qr: (address: string) => `QR code of ${address}`,
  yourName: "Your name",
  nameless: "Player",
  saveName: "Save",
  savedName: "Saved.",

  // ---- setting a table ----
  levels: {
    novice: { name: "Novice", line: "Overlooks a good part of what could be done. Plays at once." },
    casual: { name: "Casual", line: "Takes what looks best right now. Plays at once." },
    strong: { name: "Strong", line: "Thinks ahead, for about a third of a second a turn." },
    expert: { name: "Expert", line: "Thinks ahead, for two seconds a turn." },
  },
  level: "Strength of the bot",
  botLevels: "Bots",
  otherBots: "Other bots",
  seatMe: "Me",
  seatHere: "Somebody here, on this screen",
  hereName: "Their name",
  hereNameOf: (letter: string) => `Name of player ${letter}`,
  whoSits: "Who sits where",
  hereText:
    "On one screen: the device goes from hand to hand, and what others must not see is covered between the turns.",
  nowhere: "You sit nowhere yet: choose Me for one of the seats.",
  howLong: "How many games",
  gamesFair: "As is fair for this game",
  gamesCount: (count: number) => (count === 1 ? "A single game" : `A match of ${count} games`),
  moreAtTable: "Time, talk and more",
  timing: "Time",
  timings: {
    none: "No clock",
    quick: "10 minutes each, and 5 seconds more for every move",
    calm: "30 minutes each, and 10 seconds more for every move",
    day: "A day for every move",
    days: "Three days for every move, and 7 days off",
    own: "In my own numbers",
  },
  ownKind: "Time is given",
  ownKinds: { game: "for the whole game", move: "for every move" },
  ownAmount: "How much",
  ownUnit: "Unit",
  ownUnits: { minutes: "minutes", hours: "hours", days: "days" },
  ownIncrement: "Seconds more for every move",
  ownHolidays: "Days off for everybody",
  timeOut: "When time is out",
  timeOuts: { bot: "a bot plays on until they come back", resign: "they have lost the match" },
  talking: "Talk at the table",
  talkings: { phrases: "A few phrases", free: "Anything", off: "None" },
  hintsAmongPeople: "Hints for everybody, also among people",
  openToAll: "Open to everybody: the table is listed, and anybody may join",
  waitToBegin: "Begin when somebody says so, and not with the last seat",

  // ---- tables on the first page ----
  finishedTables: "Finished games",
  noFinished: "Games that you finish are kept here, to be seen again.",
  lobby: "Open tables",
  noLobby:
    "Nobody is waiting for players. Set a table under More ways to play and open it to everybody.",
  join: "Join",
  joinOf: (title: string, names: string) => `Join ${title} ${names}`,
  seatsFree: (count: number) => some(count, "seat is free", "seats are free"),
  moreAboutYou: "Other devices, your data, and being told of your turn",

  // ---- you ----
  youHead: "You",
  youText:
    "There is no account. A cookie of this browser is all that tells who you are, and only on this server.",
  deviceHead: "On another device",
  deviceText:
    "Be the same person on your phone or computer: show a code here and enter it there within a few minutes.",
  deviceShow: "Show a code",
  deviceNew: "Show a new code",
  deviceCode: "Your code",
  deviceLeft: (time: string) => `Good once, for another ${time}.`,
  deviceGone: "This code is not good any more.",
  deviceEnter: "A code from your other device",
  deviceUse: "Be that person here",
  deviceUseText:
    "This browser becomes the person of the code. Whoever you were here until now is left behind: if you have games here, show a code for them first.",
  deviceDone: (name: string) => `You are ${name} here now.`,
  devicesHead: "Where you are signed in",
  deviceKind: (browser: string, system: string) =>
    (browser || "Browser") + (system ? ` on ${system}` : ""),
  deviceThis: "this device",
  deviceSince: (day: string) => `signed in on ${day}`,
  deviceUsed: (day: string) => `last used on ${day}`,
  deviceUnknown: "not used lately",
  signOut: "Sign out",
  signOutOf: (device: string) => `Sign out: ${device}`,
  signOutOthers: "Sign out all other devices",
  signedOut: (device: string) => `${device} is signed out.`,
  signedOutOthers: "All other devices are signed out.",
  signedOutHere: "You are signed out on this device.",
  signOutHead: "Sign out on this device?",
  signOutText:
    "This browser will not know you any more. To get back to your tables here, show a code on another of your devices.",
  signOutLast:
    "This is the only device on which you are signed in. If you sign out, nobody can get back to your tables, not even you.",
  signOutYes: "Sign out",
  signOutNo: "Stay signed in",
  deviceFirst: "Play a game or enter a name first: so far nobody is known here.",
  hookHead: "Be told of your turn",
  hookText: (hosts: string) =>
    `When it is your turn and you do not have the table open, a message can go to an address of yours at ${hosts}. It names the game and nothing else.`,
  hookNone:
    "Whoever runs this server has not allowed messages to other places. An open tab tells of your turn by its title, its icon and a sound.",
  hookUrl: "Address (https)",
  hookForm: "Form",
  hookForms: { text: "A line of text (ntfy)", json: "JSON (Discord, Slack and others)" },
  hookSave: "Save",
  hookSaved: "Saved.",
  hookOff: "Saved: nobody is told any more.",
  botsHead: "Bots of your own",
  botsText:
    "A program that you wrote can play here by itself. It gets a name and a token; at tables everybody sees that it is your bot. How it is done is told in docs/bot-api.md.",
  botName: "Its name",
  botPlays: "It may play, not only watch",
  botMake: "Make a token",
  botMade: (name: string) => `${name} has a token now.`,
  botCopy: "Copy the token",
  botToken: "The token",
  botTokenText:
    "Copy it now: it is shown this once. Whoever has it is your bot, so keep it to yourself.",
  botScopes: { read: "may watch", play: "may play" },
  botRevoke: "Revoke",
  botRevokeOf: (name: string) => `Revoke the token of ${name}`,
  botRevoked: (name: string) => `The token of ${name} is good no more.`,
  botSeat: (name: string) => `Let your bot ${name} sit down`,
  dataHead: "Your data",
  dataText: "All that this server keeps about you, and what each thing is kept for, as one file.",
  dataGet: "Download my data",
  forget: "Forget me",
  forgetHead: "Be forgotten?",
  forgetText:
    "Your name and your cookie are gone for good, and so is what you said. Your games stay, and nobody can say whose they were. You lose your seats in games that are still played.",
  forgetYes: "Yes, forget me",
  forgetNo: "No, keep me",
  forgotten: "You are forgotten here.",

  // ---- an invitation ----
  invitedTo: (title: string) => `You are invited to ${title}`,
  joinOpen: (title: string) => `An open table of ${title}`,
  atTable: (names: string) => `At the table: ${names}.`,
  freeForYou: (count: number) => (count === 1 ? "One seat is free." : `${count} seats are free.`),
  noneFree: "All seats are taken by now. You can watch.",
  takeSeat: "Take a seat",
  justWatch: "Just watch",

  // ---- a table ----
  seats: "Players",
  open: "An open seat",
  you: "you",
  away: "away",
  bot: "bot",
  botOf: (name: string) => `a bot of ${name}`,
  points: (points: number) => some(points, "point", "points"),
  toMove: "to move",
  toMoveAway: "to move, away",
  yourTurnMark: "your turn",
  resignedMark: "gave up",
  partner: (names: string) => `with ${names}`,
  log: "What happened",
  logEmpty: "Nothing yet. Every move will be told here in words.",
  inviteHead: "Invite somebody",
  inviteText: "Send this link. Whoever opens it first takes the open seat.",
  invitePhones: "A phone in this house? Open the table to the home network first.",
  inviteNew: "New link (the old one stops working)",
  inviteRenewed: "This is the new link. The old one does not work any more.",
  copy: "Copy the link",
  copied: "Copied.",
  copyByHand: "The link is marked: copy it with your keyboard or a long press.",
  waiting: "Waiting for people to sit down.",
  watching: "You are watching this table.",
  unseated:
    "You do not have a seat at this table any more. Its owner may have removed you, or this device was signed out.",
  thinking: (name: string) => `${name} is to move.`,
  thinkingBot: (name: string) => `${name} is thinking …`,
  dealing: "The cards are being dealt.",
  choosing: (names: string) => `Waiting for ${names} to choose.`,
  kept: (answers: string) => `You chose ${answers}. Nobody sees it before all have chosen.`,
  resign: "Give up",
  resignHead: "Give this game up?",
  resignText: "The others win it. This cannot be taken back.",
  resignYes: "Yes, I give up",
  resignNo: "No, play on",
  undo: "Take back",
  hint: "Hint",
  hintComes: "Thinking …",
  hintHow: "Press one to look at it.",
  asksUndo: (name: string) => `${name} would like to take a move back.`,
  agree: "Agree",
  decline: "Decline",
  stoodIn: "A bot plays for you.",
  comeBack: "Play again",
  leave: "Back to all tables",
  sending: "Sending …",
  sendingLater: "Your move is kept and will be sent as soon as the line is back.",
  link: {
    connecting: "Connecting …",
    open: "Connected",
    lost: "Connection lost. Trying again …",
    offline: "You are offline. The game goes on by itself when you are back.",
    none: "There is no such table here. It may be an old link.",
  },
  linkShort: {
    connecting: "Connecting",
    open: "Connected",
    lost: "Connection lost",
    offline: "Offline",
    none: "No table",
  },
  retry: "Try now",
  // -- one screen for several --
  handTo: (name: string) => `Hand the device to ${name}`,
  handText: (name: string) => `The cards are covered. Nobody but ${name} should look now.`,
  handReady: (name: string) => `I am ${name}: show my cards`,
  handOpenly: "From now on without covering: we may see each other's cards",
  hereToo: "here, too",

  // -- clocks --
  clockOf: (name: string, time: string) => `Time of ${name}: ${time}`,
  clockRest: (time: string) => `on holiday, ${time}`,
  clockShort: "little time left",
  timeLeft: (time: string) => `You have ${time} left.`,
  duration: (seconds: number) => {
    const days = Math.floor(seconds / 86400);
    const hours = Math.floor(seconds / 3600) % 24;
    const minutes = Math.floor(seconds / 60) % 60;
    const parts = [
      days && some(days, "day", "days"),
      hours && some(hours, "hour", "hours"),
      minutes && !days && some(minutes, "minute", "minutes"),
      seconds % 60 && !days && !hours && some(seconds % 60, "second", "seconds"),
    ].filter(Boolean);
    return parts.join(" ") || "no time";
  },
  timingBank: (time: string, more: number) =>
    more
      ? `${time} for everybody, and ${some(more, "second", "seconds")} more for every move`
      : `${time} for everybody`,
  timingMove: (time: string, holidays: number) =>
    holidays
      ? `${time} for every move, and ${some(holidays, "day", "days")} off`
      : `${time} for every move`,
  timingOut: (out: "bot" | "resign") => `When time is out, ${en.timeOuts[out]}.`,
  holiday: "Take days off",
  holidayText: (left: number) =>
    `Your clock stands still for so long. You have ${some(left, "day", "days")} that you can take.`,
  holidayDays: "Days",
  holidayYes: "Take them",

  // -- talk --
  talk: "Talk",
  talkNew: (count: number) => `Talk, ${count} new`,
  talkEmpty: "Nothing was said yet. What you choose here is heard by everybody at the table.",
  talkText: "Say something",
  talkSay: "Say",
  talkPhrases: "Phrases",
  talkClose: "Close",
  says: (name: string, words: string) => `${name} says: ${words}`,
  phrases: {
    hello: "Hello!",
    good_luck: "Good luck!",
    well_played: "Well played!",
    nice_move: "Nice move!",
    oops: "Oops.",
    thanks: "Thank you!",
    sorry: "Sorry!",
    one_moment: "One moment, please.",
    your_turn: "It is your turn.",
    again: "Another game?",
    good_game: "Good game!",
    bye: "Goodbye!",
  },

  // -- sound --
  sounds: "Sound",
  sound: { on: "Sound: on", off: "Sound: off" },

  // -- seats that change hands --
  tools: "Beside the game",
  leaveSeat: "Give up my seat",
  remove: "Remove from the table",
  removeWho: (name: string) => `Remove ${name} from the table`,
  removeHead: (name: string) => `Remove ${name} from the table?`,
  removeText:
    "Their seat is open then, and there is a new invitation link: the old one stops working. The points of the match stay with the seat.",
  removeYes: "Remove",
  removeNo: "Let them stay",
  seatOpen: "A seat is open. The next game can begin when somebody has taken it.",
  inviteSomebody: "Invite somebody",
  close: "Close",
  begin: "Begin the game",
  allSit: "Everybody is here.",
  dealingText: "Your browsers mix the cards together. It takes a moment.",
  standIn: "Let a bot play for me",
  resignOrBot:
    "The others win it, and that cannot be taken back. If you have to go, a bot can play for you until you come back.",
  standInFor: (name: string) => `Let a bot play for ${name}`,
  awayText: (name: string) =>
    `${name} is away. After two minutes a bot can play on until they come back.`,
  standsIn: "a bot plays",

  // -- the next deal --
  nextDeal: "The next deal",
  nextDealText:
    "The next game's cards follow from a secret number of the server, which is fixed already, and from random numbers of the players' browsers. Each browser first sends a sealed number, and opens it when all are there. So nobody can choose the deal.",
  nextDealMine: "Your browser takes part.",
  nextDealBarred:
    "Your browser did not open its number for an earlier deal, so it takes no part in this one.",
  nextDealWho: (names: string) => `Taking part: ${names}.`,

  title: (name: string, game: string) => `${name} · ${game}`,
  yourTurnTitle: (game: string) => `● Your turn · ${game}`,

  // ---- deciding ----
  choose: "Choose:",
  whoseTurn: "Whose turn it is",
  chosen: (name: string) => `${name}?`,
  /** Notation, a little more like words. */
  choice: (text: string) => {
    const words = text.replaceAll(":", " ").replaceAll("@", " at ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
  drawing: "The table, drawn as text",
  chooseKind: (kind: string) => `Your decision: ${kind}`,
  confirm: "Confirm",
  take: (count: number) =>
    count ? `Take ${some(count, "card", "cards")}` : "Choose cards to take",
  gain: (name: string, from: number, to: number) => `${name} ${bound(`${from} → ${to}`)}`,

  // ---- the result ----
  gameOver: "The game is over",
  matchOver: "The match is over",
  winner: (name: string) => `${name} wins`,
  winners: (names: string) => `${names} win`,
  winnerYou: "You win",
  tie: (names: string) => `A tie between ${names}`,
  gaveUp: (name: string) => `${name} gave up`,
  and: " and ",
  gameOf: (game: number, games: number) => `Game ${game} of ${games}`,
  resultPlayer: "Player",
  resultGame: "This game",
  resultTotal: "Match",
  resultWins: "Games won",
  nextGame: "Next game",
  rematch: "Play again",
  lookAgain: "See it again, share it",
  breakdown: "How the points came about",
  breakdownSum: "Together",
  breakdownLine: (sum: string, points: number) => `${sum} = ${points}`,

  // ---- fair deals ----
  fair: "How the deals are kept fair",
  fairText:
    "All cards of a game follow from a secret number of the server and from random numbers of the players' browsers. All of them were sealed before any was opened, so nobody could choose the cards, and nothing but the game itself decides which comes next. Whoever runs this server can still see everything on it, cards included.",
  fairTookPart: "Your browser added to this deal.",
  fairNobody: "No browser added to this deal, so the server alone chose it.",
  fairOld:
    "This game was dealt the older way, by which somebody who runs the server and plays could have chosen cards.",
  fairAdded: (name: string) => `Added by ${name}`,
  fairVoid: (names: string) => `Given up, since ${names} did not open a number`,
  fairDoubts: {
    changed:
      "This deal is not the one your browser took part in: its numbers are not those that were sealed. Do not trust it.",
    withheld:
      "A deal was given up because your browser did not open its number in time, the server says. It did send it: with a good connection that should not happen.",
    gone: "A deal that your browser had taken part in was replaced, and the server does not say why. Do not trust the new one.",
    leftOut: "This deal was made without your browser, although it was ready to take part.",
  },
  fairCommitment: "Fingerprint (SHA-256)",
  fairSecret: "Secret number",
  fairLater: "Shown when the game is over.",

  // ---- the check of the fair deals, below a replay ----
  fairCheck: {
    head: "Were the deals fair?",
    holds: (draws: number, added: number) => {
      const all = draws === 1 ? "The one draw is" : `All ${draws} draws are`;
      const seats = added ? `, with what ${some(added, "seat", "seats")} added` : "";
      return draws
        ? `${all} as the sealed secret says${seats}. Your browser made them again.`
        : "Nothing was drawn in this game, and the sealed secret is the one that was promised.";
    },
    untold: "The secret of this game is not told, so nothing can be checked.",
    secret:
      "This does not hold: the secret is not the one whose fingerprint was shown before the first card.",
    draws: "This does not hold: some draws do not tell what they were made from.",
    numbers: "This does not hold: draws are missing, or were made again without an undo.",
    voids: "This does not hold: what is said of deals that were given up cannot be true.",
    dealt: (number: number, dealt: string, given: string) =>
      `This does not hold: draw ${number} was ${dealt || "nothing"}, but the sealed secret gives ${given || "nothing"}.`,
    details: "How it is checked",
    how: "Each draw is made from the secret number, the numbers that browsers added to it, and how many draws came before. Your browser does the same sums and compares. That the cards to draw from were the right ones is checked by the command halfturn verify, with the record.",
    added: (name: string) => `Added by ${name}`,
    hash: (name: string) => `Sealed by ${name} (SHA-256)`,
    absent: (names: string) =>
      `Not taking part: ${names}. To them this does not prove that nobody chose the deal.`,
    number: "Draw",
    drawsHead: "The draws",
    version: "In the log",
    given: "The secret gives",
    wasDealt: "Dealt",
  },

  // ---- lessons ----
  lesson: {
    learn: "Learn it in two minutes",
    of: (title: string) => `Learn ${title} in two minutes`,
    title: (title: string) => `Learn ${title}`,
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    right: "Well done!",
    other: "Not quite.",
    next: "Next",
    again: "Try again",
    skip: "Skip this step",
    finish: "Finish",
    finished: "You know how it goes!",
    board: "The board",
    anew: "Once more from the beginning",
  },

  // ---- a finished game for others ----
  share: {
    head: "Share this game",
    link: "Link to this replay",
    file: "Download as a page (HTML)",
    fileText: "One file that plays in any browser, without this server and without a network.",
  },
  /** On the page in such a file. */
  file: {
    made: "A game played with Halfturn. This page needs no network.",
    broken: "This file is damaged, or this browser is too old to unpack it.",
    played: (names: string) => `Played by ${names}`,
  },

  // ---- the field of cards ----
  field: "The field",
  fieldHelp: "The field. Arrow keys move it, plus and minus zoom, zero shows all.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all",
  hand: "Your hand",
  handOf: (name: string) => `Hand of ${name}`,
  hidden: (count: number) => some(count, "hidden card", "hidden cards"),
  sides: (top: string, right: string, bottom: string, left: string) =>
    `top ${top}, right ${right}, bottom ${bottom}, left ${left}`,
  card: (face: string, sides: string) => `${face}: ${sides}`,
  cardAt: (owner: string, x: number, y: number, card: string) =>
    `${owner} at column ${x}, row ${y}, ${card}`,
  placeAt: (x: number, y: number, card: string) => `Place at column ${x}, row ${y}, as ${card}`,
  placeNowhere: "fits nowhere now",
  swirls: (count: number) => bound(count === 0 ? "no swirl" : some(count, "swirl", "swirls")),

  // ---- Swirling Heroes ----
  heroes: {
    colour: (colour: string, emblems: string) => `${emblems} (${colour})`,
    colours: { orange: "butterflies", green: "leaves", blue: "moons", pink: "hearts" },
    prompts: {
      first_card: "Choose any card to begin with.",
      card: "Your turn: choose a card.",
      place: "Now choose a place on the field.",
      confirm: "Place it here?",
      remove: "Nothing fits. Choose a card to take out of the game.",
      pick: "Build your hand of six. Nobody else sees it.",
      colour: "Choose your colour.",
      first: "You name who begins.",
    },
    removed: "Out of the game",
    answers: {
      place: (card: string, x: number, y: number) => `${card} in column ${x}, row ${y}`,
      remove: (card: string) => `Take ${card} out of the game`,
      pick: (card: string) => `Take ${card}`,
      first: (name: string) => `${name} begins`,
    },
  },

  // ---- SWIRL ----
  swirl: {
    card: (colour: string, creature: string, number: string) => `${colour} ${creature} ${number}`,
    creatures: {
      crab: "crab",
      fish: "fish",
      "sea-horse": "sea horse",
      "star-fish": "star fish",
    },
    colourLetters: { red: "R", green: "G", yellow: "Y", purple: "P" },
    actions: {
      A1: {
        name: "COLLECT ONE",
        lines: ["COLLECT", "ONE"],
        next: "You choose the card of the middle next.",
      },
      AA: { name: "COLLECT ALL", lines: ["COLLECT", "ALL"], next: "" },
      SN: { name: "SNATCH", lines: ["SNATCH"], next: "You choose out of whose series next." },
      SW: {
        name: "SWIRL",
        lines: ["SWIRL"],
        next: "All others drop their hands into the middle, and you play out yours.",
      },
    },
    middle: "The middle",
    empty: "The middle is empty.",
    notDealt: "The cards are dealt when everybody has a creature.",
    deck: (count: number) => `${some(count, "card", "cards")} in the deck`,
    cards: (count: number) => some(count, "card", "cards"),
    seriesOf: (count: number) => `${count}/4`,
    seriesName: (name: string) => `Series of ${name}`,
    gap: (colour: string) => `no ${colour} card yet`,
    score: (series: number, pile: number) => `series ${series} of 4, pile ${pile}`,
    pile: (count: number) => `${some(count, "card", "cards")} in the pile`,
    pileName: (name: string) => `Pile of ${name}`,
    openPile: (name: string, count: number) =>
      `Open the pile of ${name}: ${some(count, "card", "cards")}`,
    close: "Close",
    inHand: (count: number) => `${count} in hand`,
    deals: " · deals",
    wouldGo: (card: string) => `${card}, would be taken`,

    // the last play
    played: (name: string) => `${name} played`,
    took: "and took",
    snatched: "and snatched",
    from: (name: string) => `from ${name}`,
    more: (count: number) => `and ${count} more`,
    stayed: "and it stayed.",
    noEffect: "without effect.",
    handsDropped: "and all other hands dropped into the middle.",
    playsOut: (name: string) => `SWIRL: ${name} plays out the hand`,

    // what a choice would do
    takes: (number: string, groups: string) => `${number} takes ${groups}`,
    collects: (count: number, groups: string) => `Takes ${some(count, "card", "cards")}: ${groups}`,
    takesNothing: (number: string) => `${number} takes nothing and stays in the middle.`,
    manyWays: (number: string) => `${number} can take different cards: you choose next.`,
    grows: (card: string, count: number) => `${card} goes to your series (${count} of 4)`,
    noEffectNow: "It has no effect now.",
    snatches: (card: string, name: string) => `Snatches the ${card} of ${name}`,
    drops: (count: number) => `${some(count, "card drops", "cards drop")} into the middle`,
    fills: (card: string) => `${card} takes its place`,
    ends: "The game ends",
    waysLeft: (count: number) => `${some(count, "way", "ways")} to take`,
    asList: "Show the ways as a list",
    moreWays: (count: number) => `And ${count} more: tap cards of the middle to leave fewer.`,

    answers: {
      play: (card: string) => `Play ${card}`,
      take: (cards: string) => `Take ${cards}`,
      snatch: (card: string, name: string) => `Snatch ${card} from ${name}`,
      creature: (creature: string) => `Collect the ${creature}`,
      replace: "Yes, replace it",
      leave: "No, leave the gap",
      stop: "Stop and drop the rest",
    },
    prompts: {
      play: "Your turn: play a card.",
      playOut: "SWIRL! Play out your hand, card by card.",
      take: (number: string) => `What does the ${number} take? Tap cards of the middle.`,
      takeThese: (count: number) => `Take ${some(count, "card", "cards")}?`,
      collect: "COLLECT ONE: tap the card that you take.",
      snatch: "SNATCH: tap a card out of a series.",
      creature: "Choose the creature that you collect.",
      replace: (colour: string, creature: string) =>
        `Your ${colour} ${creature} was snatched. Replace it from your pile?`,
    },
  },

  // ---- Qwirkle Cards ----
  qwirkle: {
    card: (colour: string, shape: string) => `${colour} ${shape}`,
    qwirkles: (count: number) => some(count, "Qwirkle", "Qwirkles"),
    takenBy: (name: string) => `Qwirkles of ${name}`,
    noneYet: "no Qwirkle",
    inHand: (count: number) => `${count} in hand`,
    deck: (count: number) => `${some(count, "card", "cards")} in the deck`,
    lastRound: (turns: number) => (turns === 1 ? "Last turn" : `Last round: ${turns} turns left`),

    // the table
    colours: "Colour sets",
    shapes: "Shape sets",
    none: "None lies here.",
    comes: (name: string) => `${name} lays`,
    group: (cards: string, said: string) => (said ? `${cards}: ${said}` : cards),
    verdicts: {
      set: { short: "set", words: "a set" },
      Qwirkle: { short: "★ Qwirkle", words: "a Qwirkle" },
      "too small": { short: "too small", words: "too few for a set, which has at least three" },
      duplicate: { short: "twice", words: "the same card twice" },
      "no common attribute": {
        short: "mixed",
        words: "neither one colour nor one shape",
      },
    },
    handHeard: (cards: string) => `Your hand: ${cards}`,
    noted: (card: string, note: string) => `${card}, ${note}`,
    notes: { laid: "laid this turn", fresh: "just played", unfit: "cannot be played this turn" },

    // the newest turn
    played: (name: string) => `${name} played`,
    took: (count: number) => (count === 1 ? "and took a Qwirkle:" : `and took ${count} Qwirkles:`),
    more: (count: number) => `and ${count} more`,
    passed: (name: string) => `${name} could not play and passed.`,
    redrew: (name: string) => `${name} could not play and drew a fresh hand.`,
    allAnew: "Nobody could play: all hands were dealt anew.",

    // trying a turn out
    begin: "Your turn: lay cards of your hand.",
    how: "Drag, or tap a card and then a place. Cards on the table can be moved, too.",
    whereTo: (card: string) => `Where to with the ${card}?`,
    orBack: "Into a set, into a new one, or back to your hand.",
    into: (card: string, cards: string) => `Put the ${card} to ${cards}`,
    intoNew: {
      colour: (card: string) => `Begin a colour set with the ${card}`,
      shape: (card: string) => `Begin a shape set with the ${card}`,
    },
    intoHand: (card: string) => `Take the ${card} back to your hand`,
    lack: (cards: string, why: string) => {
      const words = `${cards}: ${why}.`;
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
    notYet: (count: number) => `${some(count, "card lies", "cards lie")} in no set yet.`,
    layOne: "Lay at least one card of your hand.",
    canArrange: "They can: move cards, or have them arranged.",
    cannot: "These cards cannot all lie in sets: lay others, or fewer.",
    ready: (lines: string[]) =>
      lines.length === 0
        ? "All cards lie in sets. End your turn?"
        : `You take ${some(lines.length, "Qwirkle", "Qwirkles")} (${lines.join(", ")}). End your turn?`,
    laysDown: (count: number) => `You lay ${some(count, "card", "cards")}.`,
    arrange: "Arrange for me",
    startOver: "Start over",
    stuck: "No card of your hand can be played.",
    goOn: "Go on with your turn.",
    answers: {
      play: (card: string) => `Lay the ${card}`,
      take: (line: string) => `Take the ${line} Qwirkle`,
      end: "End the turn",
      pass: "Pass",
      redraw: "Draw a fresh hand",
    },
  },

  // ---- Sellswords: Olympus ----
  sellswords: {
    colours: { red: "red sun", blue: "blue moon", grey: "terrain" },
    colour: (colour: string): string =>
      en.sellswords.colours[colour as keyof typeof en.sellswords.colours] ?? colour,
    types: { O: "optional", M: "mandatory", C: "continuous", E: "end of round" },
    type: (type: string): string => {
      const word = en.sellswords.types[type as keyof typeof en.sellswords.types];
      return word ? `Ability, ${word}:` : "";
    },
    terrain: "terrain",
    lies: (colour: string, owner: string, x: number, y: number) =>
      `${owner ? `${colour} of ${owner}` : colour} at column ${x}, row ${y}`,
    ownedBy: (colour: string, owner: string) => `${colour} of ${owner}`,
    fights: (numbers: string, why: string) => `fights with ${numbers}${why ? ` (${why})` : ""}`,
    locked: "locked: cannot be placed this turn",
    stands: (colour: string, points: number) => `${colour} · ${points} if scored`,
    fieldHelp:
      "The field. Arrow keys go from tile to tile; R turns the tile that is being placed, Enter confirms.",
    placeAt: (name: string, x: number, y: number) =>
      `${name ? `${name} to` : "To"} column ${x}, row ${y}`,
    pointAt: "Point at a tile, or tap it, to read what it does.",
    turnLeft: "Turn to the left",
    turnRight: "Turn to the right",
    turnIt: "Turn it (tap, R or wheel), then confirm.",
    draft: (draft: number, round: number, name: string, you: boolean) =>
      `Draft ${draft} of round ${round} · ${you ? "your pick" : `${name} picks`}`,
    lots: "Lots are being drawn",
    draftGoesOn: "Both of you pick in turn until one tile is left.",
    prompts: {
      pick: "Your pick: choose a tile from the centre.",
      turn: "Your turn: choose a tile from your hand.",
      cell: "Now choose a cell on the field.",
      orientation: "Which way round?",
      target: "choose a tile on the field.",
      to: "choose where it goes.",
      use: "use the ability?",
      line: "row or column?",
      discard: "choose a tile of your hand to discard.",
      give: "choose a tile of your hand to give away.",
      lock: "choose a tile of the other hand to lock.",
      copy: "choose whose ability to copy.",
    },
    asks: (name: string, words: string) => `${name}: ${words}`,
    answers: {
      pick: "Pick",
      place: "Place",
      choose: "Choose",
      discard: "Discard",
      give: "Give",
      lock: "Lock",
      copy: "Copy",
    },
    answer: (does: string, name: string) => `${does} ${name}`.trim(),
    cell: (x: number, y: number) => `Column ${x}, row ${y}`,
    turned: (degrees: number) => (degrees === 0 ? "As it is" : `Turned by ${degrees}°`),
    yes: "Yes, use it",
    no: "No",
    row: "Row",
    column: "Column",
    list: "All answers as a list",
    round: (round: number, rounds: number) => `Round ${round} of ${rounds}`,
    deck: (count: number) => `${some(count, "tile", "tiles")} in the deck`,
    silenced: (count: number) =>
      `Silenced: the next ${count === 1 ? "tile" : `${count} tiles`} placed`,
    silencedOf: (name: string, count: number) =>
      `Silenced: the next ${count === 1 ? "tile" : `${count} tiles`} of ${name}`,
    discard: (count: number) => `Discard (${count})`,
    house: "House numbers",
    houseText:
      "The rulebook names the heroes and what they do, but their numbers are printed on the tiles alone. Those you see are Halfturn's own: strong abilities have weaker numbers. If you own the game you can enter those of your box.",
    sheet: "Score sheet",
    roundSheet: (round: number) => `Round ${round}`,
    nowSheet: "If the round were scored now",
    sheetLine: "Line",
    sheetTotal: "Sum",
    sheetHelp:
      "Tiles of one colour in a row or column, gaps or not: 2 bring 1, 3 bring 2, 4 bring 4, 5 bring 7.",
    line: (what: string, at: number) => `${what} ${at}`,
    tiles: (count: number) => some(count, "tile", "tiles"),
  },

  // ---- the owner's own cards ----
  cardColours: { orange: "Butterflies", green: "Leaves", blue: "Moons", pink: "Hearts" },
  cards: {
    head: "Your own cards",
    lead: "Some facts are printed on the cards alone, and no rulebook tells them. Halfturn plays with numbers of its own there. If you own the box you can enter what is printed in it.",
    open: "Enter or look at cards",
    enter: "Enter the numbers of your box",
    of: (title: string) => `Cards of ${title}`,
    all: "All games",
    own: "Your own cards are in force.",
    ownLeft: (count: number) =>
      `Your own cards are in force; ${some(count, "tile has", "tiles have")} house numbers still.`,
    shipped: "Halfturn's own cards are in force.",
    shippedLeft: (count: number) =>
      `Halfturn's own cards are in force: ${some(count, "tile has", "tiles have")} house numbers.`,
    none: "No game here has cards that could be entered.",
    readOnly:
      "You can look, but not change anything: cards are entered in a browser on the computer that Halfturn runs on.",
    trouble: (name: string, why: string) =>
      `The file ${name} is not used. ${why}. Mend it here and keep it, or go back to Halfturn's own cards; it is not lost either way.`,
    where: (name: string, where: string) =>
      `Kept in ${name} in the folder ${where}, where the terminal finds it, too.`,
    running: "Tables that have begun keep the cards they began with, and so do their replays.",
    checking: "Checking …",
    good: "Everything can be used.",
    goodAsBefore: "Everything can be used; nothing differs from the cards in force.",
    unchecked: "It could not be checked.",
    wrong: (count: number) => `${some(count, "thing", "things")} to mend before it can be kept:`,
    keep: "Keep these cards",
    kept: "Kept. New tables are played with these cards.",
    undo: "Undo my changes",
    export: "Export the file",
    import: "Import a file …",
    imported: (name: string) => `${name} is shown below. It is not kept yet.`,
    notText: (name: string) => `${name} cannot be read as text.`,
    drop: "Back to Halfturn's own",
    dropHead: "Play with Halfturn's own cards?",
    dropText: "Your file is put aside, not deleted. Tables that have begun keep their cards.",
    dropYes: "Yes, put it aside",
    dropNo: "No, keep mine",
    dropped: "Halfturn's own cards are in force again.",
    asFile: "As a file",
    asFileText:
      "The very same as text. What you change here is shown above, and the other way round.",
    onlyAsFile: "This can only be mended as text, below.",
    sideNames: ["Top", "Right", "Bottom", "Left"],
    name: "Name",
    // Sellswords
    tiles: "Tiles",
    tile: (name: string, ref: number) => `${name}, ${ref}`,
    slot: (ref: number) => `Tile ${ref}`,
    states: {
      house: "House numbers",
      printed: "As printed",
      empty: "Not entered",
      out: "Does not play",
      wrong: "To be mended",
    },
    filters: { all: "All", house: "Still to enter" },
    filterLabel: "Show",
    nothingLeft: "Every tile has the numbers of your box.",
    numbersHelp:
      "The four numbers as printed, picture upright. Leave all four empty to play with the house numbers.",
    next: "Next one to enter",
    more: "Name, ability, and whether it plays",
    plays: "This tile plays",
    ability: "Ability",
    abilityNone: "None",
    abilityAs: (name: string) => `As ${name} has it`,
    abilityChoose: "Choose …",
    // Swirling Heroes
    layouts: "Layouts",
    layoutsHelp:
      "One line for each card of your box: the numbers on its sides, picture upright. Cards with the same numbers may come several times.",
    colour: "Colour",
    cardOf: (number: number) => `Card ${number}`,
    side: (side: string, card: string) => `${side}, ${card}`,
    nameOf: (card: string) => `Name, ${card}`,
    remove: (card: string) => `Remove ${card}`,
    add: "Add a card",
    count: (count: number) => some(count, "card", "cards"),
    // SWIRL
    deck: "Deck",
    creature: "Creature",
    deckHelp: "How often each card is in your box. The action cards are known.",
    deckColours: { red: "red", green: "green", yellow: "yellow", purple: "purple" },
    number: "Number",
    copies: (card: string) => `Copies of ${card}`,
  },
};

export type Texts = typeof en;
