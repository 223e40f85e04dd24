import { RowModel } from '../row-model.ts';
import type { ScmAccountKind, ScmProvider, StoredScmConnectionStatus } from '../../domain/values.ts';

/** A row of `scm_connections`. */
export class ScmConnection extends RowModel {
  static override tableName = 'scm_connections';
  static override jsonAttributes = ['granted_permissions'];
  declare organizationId: string;
  declare id: string;
  declare provider: ScmProvider;
  /** The id of the GitHub account or GitLab group. */
  declare externalOrgId: string;
  /** The login of the GitHub account, or the full path of the GitLab group. */
  declare externalOrgSlug: string;
  declare externalOrgKind: ScmAccountKind;
  declare baseUrl: string;
  /** A bigint; int8 is a number. */
  declare installationId: number | undefined;
  declare accessTokenSealed: string | undefined;
  declare webhookSecretSealed: string | undefined;
  declare tokenExpiresAt: Date | undefined;
  /** GitHub: permission to level, such as `contents` to `write`. GitLab: scope to `granted`. */
  declare grantedPermissions: Readonly<Record<string, string>>;
  declare status: StoredScmConnectionStatus;
  declare lastError: string | undefined;
  /** The limit that the provider's responses exceeded since the last sync began. */
  declare exceededLimit: string | undefined;
  /** Increases with each stored change of the status. */
  declare stateVersion: number;
  declare unavailableSince: Date | undefined;
  /** No request is sent before this time. */
  declare retryAt: Date | undefined;
  declare selectAll: boolean;
  declare lastSyncedAt: Date | undefined;
  declare nextSyncAt: Date;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare deletedAt: Date | undefined;
}
