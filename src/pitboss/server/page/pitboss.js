/**
 * A client of the native protocol: plays and watches at the tables of a Pitboss server, and comes back by
 * itself after a lost connection. For browsers and for Node 22 or later; elsewhere pass a WebSocket. It
 * shows nothing: the page's tables do. A whole bot:
 *
 *     import { play } from "./pitboss.js";
 *
 *     const url = "ws://localhost:5000/ws/friday";
 *     const result = await play(url, { name: "red", game: "jedna", seats: 2 }, (turn) => turn.legal[0]);
 */

/** @typedef {import("./types.js").EventMessage} EventMessage */
/** @typedef {import("./types.js").LogLine} LogLine */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Question} Question */
/** @typedef {import("./types.js").Result} Result */

/** @typedef {"connecting" | "waiting" | "playing" | "lost" | "over" | "refused"} Status */
/** A message as it is on the wire. @typedef {{ type: string, seq?: number, [field: string]: any }} Message */
/** What `join` says besides its name; the first at a table orders the game. @typedef {{ type?: string, name?: string, token?: string, [field: string]: any }} First */
/** Who waits, and for what. @typedef {{ joined: number, seats: number, names: string[], order: any }} Lobby */
/** Where seats are kept for a later visit. @typedef {{ get(key: string): Seat | null, set(key: string, seat: Seat): void, remove(key: string): void, release(key: string): void }} SeatStorage */
/** A seat that was taken; `began`: the game has. @typedef {{ name: string, token: string, began: boolean, id: string }} Seat */
/** @typedef {{ WebSocket?: any, storage?: SeatStorage }} Options */

const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
// The server says something when a time is over: if it does not, the connection is dead.
const OVERDUE = 4000;
// A connection that is not made within this time is tried anew: Node may not say that it failed.
const HANDSHAKE = 10_000;
// After a longer silence in a sleeping tab the connection is made anew.
const SLEPT = 15000;
const LOG_LINES = 200;

const NORMAL = 1000;
const GOING_AWAY = 1001;
const ABNORMAL = 1006;
const POLICY_VIOLATION = 1008;
const INTERNAL = 1011;

/**
 * A seat at a table, or a place to watch from.
 *
 * Events: `message`, every message of the server as `detail`; `state`, a `Position` as `detail`, after every
 * change; `status`, a `Status` as `detail`.
 */
export class Table extends EventTarget {
  /** @type {Status} */
  status = "connecting";
  /** Where the game stands; null before it began. @type {Position | null} */
  position = null;
  /** @type {Lobby | null} */
  lobby = null;
  /** Why it was refused, or ended without a result. @type {{code: string, message: string} | null} */
  reason = null;
  /** The game's id in the journal, if the server has one. */
  id = "";

  #url;
  #first;
  #Socket;
  #storage;
  #key;
  /** @type {any} */
  #socket = null;
  #token = "";
  // It opens our seat from the first moment on, whatever of the server's words is lost.
  #secret = unguessable();
  #began = false;
  #closed = false;
  #over = false;
  // Messages up to this number came over an earlier connection.
  #floor = 0;
  #seq = 0;
  #pause = SHORTEST_PAUSE;
  /** @type {any} */
  #retry = null;
  /** @type {any} */
  #watchdog = null;
  #heard = 0;
  /** An answer that no later message has confirmed. @type {{turn: number, action: string | number} | null} */
  #sent = null;
  /** @type {EventMessage[]} */
  #happened = [];

  /**
   * @param {string | URL} url of the table: `ws://HOST:PORT/ws/NAME`
   * @param {First} first a `join` (its name, what to order) or a `watch`
   * @param {Options} [options]
   */
  constructor(url, first, options = {}) {
    super();
    this.#url = new URL(url);
    this.#first = first.type ? first : { type: "join", ...first };
    this.#Socket = options.WebSocket ?? /** @type {any} */ (globalThis).WebSocket;
    if (!this.#Socket) throw new Error("there is no WebSocket here: pass one, or use Node 22");
    this.#storage = options.storage ?? seatStorage();
    this.name = decodeURIComponent(this.#url.pathname.split("/").at(-1) ?? "");
    this.#key = `seat:${this.name}`;
  }

  /** Whether this is a player's, or somebody's who watches. */
  get playing() {
    return this.#first.type === "join";
  }

  /** Connect, and stay connected until the game is over. */
  open() {
    const kept = this.playing ? this.#storage.get(this.#key) : null;
    if (kept?.began) {
      this.#token = kept.token;
      this.#first = { ...this.#first, name: kept.name };
      this.#began = true;
      this.id = kept.id;
    }
    listen("online", this.#wake);
    listen("offline", this.#offline);
    globalThis.document?.addEventListener("visibilitychange", this.#seen);
    this.#connect();
    return this;
  }

  /**
   * Answer the open question.
   * @param {string | number} action one of `legal`, a number in the range, or such an action as text
   */
  act(action) {
    const question = this.position?.question;
    if (!question) return;
    this.#sent = { turn: question.turn, action };
    this.#change({ question: null, last: [] });
    this.#send({ type: "action", ...this.#sent });
  }

  /** Leave; the seat is kept for a while by the server, and its token here. */
  close() {
    this.#closed = true;
    this.#rest();
    if (this.playing) this.#storage.release(this.#key);
    hangUp(this.#socket);
    this.#socket = null;
  }

  /** Forget the seat, so that the next visit takes a new one. */
  forget() {
    this.#storage.remove(this.#key);
  }

  // The connection.

  #connect() {
    clearTimeout(this.#retry);
    if (this.#closed || this.#over) return;
    this.#become(this.#began || this.position ? "lost" : "connecting");
    const first = { ...this.#first };
    this.#floor = 0;
    if (this.playing) first.secret = this.#secret;
    if (this.playing && this.#token) {
      first.token = this.#token;
      first.since = this.#floor = this.#seq;
    }
    /** @type {any} */
    let socket;
    try {
      socket = new this.#Socket(this.#url.href);
    } catch {
      this.#later();
      return;
    }
    this.#socket = socket;
    let made = false;
    const closed = (/** @type {number} */ code) => {
      clearTimeout(late);
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#lose(code);
    };
    const late = setTimeout(() => {
      hangUp(socket);
      closed(ABNORMAL);
    }, HANDSHAKE);
    socket.onopen = () => {
      made = true;
      clearTimeout(late);
      socket.send(JSON.stringify(first));
      if (!this.#began) return;
      if (this.#sent) socket.send(JSON.stringify({ type: "action", ...this.#sent }));
      // Who missed nothing is sent nothing.
      if (first.since) this.#become("playing");
    };
    socket.onmessage = (/** @type {{data: string}} */ event) => {
      if (this.#socket !== socket) return;
      this.#heard = now();
      this.#pause = SHORTEST_PAUSE;
      this.#take(event.data);
    };
    // Where a connection could not be made, Node does not say that it is closed.
    socket.onerror = () => made || closed(ABNORMAL);
    socket.onclose = (/** @type {{code: number}} */ event) => closed(event.code);
  }

  /** @param {number} code of the closing */
  #lose(code) {
    if (this.#closed || this.#over) return;
    const told = this.reason !== null;
    if (told && (code === GOING_AWAY || code === INTERNAL) && this.#began) this.#end();
    else if (told && code === POLICY_VIOLATION) this.#refuse();
    else this.#later();
  }

  /** Try again after a pause, each time a longer one. */
  #later() {
    this.reason = null;
    clearTimeout(this.#watchdog);
    this.#become(this.#began || this.position ? "lost" : "connecting");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  /** Give the connection up, and make a new one. */
  #renew() {
    const socket = this.#socket;
    this.#socket = null;
    hangUp(socket);
    this.#connect();
  }

  #wake = () => {
    if (this.#socket?.readyState !== 1) this.#renew();
  };

  #offline = () => {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    hangUp(socket);
    this.#later();
  };

  #seen = () => {
    if (globalThis.document?.visibilityState !== "visible") return;
    const silent = now() - this.#heard;
    if (!this.#socket || (silent > SLEPT && this.#began)) this.#renew();
  };

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  /** @param {number} seconds */
  #watch(seconds) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#renew(), seconds * 1000 + OVERDUE);
    // A timer alone does not keep a program of Node running.
    this.#watchdog?.unref?.();
  }

  #rest() {
    clearTimeout(this.#retry);
    clearTimeout(this.#watchdog);
    unlisten("online", this.#wake);
    unlisten("offline", this.#offline);
    globalThis.document?.removeEventListener("visibilitychange", this.#seen);
  }

  // The messages.

  /** @param {string} text */
  #take(text) {
    /** @type {Message} */
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.type === "hello") this.#floor = 0;
    if (typeof message.seq === "number") {
      if (this.#floor && message.seq <= this.#floor) return;
      this.#seq = message.seq;
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
    switch (message.type) {
      case "waiting": return this.#waiting(message);
      case "hello": return this.#hello(message);
      case "seats": return this.#change({ seats: message.seats, last: [] });
      case "event": return this.#event(/** @type {any} */ (message));
      case "turn": return this.#turn(message);
      case "state": return this.#state(message);
      case "asked": return this.#asked(message);
      case "fault": return this.#fault(message);
      case "error": return this.#error(message);
      case "result": return this.#result(message);
    }
  }

  /** @param {Message} message */
  #waiting(message) {
    if (this.#began) {
      // The game to which we came back is over, and this is the lobby of another one.
      this.reason = { code: "game_over", message: "the game ended while you were away" };
      this.#end();
      return;
    }
    this.lobby = {
      joined: message.joined,
      seats: message.seats,
      names: message.names ?? this.lobby?.names ?? [],
      order: message.order ?? this.lobby?.order ?? null,
    };
    if (message.token) this.#token = message.token;
    this.#become("waiting", true);
  }

  /** @param {Message} message */
  #hello(message) {
    this.#began = true;
    this.#happened = [];
    if (message.id) this.id = message.id;
    const before = this.position;
    this.position = {
      kind: message.game,
      game: message.game,
      rules: message.rules,
      names: message.names,
      seats: before?.seats ?? message.names.map((/** @type {string} */ name) => ({ name, sort: "", wire: "", here: true })),
      viewer: message.seat,
      view: null,
      actor: -1,
      turn: 0,
      deadline: null,
      move: message.time?.move ?? 0,
      question: null,
      result: null,
      figures: null,
      log: [],
      last: [],
    };
    if (this.playing) {
      this.#storage.set(this.#key, { name: this.#first.name ?? "", token: this.#token, began: true, id: this.id });
    }
    this.#become("playing");
  }

  /** @param {EventMessage} message */
  #event(message) {
    this.#happened.push(message);
    if (message.text) this.#write({ text: message.text, seat: message.seat });
  }

  /** @param {Message} message */
  #turn(message) {
    const { turn, legal, codes, range } = message;
    if (this.#sent && this.#sent.turn !== turn) this.#sent = null;
    this.#show(message, {
      actor: this.position?.viewer ?? 0,
      question: { turn, legal, codes, range: range ?? null },
    });
  }

  /** @param {Message} message */
  #state(message) {
    if (message.turn !== this.#sent?.turn) this.#sent = null;
    if (Array.isArray(message.log) && this.position) {
      this.position.log = message.log.map((/** @type {any} */ line) => (typeof line === "string" ? { text: line } : line));
    }
    const question = this.position?.question;
    this.#show(message, {
      actor: message.actor,
      question: question?.turn === message.turn ? question : null,
      figures: message.figures ?? null,
    });
  }

  /**
   * A view has come: what happened before belongs to it.
   * @param {Message} message
   * @param {Partial<Position>} changes
   */
  #show(message, changes) {
    const last = this.#happened;
    this.#happened = [];
    const runs = message.turn > 0 && message.seconds >= 0;
    if (runs) this.#watch(message.seconds);
    else clearTimeout(this.#watchdog);
    this.reason = null;
    this.#become("playing");
    this.#change({
      ...changes,
      view: message.view,
      turn: message.turn,
      deadline: runs ? now() + message.seconds * 1000 : null,
      last,
    });
  }

  /** @param {Message} message */
  #asked(message) {
    this.#watch(message.seconds);
    const last = this.#happened;
    this.#happened = [];
    this.#change({ actor: message.seat, turn: message.turn, deadline: now() + message.seconds * 1000, question: null, last });
  }

  /** @param {Message} message */
  #fault(message) {
    this.#write({ text: String(message.message ?? message.kind), tone: "fault", seat: message.seat });
    this.#change({ last: [] });
  }

  /** @param {Message} message */
  #error(message) {
    if (message.turn) {
      // Our answer was refused, and the question comes again.
      this.#sent = null;
      return;
    }
    this.reason = { code: message.code, message: message.message };
  }

  /** @param {Message} message */
  #result(message) {
    const { places, scores, reason, seed } = message;
    const last = this.#happened;
    this.#happened = [];
    this.#over = true;
    this.forget();
    this.#rest();
    this.#change({ result: { places, scores, reason, seed }, question: null, actor: -1, deadline: null, last });
    this.#become("over");
  }

  /** It ended without a result. */
  #end() {
    this.#over = true;
    this.forget();
    this.#rest();
    hangUp(this.#socket);
    this.#socket = null;
    this.#change({ question: null, actor: -1, deadline: null, last: [] });
    this.#become("over");
  }

  #refuse() {
    // The game in which we were is not there any more; but another tab's is not over.
    if (this.#began && this.reason?.code !== "replaced") {
      this.#end();
      return;
    }
    this.#over = true;
    this.#rest();
    this.#become("refused");
  }

  /** @param {LogLine} line */
  #write(line) {
    if (!this.position) return;
    this.position.log = [...this.position.log.slice(1 - LOG_LINES), line];
  }

  /** @param {Partial<Position>} changes */
  #change(changes) {
    if (!this.position) return;
    this.position = { ...this.position, ...changes };
    this.dispatchEvent(new CustomEvent("state", { detail: this.position }));
  }

  /**
   * @param {Status} status
   * @param {boolean} [always] tell it again if it is the same
   */
  #become(status, always = false) {
    if (this.status === status && !always) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: status }));
  }
}

/**
 * Play one game with a function that decides; the promise is of the result.
 * @param {string | URL} url of the table
 * @param {First} join `{name, game, seats, house}`
 * @param {(question: Question, position: Position) => string | number | Promise<string | number>} decide
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export function play(url, join, decide, options) {
  const table = new Table(url, { type: "join", ...join }, options);
  return new Promise((resolve, reject) => {
    let answered = 0;
    table.addEventListener("message", (event) => {
      // A refused answer is asked for again.
      if (/** @type {CustomEvent} */ (event).detail.type === "error") answered = 0;
    });
    table.addEventListener("state", () => {
      const position = table.position;
      const question = position?.question;
      if (!position || !question || question.turn === answered) return;
      answered = question.turn;
      Promise.resolve(decide(question, position)).then(
        (action) => table.act(action),
        (error) => {
          table.close();
          reject(error);
        });
    });
    table.addEventListener("status", () => {
      const result = table.position?.result;
      if (table.status === "over" && result) resolve(result);
      else if (["over", "refused"].includes(table.status)) reject(new Error(table.reason?.message ?? table.status));
    });
    table.open();
  });
}

/**
 * Close a connection; one that is still being made is closed as soon as it is there, since browsers
 * complain of one that is given up before.
 * @param {any} socket
 */
function hangUp(socket) {
  if (socket?.readyState === 0) socket.onopen = () => socket.close(NORMAL);
  else socket?.close(NORMAL);
}

/** Milliseconds of a clock that never goes back. */
function now() {
  return performance.now();
}

/** @param {string} name @param {() => void} listener */
function listen(name, listener) {
  /** @type {any} */ (globalThis).addEventListener?.(name, listener);
}

/** @param {string} name @param {() => void} listener */
function unlisten(name, listener) {
  /** @type {any} */ (globalThis).removeEventListener?.(name, listener);
}

// Seats outlive a closed tab for a day.
const KEPT = 24 * 3600 * 1000;
// A seat that another tab has held within this time is that tab's.
const HELD = 20_000;

/** @type {SeatStorage | null} */
let shared = null;

/**
 * Seats by table: in this tab's storage, so that a reload comes back; and in the browser's, so that a tab
 * that was closed can be opened again. Where there is neither, in memory.
 * @returns {SeatStorage}
 */
export function seatStorage() {
  const session = storageOf("sessionStorage");
  const local = storageOf("localStorage");
  if (!session || !local) return memoryStorage();
  if (shared) return shared;
  /** @type {Map<string, any>} */
  const beats = new Map();
  const hold = (/** @type {string} */ key, /** @type {number} */ held) => {
    const kept = parse(local.getItem(key));
    if (kept) local.setItem(key, JSON.stringify({ ...kept, held }));
  };
  const release = (/** @type {string} */ key) => {
    clearInterval(beats.get(key));
    if (beats.delete(key)) hold(key, 0);
  };
  listen("pagehide", () => {
    for (const key of [...beats.keys()]) release(key);
  });
  shared = {
    get(key) {
      const mine = parse(session.getItem(key));
      if (mine) return mine;
      const kept = parse(local.getItem(key));
      if (!kept || Date.now() - kept.at > KEPT) return null;
      return Date.now() - kept.held > HELD ? kept.seat : null;
    },
    set(key, seat) {
      session.setItem(key, JSON.stringify(seat));
      local.setItem(key, JSON.stringify({ seat, at: Date.now(), held: Date.now() }));
      clearInterval(beats.get(key));
      beats.set(key, setInterval(() => hold(key, Date.now()), HELD / 3));
    },
    remove(key) {
      release(key);
      session.removeItem(key);
      local.removeItem(key);
    },
    release,
  };
  return shared;
}

/** @returns {SeatStorage} */
function memoryStorage() {
  /** @type {Map<string, Seat>} */
  const seats = new Map();
  return {
    get: (key) => seats.get(key) ?? null,
    set: (key, seat) => void seats.set(key, seat),
    remove: (key) => void seats.delete(key),
    release: () => {},
  };
}

/** A secret for one seat. */
function unguessable() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string | null} text @returns {any} */
function parse(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** @param {"sessionStorage" | "localStorage"} name @returns {Storage | null} */
function storageOf(name) {
  try {
    return globalThis.document ? globalThis[name] : null;
  } catch {
    return null;
  }
}
