import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { EvaluatedRule } from '../../../db/ownership/inference/evaluated-rule.ts';
import type { Condition, Leaf } from '../../../domain/ownership/condition.ts';
import type { InferenceWorld, WorldResource } from './inference-world.ts';

const anyOf = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
const ids = (count: number) => Array.from({ length: count }, () => randomUUID()).toSorted();

/** Ids that all random worlds share; each world is an organization of its own. */
export const worldIds = {
  accounts: ids(2),
  resources: ids(8),
  repositories: ids(2),
  projects: ids(3),
  applications: ids(3),
  environments: ids(3),
  teams: ids(2),
  rules: ids(5),
} as const;
const { accounts, projects, repositories, applications, environments, teams } = worldIds;

const regions = ['eu-west-1', 'us-east-1'];
const types = ['AWS::S3::Bucket', 'AWS::SQS::Queue'];
// Keys that are equal without case and separators, and keys with no letter of a-z left.
const keys = ['App', 'a-p-p', 'Team', 'ключ', '--', 'Environment', 'env'];
const values = [
  'x',
  'X',
  'a_b',
  'a%b',
  String.raw`a\b`,
  'a*b',
  '',
  'prod',
  'Pay ments',
  ' pay-ments ',
  'ключ',
  'ключ x',
];
const names = ['web-1', 'web_1', 'wéb?1', 'w%', String.raw`w\_1`, 'a*b', '', 'web\n1'];
const globs = [
  '*',
  'web*',
  'web?1',
  'w?b-1',
  '*_1',
  String.raw`w\*`,
  String.raw`w\_?`,
  '%',
  'w%',
  '_eb*',
  'a*b',
  '?',
  '',
  '**1*',
  'a?b',
  'a_b',
  'a%*',
];
const ous = ['/Root', '/Root/Work', '/Root/Workloads'];
const edgeTypes = ['reads', 'writes'];

const someOf = <const T>(list: readonly T[]) =>
  fc.uniqueArray(anyOf(...list), { minLength: 1, maxLength: 2 });
const textTest = (texts: readonly string[]) =>
  fc.oneof(
    fc.record({ equals: anyOf(...texts) }),
    fc.record({ in: someOf(texts) }),
    fc.record({ matches: anyOf(...globs) }),
  );
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      tag: fc
        .tuple(anyOf(...keys), fc.oneof(textTest(values), fc.record({ exists: fc.boolean() })))
        .map(([key, test]) => ({ key, ...test })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ name: textTest(names) }) },
  { weight: 1, arbitrary: fc.record({ account: fc.record({ in: someOf(accounts) }) }) },
  { weight: 1, arbitrary: fc.record({ region: fc.record({ in: someOf(regions) }) }) },
  { weight: 1, arbitrary: fc.record({ resource_type: fc.record({ in: someOf(types) }) }) },
  { weight: 1, arbitrary: fc.record({ ou: fc.record({ under: anyOf(...ous) }) }) },
  { weight: 1, arbitrary: fc.record({ project: fc.record({ in: someOf(projects) }) }) },
  { weight: 1, arbitrary: fc.record({ repository: fc.record({ in: someOf(repositories) }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      related_to: fc.record({
        application_id: anyOf(...applications),
        relationship_type: anyOf(undefined, undefined, ...edgeTypes),
        direction: anyOf(undefined, 'incoming', 'outgoing'),
      }),
    }),
  },
);

export const condition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
})).condition;

const everything: Condition = { not: { name: { equals: 'no such name' } } };

export const outcome = fc.record({
  application: fc.oneof(
    fc.constant(undefined),
    fc.record({ id: anyOf(applications[0] ?? '', applications[1] ?? '') }),
    fc.record({ name_from_tag: anyOf('app', 'Team') }),
  ),
  environment: fc.option(fc.record({ id: anyOf(...environments) }), { nil: undefined }),
  team: fc.option(fc.record({ id: anyOf(...teams) }), { nil: undefined }),
  confidence: anyOf(undefined, 'high', 'low'),
});

export const rules: fc.Arbitrary<readonly EvaluatedRule[]> = fc
  .array(
    fc.record({
      conditions: fc.oneof(
        { weight: 8, arbitrary: condition },
        { weight: 1, arbitrary: fc.constant(everything) },
      ),
      outcome,
    }),
    { maxLength: worldIds.rules.length },
  )
  .chain((given) =>
    fc
      .shuffledSubarray([...worldIds.rules], { minLength: given.length, maxLength: given.length })
      .map((order) => given.map((rule, index) => ({ ...rule, id: order[index] ?? '' }))),
  );

/** A resource without its id. */
export const looseResource = fc.record({
  account: anyOf(...accounts),
  region: anyOf(...regions),
  type: anyOf(...types),
  name: anyOf(...names, undefined),
  status: anyOf('active', 'active', 'active', 'unobserved', 'deleted'),
  tags: fc.dictionary(anyOf(...keys), anyOf(...values), { maxKeys: 4 }),
}) satisfies fc.Arbitrary<Omit<WorldResource, 'id'>>;

const resourceId = anyOf(...worldIds.resources);

export const world: fc.Arbitrary<InferenceWorld> = fc.record({
  accounts: fc
    .tuple(anyOf(...ous, undefined), anyOf(...ous, undefined))
    .map((paths) =>
      accounts.map((id, index) => ({ id, number: String(index).padStart(12, '0'), ou: paths[index] })),
    ),
  resources: fc
    .array(looseResource, { minLength: worldIds.resources.length, maxLength: worldIds.resources.length })
    .map((given) => given.map((one, index) => ({ ...one, id: worldIds.resources[index] ?? '' }))),
  repositories: fc
    .array(fc.uniqueArray(anyOf(...applications), { maxLength: 2 }), { minLength: 2, maxLength: 2 })
    .map((linked) =>
      repositories.map((id, index) => ({ id, name: `acme/${index}`, applications: linked[index] ?? [] })),
    ),
  projects: fc
    .array(
      fc.record({ repository: anyOf(...repositories), environment: anyOf(...environments, undefined) }),
      { minLength: 3, maxLength: 3 },
    )
    .map((given) => given.map((one, index) => ({ ...one, id: projects[index] ?? '' }))),
  claims: fc.uniqueArray(
    fc.record({
      resource: resourceId,
      project: anyOf(...projects),
      by: anyOf('link', 'counted', 'uncounted'),
    }),
    { maxLength: 6, selector: ({ resource, project }) => `${resource} ${project}` },
  ),
  edges: fc.uniqueArray(
    fc.record({
      source: resourceId,
      target: resourceId,
      type: anyOf(...edgeTypes),
      confidence: anyOf('high', 'medium', 'low'),
      status: anyOf('active', 'active', 'active', 'stale'),
    }),
    { maxLength: 10, selector: ({ source, target, type }) => `${source} ${target} ${type}` },
  ),
  applications: fc.boolean().map((archived) => [
    { id: applications[0] ?? '', name: 'Payments!', slug: 'first', archived: false },
    { id: applications[1] ?? '', name: 'X!', slug: 'second', archived: false },
    { id: applications[2] ?? '', name: 'Pay ments', slug: 'x', archived },
  ]),
  environments: fc.constant([
    { id: environments[0] ?? '', name: 'Live', class: 'production' },
    { id: environments[1] ?? '', name: 'X', class: 'test' },
    { id: environments[2] ?? '', name: 'other', class: 'test' },
  ]),
  teams: fc.constant([...teams]),
  memberships: fc.uniqueArray(
    fc.record({
      resource: resourceId,
      application: anyOf(...applications),
      status: anyOf('declared', 'confirmed', 'rejected', 'inferred', 'stale'),
    }),
    { maxLength: 8, selector: ({ resource, application }) => `${resource} ${application}` },
  ),
  rules,
});
