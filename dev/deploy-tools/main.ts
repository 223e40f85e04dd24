import '../../runtime/check-node.mjs';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { buildOnce } from '../stack/build-once.ts';
import { reportProgress } from '../stack/report-progress.ts';
import { findOnPath, runTool } from '../stack/run-tool.ts';
import { deployToolFiles, findDeployTool, helmVersion, kubernetesSchemas } from './deploy-tools.ts';

/**
 * `npm run test:deploy`: installs what the tests of deploy/ use if the machine can, once, then runs them. Helm is built with Go, which
 * takes five minutes of processor time; the schemas of Kubernetes are downloaded with Python. `npm test` runs the same tests, and
 * skips visibly what needs a tool that is not installed.
 */
const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (findDeployTool('helm') === undefined) {
  if (findOnPath('go') === undefined) print('Neither Helm nor Go is installed: the chart is not rendered.');
  else await buildOnce(deployToolFiles.helm, buildHelm);
}
if (findOnPath('python3') === undefined)
  print('Python is not installed: the chart is not compared with the schemas.');
else await buildOnce(deployToolFiles.schemas, downloadSchemas);
if (findDeployTool('promtool') === undefined)
  print('promtool is not installed: the alerts are not evaluated.');

const tests = path.join(devConfiguration.projectFolder, 'dev', 'test', 'run-tests.ts');
const child = spawn(process.execPath, [tests, 'test/deploy'], { stdio: 'inherit' });
const [code] = (await once(child, 'close')) as [number | null];
process.exitCode = code ?? 1;

async function buildHelm(partial: string): Promise<void> {
  const folder = `${partial}-bin`;
  const task = `Building Helm ${helmVersion} from source`;
  const { code: exitCode, output } = await reportProgress(print, task, 'five minutes on two cores', () =>
    runTool('go', ['install', `helm.sh/helm/v3/cmd/helm@${helmVersion}`], { GOBIN: folder }),
  );
  if (exitCode !== 0) throw new Error(`${task} failed:\n${output.split('\n').slice(-20).join('\n')}`);
  await copyFile(path.join(folder, 'helm'), partial);
  await chmod(partial, 0o755);
  await rm(folder, { recursive: true, force: true });
}

async function downloadSchemas(partial: string): Promise<void> {
  const download = `${partial}-download`;
  const python = async (...given: string[]) => {
    const { code: exitCode, output } = await runTool('python3', given);
    if (exitCode !== 0) throw new Error(`python3 ${given.slice(0, 2).join(' ')} failed:\n${output}`);
  };
  await mkdir(download, { recursive: true });
  try {
    // The schemas are files of the package, which is not run.
    const { package: name, hash, folder } = kubernetesSchemas;
    await python(
      '-m',
      'pip',
      'download',
      '--quiet',
      name,
      '--no-deps',
      '--only-binary=:all:',
      `--dest=${download}`,
    );
    const file = path.join(download, (await readdir(download))[0] ?? '');
    const found = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    if (found !== hash) throw new Error(`${name} has the hash ${found}`);
    const extract =
      'import sys, zipfile; archive = zipfile.ZipFile(sys.argv[1]); ' +
      'archive.extractall(sys.argv[2], [name for name in archive.namelist() if name.startswith(sys.argv[3] + "/")])';
    await python('-c', extract, file, download, folder);
    await rename(path.join(download, folder), partial);
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}
