import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A TCP proxy in front of Postgres whose connections can die silently, as behind a firewall that forgot them. */
export interface SilentProxy {
  /** The given URL, through the proxy. */
  readonly url: string;
  /** The number of open connections. */
  connections(): number;
  /** Drops all bytes of the open connections, without closing them. New connections work. */
  silence(): void;
  close(): Promise<void>;
}

/** @param url of Postgres */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url);
  const pairs = new Map<Socket, Socket>();
  const server = createServer((client) => {
    const postgres = connect({ host: target.hostname, port: Number(target.port) });
    pairs.set(client, postgres);
    const end = () => {
      pairs.delete(client);
      client.destroy();
      postgres.destroy();
    };
    for (const socket of [client, postgres]) socket.on('error', end).on('close', end);
    client.pipe(postgres);
    postgres.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    connections: () => pairs.size,
    silence() {
      for (const [client, postgres] of pairs) {
        client.unpipe(postgres).resume();
        postgres.unpipe(client).resume();
      }
    },
    async close() {
      for (const [client, postgres] of pairs) {
        client.destroy();
        postgres.destroy();
      }
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
