/** The parts of a graph that a picture shows. */
export interface DrawnGraph {
  readonly nodes: readonly {
    readonly id: string;
    readonly name: string;
    readonly resourceType?: string | null | undefined;
    readonly entityType: string;
  }[];
  readonly edges: readonly {
    readonly sourceId: string;
    readonly targetId: string;
    readonly relationshipType: string;
  }[];
  /** Whether a limit cut nodes or edges before. */
  readonly truncated: boolean;
}

export const pictureFormats = ['mermaid', 'dot'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Mermaid rejects larger diagrams. Source: mermaid.js.org/config/schema-docs/config.html, `maxEdges` and `maxTextSize`. */
const maximumEdges = 500;
const maximumCharacters = 50_000;
const maximumLabel = 80;
/** Characters that comments and the last line need. */
const reserved = 500;

interface Syntax {
  readonly first: string;
  readonly last: string;
  readonly node: (key: string, label: string) => string;
  readonly edge: (source: string, target: string, type: string) => string;
  readonly comment: (text: string) => string;
}

const syntaxes: Readonly<Record<PictureFormat, Syntax>> = {
  mermaid: {
    first: 'flowchart LR\n',
    last: '',
    node: (key, label) => `  ${key}["${escapeMermaid(label)}"]\n`,
    edge: (source, target, type) => `  ${source} -->|${type}| ${target}\n`,
    comment: (text) => `  %% ${text}\n`,
  },
  dot: {
    first: 'digraph {\n  rankdir=LR;\n',
    last: '}\n',
    node: (key, label) => `  ${key} [label="${escapeDot(label)}"];\n`,
    edge: (source, target, type) => `  ${source} -> ${target} [label="${type}"];\n`,
    comment: (text) => `  // ${text}\n`,
  },
};

/**
 * Returns a graph as a Mermaid flowchart or a Graphviz digraph of at most 500 edges and 50,000 characters. The nodes are `n1`,
 * `n2`, … in their order; edges of nodes that are cut are left out. Comments name what was cut.
 */
export function drawGraph(graph: DrawnGraph, format: PictureFormat): string {
  const syntax = syntaxes[format];
  let room = maximumCharacters - syntax.first.length - syntax.last.length - reserved;
  const take = (line: string): boolean => {
    if (line.length > room) return false;
    room -= line.length;
    return true;
  };
  const keys = new Map<string, string>();
  const nodes: string[] = [];
  for (const node of graph.nodes) {
    const key = `n${nodes.length + 1}`;
    const line = syntax.node(key, labelOf(node));
    if (!take(line)) break;
    keys.set(node.id, key);
    nodes.push(line);
  }
  const edges: string[] = [];
  for (const { sourceId, targetId, relationshipType: type } of graph.edges) {
    const [source, target] = [keys.get(sourceId), keys.get(targetId)];
    if (source === undefined || target === undefined) continue;
    const line = syntax.edge(source, target, type);
    if (edges.length === maximumEdges || !take(line)) break;
    edges.push(line);
  }
  const comments = [
    ...(graph.truncated ? ['Cut: the graph has more nodes or edges than the limit allows.'] : []),
    ...(nodes.length < graph.nodes.length
      ? [`Cut: ${nodes.length} of ${graph.nodes.length} nodes are shown.`]
      : []),
    ...(edges.length < graph.edges.length
      ? [`Cut: ${edges.length} of ${graph.edges.length} edges are shown.`]
      : []),
  ].map(syntax.comment);
  return [syntax.first, ...comments, ...nodes, ...edges, syntax.last].join('');
}

/** Characters that viewers hide or that end a line: control, format, unassigned and separator characters, lone surrogates. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** Returns the name with the type, `orders (SQS::Queue)`, in at most 80 characters. A long name is cut, then the type. */
function labelOf({ id, name, resourceType: type, entityType: kind }: DrawnGraph['nodes'][number]): string {
  const visible = Array.from(name.replaceAll(invisible, ' ').trim() || id);
  const kindName = (type ?? kind).replace(/^AWS::/, '').replaceAll(invisible, ' ');
  const suffix = Array.from(` (${kindName})`).slice(0, maximumLabel / 2);
  const room = maximumLabel - suffix.length;
  const shown = visible.length <= room ? visible : [...visible.slice(0, room - 1), '…'];
  return [...shown, ...suffix].join('');
}

/**
 * Mermaid applies a directive such as `%%{init: …}%%` also inside of a label.
 * Source: mermaid.js.org/syntax/flowchart.html, "Entity codes to escape characters"; mermaid.js.org/config/directives.html.
 */
function escapeMermaid(label: string): string {
  return label.replaceAll(/["#<>&`%]/g, (character) => `#${character.charCodeAt(0)};`);
}

/** Source: graphviz.org/doc/info/lang.html; `\` starts an escape sequence of labels. */
function escapeDot(label: string): string {
  return label.replaceAll(/[\\"]/g, (character) => `\\${character}`);
}
