import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { consoleFolder } from '../../api/console-pages/console-files.ts';
import { devConfiguration } from '../configuration.ts';

const sourceFolder = path.join(devConfiguration.projectFolder, 'console');
const markFile = '.sources';
const buildScript = path.join(import.meta.dirname, 'main.ts');
/** The file of the build that names the chunks of each source file and their imports. It is not served. */
export const consoleManifest = 'manifest.json';

/** The options of Vite for the build and for the development server. */
export function consoleOptions(): InlineConfig {
  return {
    root: sourceFolder,
    configFile: false,
    envDir: false,
    publicDir: false,
    plugins: [react(), colorSchemeScript()],
    clearScreen: false,
    logLevel: 'warn',
  };
}

/** Builds the console into build/console, unless the folder was made from the same sources. Takes some seconds. */
export async function updateConsole(): Promise<void> {
  const digest = await digestOfSources();
  if ((await textOf(path.join(consoleFolder, markFile))) === digest) return;
  const target = path.normalize(`${consoleFolder}/`).slice(0, -1);
  const partial = `${target}.${process.pid}`;
  // React and its plugin take their development form unless NODE_ENV is `production`, which this process may need otherwise.
  await promisify(execFile)(process.execPath, [buildScript, partial], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await writeFile(path.join(partial, markFile), digest);
  // Several processes may build at the same time: the folder is replaced as a whole.
  const old = `${partial}.old`;
  await rename(target, old).catch(() => undefined);
  await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
  await rm(old, { recursive: true, force: true });
}

/** The script that sets the colour scheme before the first paint. It is no module, so Vite does not bundle it. */
function colorSchemeScript(): Plugin {
  const name = 'color-scheme.js';
  const source = readFile(path.join(sourceFolder, name));
  let fileName = '';
  return {
    name: 'color-scheme-script',
    apply: 'build',
    async buildStart() {
      const text = await source;
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
      fileName = `assets/color-scheme-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: text });
    },
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(`/${name}`, `/${fileName}`) },
  };
}

/** Hash of everything that the console contains: it imports its own room, `api-client/` and packages of the lock file. */
async function digestOfSources(): Promise<string> {
  const { projectFolder } = devConfiguration;
  const hash = createHash('sha256').update(await readFile(path.join(projectFolder, 'package-lock.json')));
  for (const script of ['console-build.ts', 'main.ts'])
    hash.update(await readFile(path.join(import.meta.dirname, script)));
  hash.update(await readFile(path.join(projectFolder, 'api-client', 'create-typed-client.ts')));
  const files = (await readdir(sourceFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files)
    hash.update(`\0${path.relative(projectFolder, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
