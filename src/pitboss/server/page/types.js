/** The types that the page's modules share; nothing here runs. */

/**
 * Who sits where, and how they are connected.
 * @typedef {{ name: string, sort: "built-in" | "program" | "connection" | string, wire: string, here: boolean }} SeatNote
 */

/**
 * My turn: what I may do. A range is of numbers: `raise 200` to `raise 10000`.
 * @typedef {{ turn: number, legal: string[], codes: number[], range: {low: number, high: number, text: string[]} | null }} Question
 */

/**
 * Something that happened, as this viewer may know it.
 * @typedef {{ type: "event", name: string, seat: number, facts: Record<string, any>, text?: string, seq?: number }} EventMessage
 */

/**
 * A line of the telling.
 * @typedef {{ text: string, tone?: "plain" | "fault" | "end", seat?: number }} LogLine
 */

/** @typedef {{ places: number[], scores: number[], reason: string, seed?: string }} Result */

/**
 * One position of a game, live, played or replayed; the game elements know nothing else.
 * @typedef {{
 *   kind: string,
 *   game: string,
 *   rules: string,
 *   names: string[],
 *   seats: SeatNote[],
 *   viewer: number,
 *   view: any,
 *   actor: number,
 *   turn: number,
 *   deadline: number | null,
 *   move: number,
 *   question: Question | null,
 *   result: Result | null,
 *   figures: { equity?: (number | null)[] } | null,
 *   log: LogLine[],
 *   last: EventMessage[],
 * }} Position
 * `kind`: which element shows it. `viewer`: the seat, or -1 who watches. `view`: the wire's view, of a seat, of
 * spectators or with all cards. `deadline`: in ms of performance.now(). `move`: the seconds for a move.
 * `last`: what happened since the position before.
 */

/** An element that shows positions. @typedef {HTMLElement & { show(position: Position): void, seenFrom?: number | null }} GameElement */

/**
 * What `GET /api/server` answers.
 * @typedef {{
 *   name: string, version: string, http: string, poker: string,
 *   games: {name: string, title: string, kind: string, least: number, most: number, preset: boolean}[],
 *   bots: {name: string, about: string, kinds: string[], levels: {name: string, bot: string}[], time: string, strength: string}[],
 *   programs: string[], organiser: boolean, loopback: boolean, spectator_delay: number, action_timeout: number,
 * }} Server
 */

/**
 * What views are given.
 * @typedef {{
 *   server: Server,
 *   api: typeof import("./api.js"),
 *   navigate(path: string, options?: {replace?: boolean}): Promise<void>,
 *   announce(text: string): void,
 *   readonly token: string,
 * }} App
 */

/** What a view gives back. @typedef {{ title?: string, close?: () => void }} View */

/** @typedef {{ show(main: HTMLElement, params: Record<string, string>, app: App): View | Promise<View> }} ViewModule */

export {};
