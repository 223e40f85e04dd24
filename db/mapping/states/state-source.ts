import { Model } from 'objection';
import type { StateSourceKind, StateSourceOrigin, StoredStateSourceStatus } from '../../../domain/values.ts';

/** A row of `state_sources`: one S3 object with a Terraform state. */
export class StateSource extends Model {
  static override tableName = 'state_sources';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare kind: StateSourceKind;
  declare bucket: string;
  declare key: string;
  declare region: string | null;
  declare workspace: string | null;
  /** `null`: the account whose inventory has the bucket reads the object. */
  declare aws_account_id: string | null;
  /** A project that a user chose. Projects of detected sources are in `iac_project_states`. */
  declare iac_project_id: string | null;
  declare origin: StateSourceOrigin;
  declare status: StoredStateSourceStatus;
  declare disabled: boolean;
  declare patched_fields: string[];
  /** `<code>: <sentence>` */
  declare last_error: string | null;
  declare last_synced_at: Date | null;
  declare last_success_at: Date | null;
  declare missing_since: Date | null;
  declare next_sync_at: Date | null;
  declare reading_run_id: string | null;
  declare sync_token: string | null;
  declare etag: string | null;
  declare version_id: string | null;
  declare size_bytes: number | null;
  declare modified_at: Date | null;
  declare serial: number | null;
  declare lineage: string | null;
  declare format_version: number | null;
  declare terraform_version: string | null;
  declare rules_version: string | null;
  declare counted: boolean;
  declare state_resources: number;
  declare matched: number;
  declare missing: number;
  declare created_at: Date;
  declare updated_at: Date;
}
