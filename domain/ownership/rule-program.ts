import { isRelated } from './condition.ts';
import type { Condition, Leaf } from './condition.ts';
import { nameTagOf } from './rule-outcome.ts';
import type { RuleOutcome } from './rule-outcome.ts';

/** The conditions of rules with their distinct leaves numbered from 0. */
export interface RuleProgram {
  readonly leaves: readonly Leaf[];
  /** In the order of evaluation. */
  readonly rules: readonly ProgramRule[];
}

export interface ProgramRule {
  readonly expression: Expression;
  /** Whether the rule has a `related_to` leaf and so belongs to the second phase. */
  readonly isRelated: boolean;
  /** The leaves outside of `not` in the order of the text: the true ones are the evidence of a match. */
  readonly evidence: readonly EvidenceLeaf[];
  /** Leaves of which at least one is true in every match. Undefined: the rule can match when no leaf is true. */
  readonly triggers: readonly number[] | undefined;
  /** The leaf that is true for resources with the tag that names the application. */
  readonly nameLeaf: number | undefined;
}

export type Expression =
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] }
  | { readonly not: Expression }
  | { readonly leaf: number };

export interface EvidenceLeaf {
  readonly leaf: number;
  /** Set for `exists: false`: the evidence is the missing key, while the leaf is false. */
  readonly absentKey?: string;
}

/** Numbers the leaves of rules. `exists: false` becomes the negation of `exists: true`. */
export function numberLeaves(
  rules: readonly { readonly conditions: Condition; readonly outcome: RuleOutcome }[],
): RuleProgram {
  const numbers = new Map<string, number>();
  const leaves: Leaf[] = [];
  const numberOf = (leaf: Leaf): number => {
    const key = JSON.stringify(leaf);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, leaves.length);
    leaves.push(leaf);
    return leaves.length - 1;
  };
  const numbered = rules.map(({ conditions, outcome }) => {
    const evidence = new Map<string, EvidenceLeaf>();
    const expression = toExpression(conditions, true, numberOf, (leaf) =>
      evidence.set(JSON.stringify(leaf), leaf),
    );
    const nameTag = nameTagOf(outcome);
    return {
      expression,
      isRelated: isRelated(conditions),
      evidence: [...evidence.values()],
      triggers: canMatchWithoutLeaves(expression, true) ? undefined : positiveLeaves(expression, true),
      nameLeaf: nameTag === undefined ? undefined : numberOf(presence(nameTag)),
    };
  });
  return { leaves, rules: numbered };
}

function presence(key: string): Leaf {
  return { tag: { key, exists: true } };
}

function toExpression(
  condition: Condition,
  isPositive: boolean,
  numberOf: (leaf: Leaf) => number,
  addEvidence: (leaf: EvidenceLeaf) => void,
): Expression {
  const convert = (part: Condition) => toExpression(part, isPositive, numberOf, addEvidence);
  if ('all' in condition) return { all: condition.all.map(convert) };
  if ('any' in condition) return { any: condition.any.map(convert) };
  if ('not' in condition) return { not: toExpression(condition.not, !isPositive, numberOf, addEvidence) };
  if ('tag' in condition && condition.tag.exists === false) {
    const leaf = numberOf(presence(condition.tag.key));
    if (isPositive) addEvidence({ leaf, absentKey: condition.tag.key });
    return { not: { leaf } };
  }
  const leaf = numberOf(condition);
  if (isPositive) addEvidence({ leaf });
  return { leaf };
}

/** Whether the expression can be true while each leaf outside of `not` is false. */
function canMatchWithoutLeaves(expression: Expression, isPositive: boolean): boolean {
  const check = (part: Expression) => canMatchWithoutLeaves(part, isPositive);
  if ('leaf' in expression) return !isPositive;
  if ('not' in expression) return canMatchWithoutLeaves(expression.not, !isPositive);
  if ('all' in expression) return isPositive ? expression.all.every(check) : expression.all.some(check);
  return isPositive ? expression.any.some(check) : expression.any.every(check);
}

function positiveLeaves(expression: Expression, isPositive: boolean): readonly number[] {
  if ('leaf' in expression) return isPositive ? [expression.leaf] : [];
  if ('not' in expression) return positiveLeaves(expression.not, !isPositive);
  const parts = 'all' in expression ? expression.all : expression.any;
  return [...new Set(parts.flatMap((part) => positiveLeaves(part, isPositive)))];
}
