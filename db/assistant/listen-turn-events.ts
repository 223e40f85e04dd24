import pg from 'pg';
import type { Logger } from '../../runtime/logger.ts';
import {
  answerSeconds,
  closeWhenSilent,
  keepAliveOptions,
  maximumAgeSeconds,
  watchSilence,
} from '../pool/connection-liveness.ts';
import { applicationRole } from '../roles.ts';
import { turnEventsChannel } from './notify-turn-events.ts';

export interface TurnEventListener {
  close(): Promise<void>;
}

const initialRetryMs = 100;
const maximumRetryMs = 5000;
const connectMilliseconds = 10_000;
/** How often a statement proves that the connection works. A connection without notifications is quiet otherwise. */
const defaultProbeSeconds = 5;

/**
 * Opens one connection that listens for new events of all turns, and opens it again when it breaks, when Postgres does not
 * answer on it, and at its greatest age. Notifications that are sent in between are lost: the caller also has to read the
 * positions of its turns.
 *
 * @param onEvents - called with the payload of a notification
 */
export function listenTurnEvents(options: {
  readonly url: string;
  readonly appUrl: string | undefined;
  readonly logger: Logger;
  readonly onEvents: (payload: string) => void;
  /** Default: 5. */
  readonly probeSeconds?: number;
}): TurnEventListener {
  const { url, appUrl, logger, onEvents, probeSeconds = defaultProbeSeconds } = options;
  const silenceSeconds = Math.min(answerSeconds, 3 * probeSeconds);
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = initialRetryMs;
  let isClosed = false;
  let probes: NodeJS.Timeout | undefined;

  const probe = (connected: pg.Client) => {
    const startedAt = performance.now();
    let isWaiting = false;
    probes = setInterval(() => {
      if (performance.now() - startedAt > maximumAgeSeconds * 1000) reconnect(connected);
      if (isWaiting || client !== connected) return;
      isWaiting = true;
      const answered = () => (isWaiting = false);
      connected.query('select 1').then(answered, answered);
    }, probeSeconds * 1000);
  };

  const reconnect = (broken: pg.Client) => {
    if (client !== broken || isClosed) return;
    client = undefined;
    clearInterval(probes);
    void broken.end().catch(() => undefined);
    timer = setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(retryMs * 2, maximumRetryMs);
  };

  const connect = async () => {
    const opened = new pg.Client({
      connectionString: appUrl ?? url,
      options: appUrl === undefined ? `-c role=${applicationRole}` : '',
      application_name: 'inventory listener',
      ...keepAliveOptions,
      connectionTimeoutMillis: connectMilliseconds,
    });
    client = opened;
    opened.on('notification', ({ payload }) => onEvents(payload ?? ''));
    opened.on('error', (error) => {
      logger.warn({ err: error }, 'lost the connection that listens for turn events; will reconnect');
      reconnect(opened);
    });
    opened.on('end', () => reconnect(opened));
    try {
      watchSilence(opened);
      closeWhenSilent(opened, connectMilliseconds / 1000);
      await opened.connect();
      closeWhenSilent(opened, silenceSeconds);
      await opened.query(`listen ${turnEventsChannel}`);
      retryMs = initialRetryMs;
      if (client === opened && !isClosed) probe(opened);
    } catch (error) {
      logger.warn({ err: error }, 'failed to listen for turn events; will retry');
      reconnect(opened);
    }
  };

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(probes);
      await client?.end().catch(() => undefined);
    },
  };
}
