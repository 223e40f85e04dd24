import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import { cueStrength } from '../../../domain/assistant/embedded/cue-words.ts';
import { answerSubject, listedNames } from './choose-line.ts';
import { isEnvironmentWord } from './resolve-names.ts';
import type { Name, Slots } from './slots.ts';

/** Cues that need a subject. Without one, the subject of the question before is meant. */
const subjectCues: readonly Cue[] = [
  'own',
  'code',
  'depend',
  'need',
  'use',
  'break',
  'related',
  'safe',
  'permissions',
  'runas',
  'certainty',
  'seen',
  'why',
  'belong',
  'importblock',
];
/** Cues that ask for more about the answer before when they stand alone. */
const aloneCues: readonly Cue[] = [
  'who',
  'why',
  'when',
  'howmany',
  'list',
  'where',
  'most',
  'fewest',
  'oldest',
];
/** Verbs that narrow the changes of the question before: `only updates`. */
const changeVerbs: readonly Cue[] = ['create', 'delete', 'update', 'reappear'];
const continuation = /^\W*(?:and|or|also|plus|then|but|what about|how about|only|just|same|now)\b/i;

/** Whether a question goes on from the one before. */
export function continues(question: string): boolean {
  return continuation.test(question) || /\b(?:then|too|instead)\W*$/i.test(question.slice(0, 200));
}

const generic = new Set<Cue>([
  'about',
  'what',
  'which',
  'how',
  'exist',
  'greet',
  'thanks',
  'first',
  'last',
  'data',
  'finish',
  'recently',
]);

/**
 * Completes a question by the one before: `and in staging?` keeps everything but the place, `who owns those?` keeps the records,
 * `by whom?` asks further. Returns the slots unchanged when the question is complete.
 *
 * @param answer the answer before, whose only record a pronoun can mean
 */
export function completeSlots(
  written: Slots,
  before: Slots | undefined,
  answer = '',
  isContinuing = false,
): Slots {
  const asked = withoutAsked(withoutRest(written));
  if (before === undefined) return asked;
  // `in the same period`
  const isThen = asked.spans.some(({ text }) => /same (?:period|time)/i.test(text));
  // `and how many do not have it?`
  if (
    asked.hasOpenNegation &&
    before.conditions.length === 1 &&
    asked.conditions.length + asked.types.length + asked.names.length === 0
  )
    return {
      ...further({ ...asked, hasOpenNegation: false }, before),
      conditions: before.conditions.map((one) => ({ ...one, negated: !one.negated })),
    };
  const slots =
    isThen && asked.window === undefined && before.window !== undefined
      ? { ...asked, window: before.window }
      : asked;
  const hasTarget = slots.types.length > 0 || slots.nouns.length > 0;
  const own = [...slots.cues.keys()].filter((cue) => !generic.has(cue));
  const strong = own.filter((cue) => cueStrength[cue] === 'strong');
  if (slots.cues.has('rest') && strong.length === 1) return { ...before, skipped: (before.skipped ?? 0) + 1 };
  const isAlone = strong.every((cue) => cue === 'why') && own.every((cue) => aloneCues.includes(cue));
  if (slots.pronoun !== undefined && isReferring(slots)) {
    if (isAlone && own.length > 0 && !hasTarget && slots.names.length === 0) return further(slots, before);
    return withRecords(slots, before, answer);
  }
  const isWidening =
    slots.widened.size > 0 && own.length === 0 && slots.nouns.every(({ noun }) => slots.widened.has(noun));
  if (isWidening) return replaced({ ...slots, nouns: [] }, before);
  if (own.length === 0 && slots.properties.length > 0 && !hasTarget && slots.names.length === 0)
    return withRecords(slots, before, answer);
  if (own.length === 0 && (isContinuing || !isComplete(slots, hasTarget))) return replaced(slots, before);
  // `and which ones belong to X?`
  if (
    !hasTarget &&
    own.length > 0 &&
    own.every((cue) => ['belong', 'own', 'manage'].includes(cue)) &&
    slots.names.length > 0 &&
    slots.pronoun === undefined &&
    (before.types.length > 0 || before.nouns.length > 0)
  )
    return replaced(slots, before);
  // `same list for shop-production`
  if (
    isContinuing &&
    strong.length === 0 &&
    own.every((cue) => cue === 'list' || cue === 'howmany') &&
    hasPlaces(slots) &&
    !hasTarget
  )
    return further(slots, before);
  if (slots.names.length === 0 && !hasTarget) {
    if (strong.some((cue) => subjectCues.includes(cue)))
      return strong.every((cue) => cue === 'why' || cue === 'certainty')
        ? further(slots, before)
        : withRecords(slots, before, answer);
    if (isAlone && own.length > 0) return further(slots, before);
    if (before.cues.has('change') && strong.length > 0 && own.every((cue) => changeVerbs.includes(cue)))
      return further(slots, before);
  }
  // `and how many tables?` counts in the places of the question before.
  if (strong.length === 0 && hasTarget && (isContinuing || isContinued(slots)) && !hasPlaces(slots))
    return { ...inherited(slots, before), cues: slots.cues };
  return slots;
}

/** `which role do they run as?` asks for the role, and does not describe a set of roles. */
function withoutAsked(slots: Slots): Slots {
  return slots.cues.has('runas') && slots.pronoun !== undefined
    ? { ...slots, types: slots.types.filter((type) => type !== 'AWS::IAM::Role'), typesPlural: false }
    : slots;
}

/** `what else do they own?` asks for no further page. */
function withoutRest(slots: Slots): Slots {
  const strong = [...slots.cues.keys()].filter((cue) => cueStrength[cue] === 'strong');
  return slots.cues.has('rest') && strong.length > 1
    ? { ...slots, cues: new Map([...slots.cues].filter(([cue]) => cue !== 'rest')) }
    : slots;
}

function isReferring({ names, types, spans, pronounKind }: Slots): boolean {
  if (pronounKind !== undefined) return true;
  const words = spans.filter(({ kind }) => kind === 'pronoun').map(({ text }) => text.toLowerCase());
  // `that is not in production` and `this week` refer to nothing before.
  return (
    words.some((word) => !['that', 'this', 'both', 'the same'].includes(word)) ||
    (names.length === 0 && types.length === 0)
  );
}

/** Whether a question without a cue names what it is about: `queues in eu-west-1`. */
function isComplete(slots: Slots, hasTarget: boolean): boolean {
  if (isContinued(slots)) return false;
  return hasTarget && (slots.types.length > 0 || slots.nouns.some(({ plural }) => plural));
}

const continuing = new Set([
  'and',
  'only',
  'just',
  'what about',
  'how about',
  'but',
  'or',
  'now',
  'also',
  'then',
  'same',
  'again',
  'ok',
  'except',
  'without',
  'not',
]);

function isContinued({ spans }: Slots): boolean {
  const text = spans
    .slice(0, 3)
    .map((span) => span.text.toLowerCase())
    .join(' ');
  return (
    continuing.has(spans[0]?.text.toLowerCase() ?? '') ||
    [...continuing].some((phrase) => text.startsWith(`${phrase} `))
  );
}

function hasPlaces({ names, regions }: Slots): boolean {
  return names.length + regions.length > 0;
}

/** The question before, with what this one states in place of the same. */
function replaced(slots: Slots, before: Slots): Slots {
  const isNoun = slots.nouns.length > 0 || slots.types.length > 0;
  return {
    ...before,
    cues: new Map([...before.cues].filter(([cue]) => cue !== 'rest')),
    types: isNoun ? slots.types : before.types,
    typesPlural: isNoun ? slots.typesPlural : before.typesPlural,
    nouns: isNoun ? slots.nouns : before.nouns,
    excludedTypes: slots.excludedTypes.length > 0 ? slots.excludedTypes : before.excludedTypes,
    names: replacedNames(slots, before),
    regions: slots.regions.length > 0 || slots.widened.has('region') ? slots.regions : before.regions,
    // `and which ones belong to X` has an owner.
    states:
      slots.states.length > 0
        ? slots.states
        : before.states.filter(({ value }) => value !== 'unowned' || !slots.cues.has('belong')),
    tags: slots.tags.length > 0 ? slots.tags : before.tags,
    conditions: slots.conditions.length > 0 ? slots.conditions : before.conditions,
    properties: slots.properties.length > 0 ? slots.properties : before.properties,
    hasOpenNegation: false,
    ...(slots.window === undefined ? {} : { window: slots.window }),
    ...(slots.group === undefined ? {} : { group: slots.group }),
    ...(slots.limit === undefined ? {} : { limit: slots.limit }),
    ...(slots.port === undefined ? {} : { port: slots.port }),
    spans: [...before.spans, ...slots.spans],
  };
}

function isPlace({ role }: Name): boolean {
  return role === 'place' || role === 'before' || role === 'by';
}

function replacedNames({ names, widened, isNarrowing: isNarrowed }: Slots, before: Slots): readonly Name[] {
  let kept = before.names.filter(
    ({ kind, role }) =>
      widened.size === 0 || (kind === undefined ? role !== 'place' && role !== 'before' : !widened.has(kind)),
  );
  const isSet = before.types.length > 0 || before.nouns.length > 0;
  // `not sandbox, I meant shop-staging` corrects a name.
  const isCorrection = names.some(({ negated }) => !negated);
  for (const name of names) {
    const wrong = kept.findIndex(({ text }) => text.toLowerCase() === name.text.toLowerCase());
    if (name.negated && isCorrection && wrong !== -1) {
      const right = names.find((one) => !one.negated);
      const old = kept[wrong];
      if (right !== undefined && old !== undefined)
        kept = kept.with(wrong, { ...old, text: right.text, certain: right.certain });
      continue;
    }
    if (!name.negated && kept.some(({ text }) => text === name.text)) continue;
    const sameKind = kept.findIndex(({ kind }) => kind !== undefined && kind === name.kind);
    const subject = kept.findIndex((one) => !isPlace(one));
    const place = kept.findIndex(isPlace);
    const index = sameKind !== -1 ? sameKind : isPlace(name) ? place : subject === -1 ? place : subject;
    const old = kept[index];
    // `just the production ones` narrows what is not about an environment.
    const isAdded =
      isEnvironmentWord(name.text.toLowerCase()) &&
      !kept.some(({ text, kind }) => kind === 'environment' || isEnvironmentWord(text.toLowerCase())) &&
      isNarrowed;
    if (old === undefined || name.negated || isAdded)
      kept.push({ ...name, role: isSet || isPlace(name) ? 'place' : name.role });
    else {
      // `in A and B`, then `in C`
      kept = kept.filter((one, at) => at <= index || one.isJoined !== true || isPlace(one) !== isPlace(old));
      const keepsKind = name.kind === undefined && name.types === undefined && !isPlace(name);
      const next: Name = keepsKind
        ? {
            ...name,
            role: old.role,
            certain: name.certain || old.kind !== undefined || old.types !== undefined,
            ...(old.kind === undefined ? {} : { kind: old.kind }),
            ...(old.types === undefined ? {} : { types: old.types }),
          }
        : { ...name, role: old.role };
      kept = kept.with(index, next);
    }
  }
  return kept;
}

const singular = new Set(['it', 'its', 'that one', 'this one', 'that', 'this', 'of that', 'of it', 'in it']);
const places = new Set(['in there', 'from there', 'over there', 'there', 'in it']);
const persons = new Set(['they', 'their', 'them']);
/** Cues of questions whose answers list other records than they name. */
const graphCues: readonly Cue[] = ['depend', 'need', 'use', 'break', 'related', 'safe'];
/** Cues that choose the record which a question is about: `the last run`. */
const choosing: readonly Cue[] = ['last', 'oldest', 'scan'];

/** A new intent about the records of the question before, or about the only record of its answer. */
function withRecords(slots: Slots, before: Slots, answer: string): Slots {
  const pronounWord = slots.pronoun ?? 'it';
  const hasSubject = before.names.some((name) => !isPlace(name) && !name.negated);
  const owner = persons.has(pronounWord) && before.cues.has('own') && slots.cues.has('own');
  const isOne = singular.has(pronounWord) || places.has(pronounWord);
  const chosen = owner
    ? answerSubject(answer, 'team')
    : isOne && !hasSubject && !before.cues.has('last')
      ? answerSubject(answer, slots.pronounKind)
      : undefined;
  if (chosen !== undefined) {
    const start = slots.spans.find(({ kind }) => kind === 'pronoun')?.start ?? 0;
    const role = places.has(pronounWord) ? ('place' as const) : ('plain' as const);
    return { ...slots, names: [...slots.names, { ...chosen, start, role }] };
  }
  // `who owns those?` after `what depends on X` is about the records of the answer.
  if (!isOne && !owner && before.names.length > 0 && graphCues.some((cue) => before.cues.has(cue))) {
    const listed = listedNames(answer);
    // `those functions`
    const named = listed.filter(
      ({ types }) => slots.types.length === 0 || types?.some((type) => slots.types.includes(type)) === true,
    );
    if (named.length > 0)
      return { ...slots, types: [], typesPlural: false, names: [...slots.names, ...named] };
  }
  // `how many of those were on queues?` counts in the changes of the question before.
  const isFurther = ![...slots.cues.keys()].some((cue) => cueStrength[cue] === 'strong');
  const isRun =
    before.cues.has('scan') ||
    before.nouns.some(({ noun }) => ['execution', 'plan', 'pull_request'].includes(noun));
  const all = inherited(slots, before);
  // `what breaks without it?` is about the record alone.
  const merged =
    isOne && hasSubject
      ? { ...all, nouns: slots.nouns, states: slots.states, tags: slots.tags, conditions: slots.conditions }
      : all;
  // The subject of the new question stands where the pronoun does.
  const pronoun = slots.spans.find(({ kind }) => kind === 'pronoun');
  const start = pronoun?.start ?? Number.MAX_SAFE_INTEGER;
  return {
    ...merged,
    names: merged.names.map((name) =>
      before.names.includes(name) && !isPlace(name) ? { ...name, start } : name,
    ),
    cues: new Map([
      ...[...before.cues].filter(([cue]) =>
        isOne
          ? choosing.includes(cue) && isRun && slots.types.length + slots.nouns.length === 0
          : isFurther && cueStrength[cue] === 'strong',
      ),
      ...slots.cues,
    ]),
    ...(isFurther && before.window !== undefined && slots.window === undefined
      ? { window: before.window }
      : {}),
  };
}

/** The records of the question before, narrowed by the filters of this one. */
function inherited(slots: Slots, before: Slots): Slots {
  const hasOwnTarget = slots.types.length > 0 || slots.nouns.some(({ noun }) => noun === 'resource');
  // `which account is it in?` asked for a field of a record, and is no set of accounts.
  const hasSubject = before.names.some((name) => !isPlace(name) && !name.negated);
  const isSet =
    before.types.length > 0 ||
    (before.nouns.length > 0 && !(hasSubject && before.nouns.every(({ plural }) => !plural)));
  return {
    ...slots,
    types: hasOwnTarget ? slots.types : before.types,
    typesPlural: hasOwnTarget ? slots.typesPlural : before.typesPlural,
    nouns: [...slots.nouns, ...(hasOwnTarget || !isSet ? [] : subjectNouns(before))],
    excludedTypes: [...before.excludedTypes, ...slots.excludedTypes],
    names:
      slots.names.some((name) => !isPlace(name)) && !isSet ? slots.names : [...before.names, ...slots.names],
    regions: slots.regions.length > 0 ? slots.regions : before.regions,
    // A state of a record is what the question before asked, and no filter.
    states: [
      ...(isSet ? before.states.filter(({ value }) => value !== 'unowned' || !slots.cues.has('belong')) : []),
      ...slots.states,
    ],
    tags: [...(isSet ? before.tags : []), ...slots.tags],
    conditions: [...(isSet ? before.conditions : []), ...slots.conditions],
    ...(slots.window === undefined && before.window !== undefined && slots.cues.has('change')
      ? { window: before.window }
      : {}),
  };
}

/** The nouns of the records that a question is about: of `which teams does the plan touch`, the plan. */
function subjectNouns({ nouns }: Slots): Slots['nouns'] {
  const work = nouns.filter(({ noun }) => ['plan', 'execution', 'pull_request'].includes(noun));
  return work.length > 0 ? work : nouns;
}

/** `by whom?`, `why?`, `how many?`: the same question, asked further. */
function further(slots: Slots, before: Slots): Slots {
  const dropped: readonly Cue[] = slots.cues.has('howmany')
    ? ['list', 'what', 'which']
    : slots.cues.has('list')
      ? ['howmany']
      : slots.cues.has('fewest')
        ? ['most']
        : slots.cues.has('most')
          ? ['fewest']
          : [];
  const cues = new Map([...[...before.cues].filter(([cue]) => !dropped.includes(cue)), ...slots.cues]);
  return { ...replaced(slots, before), cues };
}
