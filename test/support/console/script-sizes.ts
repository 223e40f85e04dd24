import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { consoleFolder } from '../../../api/console-pages/console-files.ts';
import { consoleManifest } from '../../../dev/console/console-build.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
  readonly assets?: readonly string[];
}

/** Bytes of scripts after gzip, each with the limit of the contract. */
export interface ScriptSizes {
  /** Script before the sign-in page is usable. */
  readonly signIn: ScriptSize;
  /** Script before the first page after the sign-in is usable. */
  readonly overview: ScriptSize;
  /** Script that a page adds to that of the overview, by its source file; without the page of the graph. */
  readonly pages: Readonly<Record<string, ScriptSize>>;
  readonly graph: ScriptSize;
  /** The worker that computes the layout of the graph. */
  readonly worker: ScriptSize;
}

export interface ScriptSize {
  readonly bytes: number;
  readonly limit: number;
}

const kilobyte = 1024;
const limits = { signIn: 200, overview: 250, page: 100, graph: 200, worker: 490 } as const;
const graphPage = 'graph/graph-page.tsx';
const graphPicture = 'graph/graph-picture.tsx';
const overviewPage = 'inventory/overview-page.tsx';

/** Reads the sizes of the built console. */
export async function scriptSizes(): Promise<ScriptSizes> {
  const manifest = JSON.parse(await readFile(path.join(consoleFolder, consoleManifest), 'utf8')) as Readonly<
    Record<string, Chunk>
  >;
  const chunkOf = (key: string): Chunk => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the manifest of the console`);
    return chunk;
  };
  const closure = (keys: readonly string[], found: Set<string> = new Set()): Set<string> => {
    for (const key of keys.filter((candidate) => !found.has(candidate))) {
      found.add(key);
      closure(chunkOf(key).imports ?? [], found);
    }
    return found;
  };
  const bytesOf = async (keys: Iterable<string>) => {
    const files = new Set([...keys].map((key) => chunkOf(key).file).filter((file) => file.endsWith('.js')));
    const sizes = await Promise.all([...files].map((file) => gzipSize(path.join(consoleFolder, file))));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  const overview = closure([...entries, 'shell/shell.tsx', overviewPage]);
  const added = async (limit: number, ...sources: readonly string[]): Promise<ScriptSize> => ({
    bytes: await bytesOf([...closure(sources)].filter((key) => !overview.has(key))),
    limit: limit * kilobyte,
  });
  const pages = Object.keys(manifest).filter(
    (key) => key.endsWith('-page.tsx') && ![graphPage, overviewPage].includes(key),
  );
  const assets = [...closure([graphPage, graphPicture])].flatMap((key) => chunkOf(key).assets ?? []);
  const [workerFile = ''] = assets.filter((file) => file.endsWith('.js'));
  return {
    signIn: {
      bytes: await bytesOf(closure([...entries, 'identity/sign-in-page.tsx'])),
      limit: limits.signIn * kilobyte,
    },
    overview: { bytes: await bytesOf(overview), limit: limits.overview * kilobyte },
    pages: Object.fromEntries(
      await Promise.all(pages.map(async (page) => [page, await added(limits.page, page)] as const)),
    ),
    graph: await added(limits.graph, graphPage, graphPicture),
    worker: { bytes: await gzipSize(path.join(consoleFolder, workerFile)), limit: limits.worker * kilobyte },
  };
}

/** A file below a kilobyte has no compressed form. */
async function gzipSize(file: string): Promise<number> {
  return (await stat(existsSync(`${file}.gz`) ? `${file}.gz` : file)).size;
}
