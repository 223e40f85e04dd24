import pg from 'pg';
import type { Logger } from '../../runtime/logger.ts';
import { applicationRole } from '../roles.ts';
import { turnEventsChannel } from './notify-turn-events.ts';

export interface TurnEventListener {
  close(): Promise<void>;
}

const initialRetryMs = 100;
const maximumRetryMs = 5000;
const connectMilliseconds = 10_000;

/**
 * Opens one connection that listens for new events of all turns, and opens it again when it breaks. Notifications that are
 * sent in between are lost: the caller also has to read the positions of its turns.
 *
 * @param onEvents - called with the id of the turn
 */
export function listenTurnEvents(options: {
  readonly url: string;
  readonly appUrl: string | undefined;
  readonly logger: Logger;
  readonly onEvents: (turnId: string) => void;
}): TurnEventListener {
  const { url, appUrl, logger, onEvents } = options;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = initialRetryMs;
  let isClosed = false;

  const reconnect = (broken: pg.Client) => {
    if (client !== broken || isClosed) return;
    client = undefined;
    void broken.end().catch(() => undefined);
    timer = setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(retryMs * 2, maximumRetryMs);
  };

  const connect = async () => {
    const opened = new pg.Client({
      connectionString: appUrl ?? url,
      options: appUrl === undefined ? `-c role=${applicationRole}` : '',
      application_name: 'inventory listener',
      keepAlive: true,
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
      await opened.connect();
      await opened.query(`listen ${turnEventsChannel}`);
      retryMs = initialRetryMs;
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
      await client?.end().catch(() => undefined);
    },
  };
}
