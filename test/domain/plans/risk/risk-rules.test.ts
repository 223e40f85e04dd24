import test from 'ava';
import fc from 'fast-check';
import { maximumRisks, riskRules, risksOf } from '../../../../domain/plans/risk/risk-rules.ts';
import type { RiskyChange } from '../../../../domain/plans/risk/risk-rules.ts';
import { riskKinds, riskSeverities } from '../../../../domain/values.ts';

const change = (given: Partial<RiskyChange> = {}): RiskyChange => ({
  position: 0,
  address: 'aws_vpc.main',
  resourceId: 'r-1',
  actions: ['delete'],
  terraformType: 'aws_vpc',
  resourceType: 'AWS::EC2::VPC',
  dependents: 0,
  failing: 0,
  production: undefined,
  revertsDrift: false,
  ...given,
});

const shown = (given: Partial<RiskyChange>) =>
  risksOf([change(given)], undefined).map(({ kind, severity, detail }) => `${severity} ${kind}: ${detail}`);

test('each kind has one severity: high for lost resources, medium for the rest', (t) => {
  t.deepEqual(
    riskRules.map(({ kind, severity }) => [kind, severity]),
    [
      ['holds_data', 'high'],
      ['has_dependents', 'high'],
      ['in_production', 'high'],
      ['reverted_drift', 'medium'],
      ['forget', 'medium'],
    ],
  );
  const kinds: readonly string[] = [...riskRules.map(({ kind }) => kind), 'many_deletes'];
  t.deepEqual(kinds.toSorted(), riskKinds.toSorted());
});

test('a delete and a replace of a resource with dependents is a risk', (t) => {
  t.deepEqual(shown({ dependents: 1, failing: 1 }), [
    'high has_dependents: deleted: 1 resource fails with it',
  ]);
  t.deepEqual(shown({ dependents: 3, failing: 3, actions: ['create', 'delete'] }), [
    'high has_dependents: replaced: 3 resources fail with it',
  ]);
  t.deepEqual(shown({ dependents: 3, failing: 1, actions: ['delete', 'create'] }), [
    'high has_dependents: replaced: 1 resource fails with it, 2 resources refer to it',
  ]);
  t.deepEqual(shown({ dependents: 1 }), ['high has_dependents: deleted: 1 resource refers to it']);
  t.deepEqual(shown({}), []);
});

test('a delete and a replace of a resource with data, or in production, is a risk', (t) => {
  const bucket = { terraformType: 'aws_s3_bucket', resourceType: 'AWS::S3::Bucket' };
  t.deepEqual(shown({ ...bucket, production: 'live' }), [
    'high holds_data: deleted: holds objects',
    'high in_production: deleted: environment live',
  ]);
  t.deepEqual(shown({ ...bucket, resourceType: undefined, actions: ['delete', 'create'] }), [
    'high holds_data: replaced: holds objects',
  ]);
});

test('an update, a create and a forget of such a resource is none of these risks', (t) => {
  const worst = { terraformType: 'aws_s3_bucket', dependents: 5, failing: 5, production: 'live' };
  t.deepEqual(shown({ ...worst, actions: ['update'] }), []);
  t.deepEqual(shown({ ...worst, actions: ['create'] }), []);
  t.deepEqual(shown({ ...worst, actions: ['forget'] }), [
    'medium forget: is removed from the state and not deleted',
  ]);
  t.deepEqual(shown({ ...worst, actions: ['create', 'forget'] }), [
    'medium forget: is removed from the state and not deleted',
  ]);
});

test('reverted drift is a risk', (t) => {
  t.deepEqual(shown({ actions: ['update'], revertsDrift: true }), [
    'medium reverted_drift: reverts a change that was made outside of the code',
  ]);
});

test('more than 20 deletes are a risk of the first one', (t) => {
  const deletes = { address: 'aws_vpc.first', resourceId: undefined };
  t.deepEqual(risksOf([], { ...deletes, count: 20 }), []);
  t.deepEqual(risksOf([], { ...deletes, count: 21 }), [
    { kind: 'many_deletes', severity: 'medium', address: 'aws_vpc.first', detail: 'the first of 21 deletes' },
  ]);
});

test('a risk has the id of the resource, if the change is mapped', (t) => {
  t.is(risksOf([change({ production: 'live' })], undefined)[0]?.resource_id, 'r-1');
  const [unmapped] = risksOf([change({ production: 'live', resourceId: undefined })], undefined);
  t.false(Object.hasOwn(unmapped ?? {}, 'resource_id'));
});

test('orders by severity, by the number of high risks, by dependents, then as the plan', (t) => {
  const found = risksOf(
    [
      change({ position: 1, address: 'forgotten', actions: ['forget'] }),
      change({ position: 2, address: 'live', production: 'live' }),
      change({ position: 3, address: 'used', dependents: 2, failing: 2 }),
      change({ position: 4, address: 'database', terraformType: 'aws_db_instance', production: 'live' }),
      change({ position: 5, address: 'live too', production: 'live' }),
    ],
    { count: 30, address: 'first', resourceId: undefined },
  );
  t.deepEqual(
    found.map(({ address, kind }) => `${address} ${kind}`),
    [
      'database holds_data',
      'database in_production',
      'used has_dependents',
      'live in_production',
      'live too in_production',
      'first many_deletes',
      'forgotten forget',
    ],
  );
});

test('returns the 100 worst, in any order of the changes', (t) => {
  const changes = fc.uniqueArray(
    fc.record({
      position: fc.nat(1_000),
      actions: fc.constantFrom(['delete'], ['delete', 'create'], ['forget'], ['update']),
      dependents: fc.nat(3),
      production: fc.option(fc.constant('live'), { nil: undefined }),
      revertsDrift: fc.boolean(),
    }),
    { selector: ({ position }) => position, minLength: 60, maxLength: 150 },
  );
  fc.assert(
    fc.property(changes, (given) => {
      const all = given.map((each) => change({ ...each, address: `aws_vpc.v[${each.position}]` }));
      const found = risksOf(all, undefined);
      t.deepEqual(risksOf(all.toReversed(), undefined), found);
      const total = all.flatMap((each) => risksOf([each], undefined)).length;
      t.is(found.length, Math.min(total, maximumRisks));
      const ranks = found.map(({ severity }) => riskSeverities.indexOf(severity));
      t.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
      );
    }),
    { numRuns: 50 },
  );
});
