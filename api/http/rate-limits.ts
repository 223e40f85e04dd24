import { rateLimit } from 'express-rate-limit';
import type { AugmentedRequest, Store } from 'express-rate-limit';
import type { Request, RequestHandler, Response } from 'express';
import { errors } from '../../domain/errors.ts';
import { decrementHits, findHits, incrementHits, resetHits } from '../../db/http/rate-limit-store.ts';
import type { Database } from '../../db/tenant.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import type { Logger } from '../../runtime/logger.ts';
import { ipBlockOf } from '../identity/session-origin.ts';

export type LimitName =
  | 'login_address'
  | 'login_account'
  | 'login_account_everywhere'
  | 'signup'
  | 'email_taken'
  | 'invitation'
  | 'invitations_sent'
  | 'invitations_received'
  | 'password_reset'
  | 'webhook_address';

export interface RateLimits {
  /**
   * Counts the request by client address and subject, and sets the `RateLimit` headers.
   * @throws CatalogueError `rate_limited` when the limit is exceeded.
   */
  take(name: LimitName, request: Request, response: Response, subject?: string): Promise<void>;
  /**
   * As `take`, without counting the request.
   * @throws CatalogueError `rate_limited` when the limit is reached.
   */
  check(name: LimitName, request: Request, subject?: string): Promise<void>;
  /** Deletes the count of a subject, for limits that count by subject only. */
  reset(name: LimitName, request: Request, subject: string): Promise<void>;
}

interface Limit {
  readonly windowMilliseconds: number;
  readonly limit: number;
  readonly by: 'address' | 'address and subject' | 'subject';
  /** Decrements the count again unless the response is a 401. */
  readonly failuresOnly?: true;
  /** Sets no `RateLimit` headers: they would reveal whether the limit applies, and the requests of other clients. */
  readonly hidden?: true;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function limitsOf(configuration: Configuration): Readonly<Record<LimitName, Limit>> {
  return {
    login_address: { windowMilliseconds: 15 * minute, limit: 100, by: 'address', failuresOnly: true },
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
    signup: { windowMilliseconds: hour, limit: configuration.rateLimitSignup, by: 'address' },
    email_taken: { windowMilliseconds: day, limit: configuration.rateLimitEmailTaken, by: 'address' },
    invitation: { windowMilliseconds: 15 * minute, limit: configuration.rateLimitInvitation, by: 'address' },
    invitations_sent: {
      windowMilliseconds: day,
      limit: configuration.rateLimitInvitationsSent,
      by: 'subject',
    },
    invitations_received: {
      windowMilliseconds: day,
      limit: configuration.rateLimitInvitationsReceived,
      by: 'subject',
      hidden: true,
    },
    password_reset: { windowMilliseconds: hour, limit: configuration.rateLimitPasswordReset, by: 'address' },
    webhook_address: { windowMilliseconds: minute, limit: 300, failuresOnly: true, by: 'address' },
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
      keys.set(request, keyOf(name, request, subject));
      await new Promise<void>((resolve, reject) => {
        const next = (error?: unknown) => (error === undefined ? resolve() : reject(asError(error)));
        void Promise.resolve(handlers[name](request, response, next)).catch(reject);
      });
    },
    async check(name, request, subject = '') {
      const found = await findHits(database.outside, storedKey(name, keyOf(name, request, subject)));
      if (found === undefined || found.hits < limits[name].limit) return;
      throw errors.rateLimited(secondsUntil(found.resetsAt));
    },
    reset: (name, request, subject) => resetHits(database, storedKey(name, keyOf(name, request, subject))),
  };
}

function limiter(
  name: string,
  { windowMilliseconds, limit, failuresOnly, hidden }: Limit,
  keys: WeakMap<Request, string>,
  database: Database,
  logger: Logger,
): RequestHandler {
  return rateLimit({
    windowMs: windowMilliseconds,
    limit,
    standardHeaders: hidden === true ? false : 'draft-8',
    legacyHeaders: false,
    identifier: name,
    validate: false,
    skipSuccessfulRequests: failuresOnly === true,
    // Only a 401 is a failed login. A 403 (deactivated account) follows a correct password, and a 429 is returned
    // before the password is checked.
    requestWasSuccessful: (_request, response) => response.statusCode !== 401,
    keyGenerator: (request) => keys.get(request) ?? '',
    store: createStore(name, windowMilliseconds, database, logger),
    handler: (request, _response, next) => {
      const { resetTime } = (request as AugmentedRequest)['rateLimit'] ?? {};
      next(errors.rateLimited(secondsUntil(resetTime ?? new Date(Date.now() + windowMilliseconds))));
    },
  }) as unknown as RequestHandler;
}

/** Returns whole seconds, at least one. */
function secondsUntil(time: Date): number {
  return Math.max(1, Math.ceil((time.getTime() - Date.now()) / 1000));
}

function storedKey(name: string, key: string): string {
  return `${name}|${key}`;
}

function createStore(name: string, windowMilliseconds: number, database: Database, logger: Logger): Store {
  return {
    localKeys: false,
    async increment(key) {
      const { hits, resetsAt } = await incrementHits(database, storedKey(name, key), windowMilliseconds);
      return { totalHits: hits, resetTime: resetsAt };
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

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
