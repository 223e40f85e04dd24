import { spawnSync } from 'node:child_process';
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

const [mermaidHead, dotHead] = (['mermaid', 'dot'] as const).map((format) =>
  drawGraph({ nodes: [], edges: [], truncated: false }, format).replace(/\}\n$/, ''),
);

test('draws a Mermaid flowchart', (t) => {
  t.is(
    drawGraph(graph, 'mermaid'),
    `${mermaidHead ?? ''}  n1["web (Lambda::Function)"]
  n2["say #34;hi#34; \\ #60;b#62;#35;1#60;/b#62; #38; #96;x#96; (SQS::Queue)"]
  n1 -->|uses| n2
`,
  );
});

test('a label of a Mermaid flowchart contains no directive', (t) => {
  const nodes = [node('a', '%%{init: {"theme": "dark"}}%%'), node('b', '%%{wrap')];
  const picture = drawGraph({ nodes, edges: [edge('a', 'b')], truncated: false }, 'mermaid');
  t.notRegex(picture, /%/);
  t.regex(picture, /n2\["#37;#37;\{wrap \(resource\)"\]/);
});

test('draws a Graphviz digraph', (t) => {
  t.is(
    drawGraph(graph, 'dot'),
    `${dotHead ?? ''}  n1 [label="web (Lambda::Function)"];
  n2 [label="say \\"hi\\" \\\\ <b>#1</b> & \`x\` (SQS::Queue)"];
  n1 -> n2 [label="uses"];
}
`,
  );
});

const placed = {
  nodes: [
    { ...node('vpc', 'main', 'AWS::EC2::VPC'), account: '123456789012 Shop' },
    { ...node('subnet', 'a', 'AWS::EC2::Subnet'), account: '123456789012 Shop' },
    { ...node('web', 'web', 'AWS::EC2::Instance'), account: '123456789012 Shop', application: 'Orders' },
    { ...node('key', 'key', 'AWS::KMS::Key'), account: '210987654321', application: 'Orders' },
    { ...node('x', 'arn:aws:sqs:eu-west-1:345678901234:inbox', 'AWS::SQS::Queue'), entityType: 'external' },
    node('alone', 'alone', 'AWS::SNS::Topic'),
    node('single', 'single', 'AWS::SNS::Topic'),
  ],
  edges: [
    { ...edge('subnet', 'vpc'), relationshipType: 'contained_in' },
    { ...edge('web', 'subnet'), relationshipType: 'contained_in' },
    { ...edge('web', 'key'), relationshipType: 'encrypted_by' },
    { ...edge('web', 'x'), relationshipType: 'references', confidence: 'low' as const },
  ],
  rootId: 'key',
  truncated: false,
};

test('groups nodes by account and VPC, and colours and marks them', (t) => {
  t.is(
    drawGraph(placed, 'mermaid').slice(mermaidHead?.length),
    `  n5["arn:aws:sqs:eu-west-1:345678901234:inbox (SQS::Queue)"]
  class n5 external
  subgraph g1["123456789012 Shop"]
    subgraph g2["VPC main"]
      n1["main (EC2::VPC)"]
      n2["a (EC2::Subnet)"]
      n3["web (EC2::Instance)"]
      class n3 app1
      class n3 failing
    end
  end
  subgraph g3["210987654321"]
    n4["key (KMS::Key)"]
    class n4 app1
    class n4 root
  end
  none["2 without edges"]
  subgraph legend["Applications"]
    l1["Orders"]
    class l1 app1
  end
  n2 -->|contained_in| n1
  n3 -->|contained_in| n2
  n3 -->|encrypted_by| n4
  n3 -.->|references| n5
`,
  );
  const dot = drawGraph(placed, 'dot');
  for (const line of [
    'subgraph cluster_g2 { label="VPC main";',
    'n3 [label="web (EC2::Instance)", style="filled", fillcolor="#cfe2f3", color="#cc0000", penwidth=2];',
    'n4 [label="key (KMS::Key)", style="filled", fillcolor="#cfe2f3", color="#1155cc", penwidth=4];',
    'n3 -> n5 [label="references", style="dashed"];',
    'none [label="2 without edges"];',
  ])
    t.true(dot.includes(line), line);
});

test('marks what fails with the root by the stored failures, up to a local one', (t) => {
  const uses = (source: string, target: string, failure: object) => ({ ...edge(source, target), ...failure });
  const picture = drawGraph(
    {
      nodes: ['root', 'table', 'subnet', 'database', 'app', 'page'].map((id) => node(id, id)),
      edges: [
        uses('table', 'root', { sourceFailure: 'degrades', failureLocal: true }),
        uses('subnet', 'table', { sourceFailure: 'stops' }),
        uses('database', 'root', { sourceFailure: 'cannot_change' }),
        uses('app', 'root', {}),
        uses('app', 'page', { targetFailure: 'stops' }),
      ],
      rootId: 'root',
      truncated: false,
    },
    'mermaid',
  );
  const names = new Map([...picture.matchAll(/(n\d+)\["(\w+)/g)].map(([, key, name]) => [key, name]));
  t.deepEqual(
    [...picture.matchAll(/class (n\d+) failing/g)].map(([, key]) => names.get(key)),
    ['table', 'app', 'page'],
  );
});

test('labels tell equal names apart by region, else by id', (t) => {
  const named = (id: string, region: string) => ({ ...node(id, 'orders', 'AWS::SQS::Queue'), region });
  const picture = drawGraph(
    {
      nodes: [named('id-one', 'eu-west-1'), named('id-two', 'us-east-1'), named('id-six', 'us-east-1')],
      edges: [edge('id-one', 'id-two'), edge('id-one', 'id-six')],
      truncated: false,
    },
    'dot',
  );
  t.deepEqual(
    [...picture.matchAll(/label="(orders[^"]*)"/g)].map(([, label]) => label),
    [
      'orders (SQS::Queue, eu-west-1)',
      'orders (SQS::Queue, us-east-1 id-two)',
      'orders (SQS::Queue, us-east-1 id-six)',
    ],
  );
});

test('Graphviz draws 200 nodes without overlaps, where it is installed', (t) => {
  const ids = Array.from({ length: 200 }, (_, index) => `node-${index}`);
  const picture = drawGraph(
    {
      nodes: ids.map((id, index) => ({
        ...node(id, id, 'AWS::Lambda::Function'),
        account: `account ${index % 4}`,
        application: `application ${index % 5}`,
      })),
      edges: ids.slice(1).map((id, index) => edge(id, `node-${Math.floor(index / 3)}`)),
      truncated: false,
    },
    'dot',
  );
  const drawn = spawnSync('dot', ['-Tplain'], { input: picture, encoding: 'utf8', timeout: 60_000 });
  if (drawn.error !== undefined) return t.is((drawn.error as NodeJS.ErrnoException).code, 'ENOENT');
  t.is(drawn.status, 0, drawn.stderr);
  const boxes = [...drawn.stdout.matchAll(/^node n\d+ (\S+) (\S+) (\S+) (\S+)/gm)].map((match) =>
    match.slice(1).map(Number),
  );
  t.is(boxes.length, 200);
  const overlaps = boxes.filter(([x = 0, y = 0, width = 0, height = 0], index) =>
    boxes.some(
      ([otherX = 0, otherY = 0, otherWidth = 0, otherHeight = 0], other) =>
        other > index &&
        Math.abs(x - otherX) < (width + otherWidth) / 2 &&
        Math.abs(y - otherY) < (height + otherHeight) / 2,
    ),
  );
  t.deepEqual(overlaps, []);
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
      /^ {2}classDef \w+ [\w:#,-]+$/u,
      /^ {2}none\["\d+ without edges"\]$/u,
      /^ +class n\d+ root$/u,
      /^ {2}n\d+\["(?<label>(?:[^"#<>&`%\p{C}\p{Zl}\p{Zp}]|#(?:34|35|60|62|38|96|37);)*)"\]$/u,
      /^ {2}n\d+ -->\|uses\| n\d+$/u,
      /^ {2}%% Cut: [\w ]+\.$/u,
    ],
    unescape: (label: string) => label.replaceAll(/#\d\d;/g, (code) => codes[code] ?? ''),
  },
  dot: {
    lines: [
      /^digraph \{$/u,
      /^ {2}(?:rankdir=LR|nodesep=0.3|ranksep=1);$/u,
      /^ {2}(?:node|edge) \[[\w=, ]+\];$/u,
      /^ {2}none \[label="\d+ without edges"\];$/u,
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
          const withEdges = new Set(edges.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
          const shown = nodes.filter(({ id }) => withEdges.has(id));
          if (labels.length !== shown.length) throw new Error('a node is missing');
          if (new Set(labels).size !== labels.length) throw new Error('two labels are equal');
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
  const picture = drawGraph(
    { ...graph, rootId: 'a', nodes: [node('a', '😀'.repeat(100), 'AWS::SQS::Queue')] },
    'dot',
  );
  const label = /label="(.*?)"/u.exec(picture)?.[1] ?? '';
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
