import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import type { EvaluatedRule } from '../../../../db/ownership/inference/evaluated-rule.ts';
import { learnRule } from '../../../../db/ownership/reviews/learn-rule.ts';
import { getMembership } from '../../../../db/applications/membership-store.ts';
import type { Condition } from '../../../../domain/ownership/condition.ts';
import { applicationIdOf } from '../../../../domain/ownership/rule-outcome.ts';
import type { MembershipStatus } from '../../../../domain/values.ts';
import { factsOf, isSelective } from '../../../../domain/ownership/member-facts.ts';
import type { Fact } from '../../../../domain/ownership/member-facts.ts';
import { useStoredScans } from '../../../support/inventory/stored-scan.ts';
import { writeInferenceWorld } from '../../../support/ownership/inference-world.ts';
import type { InferenceWorld, WorldResource } from '../../../support/ownership/inference-world.ts';
import { matchesNaively } from '../../../support/ownership/naive-conditions.ts';
import { world, worldIds } from '../../../support/ownership/random-world.ts';

const scans = useStoredScans();

const [applicationId = '', otherApplicationId = ''] = worldIds.applications;
const [memberId = ''] = worldIds.resources;

/** A resource and the memberships of the application that {@link expectedOf} compares. */
interface Reviews {
  readonly member: WorldResource;
  readonly positives: readonly WorldResource[];
  readonly negatives: readonly WorldResource[];
}

test('a learned rule matches its member, contradicts no review, and is the best of all candidates', async (t) => {
  let learned = 0;
  await fc.assert(
    fc.asyncProperty(reviewedWorld, async (given) => {
      const organizationId = await writeInferenceWorld(scans.owner, given);
      const userId = await addUser(organizationId);
      await addRules(organizationId, given.rules);
      const membershipId = await findMembership(organizationId);
      const learn = () =>
        scans.database.withTenant(organizationId, async (tenant) =>
          learnRule(tenant, await getMembership(tenant, membershipId), userId),
        );
      const rule = await learn();
      const reviews = reviewsOf(given);
      const expected = expectedOf(given, reviews);
      if (expected === undefined) return equal(rule, undefined);
      learned += 1;
      const conditions = rule?.conditions ?? { any: [] };
      const matches = (resource: WorldResource) => matchesNaively(given, new Set(), resource, conditions);
      equal(matches(reviews.member), true, 'matches the member');
      deepEqual(reviews.negatives.filter(matches), [], 'contradicts no review');
      deepEqual(scoreOf(given, reviews, conditions), expected);
      equal(await learn(), undefined, 'the learned rule matches already');
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 100), includeErrorInReport: true },
  );
  t.true(learned > 0);
});

/** Tags and reviews of a resource, from so few values that resources often meet the same facts. */
const review = fc.record({
  tags: fc.dictionary(fc.constantFrom('App', 'a-p-p', 'Tier', '--'), fc.constantFrom('x', 'X'), {
    maxKeys: 3,
  }),
  name: fc.constantFrom(undefined, 'web-1', 'web_1', 'api-1'),
  here: fc.constantFrom(undefined, 'confirmed', 'declared', 'rejected', 'inferred'),
  elsewhere: fc.constantFrom(undefined, undefined, 'confirmed', 'declared', 'rejected'),
} as const);

const reviewedWorld = fc
  .tuple(
    world,
    fc.array(review, { minLength: worldIds.resources.length, maxLength: worldIds.resources.length }),
    fc.boolean(),
  )
  .map(([any, reviews, withRules]) => withReviews(any, reviews, withRules));

/** Replaces tags, names and memberships. The first resource is a confirmed member. Keeps rules that need no edges, or none. */
function withReviews(
  given: InferenceWorld,
  reviews: readonly {
    readonly tags: Readonly<Record<string, string>>;
    readonly name: string | undefined;
    readonly here: MembershipStatus | undefined;
    readonly elsewhere: MembershipStatus | undefined;
  }[],
  withRules: boolean,
): InferenceWorld {
  const memberOf = (resource: string, application: string, status: MembershipStatus | undefined) =>
    status === undefined ? [] : [{ resource, application, status }];
  return {
    ...given,
    resources: given.resources.map((resource, index) => {
      const { tags, name } = reviews[index] ?? resource;
      return { ...resource, tags, name };
    }),
    memberships: reviews.flatMap(({ here, elsewhere }, index) => {
      const resource = worldIds.resources[index] ?? '';
      return [
        ...memberOf(resource, applicationId, resource === memberId ? 'confirmed' : here),
        ...memberOf(resource, otherApplicationId, elsewhere),
      ];
    }),
    rules: withRules
      ? given.rules.filter(
          ({ conditions, outcome }) =>
            applicationIdOf(outcome) !== undefined && !JSON.stringify(conditions).includes('"related_to"'),
        )
      : [],
  };
}

function reviewsOf({ resources, memberships }: InferenceWorld): Reviews {
  const isReviewed = (statuses: readonly string[], here: boolean) => (resource: WorldResource) =>
    memberships.some(
      (one) =>
        one.resource === resource.id &&
        (one.application === applicationId) === here &&
        statuses.includes(one.status),
    );
  const belongs = isReviewed(['confirmed', 'declared'], true);
  const isRejected = isReviewed(['rejected'], true);
  const belongsElsewhere = isReviewed(['confirmed', 'declared'], false);
  const member = resources.find(({ id }) => id === memberId);
  if (member === undefined) throw new Error('no member');
  return {
    member,
    positives: resources.filter((resource) => belongs(resource) && resource.status !== 'deleted'),
    negatives: resources.filter(
      (resource) => isRejected(resource) || (belongsElsewhere(resource) && !belongs(resource)),
    ),
  };
}

/** The number of positives, of facts, and of matching resources of a rule. */
type Score = readonly [positives: number, facts: number, resources: number];

/** Returns the score of the best candidate; `undefined` if no rule is expected. */
function expectedOf(given: InferenceWorld, reviews: Reviews): Score | undefined {
  const { member, negatives } = reviews;
  if (member.status === 'deleted') return undefined;
  const matches = (resource: WorldResource, conditions: Condition) =>
    matchesNaively(given, new Set(), resource, conditions);
  const live = negatives.filter(({ status }) => status !== 'deleted');
  const isConsistent = ({ conditions, outcome }: EvaluatedRule) =>
    applicationIdOf(outcome) === applicationId &&
    matches(member, conditions) &&
    !live.some((resource) => matches(resource, conditions));
  if (given.rules.some(isConsistent)) return undefined;
  const scores = combinationsOf(factsOfMember(given, member))
    .map((facts): Condition => ({ all: facts.map(({ condition }) => condition) }))
    .filter((conditions) => !negatives.some((resource) => matches(resource, conditions)))
    .map((conditions) => scoreOf(given, reviews, conditions));
  return scores.toSorted((a, b) => b[0] - a[0] || a[1] - b[1] || b[2] - a[2])[0];
}

function scoreOf(given: InferenceWorld, { positives }: Reviews, conditions: Condition): Score {
  const matches = (resource: WorldResource) => matchesNaively(given, new Set(), resource, conditions);
  const live = given.resources.filter(({ status }) => status !== 'deleted');
  return [
    positives.filter(matches).length,
    'all' in conditions ? conditions.all.length : 0,
    live.filter(matches).length,
  ];
}

function combinationsOf(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  return facts
    .flatMap((one, first) => [
      [one],
      ...facts
        .slice(first + 1)
        .flatMap((two, second) => [
          [one, two],
          ...facts.slice(first + second + 2).map((three) => [one, two, three]),
        ]),
    ])
    .filter((combination) => combination.some(isSelective));
}

function factsOfMember(given: InferenceWorld, { id, ...resource }: WorldResource): readonly Fact[] {
  const account = given.accounts.find((one) => one.id === resource.account);
  const claimed = given.claims.filter((claim) => claim.resource === id && claim.by !== 'uncounted');
  const projects = given.projects.filter((project) => claimed.some((claim) => claim.project === project.id));
  return factsOf({
    name: resource.name,
    region: resource.region,
    resourceType: resource.type,
    account: { id: resource.account, number: account?.number ?? '', ouPath: account?.ou },
    tags: resource.tags,
    projects: projects.map((project) => ({ id: project.id, name: project.id })),
    repositories: given.repositories.filter((repository) =>
      projects.some((project) => project.repository === repository.id),
    ),
  });
}

async function addUser(organizationId: string): Promise<string> {
  const id = randomUUID();
  await scans.owner.query(
    `insert into users (organization_id, id, email, name, password_hash, roles)
     values ($1, $2, $3, 'Ann', 'x', '{engineer}')`,
    [organizationId, id, `${id}@example.com`],
  );
  return id;
}

async function addRules(organizationId: string, rules: readonly EvaluatedRule[]): Promise<void> {
  for (const { id, conditions, outcome } of rules)
    await scans.owner.query(
      `insert into inference_rules (organization_id, id, name, conditions, outcome, application_id)
       values ($1, $2, 'rule', $3, $4, $5)`,
      [
        organizationId,
        id,
        JSON.stringify(conditions),
        JSON.stringify(outcome),
        applicationIdOf(outcome) ?? null,
      ],
    );
}

async function findMembership(organizationId: string): Promise<string> {
  const [row] = await scans.owner.query<{ id: string }>(
    'select id from memberships where organization_id = $1 and resource_id = $2 and application_id = $3',
    [organizationId, memberId, applicationId],
  );
  if (row === undefined) throw new Error('no membership');
  return row.id;
}
