import { Socket } from 'node:net';
import pg from 'pg';

/**
 * TCP keepalive of all connections to Postgres: a connection whose other end does not answer is closed after this time and
 * ten probes, one a second (libuv). TCP itself sends no packet on a quiet connection.
 */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;

/** As above, on the side of Postgres: it ends the session of a host that vanished, and so its locks, within 20 s. */
export const serverKeepAlive = [
  ['tcp_keepalives_idle', '10'],
  ['tcp_keepalives_interval', '3'],
  ['tcp_keepalives_count', '3'],
] as const;

/** The age at which a connection is replaced: a failover or a changed DNS record reaches every process within this time. */
export const maximumAgeSeconds = 30 * 60;

/** How long Postgres and the network may take beyond the time limit of a statement. */
export const answerSeconds = 15;

/** Adds {@link closeWhenSilent} to a new connection, without a time limit yet. */
export function watchSilence(client: pg.ClientBase): void {
  const socket = socketOf(client);
  socket?.on('timeout', () => {
    const read = socket.bytesRead;
    // After a blocked event loop the timer is processed before the bytes that have arrived.
    setImmediate(() => {
      if (socket.bytesRead === read && !socket.destroyed && socket.timeout !== 0)
        socket.destroy(new PostgresSilent());
    });
  });
}

/**
 * Closes the connection when nothing is sent or received on it for this time, which is longer than any statement may take.
 * Keepalive does not detect a peer that acknowledges packets and does not answer, nor a connection with unacknowledged
 * data, which TCP sends again for a quarter of an hour. The statement in progress then rejects with {@link PostgresSilent}.
 *
 * @param seconds - 0 is no limit
 */
export function closeWhenSilent(client: pg.ClientBase, seconds: number): void {
  socketOf(client)?.setTimeout(seconds * 1000);
}

/** Postgres did not answer in the time that a statement may take. The statement may have been executed. */
export class PostgresSilent extends Error {
  override readonly name = 'PostgresSilent';

  constructor() {
    super('Connection terminated: Postgres did not respond in time');
  }
}

function socketOf(client: pg.ClientBase): Socket | undefined {
  // With TLS the stream is a TLSSocket, which is a Socket, too.
  const stream = client instanceof pg.Client ? client.connection.stream : undefined;
  return stream instanceof Socket ? stream : undefined;
}
