import { PlanEnded } from '../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../domain/assistant/embedded/plan.ts';
import { editDistance } from '../../../domain/assistant/embedded/similar-texts.ts';
import type { Token } from '../../../domain/assistant/embedded/tokenize.ts';
import { joinTexts, plain } from '../../../domain/assistant/embedded/write-text.ts';
import type { Intent } from './intents/intent.ts';
import { intents } from './intents/intents.ts';
import { lexiconWords, looksLikeName, readSpans } from './read-spans.ts';
import { leftOutAnswer, leftOutLead, refusalAnswer } from './answers/fixed-answers.ts';
import { describeTypes } from './resource-query.ts';
import { isEnvironmentWord, resolveQuestionNames } from './resolve-names.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import type { Resolution } from './resolve-names.ts';
import { fillSlots } from './fill-slots.ts';
import type { Name, Slots } from './slots.ts';
import { idleCues, unreadTexts } from './unread-texts.ts';
import { viewOf } from './view.ts';
import { firstAlternative, ticket, withoutPurpose, withoutRemarks, withoutStories } from './remarks.ts';
import type { View } from './view.ts';

/** The best reading must have this score, or the question is refused. */
const minimumScore = 1.5;
/** A reading that uses every word of the question goes before one that does not. */
const unreadCost = 6;

/**
 * Answers one question. Words that no record is named after and that resemble a word of the lexicon are read as that word, and the
 * answer says so.
 *
 * @param complete completes the slots by the question before
 */
export function* answerTokens(
  written: readonly Token[],
  now: Date,
  complete: (own: Slots) => Slots,
): ToolPlan {
  const { tokens: purposeful, remarks } = withoutPurpose(written, now);
  const told = withoutStories(askedOwner(firstAlternative(purposeful), now), now, () => false);
  const text = yield* answerAsked(told.tokens, now, complete);
  return remarksText([...remarks, ...told.remarks], text);
}

/** Says before an answer which parts of the question it leaves out. */
function remarksText(remarks: readonly string[], text: string): string {
  if (remarks.length === 0) return text;
  return `${leftOutLead}${joinTexts(remarks.map((remark) => `"${plain(remark)}"`))}.\n${text}`;
}

function* answerAsked(tokens: readonly Token[], now: Date, complete: (own: Slots) => Slots): ToolPlan {
  const view = yield* readView(complete(questionSlots(tokens, now)), now);
  const unknown = new Set(view.leftovers.map((word) => word.toLowerCase()));
  // A name without a record that has the form of a word may be one of a story: `a bucket cleanup`, `INC-2231:`.
  const named = view.missing.filter(({ name }) => !looksLikeName(name.text) || ticket.test(name.text));
  const isUnknown = (word: string) => unknown.has(word);
  const stories = new Set(named.map(({ name }) => name.text.toLowerCase()));
  const whole = unknown.size === 0 ? undefined : withoutRemarks(tokens, now, isUnknown);
  const asked =
    whole !== undefined && whole.remarks.length > 0
      ? whole
      : withoutStories(tokens, now, unknown.size === 0 ? (word) => stories.has(word) : isUnknown);
  if (unknown.size + stories.size > 0 && asked.remarks.length > 0)
    return remarksText(asked.remarks, yield* answerAsked(asked.tokens, now, complete));
  if (unknown.size === 0) return yield* answerView(view);
  const { tokens: corrected, notes } = correctSpelling(tokens, now, (word) => !unknown.has(word));
  if (corrected.every((token, index) => token === tokens[index])) return yield* answerView(view);
  const text = yield* answerView(yield* readView(complete(questionSlots(corrected, now)), now));
  return [...notes, text].join('\n');
}

/**
 * `which team do i assign the ticket to`: whatever is done with the team, its owner is asked. The verb and its object are left out, up
 * to what names a record.
 */
function askedOwner(tokens: readonly Token[], now: Date): readonly Token[] {
  const words = tokens.map(({ word, quoted }) => (quoted ? '' : word));
  const at = words.findIndex(
    (word, index) =>
      ['which', 'what'].includes(word) &&
      /^(?:teams?|squads?|owner|repo|repository|file|module|project)$/.test(words[index + 1] ?? '') &&
      /^(?:should|do|can|must|would|shall)$/.test(words[index + 2] ?? '') &&
      ['i', 'we'].includes(words[index + 3] ?? ''),
  );
  if (at === -1) return tokens;
  const rest = tokens.slice(at + 4);
  const begin = beginOfRecord(rest, now);
  const isTeam = /^(?:teams?|squads?|owner)$/.test(words[at + 1] ?? '');
  // `which teams do i notify if X dies` asks who is affected.
  const isEffect = isTeam && ['if', 'when'].includes(rest[begin]?.word ?? '');
  const verb = isTeam ? 'owns' : 'manages';
  const verbs: readonly Token[] = isEffect ? [] : [{ text: verb, word: verb, quoted: false }];
  return [...tokens.slice(0, at + 2), ...verbs, ...rest.slice(begin)];
}

/** The index of the first token that names a record, with the words before it: `the orders queue`; the end when none does. */
function beginOfRecord(tokens: readonly Token[], now: Date): number {
  const spans = readSpans(tokens, now);
  const at = spans.findIndex(
    ({ kind, text, opensClause, start }, index) =>
      opensClause === true ||
      /^(?:if|when)\b/i.test(text) ||
      ['type', 'region', 'tag'].includes(kind) ||
      (kind === 'pronoun' && index > 0) ||
      (kind === 'word' &&
        (tokens[start]?.quoted === true ||
          looksLikeName(text) ||
          spans[index - 1]?.text.toLowerCase() === 'about')),
  );
  if (at === -1) return tokens.length;
  let first = at;
  while (spans[first]?.opensClause !== true && spans[first - 1]?.kind === 'word') first -= 1;
  return spans[first]?.start ?? tokens.length;
}

/** Answers one question whose slots are known. */
export function* answerSlots(slots: Slots, now: Date): ToolPlan {
  return yield* answerView(yield* readView(slots, now));
}

function* readView(slots: Slots, now: Date): ToolPlan<View> {
  const resolutions = yield* resolveQuestionNames(slots.names, (name) => kindsOf(name, slots), {
    regions: slots.regions.filter(({ negated }) => !negated).map(({ value }) => value),
  });
  return viewOf(slots, resolutions, now);
}

function* answerView(view: View): ToolPlan {
  const scored = intents
    .flatMap((intent) => {
      const score = intent.score(view);
      if (score === undefined) return [];
      const unread = unreadTexts(view, intent);
      return [{ intent, unread, score: score - unreadCost * unread.length - idleCues(view, intent) }];
    })
    .toSorted((one, other) => other.score - one.score);
  const [best] = scored;
  if (best?.intent.nouns !== 'any') {
    if (view.slots.isMixed) return mixedAnswer;
    if (view.slots.isUngrouped) return ungroupedAnswer;
  }
  const unresolved = unresolvedText(view, best?.intent);
  if (unresolved !== undefined) return unresolved;
  if (best !== undefined && best.unread.length > 0) return leftOutAnswer(best.unread);
  if (best === undefined || best.score < minimumScore) return refusalAnswer(view.leftovers);
  const text = yield* best.intent.plan(view);
  const alike = view.isSet
    ? undefined
    : view.resolutions.find((one) => (one.alike ?? 0) > 0 && one.found[0]?.kind === 'application');
  return alike === undefined
    ? text
    : `${text}\nResources with the same name as the ${alike.found[0]?.kind ?? 'record'} ${plain(alike.name.text)} exist, too; name their type to ask about them.`;
}

const ungroupedAnswer =
  'Not understood: answers are grouped by account, region, type, application, team, environment, project, management state or tag only.';

const mixedAnswer =
  'Not understood: "or" joins filters of different kinds here, which cannot be combined. Values of one filter are alternatives, and different filters must all match; ask for each alone.';

/** The answer about names that no record has, and about words that are not known. */
function unresolvedText(view: View, best: Intent | undefined): string | undefined {
  const takesWords = best?.takesWords === true;
  const refused = view.missing.find((one) => one.refused !== undefined)?.refused;
  if (refused !== undefined)
    throw new PlanEnded(`You lack the permission ${plain(refused)} that this question needs.`);
  const [first] = view.missing.filter(
    ({ name }) =>
      name.certain &&
      best?.nouns !== 'any' &&
      best?.takesNames !== true &&
      !(takesWords && isPropertyKey(name.text)),
  );
  if (first !== undefined) return missingText(first);
  const words = view.missing.filter(() => !takesWords);
  const [word] = words;
  if (word === undefined) return undefined;
  if (word.similar.length > 0) return missingText(word);
  return refusalAnswer(words.map(({ name }) => plain(name.text)));
}

/** `maxReceiveCount` */
function isPropertyKey(text: string): boolean {
  return /^[a-z]{2,30}(?:[A-Z][a-z]{1,30}){1,5}$/.test(text.slice(0, 200));
}

function missingText({ name, similar, kinds }: Resolution): string {
  const nouns = kinds.map((kind) => kind.replaceAll('_', ' ')).join(', ');
  const what =
    name.types === undefined ? (kinds.length === 1 ? nouns : 'record') : describeTypes(name.types, 1);
  const lead = `No ${what} named "${plain(name.text)}" exists${what === 'record' ? ` (${nouns})` : ''}.`;
  if (similar.length === 0) return `${lead} So the question cannot be answered.`;
  return `${lead} Did you mean ${similar.map((one) => `"${plain(one)}"`).join(' or ')}?`;
}

const scopeKinds: readonly NamedKind[] = ['account', 'environment', 'application', 'team'];
const recordKinds: readonly NamedKind[] = ['resource', 'application', 'account', 'environment', 'team'];
const codeKinds: readonly NamedKind[] = ['project', 'repository'];

/** The kinds for which a name without a stated kind is looked up. */
function kindsOf(name: Name, slots: Slots): readonly NamedKind[] {
  const isPath = name.text.includes('/') && !name.text.startsWith('/');
  const hasSet = slots.types.length > 0 || slots.nouns.length > 0;
  const isPlace =
    name.role === 'before' || name.negated || (name.role === 'place' && (hasSet || !name.certain));
  if (
    slots.nouns.some(({ noun }) => noun === 'plan' || noun === 'execution' || noun === 'pull_request') &&
    isPath
  )
    return [...codeKinds, 'resource'];
  // `tags on orders-production (the queue)`
  const isOn = isPlace && name.certain && name.role === 'place' && !slots.typesPlural;
  return [
    ...(isPlace ? scopeKinds : recordKinds),
    ...(isOn || (name.negated && slots.typesPlural) ? (['resource'] as const) : []),
    ...(isPath ? codeKinds : []),
  ];
}

/** Corrects misspelled words of the lexicon that are not names of records, and says so. */
export function correctSpelling(
  tokens: readonly Token[],
  now: Date,
  isName: (text: string) => boolean,
): { readonly tokens: readonly Token[]; readonly notes: readonly string[] } {
  const spans = readSpans(tokens, now);
  const corrected = [...tokens];
  const notes: string[] = [];
  let compared = 0;
  for (const span of spans) {
    if (span.kind !== 'word' || span.certain || span.end - span.start !== 1) continue;
    const token = tokens[span.start];
    if (token === undefined || isName(token.word)) continue;
    if (token.word.length < 4 || token.word.length > 24 || isEnvironmentWord(token.word)) continue;
    compared += 1;
    if (compared > maximumCorrections) break;
    const best = nearestWord(token.word);
    if (best === undefined) continue;
    corrected[span.start] = { text: best, word: best, quoted: false };
    notes.push(`Read "${plain(token.text)}" as "${best}".`);
  }
  return { tokens: corrected, notes };
}

/** The word of the lexicon with the fewest edits, of the same letters and the same beginning before others. */
function nearestWord(written: string): string | undefined {
  const limit = written.length >= 8 ? 2 : 1;
  let best: { readonly word: string; readonly cost: number } | undefined;
  for (const word of lexiconWords()) {
    if (Math.abs(word.length - written.length) > limit || isOpposite(written, word)) continue;
    if (isOtherWord(written, word)) continue;
    const edits = editDistance(written, word, limit);
    // Typing errors are rarely in the first letter.
    if (word[0] !== written[0] && !hasSameLetters(written, word)) continue;
    const cost =
      edits + (hasSameLetters(written, word) ? 0 : 0.25) + (word.length < written.length ? 0.1 : 0);
    if (edits <= limit && (best === undefined || cost < best.cost)) best = { word, cost };
  }
  return best?.word;
}

function hasSameLetters(one: string, other: string): boolean {
  return Array.from(one).toSorted().join('') === Array.from(other).toSorted().join('');
}

/** A short word with another letter is mostly another English word: `ports` is no misspelling of `sorts`. */
function isOtherWord(written: string, read: string): boolean {
  if (hasSameLetters(written, read)) return false;
  return written.length <= 4 || (written.length <= 7 && written.length === read.length);
}

/** `inactive` is no misspelling of `active`. */
function isOpposite(written: string, read: string): boolean {
  return ['in', 'un', 'non', 'dis', 'de', 'ir', 'im', 're'].some(
    (prefix) => written === `${prefix}${read}` || read === `${prefix}${written}`,
  );
}

/** Each is compared with the whole lexicon. */
const maximumCorrections = 6;

export function questionSlots(tokens: readonly Token[], now: Date): Slots {
  return fillSlots(readSpans(tokens, now));
}
