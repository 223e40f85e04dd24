import { groupings } from '../../../domain/assistant/embedded/grouping.ts';
import type { Grouping } from '../../../domain/assistant/embedded/grouping.ts';
import { scopeFields } from '../../../domain/assistant/embedded/lexicon.ts';
import type { ChangeGroup, Slots } from './slots.ts';
import type { SpanContext } from './span-context.ts';

/** Nouns of records that restrict a question. */
export const kindNouns: ReadonlySet<string> = new Set(scopeFields);
/** Words for groupings of changes. */
const changeGroupWords: Readonly<Record<string, ChangeGroup>> = {
  kind: 'kind',
  kinds: 'kind',
  day: 'day',
  days: 'day',
  source: 'source',
  sources: 'source',
  actor: 'actor',
  actors: 'actor',
  person: 'actor',
  user: 'actor',
};
/** Nouns that resources are grouped by. */
export const groupNouns: Readonly<Record<string, Grouping>> = {
  ...Object.fromEntries(groupings.map((name) => [name, name])),
  owner: 'team',
};
/** Words behind `by` that no answer is grouped by. */
const otherGroups = new Set(['week', 'month', 'hour', 'severity', 'size', 'engine']);
const groupWords = new Set(['by', 'per', 'each']);

/** What a phrase says about the grouping of the answer. */
interface ReadGrouping {
  /** How many phrases it uses. */
  readonly used: number;
  readonly group?: Slots['group'];
  readonly changeGroup?: ChangeGroup;
  /** A property by whose values the question groups. */
  readonly property?: Slots['properties'][number];
  /** Whether no answer is grouped so. */
  readonly isUngrouped?: boolean;
}

/**
 * Reads a grouping: `by region`, `per account`, `in each team`, `how many in which region`, `by tag Owner`.
 *
 * @param word the preposition at the index, or `each`
 * @param isCounted whether the question asks how many
 */
export function readGrouping(
  context: SpanContext,
  index: number,
  word: string,
  isCounted: boolean,
): ReadGrouping {
  const asked = context.at(index + 1);
  const of = context.at(index + 2);
  if (word === 'in' && asked?.kind === 'cue' && asked.cue === 'which' && of?.kind === 'noun' && isCounted) {
    const by = groupNouns[of.noun];
    return by === undefined ? { used: 1 } : { used: 3, group: { by } };
  }
  if (!groupWords.has(word)) return { used: 1 };
  // `log groups by retention`: the values of a property.
  if (asked?.kind === 'condition') return { used: 2, property: { text: asked.text, start: asked.start } };
  const ofChanges = Object.entries(changeGroupWords).find(
    ([text]) => text === asked?.text.toLowerCase(),
  )?.[1];
  if (ofChanges !== undefined && context.isAboutChanges()) return { used: 2, changeGroup: ofChanges };
  const isUngrouped =
    ofChanges === 'day' || (asked !== undefined && otherGroups.has(asked.text.toLowerCase()));
  return { isUngrouped, ...readDimension(context, index, word) };
}

/** Reads the dimension behind `by`, `per` or `each`. */
function readDimension(context: SpanContext, index: number, word: string): ReadGrouping {
  const owner = context.before(index);
  // `owned by team X`
  if (word === 'by' && owner?.kind === 'cue' && (owner.cue === 'own' || owner.cue === 'manage'))
    return { used: 1 };
  let at = index + 1;
  while (context.at(at)?.kind === 'filler' && at < index + 3) at += 1;
  const next = context.at(at);
  if (next?.kind === 'tag') return { used: at - index + 1, group: { by: 'tag', key: next.term } };
  const key = context.at(at + 1);
  if (
    next?.kind === 'noun' &&
    next.noun === 'tag' &&
    key !== undefined &&
    key.kind !== 'prep' &&
    key.kind !== 'joint'
  )
    return { used: at - index + 2, group: { by: 'tag', key: key.text } };
  const by =
    next?.kind === 'noun'
      ? groupNouns[next.noun]
      : next?.kind === 'cue' && next.cue === 'own'
        ? 'team'
        : undefined;
  if (by === undefined || (key?.kind === 'word' && kindNouns.has(by))) return { used: 1 };
  return { used: at - index + 1, group: { by } };
}
