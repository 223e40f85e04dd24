import { parsePath } from '../json/path.ts';
import type { EdgeRule, IdentifierRule } from './edge-rule.ts';

/** A position in the paths of the rules of one type. Rules with equal beginnings share nodes. */
export interface PathNode {
  readonly keys: Map<string, PathNode>;
  any?: PathNode;
  each?: PathNode;
  deep?: PathNode;
  /** The node follows `**`: it is also reached by every further step. */
  readonly repeats: boolean;
  readonly edges: EdgeRule[];
  readonly identifiers: IdentifierRule[];
}

/** The rules of one type, by the document that they read. */
export interface TypeRules {
  readonly configuration: PathNode;
  readonly tags: PathNode;
  readonly volatile: PathNode;
}

/** Returns the rules of a type, including those of `*`. */
export type RuleIndex = (resourceType: string) => TypeRules;

export function indexRules(edges: readonly EdgeRule[], identifiers: readonly IdentifierRule[]): RuleIndex {
  const edgesByType = Map.groupBy(edges, ({ sourceType }) => sourceType);
  const identifiersByType = Map.groupBy(identifiers, ({ resourceType }) => resourceType);
  const compiled = new Map<string, TypeRules>();
  const compile = (type: string): TypeRules => {
    const known = compiled.get(type);
    if (known !== undefined) return known;
    const rules: TypeRules = { configuration: emptyNode(), tags: emptyNode(), volatile: emptyNode() };
    for (const name of type === '*' ? ['*'] : [type, '*']) {
      for (const rule of edgesByType.get(name) ?? []) nodeAt(rules, rule.path).edges.push(rule);
      for (const rule of identifiersByType.get(name) ?? []) nodeAt(rules, rule.path).identifiers.push(rule);
    }
    compiled.set(type, rules);
    return rules;
  };
  return (type) => compile(edgesByType.has(type) || identifiersByType.has(type) ? type : '*');
}

/** Whether a node is the end of no path and the beginning of none. */
export function isEmptyNode({ keys, any, each, deep, edges, identifiers }: PathNode): boolean {
  return (
    keys.size === 0 &&
    edges.length === 0 &&
    identifiers.length === 0 &&
    any === undefined &&
    each === undefined &&
    deep === undefined
  );
}

function nodeAt(rules: TypeRules, path: string): PathNode {
  const steps = parsePath(path);
  const [first] = steps;
  const document =
    first?.kind === 'key' && (first.key === 'tags' || first.key === 'volatile') ? first.key : 'configuration';
  let node = rules[document];
  for (const step of document === 'configuration' ? steps : steps.slice(1)) {
    switch (step.kind) {
      case 'key': {
        const next = node.keys.get(step.key) ?? emptyNode();
        node.keys.set(step.key, next);
        node = next;
        break;
      }
      case 'deep':
        node = node.deep ??= emptyNode(true);
        break;
      default:
        node = node[step.kind] ??= emptyNode();
    }
  }
  return node;
}

function emptyNode(repeats = false): PathNode {
  return { keys: new Map(), repeats, edges: [], identifiers: [] };
}
