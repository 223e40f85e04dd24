import type { EdgeRule } from '../edge-rule.ts';
import { anyRules } from './any.ts';
import { snsRules } from './sns.ts';
import { sqsRules } from './sqs.ts';

/** Every declared edge rule, in order of services. */
export const edgeRules: readonly EdgeRule[] = [...anyRules, ...snsRules, ...sqsRules];

export const edgeRulesById: ReadonlyMap<string, EdgeRule> = new Map(edgeRules.map((rule) => [rule.id, rule]));
