import { LRUCache } from 'lru-cache';
import { secondsLeft } from '../runtime/deadline.ts';
import { noteProgress } from '../runtime/progress.ts';
import { traced } from '../runtime/spans.ts';
import { answerSeconds } from './pool/connection-liveness.ts';
import { openConnectionPool, silenceLimitOf } from './pool/connection-pool.ts';
import { createConnectionShares } from './pool/connection-shares.ts';
import type { ConnectionShares } from './pool/connection-shares.ts';
import { isReadOnlyError, toCatalogueError } from './database-errors.ts';
import { rejectAfter } from './reject-after.ts';
import { retryConflicts, retryingTransactions } from './retry-conflicts.ts';
import { createTransactionRunner, withArrays } from './transaction.ts';
import type { RunTransaction, StatementRunner, Transaction, TransactionOptions } from './transaction.ts';
import { timeoutParameters, workBudgets } from './work-budgets.ts';
import type { WorkBudget, WorkBudgets, WorkKind } from './work-budgets.ts';

export type { TransactionOptions };

export interface SessionOptions extends TransactionOptions {
  /**
   * The organization whose share of the pool the transaction uses; it is not compared with the session's. Default: the
   * session has a share of its own.
   */
  readonly shareOf?: string;
}

/** A handle on which db/query.ts executes statements. Code outside of db/ can only pass it on. */
export class Queryable {
  readonly #runner: StatementRunner;

  constructor(runner: StatementRunner) {
    this.#runner = runner;
  }

  static runnerOf(queryable: Queryable): StatementRunner {
    return queryable.#runner;
  }
}

/** One organization's transaction. Row-level security limits its statements to the rows of that organization. */
export class Tenant extends Queryable {
  readonly organizationId: string;
  readonly #transaction: Transaction;
  readonly #afterCommit: (() => Promise<void>)[] = [];

  constructor(organizationId: string, transaction: Transaction) {
    super(transaction);
    this.organizationId = organizationId;
    this.#transaction = transaction;
  }

  /** Registers a callback that runs after COMMIT and never after ROLLBACK. The callback handles its own errors. */
  afterCommit(callback: () => Promise<void>): void {
    this.#afterCommit.push(callback);
  }

  static transactionOf(tenant: Tenant): Transaction {
    return tenant.#transaction;
  }

  static async runAfterCommit(tenant: Tenant): Promise<void> {
    for (const callback of tenant.#afterCommit) await callback();
  }
}

/** The session that `begin_session` loads, with its user. */
export interface SessionPrincipal {
  readonly organizationId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly userStatus: string;
  /** Names of built-in roles and ids of custom roles. */
  readonly roles: readonly string[];
  /** The permissions of the custom roles. */
  readonly customPermissions: readonly string[];
  /** Whether the organization requires a second factor and the user has none. */
  readonly lacksFactor: boolean;
  /** Revoked or expired. */
  readonly ended: boolean;
}

/** The API token that `begin_api_token` loads. */
export interface ApiTokenPrincipal {
  readonly organizationId: string;
  readonly apiTokenId: string;
  readonly permissions: readonly string[];
  /** Revoked or expired. */
  readonly ended: boolean;
  /** Whether `last_used_at` is less than a minute old. */
  readonly usedLately: boolean;
}

/** The ingest token that `begin_ingest` loads. */
export interface IngestPrincipal {
  readonly organizationId: string;
  readonly ingestTokenId: string;
  /** Revoked or expired. */
  readonly ended: boolean;
  /** Whether `last_used_at` is less than a minute old. */
  readonly usedLately: boolean;
}

export interface Database {
  /**
   * Runs `work` in a transaction of one organization and commits when `work` resolves. Repeats the transaction, and so
   * `work`, after a deadlock or a serialization failure.
   * @throws CatalogueError `provider_unavailable` when Postgres cannot be reached or the conflict persists.
   */
  withTenant<T>(
    organizationId: string,
    work: (tenant: Tenant) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Loads session, user and roles and sets the organization in one round trip, then runs `work` in the same
   * transaction. Both arguments of `work` are `undefined` when the session does not exist.
   */
  withSession<T>(
    sessionId: string,
    work: (principal: SessionPrincipal | undefined, tenant: Tenant | undefined) => Promise<T>,
    options?: SessionOptions,
  ): Promise<T>;
  /** As {@link withSession}, for the SHA-256 of an ingest token in hexadecimal. */
  withIngestToken<T>(
    tokenHash: string,
    work: (principal: IngestPrincipal | undefined, tenant: Tenant | undefined) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** As {@link withIngestToken}, for an API token. */
  withApiToken<T>(
    tokenHash: string,
    work: (principal: ApiTokenPrincipal | undefined, tenant: Tenant | undefined) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Statements before an organization is known, each in a transaction of its own. Row-level security returns no row of
   * a tenant table to them, so they call definer functions. They reject with `provider_unavailable` when Postgres cannot
   * be reached.
   */
  readonly outside: Queryable;
  /** The connections of this process. */
  connections(): {
    readonly inUse: number;
    readonly idle: number;
    /** Statements and transactions that wait for one. */
    readonly waiting: number;
    readonly maximum: number;
  };
  /** @throws Error when Postgres does not respond within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const pingMilliseconds = 2000;
const maximumKnownTokens = 10_000;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sha256Pattern = /^[0-9a-f]{64}$/;

/** Opens a connection pool of the application's role. */
export function openDatabase({
  url,
  appUrl,
  poolSize,
  work: poolWork = 'background',
  budgets = workBudgets,
  tenantFraction = 1,
  answerLimitSeconds = answerSeconds,
}: {
  readonly url: string;
  readonly appUrl?: string | undefined;
  readonly poolSize: number;
  /** The kind of work of transactions that name none. */
  readonly work?: WorkKind;
  readonly budgets?: WorkBudgets;
  /** The fraction of the pool that one organization may use. */
  readonly tenantFraction?: number;
  /** How long Postgres and the network may take beyond the time limit of a statement. */
  readonly answerLimitSeconds?: number;
}): Database {
  const pool = openConnectionPool({ url, appUrl, poolSize, budget: budgets[poolWork], answerLimitSeconds });
  const silenceLimits = {
    begin: answerLimitSeconds,
    of: (work: WorkKind = poolWork) => silenceLimitOf(budgets[work], answerLimitSeconds),
  };
  const runner: Runner = {
    runTransaction: retryingTransactions(createTransactionRunner(pool, silenceLimits)),
    shares: createConnectionShares({ poolSize, tenantFraction, budgets }),
    poolWork,
    budgets,
  };
  const outside = new Queryable({
    async query(statement) {
      try {
        return await retryConflicts(() => pool.query<unknown[], unknown[]>(withArrays(statement)));
      } catch (error) {
        throw toCatalogueError(error);
      }
    },
  });
  /** The organizations of the tokens that were used last. A token never moves to another organization. */
  const organizations = new LRUCache<string, string>({ max: maximumKnownTokens });
  const organizationOfToken = async (tokenHash: string, statement: string): Promise<string | undefined> => {
    const known = organizations.get(tokenHash);
    if (known !== undefined) return known;
    const { rows } = await Queryable.runnerOf(outside).query({ text: statement, values: [] });
    const found = rows[0]?.[0];
    if (typeof found !== 'string') return undefined;
    organizations.set(tokenHash, found);
    return found;
  };
  /** Runs `work` in a transaction that begins with the function `begin`. Many tokens of an organization have one share. */
  const withToken = async <Row extends { readonly organizationId: string }, T>(
    begin: 'begin_ingest' | 'begin_api_token',
    tokenHash: string,
    work: (principal: Row | undefined, tenant: Tenant | undefined) => Promise<T>,
    transactionOptions: TransactionOptions | undefined,
  ): Promise<T> => {
    const statement = `select * from ${begin}('\\x${parseId(sha256Pattern, tokenHash)}')`;
    const organizationId = await organizationOfToken(tokenHash, statement);
    if (organizationId === undefined) return work(undefined, undefined);
    return runAs(runner, organizationId, statement, transactionOptions, (row: Row | undefined, tenantOf) =>
      row === undefined ? work(undefined, undefined) : work(row, tenantOf(row.organizationId)),
    );
  };
  return {
    outside,
    async withTenant(organizationId, work, transactionOptions) {
      const statement = setOrganization(parseId(uuidPattern, organizationId));
      return runAs(runner, organizationId, statement, transactionOptions, (_row, tenantOf) =>
        work(tenantOf(organizationId)),
      );
    },
    async withSession(sessionId, work, { shareOf = sessionId, ...transactionOptions } = {}) {
      const statement = beginSession(parseId(uuidPattern, sessionId));
      return runAs(
        runner,
        shareOf,
        statement,
        transactionOptions,
        (row: SessionPrincipal | undefined, tenantOf) =>
          row === undefined ? work(undefined, undefined) : work(row, tenantOf(row.organizationId)),
      );
    },
    withIngestToken: (tokenHash, work, options) => withToken('begin_ingest', tokenHash, work, options),
    withApiToken: (tokenHash, work, options) => withToken('begin_api_token', tokenHash, work, options),
    async ping() {
      await rejectAfter(pingMilliseconds, pool.query('select 1'));
    },
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      maximum: poolSize,
    }),
    close: () => pool.end(),
  };
}

// The ids are literals, because a message with BEGIN has no parameters. `parseId` accepts only hexadecimal digits and hyphens.
const setOrganization = (id: string): string => `select set_config('app.organization_id', '${id}', true)`;
const beginSession = (id: string): string =>
  `select *, revoked_at is not null or expires_at <= now() as ended from begin_session('${id}')`;

/** Rejects malformed ids before querying. */
function parseId(pattern: RegExp, text: string): string {
  if (!pattern.test(text)) throw new Error('malformed id');
  return text;
}

interface Runner {
  readonly runTransaction: RunTransaction;
  readonly shares: ConnectionShares;
  readonly poolWork: WorkKind;
  readonly budgets: WorkBudgets;
}

/**
 * Waits for a connection of the share of `shareOf`, then runs a transaction whose first statement, `setUp`, sets the
 * organization. Then runs the `afterCommit` callbacks.
 */
async function runAs<Row, T>(
  { runTransaction, shares, poolWork, budgets }: Runner,
  shareOf: string,
  setUp: string,
  options: TransactionOptions = {},
  work: (row: Row | undefined, tenantOf: (organizationId: string) => Tenant) => Promise<T>,
): Promise<T> {
  const { work: kind = poolWork, signal } = options;
  let tenant: Tenant | undefined;
  let result: T;
  const budget = withinDeadline(budgets[kind]);
  const statements =
    kind === poolWork && budget === budgets[kind] ? setUp : `${setUp}; ${setTimeouts(budget)}`;
  const release = await shares.acquire(shareOf, kind, signal);
  try {
    result = await traced('transaction', { 'db.system.name': 'postgresql' }, () =>
      runTransaction<Row, T>(options, statements, async (transaction, row) => {
        // Drops the callbacks of an attempt that was rolled back.
        tenant = undefined;
        return work(row, (organizationId) => {
          tenant = new Tenant(organizationId, transaction);
          return tenant;
        });
      }),
    );
  } catch (error) {
    signal?.throwIfAborted();
    // A write in a transaction that this service made read-only is a defect, and no Postgres that only reads.
    if ((options.readOnly === true || options.snapshot === true) && isReadOnlyError(error)) throw error;
    throw toCatalogueError(error);
  } finally {
    noteProgress();
    release();
  }
  if (tenant !== undefined) await Tenant.runAfterCommit(tenant);
  return result;
}

/** Returns the budget, with the time that the current work has left as the limit of its statements. */
function withinDeadline(budget: WorkBudget): WorkBudget {
  const seconds = secondsLeft();
  if (budget.statementSeconds !== 0 && budget.statementSeconds <= seconds) return budget;
  if (seconds === Number.POSITIVE_INFINITY) return budget;
  return { ...budget, statementSeconds: seconds, lockSeconds: Math.min(budget.lockSeconds, seconds) };
}

/** Sets the timeouts until the transaction ends. */
function setTimeouts(budget: WorkBudget): string {
  const calls = timeoutParameters(budget).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `select ${calls.join(', ')}`;
}
