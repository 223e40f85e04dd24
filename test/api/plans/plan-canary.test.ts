import test from 'ava';
import { planNames } from '../../commands/plans/read/support.ts';
import { readRows } from '../../support/read-rows.ts';
import { encodedCanaries, planWithCanaries } from '../../support/plans/plan-canaries.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import { startTestApi } from '../../support/test-api.ts';
import { useFixture } from '../../support/use-fixture.ts';

const lines: string[] = [];
const api = useFixture(
  () => startTestApi({ LOG_LEVEL: 'trace' }, { logs: { write: (line: string) => void lines.push(line) } }),
  (one) => one.close(),
);

/** Returns the first canary in a text, in any encoding. */
function canaryIn(text: string): string | undefined {
  const encoded = encodedCanaries.find((one) => text.includes(one));
  return /.{0,80}CANARY.{0,40}/i.exec(text)?.[0] ?? encoded;
}

for (const name of planNames)
  test(`no sensitive value of ${name} is in a table, a log or a response`, async (t) => {
    const from = await signUpSender(api);
    const { plan, canaries } = planWithCanaries(name);
    t.true(canaries.count >= 1);
    const responses: string[] = [];
    const send = async (gzip: boolean, body: object) => {
      const response = await from.send(body, { gzip });
      responses.push(response.text);
      return response;
    };
    const { status, body } = await send(false, { external_id: '1', plan });
    t.is(status, 201, JSON.stringify(body));
    t.is((await send(true, { external_id: '1', plan })).status, 200);
    // A rejected plan is not stored, and the error repeats no value.
    t.is((await send(false, { external_id: '2', plan: { ...plan, format_version: '9' } })).status, 400);
    for (const path of [
      `/plans/${body.id}`,
      '/plans',
      `/plans/${body.id}/resource-changes?limit=200`,
      '/executions',
    ]) {
      const response = await from.client.request('GET', path);
      t.is(response.status, 200, path);
      responses.push(JSON.stringify(response.body));
    }
    t.is(canaryIn(responses.join('\n')), undefined);
    for (const [table, rows] of await readRows(api.database.url))
      t.is(canaryIn(JSON.stringify(rows)), undefined, table);
    t.true(lines.length > 0);
    t.is(canaryIn(lines.join('\n')), undefined);
  });
