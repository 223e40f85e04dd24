import { rm } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { keepRunning } from './keep-running.ts';
import type { RunningProcess } from './keep-running.ts';
import { freePort, requireFree } from './ports.ts';
import { motoVersion, startMoto } from './moto.ts';
import { startPostgres } from './postgres.ts';
import type { Report } from './report-progress.ts';
import { startSupervised } from './supervised-process.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { startTemporal } from './temporal.ts';
import { waitUntilReady } from './wait-until-ready.ts';

export interface Stack {
  /** URL of the superuser for the database `inventory`. */
  readonly databaseUrl: string;
  /** host:port of the frontend service. */
  readonly temporalAddress: string;
  /** Undefined when TEMPORAL_ADDRESS names the server. */
  readonly temporalUiUrl: string | undefined;
  readonly awsEndpointUrl: string;
  /** Environment variables that make the AWS SDK call the emulator, and never AWS. */
  readonly awsEnvironment: Record<string, string>;
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly report?: Report;
  /** Uses free ports and temporary data, and ignores the environment: for tests and benchmarks. Default: false. */
  readonly ephemeral?: boolean;
  /** Restarts a process that exits by itself. Default: false. */
  readonly restart?: boolean;
}

/**
 * Starts Postgres, Temporal and the AWS emulator concurrently, except services with an address in the environment, and
 * waits until they are ready. They stop when this process exits, crashes or is killed.
 *
 * @throws Error that explains a port in use, a missing tool or an inaccessible folder; all processes are stopped then
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { dataFolder: data } = devConfiguration;
  const ephemeral = options.ephemeral === true;
  const given: typeof devConfiguration.given = ephemeral
    ? { databaseUrl: undefined, temporalAddress: undefined, awsEndpointUrl: undefined }
    : devConfiguration.given;
  const report = options.report ?? (() => undefined);
  const logs = path.join(data, ephemeral ? `logs-${process.pid}` : 'logs');
  const ports = await choosePorts(ephemeral);
  const processes: RunningProcess[] = [];
  const register: Register = (name, part) => {
    processes.push(keepRunning(name, part.process, { report, restart: options.restart === true }));
    return part;
  };
  const stop = async () => {
    await Promise.all(processes.map((process) => process.stop()));
    if (ephemeral) await rm(logs, { recursive: true, force: true });
  };
  const parts = await Promise.allSettled([
    given.databaseUrl ??
      startPostgres({
        port: ports.postgres,
        dataFolder: ephemeral ? undefined : path.join(data, 'postgres'),
        logFile: path.join(logs, 'postgres.log'),
      }).then((part) => register('Postgres', part).databaseUrl),
    given.temporalAddress ??
      startTemporal({
        port: ports.temporal,
        uiPort: ports.temporalUi,
        metricsPort: ports.temporalMetrics,
        databaseFile: ephemeral ? undefined : path.join(data, 'temporal.db'),
        logFile: path.join(logs, 'temporal.log'),
        report,
      }).then((part) => register('Temporal', part).address),
    given.awsEndpointUrl ?? startAws(ports, logs, report, register),
  ]);
  const reasons = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (reasons.length > 0) {
    await stop();
    const messages = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
    throw new Error(messages.join('\n'), { cause: reasons[0] });
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

/** Registers a started process, to stop it with the stack and to report when it exits by itself. */
type Register = <T extends { process: SupervisedProcess }>(name: string, part: T) => T;

/** Starts moto and the proxy in front of it. Returns the URL of the proxy. */
async function startAws(ports: Ports, logs: string, report: Report, register: Register): Promise<string> {
  const moto = register(
    'The AWS emulator',
    await startMoto({ port: ports.moto, logFile: path.join(logs, 'moto.log'), report }),
  );
  const script = path.join(devConfiguration.projectFolder, 'dev', 'aws-emulator-proxy', 'main.ts');
  const proxy = register('The AWS emulator proxy', {
    process: startSupervised({
      command: process.execPath,
      arguments: [
        script,
        `--port=${ports.awsProxy}`,
        `--emulator=${moto.url}`,
        `--python=${moto.python}`,
        `--version=${motoVersion}`,
      ],
      logFile: path.join(logs, 'aws-emulator-proxy.log'),
    }),
  });
  const url = `http://127.0.0.1:${ports.awsProxy}`;
  await waitUntilReady('The AWS emulator proxy', proxy.process, () => fetch(`${url}/_proxy/calls`));
  return url;
}

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
  readonly awsProxy: number;
  readonly moto: number;
}

async function choosePorts(ephemeral: boolean): Promise<Ports> {
  const { ports, given } = devConfiguration;
  if (ephemeral) {
    const [postgres, temporal, temporalUi, temporalMetrics, awsProxy] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(1),
    ];
    return { postgres, temporal, temporalUi, temporalMetrics, awsProxy, moto: awsProxy + 1 };
  }
  if (given.databaseUrl === undefined)
    await requireFree(ports.postgres, 'Postgres', 'POSTGRES_PORT', { instead: 'DATABASE_URL' });
  if (given.temporalAddress === undefined) {
    await requireFree(ports.temporal, 'Temporal', 'TEMPORAL_PORT', { instead: 'TEMPORAL_ADDRESS' });
    await requireFree(ports.temporalUi, 'The Temporal UI', 'TEMPORAL_UI_PORT', {
      instead: 'TEMPORAL_ADDRESS',
    });
  }
  if (given.awsEndpointUrl === undefined) {
    await requireFree(ports.awsEmulator, 'The AWS emulator', 'AWS_EMULATOR_PORT', {
      instead: 'AWS_ENDPOINT_URL',
      neighbours: 1,
    });
  }
  const temporalMetrics = await freePort();
  return { ...ports, temporalMetrics, awsProxy: ports.awsEmulator, moto: ports.awsEmulator + 1 };
}
