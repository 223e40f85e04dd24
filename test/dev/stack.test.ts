import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../dev/configuration.ts';
import { buildOnce } from '../../dev/stack/build-once.ts';
import { runTool } from '../../dev/stack/run-tool.ts';
import { eventually } from '../support/eventually.ts';

const { projectFolder } = devConfiguration;

test('stops all processes of the stack when its parent is killed', async (t) => {
  const folder = await temporaryFolder();
  const addresses = path.join(folder, 'addresses');
  const parent = spawn(process.execPath, [path.join(projectFolder, 'dev', 'test', 'stack.ts'), addresses], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => parent.kill('SIGKILL'));
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  t.regex(line.toString(), /The stack is ready/);
  const { addresses: written } = JSON.parse(await readFile(addresses, 'utf8')) as {
    addresses: Record<string, string>;
  };
  const ports = Object.entries(written)
    .filter(([name]) => name.startsWith('TEST_'))
    .map(([, address]) => Number(new URL(address.includes('://') ? address : `tcp://${address}`).port));
  t.is(ports.length, 3);
  for (const port of ports) t.true(await answers(port));
  const started = await descendants(parent.pid ?? 0);
  // A supervisor and a process for each of Postgres, Temporal, moto and the proxy, and the children of Postgres.
  t.true(started.length >= 8);
  parent.kill('SIGKILL');
  await eventually('every child to end', async () => started.every((pid) => !isAlive(pid)));
  for (const port of ports) t.false(await answers(port));
});

test('names the variable to change when a port is in use', async (t) => {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const port = String((server.address() as AddressInfo).port);
  for (const [variable, given] of [
    ['POSTGRES_PORT', 'DATABASE_URL'],
    ['TEMPORAL_PORT', 'TEMPORAL_ADDRESS'],
    ['AWS_EMULATOR_PORT', 'AWS_ENDPOINT_URL'],
  ] as const) {
    const others = Object.fromEntries(Object.entries(givenParts).filter(([name]) => name !== given));
    const { code, output } = await startInChild({ ...others, [given]: '', [variable]: port });
    t.not(code, 0);
    t.true(output.includes(`port ${port} is in use. Set ${variable}`), output);
    t.true(output.includes(given), output);
  }
});

test('checks the next port of the AWS emulator, and the ports of the product, before anything starts', async (t) => {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { AWS_ENDPOINT_URL: _given, ...others } = givenParts;
  const emulator = { ...others, AWS_ENDPOINT_URL: '', AWS_EMULATOR_PORT: String(port - 1) };
  const stack = await startInChild(emulator);
  t.not(stack.code, 0);
  // The port before a port that the system chose can be in use as well.
  t.regex(stack.output, /port \d+ is in use. Set AWS_EMULATOR_PORT to a port that is free with the next 1/);
  for (const variable of ['PORT', 'METRICS_PORT', 'WORKER_METRICS_PORT', 'TEMPORAL_METRICS_PORT']) {
    const free = { PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0', TEMPORAL_METRICS_PORT: '0' };
    const script = path.join(projectFolder, 'dev', 'main.ts');
    const { code, output } = await runTool(process.execPath, [script], {
      ...givenParts,
      ...free,
      [variable]: String(port),
    });
    t.is(code, 1, variable);
    t.true(output.includes(`port ${port} is in use. Set ${variable} to a free port.`), output);
  }
});

test('uses the services in the environment variables, and starts none', async (t) => {
  const { code, output } = await startInChild(givenParts);
  t.is(code, 0, output);
  const stack = JSON.parse(output) as Record<string, string>;
  t.is(stack['databaseUrl'], givenParts.DATABASE_URL);
  t.is(stack['temporalAddress'], givenParts.TEMPORAL_ADDRESS);
  t.is(stack['awsEndpointUrl'], givenParts.AWS_ENDPOINT_URL);
});

test('reports the missing package when Python is missing', async (t) => {
  const empty = await temporaryFolder();
  const { code, output } = await startInChild({
    ...givenParts,
    AWS_ENDPOINT_URL: '',
    AWS_EMULATOR_PORT: '14566',
    PATH: empty,
    XDG_CACHE_HOME: empty,
  });
  t.not(code, 0);
  t.regex(output, /needs Python 3\.9 or newer/);
});

test('buildOnce builds once for concurrent callers, and deletes its lock file when the build fails', async (t) => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'thing');
  await t.throwsAsync(
    buildOnce(target, async (partial) => {
      await writeFile(partial, 'half');
      throw new Error('build failed');
    }),
    { message: 'build failed' },
  );
  t.deepEqual(await readdir(folder), []);
  // A lock file of a process that has exited.
  const exited = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(exited, 'exit');
  await writeFile(`${target}.lock`, String(exited.pid));
  let builds = 0;
  const wanted = () =>
    buildOnce(target, async (partial) => {
      builds += 1;
      await writeFile(partial, 'whole');
    });
  t.deepEqual(await Promise.all([wanted(), wanted()]), [target, target]);
  t.is(builds, 1);
  t.is(await readFile(target, 'utf8'), 'whole');
  t.deepEqual(await readdir(folder), ['thing']);
});

test('rejects connections of tests to other machines', async (t) => {
  const guard = path.join(projectFolder, 'dev', 'test', 'only-loopback.ts');
  const script = `
    const caught = [];
    await fetch('http://192.0.2.1/').catch((error) => caught.push(error.cause.message));
    const https = await import('node:https');
    await new Promise((resolve) =>
      https.get('https://sts.amazonaws.com/').on('error', (error) => { caught.push(error.message); resolve(); }));
    const net = await import('node:net');
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.on('listening', resolve));
    const socket = net.connect(server.address().port, '127.0.0.1');
    await new Promise((resolve) => socket.on('connect', resolve));
    socket.destroy(); server.close();
    process.stdout.write(JSON.stringify(caught));`;
  const { output } = await runTool(process.execPath, [
    '--import',
    guard,
    '--input-type=module',
    '-e',
    script,
  ]);
  t.deepEqual(JSON.parse(output), [
    'tests may only connect to this machine, not to 192.0.2.1',
    'tests may only connect to this machine, not to sts.amazonaws.com',
  ]);
});

const givenParts = {
  DATABASE_URL: 'postgresql://someone@127.0.0.1:1/somewhere',
  TEMPORAL_ADDRESS: '127.0.0.1:2',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:3',
};

/** Starts a stack in a process with a different environment, which prints the stack as JSON. */
async function startInChild(environment: Record<string, string>) {
  const module = JSON.stringify(path.join(projectFolder, 'dev', 'stack', 'start-stack.ts'));
  const script = `
    const { startStack } = await import(${module});
    const stack = await startStack();
    process.stdout.write(JSON.stringify(stack));
    await stack.stop();`;
  return runTool(process.execPath, ['--input-type=module', '-e', script], environment);
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stack-test-'));
  process.once('exit', () => void rm(folder, { recursive: true, force: true }));
  return folder;
}

async function descendants(root: number): Promise<number[]> {
  const { output } = await runTool('ps', ['-eo', 'pid=,ppid=']);
  const pairs = output
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    pairs.flatMap(([pid = 0, of]) => (of === parent ? [pid, ...childrenOf(pid)] : []));
  return childrenOf(root);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
