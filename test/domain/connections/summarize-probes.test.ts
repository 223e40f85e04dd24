import test from 'ava';
import { summarizeProbes } from '../../../domain/connections/summarize-probes.ts';
import type { Probe } from '../../../domain/connections/summarize-probes.ts';

const probe = (service: string, region: string, outcome: Probe['outcome']): Probe => ({
  service,
  region,
  outcome,
  missingActions: outcome === 'denied' ? [`${service}:List`] : [],
  message: outcome === 'allowed' ? '' : `${service} refused`,
});

test('a denial by a service control policy is no failed check and no missing permission', (t) => {
  const { checks, missingPermissions } = summarizeProbes([
    probe('sqs', 'us-east-1', 'denied_by_scp'),
    probe('sqs', 'eu-west-1', 'denied_by_scp'),
    probe('sqs', 'eu-north-1', 'allowed'),
  ]);
  t.deepEqual(checks, [
    { check: 'probe:sqs', ok: true, message: 'allowed in eu-north-1' },
    {
      check: 'probe:sqs',
      ok: true,
      message: 'denied by a service control policy in eu-west-1, us-east-1: sqs refused',
    },
  ]);
  t.deepEqual(missingPermissions, []);
});

test('a missing permission is a failed check, listed before the others of the service', (t) => {
  const { checks, missingPermissions } = summarizeProbes([
    probe('sns', 'eu-west-1', 'allowed'),
    probe('sns', 'eu-north-1', 'denied'),
  ]);
  t.deepEqual(
    checks.map(({ ok, message }) => [ok, message]),
    [
      [false, 'the role lacks sns:List in eu-north-1: sns refused'],
      [true, 'allowed in eu-west-1'],
    ],
  );
  t.deepEqual(missingPermissions, ['sns:List']);
});
