import type { Cue } from '../../../../domain/assistant/embedded/cue-words.ts';
import type { NamedKind } from '../../../../domain/assistant/embedded/named-kind.ts';
import { PlanEnded, read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { textOf } from '../../../../domain/assistant/embedded/write-text.ts';
import { refusalAnswer } from '../answers/fixed-answers.ts';
import { listAnswer } from '../answers/resource-answers.ts';
import { forRecord } from '../each-record.ts';
import type { Resolved } from '../resolve-names.ts';
import { prepareQuery } from '../resource-query.ts';
import { queryOf } from '../view.ts';
import type { View } from '../view.ts';

/** Answers about each record that the question is about, or about the few resources of a type that it means. */
export function* about(
  view: View,
  kinds: readonly NamedKind[],
  what: string,
  answer: (found: Resolved) => ToolPlan<string | undefined>,
): ToolPlan {
  const few = yield* fewOfType(view, kinds);
  if (few.length === 0) {
    // Records of the answer before are answered one by one.
    const subjects = view.records(kinds).filter(({ name }) => name.isListed === true);
    const texts: string[] = [];
    for (const subject of subjects.slice(0, maximumSubjects)) {
      const one = { ...view, resolutions: [subject], records: () => [subject] };
      texts.push((yield* forRecord(one, kinds, what, answer)) ?? refusalAnswer(view.leftovers));
    }
    if (texts.length > 0) return [...new Set(texts)].join('\n');
    return (yield* forRecord(view, kinds, what, answer)) ?? refusalAnswer(view.leftovers);
  }
  const texts: string[] = [];
  for (const one of few) texts.push((yield* answer(one)) ?? refusalAnswer(view.leftovers));
  return texts.join('\n');
}

/** The kinds of a question that only a resource answers. */
export const resourceKinds: readonly NamedKind[] = ['resource'];
/** Kinds of records whose fields an answer shows. */
export const shownKinds: readonly NamedKind[] = [
  'resource',
  'application',
  'account',
  'environment',
  'team',
  'project',
  'repository',
];
/** Slots that choose a record. */
export const placeSlots = 'regions names types';

/** The largest number of records that one answer is about. */
const maximumSubjects = 5;

/** `the VPC in shop-staging`: the only resource of a type in a place, or a few of them. */
function* fewOfType(view: View, kinds: readonly NamedKind[]): ToolPlan<readonly Resolved[]> {
  if (!kinds.includes('resource') || view.slots.types.length === 0) return [];
  if (view.records(resourceKinds).length > 0) return [];
  const query = queryOf(view);
  const { arguments: args, minus } = yield* prepareQuery(query);
  const reply = yield* read('search_resources', { ...args, limit: maximumSubjects });
  const [first] = reply.rows;
  if (first === undefined || minus !== undefined) throw new PlanEnded(yield* listAnswer(query));
  if ((reply.total ?? reply.rows.length) > (view.slots.typesPlural ? maximumSubjects : 1))
    throw new PlanEnded(`Several match; which one do you mean?\n${yield* listAnswer(query)}`);
  return reply.rows.map((row) => ({ kind: 'resource', row, rank: 0 }));
}

/** Whether the question has a name for a record of these kinds. */
export function isAbout(view: View, kinds: readonly NamedKind[]): boolean {
  return view.records(kinds).length > 0;
}

/** Whether the question names a single thing that may be a record: a resolved name, or a pronoun that stands for one. */
export function hasName(view: View): boolean {
  return view.resolutions.length > 0;
}

/** Whether a name or the only resource of a type is the subject. */
export function hasSubject(view: View): boolean {
  return hasName(view) || (view.slots.types.length > 0 && !view.slots.typesPlural);
}

/** Whether the first name stands before a cue: `what does X depend on`. */
export function nameBefore(view: View, ...cues: readonly Cue[]): boolean {
  const starts = cues.flatMap((cue) => view.slots.cues.get(cue) ?? []);
  const name = view.slots.names[0]?.start ?? view.slots.spans.find(({ kind }) => kind === 'pronoun')?.start;
  return name !== undefined && starts.length > 0 && name < Math.min(...starts);
}

/** `which role has the policy X attached`: what is attached, and no state of a volume. */
export function isAttached(view: View): boolean {
  const { slots } = view;
  const [condition] = slots.conditions;
  if (slots.conditions.length !== 1 || condition?.value.text !== 'an attachment') return false;
  const types = view
    .records(resourceKinds)
    .flatMap(({ found }) => found.map(({ row }) => textOf(row.fields, 'resource_type')));
  return (
    types.length > 0 && types.every((type) => condition.value.of.every((one) => !one.types.includes(type)))
  );
}
