import { defined } from '../../defined.ts';
import { entityNouns } from './lexicon.ts';
import type { EntityNoun, ScopeField } from './lexicon.ts';
import { groupings } from './item.ts';
import type { Grouping, Item } from './item.ts';

/** A name in a question. */
export interface NameReference {
  readonly text: string;
  /** The kind of record that the question states. */
  readonly field?: ScopeField | 'region';
  /** The resource types that the question states. */
  readonly types?: readonly string[];
  /** Whether the text looks like a name: it is quoted, an identifier, or next to its kind. */
  readonly certain: boolean;
}

/** Parts of a question that the slots of a pattern matched. */
export interface Captures {
  /** Resource types of `RES`; empty when the question names resources in general. */
  readonly types: readonly string[];
  /** The words of the question for `types`. */
  readonly typeText?: string;
  readonly names: readonly NameReference[];
  /** Whether the pattern has `RES`. */
  readonly isThing?: true;
  readonly entity?: EntityNoun;
  /** Whether `ENTITY` is in the plural. */
  readonly isSeveral?: true;
  /** Kinds of changes. */
  readonly verb?: string;
  readonly attribute?: string;
  readonly group?: { readonly by: Grouping; readonly key?: string };
  readonly tag?: string;
}

const slots = ['RES', 'NAME', 'PLACE', 'ENTITY', 'VERB', 'BY', 'GROUP', 'STATE', 'TAG'] as const;
type Slot = (typeof slots)[number];

interface Element {
  readonly words?: ReadonlySet<string>;
  readonly slot?: Slot;
  readonly optional: boolean;
}

export type Pattern = readonly Element[];

const verbs = new Set(['create', 'delete', 'update', 'reappear', 'changed']);
const nothing: Captures = { types: [], names: [] };

/**
 * Compiles a pattern: words in the form of the lexicon, `a|b` for alternatives, `[a]` for optional ones, and slots:
 * `RES` a resource type or `resources`; `NAME` a name; `PLACE` a name or region; `ENTITY` a kind of record; `VERB` a kind of
 * change; `BY` as in `by region`; `GROUP` a noun by which records can be grouped; `STATE` an attribute; `TAG` a tag.
 */
export function compilePattern(source: string): Pattern {
  return source.split(' ').map((part) => {
    const optional = part.startsWith('[');
    const text = optional ? part.slice(1, -1) : part;
    const slot = slots.find((one) => one === text);
    return slot === undefined ? { words: new Set(text.split('|')), optional } : { slot, optional };
  });
}

/** The literal words of a pattern. */
export function wordsOfPattern(pattern: Pattern): readonly string[] {
  return pattern.flatMap(({ words }) => [...(words ?? [])]);
}

/** Returns the captures when the pattern matches all items. Takes time proportional to 2 ^ optional elements. */
export function matchPattern(pattern: Pattern, items: readonly Item[]): Captures | undefined {
  return items.length > pattern.length ? undefined : matchFrom(pattern, items, 0, 0, nothing);
}

function matchFrom(
  pattern: Pattern,
  items: readonly Item[],
  element: number,
  index: number,
  captures: Captures,
): Captures | undefined {
  const current = pattern[element];
  if (current === undefined) return index === items.length ? captures : undefined;
  const item = items[index];
  const captured = item === undefined ? undefined : capture(current, item, captures);
  const matched = captured && matchFrom(pattern, items, element + 1, index + 1, captured);
  if (matched !== undefined) return matched;
  return current.optional ? matchFrom(pattern, items, element + 1, index, captures) : undefined;
}

function capture({ words, slot }: Element, item: Item, captures: Captures): Captures | undefined {
  if (words !== undefined) return item.kind === 'word' && words.has(item.word) ? captures : undefined;
  switch (slot) {
    case 'RES':
      if (item.kind === 'type') return { ...captures, types: item.types, typeText: item.text, isThing: true };
      return item.kind === 'word' && item.word === 'resource' ? { ...captures, isThing: true } : undefined;
    case 'NAME':
      return captureName(item, captures, false);
    case 'PLACE':
      return captureName(item, captures, true);
    case 'ENTITY': {
      const entity = item.kind === 'word' ? entityNouns.find((noun) => noun === item.word) : undefined;
      return (
        entity && { ...captures, entity, ...(item.kind === 'word' && item.plural ? { isSeveral: true } : {}) }
      );
    }
    case 'VERB':
      return item.kind === 'word' && verbs.has(item.word) ? { ...captures, verb: item.word } : undefined;
    case 'BY':
      return item.kind === 'group' ? { ...captures, group: item } : undefined;
    case 'GROUP': {
      const word = item.kind === 'word' ? (item.word === 'owner' ? 'team' : item.word) : undefined;
      const by = groupings.find((one) => one === word);
      return by && { ...captures, group: { by } };
    }
    case 'STATE':
      return item.kind === 'attribute' ? { ...captures, attribute: item.value } : undefined;
    case 'TAG':
      return item.kind === 'tag' ? { ...captures, tag: item.term } : undefined;
    case undefined:
      return undefined;
  }
}

function captureName(item: Item, captures: Captures, withRegions: boolean): Captures | undefined {
  if (item.kind === 'name') {
    const { text, types, certain } = item;
    return { ...captures, names: [...captures.names, defined({ text, certain, types })] };
  }
  if (item.kind !== 'scope' || (item.field === 'region' && !withRegions)) return undefined;
  return { ...captures, names: [...captures.names, { text: item.text, field: item.field, certain: true }] };
}
