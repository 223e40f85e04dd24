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

/**
 * moto's server without its line of log for every request, and with three of its faults mended. Two make the
 * tagging API fail for the whole account: a cluster of ECS without tags, and what SageMaker gives a tuple as its ARN. The
 * third is CodeDeploy's time, a text where AWS has a number.
 */
const program = `
import logging, sys, time
from moto.codedeploy import models as codedeploy
from moto.ecs.models import Cluster
from moto.sagemaker.models import SageMakerModelBackend
from moto.server import main
logging.getLogger('werkzeug').setLevel(logging.ERROR)
make_cluster = Cluster.__init__
def init(self, *args, **kwargs):
    make_cluster(self, *args, **kwargs)
    self.tags = self.tags or []
Cluster.__init__ = init
list_tags = SageMakerModelBackend.list_tags
def list_tags_of_texts(self, arn, **kwargs):
    return list_tags(self, arn=arn, **kwargs) if isinstance(arn, str) else ([], None)
SageMakerModelBackend.list_tags = list_tags_of_texts
codedeploy.iso_8601_datetime_with_milliseconds = time.time
main(sys.argv[1:])
`;

/** Starts moto's server on loopback, with an empty memory. */
export async function startMoto(options: {
  port: number;
  logFile: string;
  report: Report;
}): Promise<{ url: string; python: string; process: SupervisedProcess }> {
  const python = await findMoto(options.report);
  const server = startSupervised(
    {
      command: python,
      arguments: ['-c', program, '-H', '127.0.0.1', '-p', String(options.port)],
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

/**
 * A Python that has the emulator: of the virtual environment in the shared cache, beside the `moto_server` on PATH when
 * that has the pinned version, or of a virtual environment that is made now.
 */
async function findMoto(report: Report): Promise<string> {
  const kept = path.join(devConfiguration.cacheFolder, `moto-${motoVersion}`);
  const onPath = existsSync(kept) ? undefined : findOnPath('moto_server');
  const beside = onPath === undefined ? '' : path.join(path.dirname(onPath), 'python3');
  if (onPath !== undefined && (await versionOf(beside)) === motoVersion) return beside;
  const folder = await buildOnce(kept, (partial) => installMoto(partial, report));
  return path.join(folder, 'bin', 'python');
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
  await reportProgress(report, what, 'one to five minutes', async () => {
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
