import { relationshipTypes } from '../values.ts';
import type { Confidence, FailureKind, RelationshipType } from '../values.ts';
import { failureOfRelationship } from './failure-propagation.ts';

/** A node of a picture. `account` and `application` are texts for people. */
export interface DrawnNode {
  readonly id: string;
  readonly name: string;
  readonly resourceType?: string | null | undefined;
  readonly entityType: string;
  readonly region?: string | null | undefined;
  readonly account?: string | undefined;
  readonly application?: string | undefined;
}

/** The parts of a graph that a picture shows. */
export interface DrawnGraph {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly {
    readonly sourceId: string;
    readonly targetId: string;
    readonly relationshipType: string;
    readonly confidence?: Confidence;
    /** As extraction stored it. Absent: that of the types of the ends. */
    readonly sourceFailure?: FailureKind | undefined;
    readonly targetFailure?: FailureKind | undefined;
    readonly failureLocal?: boolean;
  }[];
  readonly rootId?: string | undefined;
  /** Whether a limit cut nodes or edges before. */
  readonly truncated: boolean;
}

export const pictureFormats = ['mermaid', 'dot'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Mermaid rejects larger diagrams. Source: mermaid.js.org/config/schema-docs/config.html, `maxEdges` and `maxTextSize`. */
const maximumEdges = 500;
const maximumCharacters = 50_000;
const maximumLabel = 80;
/** Characters that comments, the styles and the last line need. */
const reserved = 2_500;
/** Applications with a colour of their own, the ones with the most nodes. */
const colours = ['#cfe2f3', '#d9ead3', '#fff2cc', '#f4cccc', '#d9d2e9', '#fce5cd', '#d0e0e3', '#ead1dc'];

/** How a node is drawn besides its colour. Several can apply. */
type Mark = 'root' | 'failing' | 'external';

interface Syntax {
  readonly first: string;
  readonly last: string;
  readonly node: (key: string, label: string, colour: number | undefined, marks: readonly Mark[]) => string;
  readonly edge: (source: string, target: string, type: string, isLow: boolean) => string;
  readonly open: (key: string, label: string) => string;
  readonly close: string;
  readonly comment: (text: string) => string;
}

const syntaxes: Readonly<Record<PictureFormat, Syntax>> = {
  mermaid: {
    first:
      'flowchart LR\n' +
      '  classDef root stroke:#1155cc,stroke-width:4px\n' +
      '  classDef failing stroke:#cc0000,stroke-width:2px\n' +
      '  classDef external stroke-dasharray:4\n' +
      colours.map((colour, index) => `  classDef app${index + 1} fill:${colour},color:#000000\n`).join(''),
    last: '',
    node: (key, label, colour, marks) => {
      const classes = [...(colour === undefined ? [] : [`app${colour + 1}`]), ...marks];
      return [`${key}["${escapeMermaid(label)}"]`, ...classes.map((name) => `class ${key} ${name}`)].join(
        '\n',
      );
    },
    edge: (source, target, type, isLow) => `${source} ${isLow ? '-.->' : '-->'}|${type}| ${target}`,
    open: (key, label) => `subgraph ${key}["${escapeMermaid(label)}"]`,
    close: 'end',
    comment: (text) => `%% ${text}`,
  },
  dot: {
    first:
      'digraph {\n  rankdir=LR;\n  nodesep=0.3;\n  ranksep=1;\n' +
      '  node [shape=box, fontsize=10];\n  edge [fontsize=8];\n',
    last: '}\n',
    node: (key, label, colour, marks) => {
      const styles = [
        ...(colour === undefined ? [] : ['filled']),
        ...(marks.includes('external') ? ['dashed'] : []),
      ];
      const attributes = [
        `label="${escapeDot(label)}"`,
        ...(styles.length === 0 ? [] : [`style="${styles.join(',')}"`]),
        ...(colour === undefined ? [] : [`fillcolor="${colours[colour] ?? ''}"`]),
        ...(marks.includes('root')
          ? ['color="#1155cc"', 'penwidth=4']
          : marks.includes('failing')
            ? ['color="#cc0000"', 'penwidth=2']
            : []),
      ];
      return `${key} [${attributes.join(', ')}];`;
    },
    edge: (source, target, type, isLow) =>
      `${source} -> ${target} [label="${type}"${isLow ? ', style="dashed"' : ''}];`,
    open: (key, label) => `subgraph cluster_${key} { label="${escapeDot(label)}";`,
    close: '}',
    comment: (text) => `// ${text}`,
  },
};

/**
 * Returns a graph as a Mermaid flowchart or a Graphviz digraph of at most 500 edges and 50,000 characters. The nodes are `n1`,
 * `n2`, … in their order, in subgraphs by account and VPC; those without edges are one node with their number. The colours are
 * applications. The root, nodes that fail with it and external nodes have own borders; edges with low confidence are dashed.
 * Edges of nodes that are cut are left out. Comments name what was cut.
 */
export function drawGraph(graph: DrawnGraph, format: PictureFormat): string {
  const syntax = syntaxes[format];
  let room = maximumCharacters - syntax.first.length - syntax.last.length - reserved;
  const take = (...lines: readonly string[]): boolean => {
    const length = lines.reduce((sum, line) => sum + indent(line, 3).length, 0);
    if (length > room) return false;
    room -= length;
    return true;
  };
  const connected = new Set(graph.edges.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  const shown = graph.nodes.filter(({ id }) => connected.has(id) || id === graph.rootId);
  const failing = failingWith(graph);
  const palette = paletteOf(graph.nodes);
  const labels = labelsOf(shown);
  const groups = new Groups(graph);
  const keys = new Map<string, string>();
  for (const node of shown) {
    const key = `n${keys.size + 1}`;
    const marks: readonly Mark[] = [
      ...(node.id === graph.rootId ? (['root'] as const) : []),
      ...(failing.has(node.id) ? (['failing'] as const) : []),
      ...(node.entityType === 'external' ? (['external'] as const) : []),
    ];
    const colour = node.application === undefined ? undefined : palette.get(node.application);
    const line = syntax.node(key, labels.get(node.id) ?? '', colour, marks);
    const opened = groups.newLabelsOf(node).flatMap((label) => [syntax.open('g000', label), syntax.close]);
    if (!take(line, ...opened)) break;
    keys.set(node.id, key);
    groups.add(node, line);
  }
  const edges: string[] = [];
  for (const { sourceId, targetId, relationshipType: type, confidence } of graph.edges) {
    const [source, target] = [keys.get(sourceId), keys.get(targetId)];
    if (source === undefined || target === undefined) continue;
    const line = syntax.edge(source, target, type, confidence === 'low');
    if (edges.length === maximumEdges || !take(line)) break;
    edges.push(line);
  }
  const isolated = graph.nodes.length - shown.length;
  const comments = [
    ...(graph.truncated ? ['Cut: the graph has more nodes or edges than the limit allows.'] : []),
    ...(keys.size < shown.length ? [`Cut: ${keys.size} of ${shown.length} nodes are shown.`] : []),
    ...(edges.length < graph.edges.length
      ? [`Cut: ${edges.length} of ${graph.edges.length} edges are shown.`]
      : []),
  ].map(syntax.comment);
  const used = new Set(shown.flatMap(({ id, application }) => (keys.has(id) ? (application ?? []) : [])));
  const legend = [...palette].filter(([application]) => used.has(application));
  const lines = [
    ...comments,
    ...groups.lines(syntax),
    ...(isolated === 0 ? [] : [syntax.node('none', `${isolated} without edges`, undefined, [])]),
    ...(legend.length === 0
      ? []
      : [
          syntax.open('legend', 'Applications'),
          ...legend.map(([application, colour]) =>
            indent(
              syntax.node(`l${colour + 1}`, cutText(visibleText(application), 40), colour, []),
              1,
            ).trimEnd(),
          ),
          syntax.close,
        ]),
    ...edges,
  ];
  return [syntax.first, ...lines.map((line) => indent(line, 1)), syntax.last].join('');
}

function indent(text: string, depth: number): string {
  const spaces = '  '.repeat(depth);
  return `${text
    .split('\n')
    .map((line) => spaces + line)
    .join('\n')}\n`;
}

/** The subgraphs of a picture: accounts, in them VPCs, in them the lines of the nodes. */
class Groups {
  readonly #vpcOf: ReadonlyMap<string, string>;
  readonly #nodes: ReadonlyMap<string, DrawnNode>;
  readonly #outside: string[] = [];
  readonly #accounts = new Map<string, { readonly lines: string[]; readonly vpcs: Map<string, string[]> }>();

  constructor(graph: DrawnGraph) {
    this.#nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    this.#vpcOf = vpcsOf(graph, this.#nodes);
  }

  /** Returns the labels of the subgraphs of a node that no earlier node has. */
  newLabelsOf(node: DrawnNode): readonly string[] {
    if (node.account === undefined) return [];
    const account = this.#accounts.get(node.account);
    const vpc = this.#vpcOf.get(node.id);
    return [
      ...(account === undefined ? [labelOfAccount(node.account)] : []),
      ...(vpc !== undefined && account?.vpcs.has(vpc) !== true ? [labelOfVpc(vpc, this.#nodes)] : []),
    ];
  }

  add(node: DrawnNode, line: string): void {
    if (node.account === undefined) {
      this.#outside.push(line);
      return;
    }
    const account = this.#accounts.get(node.account) ?? { lines: [], vpcs: new Map<string, string[]>() };
    this.#accounts.set(node.account, account);
    const vpc = this.#vpcOf.get(node.id);
    if (vpc === undefined) account.lines.push(line);
    else {
      const ofVpc = account.vpcs.get(vpc) ?? [];
      account.vpcs.set(vpc, ofVpc);
      ofVpc.push(line);
    }
  }

  lines(syntax: Syntax): readonly string[] {
    let count = 0;
    const inGroup = (label: string, content: () => readonly string[]): readonly string[] => {
      count += 1;
      const first = syntax.open(`g${count}`, label);
      return [first, ...content().map((line) => indent(line, 1).trimEnd()), syntax.close];
    };
    return [
      ...this.#outside,
      ...[...this.#accounts].flatMap(([account, { lines, vpcs }]) =>
        inGroup(labelOfAccount(account), () => [
          ...lines,
          ...[...vpcs].flatMap(([vpc, ofVpc]) => inGroup(labelOfVpc(vpc, this.#nodes), () => ofVpc)),
        ]),
      ),
    ];
  }
}

function labelOfAccount(account: string): string {
  return cutText(visibleText(account), 80);
}

function labelOfVpc(id: string, nodes: ReadonlyMap<string, DrawnNode>): string {
  const node = nodes.get(id);
  return node === undefined ? 'VPC' : `VPC ${cutText(visibleText(node.name) || id, 70)}`;
}

/** Returns the VPC of nodes: the VPC itself, what is contained in it, and what is contained in one of its subnets. */
function vpcsOf({ edges }: DrawnGraph, nodes: ReadonlyMap<string, DrawnNode>): ReadonlyMap<string, string> {
  const vpcs = new Map<string, string>();
  for (const { id, resourceType } of nodes.values()) if (resourceType === 'AWS::EC2::VPC') vpcs.set(id, id);
  const contained = edges.filter(({ relationshipType }) => relationshipType === 'contained_in');
  for (const isLast of [false, true]) {
    for (const { sourceId, targetId } of contained) {
      const vpc = vpcs.get(targetId);
      const isContainer = isLast || nodes.get(targetId)?.resourceType === 'AWS::EC2::VPC';
      const isHere = nodes.get(sourceId)?.account === nodes.get(vpc ?? '')?.account;
      if (vpc !== undefined && isContainer && isHere && !vpcs.has(sourceId)) vpcs.set(sourceId, vpc);
    }
  }
  return vpcs;
}

/** Returns the nodes that fail with the root, along the edges of the picture. */
function failingWith({ nodes, edges, rootId }: DrawnGraph): ReadonlySet<string> {
  const failing = new Set<string>();
  if (rootId === undefined) return failing;
  const types = new Map(nodes.map(({ id, resourceType }) => [id, resourceType ?? undefined]));
  const ends = edges.flatMap((edge) => {
    const { sourceId, targetId, relationshipType: type, confidence } = edge;
    if (confidence === 'low' || !isRelationshipType(type)) return [];
    const ofTypes = failureOfRelationship(type, types.get(sourceId), types.get(targetId), undefined);
    const { sourceFailure = ofTypes.source, targetFailure = ofTypes.target } = edge;
    const { failureLocal: local = ofTypes.local } = edge;
    return [
      ...(isFailing(sourceFailure) ? [{ from: targetId, to: sourceId, local }] : []),
      ...(isFailing(targetFailure) ? [{ from: sourceId, to: targetId, local }] : []),
    ];
  });
  const steps = Map.groupBy(ends, ({ from }) => from);
  let frontier: readonly string[] = [rootId];
  const gone = new Set(frontier);
  while (frontier.length > 0) {
    const next: string[] = [];
    for (const { to, local } of frontier.flatMap((id) => steps.get(id) ?? [])) {
      if (to !== rootId) failing.add(to);
      if (local || gone.has(to)) continue;
      gone.add(to);
      next.push(to);
    }
    frontier = next;
  }
  return failing;
}

/** Edges of groups and memberships have other types. */
function isRelationshipType(type: string): type is RelationshipType {
  return (relationshipTypes as readonly string[]).includes(type);
}

function isFailing(kind: FailureKind): boolean {
  return kind === 'stops' || kind === 'degrades';
}

/** Returns the index of the colour of each of the applications with the most nodes. */
function paletteOf(nodes: readonly DrawnNode[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { application } of nodes)
    if (application !== undefined) counts.set(application, (counts.get(application) ?? 0) + 1);
  const ordered = [...counts].toSorted(([a, many], [b, other]) => other - many || (a < b ? -1 : 1));
  return new Map(ordered.slice(0, colours.length).map(([application], index) => [application, index]));
}

/** Characters that viewers hide or that end a line: control, format, unassigned and separator characters, lone surrogates. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]+/gu;

function visibleText(text: string): string {
  return text.replaceAll(invisible, ' ').trim();
}

function cutText(text: string, maximum: number): string {
  const characters = Array.from(text);
  return characters.length <= maximum ? text : [...characters.slice(0, maximum - 1), '…'].join('');
}

/** Returns the labels of nodes. Those that would be equal have the region, then the end of the id, too. */
function labelsOf(nodes: readonly DrawnNode[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const additions: readonly ((node: DrawnNode) => string)[] = [
    () => '',
    ({ region }) => visibleText(region ?? ''),
    ({ region, id }) => visibleText(`${region ?? ''} ${id.slice(-6)}`),
    ({ id }) => visibleText(id),
  ];
  let equal = nodes;
  for (const addition of additions) {
    for (const node of equal) labels.set(node.id, labelOf(node, addition(node)));
    const byLabel = Map.groupBy(nodes, ({ id }) => labels.get(id));
    equal = [...byLabel.values()].filter(({ length }) => length > 1).flat();
  }
  return labels;
}

/** Returns the name with the type, `orders (SQS::Queue)`, in at most 80 characters. A long name is cut, then the type. */
function labelOf({ id, name, resourceType: type, entityType: kind }: DrawnNode, addition: string): string {
  const visible = Array.from(visibleText(name) || id);
  const kindName = (type ?? kind).replace(/^AWS::/, '').replaceAll(invisible, ' ');
  const added = addition === '' ? '' : `, ${cutText(addition, maximumLabel / 4)}`;
  const suffix = [
    ...Array.from(` (${kindName}`).slice(0, maximumLabel / 2 - added.length - 1),
    ...Array.from(added),
    ')',
  ];
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
