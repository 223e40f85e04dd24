import type { Evidence } from '../../../domain/ownership/evidence.ts';
import { oneRowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { decideOutcomes } from './decide-outcomes.ts';
import { evaluateRules } from './evaluate-rules.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';
import { nameApplications } from './name-applications.ts';
import { withPlannerSettings } from '../../planner-settings.ts';
import { listNamedEnvironments, loadRuleContext } from './rule-context.ts';
import { writeInference } from './write-inference.ts';

/** What an inference wrote. */
export interface InferenceResult {
  readonly memberships: {
    /** Inserted, or inferred again after they were stale. */
    readonly added: number;
    /** Inferred before, with another rule, confidence or evidence. */
    readonly changed: number;
    readonly staled: number;
  };
  /** The applications with added memberships, by name. */
  readonly inferredByApplication: readonly {
    readonly application_id: string;
    readonly name: string;
    readonly added: number;
    /** The evidence of one of them, when the links of repositories gave all of them; null when a rule gave one. */
    readonly repository_evidence: readonly Evidence[] | null;
  }[];
  readonly createdApplications: readonly {
    readonly id: string;
    readonly name: string;
    readonly ruleId: string;
  }[];
  /** Rules that would create too many applications. They inferred nothing; the caller suspends them. */
  readonly exhaustedRuleIds: readonly string[];
}

/**
 * Evaluates rules and writes the differences to memberships, resource_environments and resource_teams. Reviewed and declared
 * memberships do not change. Idempotent. The transaction must hold the organization's lock of inference.
 *
 * @param rules in the order of evaluation
 * @param scope all resources, or those of `inference_scope`. If a rule has `related_to`, they must include the other ends of
 *   the edges of changed resources.
 */
export async function infer(
  tenant: Tenant,
  rules: readonly EvaluatedRule[],
  scope: 'all' | 'queued',
): Promise<InferenceResult> {
  const { organizationId } = tenant;
  const ids = sql`select resource_id from inference_scope where organization_id = ${organizationId}`;
  const { size } =
    scope === 'queued'
      ? await oneRowOf<{ size: number }>(tenant, sql`select count(*) as size from (${ids}) s`)
      : { size: undefined };
  const evaluation = {
    organizationId,
    context: await loadRuleContext(tenant),
    environments: await listNamedEnvironments(tenant),
    scope: size === undefined ? undefined : { ids, size },
  };
  return withPlannerSettings(tenant, size, async () => {
    const named = await nameApplications(tenant, { ...evaluation, rules });
    const { program, tables } = evaluateRules({
      ...evaluation,
      rules: rules.filter(({ id }) => !named.exhaustedRuleIds.includes(id)),
      applicationsByValue: named.idsByValue,
    });
    const { added, changed, staled, applications } = await oneRowOf<{
      added: number;
      changed: number;
      staled: number;
      applications: InferenceResult['inferredByApplication'];
    }>(
      tenant,
      sql`with ${tables}, ${decideOutcomes(program)}, ${writeInference(organizationId, evaluation.scope)}
        select (select count(*) from changed_membership where added) as added,
               (select count(*) from changed_membership where not added) as changed,
               (select count(*) from staled_membership) as staled,
               coalesce((
                 select jsonb_agg(to_jsonb(named) order by named.name, named.application_id) from (
                   select c.application_id, a.name, count(*) as added,
                          case when bool_and(c.source = 'repository') then
                            (min(c.evidence::text) filter (where c.source = 'repository'))::jsonb end as repository_evidence
                   from changed_membership c
                   join applications a on a.organization_id = ${organizationId} and a.id = c.application_id
                   where c.added group by c.application_id, a.name) named), '[]') as applications`,
    );
    return {
      memberships: { added, changed, staled },
      inferredByApplication: applications,
      createdApplications: named.created,
      exhaustedRuleIds: named.exhaustedRuleIds,
    };
  });
}
