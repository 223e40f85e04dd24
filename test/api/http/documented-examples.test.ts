import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { createWebhookSecret, signDelivery } from '../../../clients/events/sign-delivery.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { runTool } from '../../../dev/stack/run-tool.ts';
import { useTestApi } from '../../support/use-test-api.ts';

/** Runs the examples of the pages of docs/api that are single requests. `using-the-api.test.ts` runs those that are programs. */
const api = useTestApi({ environment: { EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8' } });

async function blocksOf(page: string, language: string): Promise<readonly string[]> {
  const text = await readFile(path.resolve('docs/api', page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, block = '']) =>
    name === language ? [block] : [],
  );
}

/** @returns the output, or `undefined`, with a line in the log, when the program is not installed */
async function run(
  t: ExecutionContext,
  program: string,
  text: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  if ((await runTool(program, ['--version'])).code !== 0) {
    t.log(`SKIPPED: ${program} is not installed`);
    t.pass();
    return undefined;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'documented-examples-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'program');
  await writeFile(file, text);
  const command = program === 'curl' ? 'sh' : program;
  const { code, output } = await runTool(command, [file], environment);
  t.is(code, 0, `${text}\n${output}`);
  return output;
}

for (const page of ['tokens.md', 'queries.md', 'events.md'])
  test(`the requests of ${page} succeed`, async (t) => {
    const { client, tokens } = await api.signUp();
    const body = {
      name: 'examples',
      permissions: [
        'resources:read',
        'scans:read',
        'accounts:read',
        'events:read',
        'plans:read',
        'subscriptions:manage',
        'queries:manage',
      ] as const,
    };
    const { token } = await dataOf(
      client.POST('/api/v1/organization/api-tokens', {
        body: { ...body, permissions: [...body.permissions] },
      }),
    );
    const blocks = await blocksOf(page, 'sh');
    t.true(blocks.length > 0);
    const prelude = 'set -eu\ncurl() { command curl --fail-with-body "$@"; }\n';
    await run(t, 'curl', prelude + blocks.join('\n'), {
      INVENTORY_URL: api.url,
      ACCESS_TOKEN: tokens.access_token,
      INVENTORY_API_TOKEN: token,
      RECEIVER_URL: 'http://127.0.0.1:1/',
    });
  });

test('the verification of events.md accepts the signatures of deliveries, and no other body', async (t) => {
  const [verify = ''] = await blocksOf('events.md', 'python');
  const secret = createWebhookSecret();
  const body = JSON.stringify({ events: [] });
  const headers = signDelivery([createWebhookSecret(), secret], 'delivery', body);
  const program = [
    verify,
    `headers, body = ${JSON.stringify(headers)}, ${JSON.stringify(body)}.encode()`,
    `verify(${JSON.stringify(secret)}, headers, body)`,
    'try:',
    `    verify(${JSON.stringify(secret)}, headers, body + b" ")`,
    'except ValueError as error:',
    '    print(error)',
  ];
  const output = await run(t, 'python3', program.join('\n'));
  if (output !== undefined) t.is(output.trim(), 'wrong signature');
});
