import test from 'ava';
import { connectionFault } from '../../../domain/scm/connection-fault.ts';
import { scmConnectionStatus } from '../../../domain/scm/scm-connection-status.ts';
import { scmFaults } from '../../../domain/scm/scm-faults.ts';

const message = 'failed';

test('a fault of one repository does not change the connection', (t) => {
  for (const fault of ['not_found', 'too_large'] as const)
    t.is(connectionFault('github', { fault, message }), undefined);
});

test('a rate limit pauses the connection as long as the provider says, and is no error', (t) => {
  const limited = connectionFault('gitlab', { fault: 'rate_limited', message, retryAfterMs: 90_000 });
  t.like(limited, { pauseMs: 90_000, unavailable: false });
  t.is(limited?.message, undefined);
  t.is(limited?.status, undefined);
});

test('the pause of an outage grows from two seconds to a minute', (t) => {
  const pauseAfter = (minutes: number) =>
    connectionFault('gitlab', { fault: 'unavailable', message }, minutes * 60_000)?.pauseMs;
  t.deepEqual([0, 5, 600].map(pauseAfter), [2000, 30_000, 60_000]);
});

test('no fault sets the status active', (t) => {
  for (const fault of scmFaults) t.not(connectionFault('github', { fault, message })?.status, 'active');
});

test('only an active connection with a sync and without an outage is syncing', (t) => {
  const now = new Date();
  t.is(scmConnectionStatus({ status: 'active', unavailableSince: undefined }, true), 'syncing');
  t.is(scmConnectionStatus({ status: 'active', unavailableSince: undefined }, false), 'active');
  t.is(scmConnectionStatus({ status: 'active', unavailableSince: now }, true), 'active');
  for (const status of ['suspended', 'revoked', 'error'] as const)
    t.is(scmConnectionStatus({ status, unavailableSince: undefined }, true), status);
});
