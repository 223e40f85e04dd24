import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Store } from 'express-rate-limit';
import type { Request, RequestHandler, Response } from 'express';
import { errors } from '../../domain/errors.ts';
import { toCatalogueError } from '../../db/database-errors.ts';
import { incrementHits, resetHits, decrementHits } from '../../db/http/rate-limit-store.ts';
import type { Database } from '../../db/tenant.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import type { Logger } from '../../runtime/logger.ts';

export type LimitName =
  'login_address' | 'login_account' | 'signup' | 'invitation' | 'webhook' | 'webhook_address';

export interface RateLimits {
  /**
   * Counts the request by client address and subject, and sets the `RateLimit` headers.
   * @throws CatalogueError `rate_limited` when the limit is exceeded.
   */
  take(name: LimitName, request: Request, response: Response, subject?: string): Promise<void>;
}

interface Limit {
  readonly windowMilliseconds: number;
  readonly limit: number;
  /** Decrements the count again unless the response is a 401. */
  readonly failuresOnly: boolean;
  readonly by: 'address' | 'address and subject' | 'subject';
}

const minute = 60_000;

/** Counts in Postgres, in fixed windows, so that limits hold across processes. */
export function createRateLimits(
  configuration: Configuration,
  database: Database,
  logger: Logger,
): RateLimits {
  const limits: Readonly<Record<LimitName, Limit>> = {
    login_address: { windowMilliseconds: 15 * minute, limit: 100, failuresOnly: true, by: 'address' },
    login_account: {
      windowMilliseconds: 15 * minute,
      limit: 10,
      failuresOnly: true,
      by: 'address and subject',
    },
    signup: {
      windowMilliseconds: 60 * minute,
      limit: configuration.rateLimitSignup,
      failuresOnly: false,
      by: 'address',
    },
    invitation: {
      windowMilliseconds: 15 * minute,
      limit: configuration.rateLimitInvitation,
      failuresOnly: false,
      by: 'address',
    },
    webhook: {
      windowMilliseconds: minute,
      limit: configuration.rateLimitWebhook,
      failuresOnly: false,
      by: 'subject',
    },
    webhook_address: { windowMilliseconds: minute, limit: 300, failuresOnly: true, by: 'address' },
  };
  const keys = new WeakMap<Request, string>();
  const handlers = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limiter(name, limit, keys, database, logger)]),
  ) as Record<LimitName, RequestHandler>;
  return {
    async take(name, request, response, subject = '') {
      const address = ipKeyGenerator(request.ip ?? '');
      const { by } = limits[name];
      keys.set(
        request,
        by === 'address' ? address : by === 'subject' ? subject : JSON.stringify([address, subject]),
      );
      await new Promise<void>((resolve, reject) => {
        const next = (error?: unknown) => (error === undefined ? resolve() : reject(asError(error)));
        void Promise.resolve(handlers[name](request, response, next)).catch(reject);
      });
    },
  };
}

function limiter(
  name: string,
  { windowMilliseconds, limit, failuresOnly }: Limit,
  keys: WeakMap<Request, string>,
  database: Database,
  logger: Logger,
): RequestHandler {
  return rateLimit({
    windowMs: windowMilliseconds,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: name,
    validate: false,
    skipSuccessfulRequests: failuresOnly,
    // Only a 401 is a failed login. A 403 (deactivated account) follows a correct password, and a 429 is returned
    // before the password is checked.
    requestWasSuccessful: (_request, response) => response.statusCode !== 401,
    keyGenerator: (request) => keys.get(request) ?? '',
    store: createStore(name, windowMilliseconds, database, logger),
    handler: (_request, response, next) => {
      next(errors.rateLimited(Number(response.getHeader('Retry-After') ?? windowMilliseconds / 1000)));
    },
  }) as unknown as RequestHandler;
}

function createStore(name: string, windowMilliseconds: number, database: Database, logger: Logger): Store {
  const keyOf = (key: string) => `${name}|${key}`;
  return {
    localKeys: false,
    async increment(key) {
      const { hits, resetsAt } = await incrementHits(database, keyOf(key), windowMilliseconds);
      return { totalHits: hits, resetTime: resetsAt };
    },
    // Runs after the response, where an error would be an unhandled rejection.
    async decrement(key) {
      await decrementHits(database, keyOf(key)).catch((error: unknown) =>
        logger.warn({ err: error, limit: name }, 'failed to decrement rate limit'),
      );
    },
    resetKey: (key) => resetHits(database, keyOf(key)),
  };
}

function asError(error: unknown): Error {
  const mapped = toCatalogueError(error);
  return mapped instanceof Error ? mapped : new Error(String(mapped));
}
