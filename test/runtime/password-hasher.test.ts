import test from 'ava';
import { createPasswordHasher } from '../../runtime/password-hasher.ts';
import { CatalogueError } from '../../domain/errors.ts';

const queue = { ofAddress: 6, ofAccount: 2, ofProcess: 100, waitMs: 600_000, retrySeconds: 5 };

test('the calls of one address do not delay those of another one, and its queue is bounded', async (t) => {
  const hasher = createPasswordHasher(1, queue);
  const order: string[] = [];
  const verify = async (address: string, account: string) => {
    await hasher.verify(undefined, 'a password', { address, account });
    order.push(address);
  };
  const most = queue.ofAddress + 1;
  const flood = Array.from({ length: most + 20 }, (_, index) => verify('flood', `account ${index}`));
  const other = verify('other', 'account');
  const results = await Promise.allSettled([...flood, other]);
  const rejected = results.filter(({ status }) => status === 'rejected');
  t.is(rejected.length, 20);
  for (const result of rejected) {
    const reason: unknown = result.status === 'rejected' ? result.reason : undefined;
    t.true(reason instanceof CatalogueError);
    t.like(reason, { code: 'provider_unavailable', retryAfterSeconds: queue.retrySeconds });
  }
  t.true(order.indexOf('other') <= 2, `the other address was number ${order.indexOf('other') + 1}`);
});

test('the calls of one account do not use the queue of its address', async (t) => {
  const hasher = createPasswordHasher(1, queue);
  const calls = Array.from({ length: queue.ofAccount + 6 }, () =>
    hasher.verify(undefined, 'a password', { address: 'office', account: 'attacked' }),
  );
  const colleague = hasher.verify(undefined, 'a password', { address: 'office', account: 'colleague' });
  const results = await Promise.allSettled(calls);
  t.is(results.filter(({ status }) => status === 'rejected').length, 5);
  t.false(await colleague);
});
