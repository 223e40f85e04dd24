import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { startSupervised } from '../stack/supervised-process.ts';
import type { SupervisedProcess } from '../stack/supervised-process.ts';
import type { Stack } from '../stack/start-stack.ts';

export interface RunningProduct {
  /** The API's origin. */
  readonly url: string;
  readonly api: SupervisedProcess;
  readonly worker: SupervisedProcess;
  stop(): Promise<void>;
}

const readySeconds = 60;

/** Starts the API and one worker as processes of their own, on the stack, and waits until both work. */
export async function startProduct(stack: Stack): Promise<RunningProduct> {
  const { dataFolder, projectFolder, ports } = devConfiguration;
  const environment = {
    DATABASE_URL: stack.databaseUrl,
    TEMPORAL_ADDRESS: stack.temporalAddress,
    ...stack.awsEnvironment,
    PORT: String(ports.api),
  };
  const url = `http://127.0.0.1:${ports.api}`;
  const start = (name: string, script: string) =>
    startSupervised(
      {
        command: process.execPath,
        arguments: [path.join(projectFolder, 'build', script)],
        logFile: path.join(dataFolder, 'logs', `${name}.log`),
        workingFolder: projectFolder,
      },
      environment,
    );
  const api = start('api', 'api/main.js');
  const worker = start('worker', 'worker/main.js');
  const stop = async () => {
    await Promise.all([api.stop(), worker.stop()]);
  };
  try {
    await Promise.all([ready(api, `${url}/api/v1/readyz`), working(worker)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, api, worker, stop };
}

async function ready(api: SupervisedProcess, address: string): Promise<void> {
  await until('The API', api, async () => {
    const answer = await fetch(address).catch(() => undefined);
    return answer?.ok === true;
  });
}

async function working(worker: SupervisedProcess): Promise<void> {
  await until('The worker', worker, async () => worker.outputTail().includes('"worker started"'));
}

async function until(what: string, child: SupervisedProcess, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + readySeconds * 1000;
  while (!(await check())) {
    if (!child.running()) throw new Error(`${what} ended while it started:\n${child.outputTail()}`);
    if (Date.now() > deadline)
      throw new Error(`${what} did not start within ${readySeconds} s:\n${child.outputTail()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
