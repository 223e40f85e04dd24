import { joinTurnEvents } from '../../domain/assistant/join-turn-events.ts';
import type { TurnEvent } from '../../domain/assistant/turn-event.ts';
import { textDelta } from '../../domain/assistant/turn-limits.ts';
import type { TurnUsageIncrement } from '../../db/assistant/turn-attempt-store.ts';
import { TurnLeaseLost } from './turn-stopped.ts';

/** Appends events and usage to the turn. Resolves with false if the turn has ended or another attempt has its lease. */
type Append = (events: readonly TurnEvent[], usage: TurnUsageIncrement) => Promise<boolean>;

const noUsage: TurnUsageIncrement = { inputTokens: 0, outputTokens: 0, toolCalls: 0 };

/**
 * Writes the events of an attempt in their order, one write at a time. Texts are collected for 100 ms; other events are
 * written at once, with the texts before them.
 */
export class TurnEventWriter {
  readonly #append: Append;
  readonly #onFailure: (reason: unknown) => void;
  #events: TurnEvent[] = [];
  #usage = noUsage;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param onFailure - called once with the error of a write, or with {@link TurnLeaseLost}; later events are dropped */
  constructor(append: Append, onFailure: (reason: unknown) => void) {
    this.#append = append;
    this.#onFailure = onFailure;
  }

  emit(event: TurnEvent): void {
    if (this.#isClosed) return;
    this.#events.push(event);
    if (event.type === 'text.delta')
      this.#timer ??= setTimeout(() => void this.flush(), textDelta.joinMilliseconds);
    else void this.flush();
  }

  /** Adds to the usage that the next write stores. */
  addUsage({ inputTokens = 0, outputTokens = 0, toolCalls = 0 }: Partial<TurnUsageIncrement>): void {
    this.#usage = {
      inputTokens: this.#usage.inputTokens + inputTokens,
      outputTokens: this.#usage.outputTokens + outputTokens,
      toolCalls: this.#usage.toolCalls + toolCalls,
    };
  }

  /** Resolves when everything that was emitted before is written, or a write failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Events that are emitted during a write are joined and follow in one write.
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Drops later events. */
  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  async #write(): Promise<void> {
    const [events, usage] = [joinTurnEvents(this.#events), this.#usage];
    if (this.#isClosed || (events.length === 0 && usage === noUsage)) return;
    this.#events = [];
    this.#usage = noUsage;
    try {
      if (!(await this.#append(events, usage))) throw new TurnLeaseLost('another attempt writes the turn');
    } catch (error) {
      this.close();
      this.#onFailure(error);
    }
  }
}
