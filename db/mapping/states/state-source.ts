import { RowModel } from '../../row-model.ts';
import type { StateSourceKind, StateSourceOrigin, StoredStateSourceStatus } from '../../../domain/values.ts';

/** What HCP Terraform says of a workspace. */
export interface StoredHcpWorkspace {
  readonly hostname: string;
  readonly organization: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Full name of the repository, as the workspace names it. */
  readonly repository?: string;
  /** Relative to the root of the repository; `.` is the root. */
  readonly directory: string;
}

/** A row of `state_sources`: a Terraform state in S3, of HCP Terraform, or that a pipeline pushes. */
export class StateSource extends RowModel {
  static override tableName = 'state_sources';
  static override jsonAttributes = ['hcp_workspace'];
  declare organizationId: string;
  declare id: string;
  declare kind: StateSourceKind;
  /** Only of a state in S3, as `key`. */
  declare bucket: string | undefined;
  declare key: string | undefined;
  /** Of a state that is not in S3. */
  declare name: string | undefined;
  /** The repository and the project that a push named. */
  declare repositoryName: string | undefined;
  declare repositoryProvider: string | undefined;
  declare projectPath: string | undefined;
  /** Only of a pushed state: how long after a push it is overdue. */
  declare maxAgeHours: number | undefined;
  /** The accounts that a push named as the ones that the state reaches. */
  declare pushedAccountIds: string[] | undefined;
  declare hcpConnectionId: string | undefined;
  /** The id of the workspace of HCP Terraform. */
  declare externalId: string | undefined;
  declare hcpWorkspace: StoredHcpWorkspace | undefined;
  /** The source that holds the same state, and counts instead. */
  declare supersededBy: string | undefined;
  declare releasedResourceIds: string[];
  declare region: string | undefined;
  declare workspace: string | undefined;
  /** `undefined`: the account whose inventory has the bucket reads the object. */
  declare awsAccountId: string | undefined;
  /** A project that a user chose. Projects of detected sources are in `iac_project_states`. */
  declare iacProjectId: string | undefined;
  declare origin: StateSourceOrigin;
  declare status: StoredStateSourceStatus;
  declare disabled: boolean;
  declare patchedFields: string[];
  /** `<code>: <sentence>` */
  declare lastError: string | undefined;
  declare lastSyncedAt: Date | undefined;
  declare lastSuccessAt: Date | undefined;
  /** When the read that ended at `lastSuccessAt` began. */
  declare readBegunAt: Date | undefined;
  /** When a difference last requested that the state is read again. */
  declare driftSyncRequestedAt: Date | undefined;
  declare missingSince: Date | undefined;
  declare nextSyncAt: Date | undefined;
  declare readingRunId: string | undefined;
  declare syncToken: string | undefined;
  declare etag: string | undefined;
  declare versionId: string | undefined;
  declare sizeBytes: number | undefined;
  declare modifiedAt: Date | undefined;
  declare serial: number | undefined;
  declare lineage: string | undefined;
  declare formatVersion: number | undefined;
  declare terraformVersion: string | undefined;
  declare rulesVersion: string | undefined;
  /** Whether the bucket, the key or the workspace of a detected source was not written in the code. */
  declare guessed: boolean;
  /** Whether the state has entries, and none of an AWS provider. */
  declare withoutAws: boolean;
  declare counted: boolean;
  declare stateResources: number;
  declare matched: number;
  declare missing: number;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
}
