import { readFileSync } from 'node:fs';
import test from 'ava';
import { readAttributeRows } from '../../../domain/drift/attribute-row.ts';
import {
  attributeRowsOf,
  comparableAttributes,
  comparedNamesOf,
} from '../../../domain/drift/comparable-attributes.ts';
import { valuesOfEntry, valuesOfResource } from '../../../domain/drift/comparable-values.ts';
import { otherManagers } from '../../../domain/drift/other-managers.ts';
import { resourceType } from '../../../domain/discovery/declaration/resource-types.ts';

const hash = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64);

/** Attributes of the provider's schema by type: `o` optional or required, `c` computed, `s` sensitive, `w` write-only. */
function readSchema(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const types = new Map<string, Map<string, string>>();
  let attributes = new Map<string, string>();
  const file = new URL('../../fixtures/terraform/aws-5.100.0-attributes.txt', import.meta.url);
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [name = '', , flags = ''] = line.trim().split(' ');
    if (line.startsWith(' ')) attributes.set(name, flags);
    else types.set(name, (attributes = new Map()));
  }
  return types;
}

test('the table has at least 1,000 attributes of 150 types, each of which the schema of the provider lets code set', (t) => {
  const schema = readSchema();
  t.true(comparableAttributes.length >= 150, String(comparableAttributes.length));
  t.true(comparableAttributes.flatMap(({ rows }) => rows).length >= 1000);
  t.is(
    new Set(comparableAttributes.map(({ terraformType }) => terraformType)).size,
    comparableAttributes.length,
  );
  for (const { terraformType, resourceType: type, rows } of comparableAttributes) {
    t.not(resourceType(type), undefined, type);
    t.is(new Set(rows.map(({ attribute }) => attribute)).size, rows.length, terraformType);
    for (const { attribute } of rows) {
      const flags = schema.get(terraformType)?.get(attribute);
      t.regex(flags ?? 'absent', /^oc?$/, `${terraformType}.${attribute}`);
    }
  }
});

test('every type of the table is on the test estate', (t) => {
  const folder = new URL('../../fixtures/terraform/estate/', import.meta.url);
  const code = ['compute', 'data', 'integration', 'main', 'management', 'network']
    .map((name) => readFileSync(new URL(`${name}.tf`, folder), 'utf8'))
    .join('\n');
  const missing = comparableAttributes.filter(
    ({ terraformType }) => !code.includes(`resource "${terraformType}" `),
  );
  t.deepEqual(
    missing.map(({ terraformType }) => terraformType),
    [],
  );
});

test('every attribute of two managers is one of the schema of the provider, or a tag', (t) => {
  const schema = readSchema();
  for (const { hides, resourceType: type } of otherManagers) {
    t.not(resourceType(type), undefined, type);
    for (const key of hides) {
      const [terraformType = '', attribute = ''] = key.split('.');
      const attributes = schema.get(terraformType);
      // The extract has no blocks that may occur several times.
      const isKnown = attribute.endsWith('*') ? attributes !== undefined : attributes?.has(attribute);
      t.true(key === 'tags.*' || isKnown, key);
    }
  }
});

test('nothing is stored of an entry that manages no compared attribute of another resource', (t) => {
  const attributes = { role: 'app', policy_arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' };
  t.is(valuesOfEntry('aws_iam_role_policy_attachment', attributes, hash), undefined);
  t.deepEqual(comparedNamesOf('aws_iam_role_policy_attachment'), []);
  t.deepEqual(
    valuesOfEntry('aws_ec2_tag', { resource_id: 'vpc-1', key: 'a', value: 'b' }, hash)?.holders[0],
    { resourceType: 'AWS::EC2::VPC', nativeId: 'vpc-1' },
  );
});

test('a secret has the same hash on both sides, and a sensitive or absent attribute is not compared', (t) => {
  const variables = { DB_PASSWORD: 'hunter2' };
  const entry = valuesOfEntry('aws_lambda_function', { environment: [{ variables }], timeout: '30' }, hash);
  const key = 'aws_lambda_function.environment.variables';
  const configuration = {
    Environment: { Variables: { DB_PASSWORD: `hmac-sha256:${hash('hunter2')}` } },
    Timeout: 30,
  };
  const accepted = valuesOfResource('AWS::Lambda::Function', configuration, {}, hash);
  t.deepEqual(accepted[key], [entry?.forms[key] ?? 'absent']);
  t.false(JSON.stringify(entry).includes('hunter2'));
  t.is(entry?.forms['aws_lambda_function.timeout'], '30');
  t.false(Object.hasOwn(entry?.forms ?? {}, 'aws_lambda_function.handler'));
});

test('what could not be read of a resource is not compared', (t) => {
  const keysOf = (...unreadable: { part: string; scope: 'key' | 'rest' | 'tags' }[]) =>
    Object.keys(
      valuesOfResource(
        'AWS::S3::Bucket',
        { VersioningConfiguration: { Status: 'Enabled' }, Policy: { Statement: [] } },
        { Team: 'a' },
        hash,
        unreadable,
      ),
    );
  const isOfVersioning = (key: string) => key.startsWith('aws_s3_bucket_versioning.');
  t.true(keysOf().some(isOfVersioning));
  t.true(keysOf().includes('tags.Team'));
  t.false(keysOf({ part: 'VersioningConfiguration', scope: 'key' }).some(isOfVersioning));
  t.true(keysOf({ part: 'VersioningConfiguration', scope: 'key' }).includes('tags.Team'));
  t.false(keysOf({ part: 'tags', scope: 'tags' }).some((key) => key.startsWith('tags')));
  t.deepEqual(
    keysOf({ part: 'x', scope: 'rest' }).filter((key) => !key.startsWith('tags')),
    [],
  );
});

test('tags of services are left out, empty tags and missing tags differ', (t) => {
  const entry = valuesOfEntry(
    'aws_vpc',
    { tags_all: { Team: '', 'kubernetes.io/cluster/a': 'owned' } },
    hash,
  );
  t.true(entry?.hasTags);
  t.deepEqual(
    Object.entries(entry?.forms ?? {}).filter(([key]) => key.startsWith('tags.')),
    [['tags.Team', '=']],
  );
  const accepted = valuesOfResource(
    'AWS::EC2::VPC',
    {},
    { 'aws:cloudformation:stack-name': 'x', Team: '' },
    hash,
  );
  t.deepEqual(
    Object.keys(accepted).filter((key) => key.startsWith('tags.')),
    ['tags.Team'],
  );
  const unread = valuesOfResource('AWS::EC2::VPC', { CidrBlock: '10.0.0.0/16' }, {}, hash, [
    { part: 'tags', scope: 'tags' },
  ]);
  t.false(Object.hasOwn(unread, 'tags'));
  t.deepEqual(unread['aws_vpc.cidr_block'], ['10.0.0.0/16']);
});

test('an association names its holder, and the reader keeps the attributes that name it', (t) => {
  const attributes = { queue_url: 'https://sqs/1/q', policy: '{}' };
  t.deepEqual(valuesOfEntry('aws_sqs_queue_policy', attributes, hash)?.holders, [
    { resourceType: 'AWS::SQS::Queue', nativeId: 'https://sqs/1/q' },
  ]);
  t.deepEqual([...comparedNamesOf('aws_sqs_queue_policy')].sort(), ['policy', 'queue_url']);
  t.deepEqual(comparedNamesOf('aws_no_such_type'), []);
});

test('all holders of an entry have one native_id, which an index of the entries has', (t) => {
  const templates = new Map<string, Set<string>>();
  for (const { type, holder } of otherManagers)
    templates.set(type, (templates.get(type) ?? new Set()).add(holder));
  for (const [type, holders] of templates) t.is(holders.size, 1, type);
  const values = valuesOfEntry('aws_ec2_tag', { resource_id: 'vpc-1', key: 'a', value: 'b' }, hash);
  t.true((values?.holders.length ?? 0) > 1);
});

test('a malformed row is an error that shows it', (t) => {
  t.throws(() => readAttributeRows('aws_a AWS::A::B\n  name scalr Name'), { message: /name scalr Name/ });
});

test('tags are compared without tags_all only where the provider has no default tags', (t) => {
  const tagsOf = (
    attributes: { tags?: object | null; tags_all?: object | null },
    hasDefaultTags?: boolean,
  ) => {
    const entry = valuesOfEntry(
      'aws_vpc',
      { ...(attributes as object), cidr_block: '10.0.0.0/16' },
      hash,
      hasDefaultTags,
    );
    return [
      entry?.hasTags,
      Object.keys(entry?.forms ?? {})
        .filter((key) => key.startsWith('tags.'))
        .toSorted(),
    ];
  };
  const tags = { Team: 'a' };
  t.deepEqual(tagsOf({ tags, tags_all: { ...tags, Owner: 'b' } }), [true, ['tags.Owner', 'tags.Team']]);
  t.deepEqual(tagsOf({ tags: null, tags_all: null }), [true, []], 'without tags every tag of AWS is drift');
  t.deepEqual(tagsOf({ tags }), [false, []]);
  t.deepEqual(tagsOf({ tags, tags_all: null }, true), [false, []]);
  t.deepEqual(tagsOf({ tags, tags_all: null }, false), [true, ['tags.Team']]);
  t.deepEqual(tagsOf({}, false), [false, []]);
});

test('at most 64 attributes and 8 KB of an entry are kept, and then no tag is missing', (t) => {
  const tags = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`tag-${index}`, 'x'.repeat(200)]),
  );
  const entry = valuesOfEntry('aws_vpc', { tags_all: tags }, hash);
  const forms = Object.entries(entry?.forms ?? {});
  t.true(forms.reduce((sum, [key, form]) => sum + key.length + form.length, 0) <= 8 * 1024);
  t.true(forms.length > 30);
  t.false(entry?.hasTags);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`t${index}`, '']));
  const bounded = valuesOfEntry('aws_vpc', { tags_all: many }, hash);
  t.is(Object.keys(bounded?.forms ?? {}).length, 64);
  t.false(bounded?.hasTags);

  const names =
    attributeRowsOf('aws_pipes_pipe')?.rows.map(({ attribute }) => attribute.split('.')[0] ?? '') ?? [];
  const unused = Object.fromEntries(names.map((name) => [name, null]));
  const pipe = valuesOfEntry('aws_pipes_pipe', { ...unused, name: 'orders', tags_all: { Team: 'a' } }, hash);
  t.true(pipe?.hasTags);
  t.like(pipe?.forms, { 'tags.Team': '=a', 'aws_pipes_pipe.name': 'orders' });
  t.is(Object.keys(pipe?.forms ?? {}).length, 64, 'attributes without a value come last');
});
