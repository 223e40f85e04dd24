/** The limits of a streamed response. */
export interface StreamLimits {
  /** How long the client may take to read one page. */
  readonly stallSeconds: number;
  /** How long the whole response may take. */
  readonly maximumSeconds: number;
  /** The rate at which the client must read, over the time that the server waits for it. */
  readonly minimumBytesPerSecond: number;
}

/**
 * Aborts its signal when the client of a streamed response reads too slowly, or when the response takes too long. The time
 * that the server needs to produce a page does not count as reading time.
 */
export class ReadDeadline {
  readonly #controller = new AbortController();
  readonly #limits: StreamLimits;
  readonly #total: NodeJS.Timeout;
  #reading: NodeJS.Timeout | undefined;
  #readingSince = 0;
  /** Milliseconds that the client has left. Every page that it reads adds the page's time at the minimum rate. */
  #remaining: number;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
    this.#remaining = limits.stallSeconds * 1000;
    this.#total = setTimeout(() => this.#controller.abort(), limits.maximumSeconds * 1000);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The client starts to read a page. */
  start(): void {
    clearTimeout(this.#reading);
    this.#readingSince = performance.now();
    const allowed = Math.min(this.#limits.stallSeconds * 1000, this.#remaining);
    this.#reading = setTimeout(() => this.#controller.abort(), Math.max(0, allowed));
  }

  /** The client has read a page of `bytes`. */
  stop(bytes: number): void {
    clearTimeout(this.#reading);
    this.#remaining += (bytes / this.#limits.minimumBytesPerSecond) * 1000;
    this.#remaining -= performance.now() - this.#readingSince;
  }

  /** Stops all timers. */
  end(): void {
    clearTimeout(this.#reading);
    clearTimeout(this.#total);
  }
}
