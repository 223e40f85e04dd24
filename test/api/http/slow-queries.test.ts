import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import type { TestApi } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const patient = useTestApi({ environment: { REQUEST_STATEMENT_SECONDS: '3600' } });
const impatient = useTestApi({ environment: { REQUEST_STATEMENT_SECONDS: '1' } });

/** Replaces the table of runs by a view whose query takes an hour. */
async function slowDown({ database }: TestApi): Promise<void> {
  await queryAsOwner(database.url, 'alter table runs rename to fast_runs');
  await queryAsOwner(
    database.url,
    'create view runs as select r.* from pg_sleep(3600) left join fast_runs r on true',
  );
  await queryAsOwner(database.url, 'grant select on runs to inventory_app');
}

const sleeping = async ({ database }: TestApi) =>
  (
    await queryAsOwner(
      database.url,
      `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
  ).length;

test('cancels the query of a GET when its client disconnects', async (t) => {
  await slowDown(patient);
  const { tokens, client } = await patient.signUp();
  const socket = connect(Number(new URL(patient.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/v1/runs/${randomUUID()} HTTP/1.1\r\nHost: localhost\r\n` +
      `Authorization: Bearer ${String(tokens['access_token'])}\r\n\r\n`,
  );
  await eventually('the query to run', async () => (await sleeping(patient)) === 1);
  socket.destroy();
  await eventually('the query to be cancelled', async () => (await sleeping(patient)) === 0);
  t.is((await client.request('GET', '/auth/me')).status, 200);
});

test('responds 503 with Retry-After to a request whose query takes too long', async (t) => {
  await slowDown(impatient);
  const { client } = await impatient.signUp();
  const { status, body, headers } = await client.request('GET', `/runs/${randomUUID()}`);
  t.is(status, 503);
  t.is(body['code'], 'provider_unavailable');
  t.is(headers.get('retry-after'), '10');
});
