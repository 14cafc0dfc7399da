/** The public HTTP API under /api, and the organiser's token. Games are played in pitboss.js. */

import { common } from "./texts.js";

const TOKEN = "organiser-token";

export class ApiError extends Error {
  /**
   * @param {string} code what went wrong, for programs
   * @param {string} message what went wrong, for people
   * @param {number} status of HTTP; 0 if no answer came
   */
  constructor(code, message, status) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
  }
}

/** The organiser's token, if this tab has been given one. */
export function token() {
  return sessionStorage.getItem(TOKEN) ?? "";
}

/** @param {string} text the organiser's token; empty to forget it */
export function setToken(text) {
  if (text) sessionStorage.setItem(TOKEN, text);
  else sessionStorage.removeItem(TOKEN);
}

/** Take a token from the fragment (`#token=...`) out of the address, where it would be copied along. */
export function takeToken() {
  const given = /^#token=(.+)$/.exec(location.hash);
  if (!given) return;
  setToken(decodeURIComponent(given[1] ?? ""));
  history.replaceState(null, "", location.pathname + location.search);
}

/**
 * @param {string} path such as `/api/tables`
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export function get(path, options) {
  return ask("GET", path, undefined, options);
}

/**
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export function post(path, body = {}) {
  return ask("POST", path, body);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function remove(path) {
  return ask("DELETE", path);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{signal?: AbortSignal}} [options]
 */
async function ask(method, path, body, options = {}) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  const known = token();
  if (known) headers.authorization = `Bearer ${known}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("offline", common.offline, 0);
  }
  const text = await answer.text();
  /** @type {any} */
  let value = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    // An answer that is no JSON comes from something between us and the server.
  }
  if (answer.ok) return value;
  const told = value?.error;
  const code = typeof told === "object" && told ? String(told.code) : String(told ?? "failed");
  const message = typeof told === "object" && told ? told.message : value?.message;
  throw new ApiError(code, String(message ?? common.status(answer.status)), answer.status);
}
