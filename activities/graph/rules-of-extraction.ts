import { compositionRules } from '../../domain/graph/composition-rules.ts';
import type { GraphRules } from '../../domain/graph/graph-rules.ts';
import { graphRuleSet } from '../../domain/graph/rule-set.ts';
import { edgeRules } from '../../domain/graph/rules/index.ts';

/** The declared rules. */
export const declaredGraphRules: GraphRules = { edgeRules, compositionRules, version: graphRuleSet };

/** Types with rules that read volatile values, which the hash of a configuration does not contain. */
export const volatileTypes: readonly string[] = [
  ...new Set(
    edgeRules.filter(({ path }) => path.startsWith('volatile.')).map(({ sourceType }) => sourceType),
  ),
];

/** Types that compositions pass through. */
export const middleTypes: readonly string[] = [
  ...new Set(compositionRules.map(({ throughType }) => throughType)),
];
