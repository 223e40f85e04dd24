import { connectives, prepositions } from './lexicon.ts';
import { joinFilters, noFilters } from './join-filters.ts';
import type { FoundFilter } from './join-filters.ts';
import type { Filters } from './question.ts';
import type { Item } from './item.ts';

/** The items of a question without the phrases that `filters` holds. */
export interface View {
  readonly items: readonly Item[];
  readonly filters: Filters;
}

const leading = new Set(['in', 'of', 'for', 'from', 'within', 'inside', 'under', 'on', 'by', 'to']);

/**
 * Returns the readings of a question, in the order in which forms try them: as written; without times; without times and
 * stated places; without stated filters; and without names after prepositions too. None for a negation that no filter has.
 */
export function viewsOf(written: readonly Item[]): readonly View[] {
  const items = joinParticiples(written);
  if (items === undefined) return [];
  const timed = extract(items, (item) => item.kind === 'time');
  const placed = extract(items, (item) => item.kind === 'time' || item.kind === 'scope');
  const stated = extract(items, isFilter);
  const named = extract(items, (item, before, after) => isFilter(item) || isNamedScope(item, before, after));
  return [{ items, filters: noFilters }, timed, placed, stated, named].filter((view) => view !== undefined);
}

function isFilter(item: Item): boolean {
  return item.kind === 'scope' || item.kind === 'tag' || item.kind === 'attribute' || item.kind === 'time';
}

/** A name after a preposition or another such name, or before the noun that it restricts: `production queues`. */
function isNamedScope(item: Item, before: Item | undefined, after: Item | undefined): boolean {
  if (item.kind !== 'name' || item.types !== undefined) return false;
  if (before?.kind === 'word' && leading.has(before.word)) return true;
  return (after?.kind === 'type' || after?.kind === 'word') && after.plural;
}

/** Returns undefined when a negation precedes a filter, or when the tools cannot combine the filters as the question does. */
function extract(
  items: readonly Item[],
  isExtracted: (item: Item, before: Item | undefined, after: Item | undefined) => boolean,
): View | undefined {
  const kept: Item[] = [];
  const found: FoundFilter[] = [];
  let joint: string | undefined;
  let wasExtracted = false;
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    const isContinued =
      wasExtracted &&
      item.kind === 'word' &&
      isJoint(item.word) &&
      isExtractedLater(items, index + 1, isExtracted);
    const isNextName = item.kind === 'name' && isJointBefore(items, index, isExtracted);
    if (isExtracted(item, before, items[index + 1]) || isNextName) {
      if (!dropLead(kept)) return undefined;
      found.push({ item, joint });
      joint = undefined;
      wasExtracted = true;
    } else if (isContinued) joint = joint === undefined || joint === ',' ? item.word : joint;
    else {
      kept.push(item);
      wasExtracted = false;
    }
  }
  while (kept.length > 1 && isDangling(kept.at(-1))) kept.pop();
  while (kept.length > 1 && kept[0]?.kind === 'word' && kept[0].word === ',') kept.shift();
  const filters = joinFilters(found);
  return filters && { items: kept.filter((item) => item.kind !== 'word' || item.word !== ','), filters };
}

function isJoint(word: string): boolean {
  return word === 'and' || word === 'or' || word === ',' || word === 'but';
}

type Test = (item: Item, before: Item | undefined, after: Item | undefined) => boolean;

function isExtractedLater(items: readonly Item[], index: number, isExtracted: Test): boolean {
  let at = index;
  while (at < items.length && at < index + 3) {
    const item = items[at];
    if (item === undefined) return false;
    if (isExtracted(item, items[at - 1], items[at + 1]) || (item.kind === 'name' && at === index))
      return true;
    if (item.kind !== 'word' || !(prepositions.has(item.word) || connectives.has(item.word))) return false;
    at += 1;
  }
  return false;
}

/** `in X and Y`: Y is a scope as X is. */
function isJointBefore(items: readonly Item[], index: number, isExtracted: Test): boolean {
  const joint = items[index - 1];
  const first = items[index - 2];
  return (
    joint?.kind === 'word' &&
    isJoint(joint.word) &&
    first?.kind === 'name' &&
    isExtracted(first, items[index - 3], joint)
  );
}

/** Removes the preposition and the relative pronoun before a filter. Returns false for a negation. */
function dropLead(kept: Item[]): boolean {
  let isFirst = true;
  for (;;) {
    const last = kept.at(-1);
    if (last?.kind !== 'word') return true;
    if (last.word === 'not') return false;
    const isParticiple = ['own', 'belong', 'located'].includes(last.word) && !isFirst;
    if (!isParticiple && !leading.has(last.word) && !['with', 'at', 'located', 'across'].includes(last.word))
      return true;
    kept.pop();
    isFirst = false;
  }
}

function isDangling(item: Item | undefined): boolean {
  return (
    item?.kind === 'word' && (connectives.has(item.word) || leading.has(item.word) || item.word === 'with')
  );
}

/** `owned by X` → team X; `managed by X` → project X. Undefined for `not owned by X`, because no tool excludes X. */
function joinParticiples(items: readonly Item[]): readonly Item[] | undefined {
  const joined: Item[] = [];
  let index = 0;
  while (index < items.length) {
    const [first, by, name] = items.slice(index, index + 3);
    const field = by?.kind === 'word' && by.word === 'by' ? participleField(first) : undefined;
    const text = name?.kind === 'name' || name?.kind === 'scope' ? name.text : undefined;
    if (by?.kind === 'word' && by.word === 'by' && text !== undefined && isNegatedParticiple(first))
      return undefined;
    if (field !== undefined && text !== undefined && (name?.kind !== 'scope' || name.field === field)) {
      joined.push({ kind: 'scope', field, text });
      index += 3;
    } else {
      if (first !== undefined) joined.push(first);
      index += 1;
    }
  }
  return joined;
}

function isNegatedParticiple(item: Item | undefined): boolean {
  return item?.kind === 'attribute' && (item.value === 'unowned' || item.value === 'unmanaged');
}

function participleField(item: Item | undefined): 'team' | 'project' | undefined {
  if (item?.kind === 'word' && item.word === 'own') return 'team';
  return item?.kind === 'attribute' && item.value === 'managed' ? 'project' : undefined;
}
