import { addToGroup } from '../../lists/add-to-group.ts';
import type { Json } from '../../json/json.ts';
import type { DiffEntry } from '../../json/diff.ts';
import type { Confidence } from '../../values.ts';
import { tablePathsOf } from './attribute-paths.ts';
import { foldName } from './names.ts';
import { addLeaves, isTagPath, pathOf, valuesAt } from './values.ts';
import type { Leaves, LeafValues } from './values.ts';

/** The redacted values of a planned change. */
export interface PlannedValues {
  readonly terraformType: string;
  readonly changedPaths: readonly string[];
  readonly before: Json;
  readonly after: Json;
}

type Verdict = 'agrees' | 'differs' | 'hidden' | 'unmatched' | 'neutral';

/**
 * Returns how surely a planned change explains the differences that a scan found; undefined when it does not.
 *
 * - `high`: every path has the planned value.
 * - `medium`: some have, and no other path has a value that differs from the planned one.
 * - `low`: only sensitive or unknown attributes correspond to the paths.
 */
export function explainUpdate(diff: readonly DiffEntry[], planned: PlannedValues): Confidence | undefined {
  const index = indexOf(planned);
  const { added, removed } = observedLeaves(diff);
  const verdicts = [
    ...[...added.values()].map((leaf) => verdictOfAdded(leaf, matchesOf(leaf, index))),
    ...[...removed.values()].map((leaf) => verdictOfRemoved(leaf, matchesOf(leaf, index))),
  ].filter((verdict) => verdict !== 'neutral');
  if (verdicts.includes('differs')) return undefined;
  if (!verdicts.includes('agrees')) return verdicts.includes('hidden') ? 'low' : undefined;
  return verdicts.every((verdict) => verdict === 'agrees') ? 'high' : 'medium';
}

function observedLeaves(diff: readonly DiffEntry[]): { readonly added: Leaves; readonly removed: Leaves } {
  const added: Leaves = new Map();
  const removed: Leaves = new Map();
  for (const { op, path, before, after } of diff)
    if (op === 'remove') addLeaves(removed, pathOf(path), before);
    else addLeaves(added, pathOf(path), after);
  return { added, removed };
}

function verdictOfAdded(leaf: LeafValues, matches: readonly LeafValues[]): Verdict {
  if (matches.length === 0) return 'unmatched';
  if (leaf.isHidden) return 'hidden';
  const isPlanned = (text: string) => matches.some(({ texts }) => texts.has(text));
  const isEqual =
    leaf.texts.size === 0
      ? matches.every(({ texts, isHidden }) => texts.size === 0 && !isHidden)
      : [...leaf.texts].every(isPlanned);
  if (isEqual) return 'agrees';
  return matches.some(({ isHidden }) => isHidden) ? 'hidden' : 'differs';
}

function verdictOfRemoved(leaf: LeafValues, matches: readonly LeafValues[]): Verdict {
  if (matches.length === 0) return 'unmatched';
  if (matches.some(({ isHidden }) => isHidden)) return 'hidden';
  const stays = (text: string) => matches.some(({ texts }) => texts.has(text));
  const texts = [...leaf.texts];
  // An object removed from an array shares values with the remaining ones.
  if (leaf.isList.slice(0, -1).includes(true) && leaf.isList.at(-1) === false)
    return leaf.isHidden || texts.some((text) => !stays(text)) ? 'agrees' : 'neutral';
  if (leaf.isList.at(-1) === true) return texts.some(stays) ? 'differs' : 'agrees';
  return matches.every((match) => match.texts.size === 0) ? 'agrees' : 'differs';
}

interface IndexedLeaf {
  readonly leaf: LeafValues;
  readonly names: readonly string[];
  readonly isOfTable: boolean;
}

interface LeafIndex {
  readonly tags: readonly LeafValues[];
  readonly byLastName: ReadonlyMap<string, readonly IndexedLeaf[]>;
}

function indexOf(planned: PlannedValues): LeafIndex {
  const tags: LeafValues[] = [];
  const byLastName = new Map<string, IndexedLeaf[]>();
  for (const leaf of plannedLeaves(planned).values()) {
    if (isTagPath(leaf.names)) tags.push(leaf);
    else
      for (const entry of entriesOf(planned.terraformType, leaf)) {
        addToGroup(byLastName, entry.names.at(-1) ?? '', entry);
      }
  }
  return { tags, byLastName };
}

function entriesOf(terraformType: string, leaf: LeafValues): readonly IndexedLeaf[] {
  const paths = tablePathsOf(terraformType, leaf.names);
  return (paths ?? [leaf.names]).map((names) => ({
    leaf,
    names: names.map(foldName),
    isOfTable: paths !== undefined,
  }));
}

/** Returns the values after the change at the changed paths. A path that the change removes has no values. */
function plannedLeaves({ changedPaths, before, after }: PlannedValues): Leaves {
  const leaves: Leaves = new Map();
  const earlier: Leaves = new Map();
  for (const pointer of changedPaths) {
    const path = pathOf(pointer);
    for (const value of valuesAt(after, pointer)) addLeaves(leaves, path, value);
    for (const value of valuesAt(before, pointer)) addLeaves(earlier, path, value);
  }
  for (const [key, leaf] of earlier)
    if (!leaves.has(key) && !isBelowHidden(leaves, leaf.names))
      leaves.set(key, { ...leaf, texts: new Set(), isHidden: false });
  return leaves;
}

function isBelowHidden(leaves: Leaves, names: readonly string[]): boolean {
  return names.some((_, length) => leaves.get(JSON.stringify(names.slice(0, length)))?.isHidden === true);
}

function matchesOf(observed: LeafValues, { tags, byLastName }: LeafIndex): readonly LeafValues[] {
  const [root, ...rest] = observed.names;
  if (root === 'tags') return tags.filter((tag) => isAtOrAbove(tag, observed.names));
  const names = rest.map(foldName);
  const isList = observed.isList.slice(1);
  const found: { readonly leaf: LeafValues; readonly score: number }[] = [];
  for (let length = names.length; length > 0; length -= 1) {
    const prefix = names.slice(0, length);
    for (const entry of byLastName.get(prefix.at(-1) ?? '') ?? []) {
      // Above the observed path, only a value that hides its content corresponds to it.
      if (length < names.length && !entry.leaf.isHidden) continue;
      const score = entry.isOfTable ? tableScore(prefix, entry) : nameScore(prefix, isList, entry);
      if (score > 0) found.push({ leaf: entry.leaf, score });
    }
  }
  const best = Math.max(0, ...found.map(({ score }) => score));
  return found.filter(({ score }) => score === best).map(({ leaf }) => leaf);
}

/** Keys of tags are data: they are compared as they are. */
function isAtOrAbove({ names, isHidden }: LeafValues, observed: readonly string[]): boolean {
  const isPrefix = names.slice(1).every((name, index) => name === observed[index + 1]);
  return isPrefix && (names.length === observed.length || (isHidden && names.length < observed.length));
}

/** A path of the table takes precedence over every path that has the same names only. */
function tableScore(path: readonly string[], { names }: IndexedLeaf): number {
  const isSame = names.length === path.length && names.every((name, index) => name === path[index]);
  return isSame ? Number.MAX_SAFE_INTEGER : 0;
}

/**
 * Returns the number of names that two paths have in common at their ends, or 0 when neither is the end of the other. The
 * part that the planned path lacks must not contain an array: `description` is not the description of one of many rules.
 */
function nameScore(path: readonly string[], isList: readonly boolean[], { names }: IndexedLeaf): number {
  const common = Math.min(path.length, names.length);
  for (let back = 1; back <= common; back += 1) if (path.at(-back) !== names.at(-back)) return 0;
  return isList.slice(0, path.length - common).includes(true) ? 0 : common;
}
