import test from 'ava';

/** As many as a test file has: a test that holds a lock must get its next turn before the lock times out. */
const maximum = 8;
const waiting: (() => void)[] = [];
let running = 0;

/** Imported by the generated file of a group: limits the tests that run at the same time in its process. */
test.beforeEach('wait for a slot of the process', async () => {
  if (running >= maximum) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
});

test.afterEach.always('release the slot', () => {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
});
