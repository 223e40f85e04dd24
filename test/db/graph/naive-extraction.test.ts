import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { insertAccounts, insertOrganization, putResources } from '../../support/graph/insert-resources.ts';
import { extractNaively } from '../../support/graph/naive-extraction.ts';
import type { NaiveResource } from '../../support/graph/naive-extraction.ts';
import {
  accountNumbers,
  randomIdentity,
  randomRules,
  randomState,
} from '../../support/graph/random-inventory.ts';
import { runExtraction } from '../../support/graph/run-extraction.ts';
import { dumpGraph, readEdges } from '../../support/graph/stored-edges.ts';
import { useOpenDatabase } from '../../support/use-open-database.ts';

const fixture = useOpenDatabase();

const resourceCount = 8;

test('incremental runs end as a full run does, and equal a naive resolver', async (t) => {
  t.timeout(600_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomIdentity, { minLength: resourceCount, maxLength: resourceCount }),
      fc.array(
        fc.dictionary(
          fc.constantFrom(...Array.from({ length: resourceCount }, (_, index) => String(index))),
          randomState,
          { minKeys: 1 },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      async (identities, steps) => {
        const { database, owner } = fixture;
        const organizationId = await insertOrganization(owner);
        const accounts = await insertAccounts(owner, organizationId, accountNumbers);
        const world = new Map<number, NaiveResource>();
        const run = async (mode: 'incremental' | 'full') => {
          for (const accountId of accounts)
            await runExtraction({ database, organizationId, accountId, mode, rules: randomRules });
        };
        for (const step of steps) {
          const changed = Object.entries(step).map(([slot, state]) => {
            const index = Number(slot);
            const identity = identities[index];
            const resource = {
              id: world.get(index)?.id ?? randomUUID(),
              accountId: accounts[identity?.account ?? 0] ?? '',
              awsAccountNumber: accountNumbers[identity?.account ?? 0] ?? '',
              region: identity?.region ?? '',
              type: identity?.type ?? '',
              arn: identity?.arnAccount === '' ? null : `arn:aws:s:eu-west-1:${identity?.arnAccount}:z`,
              ...state,
            };
            world.set(index, resource);
            return resource;
          });
          await putResources(
            owner,
            organizationId,
            changed.map((resource) => ({
              ...resource,
              nativeId: resource.id,
              configuration: resource.extracted,
            })),
          );
          await run('incremental');
          const expected = extractNaively([...world.values()], randomRules);
          deepEqual(await readEdges(owner, organizationId), expected);
          const before = await dumpGraph(owner, organizationId);
          await run('full');
          deepEqual(await dumpGraph(owner, organizationId), before, 'a full run changes nothing');
        }
      },
    ),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 30), includeErrorInReport: true, endOnFailure: false },
  );
  t.pass();
});
