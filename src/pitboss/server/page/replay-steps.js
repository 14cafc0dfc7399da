/** The steps of a recorded game, fetched in pages as they are needed; how they look is in replay.js. */

/**
 * @typedef {{ name: string, seat: number, facts?: any, text: string, public?: string, known?: number[] }} StepEvent
 * @typedef {{ number: number, actor: number, action: string | null, events: StepEvent[], view: any, turn: number,
 *   figures?: { equity?: (number | null)[] } | null, faults?: Fault[] }} Step
 * @typedef {{ seat: number, bot?: string, turn: number, step?: number | null, kind: string, cost: string, message: string,
 *   said?: string | null, written?: string | null }} Fault
 * @typedef {{ step: number, kind: string, text: string }} Mark
 * @typedef {{ places: number[], scores: number[], reason: string }} Result
 * @typedef {{ id: string, kind: string, game: string, rules: string, names: string[], total: number, first: number,
 *   steps: Step[], marks?: Mark[], result?: Result | null }} StepPage
 */

export const PAGE = 500;
// Of a game with 20,000 moves only a part is kept; going back fetches it again.
const KEPT = 8;

/** The steps of one game; `at` never waits, `load` does. */
export class Steps {
  /** @type {Map<number, Step[]>} */
  #pages = new Map();
  /** @type {Map<number, Promise<void>>} */
  #coming = new Map();
  #fetch;

  /**
   * @param {(from: number, count: number) => Promise<StepPage>} fetch
   * @param {StepPage} first
   */
  constructor(fetch, first) {
    this.#fetch = fetch;
    this.about = first;
    /** How many steps there are, the deal included. */
    this.total = first.total;
    this.#pages.set(Math.floor(first.first / PAGE), first.steps);
  }

  /** The number of the last step. */
  get last() {
    return this.total - 1;
  }

  /**
   * The step if it is here.
   * @param {number} number
   * @returns {Step | undefined}
   */
  at(number) {
    return this.#pages.get(Math.floor(number / PAGE))?.[number % PAGE];
  }

  /**
   * The step, fetched if need be.
   * @param {number} number
   * @returns {Promise<Step>}
   */
  async load(number) {
    const page = Math.floor(number / PAGE);
    const steps = this.#pages.get(page);
    if (steps) {
      // Used last, so dropped last.
      this.#pages.delete(page);
      this.#pages.set(page, steps);
    } else {
      await this.#bring(page);
    }
    const step = this.at(number);
    if (!step) throw new RangeError(`there is no step ${number}`);
    return step;
  }

  /**
   * Fetch what will be needed soon; nobody waits for it.
   * @param {number} number
   */
  prefetch(number) {
    if (number < 0 || number >= this.total || this.at(number)) return;
    this.#bring(Math.floor(number / PAGE)).catch(() => {});
  }

  /** @param {number} page */
  #bring(page) {
    let coming = this.#coming.get(page);
    if (!coming) {
      coming = this.#fetch(page * PAGE, PAGE)
        .then((answer) => {
          this.#pages.set(page, answer.steps);
          for (const old of this.#pages.keys()) {
            if (this.#pages.size <= KEPT) break;
            this.#pages.delete(old);
          }
        })
        .finally(() => this.#coming.delete(page));
      this.#coming.set(page, coming);
    }
    return coming;
  }
}

/**
 * What happened in a step, as the seat may know it; -1 knows all.
 * @param {Step} step
 * @param {number} seat
 * @returns {string[]}
 */
export function sentences(step, seat) {
  return step.events.map((event) =>
    seat < 0 || event.public === undefined || event.known?.includes(seat) ? event.text : event.public,
  );
}
