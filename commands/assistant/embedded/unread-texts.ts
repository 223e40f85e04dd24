import { cueStrength } from '../../../domain/assistant/embedded/cue-words.ts';
import type { Intent } from './intents/intent.ts';
import type { View } from './view.ts';

/**
 * Returns the parts of a question that a reading would leave out: cues, nouns, filters, numbers and negations that the intent does
 * not use. An answer without them would be about something else.
 */
export function unreadTexts(view: View, { uses, serves, nouns, negates }: Intent): readonly string[] {
  const { slots } = view;
  if (nouns === 'any') return [];
  const textOfCue = (cue: string) =>
    slots.spans.find((span) => span.kind === 'cue' && span.cue === cue)?.text ?? cue;
  const textOfNoun = (noun: string) =>
    slots.spans.find((span) => span.kind === 'noun' && span.noun === noun)?.text ?? noun;
  const cues = [...slots.cues].filter(
    ([cue]) =>
      (!uses.has(cue) && cueStrength[cue] !== 'soft') ||
      (slots.negatedCues.has(cue) && cueStrength[cue] !== 'soft' && negates?.has(cue) !== true),
  );
  const served = typeof nouns === 'function' ? nouns(view) : nouns;
  // `topics in all accounts`
  const isWide = (noun: string) =>
    slots.widened.has(noun) && (slots.types.length > 0 || slots.nouns.length > 1);
  const unserved = slots.nouns.filter(({ noun }) => served?.has(noun) !== true && !isWide(noun));
  return [
    ...new Set([
      ...cues.map(([cue]) => textOfCue(cue)),
      ...unserved.map(({ noun }) => textOfNoun(noun)),
      ...filterTexts(view).flatMap(([slot, text]) => (serves.has(slot) ? [] : [text])),
    ]),
  ];
}

/** What soft cues cost that the intent does not use. */
export function idleCues({ slots }: View, { uses }: Intent): number {
  return 0.5 * [...slots.cues.keys()].filter((cue) => !uses.has(cue)).length;
}

/** The filters of a question, by the slot that serves them. */
function filterTexts({ slots }: View): readonly (readonly [slot: string, text: string])[] {
  const typeText = slots.spans.find(({ kind }) => kind === 'type')?.text ?? 'type';
  return [
    ...(slots.types.length + slots.excludedTypes.length > 0 ? [['types', typeText] as const] : []),
    ...slots.regions.map(({ value }) => ['regions', value] as const),
    ...slots.states.map(({ value }) => ['states', value] as const),
    ...slots.tags.map(({ value }) => ['tags', `tag ${value}`] as const),
    ...slots.conditions.map(({ value }) => ['conditions', value.text] as const),
    ...slots.properties.map(({ text }) => ['properties', text] as const),
    ...(slots.window === undefined ? [] : [['window', windowText(slots.spans)] as const]),
    ...(slots.group === undefined ? [] : [['group', `by ${slots.group.by}`] as const]),
    ...slots.names.map(({ text }) => ['names', text] as const),
    ...[
      ...slots.names.map(({ text, negated }) => ({ value: text, negated })),
      ...slots.regions,
      ...slots.namings,
    ].flatMap(({ value, negated }) => (negated ? [['excluded', `not ${value}`] as const] : [])),
    ...slots.namings.map(({ value }) => ['namings', value] as const),
    ...(slots.limit === undefined ? [] : [['limit', String(slots.limit)] as const]),
    ...(slots.port === undefined ? [] : [['port', String(slots.port)] as const]),
    ...(slots.hasOpenNegation ? [['negation', 'not'] as const] : []),
  ];
}

function windowText(spans: View['slots']['spans']): string {
  return spans.find(({ kind }) => kind === 'time')?.text ?? 'time';
}
