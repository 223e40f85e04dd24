import { equalTagKeys, isUnderOu } from '../../domain/ownership/condition.ts';
import type { ReviewGroup } from '../../domain/ownership/learn-rule.ts';
import type { Fact } from '../../domain/ownership/member-facts.ts';
import { selectProjectClaims } from '../mapping/project-claims.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { RuleContext } from './rule-context.ts';

/**
 * Groups the resources that were reviewed for an application by the facts that they meet. Positives are the confirmed and
 * declared members. Negatives are the rejected ones and the resources that are confirmed or declared only in other
 * applications; they count although they are deleted, because a deleted resource can appear again.
 */
export async function groupReviews(
  tenant: Tenant,
  applicationId: string,
  facts: readonly Fact[],
  context: RuleContext,
): Promise<readonly ReviewGroup[]> {
  const { organizationId } = tenant;
  const tests = testsOf(facts, context);
  return rowsOf<ReviewGroup>(
    tenant,
    sql`with reviewed as materialized (
        ${selectReviews(organizationId, applicationId)}
      ), met as (
        select v.resource_id, f.fact from reviewed v
          join resource_tags t on t.organization_id = ${organizationId} and t.resource_id = v.resource_id
            and t.valid_to = 'infinity'
          join unnest(${tests.tags.facts}::integer[], ${tests.tags.keys}::text[], ${tests.tags.values}::text[])
            f(fact, key, value) on f.key = t.key and f.value = t.value
        union
        select v.resource_id, f.fact from reviewed v
          join ${selectProjectClaims(organizationId)} c on c.resource_id = v.resource_id
          join iac_projects p on p.organization_id = ${organizationId} and p.id = c.iac_project_id
          join unnest(${tests.code.facts}::integer[], ${tests.code.ids}::uuid[]) f(fact, id)
            on f.id in (p.id, p.repository_id)
        union
        select v.resource_id, f.fact from reviewed v
          join resources r on r.organization_id = ${organizationId} and r.id = v.resource_id
          join unnest(${tests.names.facts}::integer[], ${tests.names.prefixes}::text[]) f(fact, prefix)
            on starts_with(r.name, f.prefix)
        union
        select v.resource_id, f.fact from reviewed v
          join resources r on r.organization_id = ${organizationId} and r.id = v.resource_id
          join unnest(${tests.accounts.facts}::integer[], ${tests.accounts.ids}::uuid[]) f(fact, id)
            on f.id = r.aws_account_id
        union
        select v.resource_id, f.fact from reviewed v
          join resources r on r.organization_id = ${organizationId} and r.id = v.resource_id
          join unnest(${tests.cells.facts}::integer[], ${tests.cells.values}::text[]) f(fact, value)
            on f.value in (r.resource_type, r.region)
      ), described as (
        select v.resource_id, v.is_positive, coalesce(array_agg(m.fact order by m.fact) filter (where m.fact is not null), '{}')
          as facts
        from reviewed v left join met m on m.resource_id = v.resource_id group by 1, 2
      )
      select facts, count(*) filter (where is_positive) as positives, count(*) filter (where not is_positive) as negatives
      from described group by facts`,
  );
}

/** Selects `(resource_id, is_positive)`: the reviews of an application, and those of other applications that exclude it. */
export function selectReviews(organizationId: string, applicationId: string): Sql {
  return sql`select m.resource_id, m.status <> 'rejected' as is_positive
      from memberships m
      join resources r on r.organization_id = ${organizationId} and r.id = m.resource_id
      where m.organization_id = ${organizationId} and m.application_id = ${applicationId}
        and (m.status = 'rejected' or m.status in ('confirmed', 'declared') and r.status <> 'deleted')
    union all
    select distinct m.resource_id, false from memberships m
      where m.organization_id = ${organizationId} and m.application_id <> ${applicationId}
        and m.status in ('confirmed', 'declared') and not exists (
          select from memberships o where o.organization_id = ${organizationId} and o.application_id = ${applicationId}
            and o.resource_id = m.resource_id and o.status in ('confirmed', 'declared', 'rejected'))`;
}

/** The facts by their indexes, as arrays for `unnest`. */
function testsOf(facts: readonly Fact[], { tagKeys, accounts }: RuleContext) {
  const tags: { fact: number; key: string; value: string }[] = [];
  const code: { fact: number; id: string }[] = [];
  const names: { fact: number; prefix: string }[] = [];
  const inAccounts: { fact: number; id: string }[] = [];
  const cells: { fact: number; value: string }[] = [];
  for (const [fact, { condition }] of facts.entries()) {
    if ('tag' in condition)
      for (const key of equalTagKeys(condition.tag.key, tagKeys))
        tags.push({ fact, key, value: condition.tag.equals ?? '' });
    if ('project' in condition) code.push(...condition.project.in.map((id) => ({ fact, id })));
    if ('repository' in condition) code.push(...condition.repository.in.map((id) => ({ fact, id })));
    if ('name' in condition) names.push({ fact, prefix: (condition.name.matches ?? '').replace(/\*$/, '') });
    if ('account' in condition) inAccounts.push(...condition.account.in.map((id) => ({ fact, id })));
    if ('ou' in condition)
      for (const { id, ou_path: path } of accounts)
        if (isUnderOu(path, condition.ou.under)) inAccounts.push({ fact, id });
    if ('resource_type' in condition)
      cells.push(...condition.resource_type.in.map((value) => ({ fact, value })));
    if ('region' in condition) cells.push(...condition.region.in.map((value) => ({ fact, value })));
  }
  return {
    tags: {
      facts: tags.map(({ fact }) => fact),
      keys: tags.map(({ key }) => key),
      values: tags.map(({ value }) => value),
    },
    code: { facts: code.map(({ fact }) => fact), ids: code.map(({ id }) => id) },
    names: { facts: names.map(({ fact }) => fact), prefixes: names.map(({ prefix }) => prefix) },
    accounts: { facts: inAccounts.map(({ fact }) => fact), ids: inAccounts.map(({ id }) => id) },
    cells: { facts: cells.map(({ fact }) => fact), values: cells.map(({ value }) => value) },
  };
}
