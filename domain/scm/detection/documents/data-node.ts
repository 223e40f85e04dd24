/** A value of a YAML or JSON file with its line, which starts at 1. Keys are kept as pairs, in order, with duplicates. */
export type DataNode =
  | { readonly type: 'object'; readonly entries: readonly DataEntry[]; readonly line: number }
  | { readonly type: 'list'; readonly items: readonly DataNode[]; readonly line: number }
  | { readonly type: 'scalar'; readonly value: string | number | boolean | null; readonly line: number };

/** A pair of an object with the line of its key. */
export interface DataEntry {
  readonly key: string;
  readonly value: DataNode;
  readonly line: number;
}

/** A YAML or JSON file after parsing: the documents of a YAML stream, or the one value of a JSON file. */
export interface ParsedData {
  readonly documents: readonly DataNode[];
  /** Why the file could not be parsed; then there are no documents. */
  readonly problem?: string;
}

/** Returns the value of a key. The last one wins when a file repeats the key, as in most parsers. */
export function valueAt(node: DataNode | undefined, key: string): DataNode | undefined {
  return node?.type === 'object' ? node.entries.findLast((entry) => entry.key === key)?.value : undefined;
}

/** Returns the text of a string. */
export function textAt(node: DataNode | undefined, key: string): string | undefined {
  return textOfNode(valueAt(node, key));
}

/** Returns the text of a string node. */
export function textOfNode(node: DataNode | undefined): string | undefined {
  return node?.type === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** Returns the items of a list; none for other nodes. */
export function itemsOf(node: DataNode | undefined): readonly DataNode[] {
  return node?.type === 'list' ? node.items : [];
}

/** Returns the key and value pairs of an object; none for other nodes. */
export function entriesOf(node: DataNode | undefined): readonly DataEntry[] {
  return node?.type === 'object' ? node.entries : [];
}

/** Calls `visit` for every pair below a node, depth first. Parsers limit the nesting of nodes. */
export function visitEntries(node: DataNode, visit: (key: string, value: DataNode) => void): void {
  if (node.type === 'list') for (const item of node.items) visitEntries(item, visit);
  else if (node.type === 'object') {
    for (const { key, value } of node.entries) {
      visit(key, value);
      visitEntries(value, visit);
    }
  }
}
