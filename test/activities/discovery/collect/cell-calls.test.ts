import test from 'ava';
import { CellCalls } from '../../../../activities/discovery/collect/cell-calls.ts';
import { collectService } from '../../../../activities/discovery/collect/collect-service.ts';
import { runDocument } from '../support/run-document.ts';

const parents: Readonly<Record<string, string>> = { child: 'parent', grandchild: 'child' };

test('a cell has the calls of its lists, details and tags, and of the lists of its parents', (t) => {
  const calls = new CellCalls();
  calls.addList(['parent', 'sibling']);
  calls.add(['parent']);
  for (let index = 0; index < 3; index += 1) calls.addList(['child']);
  calls.add(['child', 'grandchild']);
  const of = (type: string) => calls.of(type, (name) => parents[name]);
  t.deepEqual(
    ['parent', 'sibling', 'child', 'grandchild', 'other'].map((type) => of(type)),
    [2, 1, 5, 5, 0],
  );
});

test('a collection reports the calls of each cell, without retries', async (t) => {
  let throttled = 0;
  const cells = [];
  for await (const event of collectService({
    service: 'sqs',
    awsAccountNumber: '123456789012',
    region: 'eu-west-1',
    partition: 'aws',
    clients: {
      call({ operation, input }) {
        if (operation === 'ListQueues') {
          const isLast = input !== undefined && 'NextToken' in input;
          const page = isLast
            ? { QueueUrls: ['https://q/1/b'] }
            : { QueueUrls: ['https://q/1/a'], NextToken: '2' };
          return Promise.resolve(page);
        }
        if (operation === 'GetQueueAttributes' && throttled++ === 0)
          return Promise.reject(Object.assign(new Error('slow down'), { name: 'ThrottlingException' }));
        return Promise.resolve({ Attributes: {}, Tags: {} });
      },
    },
    limiter: { acquire: () => Promise.resolve(), throttled: () => Promise.resolve() },
    hmacKey: 'key',
    runDocument,
    signal: new AbortController().signal,
  }))
    if (event.kind === 'cell') cells.push(event);
  // Two pages of the list, the attributes of each of the two queues, and one page of tags.
  t.like(cells[0], { outcome: 'complete', calls: 5 });
});
