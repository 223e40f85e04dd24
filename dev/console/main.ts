import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { consoleManifest, consoleOptions } from './console-build.ts';

/** Builds the console into the folder that the first argument names, and compresses its files. */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('The first argument is the folder of the build.');
await build({
  ...consoleOptions(),
  build: {
    outDir: folder,
    emptyOutDir: true,
    manifest: consoleManifest,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 2_000,
  },
});
await compressFiles(path.join(folder, 'assets'));

async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:css|js|svg)$/.test(name));
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
