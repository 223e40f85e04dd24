import type { Response } from 'express';
import type { TurnEventListener } from '../../db/assistant/listen-turn-events.ts';
import { endedSessionsPrefix } from '../../db/assistant/notify-turn-events.ts';
import { readTurnEvents, readTurnPositions } from '../../db/assistant/read-turn-events.ts';
import { findPermissionsOfSessions } from '../../db/identity/session-store.ts';
import type { Database } from '../../db/tenant.ts';
import { conversationLimits } from '../../domain/assistant/turn-limits.ts';
import { errors } from '../../domain/errors.ts';
import type { AssistantMetrics } from '../../runtime/metrics/assistant-metrics.ts';
import type { Logger } from '../../runtime/logger.ts';
import { TurnStream } from './turn-stream.ts';
import type { TurnStreamTarget, TurnStreamTimes } from './turn-stream.ts';

/** The open event streams of this process. */
export interface TurnStreams {
  /** @throws CatalogueError `rate_limited` when the user has as many streams as permitted */
  requireFree(userId: string): void;
  /**
   * Begins a stream and returns. Turn and user were checked. The stream ends when the session ends or loses the permission.
   * @throws CatalogueError as {@link requireFree}
   */
  open(response: Response, target: TurnStreamTarget): void;
  /** Ends all streams without a terminal event, and the connection that listens. Later streams end at once. */
  close(): Promise<void>;
}

export interface TurnStreamOptions {
  readonly database: Database;
  /** Opens the connection that listens; called for the first stream. */
  readonly listen: (onEvents: (payload: string) => void) => TurnEventListener;
  readonly metrics: AssistantMetrics;
  readonly logger: Logger;
  readonly times: TurnStreamTimes;
}

/** How often the positions of all open streams are compared with the database, in case a notification was lost. */
const catchUpMs = 1000;
/** Transactions that read events, at the same time. Each reads the events of all waiting streams of one organization. */
const readsAtOnce = 4;
const busySeconds = 10;

/** Holds no transaction while it waits. Streams of the same turn share its reads. */
export function createTurnStreams(options: TurnStreamOptions): TurnStreams {
  const { database, listen, metrics, logger, times } = options;
  const streams = new Map<string, Set<TurnStream>>();
  /** Ids of turns to read, by organization. */
  const waiting = new Map<string, Set<string>>();
  const reading = new Set<string>();
  let listener: TurnEventListener | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isCatchingUp = false;
  let isClosed = false;

  const all = () => [...streams.values()].flatMap((ofTurn) => [...ofTurn]);

  function addWaiting(organizationId: string, turnId: string): void {
    const turns = waiting.get(organizationId) ?? new Set();
    waiting.set(organizationId, turns.add(turnId));
  }

  /** @param payload of a notification: the id of a turn, or of a user whose sessions ended */
  function wakeBy(payload: string): void {
    if (!payload.startsWith(endedSessionsPrefix)) {
      wake(payload);
      return;
    }
    const userId = payload.slice(endedSessionsPrefix.length);
    for (const stream of all().filter((one) => one.userId === userId)) {
      stream.expireAuthorization();
      wake(stream.turnId);
    }
  }

  function wake(turnId: string): void {
    const [stream] = streams.get(turnId) ?? [];
    if (stream === undefined) return;
    addWaiting(stream.organizationId, turnId);
    startReads();
  }

  function startReads(): void {
    for (const organizationId of waiting.keys()) {
      if (reading.size >= readsAtOnce || isClosed) return;
      if (reading.has(organizationId)) continue;
      reading.add(organizationId);
      void read(organizationId).finally(() => {
        reading.delete(organizationId);
        startReads();
      });
    }
  }

  async function read(organizationId: string): Promise<void> {
    const turnIds = [...(waiting.get(organizationId) ?? [])];
    waiting.delete(organizationId);
    const positions = new Map<string, number>();
    for (const turnId of turnIds) {
      const ready = [...(streams.get(turnId) ?? [])].filter(({ isReady }) => isReady);
      if (ready.length > 0) positions.set(turnId, Math.min(...ready.map(({ position }) => position)));
    }
    if (positions.size === 0) return;
    const unchecked = turnIds
      .flatMap((turnId) => [...(streams.get(turnId) ?? [])])
      .filter(({ isAuthorizationOld }) => isAuthorizationOld);
    const sessionIds = unchecked.map(({ sessionId }) => sessionId);
    const checkedAt = performance.now();
    try {
      const { held, pages } = await database.withTenant(
        organizationId,
        async (tenant) => ({
          held: sessionIds.length === 0 ? undefined : await findPermissionsOfSessions(tenant, sessionIds),
          pages: await readTurnEvents(tenant, positions),
        }),
        { readOnly: true },
      );
      for (const stream of unchecked) {
        if (held?.get(stream.sessionId)?.includes('assistant:use') === true) stream.setAuthorized(checkedAt);
        else stream.close();
      }
      const found = new Map(pages.map((page) => [page.turnId, page]));
      for (const turnId of positions.keys()) {
        const page = found.get(turnId);
        for (const stream of streams.get(turnId) ?? []) {
          if (page === undefined) stream.deliverDeleted();
          else stream.deliver(page);
        }
        const last = page?.events.at(-1)?.sequence;
        if (page !== undefined && last !== undefined && last < page.lastSequence)
          addWaiting(organizationId, turnId);
      }
    } catch (error) {
      logger.warn({ err: error, organization_id: organizationId }, 'failed to read turn events; will retry');
      await new Promise((resolve) => setTimeout(resolve, catchUpMs).unref());
      for (const turnId of turnIds) addWaiting(organizationId, turnId);
    }
  }

  async function catchUp(): Promise<void> {
    const open = all();
    for (const stream of open) stream.tick();
    const ready = open.filter(({ isReady }) => isReady);
    if (ready.length === 0 || isCatchingUp) return;
    isCatchingUp = true;
    try {
      const positions = await readTurnPositions(database, [
        ...new Map(ready.map((stream) => [stream.turnId, stream])).values(),
      ]);
      for (const { turnId, position, isAuthorizationOld } of ready)
        if (isAuthorizationOld || (positions.get(turnId) ?? Infinity) > position) wake(turnId);
    } catch (error) {
      logger.warn({ err: error }, 'failed to read the positions of turns; will retry');
    } finally {
      isCatchingUp = false;
    }
  }

  function remove(stream: TurnStream): void {
    metrics.streamClosed();
    const ofTurn = streams.get(stream.turnId);
    ofTurn?.delete(stream);
    if (ofTurn?.size === 0) streams.delete(stream.turnId);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function requireFree(userId: string): void {
    const limit = conversationLimits.streamsOfUser;
    if (all().filter((stream) => stream.userId === userId).length < limit) return;
    throw errors.rateLimited(busySeconds, { name: 'concurrent_streams', limit, windowSeconds: busySeconds });
  }

  return {
    requireFree,
    open(response, target) {
      requireFree(target.userId);
      listener ??= isClosed ? undefined : listen(wakeBy);
      timer ??= isClosed ? undefined : setInterval(() => void catchUp(), catchUpMs);
      const stream = new TurnStream(response, target, times, metrics, () => wake(target.turnId));
      metrics.streamOpened();
      streams.set(target.turnId, (streams.get(target.turnId) ?? new Set()).add(stream));
      response.once('close', () => remove(stream));
      if (isClosed) stream.close();
      else wake(target.turnId);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      for (const stream of all()) stream.close();
      await listener?.close();
    },
  };
}
