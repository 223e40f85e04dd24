import test from 'ava';
import fc from 'fast-check';
import { drawGraph } from '../../../domain/graph/draw-graph.ts';
import type { DrawnGraph } from '../../../domain/graph/draw-graph.ts';
import { codePoint } from '../../support/code-point.ts';

const node = (id: string, name: string, resourceType?: string) => ({
  id,
  name,
  resourceType,
  entityType: 'resource',
});
const edge = (sourceId: string, targetId: string) => ({ sourceId, targetId, relationshipType: 'uses' });

const graph: DrawnGraph = {
  nodes: [
    node('a', 'web', 'AWS::Lambda::Function'),
    node('b', 'say "hi" \\ <b>#1</b> & `x`', 'AWS::SQS::Queue'),
  ],
  edges: [edge('a', 'b')],
  truncated: false,
};

test('draws a Mermaid flowchart', (t) => {
  t.is(
    drawGraph(graph, 'mermaid'),
    `flowchart LR
  n1["web (Lambda::Function)"]
  n2["say #34;hi#34; \\ #60;b#62;#35;1#60;/b#62; #38; #96;x#96; (SQS::Queue)"]
  n1 -->|uses| n2
`,
  );
});

test('a label of a Mermaid flowchart contains no directive', (t) => {
  const nodes = [node('a', '%%{init: {"theme": "dark"}}%%'), node('b', '%%{wrap')];
  const picture = drawGraph({ nodes, edges: [], truncated: false }, 'mermaid');
  t.notRegex(picture, /%/);
  t.regex(picture, /n2\["#37;#37;\{wrap \(resource\)"\]/);
});

test('draws a Graphviz digraph', (t) => {
  t.is(
    drawGraph(graph, 'dot'),
    `digraph {
  rankdir=LR;
  n1 [label="web (Lambda::Function)"];
  n2 [label="say \\"hi\\" \\\\ <b>#1</b> & \`x\` (SQS::Queue)"];
  n1 -> n2 [label="uses"];
}
`,
  );
});

const codes: Readonly<Record<string, string>> = {
  '#34;': '"',
  '#35;': '#',
  '#60;': '<',
  '#62;': '>',
  '#38;': '&',
  '#96;': '`',
  '#37;': '%',
};
const formats = {
  mermaid: {
    lines: [
      /^flowchart LR$/u,
      /^ {2}n\d+\["(?<label>(?:[^"#<>&`%\p{C}\p{Zl}\p{Zp}]|#(?:34|35|60|62|38|96|37);)*)"\]$/u,
      /^ {2}n\d+ -->\|uses\| n\d+$/u,
      /^ {2}%% Cut: [\w ]+\.$/u,
    ],
    unescape: (label: string) => label.replaceAll(/#\d\d;/g, (code) => codes[code] ?? ''),
  },
  dot: {
    lines: [
      /^digraph \{$/u,
      /^ {2}rankdir=LR;$/u,
      /^\}$/u,
      /^ {2}n\d+ \[label="(?<label>(?:[^"\\\p{C}\p{Zl}\p{Zp}]|\\["\\])*)"\];$/u,
      /^ {2}n\d+ -> n\d+ \[label="uses"\];$/u,
      /^ {2}\/\/ Cut: [\w ]+\.$/u,
    ],
    unescape: (label: string) => label.replaceAll(/\\(.)/g, '$1'),
  },
} as const;

const hostile = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 120 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        '#',
        '`',
        '<',
        '>',
        '&',
        '\\',
        '];',
        '\n',
        '\r\n',
        '\u2028',
        '\u202e',
        '\u0000',
        '\ud800',
        '😀',
        '-->',
        '%%',
        '*/',
        'n1',
        '#34;',
        '${',
        ']',
        '|',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

for (const format of ['mermaid', 'dot'] as const)
  test(`every line of ${format} has its syntax, whatever the names are`, (t) => {
    const { lines, unescape } = formats[format];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(hostile, fc.option(hostile, { nil: undefined })), { minLength: 1, maxLength: 10 }),
        fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 12 }),
        fc.boolean(),
        (names, pairs, truncated) => {
          const nodes = names.map(([name, type], index) => node(String(index), name, type));
          const edges = pairs.map(([a, b]) => edge(String(a), String(b)));
          const text = drawGraph({ nodes, edges, truncated }, format);
          const drawn = text.split('\n').slice(0, -1);
          for (const line of drawn) if (!lines.some((syntax) => syntax.test(line))) throw new Error(line);
          const labels = drawn.flatMap((line) => {
            const label = lines.flatMap((syntax) => syntax.exec(line)?.groups?.['label'] ?? [])[0];
            return label === undefined ? [] : [unescape(label)];
          });
          if (labels.length !== nodes.length) throw new Error('a node is missing');
          for (const label of labels)
            if (Array.from(label).length > 80 || label === '') throw new Error(label);
          if (truncated !== drawn.some((line) => line.includes('more nodes'))) throw new Error('no comment');
        },
      ),
      { numRuns: 300 },
    );
    t.pass();
  });

test('cuts labels at 80 characters and keeps the type', (t) => {
  const picture = drawGraph({ ...graph, nodes: [node('a', '😀'.repeat(100), 'AWS::SQS::Queue')] }, 'dot');
  const label = /label="(.*)"/u.exec(picture)?.[1] ?? '';
  t.is(Array.from(label).length, 80);
  t.true(label.endsWith('😀… (SQS::Queue)'));
});

test('draws at most 500 edges and 50,000 characters, and names the cuts', (t) => {
  const ids = Array.from({ length: 600 }, (_, index) => String(index));
  const star = {
    nodes: ids.map((id) => node(id, 'n')),
    edges: ids.slice(1).map((id) => edge('0', id)),
    truncated: false,
  };
  const picture = drawGraph(star, 'mermaid');
  t.is(picture.split('-->').length - 1, 500);
  t.true(picture.includes('%% Cut: 500 of 599 edges are shown.\n'));
  t.false(picture.includes('nodes'));

  const wide = { ...star, nodes: ids.map((id) => node(id, '"'.repeat(200))) };
  for (const format of ['mermaid', 'dot'] as const) {
    const text = drawGraph(wide, format);
    t.true(text.length <= 50_000, format);
    t.regex(text, /Cut: \d+ of 600 nodes are shown\./);
  }
});
