import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { incrementHits } from '../../../db/http/rate-limit-store.ts';
import type { Database } from '../../../db/tenant.ts';
import { errors } from '../../../domain/errors.ts';
import type { Background } from '../../../runtime/background.ts';
import { wholeSeconds } from './rate-limits.ts';

/** Limits the requests of an API token: 6,000 a minute. The token is named by its SHA-256. */
export interface ApiTokenLimit {
  /** Without a query. @throws CatalogueError `rate_limited` when the limit is reached. */
  check(tokenHash: string): void;
  /** Counts a request of a token that is known, and sets the `RateLimit` headers. */
  count(tokenHash: string, response: Response): void;
}

const name = 'api_token';
const limit = 6000;
const windowMilliseconds = 60_000;
/**
 * Requests that a process counts before it adds them to the count in Postgres, so that each request need not write. Processes
 * together may exceed the limit by this number each.
 */
const requestsPerWrite = 200;
const maximumCountedTokens = 10_000;

interface Count {
  /** In all processes, when this one last wrote. */
  hits: number;
  /** Requests that are not in `hits`. */
  unwritten: number;
  /** When the window ends, on the monotonic clock of this process. */
  endsAt: number;
}

export function createApiTokenLimit(database: Database, background: Background): ApiTokenLimit {
  const counts = new LRUCache<string, Count>({ max: maximumCountedTokens });
  const currentCount = (tokenHash: string): Count | undefined => {
    const count = counts.get(tokenHash);
    return count !== undefined && count.endsAt > performance.now() ? count : undefined;
  };
  return {
    check(tokenHash) {
      const count = currentCount(tokenHash);
      if (count === undefined || count.hits < limit) return;
      const window = { name, limit, windowSeconds: windowMilliseconds / 1000 };
      throw errors.rateLimited(wholeSeconds(count.endsAt - performance.now()), window);
    },
    count(tokenHash, response) {
      const count = currentCount(tokenHash) ?? {
        hits: 0,
        unwritten: 0,
        endsAt: performance.now() + windowMilliseconds,
      };
      counts.set(tokenHash, count);
      count.unwritten += 1;
      const remaining = Math.max(0, limit - count.hits - count.unwritten);
      const seconds = wholeSeconds(count.endsAt - performance.now());
      response.setHeader('RateLimit', `"${name}"; r=${remaining}; t=${seconds}`);
      response.setHeader('RateLimit-Policy', `"${name}"; q=${limit}; w=${windowMilliseconds / 1000}`);
      if (count.unwritten < requestsPerWrite) return;
      count.unwritten -= requestsPerWrite;
      background.run('counting the requests of an API token', async () => {
        const { hits, resetsInMs } = await incrementHits(
          database.outside,
          `${name}|${tokenHash}`,
          windowMilliseconds,
          requestsPerWrite,
        );
        Object.assign(count, { hits, endsAt: performance.now() + resetsInMs });
      });
    },
  };
}
