import { equalTagKeys, isUnderOu } from '../../../domain/ownership/condition.ts';
import type { ReviewGroup } from '../../../domain/ownership/review-bitmaps.ts';
import type { Fact } from '../../../domain/ownership/member-facts.ts';
import { selectProjectClaims } from '../../mapping/projects/project-claims.ts';
import { rowsOf } from '../../query.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { RuleContext } from '../inference/rule-context.ts';

/**
 * Groups the resources that were reviewed for an application by the facts that they meet. Positives are the confirmed and
 * declared members. Negatives are the rejected ones and the resources that are confirmed or declared only in other
 * applications; they count although they are deleted, because a deleted resource can appear again. Every resource gets a bit
 * string with a bit per fact.
 */
export async function groupReviews(
  tenant: Tenant,
  applicationId: string,
  facts: readonly Fact[],
  context: RuleContext,
): Promise<readonly ReviewGroup[]> {
  const { organizationId } = tenant;
  const bits = rawSql(`bit(${facts.length})`);
  const none = sql`${'0'.repeat(facts.length)}::${bits}`;
  const { tags, code, accounts, cells } = testsOf(facts, context);
  return rowsOf<ReviewGroup>(
    tenant,
    sql`with reviewed as materialized (
        ${selectReviews(organizationId, applicationId)}
      ), tagged as materialized (
        select t.resource_id, bit_or(f.mask::${bits}) as mask
        from unnest(${tags.masks}::varbit[], ${tags.keys}::text[], ${tags.values}::text[]) f(mask, key, value)
        join resource_tags t on t.organization_id = ${organizationId} and t.key = f.key and t.value = f.value
          and t.valid_to = 'infinity'
        join reviewed v on v.resource_id = t.resource_id group by 1
      ), managed as materialized (
        select c.resource_id, bit_or(f.mask::${bits}) as mask
        from unnest(${code.masks}::varbit[], ${code.ids}::uuid[]) f(mask, id)
        join iac_projects p on p.organization_id = ${organizationId} and f.id in (p.id, p.repository_id)
        join ${selectProjectClaims(organizationId)} c on c.iac_project_id = p.id
        join reviewed v on v.resource_id = c.resource_id group by 1
      ), account as materialized (
        select f.id, bit_or(f.mask::${bits}) as mask
        from unnest(${accounts.masks}::varbit[], ${accounts.ids}::uuid[]) f(mask, id) group by 1
      ), described as (
        select v.is_positive, ${joinSql(
          [
            sql`coalesce(t.mask, ${none})`,
            sql`coalesce(m.mask, ${none})`,
            sql`coalesce(a.mask, ${none})`,
            ...cells.map(({ mask, test }) => sql`case when ${test} then ${mask}::${bits} else ${none} end`),
          ],
          ' | ',
        )} as mask
        from reviewed v
        join resources r on r.organization_id = ${organizationId} and r.id = v.resource_id
        left join tagged t on t.resource_id = v.resource_id
        left join managed m on m.resource_id = v.resource_id
        left join account a on a.id = r.aws_account_id
      )
      select mask::text as mask, count(*) filter (where is_positive) as positives,
        count(*) filter (where not is_positive) as negatives
      from described group by mask`,
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

/** The tests of the facts: of tags, projects, repositories and accounts as arrays for `unnest`, the others on columns. */
function testsOf(facts: readonly Fact[], context: RuleContext) {
  const tags: { mask: string; key: string; value: string }[] = [];
  const code: { mask: string; id: string }[] = [];
  const accounts: { mask: string; id: string }[] = [];
  const cells: { mask: string; test: Sql }[] = [];
  for (const [index, { condition }] of facts.entries()) {
    const mask = `${'0'.repeat(index)}1${'0'.repeat(facts.length - index - 1)}`;
    if ('tag' in condition)
      for (const key of equalTagKeys(condition.tag.key, context.tagKeys))
        tags.push({ mask, key, value: condition.tag.equals ?? '' });
    if ('project' in condition) code.push(...condition.project.in.map((id) => ({ mask, id })));
    if ('repository' in condition) code.push(...condition.repository.in.map((id) => ({ mask, id })));
    if ('account' in condition) accounts.push(...condition.account.in.map((id) => ({ mask, id })));
    if ('ou' in condition)
      for (const { id, ouPath: path } of context.accounts)
        if (isUnderOu(path, condition.ou.under)) accounts.push({ mask, id });
    if ('name' in condition) {
      const prefix = (condition.name.matches ?? '').replace(/\*$/, '');
      cells.push({ mask, test: sql`starts_with(r.name, ${prefix})` });
    }
    if ('resource_type' in condition)
      cells.push({ mask, test: sql`r.resource_type = any(${condition.resource_type.in}::text[])` });
    if ('region' in condition)
      cells.push({ mask, test: sql`r.region = any(${condition.region.in}::text[])` });
  }
  return {
    tags: { ...masksOf(tags), keys: tags.map(({ key }) => key), values: tags.map(({ value }) => value) },
    code: { ...masksOf(code), ids: code.map(({ id }) => id) },
    accounts: { ...masksOf(accounts), ids: accounts.map(({ id }) => id) },
    cells,
  };
}

function masksOf(tests: readonly { readonly mask: string }[]) {
  return { masks: tests.map(({ mask }) => mask) };
}
