import type { EdgeRule, Matcher } from '../edge-rule.ts';
import type { RelationshipType } from '../../values.ts';

export type EdgeOptions = Omit<
  EdgeRule,
  'id' | 'sourceType' | 'path' | 'matcher' | 'relation' | 'targetTypes'
> & {
  /** Distinguishes the ids of rules with the same type, path and relation. */
  readonly variant?: string;
};

/** Returns a rule with the id `<type without AWS::>.<path>:<relation>`, and `:<variant>` if there is one. */
export function edge(
  sourceType: string,
  path: string,
  matcher: Matcher,
  relation: RelationshipType,
  targetTypes: string | readonly string[],
  { variant, ...options }: EdgeOptions = {},
): EdgeRule {
  const id = `${sourceType.replace('AWS::', '')}.${path}:${relation}${variant === undefined ? '' : `:${variant}`}`;
  return {
    id,
    sourceType,
    path,
    matcher,
    relation,
    targetTypes: typeof targetTypes === 'string' ? [targetTypes] : targetTypes,
    ...options,
  };
}
