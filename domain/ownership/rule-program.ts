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
  /** A few leaves of which at least one is true in every match. Undefined: the rule can match when no leaf is true. */
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
      triggers: triggersOf(expression, true, (leaf) => breadthOf(leaves[leaf])),
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

/**
 * Returns leaves of which at least one is true whenever the expression is true (or false, if it is below a `not`): of `all` those
 * of the narrowest part, of `any` those of all parts. Returns undefined when there are none.
 */
function triggersOf(
  expression: Expression,
  isPositive: boolean,
  breadth: (leaf: number) => number,
): readonly number[] | undefined {
  if ('leaf' in expression) return isPositive ? [expression.leaf] : undefined;
  if ('not' in expression) return triggersOf(expression.not, !isPositive, breadth);
  const parts = ('all' in expression ? expression.all : expression.any).map((part) =>
    triggersOf(part, isPositive, breadth),
  );
  const found = parts.filter((part) => part !== undefined);
  if ('all' in expression === isPositive) {
    const sum = (numbers: readonly number[]) => numbers.reduce((total, leaf) => total + breadth(leaf), 0);
    return found.toSorted((a, b) => sum(a) - sum(b))[0];
  }
  return found.length < parts.length ? undefined : [...new Set(found.flat())];
}

/** Estimates which part of the resources meets a leaf, for comparison only. */
function breadthOf(leaf: Leaf | undefined): number {
  if (leaf === undefined) return 0;
  if ('tag' in leaf) return leaf.tag.exists === true ? 50 : leaf.tag.matches === undefined ? 1 : 10;
  if ('name' in leaf) return leaf.name.matches === undefined ? 1 : 5;
  if ('project' in leaf) return 1;
  if ('repository' in leaf || 'related_to' in leaf) return 3;
  return 'resource_type' in leaf ? 5 : 30;
}
