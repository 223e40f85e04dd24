import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import type { Grouping } from '../../../domain/assistant/embedded/grouping.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import type { PropertyWords } from '../../../domain/assistant/embedded/property-words.ts';
import type { TimeWindow } from '../../../domain/assistant/embedded/read-time-phrase.ts';
import type { QuestionSpan } from './read-spans.ts';

/** Groupings that only changes have. */
export type ChangeGroup = 'kind' | 'day' | 'source' | 'actor';

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
  /** Whether `and` or `or` joins it to the name before. */
  readonly isJoined?: true;
  /** The kind of the records that have the text in their names: `the shop accounts`. */
  readonly severalOf?: NamedKind;
  /** Whether the answer before listed it. */
  readonly isListed?: true;
  /** The region in which it is looked up. */
  readonly region?: string;
}

/** A filter, and whether the question excludes its value. */
export interface Valued<T> {
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
  readonly port?: number;
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
