import test from 'ava';
import type { ParsedPlan } from '../../../../domain/plans/read/planned-change.ts';
import { encodedCanaries, planWithCanaries } from '../../../support/plans/plan-canaries.ts';
import { fixture, planNames, queueChange, readBody, valuesOf } from './support.ts';

/** Everything that may leave the process, as text. */
function publicText({ changes, ...header }: ParsedPlan): string {
  return JSON.stringify([header, changes.map((change) => ({ ...change, mapping: undefined }))]);
}

for (const name of planNames)
  test(`no canary at a sensitive path of ${name} leaves the thread, in any form`, async (t) => {
    const { plan, canaries } = planWithCanaries(name);
    t.true(canaries.count >= 1, String(canaries.count));
    const parsed = await readBody(plan);
    const text = publicText(parsed);
    t.is(/.{0,80}CANARY.{0,40}/i.exec(text)?.[0], undefined);
    for (const encoded of encodedCanaries) t.false(text.includes(encoded), encoded);
    t.is(parsed.changes.find(({ address }) => address === 'aws_sqs_queue.echo')?.actions[0], 'update');
  });

test('no value that the fixtures mark as a secret is in the result of the thread', async (t) => {
  for (const name of planNames) {
    const text = publicText(await readBody(fixture(name)));
    // The import id and the bucket are no secrets.
    const found = /fixture-(?!logs)[\w-]*/.exec(text)?.[0];
    t.is(name === 'terraform-0.12' ? undefined : found, undefined, name);
    t.false(text.includes('fixture header'), name);
  }
  t.false(publicText(await readBody(fixture('terraform-0.12'))).includes('fixture-0-12-password'));
});

test('a secret that spans the place where texts are cut is removed first', async (t) => {
  const secret = 'CANARY'.repeat(200);
  const plan = {
    format_version: '1.2',
    variables: { a: { value: secret } },
    configuration: { root_module: { variables: { a: { sensitive: true } } } },
    resource_changes: [queueChange({ after: { text: `${'x'.repeat(4_000)}${secret}` } })],
  };
  t.false(publicText(await readBody(plan)).includes('CANARY'));
});

test('a secret of 100 KB is found by its beginning', async (t) => {
  const secret = Array.from({ length: 20_000 }, (_, index) => `CANARY${index}`).join('');
  const plan = {
    format_version: '1.2',
    resource_changes: [
      queueChange({ after: { secret, copy: `see ${secret}` }, after_sensitive: { secret: true } }),
    ],
  };
  t.false(publicText(await readBody(plan)).includes('CANARY'));
});

test('keys below a sensitive map are in no path and no value', async (t) => {
  const { changes } = await readBody({
    format_version: '1.2',
    resource_changes: [
      queueChange({
        before: { env: { CANARY_A: 'a' } },
        after: { env: { CANARY_B: 'b' } },
        after_sensitive: { env: true },
        before_sensitive: { env: true },
      }),
    ],
  });
  t.deepEqual(changes[0]?.changedPaths, ['/env']);
  t.false(JSON.stringify(changes).includes('CANARY'));
});

/** Plans with a secret, which another change or the plan itself repeats. */
const secret = 'CANARY-7pX';
const echo = queueChange({ after: { text: `see ${secret}` } });
const marked = queueChange({ after: { secret }, after_sensitive: { secret: true } });
const hiddenPlaces: readonly (readonly [string, object])[] = [
  [
    'an index key',
    { resource_changes: [marked, queueChange({}, { address: `aws_sqs_queue.k["${secret}"]` })] },
  ],
  [
    'a previous address',
    { resource_changes: [marked, queueChange({}, { address: 'a.b', previous_address: `a.c["${secret}"]` })] },
  ],
  [
    'the address of a check',
    { resource_changes: [marked], checks: [{ address: { to_display: `a.b["${secret}"]` }, status: 'pass' }] },
  ],
  [
    'a deferred action',
    {
      resource_changes: [echo],
      deferred_action_invocations: [
        { action_invocation: { config_values: { a: [secret] }, config_sensitive: { a: [true] } } },
      ],
    },
  ],
  [
    'a variable that is the token of a provider',
    {
      resource_changes: [echo],
      variables: { key: { value: secret } },
      configuration: {
        provider_config: { github: { name: 'github', expressions: { token: { references: ['var.key'] } } } },
      },
    },
  ],
];

const hidden = { text: secret, list: [{ text: secret }, { text: 'shown-1' }] };
const shown = { text: 'shown-2', list: [{ text: 'shown-3' }] };
const mask = { text: true, list: [{ text: true }] };
/** Terraform shows neither value when the mask of one side marks it. */
const oneSided: readonly (readonly [string, object])[] = [
  ['before a change that marks it', { before: hidden, after: shown, after_sensitive: mask }],
  ['after a change that unmarks it', { before: shown, after: hidden, before_sensitive: mask }],
  ['before a whole value that is marked', { before: hidden, after: 'shown-2', after_sensitive: true }],
  [
    'before a value of another kind',
    { before: { text: [secret] }, after: { text: { a: 1 } }, after_sensitive: { text: { a: true } } },
  ],
  [
    'before an element that is marked',
    {
      before: { text: [secret] },
      after: { text: ['shown-4', 'shown-5'] },
      after_sensitive: { text: [true, false] },
    },
  ],
];

for (const [place, change] of oneSided)
  test(`a secret ${place} does not leave the thread, nor do its copies`, async (t) => {
    const { changes, ...header } = await readBody({
      format_version: '1.2',
      resource_changes: [
        queueChange(change),
        queueChange({ after: { text: `see ${secret}` } }, { address: 'a.b' }),
      ],
    });
    t.false(publicText({ changes, ...header }).includes('CANARY'));
    t.true(valuesOf(changes[1]).after !== null);
  });

test('a mask of the other side hides nothing but its subtree, and fits every value', async (t) => {
  const { changes } = await readBody({
    format_version: '1.2',
    resource_changes: [
      queueChange({
        before: { a: 'shown-1', b: null, c: 'hidden-1', d: { e: 'shown-2' } },
        after: { a: 'shown-3', b: 'hidden-2', c: 'hidden-3' },
        after_sensitive: { b: true, c: true, d: {} },
        after_unknown: { f: true },
        before_sensitive: { f: true, d: { e: false } },
      }),
    ],
  });
  t.deepEqual(valuesOf(changes[0]), {
    before: { a: 'shown-1', b: '(sensitive)', c: '(sensitive)', d: { e: 'shown-2' } },
    after: { a: 'shown-3', b: '(sensitive)', c: '(sensitive)', f: '(known after apply)' },
  });
});

for (const [place, fields] of hiddenPlaces)
  test(`a secret of ${place} does not leave the thread`, async (t) => {
    t.false(publicText(await readBody({ format_version: '1.2', ...fields })).includes('CANARY'));
  });

test('the mapping keeps the addresses that the states have', async (t) => {
  const address = `aws_sqs_queue.k["${secret}"]`;
  const { changes } = await readBody({
    format_version: '1.2',
    resource_changes: [marked, queueChange({}, { address })],
  });
  t.deepEqual(
    [changes[1]?.address, changes[1]?.mapping.address],
    ['aws_sqs_queue.k["(sensitive)"]', address],
  );
});
