import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import { groupings } from '../../../domain/assistant/embedded/grouping.ts';
import type { Grouping } from '../../../domain/assistant/embedded/grouping.ts';
import { scopeFields } from '../../../domain/assistant/embedded/lexicon.ts';
import type { PropertyWords } from '../../../domain/assistant/embedded/property-words.ts';
import type { TimeWindow } from '../../../domain/assistant/embedded/read-time-phrase.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import { iacSystems } from '../../../domain/values.ts';
import { isMixed } from './mixed-filters.ts';
import type { QuestionSpan } from './read-spans.ts';

/** A text that names a record, or an unknown word that may do so. */
export interface Name {
  readonly text: string;
  readonly start: number;
  readonly certain: boolean;
  /** The kind that the question states: `team X`. */
  readonly kind?: NamedKind;
  /** The types that the question states: `queue X`. */
  readonly types?: readonly string[];
  /** `place` behind `in`, `of` behind `of` and `for`, `by` behind `by`, `before` directly before a plural noun, else `plain`. */
  readonly role: 'place' | 'of' | 'by' | 'before' | 'plain';
  readonly negated: boolean;
  /** Whether the answer before listed it. */
  /** Whether `and` or `or` joins it to the name before. */
  readonly isJoined?: true;
  /** The kind of the records that have the text in their names: `the shop accounts`. */
  readonly severalOf?: NamedKind;
  readonly isListed?: true;
  /** The region in which it is looked up. */
  readonly region?: string;
}

interface Valued<T> {
  readonly value: T;
  readonly negated: boolean;
}

export interface Noun {
  readonly noun: string;
  readonly plural: boolean;
  readonly start: number;
}

/** What the phrases of one question say, whatever their order. */
export interface Slots {
  /** Cues by their first token. */
  readonly cues: ReadonlyMap<Cue, number>;
  /** Cues that a negation precedes: `not scanned`. */
  readonly negatedCues: ReadonlySet<Cue>;
  readonly nouns: readonly Noun[];
  readonly types: readonly string[];
  readonly typesPlural: boolean;
  readonly excludedTypes: readonly string[];
  readonly names: readonly Name[];
  readonly regions: readonly Valued<string>[];
  readonly states: readonly Valued<string>[];
  readonly tags: readonly Valued<string>[];
  readonly tagJoint: 'and' | 'or';
  readonly conditions: readonly Valued<PropertyWords>[];
  /** Properties of a configuration that the question names: `visibility timeout`. */
  readonly properties: readonly { readonly text: string; readonly start: number }[];
  /** Texts that the names of the records contain. */
  readonly namings: readonly Valued<string>[];
  readonly window?: TimeWindow;
  readonly group?: { readonly by: Grouping; readonly key?: string };
  /** A grouping that only changes have. */
  readonly changeGroup?: ChangeGroup;
  readonly limit?: number;
  readonly pronoun?: string;
  /** The kind of record that stands behind a pronoun: `that account`. */
  readonly pronounKind?: string;
  /** Kinds of places that the question no longer restricts: `in all accounts`. */
  readonly widened: ReadonlySet<string>;
  /** Whether a word says that the filter is added to the ones before: `only`. */
  readonly isNarrowing: boolean;
  readonly hasAlternatives: boolean;
  /** Whether `or` joins filters that the tools can only combine with AND. */
  readonly isMixed: boolean;
  /** Whether the question groups by something that no answer is grouped by: `changes by day`. */
  readonly isUngrouped: boolean;
  /** Whether the question asks which records have no such resource. */
  readonly isLacking: boolean;
  /** Whether a negation stands before nothing that it can negate. */
  readonly hasOpenNegation: boolean;
  readonly spans: readonly QuestionSpan[];
  /** How many pages of a list were shown before. */
  readonly skipped?: number;
}

const kindNouns = new Set<string>(scopeFields);
/** Words for groupings of changes. */
const changeGroups = {
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
} as const;
export type ChangeGroup = (typeof changeGroups)[keyof typeof changeGroups];
const groupNouns: Readonly<Record<string, Grouping>> = {
  ...Object.fromEntries(groupings.map((name) => [name, name])),
  owner: 'team',
};
/** Words that negate the condition before them: `encryption disabled`. */
const behind = new Set(['disabled', 'turned off', 'switched off', 'deactivated', 'off']);
const lacking = new Set(['no', 'have no', 'has no', 'having no', 'with no', 'without', 'not have']);
/** Words without a meaning that are names of records behind their kind: `repository infra`. */
const nameable = new Set(['infra', 'infrastructure', 'cloud', 'company', 'estate', 'aws', 'amazon']);
/** Words behind `by` that no answer is grouped by. */
const otherGroups = new Set(['week', 'month', 'hour', 'severity', 'size', 'engine']);
/** Pronouns that a noun can follow: `those queues`. */
const pointing = new Set(['that', 'this', 'those', 'these', 'the same']);
/** Cues that are names before `team` and `app`: `the data team`. */
const titleCues: readonly Cue[] = [
  'data',
  'scan',
  'drift',
  'cost',
  'metrics',
  'permissions',
  'compliance',
  'usage',
  'public',
  'code',
];
const wideWords = new Set(['all', 'every', 'any', 'all our', 'all the', 'all of the']);
const groupWords = new Set(['by', 'per', 'each']);
const placeWords = new Set([
  'in',
  'within',
  'inside',
  'under',
  'on',
  'at',
  'across',
  'from',
  'through',
  'into',
]);

/** Fills the slots of a question from its phrases. */
export function fillSlots(spans: readonly QuestionSpan[]): Slots {
  const reader = new SlotReader(spans);
  for (let index = 0; index < spans.length;) index += reader.read(index);
  return reader.slots();
}

class SlotReader {
  readonly #spans: readonly QuestionSpan[];
  readonly #cues = new Map<Cue, number>();
  readonly #negatedCues = new Set<Cue>();
  readonly #nouns: Noun[] = [];
  readonly #types: string[] = [];
  readonly #excludedTypes: string[] = [];
  readonly #names: Name[] = [];
  readonly #regions: Valued<string>[] = [];
  readonly #states: Valued<string>[] = [];
  readonly #tags: Valued<string>[] = [];
  readonly #conditions: Valued<PropertyWords>[] = [];
  readonly #properties: { readonly text: string; readonly start: number }[] = [];
  readonly #namings: Valued<string>[] = [];
  #typesPlural = false;
  #window: TimeWindow | undefined;
  #group: Slots['group'];
  #changeGroup: ChangeGroup | undefined;
  #limit: number | undefined;
  #pronoun: string | undefined;
  #pronounKind: string | undefined;
  readonly #widened = new Set<string>();
  #negated = false;
  #lastNegated: string | undefined;
  #hasOr = false;
  #isLacking = false;
  #otherGroup: string | undefined;

  constructor(spans: readonly QuestionSpan[]) {
    this.#spans = spans;
  }

  /** Reads the phrase at an index and returns how many phrases it used. */
  read(index: number): number {
    const span = this.#spans[index];
    if (span === undefined) return 1;
    switch (span.kind) {
      case 'not': {
        const last = this.#conditions.at(-1);
        if (last !== undefined && behind.has(span.text.toLowerCase())) {
          this.#conditions[this.#conditions.length - 1] = { ...last, negated: !last.negated };
          return 1;
        }
        const next = this.#spans.slice(index + 1).find(({ kind }) => kind !== 'filler');
        // `sandbox not included`
        if (
          /^(?:not included|left out|left aside|not counted|leave out)$/i.test(span.text) &&
          (next === undefined || next.opensClause === true)
        ) {
          this.#negateLast(index);
          return 1;
        }
        // `not just us-east-1`
        if (/^not (?:just|only)$/i.test(span.text)) {
          if (next?.kind !== 'region') return 1;
          this.#widened.add('region');
          return this.#spans.indexOf(next) - index + 1;
        }
        // `which accounts have no queues`
        if (
          lacking.has(span.text.toLowerCase()) &&
          (next?.kind === 'type' || (next?.kind === 'noun' && next.noun === 'resource')) &&
          this.#nouns.some(({ noun }) => groupNouns[noun] !== undefined)
        ) {
          this.#isLacking = true;
          return 1;
        }
        this.#negated = true;
        return 1;
      }
      case 'cue':
        return this.#readCue(index, span.cue, span.start);
      case 'noun':
        return this.#readNoun(index, span.noun, span.plural);
      case 'type':
        return this.#readType(index, span.types, span.plural);
      case 'word':
        return this.#readName(index, span.certain);
      case 'region':
        this.#regions.push({ value: span.region, negated: this.#negate('region') });
        return 1;
      case 'state':
        // `not owned by X` excludes the owner X; without a name, it means that there is none.
        if ((span.state === 'managed' || span.state === 'unmanaged') && this.#isOwnerNamed(index)) {
          this.#cues.set('manage', span.start);
          this.#negated ||= span.state === 'unmanaged';
          return 1;
        }
        if (span.state === 'unowned' && this.#isOwnerNamed(index)) {
          this.#cues.set('own', span.start);
          this.#negated = true;
          return 1;
        }
        this.#states.push({ value: span.state, negated: this.#negate('state') });
        return span.state === 'explained' || span.state === 'unexplained'
          ? 1 + this.#explainers(index + 1)
          : 1;
      case 'tag':
        this.#tags.push({ value: span.term, negated: this.#negate('tag') || span.without });
        return 1;
      case 'condition':
        // `dlqs in X` are queues that are so, and `queues with a dlq` have one.
        if (/^(?:dlqs|dead[ -]letter (?:queues|ones))$/i.test(span.text) && !this.#isHad(index)) {
          this.#types.push('AWS::SQS::Queue');
          this.#typesPlural = true;
          this.#namings.push({ value: 'dead', negated: this.#negate('naming') });
          return 1;
        }
        this.#conditions.push({ value: span.words, negated: this.#negate('condition') });
        return 1;
      case 'property':
        this.#properties.push({ text: span.text, start: span.start });
        this.#negate('property');
        return 1;
      case 'naming':
        this.#namings.push({
          value: span.naming.text,
          negated: this.#negate('naming') !== span.naming.negated,
        });
        return 1;
      case 'time':
        this.#window ??= span.window;
        return 1;
      case 'number': {
        // `the two shop accounts`
        const counted = this.#spans
          .slice(index + 1, index + 3)
          .find((one) => one.kind === 'noun' && one.plural);
        if (
          counted?.kind === 'noun' &&
          kindNouns.has(counted.noun) &&
          span.value > 1 &&
          this.#wordBefore(index) === 'the'
        )
          return 1;
        this.#limit ??= span.value;
        return 1;
      }
      case 'pronoun':
        this.#pronoun ??= span.word;
        return 1;
      case 'prep':
        return this.#readGroup(index, span.word);
      case 'joint':
        if (span.word === 'or') this.#hasOr = true;
        return 1;
      default:
        // `the infrastructure repository`
        if (this.#isTitleBefore(index)) return this.#readTitle(index);
        // `not sandbox, I meant shop-staging`
        if (/^(?:meant|mean|rather|instead)$/i.test(span.text)) this.#lastNegated = undefined;
        // `in each region`
        return span.text.toLowerCase() === 'each' || span.text.toLowerCase() === 'every'
          ? this.#readGroup(index, 'each')
          : 1;
    }
  }

  /** Excludes the name or region before a negation that stands behind it. */
  #negateLast(index: number): void {
    const before = this.#before(index);
    const region = this.#regions.at(-1);
    const name = this.#names.at(-1);
    if (before?.kind === 'region' && region !== undefined)
      this.#regions[this.#regions.length - 1] = { ...region, negated: true };
    else if (name !== undefined)
      this.#names[this.#names.length - 1] = { ...name, negated: true, role: 'place' };
  }

  /** How many phrases say what explains a change: `by one of our pipelines`, `by a plan, a run or a pull request`. */
  #explainers(index: number): number {
    const by = this.#spans[index];
    if (by?.kind !== 'prep' || by.word !== 'by') return 0;
    let end = index;
    for (let at = index + 1; at < this.#spans.length; at += 1) {
      const span = this.#spans[at];
      const isExplainer =
        (span?.kind === 'noun' && ['execution', 'plan', 'pull_request', 'project'].includes(span.noun)) ||
        (span?.kind === 'cue' && span.cue === 'code');
      if (isExplainer) end = at;
      else if (span?.kind !== 'filler' && span?.kind !== 'joint') break;
    }
    return end - index === 0 ? 0 : end - index + 1;
  }

  /** Whether a condition is what records have: `with dead letter queues`. */
  #isHad(index: number): boolean {
    const before = this.#before(index);
    const text = before?.text.toLowerCase() ?? '';
    return (
      ['with', 'without', 'have no', 'has no', 'no', 'having', 'with no'].includes(text) ||
      this.#spans
        .slice(Math.max(0, index - 2), index)
        .some((one) => /^(?:have|has|having|without|their|its)$/i.test(one.text))
    );
  }

  /** Whether a word without a meaning stands between an article and the noun of a kind: `in the infra repo`. */
  #isTitleBefore(index: number): boolean {
    const [span, next] = [this.#spans[index], this.#spans[index + 1]];
    return (
      span !== undefined &&
      nameable.has(span.text.toLowerCase()) &&
      next?.kind === 'noun' &&
      !next.plural &&
      (next.noun === 'repository' || next.noun === 'project') &&
      !next.text.includes(' ') &&
      ['the', 'our'].includes(this.#wordBefore(index))
    );
  }

  #readTitle(index: number): number {
    const [span, next] = [this.#spans[index], this.#spans[index + 1]];
    if (span === undefined || next?.kind !== 'noun') return 1;
    this.#addName(span, { certain: true, kind: next.noun as NamedKind }, index);
    return 2;
  }

  #isOwnerNamed(index: number): boolean {
    const [by, next] = [
      this.#spans[index + 1],
      this.#spans.slice(index + 2).find(({ kind }) => kind !== 'filler'),
    ];
    return by?.kind === 'prep' && by.word === 'by' && (next?.kind === 'word' || next?.kind === 'noun');
  }

  slots(): Slots {
    return {
      cues: this.#cues,
      negatedCues: this.#negatedCues,
      // `in the ignored state` names the state itself, and `in region eu-west-1` the region.
      nouns: [
        ...this.#nouns.filter(
          ({ noun, plural }) =>
            (this.#states.length === 0 || (noun !== 'state' && noun !== 'status')) &&
            (this.#regions.length === 0 || noun !== 'region' || plural),
        ),
        ...this.#impliedNouns(),
      ],
      types: [...new Set(this.#types)],
      typesPlural: this.#typesPlural,
      excludedTypes: this.#excludedTypes,
      // `what breaks without X` is about X.
      names: this.#cues.has('break')
        ? this.#names.map((name) => ({
            ...name,
            negated: false,
            role: name.negated ? ('plain' as const) : name.role,
          }))
        : this.#names,
      regions: this.#regions,
      states: this.#states,
      tags: this.#tags,
      tagJoint: this.#hasOr ? 'or' : 'and',
      conditions: this.#conditions,
      // `the runtime nodejs22.x` is a condition.
      properties: this.#properties.filter(
        ({ text }) =>
          !this.#conditions.some(({ value }) => value.text.includes(`the ${text.toLowerCase()} `)),
      ),
      namings: this.#namings,
      ...(this.#window === undefined ? {} : { window: this.#window }),
      ...(this.#group === undefined ? {} : { group: this.#group }),
      ...(this.#changeGroup === undefined ? {} : { changeGroup: this.#changeGroup }),
      ...(this.#limit === undefined ? {} : { limit: this.#limit }),
      ...(this.#pronoun === undefined ? {} : { pronoun: this.#pronoun }),
      ...(this.#pronounKind === undefined ? {} : { pronounKind: this.#pronounKind }),
      widened: this.#widened,
      isNarrowing: this.#spans.some(({ kind, text }) => kind === 'filler' && /^(?:only|just)$/i.test(text)),
      hasAlternatives: this.#hasOr,
      isLacking: this.#isLacking,
      hasOpenNegation: this.#negated && !this.#cues.has('break'),
      isMixed: isMixed(this.#spans),
      isUngrouped: this.#otherGroup !== undefined,
      spans: this.#spans,
    };
  }

  /** `do we use pulumi` asks about projects. */
  #impliedNouns(): readonly Noun[] {
    const isSystem = this.#states.some(({ value }) => iacSystems.some((system) => system === value));
    return isSystem && this.#nouns.length === 0 && this.#types.length === 0
      ? [{ noun: 'project', plural: true, start: 0 }]
      : [];
  }

  /** Whether a negation holds for a filter; also for a further one of the kind behind `and` or `or`. */
  #negate(kind: string): boolean {
    const negated = this.#negated || this.#lastNegated === kind;
    this.#lastNegated = negated ? kind : undefined;
    this.#negated = false;
    return negated;
  }

  #readCue(index: number, cue: Cue, start: number): number {
    // `need the secrets of X`
    if (cue === 'need' && this.#isOpening(index)) return 1;
    // `entries whose resource is gone`
    if (cue === 'own' && index > 0 && this.#spans[index]?.text.toLowerCase() === 'whose') {
      const after = this.#spans.slice(index + 1).find(({ kind }) => kind !== 'filler');
      if (after?.kind === 'noun' && after.noun === 'resource') return 1;
    }
    // `in the Data team`, `team Data`
    const named = this.#readKindName(index);
    if (named > 0) return named;
    const span = this.#spans[index];
    const before = this.#before(index);
    if (
      span !== undefined &&
      before?.kind === 'prep' &&
      before.word === 'by' &&
      /^[A-Z][a-z]+$/.test(span.text)
    ) {
      this.#addName(span, { certain: true }, index);
      return 1;
    }
    const next = this.#spans[index + 1];
    // `what does data own`
    if (
      span !== undefined &&
      cue === 'data' &&
      next?.kind === 'cue' &&
      next.cue === 'own' &&
      this.#hasAuxiliary(index)
    ) {
      this.#addName(span, { certain: true, kind: 'team' }, index);
      return 1;
    }
    // `the search service`: a word between an article and a kind is a name.
    if (
      cue === 'list' &&
      span !== undefined &&
      index > 0 &&
      next?.kind === 'type' &&
      !next.plural &&
      ['the', 'a'].includes(this.#wordBefore(index))
    ) {
      this.#addName(span, { certain: true, types: next.types }, index);
      return 2;
    }
    if (!this.#cues.has(cue)) this.#cues.set(cue, start);
    if (this.#negated) {
      this.#negatedCues.add(cue);
      if (cue !== 'exist' && cue !== 'manage' && cue !== 'own' && cue !== 'belong' && cue !== 'code')
        this.#negated = false;
    }
    return 1;
  }

  /** Whether only filler and `i` or `we` stand before a word that filler or a noun follows. */
  #isOpening(index: number): boolean {
    const next = this.#spans[index + 1];
    return (
      (this.#spans[index]?.opensClause === true ||
        this.#spans[index - 1]?.opensClause === true ||
        this.#spans.slice(0, index).every(({ kind }) => kind === 'filler' || kind === 'joint')) &&
      (next?.kind === 'filler' || next?.kind === 'type' || next?.kind === 'noun' || next?.kind === 'cue')
    );
  }

  /** A capitalised word of the lexicon beside the noun of a kind is a name: `team Data`, `the Network application`. */
  #readKindName(index: number): number {
    const span = this.#spans[index];
    const next = this.#spans[index + 1];
    if (
      span !== undefined &&
      next?.kind === 'noun' &&
      next.noun === 'ou' &&
      /^[A-Z][a-z]+$/.test(span.text)
    ) {
      this.#addName(span, { certain: true }, index);
      this.#nouns.push({ noun: 'ou', plural: false, start: next.start });
      return 2;
    }
    if (span === undefined || next?.kind !== 'noun' || next.plural || !kindNouns.has(next.noun)) return 0;
    const isName = /^[A-Z][a-z]+$/.test(span.text) && index > 0;
    // `the data team`
    const isTitled =
      span.kind === 'cue' &&
      titleCues.includes(span.cue) &&
      (next.noun === 'team' || next.noun === 'application') &&
      ['the', 'our', 'of', 'by', 'from'].includes(this.#wordBefore(index));
    if (!isName && !isTitled && span.kind !== 'type') return 0;
    this.#addName(span, { certain: true, kind: next.noun as NamedKind }, index);
    return 2;
  }

  #readNoun(index: number, noun: string, plural: boolean): number {
    const span = this.#spans[index];
    if (span === undefined) return 1;
    const unit = this.#readKindName(index);
    if (unit > 0 && this.#nouns.at(-1)?.noun === 'ou') return unit;
    // `which engine does X run`
    if (noun === 'execution' && !plural && span.text.toLowerCase() === 'run' && this.#hasAuxiliary(index))
      return 1;
    const before = this.#spans[index - 1];
    // `that account` is a pronoun with its kind.
    if (
      before?.kind === 'pronoun' &&
      pointing.has(before.text.toLowerCase()) &&
      !['plan', 'execution', 'pull_request'].includes(noun) &&
      !this.#isNamedAt(index + 1)
    ) {
      this.#pronounKind = noun;
      return 1;
    }
    if (plural && (kindNouns.has(noun) || noun === 'region') && this.#isWideBefore(index))
      this.#widened.add(noun);
    const at = this.#afterNamed(index);
    const next = this.#spans[at];
    if (kindNouns.has(noun) && next !== undefined) {
      // `accounts together`: behind a plural, a word of English is mostly no name.
      const isWord =
        (next.kind === 'word' && (next.certain || !plural)) ||
        (next.kind === 'filler' && nameable.has(next.text.toLowerCase()));
      const isCapital = /^[A-Z][a-z]+$/.test(next.text) && next.kind !== 'word';
      const isLast =
        (next.kind === 'type' || (next.kind === 'cue' && next.cue === 'data')) &&
        !plural &&
        this.#isEnd(index + 2) &&
        next.end - next.start === 1;
      if (isWord || isCapital || isLast) {
        this.#addName(next, { certain: true, kind: noun as NamedKind }, index);
        return at - index + 1 + this.#addMoreNames(at + 1, { certain: true, kind: noun as NamedKind });
      }
    }
    if (this.#negated && noun === 'tag') return 1;
    this.#nouns.push({ noun, plural, start: span.start });
    return 1;
  }

  /** Whether `do` stands before a verb. */
  #hasAuxiliary(index: number): boolean {
    return this.#spans
      .slice(0, index)
      .some(({ kind, text }) => kind === 'filler' && /^(?:do|does|did)$/i.test(text.split(' ')[0] ?? ''));
  }

  /** `all of our accounts`, `anywhere in our accounts` */
  #isWideBefore(index: number): boolean {
    if (wideWords.has(this.#wordBefore(index))) return true;
    const text = this.#spans
      .slice(Math.max(0, index - 3), index)
      .filter(({ kind }) => kind === 'filler' || kind === 'prep' || kind === 'cue')
      .map((span) => span.text.toLowerCase())
      .join(' ');
    return (
      /(?:\ball|\bevery|\bany|\beach|\b(?:in|across|of|over)) (?:of )?(?:our|the|my)$/.test(text) &&
      / our$| my$|\ball\b|\bany\b|\bevery\b/.test(` ${text}`)
    );
  }

  #isNamedAt(index: number): boolean {
    const next = this.#spans[index];
    return next?.kind === 'word' && next.certain;
  }

  #wordBefore(index: number): string {
    return this.#spans[index - 1]?.text.toLowerCase() ?? '';
  }

  /** `accounts a and b` */
  #addMoreNames(index: number, as: Partial<Name> & { readonly certain: boolean }): number {
    const [joint, next] = [this.#spans[index], this.#spans[index + 1]];
    const after = this.#spans[index + 2];
    if (joint?.kind !== 'joint' || next?.kind !== 'word' || after?.kind === 'noun' || after?.kind === 'type')
      return 0;
    if (joint.text === 'or') this.#hasOr = true;
    this.#addName(next, as, index);
    return 2 + this.#addMoreNames(index + 2, as);
  }

  /** The index behind a noun, or behind `called` or `named` that follows it. */
  #afterNamed(index: number): number {
    const text = this.#spans[index + 1]?.text.toLowerCase() ?? '';
    return ['called', 'named', 'titled'].includes(text) ? index + 2 : index + 1;
  }

  #isEnd(index: number): boolean {
    const next = this.#spans[index];
    return next === undefined || next.kind === 'joint' || next.kind === 'prep';
  }

  #readType(index: number, types: readonly string[], plural: boolean): number {
    const named = this.#readKindName(index);
    if (named > 0) return named;
    const span = this.#spans[index];
    if (span === undefined) return 1;
    const at = this.#afterNamed(index);
    const next = this.#spans[at];
    const after = this.#spans[at + 1];
    // `which key encrypts X`: a word of a sentence is a name at the end or before a preposition only.
    const isNamed =
      next?.kind === 'word' &&
      !(plural && next.opensClause === true) &&
      (next.certain ||
        (!plural &&
          (after === undefined ||
            after.kind === 'prep' ||
            after.kind === 'joint' ||
            after.kind === 'cue' ||
            after.kind === 'filler')));
    // `bucket assets`
    const isAsset =
      next?.kind === 'noun' &&
      !plural &&
      (/^(?:assets?|items?|objects?)$/i.test(next.text) ||
        (/^(?:apps|components?|products?|systems?|workloads?)$/i.test(next.text) && this.#isEnd(index + 2)));
    if (isAsset && !this.#negated) {
      this.#addName(next, { certain: true, types }, index);
      return at - index + 1;
    }
    // `sns topics data-platform`
    if (next?.kind === 'word' && plural && next.certain && !this.#negated && at === index + 1) {
      this.#types.push(...types);
      this.#typesPlural = true;
      this.#addName(next, { certain: true, role: 'place' }, index);
      return 2 + this.#addMoreNames(index + 2, { certain: true, role: 'place' });
    }
    if (next?.kind === 'word' && isNamed && !this.#negated) {
      this.#addName(next, { certain: true, types }, index);
      return at - index + 1 + this.#addMoreNames(at + 1, { certain: true, types });
    }
    if (this.#negate('type')) this.#excludedTypes.push(...types);
    else {
      this.#types.push(...types);
      this.#typesPlural ||= plural;
    }
    return 1;
  }

  #readName(index: number, certain: boolean): number {
    const span = this.#spans[index];
    const next = this.#spans[index + 1];
    if (span === undefined) return 1;
    if (
      next?.kind === 'noun' &&
      kindNouns.has(next.noun) &&
      next.noun !== 'plan' &&
      (certain || !next.plural)
    ) {
      this.#addName(span, { certain: true, kind: next.noun as NamedKind }, index);
      return 2;
    }
    if (next?.kind === 'type' && !next.plural) {
      this.#addName(span, { certain: true, types: next.types }, index);
      return 2;
    }
    const isBefore = (next?.kind === 'type' || next?.kind === 'noun') && next.plural;
    this.#addName(
      span,
      {
        certain,
        ...(isBefore ? { role: 'before' as const } : {}),
        // `the shop accounts`
        ...(isBefore && next.kind === 'noun' && kindNouns.has(next.noun)
          ? { severalOf: next.noun as NamedKind }
          : {}),
      },
      index,
    );
    return 1;
  }

  #addName(span: QuestionSpan, as: Partial<Name> & { readonly certain: boolean }, index: number): void {
    const before = this.#before(index);
    const role =
      before?.kind === 'prep'
        ? before.word === 'of' || before.word === 'for' || before.word === 'to' || before.word === 'with'
          ? 'of'
          : before.word === 'by'
            ? 'by'
            : placeWords.has(before.word)
              ? 'place'
              : 'plain'
        : (before?.kind === 'joint' && !this.#isCorrected(index)) || before?.kind === 'not'
          ? (this.#names.at(-1)?.role ?? (before.kind === 'not' ? 'place' : 'plain'))
          : 'plain';
    this.#names.push({
      text: span.text,
      start: span.start,
      role,
      negated: this.#negate('name'),
      ...(before?.kind === 'joint' && this.#names.length > 0 ? { isJoined: true } : {}),
      ...as,
    });
  }

  #isCorrected(index: number): boolean {
    return this.#spans
      .slice(Math.max(0, index - 3), index)
      .some(({ text }) => /^(?:meant|mean|rather)$/i.test(text));
  }

  #before(index: number): QuestionSpan | undefined {
    for (let at = index - 1; at >= Math.max(0, index - 4); at -= 1) {
      const span = this.#spans[at];
      if (span?.kind !== 'filler') return span;
    }
    return undefined;
  }

  #isAboutChanges(): boolean {
    return this.#spans.some(
      (span) =>
        (span.kind === 'cue' && ['change', 'create', 'delete', 'update', 'who'].includes(span.cue)) ||
        (span.kind === 'noun' && span.noun === 'revision'),
    );
  }

  /** `by region`, `per account`, `in each team`, `how many in which region`, `by tag Owner` */
  #readGroup(index: number, word: string): number {
    const asked = this.#spans[index + 1];
    const of = this.#spans[index + 2];
    if (
      word === 'in' &&
      asked?.kind === 'cue' &&
      asked.cue === 'which' &&
      of?.kind === 'noun' &&
      this.#cues.has('howmany')
    ) {
      const by = groupNouns[of.noun];
      if (by === undefined) return 1;
      this.#group = { by };
      return 3;
    }
    if (!groupWords.has(word)) return 1;
    // `log groups by retention`: the values of a property.
    if (asked?.kind === 'condition') {
      this.#properties.push({ text: asked.text, start: asked.start });
      return 2;
    }
    const ofChanges = Object.entries(changeGroups).find(([text]) => text === asked?.text.toLowerCase())?.[1];
    if (ofChanges !== undefined && this.#isAboutChanges()) {
      this.#changeGroup = ofChanges;
      return 2;
    }
    if (ofChanges === 'day') this.#otherGroup = ofChanges;
    if (asked !== undefined && otherGroups.has(asked.text.toLowerCase()))
      this.#otherGroup = asked.text.toLowerCase();
    const owner = this.#before(index);
    // `owned by team X`
    if (word === 'by' && owner?.kind === 'cue' && (owner.cue === 'own' || owner.cue === 'manage')) return 1;
    let at = index + 1;
    while (this.#spans[at]?.kind === 'filler' && at < index + 3) at += 1;
    const next = this.#spans[at];
    if (next?.kind === 'tag') {
      this.#group = { by: 'tag', key: next.term };
      return at - index + 1;
    }
    const key = this.#spans[at + 1];
    if (
      next?.kind === 'noun' &&
      next.noun === 'tag' &&
      key !== undefined &&
      key.kind !== 'prep' &&
      key.kind !== 'joint'
    ) {
      this.#group = { by: 'tag', key: key.text };
      return at - index + 2;
    }
    const by =
      next?.kind === 'noun'
        ? groupNouns[next.noun]
        : next?.kind === 'cue' && next.cue === 'own'
          ? 'team'
          : undefined;
    const after = this.#spans[at + 1];
    if (by === undefined || (after?.kind === 'word' && kindNouns.has(by))) return 1;
    this.#group = { by };
    return at - index + 1;
  }
}
