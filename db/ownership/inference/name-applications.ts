import { planApplications } from '../../../domain/ownership/application-names.ts';
import type {
  KnownApplication,
  NamingValue,
  PlannedApplication,
} from '../../../domain/ownership/application-names.ts';
import { isRelated } from '../../../domain/ownership/condition.ts';
import { nameTagOf } from '../../../domain/ownership/rule-outcome.ts';
import { rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { evaluateRules } from './evaluate-rules.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';
import type { Evaluation } from './evaluation.ts';

/** The applications that values of tags name. */
export interface NamedApplications {
  readonly idsByValue: ReadonlyMap<string, string>;
  readonly created: readonly { readonly id: string; readonly name: string; readonly ruleId: string }[];
  /** Rules that would create too many applications. */
  readonly exhaustedRuleIds: readonly string[];
}

/**
 * Finds and creates the applications of rules with `name_from_tag`. Rules with `related_to` come second, because members
 * of the applications of the others count for them.
 */
export async function nameApplications(
  tenant: Tenant,
  evaluation: Omit<Evaluation, 'applicationsByValue'>,
): Promise<NamedApplications> {
  const naming = evaluation.rules.filter(({ outcome }) => nameTagOf(outcome) !== undefined);
  const first = naming.filter(({ conditions }) => !isRelated(conditions));
  const none: NamedApplications = { idsByValue: new Map(), created: [], exhaustedRuleIds: [] };
  const named =
    first.length === 0
      ? none
      : await createNamed(
          tenant,
          await listNamingValues(
            tenant,
            { ...evaluation, rules: first, applicationsByValue: new Map() },
            first,
          ),
        );
  const second = naming.filter(({ conditions }) => isRelated(conditions));
  if (second.length === 0) return named;
  const rules = evaluation.rules.filter(({ id }) => !named.exhaustedRuleIds.includes(id));
  const related = await createNamed(
    tenant,
    await listNamingValues(tenant, { ...evaluation, rules, applicationsByValue: named.idsByValue }, second),
  );
  return {
    idsByValue: new Map([...named.idsByValue, ...related.idsByValue]),
    created: [...named.created, ...related.created],
    exhaustedRuleIds: [...named.exhaustedRuleIds, ...related.exhaustedRuleIds],
  };
}

/** Lists the values of the tags that name the applications of `naming`, in the order of the rules. */
async function listNamingValues(
  tenant: Tenant,
  evaluation: Evaluation,
  naming: readonly EvaluatedRule[],
): Promise<readonly NamingValue[]> {
  const { tables } = evaluateRules(evaluation);
  const rows = await rowsOf<{ ruleId: string; value: string; resources: number }>(
    tenant,
    sql`with ${tables}
      select o.rule_id, l.evidence ->> 'value' as value, sum(c.resources)::bigint as resources
      from final_matched m
      join outcome o on o.rule = m.rule and o.rule_id = any(${naming.map(({ id }) => id)}::uuid[])
      join final_leaf l on l.group_id = m.group_id and l.leaf = o.name_leaf
      join (select group_id, count(*) as resources from final_located group by group_id) c on c.group_id = m.group_id
      group by o.rule, o.rule_id, 2 order by o.rule, 2`,
  );
  return rows.map(({ ruleId, value, resources }) => ({ ruleId, value, resources }));
}

/** Creates the missing applications. Plans again when another transaction took a slug. */
async function createNamed(tenant: Tenant, values: readonly NamingValue[]): Promise<NamedApplications> {
  const created: { id: string; name: string; ruleId: string }[] = [];
  const exhausted = new Set<string>();
  for (;;) {
    // An exhausted rule stays so, although another rule creates some of its applications.
    const remaining = values.filter(({ ruleId }) => !exhausted.has(ruleId));
    const plan = planApplications(remaining, await listKnownApplications(tenant));
    for (const ruleId of plan.exhaustedRuleIds) exhausted.add(ruleId);
    if (plan.created.length === 0)
      return { idsByValue: plan.idsByValue, created, exhaustedRuleIds: [...exhausted] };
    created.push(...(await insertApplications(tenant, plan.created)));
  }
}

/** Lists the applications by age. */
export async function listKnownApplications(tenant: Tenant): Promise<readonly KnownApplication[]> {
  return rowsOf<KnownApplication>(
    tenant,
    sql`select id, name, slug, archived_at is not null as archived from applications
      where organization_id = ${tenant.organizationId} order by created_at, id`,
  );
}

async function insertApplications(tenant: Tenant, planned: readonly PlannedApplication[]) {
  return rowsOf<{ id: string; name: string; ruleId: string }>(
    tenant,
    sql`with planned as (
        select * from ${rowset('p', { name: 'text', slug: 'text', ruleId: 'uuid' }, planned)}
      ), inserted as (
        insert into applications (organization_id, name, slug, source)
        select ${tenant.organizationId}::uuid, name, slug, 'inferred' from planned order by slug
        on conflict on constraint applications_slug_key do nothing returning id, slug
      )
      select i.id, p.name, p.rule_id from inserted i join planned p on p.slug = i.slug`,
  );
}
