/** Conditions of inference rules. A rule matches resources that are not deleted. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | Leaf;

export type Leaf =
  | { readonly tag: TagTest }
  | { readonly name: TextTest }
  | { readonly account: ListTest }
  | { readonly region: ListTest }
  | { readonly resource_type: ListTest }
  | { readonly ou: { readonly under: string } }
  | { readonly project: ListTest }
  | { readonly repository: ListTest }
  | { readonly related_to: RelatedTest };

/** `account` lists ids of account rows, `project` and `repository` ids of their rows. */
export interface ListTest {
  readonly in: readonly string[];
}

/** Exactly one test. `matches` is a glob: `*` and `?` are wildcards. */
export interface TextTest {
  readonly equals?: string | undefined;
  readonly in?: readonly string[] | undefined;
  readonly matches?: string | undefined;
}

/** Exactly one test. Keys are compared by {@link normalizeTagKey}, values exactly. */
export interface TagTest extends TextTest {
  readonly key: string;
  readonly exists?: boolean | undefined;
}

/** An edge between the resource and a member of the application; `direction` is seen from the resource. */
export interface RelatedTest {
  readonly application_id: string;
  readonly relationship_type?: string | undefined;
  readonly direction?: 'incoming' | 'outgoing' | undefined;
}

/** Limits of one rule's conditions. */
export const maximumDepth = 5;
export const maximumLeaves = 50;

/** Returns the levels of a condition, a leaf being one, and the number of its leaves. */
export function conditionSize(condition: Condition): { readonly depth: number; readonly leaves: number } {
  const parts = childrenOf(condition);
  if (parts === undefined) return { depth: 1, leaves: 1 };
  const sizes = parts.map(conditionSize);
  return {
    depth: 1 + Math.max(0, ...sizes.map(({ depth }) => depth)),
    leaves: sizes.reduce((sum, { leaves }) => sum + leaves, 0),
  };
}

/** Returns the leaves of a condition in the order of the text. */
export function leavesOf(condition: Condition): readonly Leaf[] {
  if ('all' in condition) return condition.all.flatMap(leavesOf);
  if ('any' in condition) return condition.any.flatMap(leavesOf);
  return 'not' in condition ? leavesOf(condition.not) : [condition];
}

/** Whether the condition has a `related_to` leaf, so that its rule belongs to the second phase. */
export function isRelated(condition: Condition): boolean {
  return leavesOf(condition).some((leaf) => 'related_to' in leaf);
}

/** Whether the condition has a leaf with the glob test `matches`. */
export function hasPattern(condition: Condition): boolean {
  return leavesOf(condition).some(
    (leaf) =>
      ('name' in leaf && leaf.name.matches !== undefined) ||
      ('tag' in leaf && leaf.tag.matches !== undefined),
  );
}

function childrenOf(condition: Condition): readonly Condition[] | undefined {
  if ('all' in condition) return condition.all;
  if ('any' in condition) return condition.any;
  return 'not' in condition ? [condition.not] : undefined;
}

/**
 * Returns a tag key in lower case with only `a-z` and `0-9` kept, so that `CostCenter` equals `cost-center`. Returns '' for
 * a key without such characters; those keys are compared exactly.
 */
export function normalizeTagKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Returns the stored keys that equal a key by {@link normalizeTagKey}, in code point order. */
export function equalTagKeys(key: string, stored: readonly string[]): readonly string[] {
  const normalized = normalizeTagKey(key);
  return stored
    .filter((other) => (normalized === '' ? other === key : normalizeTagKey(other) === normalized))
    .toSorted(compareCodePoints);
}

/** Compares as the collation "C" of Postgres does in UTF-8. */
export function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (const [index, char] of left.entries()) {
    const difference = (char.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Returns the LIKE pattern of a glob: `*` is any text, `?` one character, everything else is literal. */
export function globToLike(glob: string): string {
  return glob
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll('*', '%')
    .replaceAll('?', '_');
}

/** Returns the literal text before the first wildcard of a glob. */
export function globPrefix(glob: string): string {
  return /^[^*?]*/.exec(glob)?.[0] ?? '';
}

/** Whether an OU path is `under` or below it. Compares whole segments; a path that is unknown is under nothing. */
export function isUnderOu(path: string | undefined, under: string): boolean {
  if (path === undefined) return false;
  const [segments, wanted] = [segmentsOf(path), segmentsOf(under)];
  return wanted.every((segment, index) => segments[index] === segment);
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
