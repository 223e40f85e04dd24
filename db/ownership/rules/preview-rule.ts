import { planApplications } from '../../../domain/ownership/application-names.ts';
import { equalTagKeys } from '../../../domain/ownership/condition.ts';
import type { Condition } from '../../../domain/ownership/condition.ts';
import { applicationIdOf, nameTagOf } from '../../../domain/ownership/rule-outcome.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';
import { oneRowOf, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { compileConditions } from '../inference/compile-conditions.ts';
import type { EvaluatedRule } from '../inference/evaluated-rule.ts';
import { listKnownApplications } from '../inference/name-applications.ts';
import { withEstimates } from '../../planner-settings.ts';
import { loadRuleContext } from '../inference/rule-context.ts';
import type { RuleContext } from '../inference/rule-context.ts';
import { tableOf } from '../inference/rule-parameters.ts';

export interface RulePreview {
  /** Number of matching resources. */
  readonly matched: number;
  /** The first matching resources by name. */
  readonly sample: readonly PreviewedResource[];
  readonly would_add: PreviewCounts;
  /** What the replaced rule inferred and this one would not. */
  readonly would_remove: PreviewCounts;
  /** Reviews of the memberships that the rule would infer. */
  readonly backtest: {
    readonly confirmed: number;
    readonly rejected: number;
    /** Confirmed by all reviews; undefined without reviews. */
    readonly precision: number | undefined;
  };
}

export interface PreviewCounts {
  readonly memberships: number;
  readonly environments: number;
  readonly teams: number;
}

export interface PreviewedResource {
  readonly id: string;
  /** The native id if the resource has no name. */
  readonly name: string;
  readonly resource_type: string;
  readonly aws_account_id: string;
  readonly region: string;
  /** The application that the resource would get. */
  readonly application_name: string | null;
}

const sampleSize = 20;

/**
 * Compares what a rule would infer with what is stored. It counts what no other rule infers: a membership that does not exist
 * or is stale, an environment and a team that no other rule decides. Changes nothing.
 *
 * @param replaces the stored rule that this one would replace
 */
export async function previewRule(
  tenant: Tenant,
  rule: { readonly conditions: Condition; readonly outcome: RuleOutcome },
  replaces: EvaluatedRule | undefined,
): Promise<RulePreview> {
  const { organizationId } = tenant;
  const context = await loadRuleContext(tenant);
  const matched = sql`matched as materialized (
    select r.id from resources r where r.organization_id = ${organizationId} and r.status <> 'deleted'
      and ${compileConditions(organizationId, rule.conditions, context)})`;
  return withEstimates(tenant, async () => {
    const pairs = await selectPairs(tenant, rule.outcome, matched, context);
    const { confirmed, rejected, ...counts } = await oneRowOf<Counts>(
      tenant,
      sql`with ${matched}, ${pairs}, ${countPairs(organizationId)}, ${countRows(organizationId, rule.outcome, replaces?.id)}
        select (select count(*) from matched) as matched, membership_counts.*, environment_counts.*, team_counts.*,
          coalesce((select jsonb_agg(to_jsonb(s) - 'position' order by s.position) from (${sample(organizationId)}) s), '[]')
            as sample,
          (select count(*) from memberships m where m.organization_id = ${organizationId}
            and m.rule_id = ${replaces?.id}::uuid and m.status = 'inferred' and not exists (
              select from pair p where p.resource_id = m.resource_id and p.application_id = m.application_id))
            as removed_memberships
        from membership_counts, environment_counts, team_counts`,
    );
    const reviews = confirmed + rejected;
    return {
      matched: counts.matched,
      sample: counts.sample,
      would_add: {
        memberships: counts.addedMemberships,
        environments: counts.addedEnvironments,
        teams: counts.addedTeams,
      },
      would_remove: {
        memberships: counts.removedMemberships,
        environments: counts.removedEnvironments,
        teams: counts.removedTeams,
      },
      backtest: { confirmed, rejected, precision: reviews === 0 ? undefined : confirmed / reviews },
    };
  });
}

interface Counts {
  readonly matched: number;
  readonly sample: readonly PreviewedResource[];
  readonly addedMemberships: number;
  readonly removedMemberships: number;
  readonly addedEnvironments: number;
  readonly removedEnvironments: number;
  readonly addedTeams: number;
  readonly removedTeams: number;
  readonly confirmed: number;
  readonly rejected: number;
}

/**
 * Returns the table `pair (resource_id, application_id, application_name)`: the memberships that the rule would infer. The id
 * is null for an application that the rule would create.
 */
async function selectPairs(
  tenant: Tenant,
  outcome: RuleOutcome,
  matched: Sql,
  context: RuleContext,
): Promise<Sql> {
  const { organizationId } = tenant;
  const nameTag = nameTagOf(outcome);
  if (nameTag === undefined)
    return sql`pair as not materialized (
      select m.id as resource_id, a.id as application_id, a.name as application_name
      from matched m cross join applications a
      where a.organization_id = ${organizationId} and a.id = ${applicationIdOf(outcome)}::uuid)`;
  const tagged = sql`tagged as materialized (
    select distinct on (t.resource_id) t.resource_id, t.value
    from matched m join resource_tags t on t.organization_id = ${organizationId} and t.resource_id = m.id
    where t.valid_to = 'infinity' and t.key = any(${equalTagKeys(nameTag, context.tagKeys)}::text[])
    order by t.resource_id, t.key collate "C")`;
  const values = await rowsOf<{ value: string; resources: number }>(
    tenant,
    sql`with ${matched}, ${tagged} select value, count(*) as resources from tagged group by value order by value`,
  );
  const plan = planApplications(
    values.map((row) => ({ ruleId: '', ...row })),
    await listKnownApplications(tenant),
  );
  const names = [...plan.namesByValue].map(([value, name]) => ({
    value,
    name,
    applicationId: plan.idsByValue.get(value),
  }));
  return sql`${tagged}, ${tableOf('name_value', { value: 'text', name: 'text', applicationId: 'uuid' }, names)},
    pair as materialized (
      select t.resource_id, v.application_id, v.name as application_name
      from tagged t join name_value v on v.value = t.value)`;
}

function countPairs(organizationId: string): Sql {
  return sql`membership_counts as materialized (
    select count(*) filter (where coalesce(m.status, 'stale') = 'stale') as added_memberships,
           count(*) filter (where m.status = 'confirmed') as confirmed,
           count(*) filter (where m.status = 'rejected') as rejected
    from pair p
    left join memberships m on m.organization_id = ${organizationId} and m.resource_id = p.resource_id
      and m.application_id = p.application_id)`;
}

/** Counts changes of environments and teams. A row of another rule stays, because that rule may come first. */
function countRows(organizationId: string, outcome: RuleOutcome, replacedId: string | undefined): Sql {
  const count = (name: 'environment' | 'team', id: string | undefined, isByRule: Sql) => {
    const [table, column] = [rawSql(`resource_${name}s`), rawSql(`s.${name}_id`)];
    return sql`${rawSql(`${name}_counts`)} as materialized (
      select (
        select count(*) from matched m
        left join ${table} s on s.organization_id = ${organizationId} and s.resource_id = m.id
        where ${id !== undefined} and (s.resource_id is null or not ${isByRule}
          or s.rule_id = ${replacedId}::uuid and ${column} <> ${id}::uuid)
      ) as ${rawSql(`added_${name}s`)}, (
        select count(*) from ${table} s
        where s.organization_id = ${organizationId} and s.rule_id = ${replacedId}::uuid
          and (${column} is distinct from ${id}::uuid or not exists (select from matched m where m.id = s.resource_id))
      ) as ${rawSql(`removed_${name}s`)})`;
  };
  return sql`${count('environment', outcome.environment?.id, rawSql(`s.source = 'rule'`))},
    ${count('team', outcome.team?.id, rawSql('true'))}`;
}

function sample(organizationId: string): Sql {
  return sql`select row_number() over (order by coalesce(r.name, '') collate "C", r.id) as position, r.id,
      coalesce(r.name, r.native_id) as name, r.resource_type, r.aws_account_id, r.region, p.application_name
    from (
      select r.id, r.name, r.native_id, r.resource_type, r.aws_account_id, r.region
      from matched m join resources r on r.organization_id = ${organizationId} and r.id = m.id
      order by coalesce(r.name, '') collate "C", r.id limit ${sampleSize}
    ) r left join pair p on p.resource_id = r.id`;
}
