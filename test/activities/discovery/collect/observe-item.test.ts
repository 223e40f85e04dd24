import test from 'ava';
import { run } from '../../../../activities/discovery/collect/normalise-item.ts';
import type { ItemToObserve } from '../../../../activities/discovery/collect/normalise-item.ts';
import { itemObserver } from '../../../../activities/discovery/collect/observe-item.ts';
import type { RunDocument } from '../../../../activities/shared/run-document.ts';
import type { MutableJson } from '../../../../domain/json/json.ts';
import { DocumentRejected } from '../../../../runtime/document-workers.ts';
import { runDocument } from '../support/run-document.ts';

const group = (Properties: Record<string, MutableJson>): ItemToObserve => ({
  kind: 'description',
  resourceType: 'AWS::AIOps::InvestigationGroup',
  identifier: 'logs',
  item: { Arn: 'arn:aws:aiops:eu-west-1:1:group/logs', Tags: [{ Key: 'env', Value: 'prod' }], ...Properties },
  hmacKey: 'key',
});

/** Texts of 32 characters in which every word looks like a secret. */
const hostile = (kilobytes: number) =>
  group({
    Values: Array.from({ length: kilobytes * 32 }, (_, index) => `token=abc eyJ-eyJ-eyJ-eyJ- ${index % 10}`),
  });

/** Counts the tasks that run in a thread. */
function counting(): { readonly run: RunDocument; count: number } {
  const counter = {
    count: 0,
    run: ((task, input) => {
      counter.count += 1;
      return runDocument(task, input);
    }) as RunDocument,
  };
  return counter;
}

/** Returns how often a timer fired while the work ran. */
async function countTicks<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  try {
    return [await work(), ticks];
  } finally {
    clearInterval(timer);
  }
}

const notCalled: RunDocument = () => Promise.reject(new Error('started a thread'));

test('normalises a small document without a thread', async (t) => {
  const small = group({ password: 'secret' });
  const expected = run(structuredClone(small));
  t.deepEqual(await itemObserver(notCalled)(small), expected);
  t.regex(JSON.stringify(expected?.configuration['password']), /^"?hmac-sha256:/);
});

test('normalises a large document in a thread, with the same result', async (t) => {
  const threads = counting();
  const large = hostile(64);
  const expected = run(structuredClone(large));
  t.deepEqual(await itemObserver(threads.run)(large), expected);
  t.false(JSON.stringify(expected).includes('abc'));
  t.is(threads.count, 1);
});

for (const megabytes of [1, 5]) {
  test(`a hostile configuration of ${megabytes} MB does not block the event loop`, async (t) => {
    const threads = counting();
    const document = hostile(megabytes * 1024);
    const [observed, ticks] = await countTicks(() => itemObserver(threads.run)(document));
    t.is(threads.count, 1);
    t.true(ticks > 0, 'timers fire while the thread works');
    t.like(observed, {
      nativeId: 'logs',
      arn: 'arn:aws:aiops:eu-west-1:1:group/logs',
      tags: { env: 'prod' },
      configuration: { $omitted: 'too_large' },
    });
  });
}

test('many small hostile documents let timers fire between them', async (t) => {
  const observe = itemObserver(notCalled);
  const [, ticks] = await countTicks(async () => {
    for (let index = 0; index < 20; index += 1) await observe(hostile(8));
  });
  t.true(ticks > 0);
});

for (const problem of ['deadline_exceeded', 'out_of_memory', 'too_large'] as const) {
  test(`a document whose thread ends with ${problem} keeps its identity and gets a marker`, async (t) => {
    const observe = itemObserver(() => Promise.reject(new DocumentRejected(problem)));
    const tags = [
      { Key: 'db_password', Value: 'hunter22' },
      { Key: 'Name', Value: 'password=hunter22' },
    ];
    const observed = await observe({ ...hostile(64), item: { ...hostile(64).item, Tags: tags } });
    t.like(observed, { nativeId: 'logs', configuration: { $omitted: problem }, volatile: {} });
    t.regex(String(observed?.tags['db_password']), /^hmac-sha256:/);
    t.regex(String(observed?.name), /^password=hmac-sha256:/);
    t.regex(String(observed?.configHash), /^[0-9a-f]{64}$/);
  });
}

test('a document that is nested too deeply keeps its identity and gets a marker', async (t) => {
  let nested: MutableJson = 'x';
  for (let depth = 0; depth < 15_000; depth += 1) nested = [nested];
  const observed = await itemObserver(notCalled)(group({ nested }));
  t.like(observed, { nativeId: 'logs', configuration: { $omitted: 'too_deep' } });
});

test('throws an error of this service', async (t) => {
  const observe = itemObserver(() => Promise.reject(new TypeError('a bug')));
  await t.throwsAsync(observe(hostile(64)), { message: 'a bug' });
});
