import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../dev/configuration.ts';
import { keepRunning } from '../../dev/stack/keep-running.ts';
import { freePort } from '../../dev/stack/ports.ts';
import { runTool } from '../../dev/stack/run-tool.ts';
import { startSupervised } from '../../dev/stack/supervised-process.ts';
import { eventually } from '../support/eventually.ts';
import { testStack } from '../support/stack.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

test('restarts a process that exits, after growing pauses, and reports its exit code and output', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'restart-test-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const script = path.join(folder, 'exit.mjs');
  await writeFile(script, "process.stdout.write('about to exit\\n'); process.exit(3);");
  const reports: string[] = [];
  const process_ = startSupervised({
    command: process.execPath,
    arguments: [script],
    logFile: path.join(folder, 'log'),
  });
  const supervised = keepRunning('The process', process_, {
    report: (line) => reports.push(line),
    restart: true,
    firstPauseMilliseconds: 10,
  });
  await eventually('three restarts', async () => reports.length >= 6);
  await supervised.stop();
  const reported = reports.length;
  const log = await readFile(path.join(folder, 'log'), 'utf8');
  t.true(log.split('about to exit').length > 3, 'a restart appends to the log file');
  t.deepEqual(reports.slice(0, 4), [
    'The process exited with code 3. Its last output:\n  about to exit',
    'The process restarts in 0.01 s.',
    'The process exited with code 3. Its last output:\n  about to exit',
    'The process restarts in 0.02 s.',
  ]);
  await process_.startAgain().exited;
  t.is(reports.length, reported, 'a stopped process is not restarted');
});

test('npm run dev reports and restarts a killed worker, and stops everything on Ctrl-C', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dev-test-'));
  const database = await createEmptyDatabase();
  const { temporalAddress, awsEndpointUrl } = testStack();
  const dev = spawn(process.execPath, [path.join(devConfiguration.projectFolder, 'dev', 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...devConfiguration.environment,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporalAddress,
      AWS_ENDPOINT_URL: awsEndpointUrl,
      TASK_QUEUE_PREFIX: `${path.basename(folder)}-`,
      DATA_FOLDER: folder,
      PORT: String(await freePort()),
      METRICS_PORT: '0',
      WORKER_METRICS_PORT: '0',
      TEMPORAL_METRICS_PORT: '0',
    },
  });
  t.teardown(async () => {
    dev.kill('SIGKILL');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  let output = '';
  dev.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(dev, 'exit');
  await eventually('npm run dev to start', async () => output.includes('Ctrl-C stops everything'));

  const [worker] = await workersBelow(dev.pid ?? 0);
  process.kill(worker ?? 0, 'SIGKILL');
  const restarted = await eventually('the worker to restart', async () => {
    const [other] = await workersBelow(dev.pid ?? 0);
    return other !== undefined && other !== worker && other;
  });
  t.regex(output, /The worker exited with code 137 \(SIGKILL\)\. Its last output:\n/);
  t.regex(output, /The worker restarts in 1 s\./);

  dev.kill('SIGINT');
  t.deepEqual(await exited, [0, null]);
  t.throws(() => process.kill(restarted, 0), { code: 'ESRCH' });
});

/** Process ids of the workers that a process started, directly or indirectly. */
async function workersBelow(root: number): Promise<readonly number[]> {
  const { output } = await runTool('ps', ['-eo', 'pid=,ppid=,args=']);
  const rows = output.split('\n').flatMap((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return [{ pid: Number(pid), parent: Number(parent), args }];
  });
  const below = (parent: number): typeof rows =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  // The arguments of the supervisor also contain the script.
  return below(root)
    .filter(({ args }) => args.includes('worker/main.ts') && !args.includes('supervisor.ts'))
    .map(({ pid }) => pid);
}
