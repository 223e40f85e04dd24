import { errors } from '../../errors.ts';
import type { ExecutionStatus } from '../../values.ts';
import type { ExecutionReport } from './execution-report.ts';

/** The columns of an execution that reports set. */
export interface ExecutionFields {
  readonly status: ExecutionStatus;
  /** {@link unknownProvider} until a report names it. */
  readonly provider: string;
  readonly repository_provider: string | null;
  readonly repository_name: string | null;
  readonly project_path: string | null;
  readonly workspace: string | null;
  readonly commit_sha: string | null;
  readonly branch: string | null;
  readonly pull_request_number: number | null;
  readonly run_url: string | null;
  readonly actor: string | null;
  readonly tool_name: string | null;
  readonly tool_version: string | null;
  readonly started_at: Date | null;
  /** Whether `started_at` is the time of a report, because no report named it. */
  readonly started_by_report: boolean;
  readonly finished_at: Date | null;
  /** As `started_by_report`. */
  readonly ended_by_report: boolean;
}

export interface MergedExecution {
  readonly fields: ExecutionFields;
  /** Whether a field has another value than before. */
  readonly changed: boolean;
  /** Whether the report is the first one with a final status. */
  readonly ended: boolean;
}

/** The provider of an execution whose reports name none. */
export const unknownProvider = 'unknown';

/**
 * Applies a report to an execution, or creates its fields when `before` is undefined.
 *
 * The status only advances: `queued`, `running`, then the first final status. A report of a lower or another final status
 * is late and only fills empty fields; others overwrite the fields that they name. `now` replaces missing times.
 *
 * @throws CatalogueError `conflict` for another provider, repository, project path or workspace than reported before;
 *   `validation_failed` when the execution finished before it started
 */
export function mergeExecution(
  before: ExecutionFields | undefined,
  report: ExecutionReport,
  now: Date,
): MergedExecution {
  const named = namedFields(report, before);
  if (before !== undefined) requireSameFixedFields(before, named);
  const late = before !== undefined && isLate(before.status, report.status);
  const base = before ?? emptyFields;
  const merged = late ? fillEmpty(base, named) : { ...base, ...named, status: report.status };
  const fields = { ...merged, ...mergeTimes(before, report, { late, now }) };
  const wasFinal = before !== undefined && isFinal(before.status);
  return {
    fields,
    changed: before === undefined || !isSame(before, fields),
    ended: isFinal(fields.status) && !wasFinal,
  };
}

/** Returns whether an execution with the status has ended. */
export function isFinal(status: ExecutionStatus): boolean {
  return ranks[status] === finalRank;
}

const finalRank = 2;
const ranks: Readonly<Record<ExecutionStatus, number>> = {
  queued: 0,
  running: 1,
  succeeded: finalRank,
  failed: finalRank,
  cancelled: finalRank,
};

function isLate(stored: ExecutionStatus, reported: ExecutionStatus): boolean {
  return ranks[reported] < ranks[stored] || (isFinal(stored) && reported !== stored);
}

const emptyFields: ExecutionFields = {
  status: 'queued',
  provider: unknownProvider,
  repository_provider: null,
  repository_name: null,
  project_path: null,
  workspace: null,
  commit_sha: null,
  branch: null,
  pull_request_number: null,
  run_url: null,
  actor: null,
  tool_name: null,
  tool_version: null,
  started_at: null,
  started_by_report: false,
  finished_at: null,
  ended_by_report: false,
};

/** CI systems whose jobs run for repositories of one provider. */
const repositoryProviders: Readonly<Record<string, string>> = {
  github_actions: 'github',
  gitlab_ci: 'gitlab',
};

type Named = { -readonly [K in keyof ExecutionFields]?: NonNullable<ExecutionFields[K]> };

/** Returns the fields that a report names, and the provider of the repository that follows from the CI system. */
function namedFields(report: ExecutionReport, before: ExecutionFields | undefined): Named {
  const { repository, tool } = report;
  const named: { [K in keyof Named]: Named[K] | undefined } = {
    provider: report.provider,
    repository_provider: repository?.provider,
    repository_name: repository?.fullName,
    project_path: report.projectPath,
    workspace: report.workspace,
    commit_sha: report.commitSha,
    branch: report.branch,
    pull_request_number: report.pullRequestNumber,
    run_url: report.runUrl,
    actor: report.actor,
    tool_name: tool?.name,
    tool_version: tool?.version,
  };
  const hasRepository = (named.repository_name ?? before?.repository_name ?? null) !== null;
  if (
    hasRepository &&
    named.repository_provider === undefined &&
    (before?.repository_provider ?? null) === null
  ) {
    const ciSystem = named.provider ?? before?.provider ?? '';
    if (Object.hasOwn(repositoryProviders, ciSystem))
      named.repository_provider = repositoryProviders[ciSystem];
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Named;
}

const fixedFields = {
  provider: 'provider',
  repository_provider: 'repository',
  repository_name: 'repository',
  project_path: 'project_path',
  workspace: 'workspace',
} as const;

function requireSameFixedFields(before: ExecutionFields, named: Named): void {
  for (const [column, field] of Object.entries(fixedFields) as [keyof typeof fixedFields, string][]) {
    const value = named[column];
    const isConflict = value !== undefined && !isEmpty(column, before[column]) && before[column] !== value;
    if (isConflict) throw errors.conflict(`The execution was reported with another ${field}.`);
  }
}

function isEmpty(column: keyof ExecutionFields, value: unknown): boolean {
  return value === null || (column === 'provider' && value === unknownProvider);
}

function fillEmpty(before: ExecutionFields, named: Named): ExecutionFields {
  const filled = Object.entries(named).filter(([column]) => {
    const key = column as keyof ExecutionFields;
    return isEmpty(key, before[key]);
  });
  return { ...before, ...(Object.fromEntries(filled) as Named) };
}

type Times = Pick<ExecutionFields, 'started_at' | 'started_by_report' | 'finished_at' | 'ended_by_report'>;

/**
 * Merges the times. A time that a report named takes precedence over the time of a report. If an execution would end before it starts,
 * the time that no report named moves.
 */
function mergeTimes(
  before: ExecutionFields | undefined,
  report: ExecutionReport,
  { late, now }: { readonly late: boolean; readonly now: Date },
): Times {
  const known = before ?? emptyFields;
  const knownStart = known.started_by_report ? null : known.started_at;
  const knownEnd = known.ended_by_report ? null : known.finished_at;
  const givenStart = report.startedAt ?? null;
  const givenEnd = report.finishedAt ?? null;
  const start = late ? (knownStart ?? givenStart) : (givenStart ?? knownStart);
  // A late report has another status, so that it does not know when the execution ended with the stored one.
  const lateEnd = knownEnd ?? (known.finished_at === null ? givenEnd : null);
  const end = late ? lateEnd : (givenEnd ?? knownEnd);
  if (start !== null && end !== null && end < start)
    throw errors.validationFailed('finished_at', 'must not be before started_at');
  const hasStarted = report.status !== 'queued' || known.started_at !== null;
  const hasEnded = late ? known.finished_at !== null : isFinal(report.status);
  const defaultStart = hasStarted ? earlier(known.started_at ?? now, end) : null;
  const startedAt = start ?? defaultStart;
  const defaultEnd = hasEnded ? later(known.finished_at ?? now, startedAt) : null;
  return {
    started_at: startedAt,
    started_by_report: start === null && startedAt !== null,
    finished_at: end ?? defaultEnd,
    ended_by_report: end === null && defaultEnd !== null,
  };
}

function earlier(time: Date, other: Date | null): Date {
  return other !== null && other < time ? other : time;
}

function later(time: Date, other: Date | null): Date {
  return other !== null && other > time ? other : time;
}

function isSame(before: ExecutionFields, after: ExecutionFields): boolean {
  return (Object.keys(emptyFields) as (keyof ExecutionFields)[]).every(
    (column) => comparable(before[column]) === comparable(after[column]),
  );
}

function comparable(value: ExecutionFields[keyof ExecutionFields]) {
  return value instanceof Date ? value.getTime() : value;
}
