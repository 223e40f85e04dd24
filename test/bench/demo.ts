import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../dev/stack/ports.ts';
import type { Bench } from './bench.ts';

const wantedSeconds = 90;
const ports = [
  'PORT',
  'POSTGRES_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
  'TEMPORAL_METRICS_PORT',
  'METRICS_PORT',
  'WORKER_METRICS_PORT',
  'GITHUB_SERVER_PORT',
  'GITLAB_SERVER_PORT',
];

/** Measures two runs of `npm run demo -- --once` on the same new data folder, without the build. */
export const demo: Bench = {
  name: 'demo',
  summary: 'the demo twice on the same data: seconds of the first and of the second',
  async run({ say }) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'inventory-demo-'));
    await chmod(folder, 0o755);
    const environment: Record<string, string> = { DATA_FOLDER: folder };
    for (const variable of ports) environment[variable] = String(await freePort());
    // moto listens on the port after that of the proxy.
    environment['AWS_EMULATOR_PORT'] = String(await freePort(1));
    try {
      say('the first demo');
      const first = await run(environment);
      say(`${first.toFixed(0)} s; the second`);
      const second = await run(environment);
      return {
        first_demo: { value: first, unit: 's', ok: true },
        second_demo: { value: second, unit: 's', target: `<= ${wantedSeconds}`, ok: second <= wantedSeconds },
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function run(environment: Readonly<Record<string, string>>): Promise<number> {
  const started = performance.now();
  const script = fileURLToPath(new URL('../../dev/demo/main.ts', import.meta.url));
  const env = { ...process.env, ...environment };
  for (const given of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'AWS_ENDPOINT_URL']) delete env[given];
  const child = spawn(process.execPath, [script, '--once'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The demo ended with ${code}`);
  return (performance.now() - started) / 1000;
}
