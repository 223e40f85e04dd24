import { errors } from '../../errors.ts';
import type { ExecutionStatus } from '../../values.ts';
import type { ExecutionReport } from './execution-report.ts';

/** The columns of an execution that reports set. */
export interface ExecutionFields {
  readonly status: ExecutionStatus;
  /** {@link unknownProvider} until a report names it. */
  readonly provider: string;
  readonly repositoryProvider: string | undefined;
  readonly repositoryName: string | undefined;
  readonly projectPath: string | undefined;
  readonly workspace: string | undefined;
  readonly commitSha: string | undefined;
  readonly branch: string | undefined;
  readonly pullRequestNumber: number | undefined;
  readonly runUrl: string | undefined;
  readonly actor: string | undefined;
  readonly toolName: string | undefined;
  readonly toolVersion: string | undefined;
  readonly startedAt: Date | undefined;
  /** Whether `started_at` is the time of a report, because no report named it. */
  readonly startedByReport: boolean;
  readonly finishedAt: Date | undefined;
  /** As `started_by_report`. */
  readonly endedByReport: boolean;
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
  repositoryProvider: undefined,
  repositoryName: undefined,
  projectPath: undefined,
  workspace: undefined,
  commitSha: undefined,
  branch: undefined,
  pullRequestNumber: undefined,
  runUrl: undefined,
  actor: undefined,
  toolName: undefined,
  toolVersion: undefined,
  startedAt: undefined,
  startedByReport: false,
  finishedAt: undefined,
  endedByReport: false,
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
    repositoryProvider: repository?.provider,
    repositoryName: repository?.fullName,
    projectPath: report.projectPath,
    workspace: report.workspace,
    commitSha: report.commitSha,
    branch: report.branch,
    pullRequestNumber: report.pullRequestNumber,
    runUrl: report.runUrl,
    actor: report.actor,
    toolName: tool?.name,
    toolVersion: tool?.version,
  };
  const hasRepository = (named.repositoryName ?? before?.repositoryName) !== undefined;
  if (hasRepository && (named.repositoryProvider ?? before?.repositoryProvider) === undefined) {
    const ciSystem = named.provider ?? before?.provider ?? '';
    if (Object.hasOwn(repositoryProviders, ciSystem))
      named.repositoryProvider = repositoryProviders[ciSystem];
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Named;
}

const fixedFields = {
  provider: 'provider',
  repositoryProvider: 'repository',
  repositoryName: 'repository',
  projectPath: 'project_path',
  workspace: 'workspace',
} as const;

function requireSameFixedFields(before: ExecutionFields, named: Named): void {
  for (const [property, field] of Object.entries(fixedFields) as [keyof typeof fixedFields, string][]) {
    const value = named[property];
    const isConflict =
      value !== undefined && !isEmpty(property, before[property]) && before[property] !== value;
    if (isConflict) throw errors.conflict(`The execution was reported with another ${field}.`);
  }
}

function isEmpty(property: keyof ExecutionFields, value: unknown): boolean {
  return value === undefined || (property === 'provider' && value === unknownProvider);
}

function fillEmpty(before: ExecutionFields, named: Named): ExecutionFields {
  const filled = Object.entries(named).filter(([property]) => {
    const key = property as keyof ExecutionFields;
    return isEmpty(key, before[key]);
  });
  return { ...before, ...(Object.fromEntries(filled) as Named) };
}

type Times = Pick<ExecutionFields, 'startedAt' | 'startedByReport' | 'finishedAt' | 'endedByReport'>;

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
  const knownStart = known.startedByReport ? undefined : known.startedAt;
  const knownEnd = known.endedByReport ? undefined : known.finishedAt;
  const givenStart = report.startedAt;
  const givenEnd = report.finishedAt;
  const start = late ? (knownStart ?? givenStart) : (givenStart ?? knownStart);
  // A late report has another status, so that it does not know when the execution ended with the stored one.
  const lateEnd = knownEnd ?? (known.finishedAt === undefined ? givenEnd : undefined);
  const end = late ? lateEnd : (givenEnd ?? knownEnd);
  if (start !== undefined && end !== undefined && end < start)
    throw errors.validationFailed('finished_at', 'must not be before started_at');
  const hasStarted = report.status !== 'queued' || known.startedAt !== undefined;
  const hasEnded = late ? known.finishedAt !== undefined : isFinal(report.status);
  const defaultStart = hasStarted ? earlier(known.startedAt ?? now, end) : undefined;
  const startedAt = start ?? defaultStart;
  const defaultEnd = hasEnded ? later(known.finishedAt ?? now, startedAt) : undefined;
  return {
    startedAt,
    startedByReport: start === undefined && startedAt !== undefined,
    finishedAt: end ?? defaultEnd,
    endedByReport: end === undefined && defaultEnd !== undefined,
  };
}

function earlier(time: Date, other: Date | undefined): Date {
  return other !== undefined && other < time ? other : time;
}

function later(time: Date, other: Date | undefined): Date {
  return other !== undefined && other > time ? other : time;
}

function isSame(before: ExecutionFields, after: ExecutionFields): boolean {
  return (Object.keys(emptyFields) as (keyof ExecutionFields)[]).every(
    (property) => comparable(before[property]) === comparable(after[property]),
  );
}

function comparable(value: ExecutionFields[keyof ExecutionFields]) {
  return value instanceof Date ? value.getTime() : value;
}
