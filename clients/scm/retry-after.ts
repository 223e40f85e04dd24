import { dayMs } from '../../domain/time.ts';
/** The longest wait: a larger value could delay the work for ever. */
const maximumMs = dayMs;

/**
 * Returns the milliseconds until the provider accepts requests again, at most a day: `Retry-After` in seconds or as a date, else the
 * time in `X-RateLimit-Reset` (GitHub) or `RateLimit-Reset` (GitLab) when no request remains.
 */
export function retryAfterOf(
  headers: { get(name: string): string | null | undefined },
  now: number = Date.now(),
): number | undefined {
  const after = headers.get('retry-after') ?? undefined;
  if (after !== undefined) {
    const seconds = Number(after);
    const until = Number.isFinite(seconds) ? now + seconds * 1000 : Date.parse(after);
    if (Number.isFinite(until)) return atMostADay(until - now);
  }
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    const reset = Number(headers.get(`${prefix}-reset`) ?? Number.NaN);
    if (headers.get(`${prefix}-remaining`) === '0' && Number.isFinite(reset))
      return atMostADay(reset * 1000 - now);
  }
  return undefined;
}

function atMostADay(milliseconds: number): number {
  return Math.min(maximumMs, Math.max(0, milliseconds));
}
