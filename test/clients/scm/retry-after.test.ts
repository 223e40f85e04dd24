import test from 'ava';
import { retryAfterOf } from '../../../clients/scm/retry-after.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const read = (headers: Readonly<Record<string, string>>) => retryAfterOf(new Headers(headers), now);

test('reads Retry-After in seconds and as a date', (t) => {
  t.is(read({ 'retry-after': '45' }), 45_000);
  t.is(read({ 'retry-after': 'Sun, 22 Nov 2026 12:01:00 GMT' }), 60_000);
  t.is(read({ 'retry-after': 'Sun, 22 Nov 2026 11:00:00 GMT' }), 0);
  t.is(read({ 'retry-after': '-5' }), 0);
  t.is(read({ 'retry-after': 'soon' }), undefined);
});

test('reads the reset of a limit of which no request remains', (t) => {
  const reset = String(now / 1000 + 30);
  t.is(read({ 'ratelimit-remaining': '0', 'ratelimit-reset': reset }), 30_000);
  t.is(read({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }), 30_000);
  // GitLab sends the reset of the general limit with the 429 of another one.
  t.is(read({ 'ratelimit-remaining': '595', 'ratelimit-reset': reset }), undefined);
  t.is(read({}), undefined);
});

test('waits a day at most', (t) => {
  t.is(read({ 'retry-after': '999999999999' }), 86_400_000);
  t.is(read({ 'retry-after': 'Sat, 22 Nov 2036 12:00:00 GMT' }), 86_400_000);
  t.is(read({ 'ratelimit-remaining': '0', 'ratelimit-reset': '99999999999' }), 86_400_000);
});
