import { rm } from 'node:fs/promises';
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

/**
 * Starts the parts that are not given by the environment, side by side, and waits until all answer. An ephemeral
 * stack takes nothing from the environment, so that no test meets a person's data. Everything that was started
 * ends with this process, however it ends.
 *
 * @throws Error in words about a taken port, a missing tool or a folder that cannot be used; nothing runs then.
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
  const processes: SupervisedProcess[] = [];
  let stopping = false;
  const keep: Keep = (name, part) => {
    processes.push(part.process);
    void part.process.exited.then((code) => {
      if (!stopping) report(`${name} ended unexpectedly with code ${code}:\n${part.process.outputTail()}`);
    });
    return part;
  };
  const stop = async () => {
    stopping = true;
    await Promise.all(processes.map((part) => part.stop()));
    if (ephemeral) await rm(logs, { recursive: true, force: true });
  };
  const parts = await Promise.allSettled([
    given.databaseUrl ??
      startPostgres({
        port: ports.postgres,
        dataFolder: ephemeral ? undefined : path.join(data, 'postgres'),
        logFile: path.join(logs, 'postgres.log'),
      }).then((part) => keep('Postgres', part).databaseUrl),
    given.temporalAddress ??
      startTemporal({
        port: ports.temporal,
        uiPort: ports.temporalUi,
        metricsPort: ports.temporalMetrics,
        databaseFile: ephemeral ? undefined : path.join(data, 'temporal.db'),
        logFile: path.join(logs, 'temporal.log'),
        report,
      }).then((part) => keep('Temporal', part).address),
    given.awsEndpointUrl ?? startAws(ports, logs, report, keep),
  ]);
  const reasons = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (reasons.length > 0) {
    await stop();
    const words = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
    throw new Error(words.join('\n'), { cause: reasons[0] });
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

/** Remembers a part that runs, to end it with the stack and to say so when it ends earlier. */
type Keep = <T extends { process: SupervisedProcess }>(name: string, part: T) => T;

/** The emulator, and the front that the product speaks to. */
async function startAws(ports: Ports, logs: string, report: Report, keep: Keep): Promise<string> {
  const moto = keep(
    'The AWS emulator',
    await startMoto({ port: ports.moto, logFile: path.join(logs, 'moto.log'), report }),
  );
  const script = path.join(devConfiguration.projectFolder, 'build', 'dev', 'aws-emulator-proxy', 'main.js');
  const front = keep('The AWS front', {
    process: startSupervised({
      command: process.execPath,
      arguments: [
        script,
        `--port=${ports.front}`,
        `--emulator=${moto.url}`,
        `--python=${moto.python}`,
        `--version=${motoVersion}`,
      ],
      logFile: path.join(logs, 'aws-emulator-proxy.log'),
    }),
  });
  const url = `http://127.0.0.1:${ports.front}`;
  await waitUntilReady('The AWS front', front.process, () => fetch(`${url}/_proxy/calls`));
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
    await requireFree(
      ports.temporalMetrics,
      "Temporal's metrics",
      'TEMPORAL_METRICS_PORT',
      'TEMPORAL_ADDRESS',
    );
  }
  if (given.awsEndpointUrl === undefined) {
    await requireFree(ports.awsEmulator, 'The AWS emulator', 'AWS_EMULATOR_PORT', 'AWS_ENDPOINT_URL');
    await requireFree(ports.awsEmulator + 1, 'The AWS emulator', 'AWS_EMULATOR_PORT', 'AWS_ENDPOINT_URL');
  }
  return { ...ports, front: ports.awsEmulator, moto: ports.awsEmulator + 1 };
}
