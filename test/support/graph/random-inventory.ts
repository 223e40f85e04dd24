import fc from 'fast-check';
import type { EdgeRule, ExtractedHolder } from '../../../domain/graph/edge-rule.ts';
import type { GraphRules } from '../../../domain/graph/graph-rules.ts';

export const accountNumbers = ['111111111111', '222222222222'] as const;

const rule = (
  id: string,
  matcher: EdgeRule['matcher'],
  relation: EdgeRule['relation'],
  targetTypes: readonly string[],
  options: Partial<EdgeRule> = {},
): EdgeRule => ({ id, sourceType: '*', path: id, matcher, relation, targetTypes, ...options });

/** Rules of the random inventory: every matcher and option. */
export const randomRules: GraphRules = {
  version: 'random',
  edgeRules: [
    rule('arn', 'arn', 'uses', ['A', 'B']),
    rule('any', 'arn', 'uses', [], { confidence: 'low', external: false }),
    rule('id', 'id', 'contained_in', ['B', 'C']),
    // Of several types: the naive resolver knows no types of external nodes.
    rule('reversed', 'id', 'contained_in', ['A', 'C'], { reversed: true }),
    rule('name', 'name', 'contains', ['A', 'C'], { reversed: true }),
    rule('dns', 'dns', 'points_to', ['B'], { external: true }),
    rule('first', 'id', 'reads_from', ['A', 'B', 'C']),
    rule('second', 'arn', 'delivers_to', ['A', 'B']),
  ],
  compositionRules: [
    {
      id: 'one',
      throughType: 'C',
      first: { relation: 'contained_in', reversed: true, types: ['B', 'C'] },
      second: { relation: 'delivers_to', types: [] },
      relation: 'delivers_to',
    },
    {
      id: 'two',
      throughType: 'B',
      first: { relation: 'uses', types: ['A'] },
      second: { relation: 'reads_from', types: ['A', 'C'] },
      relation: 'uses',
    },
    {
      id: 'three',
      throughType: 'A',
      first: { relation: 'reads_from', types: [] },
      second: { relation: 'uses', reversed: true, types: [] },
      relation: 'triggers',
    },
  ],
};

const arns = accountNumbers.flatMap((number) =>
  ['x', 'y'].map((name) => `arn:aws:s:eu-west-1:${number}:${name}`),
);
const keys = { arn: arns, id: ['i-1', 'i-2', 'i-3'], name: ['n-1', 'n-2'], dns: ['h.1', 'h.2'] } as const;
const kinds = ['arn', 'id', 'name', 'dns'] as const;

const identifier = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc
      .constantFrom(...keys[kind])
      .map((key) => ({ kind, key, ...(kind === 'id' ? {} : { hash: `hmac-sha256:${key}` }) })),
  );

const declaredReference = fc.constantFrom(...randomRules.edgeRules).chain(({ id, matcher }) => {
  const pool: readonly string[] = matcher === 'url' ? [] : keys[matcher];
  return fc
    .tuple(fc.constantFrom(...pool), fc.constantFrom('p', 'q', 'tags["t"]'), fc.nat(5))
    .map(([key, path, form]) => {
      if (form === 0 && matcher !== 'id')
        return { rule: id, path, key: `hmac-sha256:${key}`, value: 'hashed' };
      if (form === 1 && matcher === 'arn')
        return { rule: id, path, key: `${key}:1`, baseKey: key, value: `${key}:1` };
      return { rule: id, path, key, value: key };
    });
});

const genericReference = fc
  .constantFrom(...keys.arn, ...keys.id)
  .map((key) => ({ rule: 'generic', path: 'g', key, value: key }));

const reference = fc.oneof({ weight: 4, arbitrary: declaredReference }, genericReference);

export const randomExtracted: fc.Arbitrary<Pick<ExtractedHolder, 'identifiers' | 'references'>> = fc.record({
  identifiers: fc.uniqueArray(identifier, { maxLength: 3, selector: ({ kind, key }) => `${kind} ${key}` }),
  references: fc.uniqueArray(reference, {
    maxLength: 5,
    selector: ({ rule: id, path, key }) => `${id} ${path} ${key}`,
  }),
});

/** A change of one resource. */
export const randomState = fc.record({
  status: fc.constantFrom('active', 'active', 'active', 'unobserved', 'deleted'),
  extracted: randomExtracted,
});

/** The parts of a resource that never change. */
export const randomIdentity = fc.record({
  account: fc.nat(accountNumbers.length - 1),
  region: fc.constantFrom('eu-west-1', 'eu-west-1', 'us-east-1', 'global'),
  type: fc.constantFrom('A', 'B', 'C'),
  arnAccount: fc.constantFrom('', ...accountNumbers),
});
