import { readPath } from './read-path.ts';
import type { Source } from './question.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Reads sources. Each is read once, but for changes, whose actors the product still adds after the demo. */
export interface InventoryReader {
  /** Returns all rows of a list. */
  rows(source: Source): Promise<readonly Row[]>;
  /** Returns the rows of a list, or the body of a record. */
  body(source: Source): Promise<unknown>;
}

/** Names of the array of a list that is not `items`. */
const listNames: readonly (readonly [path: RegExp, name: string])[] = [
  [/^\/applications(?:\?|$)/, 'applications'],
  [/\/relationships(?:\?|$)/, 'relationships'],
  [/^\/graph\/impact/, 'resources'],
];

type Names = Readonly<Record<string, { readonly path: string; readonly field: string }>>;

const named: Names = {
  account: { path: '/aws/accounts', field: 'name' },
  team: { path: '/teams', field: 'name' },
  environment: { path: '/environments', field: 'name' },
  application: { path: '/applications', field: 'name' },
  repository: { path: '/repositories', field: 'full_name' },
  project: { path: '/iac-projects', field: 'path' },
  query: { path: '/saved-queries', field: 'built_in' },
};

/** @param now - the time to which `{since:…}` is relative */
export function createInventoryReader(get: (path: string) => Promise<unknown>, now: Date): InventoryReader {
  const known = new Map<string, Promise<unknown>>();
  const readOnce = (path: string): Promise<unknown> => {
    const read = (path.includes('/changes') ? undefined : known.get(path)) ?? readAll(get, path);
    known.set(path, read);
    return read;
  };
  const rowsOf = async (path: string): Promise<readonly Row[]> => {
    const body = await readOnce(path);
    if (!Array.isArray(body)) throw new Error(`${path} is not a list`);
    return body as readonly Row[];
  };
  const idOf = async (kind: string, name: string): Promise<string> => {
    if (kind === 'since') return timeOf(name, now);
    if (kind === 'first') return textOf((await rowsOf(name))[0], `the first of ${name}`);
    if (kind === 'resource') return resourceId(rowsOf, name);
    const list = named[kind];
    if (list === undefined) throw new Error(`There is no placeholder ${kind}`);
    return textOf(
      (await rowsOf(list.path)).find((row) => row[list.field] === name),
      `${kind} ${name}`,
    );
  };
  const resolve = async (source: Source): Promise<string> => {
    let path = source;
    for (const [placeholder, kind = '', name = ''] of source.matchAll(/\{(\w+):([^}]+)\}/g))
      path = path.replace(placeholder, await idOf(kind, name));
    return path;
  };
  return {
    rows: async (source) => rowsOf(await resolve(source)),
    body: async (source) => readOnce(await resolve(source)),
  };
}

/** Returns a time of a question: `24h` and `7d` ago, `today`, `yesterday`, `yesterday-18:00`, `monday`, in UTC. */
export function timeOf(text: string, now: Date): string {
  const [, count = '', unit] = /^(\d+)([hd])$/.exec(text) ?? [];
  if (unit !== undefined)
    return new Date(now.getTime() - Number(count) * (unit === 'h' ? 3_600_000 : 86_400_000)).toISOString();
  const midnight = new Date(now.toISOString().slice(0, 10)).getTime();
  const [day = '', time = '00:00'] = text.split('-');
  const daysAgo = { today: 0, yesterday: 1, monday: (now.getUTCDay() + 6) % 7 }[day];
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (daysAgo === undefined) throw new Error(`${text} is no time`);
  return new Date(midnight - daysAgo * 86_400_000 + (hours * 60 + minutes) * 60_000).toISOString();
}

/** Reads all pages of a list and returns its rows, or the body of a record. */
async function readAll(get: (path: string) => Promise<unknown>, path: string): Promise<unknown> {
  const name = listNames.find(([pattern]) => pattern.test(path))?.[1] ?? 'items';
  let body = (await get(path)) as Row;
  if (!Array.isArray(body[name])) return body;
  const rows = [...(body[name] as readonly unknown[])];
  const hasLimit = /[?&]limit=/.test(path);
  while (!hasLimit && typeof body['next_cursor'] === 'string') {
    const cursor = `limit=200&cursor=${encodeURIComponent(body['next_cursor'])}`;
    body = (await get(`${path}${path.includes('?') ? '&' : '?'}${cursor}`)) as Row;
    rows.push(...((body[name] ?? []) as readonly unknown[]));
  }
  return rows;
}

async function resourceId(
  rowsOf: (path: string) => Promise<readonly Row[]>,
  described: string,
): Promise<string> {
  const [type = '', name = '', region = ''] = described.split(' ');
  const rows = await rowsOf(`/resources?resource_type=${type}&region=${region}`);
  const found = rows.filter((row) => row['name'] === name);
  if (found.length > 1) throw new Error(`There are ${found.length} resources ${described}`);
  return textOf(found[0], `the resource ${described}`);
}

function textOf(row: Row | undefined, what: string): string {
  const [id] = readPath(row, 'id');
  if (typeof id !== 'string') throw new Error(`${what} does not exist`);
  return id;
}
