import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import { groupNouns, kindNouns, readGrouping } from './read-grouping.ts';
import type { QuestionSpan } from './read-spans.ts';
import { SlotDraft } from './slot-draft.ts';
import type { Name, Slots } from './slots.ts';
import { nameable, SpanContext } from './span-context.ts';

/** Words that negate the condition before them: `encryption disabled`. */
const behind = new Set(['disabled', 'turned off', 'switched off', 'deactivated', 'off']);
const lacking = new Set(['no', 'have no', 'has no', 'having no', 'with no', 'without', 'not have']);
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
  return reader.draft.slots();
}

class SlotReader {
  readonly draft: SlotDraft;
  readonly #spans: readonly QuestionSpan[];
  readonly #context: SpanContext;

  constructor(spans: readonly QuestionSpan[]) {
    this.draft = new SlotDraft(spans);
    this.#spans = spans;
    this.#context = new SpanContext(spans);
  }

  /** Reads the phrase at an index and returns how many phrases it used. */
  read(index: number): number {
    const span = this.#spans[index];
    if (span === undefined) return 1;
    switch (span.kind) {
      case 'not': {
        const last = this.draft.conditions.at(-1);
        if (last !== undefined && behind.has(span.text.toLowerCase())) {
          this.draft.conditions[this.draft.conditions.length - 1] = { ...last, negated: !last.negated };
          return 1;
        }
        const next = this.#spans.slice(index + 1).find(({ kind }) => kind !== 'filler');
        // `sandbox not included`
        if (
          /^(?:not included|left out|left aside|not counted|leave out)$/i.test(span.text) &&
          (next === undefined || next.opensClause === true)
        ) {
          this.draft.negateLast(this.#context.before(index));
          return 1;
        }
        // `not just us-east-1`
        if (/^not (?:just|only)$/i.test(span.text)) {
          if (next?.kind !== 'region') return 1;
          this.draft.widened.add('region');
          return this.#spans.indexOf(next) - index + 1;
        }
        // `which accounts have no queues`
        if (
          lacking.has(span.text.toLowerCase()) &&
          (next?.kind === 'type' || (next?.kind === 'noun' && next.noun === 'resource')) &&
          this.draft.nouns.some(({ noun }) => groupNouns[noun] !== undefined)
        ) {
          this.draft.isLacking = true;
          return 1;
        }
        this.draft.negated = true;
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
        this.draft.regions.push({ value: span.region, negated: this.draft.negate('region') });
        return 1;
      case 'state':
        // `not owned by X` excludes the owner X; without a name, it means that there is none.
        if ((span.state === 'managed' || span.state === 'unmanaged') && this.#context.isOwnerNamed(index)) {
          this.draft.cues.set('manage', span.start);
          this.draft.negated ||= span.state === 'unmanaged';
          return 1;
        }
        if (span.state === 'unowned' && this.#context.isOwnerNamed(index)) {
          this.draft.cues.set('own', span.start);
          this.draft.negated = true;
          return 1;
        }
        this.draft.states.push({ value: span.state, negated: this.draft.negate('state') });
        return span.state === 'explained' || span.state === 'unexplained'
          ? 1 + this.#context.explainers(index + 1)
          : 1;
      case 'tag':
        this.draft.tags.push({ value: span.term, negated: this.draft.negate('tag') || span.without });
        return 1;
      case 'condition':
        // `dlqs in X` are queues that are so, and `queues with a dlq` have one.
        if (/^(?:dlqs|dead[ -]letter (?:queues|ones))$/i.test(span.text) && !this.#context.isHad(index)) {
          this.draft.types.push('AWS::SQS::Queue');
          this.draft.typesPlural = true;
          this.draft.namings.push({ value: 'dead', negated: this.draft.negate('naming') });
          return 1;
        }
        this.draft.conditions.push({ value: span.words, negated: this.draft.negate('condition') });
        return 1;
      case 'property':
        this.draft.properties.push({ text: span.text, start: span.start });
        this.draft.negate('property');
        return 1;
      case 'naming':
        this.draft.namings.push({
          value: span.naming.text,
          negated: this.draft.negate('naming') !== span.naming.negated,
        });
        return 1;
      case 'time':
        this.draft.window ??= span.window;
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
          this.#context.wordBefore(index) === 'the'
        )
          return 1;
        if (this.#isPort(index)) this.draft.port ??= span.value;
        else this.draft.limit ??= span.value;
        return 1;
      }
      case 'pronoun':
        this.draft.pronoun ??= span.word;
        return 1;
      case 'prep':
        return this.#readGroup(index, span.word);
      case 'joint':
        if (span.word === 'or') this.draft.hasOr = true;
        return 1;
      default:
        // `the infrastructure repository`
        if (this.#context.isTitleBefore(index)) return this.#readTitle(index);
        // `not sandbox, I meant shop-staging`
        if (/^(?:meant|mean|rather|instead)$/i.test(span.text)) this.draft.lastNegated = undefined;
        // `in each region`
        return span.text.toLowerCase() === 'each' || span.text.toLowerCase() === 'every'
          ? this.#readGroup(index, 'each')
          : 1;
    }
  }

  #readTitle(index: number): number {
    const [span, next] = [this.#spans[index], this.#spans[index + 1]];
    if (span === undefined || next?.kind !== 'noun') return 1;
    this.#addName(span, { certain: true, kind: next.noun as NamedKind }, index);
    return 2;
  }

  #readCue(index: number, cue: Cue, start: number): number {
    // `need the secrets of X`
    if (cue === 'need' && this.#context.isOpening(index)) return 1;
    // `entries whose resource is gone`
    if (cue === 'own' && index > 0 && this.#spans[index]?.text.toLowerCase() === 'whose') {
      const after = this.#spans.slice(index + 1).find(({ kind }) => kind !== 'filler');
      if (after?.kind === 'noun' && after.noun === 'resource') return 1;
    }
    // `in the Data team`, `team Data`
    const named = this.#readKindName(index);
    if (named > 0) return named;
    const span = this.#spans[index];
    const before = this.#context.before(index);
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
      this.#context.hasAuxiliary(index)
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
      ['the', 'a'].includes(this.#context.wordBefore(index))
    ) {
      this.#addName(span, { certain: true, types: next.types }, index);
      return 2;
    }
    if (!this.draft.cues.has(cue)) this.draft.cues.set(cue, start);
    if (this.draft.negated) {
      this.draft.negatedCues.add(cue);
      if (cue !== 'exist' && cue !== 'manage' && cue !== 'own' && cue !== 'belong' && cue !== 'code')
        this.draft.negated = false;
    }
    return 1;
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
      this.draft.nouns.push({ noun: 'ou', plural: false, start: next.start });
      return 2;
    }
    if (span === undefined || next?.kind !== 'noun' || next.plural || !kindNouns.has(next.noun)) return 0;
    const isName = /^[A-Z][a-z]+$/.test(span.text) && index > 0;
    // `the data team`
    const isTitled =
      span.kind === 'cue' &&
      titleCues.includes(span.cue) &&
      (next.noun === 'team' || next.noun === 'application') &&
      ['the', 'our', 'of', 'by', 'from'].includes(this.#context.wordBefore(index));
    if (!isName && !isTitled && span.kind !== 'type') return 0;
    this.#addName(span, { certain: true, kind: next.noun as NamedKind }, index);
    return 2;
  }

  #readNoun(index: number, noun: string, plural: boolean): number {
    const span = this.#spans[index];
    if (span === undefined) return 1;
    const unit = this.#readKindName(index);
    if (unit > 0 && this.draft.nouns.at(-1)?.noun === 'ou') return unit;
    // `which engine does X run`
    if (
      noun === 'execution' &&
      !plural &&
      span.text.toLowerCase() === 'run' &&
      this.#context.hasAuxiliary(index)
    )
      return 1;
    const before = this.#spans[index - 1];
    // `that account` is a pronoun with its kind.
    if (
      before?.kind === 'pronoun' &&
      pointing.has(before.text.toLowerCase()) &&
      !['plan', 'execution', 'pull_request'].includes(noun) &&
      !this.#context.isNamedAt(index + 1)
    ) {
      this.draft.pronounKind = noun;
      return 1;
    }
    if (plural && (kindNouns.has(noun) || noun === 'region') && this.#context.isWideBefore(index))
      this.draft.widened.add(noun);
    const at = this.#context.afterNamed(index);
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
        this.#context.isEnd(index + 2) &&
        next.end - next.start === 1;
      if (isWord || isCapital || isLast) {
        this.#addName(next, { certain: true, kind: noun as NamedKind }, index);
        return at - index + 1 + this.#addMoreNames(at + 1, { certain: true, kind: noun as NamedKind });
      }
    }
    if (this.draft.negated && noun === 'tag') return 1;
    this.draft.nouns.push({ noun, plural, start: span.start });
    return 1;
  }

  /** `accounts a and b` */
  #addMoreNames(index: number, as: Partial<Name> & { readonly certain: boolean }): number {
    const [joint, next] = [this.#spans[index], this.#spans[index + 1]];
    const after = this.#spans[index + 2];
    if (joint?.kind !== 'joint' || next?.kind !== 'word' || after?.kind === 'noun' || after?.kind === 'type')
      return 0;
    if (joint.text === 'or') this.draft.hasOr = true;
    this.#addName(next, as, index);
    return 2 + this.#addMoreNames(index + 2, as);
  }

  #readType(index: number, types: readonly string[], plural: boolean): number {
    const named = this.#readKindName(index);
    if (named > 0) return named;
    const span = this.#spans[index];
    if (span === undefined) return 1;
    const at = this.#context.afterNamed(index);
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
        (/^(?:apps|components?|products?|systems?|workloads?)$/i.test(next.text) &&
          this.#context.isEnd(index + 2)));
    if (isAsset && !this.draft.negated) {
      this.#addName(next, { certain: true, types }, index);
      return at - index + 1;
    }
    // `sns topics data-platform`
    if (next?.kind === 'word' && plural && next.certain && !this.draft.negated && at === index + 1) {
      this.draft.types.push(...types);
      this.draft.typesPlural = true;
      this.#addName(next, { certain: true, role: 'place' }, index);
      return 2 + this.#addMoreNames(index + 2, { certain: true, role: 'place' });
    }
    if (next?.kind === 'word' && isNamed && !this.draft.negated) {
      this.#addName(next, { certain: true, types }, index);
      return at - index + 1 + this.#addMoreNames(at + 1, { certain: true, types });
    }
    if (this.draft.negate('type')) this.draft.excludedTypes.push(...types);
    else {
      this.draft.types.push(...types);
      this.draft.typesPlural ||= plural;
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
    const before = this.#context.before(index);
    const role =
      before?.kind === 'prep'
        ? before.word === 'of' || before.word === 'for' || before.word === 'to' || before.word === 'with'
          ? 'of'
          : before.word === 'by'
            ? 'by'
            : placeWords.has(before.word)
              ? 'place'
              : 'plain'
        : (before?.kind === 'joint' && !this.#context.isCorrected(index)) || before?.kind === 'not'
          ? (this.draft.names.at(-1)?.role ?? (before.kind === 'not' ? 'place' : 'plain'))
          : 'plain';
    this.draft.names.push({
      text: span.text,
      start: span.start,
      role,
      negated: this.draft.negate('name'),
      ...(before?.kind === 'joint' && this.draft.names.length > 0 ? { isJoined: true } : {}),
      ...as,
    });
  }

  /** Whether a number is a port: `on 22`, `22 open to the world`. Others limit the rows: `the top 5 open groups`. */
  #isPort(index: number): boolean {
    const [next, second] = [this.#spans[index + 1], this.#spans[index + 2]];
    return (
      /(?:^|\s)(?:ports?|tcp|udp|on|allow(?:s|ing)?)$/i.test(this.#spans[index - 1]?.text ?? '') ||
      (((next?.kind === 'state' && next.state === 'open') ||
        (next?.kind === 'cue' && next.cue === 'public')) &&
        second?.kind !== 'type' &&
        second?.kind !== 'noun')
    );
  }

  #readGroup(index: number, word: string): number {
    const found = readGrouping(this.#context, index, word, this.draft.cues.has('howmany'));
    if (found.group !== undefined) this.draft.group = found.group;
    if (found.changeGroup !== undefined) this.draft.changeGroup = found.changeGroup;
    if (found.property !== undefined) this.draft.properties.push(found.property);
    if (found.isUngrouped === true) this.draft.isUngrouped = true;
    return found.used;
  }
}
