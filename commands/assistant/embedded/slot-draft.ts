import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import type { PropertyWords } from '../../../domain/assistant/embedded/property-words.ts';
import type { TimeWindow } from '../../../domain/assistant/embedded/read-time-phrase.ts';
import { iacSystems } from '../../../domain/values.ts';
import { isMixed } from './mixed-filters.ts';
import type { QuestionSpan } from './read-spans.ts';
import type { ChangeGroup, Name, Noun, Slots, Valued } from './slots.ts';

/** The slots of a question while its phrases are read. */
export class SlotDraft {
  readonly #spans: readonly QuestionSpan[];
  readonly cues = new Map<Cue, number>();
  readonly negatedCues = new Set<Cue>();
  readonly nouns: Noun[] = [];
  readonly types: string[] = [];
  readonly excludedTypes: string[] = [];
  readonly names: Name[] = [];
  readonly regions: Valued<string>[] = [];
  readonly states: Valued<string>[] = [];
  readonly tags: Valued<string>[] = [];
  readonly conditions: Valued<PropertyWords>[] = [];
  readonly properties: { readonly text: string; readonly start: number }[] = [];
  readonly namings: Valued<string>[] = [];
  typesPlural = false;
  window: TimeWindow | undefined;
  group: Slots['group'];
  changeGroup: ChangeGroup | undefined;
  limit: number | undefined;
  port: number | undefined;
  pronoun: string | undefined;
  pronounKind: string | undefined;
  readonly widened = new Set<string>();
  negated = false;
  lastNegated: string | undefined;
  hasOr = false;
  isLacking = false;
  isUngrouped = false;

  constructor(spans: readonly QuestionSpan[]) {
    this.#spans = spans;
  }

  /** Whether a negation holds for a filter; also for a further one of the kind behind `and` or `or`. */
  negate(kind: string): boolean {
    const negated = this.negated || this.lastNegated === kind;
    this.lastNegated = negated ? kind : undefined;
    this.negated = false;
    return negated;
  }

  /** Excludes the name or region before a negation that stands behind it. */
  negateLast(before: QuestionSpan | undefined): void {
    const region = this.regions.at(-1);
    const name = this.names.at(-1);
    if (before?.kind === 'region' && region !== undefined)
      this.regions[this.regions.length - 1] = { ...region, negated: true };
    else if (name !== undefined)
      this.names[this.names.length - 1] = { ...name, negated: true, role: 'place' };
  }

  slots(): Slots {
    return {
      cues: this.cues,
      negatedCues: this.negatedCues,
      // `in the ignored state` names the state itself, and `in region eu-west-1` the region.
      nouns: [
        ...this.nouns.filter(
          ({ noun, plural }) =>
            (this.states.length === 0 || (noun !== 'state' && noun !== 'status')) &&
            (this.regions.length === 0 || noun !== 'region' || plural),
        ),
        ...this.#impliedNouns(),
      ],
      types: [...new Set(this.types)],
      typesPlural: this.typesPlural,
      excludedTypes: this.excludedTypes,
      // `what breaks without X` is about X.
      names: this.cues.has('break')
        ? this.names.map((name) => ({
            ...name,
            negated: false,
            role: name.negated ? ('plain' as const) : name.role,
          }))
        : this.names,
      regions: this.regions,
      states: this.states,
      tags: this.tags,
      tagJoint: this.hasOr ? 'or' : 'and',
      conditions: this.conditions,
      // `the runtime nodejs22.x` is a condition.
      properties: this.properties.filter(
        ({ text }) => !this.conditions.some(({ value }) => value.text.includes(`the ${text.toLowerCase()} `)),
      ),
      namings: this.namings,
      ...(this.window === undefined ? {} : { window: this.window }),
      ...(this.group === undefined ? {} : { group: this.group }),
      ...(this.changeGroup === undefined ? {} : { changeGroup: this.changeGroup }),
      ...(this.limit === undefined ? {} : { limit: this.limit }),
      ...(this.port === undefined ? {} : { port: this.port }),
      ...(this.pronoun === undefined ? {} : { pronoun: this.pronoun }),
      ...(this.pronounKind === undefined ? {} : { pronounKind: this.pronounKind }),
      widened: this.widened,
      isNarrowing: this.#spans.some(({ kind, text }) => kind === 'filler' && /^(?:only|just)$/i.test(text)),
      hasAlternatives: this.hasOr,
      isLacking: this.isLacking,
      hasOpenNegation: this.negated && !this.cues.has('break'),
      isMixed: isMixed(this.#spans),
      isUngrouped: this.isUngrouped,
      spans: this.#spans,
    };
  }

  /** `do we use pulumi` asks about projects. */
  #impliedNouns(): readonly Noun[] {
    const isSystem = this.states.some(({ value }) => iacSystems.some((system) => system === value));
    return isSystem && this.nouns.length === 0 && this.types.length === 0
      ? [{ noun: 'project', plural: true, start: 0 }]
      : [];
  }
}
