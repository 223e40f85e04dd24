import test from 'ava';
import fc from 'fast-check';
import type { ExecutionReport } from '../../../../domain/plans/executions/execution-report.ts';
import { mergeExecution } from '../../../../domain/plans/executions/merge-execution.ts';
import type { ExecutionFields } from '../../../../domain/plans/executions/merge-execution.ts';
import { executionStatuses } from '../../../../domain/values.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

const aReport = (report: Partial<ExecutionReport> = {}): ExecutionReport => ({
  externalId: '1',
  kind: 'apply',
  status: 'running',
  ...report,
});

/** Applies reports in order, one a second. */
function merged(...reports: readonly Partial<ExecutionReport>[]): ExecutionFields {
  const start = mergeExecution(undefined, aReport(reports[0]), at(0)).fields;
  return reports
    .slice(1)
    .reduce((fields, report, index) => mergeExecution(fields, aReport(report), at(index + 1)).fields, start);
}

test('advances the status and keeps the first final one', (t) => {
  t.is(merged({ status: 'queued' }, { status: 'running' }).status, 'running');
  t.is(merged({ status: 'running' }, { status: 'queued' }).status, 'running');
  for (const final of ['succeeded', 'failed', 'cancelled'] as const)
    for (const status of executionStatuses) t.is(merged({ status: final }, { status }).status, final);
});

test('a late report fills empty fields only', (t) => {
  const fields = merged(
    { status: 'succeeded', branch: 'main', commitSha: 'a'.repeat(40) },
    { status: 'running', branch: 'other', actor: 'ada', commitSha: 'b'.repeat(40) },
    {
      status: 'failed',
      actor: 'bob',
      runUrl: 'https://ci.example/1',
      tool: { name: 'tofu', version: '1.9.0' },
    },
  );
  t.like(fields, {
    status: 'succeeded',
    branch: 'main',
    commitSha: 'a'.repeat(40),
    actor: 'ada',
    runUrl: 'https://ci.example/1',
    toolName: 'tofu',
    toolVersion: '1.9.0',
  });
});

test('a report of the same or a higher status overwrites the fields that it names', (t) => {
  const fields = merged(
    { status: 'queued', branch: 'main', actor: 'ada', pullRequestNumber: 1 },
    { status: 'queued', branch: 'next' },
    { status: 'succeeded', pullRequestNumber: 2 },
    { status: 'succeeded', tool: { version: '1.14.0' } },
  );
  t.like(fields, { branch: 'next', actor: 'ada', pullRequestNumber: 2, toolVersion: '1.14.0' });
});

test('missing times are those of the reports', (t) => {
  const queued = merged({ status: 'queued' });
  t.deepEqual([queued.startedAt, queued.finishedAt], [undefined, undefined]);
  const running = merged({ status: 'queued' }, { status: 'running' });
  t.deepEqual([running.startedAt, running.finishedAt], [at(1), undefined]);
  const ended = merged(
    { status: 'queued' },
    { status: 'running' },
    { status: 'failed' },
    { status: 'failed' },
  );
  t.deepEqual([ended.startedAt, ended.finishedAt], [at(1), at(2)]);
  const once = merged({ status: 'succeeded' });
  t.deepEqual([once.startedAt, once.finishedAt], [at(0), at(0)]);
});

test('a named time replaces the time of a report', (t) => {
  const started = merged(
    { status: 'succeeded', finishedAt: at(-10) },
    { status: 'running', startedAt: at(-60) },
  );
  t.deepEqual([started.startedAt, started.finishedAt], [at(-60), at(-10)]);
  const ended = merged({ status: 'succeeded' }, { status: 'succeeded', finishedAt: at(-5) });
  t.deepEqual([ended.startedAt, ended.finishedAt], [at(-5), at(-5)]);
  const late = merged({ status: 'succeeded' }, { status: 'failed', finishedAt: at(-5) });
  t.deepEqual(late.finishedAt, at(0), 'another final status has another end');
  const kept = merged({ status: 'running', startedAt: at(-9) }, { status: 'queued', startedAt: at(-20) });
  t.deepEqual(kept.startedAt, at(-9));
});

test('rejects an end before the start, unless one of them is the time of a report', (t) => {
  const error = t.throws(() => merged({ status: 'succeeded', startedAt: at(10), finishedAt: at(5) }));
  t.is(error.message, 'finished_at: must not be before started_at');
  t.throws(() => merged({ status: 'running', startedAt: at(10) }, { status: 'failed', finishedAt: at(5) }));
  const ahead = merged({ status: 'running', startedAt: at(60) }, { status: 'succeeded' });
  t.deepEqual([ahead.startedAt, ahead.finishedAt], [at(60), at(60)]);
  const behind = merged({ status: 'running' }, { status: 'succeeded', finishedAt: at(-60) });
  t.deepEqual([behind.startedAt, behind.finishedAt], [at(-60), at(-60)]);
});

test('rejects another value of a fixed field, also in a late report', (t) => {
  const first = {
    status: 'succeeded',
    provider: 'github_actions',
    repository: { provider: 'github', fullName: 'acme/infra' },
    projectPath: 'prod',
    workspace: 'blue',
  } as const;
  const others: readonly [string, Partial<ExecutionReport>][] = [
    ['provider', { provider: 'gitlab_ci' }],
    ['repository', { repository: { fullName: 'acme/other' } }],
    ['repository', { repository: { provider: 'gitlab', fullName: 'acme/infra' } }],
    ['project_path', { projectPath: 'dev' }],
    ['workspace', { workspace: 'green' }],
  ];
  for (const [field, other] of others)
    for (const status of executionStatuses) {
      const error = t.throws(() => merged(first, { status, ...other }), undefined, field);
      t.like(error, { code: 'conflict', message: `The execution was reported with another ${field}.` });
    }
  t.like(merged({}, first), { provider: 'github_actions', repositoryProvider: 'github', workspace: 'blue' });
  t.like(merged(first, { status: 'failed', repository: { fullName: 'acme/infra' } }), {
    status: 'succeeded',
  });
});

test('the CI system names the missing provider of the repository', (t) => {
  const repository = { fullName: 'acme/infra' };
  t.is(merged({ repository }).repositoryProvider, undefined);
  t.is(merged({ repository, provider: 'github_actions' }).repositoryProvider, 'github');
  t.is(merged({ repository, provider: 'gitlab_ci' }).repositoryProvider, 'gitlab');
  t.is(merged({ repository, provider: 'atlantis' }).repositoryProvider, undefined);
  t.is(merged({ repository }, { provider: 'gitlab_ci' }).repositoryProvider, 'gitlab');
  t.is(merged({ provider: 'gitlab_ci' }, { repository }).repositoryProvider, 'gitlab');
  t.is(merged({ provider: 'gitlab_ci' }).repositoryProvider, undefined);
  t.is(
    merged({ provider: 'gitlab_ci', repository: { ...repository, provider: 'github' } }).repositoryProvider,
    'github',
  );
});

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyReport: fc.Arbitrary<ExecutionReport> = fc.record({
  externalId: fc.constant('1'),
  kind: fc.constant('apply' as const),
  status: fc.constantFrom(...executionStatuses),
  branch: optional(fc.constantFrom('main', 'next')),
  actor: optional(fc.constantFrom('ada', 'bob')),
  startedAt: optional(fc.integer({ min: -100, max: -50 }).map(at)),
  finishedAt: optional(fc.integer({ min: -50, max: 50 }).map(at)),
  tool: optional(fc.record({ name: optional(fc.constantFrom('terraform', 'tofu')) })),
});

test('for all reports: repeating the last one changes nothing, and no execution ends before it starts', (t) => {
  const ranks: Readonly<Record<string, number>> = { queued: 0, running: 1 };
  fc.assert(
    fc.property(fc.array(anyReport, { minLength: 1, maxLength: 6 }), (reports) => {
      let fields: ExecutionFields | undefined;
      let endings = 0;
      for (const [index, report] of reports.entries()) {
        const next = mergeExecution(fields, report, at(index));
        const before = fields?.status ?? 'queued';
        if ((ranks[next.fields.status] ?? 2) < (ranks[before] ?? 2)) return false;
        if (next.ended) endings += 1;
        const again = mergeExecution(next.fields, report, at(1000 + index));
        if (again.changed || again.ended) return false;
        const { startedAt: start, finishedAt: end } = next.fields;
        if (start !== undefined && end !== undefined && end < start) return false;
        fields = next.fields;
      }
      return endings === (reports.some(({ status }) => !(status in ranks)) ? 1 : 0);
    }),
  );
  t.pass();
});
