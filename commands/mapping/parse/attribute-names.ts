/** A set of attributes, by the segments of their dotted paths. */
export interface AttributeNames {
  /** Whether the attribute itself is in the set. */
  readonly isWanted: boolean;
  /** Whether attributes below it can be in the set. */
  readonly hasChildren: boolean;
  child(segment: string): AttributeNames | undefined;
}

class NameTree implements AttributeNames {
  isWanted = false;
  readonly #children = new Map<string, NameTree>();

  get hasChildren(): boolean {
    return this.#children.size > 0;
  }

  child(segment: string): NameTree | undefined {
    return this.#children.get(segment);
  }

  add(segment: string): NameTree {
    const child = this.#children.get(segment) ?? new NameTree();
    this.#children.set(segment, child);
    return child;
  }
}

/** Returns the set of these paths. `vpc_options.0.vpc_id` is in the object `vpc_options`, the element `0`, the attribute `vpc_id`. */
export function setOfNames(paths: Iterable<string>): AttributeNames {
  const root = new NameTree();
  for (const path of paths) {
    const leaf = path.split('.').reduce((node, segment) => node.add(segment), root);
    leaf.isWanted = true;
  }
  return root;
}

/** The set of all attributes with paths of at most five segments. */
export const allNames: AttributeNames = namesToDepth(5);

function namesToDepth(depth: number): AttributeNames {
  const below = depth === 0 ? undefined : namesToDepth(depth - 1);
  return { isWanted: true, hasChildren: below !== undefined, child: () => below };
}
