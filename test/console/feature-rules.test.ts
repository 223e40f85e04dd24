import test from 'ava';
import fc from 'fast-check';
import type { GraphEdge, GraphNode } from '../../api-client/api-types.ts';
import { edgesBetweenLevels } from '../../console/graph/edges-between-levels.ts';
import { graphSvg } from '../../console/graph/graph-svg.ts';
import { groupGraph } from '../../console/graph/group-graph.ts';
import { propertyConditionOf, propertyOperators } from '../../console/inventory/property-condition-text.ts';
import { coverageBand } from '../../console/mapping/coverage-band.ts';
import { conditionWords } from '../../console/ownership/condition-words.ts';
import { readFilterLines, writeFilterLines } from '../../console/queries/filter-lines.ts';
import { parsePropertyCondition } from '../../domain/inventory/property-condition.ts';

test('a condition made of a path, an operator and a value is read with that value', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...propertyOperators.map(({ value }) => value)),
      fc.string({ unit: fc.constantFrom('a', '|', '\\', ';', '}', '{', '=', '"', ' '), minLength: 1 }),
      (operator, value) => {
        const text = propertyConditionOf(' A.B[] ', operator, value);
        if (text === undefined) {
          t.regex(`${operator}${value}`, /^[<>]=/);
          return;
        }
        const condition = parsePropertyCondition(text, new Date(0));
        if (operator === ':exists' || operator === ':missing') t.is(`:${condition.kind}`, operator);
        else if (condition.kind === 'compare') {
          t.is(condition.operator, operator);
          t.deepEqual(
            condition.values.map((read) => read.text),
            [value],
          );
        } else t.fail(text);
      },
    ),
  );
  t.is(propertyConditionOf('', '=', 'x'), undefined);
  t.is(propertyConditionOf('A', '=', ''), undefined);
});

test('a filter is written as lines, and read from them', (t) => {
  const filter = { resource_type: ['A', 'B'], property: 'Runtime=x', q: 'a b' };
  t.is(writeFilterLines(filter), 'resource_type=A\nresource_type=B\nproperty=Runtime=x\nq=a b');
  t.deepEqual(readFilterLines(`${writeFilterLines(filter)}\n\n`), filter);
  t.deepEqual(readFilterLines('owned'), { owned: '' });
});

test('a condition reads as a phrase', (t) => {
  const application_id = 'an id';
  t.is(
    conditionWords(
      {
        all: [
          { tag: { key: 'app', equals: 'web' } },
          { any: [{ region: { in: ['a', 'b'] } }, { not: { name: { matches: 'x*' } } }] },
          { tag: { key: 'old', exists: false } },
          { related_to: { application_id, relationship_type: 'runs_as', direction: 'incoming' } },
        ],
      },
      () => 'Shop',
    ),
    'tag app is web and (region is one of Shop, Shop or not (name matches x*)) and tag old is absent and incoming runs as a member of Shop',
  );
});

const node = (id: string, given: Partial<GraphNode> = {}): GraphNode => ({
  entity_type: 'resource',
  id,
  name: id,
  depth: 0,
  ...given,
});
const edge = (source: string, target: string, type: GraphEdge['relationship_type'] = 'uses'): GraphEdge => ({
  id: `${source} ${type} ${target}`,
  source_id: source,
  target_id: target,
  relationship_type: type,
  confidence: 'high',
  status: 'active',
  last_observed_at: '',
});

test('groups surround their members, and a closed one takes their place and their relationships', (t) => {
  const groups = { account: '1' };
  const graph = {
    nodes: [node('a', { groups }), node('b', { groups }), node('c')],
    edges: [edge('a', 'b'), edge('a', 'c'), edge('b', 'c', 'runs_as'), edge('c', 'c')],
  };
  const open = groupGraph(graph, 'account', new Set());
  t.deepEqual(open.groups, [{ id: 'group 1', name: '1', members: 2, isOpen: true }]);
  t.deepEqual(
    open.nodes.map(({ id, groupId }) => [id, groupId]),
    [
      ['a', 'group 1'],
      ['b', 'group 1'],
      ['c', undefined],
    ],
  );
  t.is(open.edges.length, 4);
  const closed = groupGraph(graph, 'account', new Set(['group 1']));
  t.deepEqual(
    closed.nodes.map(({ id, members }) => [id, members]),
    [
      ['c', undefined],
      ['group 1', 2],
    ],
  );
  t.deepEqual(
    closed.edges.map(({ source, target, label }) => [source, target, label]),
    [
      ['group 1', 'c', '2 relationships'],
      ['c', 'c', 'uses'],
    ],
  );
  t.deepEqual(groupGraph(graph, undefined, new Set()).groups, []);
});

test('the VPC of a node is that to which its containment leads', (t) => {
  const vpc = node('vpc', { resource_type: 'AWS::EC2::VPC' });
  const { nodes } = groupGraph(
    {
      nodes: [node('server'), node('subnet'), vpc, node('user')],
      edges: [
        edge('server', 'subnet', 'contained_in'),
        edge('subnet', 'vpc', 'contained_in'),
        edge('user', 'server'),
      ],
    },
    'vpc',
    new Set(),
  );
  t.deepEqual(
    nodes.map(({ groupId }) => groupId),
    ['group vpc', 'group vpc', 'group vpc', undefined],
  );
});

test('the layout of a graph gets the edges that lead one level away from the root, or to it', (t) => {
  const line = (source: string, target: string) => ({ source, target });
  const left = [line('user', 'root'), line('writer', 'user')];
  const right = [line('root', 'queue'), line('root', 'topic'), line('topic', 'reader')];
  const apart = [line('one', 'other')];
  const others = [
    line('root', 'root'),
    line('queue', 'topic'),
    line('reader', 'root'),
    line('writer', 'reader'),
  ];
  const edges = [...others, ...left, ...right, ...apart];
  const ids = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  t.deepEqual(edgesBetweenLevels(ids, [...left, ...right, ...apart], 'root'), [...left, ...right, ...apart]);
  t.deepEqual(edgesBetweenLevels(ids, edges.slice(0, 2), 'no node'), [line('queue', 'topic')]);
  const loop = ['a', 'b', 'c'].map((id, index, all) => line(id, all[(index + 1) % all.length] ?? ''));
  t.is(edgesBetweenLevels(['a', 'b', 'c'], loop, 'a').length, 2, 'a cycle is cut at its longest way');
});

test('a picture as SVG has names as text', (t) => {
  const graph = groupGraph({ nodes: [node('<script>"&\u0007\ud800')], edges: [] }, undefined, new Set());
  const svg = graphSvg(graph, new Map([[graph.nodes[0]?.id ?? '', { x: 0, y: 0, width: 1, height: 1 }]]));
  t.true(svg.includes('&lt;script&gt;&quot;&amp; \ufffd'));
  t.false(svg.includes('<script'));
});

test('the band of the coverage leaves out days on which nothing was eligible', (t) => {
  const day = (lower: number | null, upper: number | null) => ({ coverage_percent: { lower, upper } });
  t.is(coverageBand([day(0, 100)], 100, 10), undefined);
  t.deepEqual(coverageBand([day(0, 100), day(null, null), day(50, 50)], 100, 10), {
    lower: '0.0,10.0 100.0,5.0',
    upper: '0.0,0.0 100.0,5.0',
    area: '0.0,0.0 100.0,5.0 100.0,5.0 0.0,10.0',
  });
});
