import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import test from 'ava';
import { migrationSource } from '../../db/migrations/index.ts';

const folder = new URL('../../db/migrations/', import.meta.url);
const frozenFile = new URL('frozen.json', folder);

test('no merged migration is changed', (t) => {
  const hashes = hashMigrations();
  // Adds new migrations only: an update must not hide a change of a merged one.
  if (process.env['UPDATE_FROZEN_MIGRATIONS'] === '1')
    writeFileSync(frozenFile, `${JSON.stringify({ ...hashes, ...readFrozen() }, null, 2)}\n`);
  const frozen = readFrozen();
  for (const [name, hash] of Object.entries(frozen)) {
    t.is(
      hashes[name],
      hash,
      `databases have run ${name}: undo the change and add a new migration. ` +
        'Only if it is not merged, delete its line in db/migrations/frozen.json and run this test with UPDATE_FROZEN_MIGRATIONS=1',
    );
  }
  t.deepEqual(Object.keys(hashes), Object.keys(frozen), 'run this test with UPDATE_FROZEN_MIGRATIONS=1');
});

test('every file belongs to a registered migration', async (t) => {
  t.deepEqual(Object.keys(hashMigrations()), await migrationSource.getMigrations([]));
});

function readFrozen(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(frozenFile, 'utf8')) as Readonly<Record<string, string>>;
}

/** Returns a hash of the files of each migration: `<name>.ts` and the folder `<name>`. */
function hashMigrations(): Readonly<Record<string, string>> {
  const hashes = new Map<string, Hash>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!file.endsWith('.ts') || file === 'index.ts') continue;
    const name = file.replace(/(\/.*|\.ts)$/, '');
    const hash = hashes.get(name) ?? createHash('sha256');
    hashes.set(name, hash.update(`${file}\n`).update(readFileSync(new URL(file, folder))));
  }
  return Object.fromEntries(Array.from(hashes, ([name, hash]) => [name, hash.digest('hex')]));
}
