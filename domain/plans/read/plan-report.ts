/** The fields that a CI system sends with a plan. One of the ids is present. */
export interface PlanReport {
  /** The id of an execution of the kind `plan`, which is created when it does not exist. */
  readonly externalId?: string | undefined;
  /** The id of an execution of any kind, which exists. */
  readonly executionExternalId?: string | undefined;
  readonly repository?: { readonly provider?: string | undefined; readonly fullName: string } | undefined;
  /** Relative to the root of the repository, as `normaliseProjectPath` returns it. */
  readonly projectPath?: string | undefined;
  readonly workspace?: string | undefined;
  /** In lower case. */
  readonly commitSha?: string | undefined;
  readonly pullRequestNumber?: number | undefined;
  /** The CI system, for example `github_actions`. */
  readonly provider?: string | undefined;
  readonly branch?: string | undefined;
  readonly runUrl?: string | undefined;
  readonly actor?: string | undefined;
}
