import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { keepRunning } from '../stack/keep-running.ts';
import type { Report } from '../stack/report-progress.ts';
import type { Stack } from '../stack/start-stack.ts';
import { startSupervised } from '../stack/supervised-process.ts';
import type { SupervisedProcess } from '../stack/supervised-process.ts';
import { nodeOptionsOf } from './node-options.ts';

export interface RunningProduct {
  /** The origin of the API. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Receives a message when a process exits by itself. */
  readonly report: Report;
  /** Restarts a process that exits by itself. Default: false. */
  readonly restart?: boolean;
  /** Environment variables of both processes, in addition to those of the stack. */
  readonly environment?: Readonly<Record<string, string>>;
}

const readySeconds = 60;

/**
 * Starts an API process and a worker process on the stack, and waits until both are ready.
 *
 * @throws Error with the last output of a process that does not start; both are stopped then.
 */
export async function startProduct(
  stack: Stack,
  { report, restart = false, environment = {} }: ProductOptions,
): Promise<RunningProduct> {
  const url = `http://127.0.0.1:${devConfiguration.ports.api}`;
  const api = startProcess('api', 'api/main.ts', stack, environment);
  const worker = startProcess('worker', 'worker/main.ts', stack, environment);
  try {
    await Promise.all([apiReady(api, `${url}/api/v1/readyz`), workerReady(worker)]);
  } catch (error) {
    await Promise.all([api.stop(), worker.stop()]);
    throw error;
  }
  const supervised = [
    keepRunning('The API', api, { report, restart }),
    keepRunning('The worker', worker, { report, restart }),
  ];
  return {
    url,
    async stop() {
      await Promise.all(supervised.map((process) => process.stop()));
    },
  };
}

function startProcess(
  name: string,
  script: string,
  stack: Stack,
  environment: Readonly<Record<string, string>>,
): SupervisedProcess {
  const { dataFolder, projectFolder, ports } = devConfiguration;
  return startSupervised(
    {
      command: process.execPath,
      arguments: [...nodeOptionsOf(script), path.join(projectFolder, script)],
      logFile: path.join(dataFolder, 'logs', `${name}.log`),
      workingFolder: projectFolder,
    },
    {
      // Vite sets NODE_ENV to production in a process that builds the console.
      NODE_ENV: 'development',
      DATABASE_URL: stack.databaseUrl,
      TEMPORAL_ADDRESS: stack.temporalAddress,
      ...stack.awsEnvironment,
      PORT: String(ports.api),
      ...environment,
    },
  );
}

async function apiReady(api: SupervisedProcess, address: string): Promise<void> {
  await waitForStart('The API', api, async () => {
    const response = await fetch(address).catch(() => undefined);
    return response?.ok === true;
  });
}

async function workerReady(worker: SupervisedProcess): Promise<void> {
  await waitForStart('The worker', worker, async () => worker.hasWritten('"worker started"'));
}

async function waitForStart(
  name: string,
  child: SupervisedProcess,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + readySeconds * 1000;
  while (!(await isReady())) {
    if (!child.running()) throw new Error(`${name} exited while it started:\n${child.outputTail()}`);
    if (Date.now() > deadline)
      throw new Error(`${name} did not start within ${readySeconds} s:\n${child.outputTail()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
