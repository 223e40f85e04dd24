import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** The use of the connections of a process. */
export interface ConnectionCounts {
  readonly inUse: number;
  readonly idle: number;
  /** Work that waits for a connection. */
  readonly waiting: number;
  /** `DATABASE_POOL_SIZE` */
  readonly maximum: number;
}

/**
 * Registers gauges of the connections of a process to Postgres: `database_connections` by state (`in_use`, `idle`),
 * `database_connections_max`, and `database_connection_waiters`.
 */
export function registerDatabaseMetrics(registry: Registry, read: () => ConnectionCounts): void {
  const registers = [registry];
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Open connections to Postgres, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const { inUse, idle } = read();
      connections.set({ state: 'in_use' }, inUse);
      connections.set({ state: 'idle' }, idle);
    },
  });
  const maximum: Gauge = new Gauge({
    name: 'database_connections_max',
    help: 'Connections to Postgres that this process may open',
    registers,
    collect() {
      maximum.set(read().maximum);
    },
  });
  const waiters: Gauge = new Gauge({
    name: 'database_connection_waiters',
    help: 'Statements and transactions that wait for a connection to Postgres',
    registers,
    collect() {
      waiters.set(read().waiting);
    },
  });
}
