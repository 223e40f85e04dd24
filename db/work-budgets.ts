import { toolLimits } from '../domain/assistant/turn-limits.ts';

/** What a connection is used for. Each kind has limits of its own. */
export type WorkKind = 'request' | 'bulk' | 'export' | 'tool' | 'background' | 'migration';

export interface WorkBudget {
  /** `statement_timeout`; 0 is no limit. */
  readonly statementSeconds: number;
  /** `lock_timeout`. */
  readonly lockSeconds: number;
  /** `idle_in_transaction_session_timeout`. */
  readonly idleInTransactionSeconds: number;
  /** The fraction of the connection pool that all work of this kind may use. */
  readonly poolFraction: number;
  /** The number of transactions of one organization that may wait for a connection. */
  readonly maximumWaiting: number;
  /** How long a transaction waits for a connection. */
  readonly waitSeconds: number;
  /** The number of organizations that can use all connections of this kind. Default: one. */
  readonly sharedBy?: number;
}

export type WorkBudgets = Readonly<Record<WorkKind, WorkBudget>>;

/** The limits of each kind of work. The API replaces some of them with its configuration. */
export const workBudgets: WorkBudgets = {
  request: {
    statementSeconds: 20,
    lockSeconds: 10,
    idleInTransactionSeconds: 30,
    poolFraction: 1,
    // `waitSeconds` bounds the wait; this bounds the memory of waiting requests.
    maximumWaiting: 1000,
    waitSeconds: 10,
  },
  // A report of CI with up to a million rows. Two organizations use the connections of this kind, so that requests of people
  // do not wait for them.
  bulk: {
    statementSeconds: 60,
    lockSeconds: 20,
    idleInTransactionSeconds: 30,
    poolFraction: 0.25,
    maximumWaiting: 100,
    waitSeconds: 20,
    sharedBy: 2,
  },
  // The transaction is idle while the client reads.
  export: {
    statementSeconds: 120,
    lockSeconds: 5,
    idleInTransactionSeconds: 60,
    poolFraction: 0.25,
    maximumWaiting: 0,
    waitSeconds: 0,
  },
  // A tool call of the assistant. The number of running turns is limited.
  tool: {
    statementSeconds: toolLimits.seconds,
    lockSeconds: toolLimits.seconds,
    idleInTransactionSeconds: 30,
    poolFraction: 1,
    maximumWaiting: Number.POSITIVE_INFINITY,
    waitSeconds: 30,
  },
  // Temporal limits the number of concurrent activities, so any number of them may wait.
  background: {
    statementSeconds: 600,
    lockSeconds: 60,
    idleInTransactionSeconds: 120,
    poolFraction: 1,
    maximumWaiting: Number.POSITIVE_INFINITY,
    waitSeconds: 60,
  },
  // Building an index takes long. A migration that waits for a table lock blocks all later statements on the table.
  migration: {
    statementSeconds: 0,
    lockSeconds: 15,
    idleInTransactionSeconds: 120,
    poolFraction: 1,
    maximumWaiting: 0,
    waitSeconds: 0,
  },
};

/** Returns the limits as Postgres parameters, in milliseconds. */
export function timeoutParameters(
  budget: Pick<WorkBudget, 'statementSeconds' | 'lockSeconds' | 'idleInTransactionSeconds'>,
): readonly (readonly [name: string, milliseconds: string])[] {
  return [
    ['statement_timeout', String(budget.statementSeconds * 1000)],
    ['lock_timeout', String(budget.lockSeconds * 1000)],
    ['idle_in_transaction_session_timeout', String(budget.idleInTransactionSeconds * 1000)],
  ];
}
