import type { Deliveries } from '../scm-servers/deliveries.ts';
import type { GitlabModel, GitlabProject } from './model.ts';

/** State and functions that the routes use. */
export interface GitlabContext {
  readonly model: GitlabModel;
  readonly deliveries: Deliveries;
  readonly origin: () => string;
  /** Entries of a merge request's diff; GitLab caps it at 1,000 by default. */
  readonly maximumDiffs: () => number;
  /** Called after a request moved a branch. */
  readonly onPush: (project: GitlabProject, branch: string, before: string | undefined) => Promise<void>;
}
