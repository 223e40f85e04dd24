import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeOptionsOf } from '../../../dev/processes/node-options.ts';
import { freePort } from '../../../dev/stack/ports.ts';

export interface MeasuredProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start until the process was ready. */
  readonly readyMs: number;
  /** Peak resident memory in MB. */
  peakMemory(): number;
  /** Processor time since the start of the process, in seconds. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts an API, and waits for /readyz. */
export function startApiProcess(environment: Environment): Promise<MeasuredProcess> {
  return startMeasuredProcess('api/main.ts', environment, 'PORT', '/api/v1/readyz');
}

/** Starts a worker, and waits for its metrics, which it serves after creating its Temporal workers. */
export function startWorkerProcess(environment: Environment): Promise<MeasuredProcess> {
  return startMeasuredProcess('worker/main.ts', environment, 'WORKER_METRICS_PORT', '/metrics');
}

/** Starts a module that listens on the port of a variable, and waits until a path of it responds. */
export async function startMeasuredProcess(
  file: string,
  environment: Environment,
  portVariable: string,
  path: string,
): Promise<MeasuredProcess> {
  const port = String(await freePort());
  const script = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const child = spawn(process.execPath, [...nodeOptionsOf(file), script], {
    env: {
      ...process.env,
      METRICS_PORT: '0',
      WORKER_METRICS_PORT: '0',
      TEMPORAL_METRICS_PORT: '0',
      LOG_LEVEL: 'fatal',
      ...environment,
      [portVariable]: port,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit');
  const started = performance.now();
  const url = `http://127.0.0.1:${port}`;
  while (!(await responds(`${url}${path}`))) {
    if (child.exitCode !== null || performance.now() - started > 60_000)
      throw new Error(`${file} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    peakMemory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    cpuSeconds() {
      // Fields 14 and 15 of proc_pid_stat(5), in ticks of 10 ms. The second field may contain spaces.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      process.removeListener('exit', kill);
    },
  };
}

async function responds(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}
