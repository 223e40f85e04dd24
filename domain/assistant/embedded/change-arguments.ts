import { defined } from '../../defined.ts';
import type { JsonObject } from '../../json/json.ts';
import { titleOfType } from './type-names.ts';
import type { ToolPlan } from './plan.ts';
import type { AcceptedFilters, Question } from './question.ts';
import { defaultWindow } from './read-time-phrase.ts';
import { resourceArguments, resourceFilters } from './resource-arguments.ts';
import type { ResolvedScope } from './resolve-name.ts';
import { describeWindow, joinTexts, plural } from './write-text.ts';

/** The filters of questions about changes. */
export const changeFilters: AcceptedFilters = {
  ...resourceFilters,
  attributes: ['explained', 'unexplained', 'managed', 'unmanaged'],
  window: true,
};

const kinds: Readonly<Record<string, string>> = {
  create: 'created',
  delete: 'deleted',
  update: 'updated',
  reappear: 'reappeared',
};

export interface ChangeArguments {
  readonly arguments: JsonObject;
  readonly scopes: readonly ResolvedScope[];
  /** The phrase for the time; empty when the question is about all times. */
  readonly window: string;
}

/** Translates a question about changes to arguments. Without a time: the last 7 days, or all changes with `isUnlimited`. */
export function* changeArguments(question: Question, isUnlimited = false): ToolPlan<ChangeArguments> {
  const { filters, now, verb } = question;
  const attributes = filters.attributes.filter((value) => !['explained', 'unexplained'].includes(value));
  const prepared = yield* resourceArguments({ ...question, filters: { ...filters, attributes } });
  const window = filters.window ?? (isUnlimited ? undefined : defaultWindow(now));
  const kind = verb === undefined ? undefined : kinds[verb];
  return {
    arguments: {
      ...prepared.arguments,
      ...defined({ kind }),
      ...(filters.attributes.includes('unexplained') ? { explained: false } : {}),
      ...(filters.attributes.includes('explained') ? { explained: true } : {}),
      ...(window === undefined
        ? {}
        : { since: window.since.toISOString(), until: window.until.toISOString() }),
    },
    scopes: prepared.scopes,
    window: window === undefined ? '' : describeWindow(window),
  };
}

/** Returns `unexplained changes of SQS queues`. */
export function changePhrase({ filters, verb, types }: Question, count: number | null): string {
  const reasons = filters.attributes.filter((value) => value === 'explained' || value === 'unexplained');
  const kind = verb === undefined ? undefined : kinds[verb];
  const words = [...reasons, plural(count, 'change', 'changes')];
  const ofKind = kind === undefined ? '' : ` of the kind ${kind}`;
  const ofTypes =
    types.length === 0 ? '' : ` of the type ${joinTexts(types.slice(0, 4).map(titleOfType), 'or')}`;
  return `${words.join(' ')}${ofKind}${ofTypes}`;
}
