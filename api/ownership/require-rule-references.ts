import { isDeepStrictEqual } from 'node:util';
import { errors } from '../../domain/errors.ts';
import type { Condition } from '../../domain/ownership/condition.ts';
import type { RuleOutcome } from '../../domain/ownership/rule-outcome.ts';
import { referencesOf } from '../../domain/ownership/rule-references.ts';
import { existingReferences } from '../../db/ownership/rules/existing-references.ts';
import { lockOutcome } from '../../db/ownership/rules/lock-outcome.ts';
import type { Tenant } from '../../db/tenant.ts';

interface RuleParts {
  readonly conditions?: Condition | undefined;
  readonly outcome?: RuleOutcome | undefined;
}

/**
 * Checks the records that a rule names.
 *
 * @param stored the rule that is changed: conditions or an outcome equal to its own are not checked, so that a client can
 *   send a whole rule back although a record that it names was deleted, archived or deactivated since
 * @throws CatalogueError `validation_failed` for an id that does not exist; `conflict` for an outcome with an archived
 *   application or an inactive team.
 */
export async function requireRuleReferences(
  tenant: Tenant,
  { conditions, outcome }: RuleParts,
  stored: RuleParts = {},
): Promise<void> {
  if (conditions !== undefined && !isDeepStrictEqual(conditions, stored.conditions))
    await requireReferencesOf(tenant, conditions);
  if (outcome !== undefined && !isDeepStrictEqual(outcome, stored.outcome))
    await lockOutcome(tenant, outcome);
}

async function requireReferencesOf(tenant: Tenant, conditions: Condition): Promise<void> {
  const references = referencesOf(conditions);
  const existing = new Map<string, ReadonlySet<string>>();
  for (const kind of new Set(references.map((reference) => reference.kind))) {
    const ids = references.filter((reference) => reference.kind === kind).map(({ id }) => id);
    existing.set(kind, await existingReferences(tenant, kind, [...new Set(ids)]));
  }
  const missing = references.find(({ kind, id }) => existing.get(kind)?.has(id) !== true);
  if (missing !== undefined) throw errors.validationFailed(`conditions.${missing.field}`, 'does not exist');
}
