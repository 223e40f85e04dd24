import { Model } from 'objection';
import type { ScmAccountKind, ScmProvider, StoredScmConnectionStatus } from '../../domain/values.ts';

/** A row of `scm_connections`. */
export class ScmConnection extends Model {
  static override tableName = 'scm_connections';
  static override idColumn = ['organization_id', 'id'];
  static override jsonAttributes = ['granted_permissions'];
  declare organization_id: string;
  declare id: string;
  declare provider: ScmProvider;
  /** The id of the GitHub account or GitLab group. */
  declare external_org_id: string;
  /** The login of the GitHub account, or the full path of the GitLab group. */
  declare external_org_slug: string;
  declare external_org_kind: ScmAccountKind;
  declare base_url: string;
  /** A bigint; int8 is a number. */
  declare installation_id: number | null;
  declare access_token_sealed: string | null;
  declare webhook_secret_sealed: string | null;
  declare token_expires_at: Date | null;
  /** GitHub: permission to level, such as `contents` to `write`. GitLab: scope to `granted`. */
  declare granted_permissions: Readonly<Record<string, string>>;
  declare status: StoredScmConnectionStatus;
  declare last_error: string | null;
  /** Increases with each stored change of the status. */
  declare state_version: number;
  declare unavailable_since: Date | null;
  /** No request is sent before this time. */
  declare retry_at: Date | null;
  declare select_all: boolean;
  declare last_synced_at: Date | null;
  declare next_sync_at: Date;
  declare created_at: Date;
  declare updated_at: Date;
  declare deleted_at: Date | null;
}
