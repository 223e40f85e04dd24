import test from 'ava';
import fc from 'fast-check';
import { evaluateAccess } from '../../../../domain/graph/access/evaluate-access.ts';
import type { AccessCaller, AccessedResource } from '../../../../domain/graph/access/evaluate-access.ts';
import { readAccessFact } from '../../../../domain/graph/access/read-access-fact.ts';
import {
  coversPattern,
  matchesPattern,
  mayExtend,
  mayOverlap,
} from '../../../../domain/graph/access/wildcard.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { documentedExamples } from './documented-examples.ts';
import type { DocumentedExample } from './documented-examples.ts';

const account = '123456789012';
const json = (value: object) => JSON.parse(JSON.stringify(value)) as JsonObject;

/** Returns a user or role whose policies are read as extraction reads them. */
function callerOf({ arn, identity, boundary }: DocumentedExample['caller']): AccessCaller {
  const kind = arn.includes(':user/') ? 'user' : 'role';
  const [, , , , ownAccount = ''] = arn.split(':');
  const policies = identity.map((document, index) => ({
    PolicyName: `policy-${index}`,
    PolicyDocument: document,
  }));
  const type = kind === 'user' ? 'AWS::IAM::User' : 'AWS::IAM::Role';
  const fact = readAccessFact(
    json(kind === 'user' ? { UserPolicyList: policies } : { RolePolicyList: policies }),
    type,
    arn,
  );
  const ofBoundary =
    boundary === undefined
      ? undefined
      : readAccessFact(
          json({ PolicyVersionList: [{ IsDefaultVersion: true, Document: boundary }] }),
          'AWS::IAM::ManagedPolicy',
          `arn:aws:iam::${ownAccount}:policy/boundary`,
        );
  return {
    id: arn,
    kind,
    account: ownAccount,
    identity: fact?.statements ?? [],
    ...(ofBoundary === undefined ? {} : { boundary: ofBoundary.statements }),
  };
}

function resourceOf({ arn, account: own, type, policy }: DocumentedExample['resource']): AccessedResource {
  const key = {
    'AWS::SecretsManager::Secret': 'ResourcePolicy',
    'AWS::IAM::Role': 'AssumeRolePolicyDocument',
  }[type];
  const fact =
    policy === undefined ? undefined : readAccessFact(json({ [key ?? 'Policy']: policy }), type, arn);
  const statements = (fact?.statements ?? []).filter(({ role }) => role === 'resource' || role === 'trust');
  return { arn, account: own, resourceType: type, policy: statements };
}

for (const { title, source, caller, resource, decisions } of documentedExamples)
  test(`decides as the documentation of AWS: ${title}`, (t) => {
    for (const [action, expected] of Object.entries(decisions)) {
      const found = evaluateAccess(callerOf(caller), resourceOf(resource), action);
      t.deepEqual(
        found.map(({ decision }) => decision),
        expected === 'implicit' ? [] : [expected],
        `${action}, ${source}`,
      );
    }
  });

const allow = (
  actions: string | readonly string[],
  resources: string | readonly string[],
  rest: object = {},
) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: actions, Resource: resources, ...rest }],
});
const bucket = { arn: 'arn:aws:s3:::orders', account, type: 'AWS::S3::Bucket' } as const;
const app = `arn:aws:iam::${account}:role/app`;

test('returns the patterns as written with the statements that decide', (t) => {
  const caller = callerOf({
    arn: app,
    identity: [
      {
        Version: '2012-10-17',
        Statement: [
          { Sid: 'Read', Effect: 'Allow', Action: ['s3:Get*', 'sqs:*'], Resource: 'arn:aws:s3:::orders/*' },
          {
            Effect: 'Allow',
            Action: 'S3:PutObject',
            Resource: '*',
            Condition: { Bool: { 'aws:SecureTransport': 'true' } },
          },
          { Sid: 'NoPolicy', Effect: 'Deny', Action: 's3:PutBucketPolicy', Resource: '*' },
        ],
      },
      allow('s3:PutBucketPolicy', bucket.arn),
    ],
  });
  t.deepEqual(evaluateAccess(caller, resourceOf(bucket)), [
    {
      decision: 'allowed',
      actions: ['s3:Get*'],
      statements: [{ policy: 'policy-0', sid: 'Read', index: 0, effect: 'Allow' }],
      notEvaluated: [],
    },
    {
      decision: 'conditional',
      actions: ['S3:PutObject'],
      statements: [{ policy: 'policy-0', index: 1, effect: 'Allow' }],
      notEvaluated: [{ kind: 'condition', value: 'aws:SecureTransport' }],
    },
    {
      decision: 'denied',
      actions: ['s3:PutBucketPolicy'],
      statements: [
        { policy: 'policy-1', index: 0, effect: 'Allow' },
        { policy: 'policy-0', sid: 'NoPolicy', index: 2, effect: 'Deny' },
      ],
      notEvaluated: [],
    },
  ]);
});

test('a denial of some of the actions, or of a part of the resource, makes the pattern conditional', (t) => {
  const denied = (action: string, resource: string) => {
    const document = {
      Version: '2012-10-17',
      Statement: { Effect: 'Deny', Action: action, Resource: resource },
    };
    const caller = callerOf({ arn: app, identity: [allow('s3:*', '*'), document] });
    return evaluateAccess(caller, resourceOf(bucket)).map(({ decision, notEvaluated }) => [
      decision,
      ...new Set(notEvaluated.map(({ kind }) => kind)),
    ]);
  };
  t.deepEqual(denied('s3:Delete*', '*'), [['conditional', 'part_of_actions']]);
  t.deepEqual(denied('s3:*', 'arn:aws:s3:::orders/private/*'), [['conditional', 'part_of_resource']]);
  t.deepEqual(denied('s3:*', 'arn:aws:s3:::other*'), [['allowed']]);
  t.deepEqual(denied('*', 'arn:aws:s3:::ord*'), [['denied']]);
});

test('who can assume a role follows from its trust policy, and from identity policies where it names accounts', (t) => {
  const trust = (principal: object | string, condition?: object) =>
    resourceOf({
      arn: `arn:aws:iam::${account}:role/deploy`,
      account,
      type: 'AWS::IAM::Role',
      policy: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Principal: principal, Action: 'sts:AssumeRole', Condition: condition },
        ],
      },
    });
  const decide = (caller: AccessCaller, resource: AccessedResource) =>
    evaluateAccess(caller, resource, 'sts:AssumeRole').map(({ decision }) => decision);
  const without = callerOf({ arn: app, identity: [] });
  const withPolicy = callerOf({ arn: app, identity: [allow('sts:AssumeRole', '*')] });
  const administrator = callerOf({ arn: app, identity: [allow('*', '*')] });
  t.deepEqual(decide(without, trust({ AWS: app })), ['allowed']);
  t.deepEqual(decide(without, trust({ AWS: `arn:aws:iam::${account}:root` })), []);
  t.deepEqual(decide(withPolicy, trust({ AWS: `arn:aws:iam::${account}:root` })), ['allowed']);
  t.deepEqual(decide(administrator, trust({ Service: 'lambda.amazonaws.com' })), []);
  t.deepEqual(
    decide({ id: 'lambda.amazonaws.com', kind: 'service' }, trust({ Service: 'lambda.amazonaws.com' })),
    ['allowed'],
  );
  t.deepEqual(decide({ id: '*', kind: 'anyone' }, trust('*')), ['allowed']);
  const outside: AccessCaller = { id: '210987654321', kind: 'account', account: '210987654321' };
  t.deepEqual(decide(outside, trust({ AWS: '210987654321' })), ['conditional']);
  const external = trust({ AWS: app }, { StringEquals: { 'sts:ExternalId': 'x' } });
  t.deepEqual(decide(without, external), ['conditional']);
});

/** Source: AWS Organizations user guide, "SCP evaluation": each level from the root to the account has to allow. */
test('every level of service control policies has to allow, and each can deny', (t) => {
  const level = (...policies: readonly object[]) =>
    policies.flatMap((Content) => {
      const configuration = json({ Id: 'p-1', Type: 'SERVICE_CONTROL_POLICY', Content });
      return readAccessFact(configuration, 'AWS::Organizations::Policy', 'arn')?.statements ?? [];
    });
  const full = allow('*', '*');
  const deny = {
    Version: '2012-10-17',
    Statement: { Effect: 'Deny', Action: 's3:PutObject', Resource: '*' },
  };
  const caller = callerOf({ arn: app, identity: [allow('s3:*', '*')] });
  const decide = (action: string, ...controls: readonly (readonly object[])[]) =>
    evaluateAccess(
      { ...caller, controls: controls.map((policies) => level(...policies)) },
      resourceOf(bucket),
      action,
    )[0]?.decision;
  t.is(decide('s3:PutObject', [full], [full], [full]), 'allowed');
  t.is(decide('s3:PutObject', [full], [full, deny], [full]), 'denied');
  t.is(decide('s3:GetObject', [full], [full, deny], [full]), 'allowed');
  t.is(decide('s3:GetObject', [full], [allow('ec2:*', '*')], [full]), 'denied', 'a level without the action');
  t.is(decide('s3:GetObject', [full], [], [full]), 'denied', 'a level without a policy');
  t.is(
    decide('s3:GetObject', [full], [allow('*', '*', { Condition: { Bool: { x: 'true' } } })]),
    'conditional',
  );
});

test('wildcards match as a regular expression does', (t) => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ':'), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', ':', '*', '?'), maxLength: 8 });
  const expression = (value: string) =>
    new RegExp(`^${value.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
  fc.assert(
    fc.property(pattern, text, pattern, (one, value, other) => {
      t.is(matchesPattern(one, value), expression(one).test(value), `${one} ${value}`);
      if (matchesPattern(one, value) && matchesPattern(other, value))
        t.true(mayOverlap(one, other), `${one} ${other}`);
      if (coversPattern(one, other) && matchesPattern(other, value))
        t.true(matchesPattern(one, value), `${one} ${other} ${value}`);
      for (let length = 0; length <= value.length; length += 1)
        if (matchesPattern(one, value)) t.true(mayExtend(one, value.slice(0, length)), `${one} ${value}`);
    }),
    { numRuns: 2000 },
  );
});

test('a hostile pattern takes no exponential time', (t) => {
  const pattern = `${'*a'.repeat(1000)}b`;
  t.false(matchesPattern(pattern, 'a'.repeat(2048)));
  t.true(matchesPattern('*a'.repeat(1000), 'a'.repeat(2048)));
});
