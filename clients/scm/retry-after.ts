/**
 * Returns the milliseconds until the provider accepts requests again: `Retry-After` in seconds or as a date, else the
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
    if (Number.isFinite(until)) return Math.max(0, until - now);
  }
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    const reset = Number(headers.get(`${prefix}-reset`) ?? Number.NaN);
    if (headers.get(`${prefix}-remaining`) === '0' && Number.isFinite(reset))
      return Math.max(0, reset * 1000 - now);
  }
  return undefined;
}
