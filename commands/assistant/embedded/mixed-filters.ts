import { scopeFields } from '../../../domain/assistant/embedded/lexicon.ts';
import type { QuestionSpan } from './read-spans.ts';

const kindNouns = new Set<string>(scopeFields);

/**
 * Whether `or` stands between filters of different kinds, between tags that are also joined by `and`, or between excluded tags: the
 * tools combine values of one filter with OR, and different filters with AND.
 */
export function isMixed(spans: readonly QuestionSpan[]): boolean {
  let before: string | undefined;
  let joint: string | undefined;
  const tagJoints = new Set<string>();
  const isWithout = spans.some((span) => span.kind === 'tag' && span.without);
  for (const span of spans) {
    if (span.kind === 'joint') joint = span.word === ',' ? joint : span.word;
    const kind = filterKind(span);
    if (kind === undefined) continue;
    if (joint === 'or' && before !== undefined && before !== kind) return true;
    if (kind === 'tag' && before === 'tag' && joint !== undefined) tagJoints.add(joint);
    before = kind;
    joint = undefined;
  }
  if (
    isWithout &&
    (tagJoints.has('or') ||
      (tagJoints.has('and') &&
        spans.some((span) => span.kind === 'tag' && !span.without && span.text.includes('=')) &&
        spans.filter(({ kind }) => kind === 'tag').length > 1 &&
        !spans.some(({ kind, text }) => kind === 'tag' && /^with\b/i.test(text))))
  )
    return true;
  const groups = spans.filter(({ kind }) => kind === 'tag').length;
  return tagJoints.size > 1 || (tagJoints.has('or') && groups > 1 && regionsBetween(spans));
}

function filterKind(span: QuestionSpan): string | undefined {
  if (span.kind === 'region' || span.kind === 'tag' || span.kind === 'time' || span.kind === 'condition')
    return span.kind;
  if (span.kind === 'word' || (span.kind === 'noun' && !span.plural && kindNouns.has(span.noun)))
    return 'name';
  if (span.kind !== 'state') return undefined;
  return span.state === 'unowned'
    ? 'owner'
    : ['managed', 'unmanaged', 'ignored'].includes(span.state)
      ? 'management'
      : 'status';
}

/** `a=1 in eu-west-1 or b=2 in us-east-1`: a filter belongs to one alternative only. */
function regionsBetween(spans: readonly QuestionSpan[]): boolean {
  const kinds = spans.flatMap((span) => filterKind(span) ?? []);
  return kinds.filter((kind, index) => kind !== kinds[index - 1]).length > new Set(kinds).size;
}
