import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Configuration } from '../../../runtime/configuration.ts';

export interface WorkerProcess {
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  running(): boolean;
}

/**
 * Starts a worker process, as in production.
 *
 * @param environment - default: the environment of the test
 * @param script - default: the main module of the worker
 * @param log - receives the output, at log level trace; without it, the worker does not log
 */
export function startWorkerProcess(
  configuration: Configuration,
  environment: NodeJS.ProcessEnv = process.env,
  log?: (text: string) => void,
  script = new URL('../../../worker/main.ts', import.meta.url),
): WorkerProcess {
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    stdio: ['ignore', 'pipe', log === undefined ? 'inherit' : 'pipe'],
    env: {
      WORKER_METRICS_PORT: '0',
      TEMPORAL_METRICS_PORT: '0',
      ...environment,
      DATABASE_URL: configuration.databaseUrl,
      DATABASE_POOL_SIZE: '10',
      TEMPORAL_ADDRESS: configuration.temporalAddress,
      TASK_QUEUE_PREFIX: configuration.taskQueuePrefix,
      LOG_LEVEL: log === undefined ? 'silent' : 'trace',
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => log?.(chunk.toString()));
  const exited = once(child, 'exit');
  return {
    running: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
