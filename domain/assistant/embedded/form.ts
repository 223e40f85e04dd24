import { compilePattern } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import type { ToolPlan } from './plan.ts';
import type { AcceptedFilters, Question } from './question.ts';

export const families = [
  'count',
  'group',
  'compare',
  'list',
  'one',
  'ownership',
  'code',
  'changes',
  'graph',
  'ci',
  'trust',
] as const;
export type Family = (typeof families)[number];

/** A form of question: its wordings, the filters that it applies, and the plan that answers it. */
export interface Form {
  readonly name: string;
  readonly family: Family;
  /** At least two questions of this form. Help shows the first one. */
  readonly examples: readonly [string, string, ...string[]];
  readonly patterns: readonly Pattern[];
  readonly accepts: AcceptedFilters;
  /** Further conditions on the question. */
  readonly when?: (question: Question) => boolean;
  /** A text needs no tool. */
  readonly plan: (question: Question, forms: readonly Form[]) => ToolPlan | string;
}

/** Declares a form with patterns in the notation of `compilePattern`. */
export function form(declared: Omit<Form, 'patterns'> & { readonly patterns: readonly string[] }): Form {
  return { ...declared, patterns: declared.patterns.map(compilePattern) };
}
