import test from 'ava';
import { createAvaOutputReader } from '../../dev/test/ava-output.ts';

const output = `
  ✔ a › passes (12ms)
  Uncaught exception in build/test/a.test.js

  Error: late

      at Timeout.retry (a.js:1:1)

  ✔ b › passes
    ℹ ✔ is no test
  ✘ [fail]: b › fails
  Unhandled rejection in build/test/b.test.js

  Error: rejected

  ✘ build/test/b.test.js exited with a non-zero exit code: 1
  ─

  b › fails

  Difference:

  2 tests passed
  1 test failed
  1 uncaught exception
  1 unhandled rejection
  2 tests remained pending after a timeout
`;

test('counts tests and other failures, and keeps the lines of exceptions, however the output is cut', (t) => {
  for (const size of [1, 7, 10_000]) {
    const read = createAvaOutputReader();
    for (let index = 0; index < output.length; index += size) read(output.slice(index, index + size));
    const { passed, failed, failedTitles, exceptions } = read('');
    t.deepEqual([passed, failed], [2, 5]);
    t.deepEqual(failedTitles, ['b › fails']);
    t.deepEqual(
      exceptions.map((line) => line.trim()).filter((line) => line !== ''),
      [
        'Uncaught exception in build/test/a.test.js',
        'Error: late',
        'at Timeout.retry (a.js:1:1)',
        'Unhandled rejection in build/test/b.test.js',
        'Error: rejected',
      ],
    );
  }
});

test('keeps the first 200 lines of exceptions', (t) => {
  const read = createAvaOutputReader();
  const { exceptions } = read(`Uncaught exception in a.js\n${'  at x\n'.repeat(1000)}`);
  t.is(exceptions.length, 200);
});
