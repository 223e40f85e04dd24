import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { InlineConfig, Plugin } from 'vite';
import { consoleFolder } from '../../api/console-pages/console-files.ts';
import { devConfiguration } from '../configuration.ts';

const sourceFolder = path.join(devConfiguration.projectFolder, 'console');
const markFile = '.sources';
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
  await build({
    ...consoleOptions(),
    build: {
      outDir: partial,
      emptyOutDir: true,
      manifest: consoleManifest,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      chunkSizeWarningLimit: 2_000,
    },
  });
  await compressFiles(path.join(partial, 'assets'));
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

const compressible = /\.(?:css|js|svg)$/;

async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => compressible.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const text = await readFile(file);
      if (text.length < 1024) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(text, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}

/** Hash of everything that the console contains: it imports its own room, `api-client/` and packages of the lock file. */
async function digestOfSources(): Promise<string> {
  const { projectFolder } = devConfiguration;
  const hash = createHash('sha256').update(await readFile(path.join(projectFolder, 'package-lock.json')));
  hash.update(await readFile(path.join(import.meta.dirname, 'console-build.ts')));
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
