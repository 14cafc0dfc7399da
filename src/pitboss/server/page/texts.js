/** All texts of the page, one constant for each view; functions where there are values. */

export const common = {
  failed: "This did not work",
  again: "Try again",
  goHome: "Home",
  missing: "There is no such page",
  missingMore: "The address may be mistyped, or what it names is gone.",
  offline: "The server does not answer.",
  /** @param {number} number */
  status: (number) => `The server answered with an error (${number}).`,
  copy: "Copy",
  copied: "Copied",
  notCopied: "Could not copy: select the text instead.",
  themes: { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" },
  nobody: "nobody",
  close: "Close",
  cancel: "Cancel",
};

export const home = {
  play: "Play",
  playButton: "Play",
  game: "Game",
  against: "Against",
  seats: "Table",
  openSeat: "anyone with the link",
  openSeatAbout: "The game begins when all seats are taken.",
  programAbout: "A program of this server's owner.",
  level: "Level",
  /** @param {string} bot @param {string} level */
  atLevel: (bot, level) => `${bot}, ${level}`,
  more: "More choices",
  name: "Your name",
  namePlaceholder: "a guest's",
  pace: "Pace of the bots",
  paces: { 0: "at once", 0.7: "brisk", 1.5: "easy", 3: "slow" },
  rules: "Rules",
  rulesPlaceholder: "official,stacking=same",
  /** @param {number} count */
  players: (count) => `${count} players`,
  /** What is offered first; `short` is what is ordered, unless the person wants the long game. */
  games: /** @type {Record<string, {title: string, short: string, long?: string}>} */ ({
    official: { title: "UNO", short: "official,target=0", long: "Play to 500 points" },
    jedna: { title: "Jedna", short: "jedna" },
    algopoker: { title: "Hold'em tournament", short: "algopoker" },
    cash: { title: "Hold'em cash", short: "cash" },
    hand: { title: "One hand", short: "hand" },
  }),
  titles: /** @type {Record<string, string>} */ ({
    official: "UNO", "uno-online": "UNO online", jedna: "Jedna", "jedna-reference": "Jedna", uno: "UNO", hand: "Hold'em hand",
    holdem: "Hold'em", algopoker: "Hold'em tournament", "holdem-tournament": "Hold'em tournament", cash: "Hold'em cash",
    "holdem-cash": "Hold'em cash",
  }),
  adjectives: ["amber", "brave", "calm", "clever", "early", "fair", "gentle", "golden", "happy", "lucky", "merry", "quick", "quiet", "silver", "sunny", "swift"],
  nouns: ["badger", "crane", "falcon", "finch", "fox", "hare", "heron", "lynx", "otter", "owl", "panda", "raven", "robin", "seal", "swan", "tiger"],
  live: "Live tables",
  noTables: "Nobody is playing at the moment. Start a game, or connect a bot.",
  /** @param {number} count */
  tables: (count) => (count === 1 ? "1 table" : `${count} tables`),
  /** @param {string[]} names */
  versus: (names) => (names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ")),
  /** @param {string} game @param {number} moves */
  playingNow: (game, moves) => `${game} · move ${moves}`,
  /** @param {string} game @param {number} free */
  waitingFor: (game, free) => `${game} · ${free === 1 ? "1 seat" : `${free} seats`} free`,
  events: "Events",
  allEvents: "All events",
  noEvents: "No event yet: pitboss tournament starts one.",
  states: /** @type {Record<string, string>} */ ({ running: "running", finished: "finished", stopped: "stopped" }),
  /** @param {string} name */
  progressOf: (name) => `How far ${name} is`,
  /** @param {string} game @param {number} games @param {number | null} planned @param {string} leader @param {boolean} running */
  eventLine: (game, games, planned, leader, running) =>
    [game, planned && planned > games ? `${games.toLocaleString("en")} of ${planned.toLocaleString("en")} games` : `${games.toLocaleString("en")} games`,
      leader && (running ? `${leader} leads` : `${leader} came first`)].filter(Boolean).join(" · "),
  recent: "Recent games",
  allGames: "All games",
  noGames: "No game has been finished yet.",
  winner: " (won)",
  /** @param {string} game @param {number} moves */
  gameLine: (game, moves) => `${game}, ${moves === 1 ? "1 move" : `${moves} moves`}`,
  justNow: "just now",
  connect: "Connect a bot",
  atTable: "Table",
  exampleTable: "friday",
  /** @param {string} text */
  copyThis: (text) => `Copy: ${text}`,
  wires: /** @type {Record<string, {title: string, about: string}>} */ ({
    native: { title: "Any language", about: "A program that reads and writes lines of JSON: our own protocol, for every game." },
    algopoker: { title: "AlgoPoker", about: "Poker bots connect to this address; the game begins when two are there." },
    rooms: { title: "HTTP", about: "An UNO room against a built-in bot: make it, ask for the state, post actions." },
    javascript: { title: "JavaScript", about: "This page's own client, for Node 22 and browsers." },
  }),
};

export const plain = {
  view: "The position",
  actions: "What you may do",
  turnOf: (/** @type {string} */ name) => `${name} is to move`,
  over: "The game is over",
  amount: "The number to play",
  play: "Play",
};

export const cards = {
  back: "A card, face down",
  colours: /** @type {Record<string, string>} */ ({ r: "red", g: "green", b: "blue", y: "yellow" }),
  ranks: /** @type {Record<string, string>} */ ({ s: "skip", r: "reverse", "+2": "draw two" }),
  wild: "wild",
  wildDrawFour: "wild draw four",
  /** @param {string} name @param {string} colour */
  wildAs: (name, colour) => `${name}, ${colour}`,
  suits: /** @type {Record<string, string>} */ ({ s: "spades", h: "hearts", d: "diamonds", c: "clubs" }),
  faces: /** @type {Record<string, string>} */ ({ A: "ace", K: "king", Q: "queen", J: "jack", T: "10" }),
  /** @param {string} rank @param {string} suit */
  playing: (rank, suit) => `${rank} of ${suit}`,
};

export const table = {
  /** @param {string} name */
  title: (name) => `Table ${name}`,
  side: "About this game",
  players: "Players",
  log: "What happened",
  invite: "Invite",
  result: "The result",
  playing: "playing",
  watching: "watching",
  over: "over",
  you: "you",
  away: "away",
  connecting: "Connecting …",
  lost: "The connection is lost. Your seat is kept; trying to come back …",
  back: "You are back.",
  yourTurn: "Your turn",
  // Before the game.
  waiting: "Waiting",
  free: "free seat",
  leave: "Leave",
  takeSeat: "Take a seat",
  watch: "Watch",
  watchNext: "Watch the next game",
  yourName: "Your name",
  nobodyHere: "Nobody is at this table",
  openMore: "Open it: choose a game, then invite others, or play against bots at once.",
  game: "Game",
  seats: "Seats",
  bots: "Bots",
  bot: "Which bot",
  open: "Open the table",
  personLink: "A person joins by this link",
  botCommand: "A bot joins by this command",
  pokerAddress: "An AlgoPoker bot joins at this address",
  /** @param {number} count */
  freeSeats: (count) => (count === 1 ? "A seat is free" : `${count} seats are free`),
  /** @param {number} count */
  waitingFor: (count) => (count === 0 ? "All are there" : count === 1 ? "Waiting for one more player" : `Waiting for ${count} more players`),
  /** @param {string} title @param {number} seats */
  orderedHere: (title, seats) => `${title ? `${title}, ` : ""}${seats} seats. The game begins when all are taken.`,
  /** @param {number} count */
  botCount: (count) => (count === 0 ? "none" : String(count)),
  /** @param {string} name @param {string} title */
  gameOption: (name, title) => (name === title ? name : `${title}: ${name}`),
  games: /** @type {Record<string, string>} */ ({
    official: "UNO, official rules",
    "uno-online": "UNO, online rules",
    jedna: "Jedna",
    "jedna-reference": "Jedna, reference rules",
  }),
  /** @param {string} setting */
  knob: (setting) => (setting === "target=0" ? "one round" : setting.replace("=", " ").replaceAll("_", " ")),
  // Who plays, and how they are connected.
  sorts: /** @type {Record<string, string>} */ ({ "built-in": "built-in bot", program: "program of the house" }),
  wires: /** @type {Record<string, string>} */ ({
    native: "native protocol",
    algopoker: "AlgoPoker",
    "uno-online": "UNO room",
    jedna: "Jedna",
  }),
  /** @param {number} count */
  faults: (count) => (count === 1 ? "1 fault" : `${count} faults`),
  /** @param {string} name @param {string} message */
  fault: (name, message) => `${name}: ${message}`,
  // The end.
  again: "Play again",
  replay: "Replay",
  ended: "The game has ended",
  youWin: "You win!",
  refused: "You can't join here now",
  replaced: "Playing in another window",
  replacedMore: "You came back to this seat in another tab or window.",
  /** @param {string[]} names */
  winners: (names) => (names.length === 0 ? "Nobody wins" : names.length === 1 ? `${names[0]} wins` : `${names.join(" and ")} share the win`),
  /** @param {number} score */
  score: (score) => score.toLocaleString("en"),
  reasons: /** @type {Record<string, string>} */ ({
    "went-out": "The last card was played.",
    "hand-limit": "A hand grew too large.",
    stalemate: "Nobody could move any more: the hands were counted.",
    "move-limit": "The game took too long: the hands were counted.",
    withdrawal: "Only one player was left.",
  }),
};

export const uno = {
  /** The key of each action that is a word. */
  keyOf: /** @type {Record<string, string>} */ ({ draw: "d", pass: "p", uno: "u", catch: "c", challenge: "h" }),
  keysTitle: "Keys",
  keysOn: "Single letters play",
  keys: [
    ["← →", "go over your cards"],
    ["Enter", "play the card"],
    ["2", "play both copies"],
    ["D", "draw"],
    ["P", "pass or take"],
    ["U", "call UNO"],
    ["C", "catch"],
    ["H", "challenge"],
    ["R G B Y", "name a colour"],
    ["Esc", "put a wild back"],
  ],
  seats: "Players",
  hand: "Your cards",
  yourSeat: "Your seat",
  actions: "What you can do",
  discards: "Discards",
  anyColour: "any colour",
  next: "next",
  left: "left",
  away: "away",
  uno: "UNO",
  forgot: "forgot UNO",
  words: /** @type {Record<string, string>} */ ({ draw: "Draw", pass: "Pass", uno: "UNO!", challenge: "Challenge", catch: "Catch" }),
  letOff: "Let it go",
  pair: "×2",
  youWin: "You win!",
  yourTurn: "Your turn",
  callFirst: "Your turn: call UNO before you play",
  mustDraw: "Nothing fits: draw a card",
  playDrawn: "Play the card you drew, or pass",
  passDrawn: "It does not fit: pass",
  chooseColour: "Choose a colour",
  chooseSwap: "Choose whose hand you take",
  /** @param {string} name @param {number} points */
  roundWon: (name, points) => `${name} wins the round: ${points} points`,
  roundOver: "The round is over",
  /** @param {string} prompt @param {string} top */
  summary: (prompt, top) => `${prompt}. On top: ${top}.`,
  /** @param {string} card */
  both: (card) => `Play both: ${card}`,
  /** @param {number} count */
  cardsAfter: (count) => (count === 1 ? " card" : " cards"),
  /** @param {number} place */
  place: (place) => ["", "1st", "2nd", "3rd"][place] ?? `${place}th`,
  /** @param {number} number */
  seat: (number) => `Seat ${number}`,
  /** @param {number} count */
  take: (count) => `Take ${count}`,
  /** @param {number} count */
  due: (count) => `+${count}`,
  /** @param {number} count */
  dueMore: (count) => `${count} cards to take`,
  /** @param {string} name */
  catch: (name) => `Catch ${name}`,
  /** @param {string} name */
  swapWith: (name) => `Swap with ${name}`,
  /** @param {number} count */
  drawFrom: (count) => `Draw a card; ${count} left`,
  /** @param {number} count */
  pile: (count) => `${count} cards to draw from`,
  /** @param {number} direction */
  direction: (direction) => (direction < 0 ? "Play goes anticlockwise" : "Play goes clockwise"),
  /** @param {number} number @param {number} target */
  round: (number, target) => (target ? `Round ${number} · to ${target} points` : `Round ${number}`),
  /** @param {string[]} names */
  wins: (names) => (names.length ? `${names.join(" and ")} ${names.length > 1 ? "share the win" : "wins"}` : "Nobody wins"),
  /** @param {string} name */
  waitsFor: (name) => `${name} is to play`,
  /** @param {string} name */
  mayCatch: (name) => `${name} forgot to call UNO`,
  /** @param {number} count @param {boolean} answer @param {boolean} challenge */
  answerDraw: (count, answer, challenge) =>
    `${answer ? "Answer, " : ""}${challenge ? "challenge, " : ""}${answer || challenge ? "or take" : "Take"} ${count} cards`.replace(/^./, (first) => first.toUpperCase()),
};

export const holdem = {
  seats: "Seats",
  seat: (/** @type {number} */ number) => `Seat ${number}`,
  board: "The board",
  pots: "Pots",
  facts: (/** @type {number} */ hand, /** @type {string} */ blinds) => `Hand ${hand.toLocaleString("en")} · ${blinds}`,
  blinds: (/** @type {string} */ small, /** @type {string} */ big) => `Blinds ${small}/${big}`,
  unit: "BB",
  unitMore: "Amounts in big blinds",
  streets: { preflop: "Before the flop", flop: "Flop", turn: "Turn", river: "River" },
  pot: (/** @type {string} */ chips) => `Pot ${chips}`,
  potMore: "All chips put in, bets included",
  mainPot: (/** @type {string} */ chips) => `Main ${chips}`,
  sidePot: (/** @type {number} */ at, /** @type {number} */ count) =>
    (/** @type {string} */ chips) => (count > 2 ? `Side ${at}: ${chips}` : `Side ${chips}`),
  potSeats: (/** @type {string} */ names) => `can be won by ${names}`,
  inFront: "in front: ",
  marks: {
    dealer: { text: "D", title: "dealer" },
    small: { text: "SB", title: "small blind" },
    big: { text: "BB", title: "big blind" },
  },
  deeds: {
    posted: (/** @type {string} */ chips) => `posts ${chips}`,
    folded: (/** @type {string} */ _chips) => "folds",
    checked: (/** @type {string} */ _chips) => "checks",
    called: (/** @type {string} */ chips) => `calls ${chips}`,
    raised: (/** @type {string} */ chips) => `raises to ${chips}`,
  },
  wins: (/** @type {string} */ chips) => `wins ${chips}`,
  gone: "left",
  out: "out",
  allInMark: "all-in",
  ordinal: (/** @type {number} */ place) =>
    `${place}${["th", "st", "nd", "rd"][place % 100 > 10 && place % 100 < 14 ? 0 : place % 10] ?? "th"}`,
  percent: (/** @type {number} */ part) => `${Math.round(100 * part)}%`,
  equity: (/** @type {string} */ percent) => `wins ${percent} of the pot on average`,
  owes: (/** @type {string} */ street, /** @type {string} */ chips, /** @type {string} */ odds) =>
    `${street} · ${chips} to call · pot odds ${odds}`,
  odds: (/** @type {string} */ chips, /** @type {string} */ pot, /** @type {string} */ odds) =>
    `${chips} to call for a pot of ${pot}: pot odds ${odds}.`,
  worth: (/** @type {string} */ rank) => `You have ${rank}.`,
  waiting: (/** @type {string} */ name) => `${name} is to move.`,
  summary: (/** @type {{cards: string, board: string, owed: string, pot: string, worth: string}} */ { cards, board, owed, pot, worth }) =>
    `Your turn. You hold ${cards}: ${worth}. ${board && `Board: ${board}. `}${owed ? `${owed} to call` : "You may check"}. The pot is ${pot}.`,
  won: (/** @type {string} */ name, /** @type {string} */ chips, /** @type {string} */ rank) =>
    `${name} wins ${chips}${rank && ` with ${rank}`}`,
  before: (/** @type {number} */ hand, /** @type {string} */ won) => `Hand ${hand.toLocaleString("en")}: ${won}`,
  gameWon: (/** @type {string} */ names) => `${names} wins the tournament`,
  cashWon: (/** @type {string} */ names, /** @type {string} */ chips) => `${names} is ahead with ${chips}`,
  moves: "Your move",
  sizing: "Size of the raise",
  fold: "Fold",
  check: "Check",
  call: (/** @type {string} */ chips) => `Call ${chips}`,
  bet: (/** @type {string} */ chips) => `Bet ${chips}`.trim(),
  raise: (/** @type {string} */ chips) => (chips ? `Raise to ${chips}` : "Raise"),
  allIn: (/** @type {string} */ chips) => `All-in ${chips}`,
  onward: "Next hand",
  presets: { least: "Min", half: "½ pot", pot: "Pot", all: "All-in" },
  slider: "Raise to",
  amount: "Raise to, in chips",
  range: (/** @type {string} */ low, /** @type {string} */ high) => `${low} to ${high}`,
  figures: ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
  ranks: {
    high: (/** @type {string} */ one, /** @type {string} */ _other) => `${one} high`,
    pair: (/** @type {string} */ one, /** @type {string} */ _other) => `a pair of ${many(one)}`,
    twoPairs: (/** @type {string} */ one, /** @type {string} */ other) => `two pairs, ${many(one)} and ${many(other)}`,
    three: (/** @type {string} */ one, /** @type {string} */ _other) => `three ${many(one)}`,
    straight: (/** @type {string} */ one, /** @type {string} */ _other) => `a straight to the ${one}`,
    flush: (/** @type {string} */ one, /** @type {string} */ _other) => `a flush, ${one} high`,
    fullHouse: (/** @type {string} */ one, /** @type {string} */ other) => `a full house, ${many(one)} over ${many(other)}`,
    four: (/** @type {string} */ one, /** @type {string} */ _other) => `four ${many(one)}`,
    straightFlush: (/** @type {string} */ one, /** @type {string} */ _other) => `a straight flush to the ${one}`,
    royal: (/** @type {string} */ _one, /** @type {string} */ _other) => "a royal flush",
  },
  rankNames: {
    high: "high card", pair: "pair", twoPairs: "two pairs", three: "three of a kind", straight: "straight",
    flush: "flush", fullHouse: "full house", four: "four of a kind", straightFlush: "straight flush", royal: "royal flush",
  },
};

/** @param {string} figure */
function many(figure) {
  return figure === "six" ? "sixes" : `${figure}s`;
}

export const replay = {
  /** @param {string[]} names */
  title: (names) => names.join(" – "),
  versus: " – ",
  /** @param {string} game @param {string} rules */
  game: (game, rules) => {
    const [preset = "", ...knobs] = rules.split(",");
    return `${titled(game)}, ${preset.replace(/@\d+$/, "")} rules${knobs.length ? ` with ${knobs.join(", ")}` : ""}`;
  },
  /** @param {number} count */
  moves: (count) => counted(count, "move"),
  /** @param {Date} date */
  moment: (date) => date.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" }),
  /** @param {string} event */
  ofEvent: (event) => `event ${event}`,
  /** @param {string} table */
  atTable: (table) => `table ${table}`,
  noGame: "There is no such game",
  running: "This game is still being played",
  runningMore: "Its moves and cards can be seen here when it is over.",
  noDeal: "This game can't be shown with its cards",
  /** @param {string} text */
  sentence: (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`,
  movesBy: "Its moves without the cards:",
  watchLive: "Watch it live",
  allGames: "All games",
  telling: "What happened",
  controls: "Controls of the replay",
  position: "Move",
  toStart: "To the start",
  back: "One move back",
  play: "Play",
  pause: "Pause",
  forward: "One move forward",
  toEnd: "To the end",
  speed: "Speed",
  /** @param {number} speed */
  times: (speed) => `${speed}×`,
  seenFrom: "Seen from",
  allCards: "All cards",
  /** @param {string} name */
  asSeat: (name) => `As ${name}`,
  copyLink: "Copy a link to this move",
  /** @param {number} step */
  linkCopied: (step) => (step ? `Link to move ${step} copied` : "Link to the deal copied"),
  help: "Keys",
  /** @param {number} step @param {number} last */
  count: (step, last) => `${step.toLocaleString("en")} / ${last.toLocaleString("en")}`,
  /** @param {number} step @param {number} last @param {string} told */
  valueText: (step, last, told) => `${step ? `Move ${step} of ${last}` : "The deal"}: ${told}`,
  /** @param {string} why */
  notLoaded: (why) => `This part of the game could not be loaded. ${why}`,
  players: "Players",
  result: "Result",
  /** @param {number} place */
  place: (place) => `${place}.`,
  /** @param {number} score */
  score: (score) => score.toLocaleString("en"),
  /** @param {string} sort @param {string} wire */
  sort: (sort, wire) =>
    [{ "built-in": "built-in bot", program: "program", connection: "connected" }[sort] ?? sort, wire && `${wire} wire`]
      .filter(Boolean)
      .join(", "),
  /** @param {number} mean @param {number} longest in seconds */
  thinking: (mean, longest) => `${duration(mean)} a move, at most ${duration(longest)}`,
  forfeited: "forfeited",
  /** @param {string} reason */
  reason: (reason) => (reason ? `The game ended: ${reason.replaceAll(/[-_]/g, " ")}.` : ""),
  /** @param {number} seat */
  seat: (seat) => `seat ${seat}`,
  /** @param {number} count */
  faultCount: (count) => counted(count, "fault"),
  /** @param {number} count */
  faults: (count) => `Faults (${count})`,
  /** @param {number} count */
  faultsNotKept: (count) =>
    `${counted(count, "fault")} ${count === 1 ? "is" : "are"} counted only: an event's journal describes the first ones of a bot.`,
  /** @param {string} kind */
  faultKind: (kind) =>
    ({
      startup: "did not start",
      timeout: "did not answer in time",
      stall: "did not read what it was sent",
      crash: "ended in the middle of the game",
      malformed: "sent an answer that is none",
      illegal: "tried a move that the rules forbid",
      disconnected: "lost its connection",
      flood: "sent too much",
      removed: "was taken out of the event",
    })[kind] ?? kind,
  /** @param {string} cost */
  cost: (cost) =>
    ({
      refuse: "It was asked again.",
      substitute: "Another move was played for it.",
      forfeit: "It was taken out of the game.",
    })[cost] ?? "",
  /** @param {string} name @param {{kind: string}} fault */
  faultLine: (name, fault) => `${name} ${replay.faultKind(fault.kind)}`,
  /** @param {number} turn */
  turn: (turn) => `Turn ${turn}`,
  /** @param {number} step */
  toMove: (step) => (step ? `At move ${step}` : "At the deal"),
  said: "What it sent",
  written: "What it wrote for its author",
  verification: "Fair deal",
  checking: "Checking…",
  asPromised: "The seed's SHA-256 is what was promised before the first card. Checked in your browser.",
  notAsPromised: "The seed's SHA-256 is not what was promised before the first card.",
  cannotCheck:
    "Your browser can't compute a SHA-256 on this page, since it is not served over HTTPS. The command below checks it.",
  noSeed: "The seed is told when all is over; its SHA-256 is promised here.",
  deckSeed: "The cards follow from this seed alone.",
  commitment: "Promised SHA-256",
  seed: "Seed",
  files: "Take it with you",
  /** @param {string} name */
  download: (name) => 
    ({ "record.json": "Record (JSON)", "record.txt": "Text", "record.phh": "Hand histories (PHH)" })[name] ?? name,
  command: "On the command line:",
  keys: "Keys",
  /** @type {[string[], string][]} */
  keyList: [
    [["←", "→"], "one move back, one move forward"],
    [["↑", "↓"], "to the start, to the end"],
    [["Space"], "play or pause"],
    [["+", "-"], "faster, slower"],
    [[",", "."], "to the hand, round or fault before, and to the next one"],
    [["f"], "look from the next seat"],
    [["0"], "all cards"],
    [["1", "…", "9"], "look from that seat"],
    [["?"], "these keys"],
  ],
};

export const games = {
  title: "Games",
  search: "Show",
  table: "Table",
  event: "Played",
  liveGames: "at live tables",
  /** @param {string} name */
  eventGames: (name) => `in event ${name}`,
  bot: "By",
  any: "any",
  none: "No game is like that.",
  noneYet: "No game has been played yet.",
  more: "More games",
  running: "being played",
  interrupted: "interrupted",
  clear: "Show all",
  ended: "That is all.",
};

export const events = {
  title: "Events",
  running: "Being played",
  ended: "Ended",
  none: "No events yet",
  noneMore: "An event that is played into this server's journal appears here, with its progress. For a start:",
  more: "Show more",
  /** @param {string} id */
  unnamed: (id) => `Event ${id}`,
  states: /** @type {Record<string, string>} */ ({ running: "running", finished: "finished", stopped: "stopped" }),
  won: "ended ahead with",
  leads: "leads with",
  /** @param {number} seats */
  seatsAtTable: (seats) => `${seats} at a table`,
  progress: "Games played so far",
  /** @param {string} games @param {boolean} one */
  played: (games, one) => `${games} ${one ? "game" : "games"}`,
  /** @param {string} games @param {string} planned */
  playedOf: (games, planned) => `${games} of ${planned} games`,
  /** @param {string} time */
  timeLeft: (time) => `${time} left`,

  projector: "Projector",
  away: "The server does not answer. What you see is its last answer; this page keeps asking.",
  /** @param {string} state */
  stateTold: (state) => `The event is ${state}`,
  standings: "Standings",
  nothingYet: "No deck has been played from every seat yet.",
  rank: "Rank",
  bot: "bot",
  score: "score",
  /** @param {number} confidence */
  interval: (confidence) => `${Math.round(100 * confidence)}% interval`,
  rating: "rating",
  wins: "wins",
  games: "games",
  faults: "faults",
  /** @param {number} number */
  forfeits: (number) => `(${number} out)`,
  tieMeaning: "Bots marked = are not surely apart from a neighbour: more games may turn them around.",
  whoBeatsWhom: "Who beats whom",
  /** @param {boolean} share */
  crossCaption: (share) =>
    share
      ? "How often the bot of the row finished ahead of the bot of the column, in per cent; a tie is half"
      : "How much the bot of the row won from the bot of the column, in big blinds for a hundred hands",
  crossHow:
    "A row's score against each column. Blue is better than equal, orange is worse; point at a cell for its interval and games.",
  /** @param {string} one @param {string} other */
  neverMet: (one, other) => `${one} and ${other} have not met`,
  /** @param {string} one @param {string} other @param {string} score @param {string} span @param {string} games */
  meeting: (one, other, score, span, games) =>
    `${one} against ${other}: ${score}${span ? ` (${span})` : ""}, ${games}`,
  /** @param {string} format */
  byFormat: (format) => `By the rules of the ${format}`,
  worth: "Games worth a look",
  latest: "Latest games",
  winnerFirst: " (the winner is first)",
  again: "The same again",
  againHow:
    "The same seed deals the same cards to the same seats. What is in the journal already is not played again.",

  opponents: "By opponent",
  opponent: "opponent",
  seats: "By seat",
  seat: "seat",
  faultsTitle: "Faults",
  noFaults: "None: every answer was in time and legal.",
  /** @param {string} game @param {number} turn */
  faultWhere: (game, turn) => `${game}, turn ${turn}`,
  costs: /** @type {Record<string, string>} */ ({
    refuse: "it was asked again",
    substitute: "another move was played for it",
    forfeit: "it was out of the game",
  }),
  said: "What it sent",
  written: "What it wrote to its standard error",
  ownersOnly: "What it sent and wrote is shown to the organiser only.",
  thinking: "Thinking",
  noThinking: "No times were taken: built-in bots answer at once, in the process that plays.",
  answers: "answers",
  timesChart: "How many answers took how long",
  /** @param {string} number @param {string} low @param {string} high */
  answersWithin: (number, low, high) => `${number} answers took ${low} to ${high}`,
  meanTime: "on average",
  longestTime: "longest",
  totalTime: "in all",
  style: "Style",
  lost: "Games it lost",
  wonGames: "Games it won",
  noLost: "It has lost none yet.",

  game: "Game of the moment",
  noGame: "The first game will be shown here.",
  fullScreen: "Full screen",
  leave: "Back to the event",
  lighter: "Light or dark",
  serverAway: "The server is away; the page goes on by itself.",
  /** @param {string} time */
  quietFor: (time) => `No new games for ${time}. The standings go on when they come.`,
  stoppedNote: "Stopped; it can go on at any time.",
  final: "Final standings",
  /** @param {string} seed */
  seed: (seed) => `Seed: ${seed}`,
  /** @param {string} hash */
  commitment: (hash) => `SHA-256 of the secret seed: ${hash}`,
  /** @param {number} number */
  others: (number) => `and ${number} more`,
  /** @param {string} name */
  toAct: (name) => `${name} to act`,
};

export const organise = {
  title: "Organise",
  token: "Organiser's token",
  tokenHow:
    "Tables and events are made by the organiser: whoever started this server with --organiser-token, or sits at its machine. The token is kept in this tab only.",
  enter: "Go on",
  wrongToken: "That is not the organiser's token.",
  forget: "Forget the token",

  tables: "Tables",
  newTable: "Make a table",
  noTables: "Nobody plays or waits at the moment.",
  tableName: "Name",
  game: "Game",
  rules: "Rules",
  rulesHint: "A preset, with knobs: official,target=0",
  knobs: "All knobs",
  seats: "Seats",
  /** @param {number} least @param {number} most */
  seatsHint: (least, most) => `${least} to ${most}`,
  houseBots: "Bots of the house",
  move: "Time for a move",
  bank: "Reserve for a game",
  bankHint: "seconds, used up by slow moves",
  seconds: "seconds",
  pace: "Pace of built-in bots",
  paceHint: "seconds they wait for each move",
  whenStarts: "When it starts",
  least: "Fewest players",
  allSeats: "all seats",
  leastHint: "bots of the house included",
  wait: "Wait for more",
  waitHint: "seconds, once the fewest are there",
  makeTable: "Make the table",
  /** @param {string} name */
  tableMade: (name) => `Table ${name} is made.`,
  start: "Start",
  close: "Close",
  /** @param {number} moves */
  playing: (moves) => (moves ? `playing, ${moves} moves` : "playing"),
  /** @param {number} free */
  waiting: (free) => (free === 1 ? "one seat is free" : `${free} seats are free`),

  events: "Events",
  newEvent: "Start an event",
  noEvents: "No event is in the journal yet.",
  eventName: "Name",
  format: "Format",
  formats: {
    "round-robin": "round-robin: all meet all",
    match: "match: all at one table",
    swiss: "swiss: equals meet, in rounds",
    knockout: "knockout: losers leave",
    gauntlet: "gauntlet: the first meet the others",
    ladder: "ladder: neighbours meet",
  },
  gamesEach: "Games in a meeting",
  gamesHint: "a multiple of the seats",
  rounds: "Rounds",
  asNeeded: "as needed",
  heroes: "How many run the gauntlet",
  heroesHint: "from the first bot on",
  seed: "Seed",
  seedHint: "Any text: it decides all cards, so tell it to nobody before the end. Left empty, a new one is made.",
  startEvent: "Start the event",
  byFile: "From a tournament's file",
  toml: "The file",
  tomlHow: "Paste a file as written by pitboss tournament init, or drop it here. Its bots must be built in, or programs that this server's owner has named with --program.",
  tomlExample: 'name = "Friday night"\ngame = "jedna"\ngames = 40\n\n[[bot]]\nbot = "simple"\ncount = 4',
  chooseFile: "Choose a file",
  tooLarge: "That is too large for a tournament's file.",
  startFile: "Start it",
  /** @param {string} name */
  eventStarted: (name) => `${name} has started.`,
  stop: "Stop",
  goOn: "Continue",
};

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 0.001) return `${Math.max(1, Math.round(seconds * 1e6))} µs`;
  if (seconds < 1) return `${seconds < 0.01 ? (seconds * 1000).toFixed(1) : Math.round(seconds * 1000)} ms`;
  return `${seconds.toFixed(1)} s`;
}

/** @param {string} game */
function titled(game) {
  /** @type {Record<string, string>} */
  const titles = {
    uno: "UNO",
    holdem: "Hold'em, one hand",
    "holdem-tournament": "Hold'em tournament",
    "holdem-cash": "Hold'em cash session",
  };
  return titles[game] ?? game;
}
