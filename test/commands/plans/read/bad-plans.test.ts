import { gzipSync } from 'node:zlib';
import test from 'ava';
import { planProblems } from '../../../../domain/plans/read/plan-rejected.ts';
import type { PlanProblem } from '../../../../domain/plans/read/plan-rejected.ts';
import { fixtureText, planOf, queueChange, readBody, rejectionOf } from './support.ts';

const plan = fixtureText('terraform-1.11-create');
const secret = 'hunter2-secret';
const line = '{"@level":"info","@message":"Terraform 1.11.4","type":"version"}\n';
const nested = (depth: number): string =>
  JSON.stringify(planOf([queueChange({ after: 'DEEP' })])).replace(
    '"DEEP"',
    `${'['.repeat(depth)}"${secret}"${']'.repeat(depth)}`,
  );
const masked = (fields: object) => planOf([queueChange({ after: { a: secret, b: [secret] }, ...fields })]);
const gzip = { encoding: 'gzip' } as const;
const envelope = { form: 'envelope' } as const;

type Case = readonly [
  title: string,
  problem: PlanProblem,
  body: string | Buffer | object,
  options?: Parameters<typeof readBody>[1],
];

const cases: readonly Case[] = [
  ['an empty body', 'empty', ''],
  ['white space', 'empty', ' \n\n'],
  ['an empty gzip body', 'empty', '', gzip],
  ['a binary plan', 'binary_plan', Buffer.from('PK\u0003\u0004....tfplan')],
  ['a compressed binary plan', 'binary_plan', gzipSync('PK\u0003\u0004....tfplan'), gzip],
  ['UTF-16 with a byte order mark', 'utf16', Buffer.from(`\ufeff${plan}`, 'utf16le')],
  ['UTF-16 without one', 'utf16', Buffer.from(plan, 'utf16le')],
  ['UTF-16 in the other order', 'utf16', Buffer.from(`\ufeff${plan}`, 'utf16le').swap16()],
  ['UTF-8 with a byte order mark', 'byte_order_mark', `\ufeff${plan}`],
  ['the lines of plan -json', 'event_lines', `${line}${line}`],
  ['the first of these lines', 'event_lines', line],
  ['these lines as an envelope', 'event_lines', line, envelope],
  ['two plans', 'several_plans', `${plan}\n${plan}`],
  ['the wrapper of setup-terraform', 'text_before', `[command]/usr/bin/terraform show -json p\n${plan}`],
  ['text of a shell', 'text_before', `+ terraform show -json\n${plan}`],
  ['a text plan', 'text_plan', 'No changes. Your infrastructure matches the configuration.\n'],
  ['a text plan in an envelope', 'plan_is_text', { plan: 'Plan: 1 to add, 0 to change' }, envelope],
  ['text after the plan', 'text_after', `${plan}\n::debug::Terraform exited with code 0.\n`],
  ['gzip without the header', 'gzip_undeclared', gzipSync(plan)],
  ['gzip twice', 'gzip_undeclared', gzipSync(gzipSync(plan)), gzip],
  ['the header without gzip', 'gzip_missing', plan, gzip],
  ['truncated gzip', 'gzip_truncated', gzipSync(plan).subarray(0, 2_000), gzip],
  ['damaged gzip', 'gzip_corrupt', gzipSync(plan).fill(0xee, 1_000, 1_200), gzip],
  [
    'a gzip bomb',
    'inflated_too_large',
    gzipSync(Buffer.alloc(257 * 1024 * 1024, 0x20)),
    { ...gzip, chunkSize: 65_536 },
  ],
  ['a truncated plan', 'truncated', plan.slice(0, -10)],
  ['a text that is not JSON', 'syntax', plan.replace('":', '"=')],
  ['binary data', 'syntax', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])],
  ['an array', 'not_an_object', `[${plan}]`],
  ['an empty array', 'not_an_object', '[]'],
  ['a text in JSON', 'not_an_object', JSON.stringify(plan)],
  ['null', 'not_an_object', 'null'],
  ['an array as envelope', 'not_an_object', '[1]', envelope],
  ['an array in an envelope', 'not_an_object', { plan: [1] }, envelope],
  ['a text in an envelope', 'plan_in_text', { plan }, envelope],
  ['an envelope without a plan', 'plan_missing', { external_id: '1' }, envelope],
  ['a plan in place of an envelope', 'plan_without_envelope', plan, envelope],
  ['an envelope in place of a plan', 'envelope_in_plan_form', { external_id: '1', plan: {} }],
  ['an envelope with large fields', 'envelope_too_large', { plan: {}, x: 'x'.repeat(70_000) }, envelope],
  ['two plans in an envelope', 'repeated_key', '{"plan":{},"plan":{}}', envelope],
  ['a state', 'state_file', { version: 4, serial: 1, lineage: 'a', resources: [] }],
  ['the JSON output of a state', 'state_file', { format_version: '1.0', values: { root_module: {} } }],
  ['an encrypted plan of OpenTofu', 'encrypted', { meta: {}, encrypted_data: 'x' }],
  ['no format version', 'version_missing', { resource_changes: [] }],
  ['a number as format version', 'version_missing', { format_version: 1.2, resource_changes: [] }],
  ['an unknown major version', 'version_unsupported', { format_version: '2.0', resource_changes: [] }],
  ['a version of another form', 'version_unsupported', { format_version: secret, resource_changes: [] }],
  ['no changes and no planned values', 'no_changes', { format_version: '1.2' }],
  ['deep nesting', 'too_deep', nested(197)],
  ['very deep nesting', 'too_deep', nested(200_000)],
  ['changes as an object', 'invalid_field', planOf([], { resource_changes: { a: 1 } })],
  ['a change without values', 'invalid_field', planOf([{ address: 'a.b', type: 'a' }])],
  ['a change that is a text', 'invalid_field', planOf([secret as unknown as object])],
  ['no actions', 'invalid_field', planOf([queueChange({ actions: [] })])],
  ['actions of another form', 'invalid_field', planOf([queueChange({ actions: [secret.toUpperCase()] })])],
  ['a type that is a number', 'invalid_field', planOf([queueChange({}, { type: 5 })])],
  ['a long address', 'invalid_address', planOf([queueChange({}, { address: 'a'.repeat(2_049) })])],
  [
    'a control character in an address',
    'invalid_address',
    planOf([queueChange({}, { address: 'a\u001bb' })]),
  ],
  ['no address', 'invalid_address', planOf([queueChange({}, { address: null })])],
  ['an address twice', 'repeated_address', planOf([queueChange({}), queueChange({})])],
  ['a key twice', 'repeated_key', '{"format_version":"1.2","resource_changes":[],"resource_changes":[]}'],
  ['a mask below a text', 'mask_misfit', masked({ after_sensitive: { a: { b: true } } })],
  ['an object as mask of an array', 'mask_misfit', masked({ after_sensitive: { b: { 0: true } } })],
  ['an array as mask of an object', 'mask_misfit', masked({ after_sensitive: [true] })],
  ['a text as mask', 'mask_misfit', masked({ after_sensitive: { a: 'true' } })],
  ['unknown values below a text', 'mask_misfit', masked({ after_unknown: { a: { b: true } } })],
];

for (const [title, problem, body, options] of cases)
  test(`rejects ${title}`, async (t) => {
    const rejection = await rejectionOf(body, options);
    t.is(rejection.problem, problem, rejection.message);
    t.false(rejection.message.includes(secret));
    t.regex(rejection.message, /^[A-Z].*\.$|^plan[\w.]*: /);
  });

test('every problem has a case here, or in the tests of the thread', (t) => {
  const tested = new Set(cases.map(([, problem]) => problem));
  const elsewhere: readonly PlanProblem[] = [
    'too_large',
    'too_slow',
    'out_of_memory',
    'too_many_changes',
    'part_too_large',
    'too_many_secrets',
  ];
  t.deepEqual(
    planProblems.filter((problem) => !tested.has(problem) && !elsewhere.includes(problem)),
    [],
  );
});

test('accepts the same address with another deposed key, as drift, and 200 levels', async (t) => {
  const { changes } = await readBody(
    planOf([queueChange({}), queueChange({}, { deposed: '0a1b2c3d' })], {
      resource_drift: [queueChange({ before: { name: 'q' }, after: { name: 'r' } })],
    }),
  );
  t.is(changes.length, 3);
  await t.notThrowsAsync(readBody(nested(196)));
});

test('names the change in the message, by its position', async (t) => {
  const rejection = await rejectionOf(planOf([queueChange({}), queueChange({}, { address: '\u0007' })]));
  t.is(rejection.code, 'validation_failed');
  t.true(rejection.message.startsWith('plan.resource_changes.1.address: must be'));
});
