import { PlanEnded } from '../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../domain/assistant/embedded/plan.ts';
import {
  cite,
  describeCandidates,
  detailsOf,
  joinTexts,
  plain,
  textOf,
} from '../../../domain/assistant/embedded/write-text.ts';
import { read } from '../../../domain/assistant/embedded/plan.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import { isIdentifier } from './resolve-names.ts';
import type { Resolution, Resolved } from './resolve-names.ts';
import type { View } from './view.ts';

/** Candidates that are answered one by one. More of them are asked about. */
const answeredCandidates = 4;

/**
 * Answers a question about one record. When several records have the name, each is answered; equal answers are stated once, and
 * many candidates are listed with a question back.
 *
 * @param kinds the kinds that the question can be about
 * @param what the question's subject, for a record of another kind
 */
export function* forRecord(
  view: View,
  kinds: readonly NamedKind[],
  what: string,
  answer: (found: Resolved) => ToolPlan<string | undefined>,
): ToolPlan<string | undefined> {
  const subject = subjectOf(view, kinds, what);
  const found = yield* narrowed(view, subject);
  const [first] = found;
  if (first === undefined) return undefined;
  if (found.length === 1) return yield* answer(first);
  if (found.length > answeredCandidates) throw new PlanEnded(describeCandidates(found.map(({ row }) => row)));
  const answers: { readonly row: Resolved; readonly text: string }[] = [];
  for (const one of found) {
    const text = yield* answer(one);
    if (text === undefined) return undefined;
    answers.push({ row: one, text });
  }
  // Of several records of a name, a question about a property means the ones that have it.
  const knowing = answers.filter(({ text }) => !text.startsWith('Not understood'));
  if (knowing.length > 0 && knowing.length < answers.length) answers.splice(0, answers.length, ...knowing);
  const [one] = answers;
  if (one !== undefined && answers.length === 1) return one.text;
  if (
    one !== undefined &&
    new Set(answers.map(({ row, text }) => text.replaceAll(`[${row.row.ref}]`, ''))).size === 1
  )
    return `${one.text}\nThe same holds for ${joinTexts(answers.slice(1).map(({ row }) => `${cite(row.row)} (${whereOf(row)})`))}.`;
  const lead = `Several records are named "${plain(subject.name.text)}":`;
  return [
    lead,
    ...answers.map(
      ({ row, text }) => `- ${cite(row.row)}: ${whereOf(row)}\n  ${text.replaceAll('\n', '\n  ')}`,
    ),
  ].join('\n');
}

function whereOf({ row }: Resolved): string {
  const details = detailsOf(row).filter((detail) => detail !== '');
  return details.length === 0 ? cite(row) : details.slice(0, 3).join(', ');
}

/** The name that a question is about. @throws PlanEnded when it stands for a record of another kind only */
export function subjectOf(view: View, kinds: readonly NamedKind[], what: string): Resolution {
  const [subject] = view.records(kinds);
  if (subject !== undefined) return subject;
  const other = view.resolutions.find(({ found }) => found.length > 0);
  if (other !== undefined) {
    const kind = other.found[0]?.kind.replaceAll('_', ' ') ?? 'record';
    throw new PlanEnded(
      `"${plain(other.name.text)}" is ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}${other.found[0] === undefined ? '' : ` (${cite(other.found[0].row)})`}, and ${what} is known of ${joinTexts(
        kinds.map((one) => `${one}s`),
        'or',
      )} only.`,
    );
  }
  throw new PlanEnded('Which record do you mean? Ask again with its name.');
}

/** The candidates in the places that the question names. */
function* narrowed(view: View, subject: Resolution): ToolPlan<readonly Resolved[]> {
  const places = view.resolutions.filter(
    ({ name, found }) =>
      name !== subject.name &&
      found.length > 0 &&
      (name.role === 'place' || name.role === 'of' || name.kind === 'account' || name.kind === 'environment'),
  );
  let { found } = subject;
  const regions = view.slots.regions.filter(({ negated }) => !negated).map(({ value }) => value);
  const otherRegions = view.slots.regions.filter(({ negated }) => negated).map(({ value }) => value);
  const elsewhere = found.filter(({ row }) => !otherRegions.includes(textOf(row.fields, 'region')));
  if (elsewhere.length > 0) found = elsewhere;
  if (regions.length > 0) {
    const inRegion = found.filter(
      ({ row }) => regions.includes(textOf(row.fields, 'region')) || textOf(row.fields, 'region') === '',
    );
    if (inRegion.length > 0) found = inRegion;
    else
      throw new PlanEnded(
        `No record named "${plain(subject.name.text)}" exists in ${joinTexts(regions.map(plain), 'or')}; ${cite(found[0]?.row ?? { ref: '', type: '', fields: {} })} is in ${textOf(found[0]?.row.fields ?? {}, 'region')}.`,
      );
  }
  for (const place of places) {
    const [first] = place.found;
    if (first === undefined || first.kind === 'resource' || found[0]?.kind !== 'resource') continue;
    const inside = yield* read('search_resources', {
      q: subject.name.text.slice(0, 200),
      [first.kind]: first.row.ref,
      ...(subject.name.types === undefined ? {} : { resource_type: subject.name.types.slice(0, 20) }),
      limit: 50,
    });
    const refs = new Set(inside.rows.map(({ ref }) => ref));
    const kept = found.filter(
      ({ row, kind }) => kind !== 'resource' || refs.has(row.ref) !== place.name.negated,
    );
    if (kept.length > 0) found = kept;
    // `the orders table in staging` can be `orders-staging`.
    else if (!place.name.negated && inside.rows.length > 0 && !isIdentifier(subject.name.text))
      found = inside.rows.map((row) => ({ kind: 'resource', row, rank: 2 }));
  }
  return found;
}
