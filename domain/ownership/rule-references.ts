import type { Condition } from './condition.ts';

/** The kinds of records that conditions name by id. */
export type ReferenceKind = 'account' | 'project' | 'repository' | 'application';

export interface RuleReference {
  readonly kind: ReferenceKind;
  readonly id: string;
  /** The field, relative to the conditions: `all.0.account.in.1`. */
  readonly field: string;
}

/** Returns the ids in conditions, in the order of the text. */
export function referencesOf(condition: Condition, path: readonly string[] = []): readonly RuleReference[] {
  if ('all' in condition) return referencesOfList(condition.all, [...path, 'all']);
  if ('any' in condition) return referencesOfList(condition.any, [...path, 'any']);
  if ('not' in condition) return referencesOf(condition.not, [...path, 'not']);
  const listed = (kind: ReferenceKind, ids: readonly string[]) =>
    ids.map((id, index) => ({ kind, id, field: [...path, kind, 'in', index].join('.') }));
  if ('account' in condition) return listed('account', condition.account.in);
  if ('project' in condition) return listed('project', condition.project.in);
  if ('repository' in condition) return listed('repository', condition.repository.in);
  if (!('related_to' in condition)) return [];
  const field = [...path, 'related_to', 'application_id'].join('.');
  return [{ kind: 'application', id: condition.related_to.application_id, field }];
}

function referencesOfList(
  conditions: readonly Condition[],
  path: readonly string[],
): readonly RuleReference[] {
  return conditions.flatMap((condition, index) => referencesOf(condition, [...path, String(index)]));
}
