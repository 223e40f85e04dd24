import { rateLimit } from 'express-rate-limit';
import type { AugmentedRequest, Store } from 'express-rate-limit';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { errors } from '../../../domain/errors.ts';
import type { RefusingLimit } from '../../../domain/errors.ts';
import {
  decrementHits,
  findHits,
  incrementHits,
  incrementHitsBelow,
  resetHits,
} from '../../../db/http/rate-limit-store.ts';
import type { Hits } from '../../../db/http/rate-limit-store.ts';
import type { Database, Tenant } from '../../../db/tenant.ts';
import type { Configuration } from '../../../runtime/configuration.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { ipBlockOf } from '../../identity/session-origin.ts';
import { ClientDisconnected } from '../request/client-disconnected.ts';

export type LimitName =
  | 'login_address'
  | 'login_attempts'
  | 'login_account'
  | 'login_account_everywhere'
  | 'code_account'
  | 'code_account_everywhere'
  | 'signup'
  | 'email_taken'
  | 'invitation'
  | 'one_time_token'
  | 'invitations_sent'
  | 'invitations_received'
  | 'invitations_mailed'
  | 'password_reset'
  | 'sso'
  | 'sso_logout'
  | 'sso_tests'
  | 'webhook_address'
  | 'webhook_unsent'
  | 'event_tests'
  | 'mcp_calls';

export interface RateLimits {
  /**
   * Counts the request by client address and subject, and sets the `RateLimit` headers. A limit of failures counts a
   * request until it succeeds. While requests in progress fill such a limit, another one waits for up to ten seconds.
   * @throws CatalogueError `rate_limited` when the limit is exceeded.
   * @throws ClientDisconnected when the client disconnected while the request waited.
   */
  take(name: LimitName, request: Request, response: Response, subject?: string): Promise<void>;
  /**
   * As `take`, without counting the request.
   * @throws CatalogueError `rate_limited` when the limit is reached.
   */
  check(name: LimitName, request: Request, subject?: string): Promise<void>;
  /**
   * Counts by subject in a transaction, so that only its commit counts. Sets no headers.
   * @throws CatalogueError `rate_limited` when the limit is exceeded.
   */
  takeInTransaction(name: LimitName, tenant: Tenant, subject: string): Promise<void>;
  /** Deletes the count of a subject, for limits that count by subject only. */
  reset(name: LimitName, request: Request, subject: string): Promise<void>;
}

interface Limit {
  readonly windowMilliseconds: number;
  readonly limit: number;
  readonly by: 'address' | 'address and subject' | 'subject';
  /** Decrements the count again unless the response is a 401. */
  readonly failuresOnly?: true;
  /** Decrements the count again after such a response. */
  readonly uncounted?: (response: Response) => boolean;
  /** Sets no `RateLimit` headers: they would reveal whether the limit applies, and the requests of other clients. */
  readonly hidden?: true;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function limitsOf(configuration: Configuration): Readonly<Record<LimitName, Limit>> {
  return {
    login_address: { windowMilliseconds: 15 * minute, limit: 100, by: 'address', failuresOnly: true },
    // Successful logins cost as much as others.
    login_attempts: { windowMilliseconds: 15 * minute, limit: 600, by: 'address', hidden: true },
    login_account: {
      windowMilliseconds: 15 * minute,
      limit: 10,
      by: 'address and subject',
      failuresOnly: true,
    },
    login_account_everywhere: {
      windowMilliseconds: hour,
      limit: configuration.rateLimitLoginAccount,
      by: 'subject',
      failuresOnly: true,
      hidden: true,
    },
    code_account: {
      windowMilliseconds: 15 * minute,
      limit: 10,
      by: 'address and subject',
      failuresOnly: true,
    },
    code_account_everywhere: {
      windowMilliseconds: hour,
      limit: 50,
      by: 'subject',
      failuresOnly: true,
      hidden: true,
    },
    signup: {
      windowMilliseconds: hour,
      limit: configuration.rateLimitSignup,
      by: 'address',
      uncounted: (response) => response.statusCode === 400,
    },
    email_taken: {
      windowMilliseconds: hour,
      limit: Math.ceil(configuration.rateLimitSignup / 2),
      by: 'address',
    },
    invitation: { windowMilliseconds: 15 * minute, limit: configuration.rateLimitInvitation, by: 'address' },
    one_time_token: {
      windowMilliseconds: 15 * minute,
      limit: configuration.rateLimitInvitation,
      by: 'address',
    },
    invitations_sent: {
      windowMilliseconds: day,
      limit: configuration.rateLimitInvitationsSent,
      by: 'subject',
    },
    invitations_received: {
      windowMilliseconds: day,
      limit: configuration.rateLimitInvitationsReceived,
      by: 'subject',
    },
    invitations_mailed: {
      windowMilliseconds: day,
      limit: configuration.rateLimitInvitationsReceived,
      by: 'subject',
      hidden: true,
    },
    password_reset: { windowMilliseconds: hour, limit: configuration.rateLimitPasswordReset, by: 'address' },
    sso: { windowMilliseconds: 15 * minute, limit: configuration.rateLimitSso, by: 'address' },
    // A provider sends the logouts of many users from few addresses.
    sso_logout: {
      windowMilliseconds: minute,
      limit: 300,
      by: 'address',
      uncounted: (response) => response.statusCode === 200,
    },
    sso_tests: { windowMilliseconds: minute, limit: 10, by: 'subject' },
    webhook_address: { windowMilliseconds: minute, limit: 300, failuresOnly: true, by: 'address' },
    webhook_unsent: { windowMilliseconds: minute, limit: 20, by: 'address' },
    event_tests: { windowMilliseconds: minute, limit: 10, by: 'subject' },
    mcp_calls: { windowMilliseconds: minute, limit: 120, by: 'subject' },
  };
}

/** Counts in Postgres, in fixed windows, so that limits hold across processes. */
export function createRateLimits(
  configuration: Configuration,
  database: Database,
  logger: Logger,
): RateLimits {
  const limits = limitsOf(configuration);
  const keys = new WeakMap<Request, string>();
  const handlers = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limiter(name, limit, keys, database, logger)]),
  ) as Record<LimitName, RequestHandler>;
  const keyOf = (name: LimitName, request: Request, subject: string) => {
    const { by } = limits[name];
    if (by === 'subject') return subject;
    return by === 'address' ? ipBlockOf(request) : JSON.stringify([ipBlockOf(request), subject]);
  };
  return {
    async take(name, request, response, subject = '') {
      const key = keyOf(name, request, subject);
      keys.set(request, key);
      await new Promise<void>((resolve, reject) => {
        const next = (error?: unknown) => (error === undefined ? resolve() : reject(asError(error)));
        void Promise.resolve(handlers[name](request, response, next)).catch(reject);
      });
      const { failuresOnly, windowMilliseconds } = limits[name];
      if (failuresOnly === undefined) return;
      if (response.closed) {
        await decrementHits(database, storedKey(name, key));
        throw new ClientDisconnected('the client disconnected while it waited for a rate limit');
      }
      // A response that was not sent counts as a failure: the client can disconnect after a wrong password.
      response.once('close', () => {
        if (response.writableFinished && response.statusCode !== 401) return;
        incrementHits(database.outside, failuresKey(name, key), windowMilliseconds).catch((error: unknown) =>
          logger.warn({ err: error, limit: name }, 'failed to count a failure for a rate limit'),
        );
      });
    },
    async check(name, request, subject = '') {
      const found = await findHits(database.outside, storedKey(name, keyOf(name, request, subject)));
      if (found === undefined || found.hits < limits[name].limit) return;
      throw errors.rateLimited(wholeSeconds(found.resetsInMs), refusingLimitOf(name, limits[name]));
    },
    async takeInTransaction(name, tenant, subject) {
      const { windowMilliseconds, limit, hidden } = limits[name];
      const counted = await incrementHits(tenant, storedKey(name, subject), windowMilliseconds);
      if (counted.hits <= limit) return;
      throw errors.rateLimited(
        wholeSeconds(counted.resetsInMs),
        hidden === true ? undefined : refusingLimitOf(name, limits[name]),
      );
    },
    async reset(name, request, subject) {
      const key = keyOf(name, request, subject);
      await resetHits(database, storedKey(name, key));
      await resetHits(database, failuresKey(name, key));
    },
  };
}

function limiter(
  name: string,
  limit: Limit,
  keys: WeakMap<Request, string>,
  database: Database,
  logger: Logger,
): RequestHandler {
  const { windowMilliseconds, failuresOnly, uncounted, hidden } = limit;
  return rateLimit({
    windowMs: windowMilliseconds,
    limit: limit.limit,
    standardHeaders: hidden === true ? false : 'draft-8',
    legacyHeaders: false,
    identifier: name,
    validate: false,
    skipSuccessfulRequests: failuresOnly === true || uncounted !== undefined,
    // Only a 401 is a failed login. A 403 (deactivated account) follows a correct password, and a 429 is returned
    // before the password is checked.
    requestWasSuccessful: (_request, response) =>
      failuresOnly === true ? response.statusCode !== 401 : uncounted?.(response as Response) === true,
    keyGenerator: (request) => keys.get(request) ?? '',
    store: createStore(name, limit, database, logger),
    handler: (request, _response, next) => {
      const { resetTime } = (request as AugmentedRequest)['rateLimit'] ?? {};
      next(
        errors.rateLimited(
          wholeSeconds(resetTime === undefined ? windowMilliseconds : resetTime.getTime() - Date.now()),
          hidden === true ? undefined : refusingLimitOf(name, limit),
        ),
      );
    },
  }) as unknown as RequestHandler;
}

function refusingLimitOf(name: string, { limit, windowMilliseconds }: Limit): RefusingLimit {
  return { name, limit, windowSeconds: windowMilliseconds / 1000 };
}

/** Returns whole seconds, at least one. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

function storedKey(name: string, key: string): string {
  return `${name}|${key}`;
}

/** The count of the failures that a limit of failures counts together with the requests in progress. */
function failuresKey(name: string, key: string): string {
  return storedKey(`${name}|failures`, key);
}

function createStore(name: string, limit: Limit, database: Database, logger: Logger): Store {
  return {
    localKeys: false,
    async increment(key) {
      const { hits, resetsInMs } =
        limit.failuresOnly === true
          ? await countAttempt(name, key, limit, database)
          : await incrementHits(database.outside, storedKey(name, key), limit.windowMilliseconds);
      // The library subtracts the time of this process.
      return { totalHits: hits, resetTime: new Date(Date.now() + resetsInMs) };
    },
    // Runs after the response, where an error would be an unhandled rejection.
    async decrement(key) {
      await decrementHits(database, storedKey(name, key)).catch((error: unknown) =>
        logger.warn({ err: error, limit: name }, 'failed to decrement rate limit'),
      );
    },
    resetKey: (key) => resetHits(database, storedKey(name, key)),
  };
}

const maximumWaitMs = 10_000;
const pollMilliseconds = 250;

/**
 * Counts a request that is a failure until it succeeds. Waits while requests in progress fill the limit, so that concurrent
 * successful requests are not refused, and no more than the limit are tried.
 */
async function countAttempt(
  name: string,
  key: string,
  { limit, windowMilliseconds }: Limit,
  database: Database,
): Promise<Hits> {
  const deadline = performance.now() + maximumWaitMs;
  for (;;) {
    const counted = await incrementHitsBelow(database, storedKey(name, key), windowMilliseconds, limit);
    if (counted !== undefined) return counted;
    const failures = await findHits(database.outside, failuresKey(name, key));
    if ((failures?.hits ?? 0) >= limit || performance.now() > deadline)
      return incrementHits(database.outside, storedKey(name, key), windowMilliseconds);
    await pause(pollMilliseconds);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
