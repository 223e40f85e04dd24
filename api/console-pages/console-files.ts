import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the console, with its compressed forms if the build made them. */
export interface ConsoleFile {
  readonly mediaType: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

export interface ConsoleFiles {
  /** index.html, with `noncePlaceholder` for the nonce of each response. */
  readonly page: string;
  /** By the name below `/assets/`. The names contain a hash of the content. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

/** `npm run build` writes this text where the nonce of the response goes. */
export const noncePlaceholder = '__NONCE__';

/** Where `npm run build` writes the console. */
export const consoleFolder = fileURLToPath(new URL('../../build/console/', import.meta.url));

/** Reads the built console into memory: a few megabytes. Returns undefined if it is not built. */
export function readConsoleFiles(folder: string = consoleFolder): ConsoleFiles | undefined {
  const page = readIfExists(path.join(folder, 'index.html'))?.toString();
  if (page === undefined) return undefined;
  const assetsFolder = path.join(folder, 'assets');
  const assets = new Map<string, ConsoleFile>();
  for (const name of readdirSync(assetsFolder)) {
    const mediaType = mediaTypes[path.extname(name)];
    if (mediaType === undefined) continue;
    const file = path.join(assetsFolder, name);
    const [br, gzip] = [readIfExists(`${file}.br`), readIfExists(`${file}.gz`)];
    assets.set(name, {
      mediaType,
      plain: readFileSync(file),
      ...(br === undefined ? {} : { br }),
      ...(gzip === undefined ? {} : { gzip }),
    });
  }
  return { page, assets };
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
