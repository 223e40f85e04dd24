import { isObject } from '../../../json/json.ts';
import type { MutableJson } from '../../../json/json.ts';
import { setOwn } from '../../../json/path.ts';
import { marksAnything, mergeMasks } from '../value-mask.ts';
import type { Mask } from '../value-mask.ts';
import { documentedAttributes } from './documented.ts';
import { extractedAttributes } from './extracted.ts';

/** A name → what is below it; a name without entries is sensitive as a whole. */
type PathTree = Map<string, PathTree>;

const trees = new Map<string, PathTree | undefined>();

/** Returns whether the schema of a Terraform type has sensitive attributes. */
export function hasSensitiveAttributes(type: string): boolean {
  return treeOf(type) !== undefined;
}

/**
 * Returns the mask of a plan with the sensitive attributes of the type added. Terraform adds them itself since format 0.2;
 * plans of format 0.1 (Terraform 0.15.0 and older) have no masks, and later ones lose them in tools that rewrite plans.
 */
export function withSchemaMask(type: string, value: MutableJson | undefined, mask: Mask): Mask {
  const tree = treeOf(type);
  if (tree === undefined) return mask;
  const own = maskBelow(value, tree);
  return marksAnything(own) ? mergeMasks(mask, own) : mask;
}

/** Paths cross lists without an index. */
function maskBelow(value: MutableJson | undefined, tree: PathTree): Mask {
  if (tree.size === 0) return hasContent(value);
  if (Array.isArray(value)) return value.map((item) => maskBelow(item, tree) ?? false);
  if (!isObject(value)) return false;
  const mask: { [key: string]: MutableJson } = {};
  for (const [name, below] of tree)
    if (Object.hasOwn(value, name)) setOwn(mask, name, maskBelow(value[name], below) ?? false);
  return mask;
}

/** An absent or empty value is no secret, and shows that the attribute is not used. */
function hasContent(value: MutableJson | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !(typeof value === 'object' && Object.keys(value).length === 0);
}

function treeOf(type: string): PathTree | undefined {
  if (trees.has(type)) return trees.get(type);
  const paths = [extractedAttributes, documentedAttributes].flatMap((table) =>
    Object.hasOwn(table, type) ? (table[type] ?? '').split(' ') : [],
  );
  if (paths.length === 0) return undefined;
  const root: PathTree = new Map();
  for (const path of paths) {
    let node = root;
    for (const name of path.split('.')) {
      const below = node.get(name) ?? new Map();
      node.set(name, below);
      node = below;
    }
  }
  trees.set(type, root);
  return root;
}
