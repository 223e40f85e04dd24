import { defined } from '../../defined.ts';
import type { Item } from './item.ts';
import type { Filters, Joint, Scope } from './question.ts';

/** A filter of a question, and the word between it and the filter before: `and`, `but`, `or`, a comma or none. */
export interface FoundFilter {
  readonly item: Item;
  readonly joint: string | undefined;
}

export const noFilters: Filters = { scopes: [], regions: [], tags: [], withoutTags: [], attributes: [] };

/**
 * Returns the filters of a question, in their order. The tools combine the values of one property with OR, or tags also with
 * AND, and different properties with AND. Returns undefined when the question combines them otherwise.
 */
export function joinFilters(found: readonly FoundFilter[]): Filters | undefined {
  const tagJoints = new Set<Joint>();
  const seen = new Set<string>();
  let hasAlternatives = false;
  let before: string | undefined;
  for (const [index, { item }] of found.entries()) {
    const property = propertyOf(item);
    const joint = jointAt(found, index);
    if (before !== undefined && joint === 'or') {
      if (property !== before || property === 'without_tag') return undefined;
      if (property === 'name') hasAlternatives = true;
    }
    // `not tagged a and b` can mean that both tags are missing.
    if (before === 'without_tag' && property === 'tag' && joint === 'and') return undefined;
    if (property === 'time' && seen.has(property)) return undefined;
    if (seen.has(property) && property !== before && !property.endsWith('tag')) return undefined;
    if (property === 'tag' && seen.has(property))
      tagJoints.add(before === 'tag' && joint === 'or' ? 'or' : 'and');
    seen.add(property);
    before = property;
  }
  const [tagJoint, otherJoint] = tagJoints;
  if (otherJoint !== undefined) return undefined;
  return {
    ...found.reduce<Filters>((filters, { item }) => addFilter(filters, item), noFilters),
    ...defined({ tagJoint }),
    ...(hasAlternatives ? { hasAlternatives } : {}),
  };
}

/** A comma stands for the next `and` or `or` of the list. Filters without a word between them must both match. */
function jointAt(found: readonly FoundFilter[], index: number): Joint {
  const word = found.slice(index).find(({ joint }) => joint !== ',')?.joint;
  return word === 'or' ? 'or' : 'and';
}

/** The attributes that are values of other properties than the status of a record. */
const properties: Readonly<Record<string, readonly string[]>> = {
  management_state: ['managed', 'unmanaged', 'ignored', 'child', 'default', 'unknown'],
  owner: ['unowned'],
  explanation: ['explained', 'unexplained'],
  criticality: ['critical'],
  kind: ['apply', 'destroy', 'drift'],
};

function propertyOf(item: Item): string {
  switch (item.kind) {
    case 'scope':
      return item.field;
    case 'tag':
      return item.without ? 'without_tag' : 'tag';
    case 'attribute':
      return Object.entries(properties).find(([, values]) => values.includes(item.value))?.[0] ?? 'status';
    default:
      return item.kind;
  }
}

function addFilter(filters: Filters, item: Item): Filters {
  switch (item.kind) {
    case 'scope': {
      if (item.field === 'region') return { ...filters, regions: [...filters.regions, item.text] };
      const scope: Scope = { field: item.field, text: item.text };
      return { ...filters, scopes: [...filters.scopes, scope] };
    }
    case 'name':
      return { ...filters, scopes: [...filters.scopes, { text: item.text }] };
    case 'tag':
      return item.without
        ? { ...filters, withoutTags: [...filters.withoutTags, item.term] }
        : { ...filters, tags: [...filters.tags, item.term] };
    case 'attribute':
      return { ...filters, attributes: [...filters.attributes, item.value] };
    case 'time':
      return { ...filters, window: item.window };
    default:
      return filters;
  }
}
