import test from 'ava';
import fc from 'fast-check';
import { uncomparedPaths } from '../../../../domain/plans/explain/attribute-paths.ts';
import { explainUpdate } from '../../../../domain/plans/explain/explain-update.ts';
import type { PlannedValues } from '../../../../domain/plans/explain/explain-update.ts';
import type { DiffEntry } from '../../../../domain/json/diff.ts';
import { mappingRulesOf } from '../../../../domain/mapping/rules/mapping-rule.ts';
import type { Json } from '../../../../domain/json/json.ts';

function planned(
  terraformType: string,
  before: Json,
  after: Json,
  changedPaths: readonly string[],
): PlannedValues {
  return { terraformType, before, after, changedPaths };
}

function replaced(path: string, before: Json, after: Json): DiffEntry {
  return { op: 'replace', path: `/configuration/${path}`, before, after };
}

const timeout = (after: Json) =>
  planned('aws_sqs_queue', { visibility_timeout_seconds: 30 }, { visibility_timeout_seconds: after }, [
    '/visibility_timeout_seconds',
  ]);

test('explains a path of the table whose text is the planned scalar', (t) => {
  t.is(explainUpdate([replaced('Attributes/VisibilityTimeout', '30', '60')], timeout(60)), 'high');
});

test('does not explain a different value, even when another path agrees', (t) => {
  t.is(explainUpdate([replaced('Attributes/VisibilityTimeout', '30', '90')], timeout(60)), undefined);
  const both = planned(
    'aws_sqs_queue',
    { visibility_timeout_seconds: 30, delay_seconds: 0 },
    { visibility_timeout_seconds: 60, delay_seconds: 5 },
    ['/visibility_timeout_seconds', '/delay_seconds'],
  );
  const diff = [
    replaced('Attributes/VisibilityTimeout', '30', '60'),
    replaced('Attributes/DelaySeconds', '0', '9'),
  ];
  t.is(explainUpdate(diff, both), undefined);
});

test('is medium when some paths agree and others are not planned', (t) => {
  const diff = [
    replaced('Attributes/VisibilityTimeout', '30', '60'),
    replaced('Attributes/Policy', 'a', 'b'),
  ];
  t.is(explainUpdate(diff, timeout(60)), 'medium');
});

test('is low when only sensitive or unknown attributes correspond', (t) => {
  for (const mark of ['(sensitive)', '(known after apply)', 'arn:(sensitive):x'])
    t.is(explainUpdate([replaced('Attributes/VisibilityTimeout', '30', '60')], timeout(mark)), 'low', mark);
  const environment = planned(
    'aws_lambda_function',
    { environment: [{ variables: '(sensitive)' }] },
    { environment: [{ variables: '(sensitive)' }] },
    ['/environment/0/variables'],
  );
  const variable = replaced('Environment/Variables/KEY', 'hmac-sha256:00', 'hmac-sha256:01');
  t.is(explainUpdate([variable], environment), 'low');
  t.is(explainUpdate([variable, replaced('MemorySize', 1, 2)], environment), 'low');
});

test('compares hashed values of the inventory as unknown', (t) => {
  const plan = planned(
    'aws_lambda_function',
    { environment: [{ variables: { KEY: 'one' } }] },
    { environment: [{ variables: { KEY: 'two' } }] },
    ['/environment/0/variables/KEY'],
  );
  t.is(
    explainUpdate([replaced('Environment/Variables/KEY', 'hmac-sha256:00', 'hmac-sha256:01')], plan),
    'low',
  );
});

test('does not explain paths without a planned attribute, or a plan without paths', (t) => {
  t.is(explainUpdate([replaced('Attributes/Policy', 'a', 'b')], timeout(60)), undefined);
  t.is(explainUpdate([], timeout(60)), undefined);
  t.is(
    explainUpdate(
      [replaced('Attributes/VisibilityTimeout', '30', '60')],
      planned('aws_sqs_queue', {}, {}, []),
    ),
    undefined,
  );
});

test('compares names without case, separators and unit for attributes that are not in the table', (t) => {
  const group = planned('aws_cloudwatch_log_group', { retention_in_days: 7 }, { retention_in_days: 14 }, [
    '/retention_in_days',
  ]);
  t.is(explainUpdate([replaced('retentionInDays', 7, 14)], group), 'high');
  const unlisted = planned('aws_unlisted_type', { size_gb: 1 }, { size_gb: 2 }, ['/size_gb']);
  t.is(explainUpdate([replaced('Settings/Size', 1, 2)], unlisted), 'high');
});

test('a name below an array is not the attribute with the same name at the top', (t) => {
  const description = planned('aws_unlisted_type', { description: 'a' }, { description: 'b' }, [
    '/description',
  ]);
  t.is(explainUpdate([replaced('Rules/0/Description', 'x', 'y')], description), undefined);
  t.is(
    explainUpdate(
      [replaced('Rules/0/Description', 'x', 'y'), replaced('Description', 'a', 'b')],
      description,
    ),
    'medium',
  );
});

test('compares tags by their exact keys, and removed tags', (t) => {
  const tags = planned(
    'aws_sqs_queue',
    { tags: { Env: 'a', '1': 'x', gone: 'y' }, tags_all: { Env: 'a', '1': 'x', gone: 'y' } },
    { tags: { Env: 'b', '1': 'z' }, tags_all: { Env: 'b', '1': 'z' } },
    ['/tags/Env', '/tags/1', '/tags/gone', '/tags_all/Env', '/tags_all/1', '/tags_all/gone'],
  );
  t.is(explainUpdate([{ op: 'replace', path: '/tags/Env', before: 'a', after: 'b' }], tags), 'high');
  t.is(explainUpdate([{ op: 'replace', path: '/tags/1', before: 'x', after: 'z' }], tags), 'high');
  t.is(explainUpdate([{ op: 'remove', path: '/tags/gone', before: 'y' }], tags), 'high');
  t.is(explainUpdate([{ op: 'remove', path: '/tags/Env', before: 'a' }], tags), undefined);
  t.is(explainUpdate([{ op: 'replace', path: '/tags/env', before: 'a', after: 'b' }], tags), undefined);
});

test('compares elements of arrays in any order', (t) => {
  const groups = planned(
    'aws_instance',
    { vpc_security_group_ids: ['sg-1', 'sg-2'] },
    { vpc_security_group_ids: ['sg-3', 'sg-2'] },
    ['/vpc_security_group_ids/0'],
  );
  t.is(explainUpdate([replaced('SecurityGroups/1/GroupId', 'sg-1', 'sg-3')], groups), 'high');
  t.is(explainUpdate([replaced('SecurityGroups/1/GroupId', 'sg-1', 'sg-4')], groups), undefined);
  const removed = {
    op: 'remove',
    path: '/configuration/SecurityGroups/0',
    before: { GroupId: 'sg-1' },
  } as const;
  t.is(explainUpdate([removed], groups), 'high');
});

test('compares the rules of a security group by the table', (t) => {
  const rule = (port: number, cidr: string) => ({
    from_port: port,
    to_port: port,
    protocol: 'tcp',
    cidr_blocks: [cidr],
  });
  const plan = planned(
    'aws_security_group',
    { ingress: [rule(443, '10.0.0.0/8')] },
    { ingress: [rule(443, '10.0.0.0/8'), rule(80, '10.1.0.0/16')] },
    ['/ingress'],
  );
  const added = (cidr: string): DiffEntry => ({
    op: 'add',
    path: '/configuration/IpPermissions/0',
    after: { FromPort: 80, ToPort: 80, IpProtocol: 'tcp', IpRanges: [{ CidrIp: cidr }] },
  });
  t.is(explainUpdate([added('10.1.0.0/16')], plan), 'high');
  t.is(explainUpdate([added('0.0.0.0/0')], plan), undefined);
});

test('reads a policy in a text as its content', (t) => {
  const policy = (action: string) => JSON.stringify({ Statement: [{ Effect: 'Allow', Action: action }] });
  const plan = planned(
    'aws_sqs_queue',
    { policy: policy('sqs:SendMessage') },
    { policy: policy('sqs:ReceiveMessage') },
    ['/policy'],
  );
  const diff = (action: string) => [
    replaced('Attributes/Policy/Statement/0/Action', 'sqs:SendMessage', action),
  ];
  t.is(explainUpdate(diff('sqs:ReceiveMessage'), plan), 'high');
  t.is(explainUpdate(diff('sqs:*'), plan), undefined);
});

test('compares omitted and cut values as unknown', (t) => {
  const omitted = { $omitted: 'too_large' };
  const diff = [replaced('Attributes/VisibilityTimeout', '30', '60')];
  t.is(
    explainUpdate(diff, planned('aws_sqs_queue', omitted, omitted, ['/visibility_timeout_seconds'])),
    'low',
  );
  t.is(explainUpdate(diff, timeout('x'.repeat(4_096))), 'low');
});

test('an attribute that the table marks as incomparable neither explains nor contradicts', (t) => {
  const plan = planned(
    'aws_instance',
    { monitoring: false, instance_type: 't3.small' },
    { monitoring: true, instance_type: 't3.large' },
    ['/monitoring', '/instance_type'],
  );
  const type = replaced('InstanceType', 't3.small', 't3.large');
  t.is(explainUpdate([type, replaced('Monitoring/State', 'disabled', 'enabled')], plan), 'medium');
  t.is(explainUpdate([replaced('Monitoring/State', 'disabled', 'enabled')], plan), undefined);
});

test('every type of the table manages a resource type', (t) => {
  for (const type of Object.keys(uncomparedPaths))
    t.true(
      mappingRulesOf(type).some(({ resourceType }) => resourceType !== null),
      type,
    );
});

const name = fc.constantFrom('alpha', 'beta_seconds', 'gamma_delta', 'epsilon');
const scalar = fc.oneof(fc.constantFrom<Json>('a', 'b', 1, 2, true, false), fc.constant<Json>('(sensitive)'));

/** A naive model for flat values: compares each differing attribute with its plan, one by one. */
test('agrees with a naive comparison of flat values', (t) => {
  const values = fc.dictionary(name, scalar, { noNullPrototype: true });
  fc.assert(
    fc.property(values, values, values, (before, after, found) => {
      const changed = Object.keys(after).filter((key) => before[key] !== after[key]);
      const diff = Object.entries(found).map(([key, value]) => replaced(awsName(key), 'earlier', value));
      const expected = naive(changed, after, found);
      return (
        explainUpdate(
          diff,
          planned(
            'aws_unlisted_type',
            before,
            after,
            changed.map((key) => `/${key}`),
          ),
        ) === expected
      );
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

function naive(
  changed: readonly string[],
  after: Readonly<Record<string, Json>>,
  found: Readonly<Record<string, Json>>,
): string | undefined {
  let agreeing = 0;
  let hidden = 0;
  for (const [key, value] of Object.entries(found)) {
    if (!changed.includes(key)) continue;
    if (value === '(sensitive)' || after[key] === '(sensitive)') hidden += 1;
    else if (textOf(value) === textOf(after[key])) agreeing += 1;
    else return undefined;
  }
  if (agreeing === 0) return hidden > 0 ? 'low' : undefined;
  return agreeing === Object.keys(found).length ? 'high' : 'medium';
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function awsName(key: string): string {
  return key
    .replace('_seconds', '')
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}
