import type { ScopeField } from './lexicon.ts';
import type { Captures } from './pattern.ts';
import type { TimeWindow } from './read-time-phrase.ts';

/** A record that narrows a question. `field` is absent when the question does not state its kind. */
export interface Scope {
  readonly field?: ScopeField | undefined;
  readonly text: string;
}

export type Joint = 'and' | 'or';

/** Phrases that restrict the records of a question. */
export interface Filters {
  readonly scopes: readonly Scope[];
  /** Set when `or` joins names whose kinds the question does not state: they must be of one kind. */
  readonly hasAlternatives?: true;
  readonly regions: readonly string[];
  readonly tags: readonly string[];
  /** How several tags are joined. Default: `or`. */
  readonly tagJoint?: Joint;
  readonly withoutTags: readonly string[];
  readonly attributes: readonly string[];
  readonly window?: TimeWindow;
}

/** One question that a form matched. */
export interface Question extends Captures {
  readonly filters: Filters;
  readonly now: Date;
}

/** The filters that the plan of a form applies. A form does not match a question with others. */
export interface AcceptedFilters {
  readonly scopes?: readonly ScopeField[];
  readonly regions?: true;
  readonly tags?: true;
  readonly attributes?: readonly string[] | ((question: Captures) => readonly string[]);
  readonly window?: true;
}

export function acceptsFilters(accepted: AcceptedFilters, filters: Filters, captures: Captures): boolean {
  const scopes = accepted.scopes ?? [];
  const values =
    typeof accepted.attributes === 'function' ? accepted.attributes(captures) : (accepted.attributes ?? []);
  return (
    filters.scopes.every(({ field }) => (field === undefined ? scopes.length > 0 : scopes.includes(field))) &&
    (filters.regions.length === 0 || accepted.regions === true) &&
    (filters.tags.length + filters.withoutTags.length === 0 || accepted.tags === true) &&
    (filters.window === undefined || accepted.window === true) &&
    filters.attributes.every((attribute) => values.includes(attribute))
  );
}
