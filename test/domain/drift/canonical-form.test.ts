import test from 'ava';
import type { Comparison } from '../../../domain/drift/attribute-row.ts';
import { acceptedForms, canonicalForm } from '../../../domain/drift/canonical-form.ts';
import type { Json } from '../../../domain/json/json.ts';

interface Pair {
  readonly comparison: Comparison;
  readonly state: Json;
  readonly aws: Json;
  readonly equal: boolean;
  readonly fallback?: string;
}

const policy = (statement: Json): Json => ({ Version: '2012-10-17', Statement: statement });
const text = (document: Json) => JSON.stringify(document);
const role = 'arn:aws:iam::123456789012:role/app/service';

// Sources: AWS API reference and IAM user guide for the side of AWS, the provider's documentation for the side of the state.
const pairs: readonly Pair[] = [
  { comparison: 'scalar', state: '5', aws: 5, equal: true },
  { comparison: 'scalar', state: '100.0', aws: '100', equal: true },
  { comparison: 'scalar', state: '012345678901', aws: '12345678901', equal: false },
  { comparison: 'scalar', state: true, aws: 'true', equal: true },
  { comparison: 'scalar', state: false, aws: null, equal: true, fallback: 'false' },
  { comparison: 'scalar', state: true, aws: null, equal: false, fallback: 'false' },
  { comparison: 'scalar', state: null, aws: '', equal: true },
  { comparison: 'scalar', state: [], aws: {}, equal: true },
  { comparison: 'scalar', state: 'gp3', aws: 'GP3', equal: false },
  { comparison: 'text', state: 'redis', aws: 'Redis', equal: true },
  { comparison: 'text', state: 'redis', aws: 'valkey', equal: false },
  { comparison: 'list', state: ['a', 'b'], aws: ['a', 'b'], equal: true },
  { comparison: 'list', state: ['a', 'b'], aws: ['b', 'a'], equal: false },
  { comparison: 'set', state: ['a', 'b'], aws: ['b', 'a'], equal: true },
  { comparison: 'set', state: ['subnet-1', 'subnet-2'], aws: 'subnet-2,subnet-1', equal: true },
  { comparison: 'set', state: ['a'], aws: ['a', 'b'], equal: false },
  { comparison: 'json', state: '{"b":"1","a":[]}', aws: { b: 1 }, equal: true },
  { comparison: 'json', state: '{"a":["x","y"]}', aws: { a: ['y', 'x'] }, equal: false },
  {
    comparison: 'policy',
    state: text(policy({ Effect: 'Allow', Principal: { AWS: '123456789012' }, Action: 'sts:AssumeRole' })),
    aws: policy([
      { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::123456789012:root' }, Action: ['sts:AssumeRole'] },
    ]),
    equal: true,
  },
  {
    comparison: 'policy',
    state: text(policy([{ Effect: 'Allow', Principal: '*', Action: ['sqs:B', 'sqs:a'], Resource: '*' }])),
    aws: policy({ Effect: 'Allow', Principal: { AWS: '*' }, Action: ['SQS:A', 'sqs:b'], Resource: ['*'] }),
    equal: true,
  },
  {
    comparison: 'policy',
    state: text(
      policy({
        Effect: 'Allow',
        Action: 'a:b',
        Resource: '*',
        Condition: { Bool: { 'aws:SecureTransport': true } },
      }),
    ),
    aws: policy({
      Effect: 'Allow',
      Action: 'a:b',
      Resource: '*',
      Condition: { Bool: { 'aws:securetransport': 'true' } },
    }),
    equal: true,
  },
  {
    comparison: 'policy',
    state: text(policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' })),
    aws: policy({ Effect: 'Deny', Action: 's3:GetObject', Resource: '*' }),
    equal: false,
  },
  {
    comparison: 'policy',
    state: text(policy({ Effect: 'Allow', Principal: { AWS: '123456789012' }, Action: 'a:b' })),
    aws: policy({ Effect: 'Allow', Principal: { AWS: '210987654321' }, Action: 'a:b' }),
    equal: false,
  },
  { comparison: 'boolean_word', state: true, aws: 'ENABLED', equal: true },
  { comparison: 'boolean_word', state: false, aws: 'Suspended', equal: true },
  { comparison: 'boolean_word', state: true, aws: 'DISABLED', equal: false },
  { comparison: 'seconds', state: '5m', aws: 300, equal: true },
  { comparison: 'seconds', state: 300, aws: '300s', equal: true },
  { comparison: 'seconds', state: '5m', aws: 301, equal: false },
  { comparison: 'bytes', state: '1GiB', aws: 1_073_741_824, equal: true },
  { comparison: 'bytes', state: '1 KB', aws: 1024, equal: false },
  { comparison: 'reference', state: 'service', aws: role, equal: true },
  { comparison: 'reference', state: role, aws: 'arn:aws:iam::123456789012:role/other', equal: false },
  { comparison: 'reference', state: 'arn:aws:kms:eu-west-1:1:key/abc', aws: 'abc', equal: true },
  { comparison: 'version', state: '16', aws: '16.3', equal: true },
  { comparison: 'version', state: '16.3', aws: '16.3', equal: true },
  { comparison: 'version', state: '16.3', aws: '16.30', equal: false },
  { comparison: 'version', state: '1', aws: '16.3', equal: false },
];

for (const { comparison, state, aws, equal, fallback } of pairs)
  test(`${comparison}: ${JSON.stringify(state)} and ${JSON.stringify(aws)} are ${equal ? 'equal' : 'different'}${fallback === undefined ? '' : ` with the default ${fallback}`}`, (t) => {
    const row = {
      attribute: 'a',
      path: 'A',
      comparison,
      ...(fallback === undefined ? {} : { default: fallback }),
    };
    const form = canonicalForm(row, state);
    t.not(form, undefined);
    t.is(acceptedForms(row, aws)?.includes(form ?? 'none'), equal);
  });

test('values without a comparable form are not compared', (t) => {
  const replaced = policy({ Effect: 'Allow', Principal: { AWS: ['AROAEXAMPLEID00000000'] }, Action: 'a:b' });
  t.is(canonicalForm({ attribute: 'a', path: 'A', comparison: 'policy' }, replaced), undefined);
  t.is(canonicalForm({ attribute: 'a', path: 'A', comparison: 'reference' }, 'alias/data'), undefined);
  t.is(canonicalForm({ attribute: 'a', path: 'A', comparison: 'set' }, [{ nested: true }]), undefined);
  t.is(canonicalForm({ attribute: 'a', path: 'A', comparison: 'json' }, 'no document'), undefined);
});
