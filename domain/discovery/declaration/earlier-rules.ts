import type { NormaliseRules } from '../observation/normalise.ts';

/** The first rule set that keeps the members that the installed SDK does not know. Earlier ones dropped them. */
export const UNMODELED_SINCE = 7;

/** The first rule set in which `lists` of a collector keep the order of arrays with a name of a set. */
const LISTS_SINCE = 7;

/** Arrays that were sorted up to a rule set, and are in the order of AWS since: their order has a meaning. */
export const formerSets: readonly {
  readonly until: number;
  readonly sets: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    until: 6,
    sets: {
      'AWS::AutoScaling::AutoScalingGroup': ['TerminationPolicies'],
      'AWS::EKS::Nodegroup': ['instanceTypes'],
    },
  },
];

/**
 * Returns the rules with which a release with an earlier rule set would have normalised a configuration, as far as they sorted
 * more than the current ones.
 */
export function rulesUnder(ruleSet: number, resourceType: string, rules: NormaliseRules): NormaliseRules {
  const sorted = formerSets.flatMap(({ until, sets }) =>
    ruleSet <= until ? (sets[resourceType] ?? []) : [],
  );
  return {
    ...rules,
    sets: { ...rules.sets, ...Object.fromEntries(sorted.map((path) => [path, ''])) },
    lists: ruleSet < LISTS_SINCE ? {} : (rules.lists ?? {}),
  };
}
