/** What this tab ordered at a table, and under which name: for coming in, and for playing again. */

/**
 * What a `join` asks for besides its name. Without a game it takes whatever the table has.
 * @typedef {{
 *   name?: string, game?: string, seats?: number, house?: string[],
 *   pace?: number, time?: {move: number, bank?: number},
 * }} Order
 */

const NAME = "name";

/**
 * What is to be joined at once; it is kept until the game has begun, so that a reload comes back.
 * @param {string} table
 * @returns {Order | null}
 */
export function orderFor(table) {
  return read(`order:${table}`);
}

/**
 * @param {string} table
 * @param {Order} order
 */
export function setOrder(table, order) {
  sessionStorage.setItem(`order:${table}`, JSON.stringify(order));
}

/**
 * The game has begun: from now on the order only says what to play again.
 * @param {string} table
 */
export function orderServed(table) {
  const order = sessionStorage.getItem(`order:${table}`);
  sessionStorage.removeItem(`order:${table}`);
  if (order) sessionStorage.setItem(`again:${table}`, order);
}

/**
 * What was played at the table last.
 * @param {string} table
 * @returns {Order | null}
 */
export function lastOrder(table) {
  return read(`again:${table}`);
}

/** @param {string} table */
export function dropOrder(table) {
  sessionStorage.removeItem(`order:${table}`);
}

/** The name under which this person plays; who has given none is a guest, the same one in this tab. */
export function personName() {
  const guest = sessionStorage.getItem(NAME) ?? `guest-${100 + Math.floor(Math.random() * 900)}`;
  sessionStorage.setItem(NAME, guest);
  return localStorage.getItem(NAME) || guest;
}

/** @param {string} name */
export function rememberName(name) {
  localStorage.setItem(NAME, name);
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
