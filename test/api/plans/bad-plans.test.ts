import { request as httpRequest } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { planOf, queueChange } from '../../commands/plans/read/support.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const plan = planOf([queueChange({})]);
const query = '?external_id=1';

/** Title, body, headers, code and message. */
const cases: readonly (readonly [string, string | Buffer, Record<string, string>, string, RegExp])[] = [
  ['nothing', '', {}, 'invalid_body', /empty/],
  ['a binary plan', Buffer.from('PK\u0003\u0004 canary'), {}, 'invalid_body', /binary plan file/],
  ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), {}, 'invalid_body', /UTF-16/],
  ['a byte order mark', `\uFEFF${JSON.stringify(plan)}`, {}, 'invalid_body', /byte order mark/],
  [
    'lines of plan -json',
    '{"@level":"info","type":"version"}\n{"@level":"info"}',
    {},
    'invalid_body',
    /plan -json/,
  ],
  [
    'noise before the plan',
    `Refreshing state...\n${JSON.stringify(plan)}`,
    {},
    'invalid_body',
    /JSON|brace|output/,
  ],
  [
    'lines of several plans',
    `${JSON.stringify(plan)}\n${JSON.stringify(plan)}\n`,
    {},
    'invalid_body',
    /--json-out-dir/,
  ],
  ['no JSON', '{"format_version": canary}', {}, 'invalid_body', /not JSON/],
  [
    'a state',
    '{"version":4,"serial":1,"lineage":"canary","resources":[]}',
    {},
    'validation_failed',
    /^plan: is a state/,
  ],
  ['a list', '["canary"]', {}, 'validation_failed', /^plan: must be one JSON object/],
  ['no changes', '{"format_version":"1.2"}', {}, 'validation_failed', /^plan: has neither/],
  [
    'a later version',
    '{"format_version":"2.0","resource_changes":[]}',
    {},
    'validation_failed',
    /^plan.format_version: /,
  ],
  [
    'an address twice',
    JSON.stringify(planOf([queueChange({}), queueChange({})])),
    {},
    'validation_failed',
    /^plan.resource_changes.1.address: occurs twice/,
  ],
  ['gzip without the header', gzipSync('{}'), {}, 'invalid_body', /compressed with gzip/],
  ['the header without gzip', '{}', { 'content-encoding': 'gzip' }, 'invalid_body', /is not gzip/],
  [
    'truncated gzip',
    gzipSync(JSON.stringify(plan)).subarray(0, 60),
    { 'content-encoding': 'gzip' },
    'invalid_body',
    /ends too early/,
  ],
  [
    'another encoding',
    '{}',
    { 'content-encoding': 'br' },
    'invalid_body',
    /Content-Encoding must be gzip or absent/,
  ],
];

for (const [title, body, headers, code, message] of cases)
  test(`rejects ${title} with what to send instead, and stores nothing`, async (t) => {
    const from = await signUpSender(api);
    const response = await from.send(body, { query, headers });
    t.deepEqual([response.status, response.body.code], [400, code], response.text);
    t.regex(response.body.message ?? '', message);
    t.false(response.text.includes('canary'));
    t.deepEqual((await dataOf(from.client.GET('/api/v1/plans'))).items, []);
    t.deepEqual((await dataOf(from.client.GET('/api/v1/executions'))).items, []);
  });

test('rejects a gzip bomb', async (t) => {
  const from = await signUpSender(api);
  // Compressed in a thread: an event loop that is blocked for 5 seconds makes the server close idle connections.
  const bomb = await promisify(gzip)(Buffer.alloc(260 * 1024 * 1024, ' '));
  const response = await from.send(bomb, { query, headers: { 'content-encoding': 'gzip' } });
  t.deepEqual([response.status, response.body.code], [400, 'invalid_body']);
  t.regex(response.body.message ?? '', /larger than 256 MB/);
});

test('rejects a body of 300 MB without receiving all of it', async (t) => {
  const from = await signUpSender(api);
  const token = await dataOf(
    from.client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'other' } }),
  );
  const { status, text } = await new Promise<{ status: number | undefined; text: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        `${api.url}/api/v1/ingest/plans${query}`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token.token}`,
            'content-type': 'application/json',
            'content-length': 300 * 1024 * 1024,
          },
        },
        (response) => {
          let received = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
          response.on('end', () => {
            resolve({ status: response.statusCode, text: received });
            request.destroy();
          });
        },
      );
      request.on('error', reject);
      request.write('{');
    },
  );
  t.is(status, 400);
  t.regex(text, /larger than 64 MB/);
});
