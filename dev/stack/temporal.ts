import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection } from '@temporalio/client';
import { searchAttributeNames } from '../../domain/runs/run-kinds.ts';
import { devConfiguration } from '../configuration.ts';
import { buildOnce } from './build-once.ts';
import { reportProgress } from './report-progress.ts';
import type { Report } from './report-progress.ts';
import { findOnPath, runTool } from './run-tool.ts';
import { startSupervised } from './supervised-process.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { dynamicConfigArguments } from './temporal-dynamic-config.ts';
import { waitUntilReady } from './wait-until-ready.ts';

/** The newest tag of the Temporal CLI whose go.mod has no `replace` directive, which `go install` rejects. */
const cliVersion = 'v1.5.1';

export interface TemporalOptions {
  readonly port: number;
  readonly uiPort: number;
  readonly metricsPort: number;
  /** Undefined to keep the state in memory. */
  readonly databaseFile: string | undefined;
  readonly logFile: string;
  readonly report: Report;
}

/** Starts Temporal's dev server and its UI on loopback. */
export async function startTemporal(
  options: TemporalOptions,
): Promise<{ address: string; uiUrl: string; process: SupervisedProcess }> {
  const binary = await findTemporal(options.report);
  if (options.databaseFile !== undefined)
    await mkdir(path.dirname(options.databaseFile), { recursive: true });
  const server = startSupervised(
    {
      command: binary,
      arguments: [
        'server',
        'start-dev',
        '--log-level=warn',
        '--ip=127.0.0.1',
        '--ui-ip=127.0.0.1',
        `--port=${options.port}`,
        `--ui-port=${options.uiPort}`,
        `--metrics-port=${options.metricsPort}`,
        ...(options.databaseFile === undefined ? [] : [`--db-filename=${options.databaseFile}`]),
        ...Object.values(searchAttributeNames).map((name) => `--search-attribute=${name}=Keyword`),
        ...dynamicConfigArguments(),
      ],
      logFile: options.logFile,
    },
    // Collects garbage a quarter as often: the server keeps little, and allocates much.
    { GOGC: '400' },
  );
  const address = `127.0.0.1:${options.port}`;
  await waitUntilReady('Temporal', server, async () => {
    const connection = await Connection.connect({ address, connectTimeout: 1000 });
    try {
      await connection.workflowService.describeNamespace({ namespace: 'default' });
    } finally {
      await connection.close();
    }
  });
  return { address, uiUrl: `http://127.0.0.1:${options.uiPort}`, process: server };
}

/** Finds the server on PATH or in the shared cache; otherwise downloads it with the SDK, or builds it with Go. */
async function findTemporal(report: Report): Promise<string> {
  const onPath = findOnPath('temporal');
  if (onPath !== undefined) return onPath;
  const target = path.join(devConfiguration.cacheFolder, `temporal-${cliVersion}`);
  return buildOnce(target, async (partial) => {
    const downloaded = await downloadTemporal(report);
    if (downloaded !== undefined) return copyExecutable(downloaded, partial);
    await buildTemporal(partial, report);
  });
}

/** Returns the path of the downloaded executable, or `undefined` when the download failed. */
async function downloadTemporal(report: Report): Promise<string | undefined> {
  const folder = path.join(devConfiguration.cacheFolder, 'temporal-download');
  await mkdir(folder, { recursive: true });
  const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'download-temporal.ts');
  const downloaded = await reportProgress(report, "Downloading Temporal's dev server", 'half a minute', () =>
    runTool(process.execPath, [script, folder, cliVersion]),
  );
  if (downloaded.code !== 0) return undefined;
  // Besides the executable, the folder contains only the remains of interrupted downloads.
  const program = (await readdir(folder)).find((name) => !name.endsWith('.downloading'));
  return program === undefined ? undefined : path.join(folder, program);
}

async function copyExecutable(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o755);
}

async function buildTemporal(partial: string, report: Report): Promise<void> {
  if (findOnPath('go') === undefined) {
    throw new Error(
      "Temporal's dev server could not be downloaded. Install the Temporal CLI (https://docs.temporal.io/cli) on PATH, " +
        'or install Go to build the server, or set TEMPORAL_ADDRESS to the address of a running server.',
    );
  }
  const folder = `${partial}-bin`;
  await rm(folder, { recursive: true, force: true });
  const task = `Building Temporal's dev server ${cliVersion} from source`;
  const built = await reportProgress(report, task, 'five minutes on two cores', () =>
    runTool('go', ['install', `github.com/temporalio/cli/cmd/temporal@${cliVersion}`], { GOBIN: folder }),
  );
  if (built.code !== 0) throw new Error(`${task} failed:\n${built.output.split('\n').slice(-20).join('\n')}`);
  await copyExecutable(path.join(folder, 'temporal'), partial);
  await rm(folder, { recursive: true, force: true });
}
