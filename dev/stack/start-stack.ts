import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { freePort, requireFree } from './ports.ts';
import { motoVersion, startMoto } from './moto.ts';
import { startPostgres } from './postgres.ts';
import type { Report } from './report-progress.ts';
import { startSupervised } from './supervised-process.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { startTemporal } from './temporal.ts';
import { waitUntilReady } from './wait-until-ready.ts';

export interface Stack {
  /** The superuser's connection, for the database `inventory`. */
  readonly databaseUrl: string;
  /** host:port of the frontend. */
  readonly temporalAddress: string;
  /** Absent when Temporal was given. */
  readonly temporalUiUrl: string | undefined;
  readonly awsEndpointUrl: string;
  /** What a process needs in its environment to call the emulator, and nothing but the emulator. */
  readonly awsEnvironment: Record<string, string>;
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly report?: Report;
  /** Free ports and data that goes with the stack: for tests and benches. */
  readonly ephemeral?: boolean;
}

/** Starts the parts that are not given by the environment, side by side, and waits until all answer. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { projectFolder, given } = devConfiguration;
  const ephemeral = options.ephemeral === true;
  const report = options.report ?? (() => undefined);
  const data = path.join(projectFolder, '.data');
  const logs = path.join(data, ephemeral ? `logs-${process.pid}` : 'logs');
  const ports = await choosePorts(ephemeral);
  const processes: SupervisedProcess[] = [];
  const keep = <T extends { process: SupervisedProcess }>(part: T): T => {
    processes.push(part.process);
    return part;
  };
  const stop = async () => {
    await Promise.all(processes.map((part) => part.stop()));
  };
  const parts = await Promise.allSettled([
    given.databaseUrl ??
      startPostgres({
        port: ports.postgres,
        dataFolder: ephemeral ? undefined : path.join(data, 'postgres'),
        logFile: path.join(logs, 'postgres.log'),
      }).then((part) => keep(part).databaseUrl),
    given.temporalAddress ??
      startTemporal({
        port: ports.temporal,
        uiPort: ports.temporalUi,
        metricsPort: ports.temporalMetrics,
        databaseFile: ephemeral ? undefined : path.join(data, 'temporal.db'),
        logFile: path.join(logs, 'temporal.log'),
        report,
      }).then((part) => keep(part).address),
    given.awsEndpointUrl ?? startAws(ports, logs, report, keep),
  ]);
  const failed = parts.find((part) => part.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const [databaseUrl = '', temporalAddress = '', awsEndpointUrl = ''] = parts.map((part) =>
    part.status === 'fulfilled' ? part.value : '',
  );
  return {
    databaseUrl,
    temporalAddress,
    temporalUiUrl: given.temporalAddress === undefined ? `http://127.0.0.1:${ports.temporalUi}` : undefined,
    awsEndpointUrl,
    awsEnvironment: awsEnvironment(awsEndpointUrl),
    stop,
  };
}

type Keep = <T extends { process: SupervisedProcess }>(part: T) => T;

/** The emulator, and the front that the product speaks to. */
async function startAws(ports: Ports, logs: string, report: Report, keep: Keep): Promise<string> {
  const moto = keep(await startMoto({ port: ports.moto, logFile: path.join(logs, 'moto.log'), report }));
  const script = path.join(devConfiguration.projectFolder, 'build', 'dev', 'aws-front', 'main.js');
  const front = keep({
    process: startSupervised({
      command: process.execPath,
      arguments: [
        script,
        `--port=${ports.front}`,
        `--emulator=${moto.url}`,
        `--python=${moto.python}`,
        `--version=${motoVersion}`,
      ],
      logFile: path.join(logs, 'aws-front.log'),
    }),
  });
  const url = `http://127.0.0.1:${ports.front}`;
  await waitUntilReady('The AWS front', front.process, () => fetch(`${url}/_front/calls`));
  return url;
}

/** Everything that makes the SDK call the emulator and nothing else. */
function awsEnvironment(endpoint: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'emulated',
    AWS_SECRET_ACCESS_KEY: 'emulated',
    AWS_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

interface Ports {
  readonly postgres: number;
  readonly temporal: number;
  readonly temporalUi: number;
  readonly temporalMetrics: number;
  readonly front: number;
  readonly moto: number;
}

async function choosePorts(ephemeral: boolean): Promise<Ports> {
  const { ports, given } = devConfiguration;
  if (ephemeral) {
    const [postgres, temporal, temporalUi, temporalMetrics, front] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(1),
    ];
    return { postgres, temporal, temporalUi, temporalMetrics, front, moto: front + 1 };
  }
  if (given.databaseUrl === undefined)
    await requireFree(ports.postgres, 'Postgres', 'POSTGRES_PORT', 'DATABASE_URL');
  if (given.temporalAddress === undefined) {
    await requireFree(ports.temporal, 'Temporal', 'TEMPORAL_PORT', 'TEMPORAL_ADDRESS');
    await requireFree(ports.temporalUi, 'The Temporal UI', 'TEMPORAL_UI_PORT', 'TEMPORAL_ADDRESS');
  }
  if (given.awsEndpointUrl === undefined) {
    await requireFree(ports.awsEmulator, 'The AWS emulator', 'AWS_EMULATOR_PORT', 'AWS_ENDPOINT_URL');
    await requireFree(ports.awsEmulator + 1, 'The AWS emulator', 'AWS_EMULATOR_PORT', 'AWS_ENDPOINT_URL');
  }
  return { ...ports, front: ports.awsEmulator, moto: ports.awsEmulator + 1 };
}
