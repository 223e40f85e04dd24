import { readFile } from 'node:fs/promises';
import { glob } from 'node:fs/promises';
import test from 'ava';
import { advisoryLocks } from '../../db/advisory-locks.ts';

/** Every call of a function for advisory locks, with its arguments, which have at most two levels of parentheses. */
const call = /pg_(?:try_)?advisory_\w+\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;
/** A class of the table, and 0 or the hash of the organization of the transaction. */
const arguments_ = /^(\d+), (?:0|hashtext\(tenant::text\))$/;

test('every advisory lock of the database functions has a class, and no id from the text of a client', async (t) => {
  const schema = await readFile('db/schema.sql', 'utf8');
  const classes = Array.from(schema.matchAll(call), ([, given = '']) => Number(arguments_.exec(given)?.[1]));
  t.deepEqual(
    [...new Set(classes)].toSorted((a, b) => a - b),
    [
      advisoryLocks.audit_seal,
      advisoryLocks.feed_claims,
      advisoryLocks.scm_sync_claims,
      advisoryLocks.state_sync_claims,
      advisoryLocks.state_detection_claims,
      advisoryLocks.resource_counts,
      advisoryLocks.hcp_terraform_sync_claims,
      advisoryLocks.event_numbers,
    ],
  );
});

test('every advisory lock of the code takes its arguments from one place', async (t) => {
  const found: string[] = [];
  for await (const file of glob(['{api,activities,commands,db,runtime,worker}/**/*.ts'])) {
    if (file.startsWith('db/migrations/')) continue;
    const text = await readFile(file, 'utf8');
    for (const [, given = ''] of text.matchAll(/pg_(?:try_)?advisory_\w+\((.*)/g))
      found.push(`${file}: ${given}`);
  }
  t.is(found.length, 3);
  const others = found.filter((line) => !line.includes('${lockArguments('));
  t.deepEqual(others, ["db/migrate-database.ts: ?::integer, 0)', [advisoryLocks.migrations]);"]);
});

test('no two locks have the same class', (t) => {
  const classes = Object.values(advisoryLocks);
  t.is(new Set<number>(classes).size, classes.length);
});
