import { deepEqual } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { infer } from '../../../db/ownership/inference/infer.ts';
import type { InferenceResult } from '../../../db/ownership/inference/infer.ts';
import type { EvaluatedRule } from '../../../db/ownership/inference/evaluated-rule.ts';
import { useStoredScans } from '../../support/inventory/stored-scan.ts';
import { writeInferenceWorld, writeResources } from '../../support/ownership/inference-world.ts';
import type {
  InferenceWorld,
  WorldApplication,
  WorldResource,
} from '../../support/ownership/inference-world.ts';
import type { NaiveEvidence } from '../../support/ownership/naive-conditions.ts';
import { inferNaively } from '../../support/ownership/naive-inference.ts';
import { looseResource, rules, world, worldIds } from '../../support/ownership/random-world.ts';

const scans = useStoredScans();

test('inference equals a naive evaluator, in full and for changed resources', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      world,
      rules,
      fc.array(fc.tuple(fc.nat(worldIds.resources.length - 1), looseResource), { maxLength: 3 }),
      async (given, otherRules, changes) => {
        const organizationId = await writeInferenceWorld(scans.owner, given);
        let now = given;
        await run(organizationId, now.rules, 'all');
        await expectEqual(organizationId, now);
        now = { ...now, rules: otherRules };
        await run(organizationId, now.rules, 'all');
        await expectEqual(organizationId, now);
        const resources = now.resources.map((resource, index) => {
          const change = changes.findLast(([place]) => place === index);
          return change === undefined
            ? resource
            : {
                ...change[1],
                id: resource.id,
                account: resource.account,
                region: resource.region,
                type: resource.type,
              };
        });
        const changed = resources.filter((resource, index) => resource !== now.resources[index]);
        await writeResources(scans.owner, organizationId, changed);
        now = { ...now, resources };
        await run(organizationId, now.rules, 'queued', withNeighbours(now, changed));
        await expectEqual(organizationId, now);
        const before = await versions(organizationId);
        const { memberships } = await run(organizationId, now.rules, 'all');
        deepEqual(memberships, { added: 0, changed: 0, staled: 0 });
        deepEqual(await versions(organizationId), before, 'a run without changes writes no row');
      },
    ),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 80), includeErrorInReport: true },
  );
  t.pass();
});

async function run(
  organizationId: string,
  evaluated: readonly EvaluatedRule[],
  scope: 'all' | 'queued',
  resourceIds: readonly string[] = [],
): Promise<InferenceResult> {
  await scans.owner.query(
    `insert into inference_scope (organization_id, resource_id) select $1, unnest($2::uuid[])`,
    [organizationId, resourceIds],
  );
  const result = await scans.database.withTenant(organizationId, (tenant) => infer(tenant, evaluated, scope));
  await scans.owner.query('delete from inference_scope where organization_id = $1', [organizationId]);
  return result;
}

/** The scope of a run: the changed resources and the other ends of their edges. */
function withNeighbours({ edges }: InferenceWorld, changed: readonly WorldResource[]): readonly string[] {
  const ids = new Set(changed.map(({ id }) => id));
  const others = edges.flatMap(({ source, target }) => [
    ...(ids.has(source) ? [target] : []),
    ...(ids.has(target) ? [source] : []),
  ]);
  return [...new Set([...ids, ...others])];
}

interface Row {
  readonly key: string;
  readonly evidence: readonly { kind: string; key?: string; value?: string; reference?: { id: string } }[];
}

async function expectEqual(organizationId: string, given: InferenceWorld): Promise<void> {
  const { owner } = scans;
  const applications = await owner.query<WorldApplication>(
    `select id, name, slug, archived_at is not null as archived from applications where organization_id = $1
     order by created_at, id`,
    [organizationId],
  );
  const expected = inferNaively(given, applications);
  const stored = await owner.query<
    Row & { status: string; rule: string | null; source: string; confidence: string }
  >(
    `select resource_id || ' ' || application_id as key, status, rule_id as rule, source, confidence, evidence
     from memberships where organization_id = $1`,
    [organizationId],
  );
  const reviewed = new Map(
    given.memberships
      .filter(({ status }) => status !== 'inferred' && status !== 'stale')
      .map(({ resource, application, status }) => [`${resource} ${application}`, status]),
  );
  const keys = new Set(stored.map(({ key }) => key));
  for (const [key, status] of reviewed)
    deepEqual(stored.find((row) => row.key === key)?.status, status, 'a review stays');
  for (const key of expected.memberships.keys()) deepEqual(keys.has(key), true, `membership ${key}`);
  for (const { key, status, rule, source, confidence, evidence } of stored) {
    if (reviewed.has(key)) continue;
    const wanted = expected.memberships.get(key);
    deepEqual(status, wanted === undefined ? 'stale' : 'inferred', `status of ${key}`);
    if (wanted !== undefined) deepEqual({ rule, source, confidence, evidence: shorten(evidence) }, wanted);
  }
  const environments = await owner.query<Row & { environment: string; source: string; rule: string | null }>(
    `select resource_id as key, environment_id as environment, source, rule_id as rule, evidence
     from resource_environments where organization_id = $1`,
    [organizationId],
  );
  deepEqual(toMap(environments), toSorted(expected.environments));
  const teams = await owner.query<Row & { team: string; rule: string }>(
    `select resource_id as key, team_id as team, rule_id as rule, evidence from resource_teams where organization_id = $1`,
    [organizationId],
  );
  deepEqual(toMap(teams), toSorted(expected.teams));
}

function shorten(evidence: Row['evidence']): readonly NaiveEvidence[] {
  return evidence.map(({ reference, ...rest }) =>
    reference === undefined ? rest : { ...rest, id: reference.id },
  );
}

function toMap(rows: readonly Row[]) {
  return toSorted(
    new Map(rows.map(({ key, evidence, ...rest }) => [key, { ...rest, evidence: shorten(evidence) }])),
  );
}

function toSorted<T>(map: ReadonlyMap<string, T>) {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

async function versions(organizationId: string) {
  return scans.owner.query(
    `select 'm' as kind, id::text, xmin::text, updated_at from memberships where organization_id = $1
     union all select 'e', resource_id::text, xmin::text, updated_at from resource_environments where organization_id = $1
     union all select 't', resource_id::text, xmin::text, updated_at from resource_teams where organization_id = $1
     order by 1, 2`,
    [organizationId],
  );
}
