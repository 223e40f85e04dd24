import type { ScopeField } from './lexicon.ts';
import type { TimeWindow } from './read-time-phrase.ts';

/** Dimensions by which resources and other records can be grouped. */
export const groupings = [
  'type',
  'region',
  'account',
  'tag',
  'state',
  'status',
  'application',
  'team',
  'environment',
  'project',
] as const;
export type Grouping = (typeof groupings)[number];

/** A recognised phrase of a question. */
export type Item =
  | { readonly kind: 'word'; readonly word: string; readonly plural: boolean }
  | {
      readonly kind: 'type';
      readonly types: readonly string[];
      readonly plural: boolean;
      readonly text: string;
    }
  /** A text that names a record. */
  | {
      readonly kind: 'name';
      readonly text: string;
      readonly types?: readonly string[];
      readonly certain: boolean;
    }
  | { readonly kind: 'scope'; readonly field: ScopeField | 'region'; readonly text: string }
  | { readonly kind: 'tag'; readonly term: string; readonly without: boolean }
  | { readonly kind: 'attribute'; readonly value: string }
  | { readonly kind: 'time'; readonly window: TimeWindow }
  | { readonly kind: 'group'; readonly by: Grouping; readonly key?: string };
