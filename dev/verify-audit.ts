import '../runtime/check-node.mjs';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { verifyAuditExport } from '../runtime/verify-audit-export.ts';

/**
 * `npm run verify-audit -- <file> [--key <file>] [--after <earlier file>]`: verifies an export of the audit log. The file of `--key` is the response
 * of `GET /audit-keys`, kept by the customer. Exits with 0 when the export is intact, with 1 when it is broken, with 2 without a file.
 */
const { values, positionals } = parseArgs({
  options: { key: { type: 'string' }, after: { type: 'string' } },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined || positionals.length > 1) {
  process.stderr.write('usage: npm run verify-audit -- <file> [--key <file>] [--after <earlier file>]\n');
  process.exit(2);
}
const keys = values.key === undefined ? undefined : await readKeys(values.key);
const earlier = values.after === undefined ? undefined : await lastLine(values.after);
const verdict = await verifyAuditExport(linesOf(file), { keys, earlier });
const unsigned = verdict.isIntact && keys === undefined ? '; the signature was not verified (--key)' : '';
process.stdout.write(`${verdict.text}${unsigned}\n`);
process.exitCode = verdict.isIntact ? 0 : 1;

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

async function lastLine(path: string): Promise<string> {
  let last = '';
  for await (const line of linesOf(path)) if (line !== '') last = line;
  return last;
}

async function readKeys(path: string): Promise<ReadonlyMap<string, string>> {
  const { items } = JSON.parse(await readFile(path, 'utf8')) as {
    readonly items: readonly { readonly id: string; readonly public_key: string }[];
  };
  return new Map(items.map(({ id, public_key: key }) => [id, key]));
}
