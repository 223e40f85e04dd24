import test from 'ava';
import { factsOf, isSelective } from '../../../domain/ownership/member-facts.ts';
import type { Member } from '../../../domain/ownership/member-facts.ts';

const member: Member = {
  name: undefined,
  region: 'eu-west-1',
  resourceType: 'AWS::SQS::Queue',
  account: { id: 'a', number: '123456789012', ouPath: undefined },
  tags: {},
  projects: [],
  repositories: [],
};
const textsOf = (given: Partial<Member>, kind: string) =>
  factsOf({ ...member, ...given })
    .filter((fact) => fact.kind === kind)
    .map(({ text }) => text);

test('lists the facts of a resource in the order of preference', (t) => {
  const facts = factsOf({
    ...member,
    name: 'pay-api-1',
    account: { id: 'a', number: '123456789012', ouPath: '/Root/Workloads' },
    tags: { app: 'pay' },
    projects: [{ id: 'p', name: 'infra/pay' }],
    repositories: [{ id: 'r', name: 'acme/pay' }],
  });
  t.deepEqual(
    facts.map(({ condition, text }) => [condition, text]),
    [
      [{ tag: { key: 'app', equals: 'pay' } }, 'tag app = pay'],
      [{ project: { in: ['p'] } }, 'project infra/pay'],
      [{ repository: { in: ['r'] } }, 'repository acme/pay'],
      [{ name: { matches: 'pay-*' } }, 'name pay-*'],
      [{ name: { matches: 'pay-api-*' } }, 'name pay-api-*'],
      [{ account: { in: ['a'] } }, 'account 123456789012'],
      [{ ou: { under: '/Root/Workloads' } }, 'OU /Root/Workloads'],
      [{ ou: { under: '/Root' } }, 'OU /Root'],
      [{ resource_type: { in: ['AWS::SQS::Queue'] } }, 'type AWS::SQS::Queue'],
      [{ region: { in: ['eu-west-1'] } }, 'region eu-west-1'],
    ],
  );
  t.deepEqual(facts.map(isSelective), [true, true, true, true, true, false, false, false, false, false]);
});

test('leaves out tags that describe the environment, the owner, the team, the cost or the name', (t) => {
  const tags = {
    'aws:cloudformation:stack-name': 'x',
    'AWS:x': 'x',
    Name: 'x',
    env: 'x',
    Environment: 'x',
    'app-environment': 'x',
    Stage: 'x',
    owner: 'x',
    'Product Owner': 'x',
    'team-name': 'x',
    CostCenter: 'x',
    service: 'pay',
    flag: '',
    'a-p-p': 'one',
    APP: 'one',
  };
  t.deepEqual(textsOf({ tags }, 'tag'), ['tag a-p-p = one', 'tag flag without a value', 'tag service = pay']);
  t.deepEqual(textsOf({ tags: { '': 'x', ['k'.repeat(129)]: 'x', k: 'v'.repeat(257) } }, 'tag'), []);
  t.deepEqual(textsOf({ tags: { 日本: 'x' } }, 'tag'), ['tag 日本 = x']);
});

test('takes prefixes of a name that end with a separator and contain no wildcard', (t) => {
  t.deepEqual(textsOf({ name: 'payments' }, 'name'), []);
  t.deepEqual(textsOf({ name: 'eu-pay--api/x' }, 'name'), ['name eu-pay--*', 'name eu-pay--api/*']);
  t.deepEqual(textsOf({ name: 'pay*-api-1' }, 'name'), []);
  t.is(textsOf({ name: 'aaa-b-c-d-e-f-g-h' }, 'name').length, 5);
  t.deepEqual(textsOf({ name: `${'a'.repeat(260)}-b` }, 'name'), []);
});
