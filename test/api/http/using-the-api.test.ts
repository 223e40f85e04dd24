import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { runTool } from '../../../dev/stack/run-tool.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { daysAgo, useInventoryApi } from '../../support/inventory/inventory-api.ts';

/** Runs the examples of docs/api/using-the-api.md: the blocks of a language, joined, are one program. */

const fixture = useInventoryApi();
test.before(async () => {
  await fixture.api.startWorker();
});

async function programOf(language: string): Promise<string> {
  const page = await readFile(path.resolve('docs/api/using-the-api.md'), 'utf8');
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, name, text = '']) => (name === language ? [text] : [])).join('\n');
}

/** A server in front of the API that answers the first request for resources with 503. */
async function startBusyProxy(t: ExecutionContext) {
  let refused = 0;
  const { port: apiPort } = new URL(fixture.api.url);
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/v1/resources') === true && refused === 0) {
      refused += 1;
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' });
      response.end('{"code":"provider_unavailable","message":"Busy."}');
      return;
    }
    const { method, url, headers } = request;
    const options = { host: '127.0.0.1', port: apiPort, method, path: url, headers };
    const onward = forward(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refused: () => refused };
}

const languages = [
  { language: 'sh', tool: 'curl', file: 'program.sh', command: ['sh', '-eu'] },
  { language: 'python', tool: 'python3', file: 'program.py', command: ['python3'] },
  { language: 'go', tool: 'go', file: 'program.go', command: ['go', 'run'] },
] as const;

for (const { language, tool, file, command } of languages)
  test(`the examples of the API in ${language} run`, async (t) => {
    const version = await runTool(tool, [tool === 'go' ? 'version' : '--version']).catch(() => undefined);
    if (version?.code !== 0) {
      t.log(`SKIPPED: ${tool} is not installed`);
      t.pass();
      return;
    }
    const someone = await fixture.withResources((account) => [
      ...Array.from({ length: 3 }, () => aResource(account)),
      aResource(account, { region: 'us-east-1', tags: { env: 'prod', app: 'shop' } }),
      aResource(account, { region: 'us-east-1', tags: { env: 'prod' } }),
      aResource(account, { region: 'eu-central-1' }),
    ]);
    const proxy = await startBusyProxy(t);
    const folder = await mkdtemp(path.join(tmpdir(), 'using-the-api-'));
    t.teardown(() => rm(folder, { recursive: true }));
    const program = path.join(folder, file);
    await writeFile(program, await programOf(language));
    const [name, ...options] = command;
    const { code, output } = await runTool(name, [...options, program], {
      ...process.env,
      INVENTORY_URL: proxy.url,
      INVENTORY_EMAIL: someone.email,
      INVENTORY_PASSWORD: someone.password,
      AS_OF: daysAgo(5).toISOString(),
    });
    t.is(code, 0, output);
    const lines = output.trim().split('\n');
    t.deepEqual(lines.slice(-6, -1), [
      'resources 5',
      'production 1',
      'then 0',
      'run succeeded',
      'created once',
    ]);
    t.regex(lines.at(-1) ?? '', /validation_failed.*(limit: must be at least 1|q: must not be empty)/);
    t.is(proxy.refused(), 1);
  });
