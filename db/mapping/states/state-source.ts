import { RowModel } from '../../row-model.ts';
import type { StateSourceKind, StateSourceOrigin, StoredStateSourceStatus } from '../../../domain/values.ts';

/** A row of `state_sources`: one S3 object with a Terraform state. */
export class StateSource extends RowModel {
  static override tableName = 'state_sources';
  declare organizationId: string;
  declare id: string;
  declare kind: StateSourceKind;
  declare bucket: string;
  declare key: string;
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
}
