import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { ReadDeadline } from '../../../../api/http/response/read-deadline.ts';
import { eventually } from '../../../support/eventually.ts';

const patient = { stallSeconds: 600, maximumSeconds: 600, minimumBytesPerSecond: 1 };

test('aborts when a client reads every page in time but slower than the minimum rate', async (t) => {
  const deadline = new ReadDeadline({ ...patient, stallSeconds: 0.1, minimumBytesPerSecond: 1_000_000 });
  await eventually('the deadline to abort', async () => {
    deadline.start();
    await pause(10);
    deadline.stop(1);
    return deadline.signal.aborted;
  });
  deadline.end();
  t.pass();
});

test('does not abort while the server produces a page, nor for a client that reads fast enough', async (t) => {
  const deadline = new ReadDeadline({ ...patient, stallSeconds: 0.5 });
  for (let page = 0; page < 20; page += 1) {
    deadline.start();
    deadline.stop(1000);
    await pause(30);
  }
  t.false(deadline.signal.aborted);
  deadline.end();
});

test('aborts when one page is not read in time, whatever was read before', async (t) => {
  const deadline = new ReadDeadline({ ...patient, stallSeconds: 0.01 });
  deadline.start();
  deadline.stop(1_000_000);
  deadline.start();
  await eventually('the deadline to abort', () => Promise.resolve(deadline.signal.aborted));
  deadline.end();
  t.pass();
});

test('aborts when the whole response takes too long', async (t) => {
  const deadline = new ReadDeadline({ ...patient, maximumSeconds: 0.01 });
  await eventually('the deadline to abort', () => Promise.resolve(deadline.signal.aborted));
  deadline.end();
  t.pass();
});
