import test from 'ava';
import fc from 'fast-check';
import { explainChange } from '../../../../domain/plans/explain/explain-change.ts';
import type {
  CandidateChange,
  ExplanationCandidate,
  ObservedChange,
} from '../../../../domain/plans/explain/explain-change.ts';
import type { Confidence } from '../../../../domain/values.ts';

const minutes = (count: number) => new Date(Date.UTC(2026, 10, 23, 12, count));

const deletion: ObservedChange = {
  kind: 'deleted',
  resource: {
    resourceType: 'AWS::SQS::Queue',
    nativeId: 'https://sqs.eu-west-1.amazonaws.com/123456789012/orders',
    arn: 'arn:aws:sqs:eu-west-1:123456789012:orders',
    name: 'orders',
    awsAccountNumber: '123456789012',
    region: 'eu-west-1',
  },
  since: minutes(0),
  detectedAt: minutes(60),
  occurredAt: minutes(60),
  attribution: 'unattributed',
  diff: [],
};

const plannedDeletion: CandidateChange = {
  address: 'aws_sqs_queue.orders',
  terraformType: 'aws_sqs_queue',
  actions: ['delete'],
  isMapped: true,
  changedPaths: [''],
  before: { name: 'orders' },
  after: null,
};

const creation = { ...deletion, kind: 'created' } as const;
const plannedCreation = (
  after: CandidateChange['after'],
  given: Partial<CandidateChange> = {},
): CandidateChange => ({
  ...plannedDeletion,
  actions: ['create'],
  isMapped: false,
  before: null,
  after,
  ...given,
});

function execution(given: Partial<ExplanationCandidate> = {}): ExplanationCandidate {
  return {
    kind: 'execution',
    id: 'execution',
    startedAt: minutes(10),
    finishedAt: minutes(20),
    hasFailed: false,
    changes: [plannedDeletion],
    ...given,
  };
}

function request(given: Partial<ExplanationCandidate> = {}): ExplanationCandidate {
  return {
    kind: 'pull_request',
    id: 'request',
    startedAt: minutes(5),
    hasFailed: false,
    changes: [],
    ...given,
  };
}

test('an apply explains a planned deletion with its address', (t) => {
  t.deepEqual(explainChange(deletion, [execution()]), {
    kind: 'execution',
    id: 'execution',
    confidence: 'high',
    address: 'aws_sqs_queue.orders',
  });
  t.is(
    explainChange(deletion, [execution({ changes: [{ ...plannedDeletion, actions: ['update'] }] })]),
    undefined,
  );
  t.is(
    explainChange(deletion, [execution({ changes: [{ ...plannedDeletion, actions: ['forget'] }] })]),
    undefined,
  );
  t.is(explainChange(deletion, []), undefined);
});

test('a replacement explains a deletion and a creation', (t) => {
  const changes = [{ ...plannedDeletion, actions: ['delete', 'create'], after: { name: 'orders' } }];
  t.is(explainChange(deletion, [execution({ changes })])?.confidence, 'high');
  t.is(explainChange(creation, [execution({ changes })])?.confidence, 'high');
});

test('an execution explains from its start until 15 minutes after its end', (t) => {
  const confidence = (start: number, end?: number) => {
    const { finishedAt: _, ...running } = execution({ startedAt: minutes(start) });
    const candidate = end === undefined ? running : { ...running, finishedAt: minutes(end) };
    return explainChange(deletion, [candidate])?.confidence;
  };
  t.is(confidence(60, 90), 'high');
  t.is(confidence(61, 90), undefined);
  t.is(confidence(-30, -14), 'high');
  t.is(confidence(-30, -15), undefined);
  t.is(confidence(-24 * 60 + 1), 'high');
  t.is(confidence(-24 * 60), undefined);
});

test('an exact attribution must lie inside of the time of the execution', (t) => {
  const attributed = (minute: number, attribution: ObservedChange['attribution']) =>
    explainChange({ ...deletion, attribution, occurredAt: minutes(minute) }, [execution()])?.confidence;
  t.is(attributed(10, 'exact'), 'high');
  t.is(attributed(35, 'exact'), 'high');
  t.is(attributed(36, 'exact'), undefined);
  t.is(attributed(9, 'exact'), undefined);
  t.is(attributed(9, 'probable'), 'high');
});

test('a creation needs the type and an identity', (t) => {
  const confidence = (planned: CandidateChange) =>
    explainChange(creation, [execution({ changes: [planned] })])?.confidence;
  t.is(confidence(plannedCreation({ name: 'orders', url: '(known after apply)' })), 'high');
  t.is(confidence(plannedCreation({ name: 'Orders' })), undefined);
  t.is(confidence(plannedCreation({ name: '(known after apply)' })), undefined);
  t.is(confidence(plannedCreation({ name: 'orders' }, { terraformType: 'aws_sns_topic' })), undefined);
  t.is(confidence(plannedCreation({ name: 'orders', region: 'us-east-1' })), undefined);
  t.is(confidence(plannedCreation({ name: 'orders', region: 'eu-west-1' })), 'high');
  t.is(confidence(plannedCreation({ name: '(known after apply)' }, { isMapped: true })), 'high');
  t.is(confidence(plannedCreation({ name: 'orders' }, { actions: ['update'] })), undefined);
  t.is(confidence(plannedCreation(null)), undefined);
});

test('the name of a type is in the attribute of the table, or in a template of the mapping', (t) => {
  const bucket = {
    ...creation,
    resource: {
      ...creation.resource,
      resourceType: 'AWS::S3::Bucket',
      nativeId: 'data',
      arn: 'arn:aws:s3:::data',
      name: 'data',
    },
  };
  const changes = [plannedCreation({ bucket: 'data' }, { terraformType: 'aws_s3_bucket' })];
  t.is(explainChange(bucket, [execution({ changes })])?.confidence, 'high');
  const other = [plannedCreation({ bucket: 'other', name: 'data' }, { terraformType: 'aws_s3_bucket' })];
  t.is(explainChange(bucket, [execution({ changes: other })]), undefined);
});

test('failed executions are at most medium, and plans one level lower', (t) => {
  t.is(explainChange(deletion, [execution({ hasFailed: true })])?.confidence, 'medium');
  const { finishedAt: _, ...plan } = execution({ kind: 'plan', id: 'plan' });
  t.deepEqual(explainChange(deletion, [plan]), {
    kind: 'plan',
    id: 'plan',
    confidence: 'medium',
    address: 'aws_sqs_queue.orders',
  });
  const updated: ObservedChange = {
    ...deletion,
    kind: 'updated',
    diff: [{ op: 'replace', path: '/configuration/Attributes/Policy', before: 'a', after: 'b' }],
  };
  const hidden: CandidateChange = {
    ...plannedDeletion,
    actions: ['update'],
    changedPaths: ['/policy'],
    before: { policy: 'a' },
    after: { policy: '(known after apply)' },
  };
  t.is(explainChange(updated, [execution({ changes: [hidden] })])?.confidence, 'low');
  t.is(explainChange(updated, [execution({ changes: [hidden], hasFailed: true })])?.confidence, 'low');
  t.is(explainChange(updated, [{ ...plan, changes: [hidden] }]), undefined);
});

test('a merged pull request explains with low confidence for a day, without address', (t) => {
  t.deepEqual(explainChange(deletion, [request()]), {
    kind: 'pull_request',
    id: 'request',
    confidence: 'low',
  });
  t.is(explainChange(deletion, [request({ startedAt: minutes(-24 * 60) })]), undefined);
});

test('prefers the best confidence, then executions, plans and pull requests, then the latest start', (t) => {
  const { finishedAt: _, ...plan } = execution({ kind: 'plan', id: 'plan' });
  const failed = execution({ id: 'failed', hasFailed: true });
  const later = execution({ id: 'later', startedAt: minutes(15) });
  const winner = (...candidates: readonly ExplanationCandidate[]) => explainChange(deletion, candidates)?.id;
  t.is(winner(request(), plan, execution()), 'execution');
  t.is(winner(plan, failed), 'failed');
  t.is(winner(request(), plan), 'plan');
  t.is(winner(execution(), later), 'later');
  t.is(winner(later, execution()), 'later');
  t.is(winner(failed, later, plan), 'later');
});

const anyCandidate = fc
  .record({
    kind: fc.constantFrom('execution', 'plan', 'pull_request'),
    id: fc.stringMatching(/^[a-f]{4}$/),
    start: fc.integer({ min: -100, max: 100 }),
    length: fc.integer({ min: 0, max: 60 }),
    hasFailed: fc.boolean(),
    actions: fc.constantFrom(['delete'], ['update'], ['delete', 'create']),
  })
  .map(({ kind, id, start, length, hasFailed, actions }): ExplanationCandidate => {
    const planned = {
      id,
      startedAt: minutes(start),
      hasFailed: false,
      changes: [{ ...plannedDeletion, actions }],
    };
    if (kind === 'pull_request') return request({ id, startedAt: minutes(start) });
    return kind === 'plan'
      ? { ...planned, kind: 'plan' }
      : { ...planned, kind: 'execution', finishedAt: minutes(start + length), hasFailed };
  });

/** A naive model: removes candidates that are worse than another one until one is left. */
test('agrees with a naive choice, in any order of the candidates', (t) => {
  fc.assert(
    fc.property(fc.uniqueArray(anyCandidate, { selector: ({ id }) => id, maxLength: 6 }), (candidates) => {
      const fitting = candidates.flatMap((candidate) => {
        const confidence = naiveConfidence(candidate);
        return confidence === undefined ? [] : [{ candidate, confidence }];
      });
      const worth = ({ candidate, confidence }: (typeof fitting)[number]) =>
        [
          { high: 3, medium: 2, low: 1 }[confidence],
          { execution: 3, plan: 2, pull_request: 1 }[candidate.kind],
          String(candidate.startedAt.getTime()),
          candidate.id,
        ].join(' ');
      const expected = fitting.toSorted((one, other) => (worth(one) < worth(other) ? 1 : -1))[0];
      const found = [candidates, candidates.toReversed()].map((given) => explainChange(deletion, given)?.id);
      return found.every((id) => id === expected?.candidate.id);
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

function naiveConfidence({
  kind,
  startedAt,
  finishedAt,
  hasFailed,
  changes,
}: ExplanationCandidate): Confidence | undefined {
  const day = 24 * 60;
  const start = (startedAt.getTime() - minutes(0).getTime()) / 60_000;
  const end =
    finishedAt === undefined ? start + day : (finishedAt.getTime() - minutes(0).getTime()) / 60_000 + 15;
  if (start > 60 || end <= 0) return undefined;
  if (kind === 'pull_request') return 'low';
  if (!changes.some(({ actions }) => actions.includes('delete'))) return undefined;
  return kind === 'plan' || hasFailed ? 'medium' : 'high';
}
