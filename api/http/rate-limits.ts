import { rateLimit } from 'express-rate-limit';
import type { AugmentedRequest, Store } from 'express-rate-limit';
import type { Request, RequestHandler, Response } from 'express';
import { errors } from '../../domain/errors.ts';
import { toCatalogueError } from '../../db/database-errors.ts';
import { incrementHits, resetHits, decrementHits } from '../../db/http/rate-limit-store.ts';
import type { Database } from '../../db/tenant.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import type { Logger } from '../../runtime/logger.ts';
import { ipBlockOf } from '../identity/session-origin.ts';
import { localsOf } from './request-locals.ts';

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
  | 'webhook';

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
  readonly by: 'address' | 'address and subject' | 'subject';
  /** Decrements the count again unless this is true for the response. Default: every request counts. */
  readonly counts?: (response: Response) => boolean;
  /** Sets no `RateLimit` headers, because their presence would tell something about the subject. */
  readonly hidden?: true;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// Only a 401 is a failed login. A 403 (deactivated account) follows a correct password, and a 429 is returned before the
// password is checked.
const failedLogin = ({ statusCode }: Response) => statusCode === 401;
const emailTaken = (response: Response) => localsOf(response).code === 'email_taken';

function limitsOf(configuration: Configuration): Readonly<Record<LimitName, Limit>> {
  return {
    login_address: { windowMilliseconds: 15 * minute, limit: 100, by: 'address', counts: failedLogin },
    login_account: {
      windowMilliseconds: 15 * minute,
      limit: 10,
      by: 'address and subject',
      counts: failedLogin,
    },
    login_account_everywhere: {
      windowMilliseconds: hour,
      limit: configuration.rateLimitLoginAccount,
      by: 'subject',
      counts: failedLogin,
      hidden: true,
    },
    signup: { windowMilliseconds: hour, limit: configuration.rateLimitSignup, by: 'address' },
    email_taken: {
      windowMilliseconds: day,
      limit: configuration.rateLimitEmailTaken,
      by: 'address',
      counts: emailTaken,
    },
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
    webhook: { windowMilliseconds: minute, limit: configuration.rateLimitWebhook, by: 'subject' },
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
  return {
    async take(name, request, response, subject = '') {
      const address = ipBlockOf(request);
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
  { windowMilliseconds, limit, counts, hidden }: Limit,
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
    skipSuccessfulRequests: counts !== undefined,
    requestWasSuccessful: (_request, response) => counts?.(response as Response) !== true,
    keyGenerator: (request) => keys.get(request) ?? '',
    store: createStore(name, windowMilliseconds, database, logger),
    requestPropertyName: 'rateLimit',
    handler: (request, _response, next) =>
      next(errors.rateLimited(secondsUntilReset(request, windowMilliseconds))),
  }) as unknown as RequestHandler;
}

/** Returns the whole seconds until the window of the exceeded limit ends, at least one. */
function secondsUntilReset(request: Request, windowMilliseconds: number): number {
  const { resetTime } = (request as AugmentedRequest)['rateLimit'] ?? {};
  const milliseconds = resetTime === undefined ? windowMilliseconds : resetTime.getTime() - Date.now();
  return Math.max(1, Math.ceil(milliseconds / 1000));
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
