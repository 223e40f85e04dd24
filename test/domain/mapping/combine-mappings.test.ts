import test from 'ava';
import { combineMappings } from '../../../domain/mapping/combine-mappings.ts';

const claim = {
  stateSourceId: 's1',
  iacProjectId: 'p1',
  address: 'aws_sqs_queue.a[0]',
  codeAddress: 'aws_sqs_queue.a',
  method: 'arn' as const,
  confidence: 'medium' as const,
};
const link = {
  action: 'link' as const,
  address: 'aws_sqs_queue.a',
  codeAddress: 'aws_sqs_queue.a',
  iacProjectId: undefined,
  stale: false,
};

test('several claims are all returned, each in conflict', (t) => {
  const mappings = combineMappings([claim, { ...claim, stateSourceId: 's2' }], []);
  t.deepEqual(
    mappings.map(({ stateSourceId, conflict }) => [stateSourceId, conflict]),
    [
      ['s1', true],
      ['s2', true],
    ],
  );
});

test('a link to the address of a claim confirms the claim', (t) => {
  t.like(combineMappings([claim], [link]), [
    { stateSourceId: 's1', method: 'correction', confidence: 'high', corrected: true, conflict: false },
  ]);
});

test('a link that confirms a claim has the confidence low when its project is missing', (t) => {
  t.like(combineMappings([claim], [{ ...link, iacProjectId: 'p1', stale: true }]), [
    { stateSourceId: 's1', method: 'correction', confidence: 'low', corrected: true, conflict: false },
  ]);
});

test('a link to another address is a second mapping, with the confidence low when its project is missing', (t) => {
  const [, second, ...more] = combineMappings(
    [claim],
    [
      {
        ...link,
        address: 'aws_sqs_queue.b',
        codeAddress: 'aws_sqs_queue.b',
        iacProjectId: 'p2',
        stale: true,
      },
    ],
  );
  t.like(second, { address: 'aws_sqs_queue.b', iacProjectId: 'p2', confidence: 'low', conflict: true });
  t.is(more.length, 0);
});

test('other corrections are no mappings', (t) => {
  t.deepEqual(
    combineMappings(
      [],
      [
        { ...link, action: 'unlink' },
        { ...link, action: 'ignore', address: undefined },
      ],
    ),
    [],
  );
});
