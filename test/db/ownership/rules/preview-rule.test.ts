import { deepEqual } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { infer } from '../../../../db/ownership/inference/infer.ts';
import { addMatchesToScope, countRuleMatches } from '../../../../db/ownership/inference/match-resources.ts';
import { previewRule } from '../../../../db/ownership/rules/preview-rule.ts';
import { loadRuleContext } from '../../../../db/ownership/inference/rule-context.ts';
import type { RuleOutcome } from '../../../../domain/ownership/rule-outcome.ts';
import { useStoredScans } from '../../../support/inventory/stored-scan.ts';
import { writeInferenceWorld } from '../../../support/ownership/inference-world.ts';
import type { InferenceWorld, WorldApplication } from '../../../support/ownership/inference-world.ts';
import { matchesNaively } from '../../../support/ownership/naive-conditions.ts';
import { applicationNameOf, nameSlug } from '../../../support/ownership/naive-inference.ts';
import { condition, outcome, world } from '../../../support/ownership/random-world.ts';

const scans = useStoredScans();

interface Stored {
  readonly applications: readonly WorldApplication[];
  readonly memberships: readonly {
    resource: string;
    application: string;
    status: string;
    rule: string | null;
    only_related: boolean;
  }[];
  readonly environments: readonly { resource: string; id: string; rule: string | null }[];
  readonly teams: readonly { resource: string; id: string; rule: string | null }[];
}

test('matches and previews of one rule equal a naive evaluator, and change nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      world,
      condition,
      outcome,
      fc.boolean(),
      async (given, conditions, itsOutcome, isReplacing) => {
        const organizationId = await writeInferenceWorld(scans.owner, given);
        await scans.database.withTenant(organizationId, (tenant) => infer(tenant, given.rules, 'all'));
        const stored = await read(organizationId);
        const members = new Set(
          stored.memberships
            .filter(
              ({ status, only_related: onlyRelated }) =>
                status === 'declared' || status === 'confirmed' || (status === 'inferred' && !onlyRelated),
            )
            .map(({ resource, application }) => `${resource} ${application}`),
        );
        const matched = given.resources.filter(
          (resource) => resource.status !== 'deleted' && matchesNaively(given, members, resource, conditions),
        );
        const replaced = isReplacing ? given.rules[0] : undefined;
        const rule = { conditions, outcome: itsOutcome };
        const found = await scans.database.withTenant(organizationId, async (tenant) => {
          await addMatchesToScope(tenant, conditions, await loadRuleContext(tenant));
          return {
            all: await countRuleMatches(tenant, conditions, 100),
            few: await countRuleMatches(tenant, conditions, 2),
            preview: await previewRule(tenant, rule, replaced),
          };
        });
        deepEqual(
          { all: found.all, few: found.few },
          { all: matched.length, few: Math.min(2, matched.length) },
        );
        const scope = await scans.owner.query<{ id: string }>(
          'delete from inference_scope where organization_id = $1 returning resource_id as id',
          [organizationId],
        );
        deepEqual(scope.map(({ id }) => id).toSorted(), matched.map(({ id }) => id).toSorted());
        const { sample, ...numbers } = found.preview;
        const expected = previewNaively(stored, matched, itsOutcome, replaced?.id);
        deepEqual(numbers, expected.numbers);
        deepEqual(
          sample.map(({ id, application_name: name }) => [id, name === null ? null : nameSlug(name)]),
          expected.sample,
        );
        deepEqual(await read(organizationId), stored);
      },
    ),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 80), includeErrorInReport: true },
  );
  t.pass();
});

function previewNaively(
  { applications, memberships, environments, teams }: Stored,
  matched: InferenceWorld['resources'],
  itsOutcome: RuleOutcome,
  replacedId: string | undefined,
) {
  const names = matched.map((resource) => ({
    resource,
    named: applicationNameOf(itsOutcome, resource, applications),
  }));
  const pairs = names.flatMap(({ resource, named }) =>
    named === undefined ? [] : [{ resource: resource.id, application: named.id }],
  );
  const stateOf = (pair: { resource: string; application: string | undefined }) =>
    memberships.find(
      ({ resource, application }) => resource === pair.resource && application === pair.application,
    )?.status;
  const count = (status: string) => pairs.filter((pair) => stateOf(pair) === status).length;
  const [confirmed, rejected] = [count('confirmed'), count('rejected')];
  const isReplaced = (rule: string | null) => rule !== null && rule === replacedId;
  const compare = (rows: Stored['teams'], wanted: string | undefined) => {
    const ids = new Set(matched.map(({ id }) => id));
    return {
      added:
        wanted === undefined
          ? 0
          : matched.filter(({ id }) => {
              const row = rows.find(({ resource }) => resource === id);
              return row === undefined || row.rule === null || (isReplaced(row.rule) && row.id !== wanted);
            }).length,
      removed: rows.filter(
        ({ resource, id, rule }) => isReplaced(rule) && (id !== wanted || !ids.has(resource)),
      ).length,
    };
  };
  const environment = compare(environments, itsOutcome.environment?.id);
  const team = compare(teams, itsOutcome.team?.id);
  return {
    numbers: {
      matched: matched.length,
      would_add: {
        memberships: pairs.filter((pair) => [undefined, 'stale'].includes(stateOf(pair))).length,
        environments: environment.added,
        teams: team.added,
      },
      would_remove: {
        memberships: memberships.filter(
          ({ resource, application, status, rule }) =>
            status === 'inferred' &&
            isReplaced(rule) &&
            !pairs.some((pair) => pair.resource === resource && pair.application === application),
        ).length,
        environments: environment.removed,
        teams: team.removed,
      },
      backtest: {
        confirmed,
        rejected,
        precision: confirmed + rejected === 0 ? undefined : confirmed / (confirmed + rejected),
      },
    },
    sample: names
      .toSorted((a, b) =>
        Buffer.compare(
          Buffer.from(`${a.resource.name ?? ''}\0${a.resource.id}`),
          Buffer.from(`${b.resource.name ?? ''}\0${b.resource.id}`),
        ),
      )
      .map(({ resource, named }) => [resource.id, named === undefined ? null : nameSlug(named.name)]),
  };
}

async function read(organizationId: string): Promise<Stored> {
  const { owner } = scans;
  const rows = <T extends object>(statement: string) => owner.query<T>(statement, [organizationId]);
  return {
    applications: await rows(
      `select id, name, slug, archived_at is not null as archived from applications where organization_id = $1
       order by created_at, id`,
    ),
    memberships: await rows(
      `select resource_id as resource, application_id as application, status, rule_id as rule, only_related, updated_at
       from memberships where organization_id = $1 order by 1, 2`,
    ),
    environments: await rows(
      `select resource_id as resource, environment_id as id, rule_id as rule from resource_environments
       where organization_id = $1 order by 1`,
    ),
    teams: await rows(
      `select resource_id as resource, team_id as id, rule_id as rule from resource_teams where organization_id = $1 order by 1`,
    ),
  };
}
