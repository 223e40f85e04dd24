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

/** Pinned, because fixtures depend on the responses of this version. */
export const motoVersion = '5.2.1';

/**
 * Starts moto's server without its request log, and fixes five bugs of moto. Two of them make the tagging API fail for
 * the whole account: ECS clusters without tags, and SageMaker resources whose ARN is a tuple. The third: CodeDeploy
 * returns times as text, where AWS returns numbers. The fourth: Macie returns times without a time zone. The fifth:
 * CloudFormation stores the inline policies of a role as dictionaries, where IAM returns JSON. Finds the service of a
 * host once: moto lists its folders for every request, a sixth of the time of one. Leaves the
 * objects of the modules out of garbage collection, and runs it less often: it took a tenth of the time of a request.
 */
const program = `
import functools, gc, json, logging, sys, time
from datetime import datetime, timezone
from moto import backends
from moto.codedeploy import models as codedeploy
from moto.ecs.models import Cluster
from moto.iam.models import Role
from moto.macie2 import models as macie2
from moto.sagemaker.models import SageMakerModelBackend
from moto.moto_server.werkzeug_app import DomainDispatcherApplication
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
macie2.utcnow = lambda: datetime.now(timezone.utc)
put_policy = Role.put_policy
def put_policy_text(self, policy_name, policy_json):
    put_policy(self, policy_name, policy_json if isinstance(policy_json, str) else json.dumps(policy_json))
Role.put_policy = put_policy_text
modules = frozenset(backends.list_of_moto_modules())
backends.list_of_moto_modules = lambda: modules
find_backend = DomainDispatcherApplication.get_backend_for_host
DomainDispatcherApplication.get_backend_for_host = functools.lru_cache(maxsize=None)(find_backend)
gc.freeze()
gc.set_threshold(100_000, 50, 100)
main(sys.argv[1:])
`;

/** Starts moto's server on loopback. It keeps its state in memory. */
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
      // Without the public images, which delay the first DescribeImages by more than a second.
      MOTO_EC2_LOAD_DEFAULT_AMIS: 'false',
      MOTO_S3_ALLOW_CROSSACCOUNT_ACCESS: 'false',
    },
  );
  const url = `http://127.0.0.1:${options.port}`;
  await waitUntilReady('The AWS emulator', server, async () => {
    const response = await fetch(`${url}/moto-api/`);
    if (!response.ok) throw new Error(`returned ${response.status}`);
  });
  return { url, python, process: server };
}

/**
 * Returns a Python interpreter with the pinned version of moto: of the virtual environment in the shared cache, or the one
 * next to `moto_server` on PATH, or of a new virtual environment in the cache.
 */
async function findMoto(report: Report): Promise<string> {
  const cached = path.join(devConfiguration.cacheFolder, `moto-${motoVersion}`);
  const onPath = existsSync(cached) ? undefined : findOnPath('moto_server');
  const pythonOnPath = onPath === undefined ? '' : path.join(path.dirname(onPath), 'python3');
  if (onPath !== undefined && (await versionOf(pythonOnPath)) === motoVersion) return pythonOnPath;
  const folder = await buildOnce(cached, (partial) => installMoto(partial, report));
  return path.join(folder, 'bin', 'python');
}

/** The version of moto that a Python interpreter imports. */
async function versionOf(python: string): Promise<string | undefined> {
  const printed = await runTool(python, ['-c', 'import importlib.metadata as m; print(m.version("moto"))']);
  return printed.code === 0 ? printed.output.trim() : undefined;
}

async function installMoto(partial: string, report: Report): Promise<void> {
  const python = findOnPath('python3');
  if (python === undefined) {
    throw new Error(
      'The AWS emulator needs Python 3.9 or newer. Install it, or set AWS_ENDPOINT_URL to the URL of a running emulator.',
    );
  }
  const task = `Installing the AWS emulator (moto ${motoVersion})`;
  await reportProgress(report, task, 'one to five minutes', async () => {
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
          `${task} failed (it needs Python 3.9 or newer with venv and pip; on Debian and Ubuntu the package ` +
            `python3-venv):\n${done.output.split('\n').slice(-20).join('\n')}`,
        );
    }
  });
}
