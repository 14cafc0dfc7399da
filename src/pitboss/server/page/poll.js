/** Asking the server again and again: not while the page is hidden, and more slowly while it is away. */

const SLOWEST = 10_000;

export class Poll {
  /** @type {number | undefined} */
  #timer;
  #running = false;
  #asking = false;
  #failures = 0;

  /**
   * `ask` is called at once, and again so many milliseconds after each answer. It ends the
   * polling by returning false, and what it throws goes to `failed`.
   * @param {number} every
   * @param {() => Promise<boolean | void>} ask
   * @param {(error: unknown) => void} [failed]
   */
  constructor(every, ask, failed = () => {}) {
    this.every = every;
    this.ask = ask;
    this.failed = failed;
    this.wake = () => {
      if (!document.hidden) this.now();
    };
  }

  start() {
    this.#running = true;
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    return this.now();
  }

  stop() {
    this.#running = false;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
  }

  /** Ask without waiting for the next time. */
  async now() {
    if (!this.#running || this.#asking) return;
    clearTimeout(this.#timer);
    this.#asking = true;
    let more = true;
    try {
      more = (await this.ask()) !== false;
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (this.#running) this.failed(error);
    }
    this.#asking = false;
    if (!more) this.stop();
    if (!this.#running || document.hidden) return;
    const pause = Math.min(this.every * 1.6 ** this.#failures, SLOWEST);
    this.#timer = window.setTimeout(() => this.now(), pause);
  }
}
