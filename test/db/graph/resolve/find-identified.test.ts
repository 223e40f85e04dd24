import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { findIdentified } from '../../../../db/graph/resolve/find-identified.ts';
import type { Lookup } from '../../../../domain/graph/plan-lookup.ts';
import { insertAccounts, insertOrganization, putResources } from '../../../support/graph/insert-resources.ts';
import { useOpenDatabase } from '../../../support/use-open-database.ts';

const fixture = useOpenDatabase();

const kinds = ['id', 'name', 'arn'] as const;
const keys = ['a', 'b', 'c'];
const regions = ['eu-west-1', 'us-east-1', 'global'];
const types = ['A', 'B'];
const scopes = ['organization', 'id', 'name', 'global_name'] as const;

const identifier = fc.record({
  kind: fc.constantFrom(...kinds),
  key: fc.constantFrom(...keys),
  type: fc.constantFrom(...types),
  account: fc.nat(1),
  region: fc.constantFrom(...regions),
  owned: fc.boolean(),
});

test('lookups of keys that many resources have give the same results as those that read all identifiers', async (t) => {
  const { database, owner } = fixture;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(identifier, { minLength: 1, maxLength: 40 }), async (identifiers) => {
      const organizationId = await insertOrganization(owner);
      const accounts = await insertAccounts(owner, organizationId, ['123456789012', '210987654321']);
      const rows = identifiers.map((one) => ({
        ...one,
        id: randomUUID(),
        accountId: accounts[one.account] ?? '',
      }));
      await putResources(
        owner,
        organizationId,
        rows.map(({ id, accountId, type }) => ({ id, accountId, type, nativeId: id })),
      );
      for (const { id, accountId, kind, key, type, region, owned } of rows) {
        await owner.query(
          `insert into graph_holders (organization_id, resource_id, aws_account_id, config_hash, observed_at)
           values ($1, $2, $3, '', now())`,
          [organizationId, id, accountId],
        );
        await owner.query(
          `insert into resource_identifiers
             (organization_id, resource_id, kind, key, hash, resource_type, aws_account_id, region, owned)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [organizationId, id, kind, key, `hmac-sha256:${key}`, type, accountId, region, owned],
        );
      }
      const lookups = scopes.flatMap((scope) =>
        kinds.flatMap((kind) =>
          keys.flatMap((key) =>
            [false, true].flatMap((hashed) =>
              [[], ['A'], ['A', 'B']].flatMap((ofTypes) =>
                regions.map((region): Lookup => ({
                  scope,
                  kind,
                  key: hashed ? `hmac-sha256:${key}` : key,
                  hashed,
                  types: ofTypes,
                  accountId: scope === 'organization' ? '' : (accounts[0] ?? ''),
                  region: scope === 'organization' ? '' : region,
                })),
              ),
            ),
          ),
        ),
      );
      const [all, few] = await database.withTenant(organizationId, async (tenant) => [
        await findIdentified(tenant, lookups),
        await findIdentified(tenant, lookups, 2),
      ]);
      t.deepEqual(few, all);
      for (const { outcome } of all) seen.add(outcome);
    }),
    { numRuns: 12 },
  );
  t.deepEqual([...seen].toSorted(), ['ambiguous', 'found', 'none']);
});
