import type { Response } from 'express';
import type { StoredTurnEvent, TurnEventPage } from '../../db/assistant/read-turn-events.ts';
import type { AssistantMetrics } from '../../runtime/metrics/assistant-metrics.ts';
import { beginEventStream, comment, eventText } from '../http/response/server-sent-events.ts';

/** How long a client waits before it connects again. */
const retryMilliseconds = 2000;
/** How long a stream continues at most after its session, role or user ended. */
const authorizationMilliseconds = 3000;

export interface TurnStreamTimes {
  readonly heartbeatSeconds: number;
  /** A stream is closed when its client reads nothing for this time. */
  readonly stallSeconds: number;
}

export interface TurnStreamTarget {
  readonly organizationId: string;
  readonly turnId: string;
  readonly userId: string;
  /** The session that opened the stream. */
  readonly sessionId: string;
  /** Events up to this sequence number are not sent. */
  readonly after: number;
  /** When the request arrived, in milliseconds of the monotonic clock, if the stream answers a question. */
  readonly askedAt?: number | undefined;
}

/** The events of a turn on their way to one client. */
export class TurnStream {
  readonly organizationId: string;
  readonly turnId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** When the session was last found to be active, in milliseconds of the monotonic clock. */
  #authorizedAt = performance.now();
  /** When sessions of the user last ended, on the same clock. */
  #expiredAt = Number.NEGATIVE_INFINITY;
  readonly #response: Response;
  readonly #times: TurnStreamTimes;
  readonly #metrics: AssistantMetrics;
  readonly #openedAt = Date.now();
  #askedAt: number | undefined;
  #position: number;
  #isBlocked = false;
  #hasEnded = false;
  #lastWrite = performance.now();
  /** Bytes that the operating system has accepted, and when their number last changed. */
  #sent = 0;
  #lastProgress = performance.now();

  /** Begins the response. `onReady` is called when the client has read what was sent, after it was slow. */
  constructor(
    response: Response,
    target: TurnStreamTarget,
    times: TurnStreamTimes,
    metrics: AssistantMetrics,
    onReady: () => void,
  ) {
    this.organizationId = target.organizationId;
    this.turnId = target.turnId;
    this.userId = target.userId;
    this.sessionId = target.sessionId;
    this.#position = target.after;
    this.#askedAt = target.askedAt;
    this.#response = response;
    this.#times = times;
    this.#metrics = metrics;
    response.on('drain', () => {
      this.#isBlocked = false;
      onReady();
    });
    beginEventStream(response, retryMilliseconds);
  }

  get position(): number {
    return this.#position;
  }

  /** Whether the stream takes events: its client reads, and it has not ended. */
  get isReady(): boolean {
    return !this.#isBlocked && !this.#hasEnded;
  }

  /** Whether the session, the role or the user can have ended since the last check. */
  get isAuthorizationOld(): boolean {
    const age = performance.now() - this.#authorizedAt;
    return this.#authorizedAt <= this.#expiredAt || age >= authorizationMilliseconds;
  }

  /** Has the session, the role and the user checked before anything else is sent. */
  expireAuthorization(): void {
    this.#expiredAt = performance.now();
  }

  /** @param checkedAt when the check began, in milliseconds of the monotonic clock */
  setAuthorized(checkedAt: number): void {
    this.#authorizedAt = checkedAt;
  }

  /**
   * Sends the events after the position until the client is slow. Ends the stream after the last event of an ended turn. Skips
   * a page that begins later: it was read for other streams while this client was slow.
   */
  deliver({ events, isRunning, lastSequence }: TurnEventPage): void {
    for (const event of events) {
      if (!this.isReady) return;
      if (event.sequence === this.#position + 1) this.#send(event);
    }
    if (!isRunning && this.#position >= lastSequence) this.#end();
  }

  /** Ends the stream of a turn that was deleted: its terminal event was deleted, too. */
  deliverDeleted(): void {
    if (!this.isReady) return;
    const data = JSON.stringify({ code: 'cancelled', message: 'The conversation was deleted.' });
    this.#send({ sequence: this.#position + 1, type: 'turn.failed', data, createdAt: Date.now() });
    this.#end();
  }

  /** Sends a comment if the stream was silent. Closes the connection of a client that reads nothing. */
  tick(): void {
    const now = performance.now();
    if (!this.#hasEnded && now - this.#lastWrite >= this.#times.heartbeatSeconds * 1000)
      this.#write(comment('heartbeat'));
    const { socket, writableLength } = this.#response;
    const sent = socket === null ? 0 : socket.bytesWritten - socket.writableLength;
    if (sent !== this.#sent || writableLength === 0) {
      this.#sent = sent;
      this.#lastProgress = now;
    } else if (now - this.#lastProgress >= this.#times.stallSeconds * 1000) {
      this.#response.destroy();
    }
  }

  /** Ends the response without a terminal event, so that the client connects again. */
  close(): void {
    const { socket } = this.#response;
    this.#hasEnded = true;
    this.#response.end(() => socket?.end());
  }

  #send({ sequence, type, data, createdAt }: StoredTurnEvent): void {
    this.#position = sequence;
    const fields = data === '{}' ? '}' : `, ${data.slice(1)}`;
    this.#write(
      eventText({
        id: `${this.turnId}:${sequence}`,
        event: type,
        data: `{"turn_id": "${this.turnId}"${fields}`,
      }),
    );
    if (createdAt > this.#openedAt) this.#metrics.eventSent((Date.now() - createdAt) / 1000);
    if (this.#askedAt !== undefined) {
      this.#metrics.firstEventSent((performance.now() - this.#askedAt) / 1000);
      this.#askedAt = undefined;
    }
  }

  #write(text: string): void {
    this.#lastWrite = performance.now();
    if (!this.#response.write(text)) this.#isBlocked = true;
  }

  #end(): void {
    this.#hasEnded = true;
    this.#response.end();
  }
}
