import { isArray } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { isEmptyNode } from './rule-index.ts';
import type { PathNode } from './rule-index.ts';

/** An object or array on the way from the root of a document to a value. */
export interface Location {
  readonly parent: Location | null;
  /** Key in the parent; null for elements of arrays and for the root. */
  readonly key: string | null;
  /** The innermost object that contains the values here, with its own location. */
  readonly item: HolderItem;
  path: string | undefined;
}

export interface HolderItem {
  readonly value: JsonObject;
  /** Key of the object in the object around it; null for elements of arrays and for the root. */
  readonly key: string | null;
  readonly outer: HolderItem | null;
}

/** A scalar with the rules whose paths end at it. */
export interface HolderLeaf {
  readonly value: Json;
  readonly location: Location;
  /** Key in the innermost object or array; null for elements of arrays. */
  readonly key: string | null;
  readonly nodes: readonly PathNode[];
  /** The leaf is below tags, the statements of a policy or a list of exceptions, which only declared rules read. */
  readonly excluded: boolean;
}

const none: readonly PathNode[] = [];
const excludedKeys = new Set([
  'tags',
  'Tags',
  'TagList',
  'TagSet',
  'tagSet',
  'TagsList',
  'tagList',
  'Statement',
]);

/** Keys of values that a resource does not apply to: `NotResources`, `anything-but` in event patterns, `ExcludedFiles`. */
const negativeKey = /^(?:[Nn]ot[A-Z]|[Ee]xclu|anything-but)/;

function isExcluded(key: string): boolean {
  return excludedKeys.has(key) || negativeKey.test(key);
}

/** Deeper values are not visited, so that a document cannot exhaust the stack. */
const maximumDepth = 1_000;

/**
 * Visits the scalars of a document once, in document order, with the rules for each. `[]` in paths accepts one value in
 * place of an array.
 *
 * @param prefix path of the root in evidence: empty for the configuration
 * @param visit returns false to end the walk
 * @returns false when `visit` ended the walk or a value is too deep
 */
export function walkHolder(
  root: JsonObject,
  rules: PathNode,
  prefix: string,
  visit: (leaf: HolderLeaf) => boolean,
): boolean {
  const item: HolderItem = { value: root, key: null, outer: null };
  const location: Location = { parent: null, key: null, item, path: prefix };
  return visitEntries(root, isEmptyNode(rules) ? none : withEach([rules]), location, false, 0, visit);
}

function visitEntries(
  holder: Json,
  nodes: readonly PathNode[],
  location: Location,
  excluded: boolean,
  depth: number,
  visit: (leaf: HolderLeaf) => boolean,
): boolean {
  if (depth > maximumDepth) return false;
  if (isArray(holder)) {
    const reached = nodes.length === 0 ? none : elementNodes(nodes);
    for (const value of holder) {
      if (!visitValue(value, null, reached, location, excluded, depth, visit)) return false;
    }
    return true;
  }
  for (const [key, value] of Object.entries(holder as JsonObject)) {
    const reached = nodes.length === 0 ? none : entryNodes(nodes, key);
    if (!visitValue(value, key, reached, location, excluded || isExcluded(key), depth, visit)) return false;
  }
  return true;
}

function visitValue(
  value: Json,
  key: string | null,
  reached: readonly PathNode[],
  location: Location,
  excluded: boolean,
  depth: number,
  visit: (leaf: HolderLeaf) => boolean,
): boolean {
  const inArray = isArray(value);
  const nodes = inArray || reached.length === 0 ? reached : withEach(reached);
  if (value === null || typeof value !== 'object' || isEmpty(value)) {
    return visit({ value, location, key, nodes, excluded });
  }
  const item = inArray ? location.item : { value: value as JsonObject, key, outer: location.item };
  const inner: Location = { parent: location, key, item, path: undefined };
  return visitEntries(value, nodes, inner, excluded, depth + 1, visit);
}

/** Adds the nodes after `[]`, because a value that is not an array counts as its only element. */
function withEach(nodes: readonly PathNode[]): readonly PathNode[] {
  if (nodes.every(({ each }) => each === undefined)) return nodes;
  const all = new Set(nodes);
  // Nodes that are added while a set is iterated are visited too.
  for (const { each } of all) if (each !== undefined) all.add(each);
  return [...all];
}

function entryNodes(nodes: readonly PathNode[], key: string): readonly PathNode[] {
  return advance(nodes, (node) => [node.keys.get(key), node.any]);
}

function elementNodes(nodes: readonly PathNode[]): readonly PathNode[] {
  return advance(nodes, (node) => [node.each]);
}

function advance(
  nodes: readonly PathNode[],
  next: (node: PathNode) => readonly (PathNode | undefined)[],
): readonly PathNode[] {
  let reached: PathNode[] | undefined;
  for (const node of nodes) {
    for (const one of [...next(node), node.deep, node.repeats ? node : undefined]) {
      if (one === undefined) continue;
      if (reached === undefined) reached = [one];
      else if (!reached.includes(one)) reached.push(one);
    }
  }
  return reached ?? none;
}

/** The longest path of evidence, in characters. */
const maximumPathLength = 500;
const plainKey = /^[\w$-]+$/;

/** Returns the path of a value without indexes: `A[].B`. A longer path ends with `…`. */
export function holderPathOf(location: Location, key: string | null): string {
  return appendKey(pathOfLocation(location), key);
}

function pathOfLocation(location: Location): string {
  if (location.path !== undefined) return location.path;
  // Iterative, because a location can be deep. The paths of all ancestors are kept for their other values.
  const unnamed: Location[] = [];
  let at: Location | null = location;
  while (at !== null && at.path === undefined) {
    unnamed.push(at);
    at = at.parent;
  }
  let path = at?.path ?? '';
  for (const one of unnamed.reverse()) {
    path = appendKey(path, one.key);
    one.path = path;
  }
  return path;
}

function appendKey(path: string, key: string | null): string {
  if (path.endsWith('…')) return path;
  const step =
    key === null ? '[]' : !plainKey.test(key) ? `[${JSON.stringify(key)}]` : path === '' ? key : `.${key}`;
  const longer = path + step;
  if (longer.length <= maximumPathLength) return longer;
  // A surrogate without its other half is not valid UTF-8.
  const cut = longer.slice(0, maximumPathLength - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

function isEmpty(value: Json): boolean {
  return isArray(value) ? value.length === 0 : Object.keys(value as JsonObject).length === 0;
}
