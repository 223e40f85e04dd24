import type { ExecutionKind, ExecutionStatus } from '../../values.ts';

/** A report of a CI system about an execution. An absent field changes nothing. */
export interface ExecutionReport {
  /** With `kind`, the key of the execution in the organization. */
  readonly externalId: string;
  readonly kind: ExecutionKind;
  readonly status: ExecutionStatus;
  /** The CI system, for example `github_actions`. */
  readonly provider?: string | undefined;
  readonly repository?: { readonly provider?: string | undefined; readonly fullName: string } | undefined;
  /** Relative to the root of the repository, as `normaliseProjectPath` returns it. */
  readonly projectPath?: string | undefined;
  readonly workspace?: string | undefined;
  /** In lower case. */
  readonly commitSha?: string | undefined;
  readonly branch?: string | undefined;
  readonly pullRequestNumber?: number | undefined;
  readonly runUrl?: string | undefined;
  readonly actor?: string | undefined;
  readonly startedAt?: Date | undefined;
  readonly finishedAt?: Date | undefined;
  readonly tool?: { readonly name?: string | undefined; readonly version?: string | undefined } | undefined;
}
