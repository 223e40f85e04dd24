import { existsSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { buildOnce } from './build-once.ts';
import { reportProgress } from './report-progress.ts';
import type { Report } from './report-progress.ts';
import { findOnPath, runTool } from './run-tool.ts';
import { startSupervised } from './supervised-process.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { waitUntilReady } from './wait-until-ready.ts';

/** Pinned: the fixtures know its answers. */
export const motoVersion = '5.2.1';

/** Starts moto's server on loopback, with an empty memory. */
export async function startMoto(options: {
  port: number;
  logFile: string;
  report: Report;
}): Promise<{ url: string; python: string; process: SupervisedProcess }> {
  const { command, python, first } = await findMoto(options.report);
  const server = startSupervised(
    {
      command,
      arguments: [...first, '-H', '127.0.0.1', '-p', String(options.port)],
      logFile: options.logFile,
    },
    {
      // Loading the public images costs the first DescribeImages more than a second.
      MOTO_EC2_LOAD_DEFAULT_AMIS: 'false',
      MOTO_S3_ALLOW_CROSSACCOUNT_ACCESS: 'false',
    },
  );
  const url = `http://127.0.0.1:${options.port}`;
  await waitUntilReady('The AWS emulator', server, async () => {
    const answer = await fetch(`${url}/moto-api/`);
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
  });
  return { url, python, process: server };
}

/** In the shared cache, on PATH in the pinned version, or installed into a virtual environment of its own. */
async function findMoto(report: Report): Promise<{ command: string; python: string; first: string[] }> {
  const kept = path.join(devConfiguration.cacheFolder, `moto-${motoVersion}`);
  const onPath = existsSync(kept) ? undefined : findOnPath('moto_server');
  const beside = onPath === undefined ? '' : path.join(path.dirname(onPath), 'python3');
  if (onPath !== undefined && (await versionOf(beside)) === motoVersion) {
    return { command: onPath, python: beside, first: [] };
  }
  const folder = await buildOnce(kept, (partial) => installMoto(partial, report));
  // The folder was moved into place, so the program's own first line names a path that is gone.
  const python = path.join(folder, 'bin', 'python');
  return { command: python, python, first: ['-m', 'moto.server'] };
}

/** The version that a Python would import. */
async function versionOf(python: string): Promise<string | undefined> {
  const asked = await runTool(python, ['-c', 'import importlib.metadata as m; print(m.version("moto"))']);
  return asked.code === 0 ? asked.output.trim() : undefined;
}

async function installMoto(partial: string, report: Report): Promise<void> {
  const python = findOnPath('python3');
  if (python === undefined) {
    throw new Error(
      'The AWS emulator needs Python 3.9 or newer. Install it, or set AWS_ENDPOINT_URL to an emulator that already runs.',
    );
  }
  const what = `Installing the AWS emulator (moto ${motoVersion})`;
  await reportProgress(report, what, 'half a minute', async () => {
    for (const [command, ...rest] of [
      [python, '-m', 'venv', partial],
      [
        path.join(partial, 'bin', 'python'),
        '-m',
        'pip',
        'install',
        '--quiet',
        `moto[server]==${motoVersion}`,
      ],
    ] as const) {
      const done = await runTool(command, rest as unknown as string[]);
      if (done.code !== 0)
        throw new Error(
          `${what} failed (it needs Python 3.9 or newer with venv and pip; on Debian and Ubuntu the package ` +
            `python3-venv):\n${done.output.split('\n').slice(-20).join('\n')}`,
        );
    }
  });
}
