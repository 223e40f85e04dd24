import test from 'ava';
import { parseStateInThread } from '../../../../commands/mapping/parse/parse-state-in-thread.ts';
import { StateRejected } from '../../../../commands/mapping/parse/state-rejected.ts';
import { createDocumentWorkers } from '../../../../runtime/document-workers.ts';
import { awsProvider, encode, join, queueText, stateHead } from './support/states.ts';

const workers = createDocumentWorkers(2);
test.after.always(() => workers.close());

const megabyte = 1024 * 1024;

/** Parses a state and returns the highest memory of the process, and how often a timer fired meanwhile. */
async function parse(texts: Iterable<string>, maximumMegabytes = 256) {
  let peak = 0;
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  try {
    const parsed = await parseStateInThread(workers, 'tenant', { chunks: encode(texts), maximumMegabytes });
    return { parsed, peakMegabytes: peak / megabyte, ticks };
  } finally {
    clearInterval(timer);
  }
}

async function problemOf(texts: Iterable<string>, maximumMegabytes = 256): Promise<string | undefined> {
  try {
    await parse(texts, maximumMegabytes);
    return undefined;
  } catch (error) {
    return error instanceof StateRejected ? error.problem : String(error);
  }
}

test.serial('a state of 150 entries needs less than 300 MB', async (t) => {
  const { parsed, peakMegabytes } = await parse(join(`${stateHead}"resources":[`, 150, queueText, ']}'));
  t.is(parsed.entries.length, 150);
  t.like(parsed.entries[149], {
    address: 'aws_sqs_queue.q149',
    arn: 'arn:aws:sqs:eu-west-1:123456789012:queue-149',
    awsAccountNumber: '123456789012',
    region: 'eu-west-1',
  });
  t.true(peakMegabytes < 300, `${peakMegabytes} MB`);
});

test.serial('a string of 200 MB and a million outputs are skipped', async (t) => {
  const text = 'x'.repeat(megabyte);
  function* long(): Generator<string> {
    yield `${stateHead}"outputs":{"a":{"value":"`;
    for (let count = 0; count < 200; count += 1) yield text;
    yield '","type":"string"}},';
    yield* join('"resources":[', 1, queueText, ']}');
  }
  const first = await parse(long());
  t.is(first.parsed.entries.length, 1);
  t.true(first.peakMegabytes < 400, `${first.peakMegabytes} MB`);
  const output = (index: number) => `"output-${index}":{"value":"hunter2","type":"string","sensitive":true}`;
  const second = await parse(join(`${stateHead}"outputs":{`, 1_000_000, output, '},"resources":[]}'));
  t.is(second.parsed.entries.length, 0);
  t.true(second.peakMegabytes < 400, `${second.peakMegabytes} MB`);
});

test.serial('50,000 instances are read in bounded memory while timers of the process fire', async (t) => {
  const resources = join(`${stateHead}"resources":[`, 50_000, queueText, ']}');
  const { parsed, peakMegabytes, ticks } = await parse(resources);
  t.is(parsed.entries.length, 50_000);
  t.is(parsed.entries[49_999]?.address, 'aws_sqs_queue.q49999');
  t.true(peakMegabytes < 600, `${peakMegabytes} MB`);
  t.true(ticks > 100, `${ticks} ticks`);
});

test.serial(
  'rejects nesting of 10,000 levels, more than 200,000 entries, and more bytes than allowed',
  async (t) => {
    t.is(await problemOf([`${stateHead}"outputs":${'['.repeat(10_000)}`]), 'too_large');
    const instance = (index: number) => `{"index_key":${index}}`;
    const head = `${stateHead}"resources":[{"mode":"managed","type":"aws_sqs_queue","name":"q","provider":${JSON.stringify(awsProvider)},"instances":[`;
    t.is(await problemOf(join(head, 200_001, instance, ']}]}')), 'too_large');
    t.is(await problemOf(join(`${stateHead}"resources":[`, 2_000, queueText, ']}'), 1), 'too_large');
    const longHead = head.replace('"mode"', `"module":"module.${'a'.repeat(1_900)}","mode"`);
    t.is(await problemOf(join(longHead, 100_000, instance, ']}]}')), 'too_large');
  },
);

test.serial(
  'entries that need more memory than a thread has are rejected, and the process continues',
  async (t) => {
    const identity = Array.from(
      { length: 200 },
      (_, index) => `"part_${index}":"${'x'.repeat(2_000)}"`,
    ).join();
    const instance = (index: number) => `{"index_key":${index},"identity":{${identity}}}`;
    // The instances are held, because their type follows them.
    const texts = join(`${stateHead}"resources":[{"instances":[`, 600, instance, '],"mode":"data"}]}');
    t.true([undefined, 'too_large'].includes(await problemOf(texts)));
    t.is((await parse(join(`${stateHead}"resources":[`, 1, queueText, ']}'))).parsed.entries.length, 1);
  },
);

test.serial('addresses with HTML and control characters are skipped or escaped', async (t) => {
  const html = '<img src=x onerror=alert(1)>\u0000\u001b';
  const resource = (name: string, instances: readonly object[]) =>
    JSON.stringify({ mode: 'managed', type: 'aws_sqs_queue', name, provider: awsProvider, instances });
  const { parsed } = await parse([
    `${stateHead}"resources":[`,
    `${resource(html, [{}])},${resource('q', [{ index_key: html }])}`,
    ']}',
  ]);
  t.is(parsed.malformedAddresses, 1);
  t.deepEqual(
    parsed.entries.map(({ address }) => address),
    [String.raw`aws_sqs_queue.q["<img src=x onerror=alert(1)>\u0000\u001b"]`],
  );
});

test.serial('throws the error of the source, and the reason of the signal', async (t) => {
  async function* broken(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* encode([stateHead]);
    throw new Error('the connection was lost');
  }
  const state = { chunks: broken(), maximumMegabytes: 1 };
  await t.throwsAsync(parseStateInThread(workers, 'tenant', state), { message: 'the connection was lost' });
  const cancelled = new AbortController();
  async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* encode([stateHead]);
    cancelled.abort(new Error('cancelled'));
    await new Promise(() => {});
  }
  const waiting = { chunks: endless(), maximumMegabytes: 1 };
  await t.throwsAsync(parseStateInThread(workers, 'tenant', waiting, cancelled.signal), {
    message: 'cancelled',
  });
});
