import test from 'ava';
import { limitedCaller } from '../../../../activities/discovery/aws/limited-caller.ts';
import type { AwsCaller, AwsRequest } from '../../../../clients/aws/aws-caller.ts';

const noAnswer = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

function limited(answer: (request: AwsRequest) => object) {
  const calls: AwsRequest[] = [];
  const caller: AwsCaller = {
    async call(request) {
      calls.push(request);
      return answer(request);
    },
  };
  const limiter = { acquire: () => Promise.resolve(), throttled: () => Promise.resolve() };
  const options = { limiter, signal: new AbortController().signal, concurrency: 8, throttleTimeoutMs: 100 };
  return { calls, caller: limitedCaller({ caller, ...options }) };
}

const request = { client: 'sqs', region: 'eu-west-1', operation: 'GetQueueAttributes' };

test('stops the calls of a client after eight in a row without a response, and keeps those of another one', async (t) => {
  const { calls, caller } = limited(({ client }) => {
    if (client === 'sqs') throw noAnswer();
    return {};
  });
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => caller.call(request)));
  t.true(results.every(({ status }) => status === 'rejected'));
  // Seven calls are in flight when the eighth has failed. Each has four attempts.
  t.true(calls.length <= (8 + 7) * 4, `${calls.length} attempts`);
  await t.notThrowsAsync(caller.call({ ...request, client: 'sns' }));
});

test('continues while the endpoint responds to some calls, or responds with errors', async (t) => {
  let answered = false;
  const some = limited(() => {
    if (answered) return {};
    throw noAnswer();
  });
  for (const response of [false, true, false]) {
    answered = response;
    await Promise.all(Array.from({ length: 7 }, () => caught(some.caller.call(request))));
  }
  t.is(some.calls.length, 7 * 4 + 7 + 7 * 4);
  const errors = limited(() => {
    throw Object.assign(new Error('failed'), { name: 'ValidationError', $metadata: { httpStatusCode: 400 } });
  });
  for (let call = 0; call < 12; call += 1) await caught(errors.caller.call(request));
  t.is(errors.calls.length, 12);
});

function caught(call: Promise<object>): Promise<object | undefined> {
  return call.catch(() => undefined);
}
