import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadEstate } from './load-estate.ts';
import type { LoadedEstate } from './load-estate.ts';

const script = fileURLToPath(import.meta.url);

/** As {@link loadEstate}, in a process of its own: the memory of the generator is not that of the extraction. */
export async function loadEstateInProcess(url: string, size: number): Promise<LoadedEstate> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, url, String(size)]);
  return JSON.parse(stdout) as LoadedEstate;
}

if (process.argv[1] === script) {
  const [url = '', size = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await loadEstate(url, Number(size))));
}
