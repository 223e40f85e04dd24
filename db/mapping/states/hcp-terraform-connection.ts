import { RowModel } from '../../row-model.ts';
import type { HcpTerraformStatus } from '../../../domain/values.ts';

/** A row of `hcp_terraform_connections`: an organization of HCP Terraform or Terraform Enterprise. */
export class HcpTerraformConnection extends RowModel {
  static override tableName = 'hcp_terraform_connections';
  declare organizationId: string;
  declare id: string;
  /** With a port when it is not 443. */
  declare hostname: string;
  declare organizationName: string;
  declare tokenSealed: string;
  /** Globs; `undefined`: all workspaces. */
  declare workspaces: string[] | undefined;
  /** Ids of workspaces whose source a user deleted. */
  declare ignoredWorkspaces: string[];
  declare status: HcpTerraformStatus;
  /** `<code>: <sentence>` */
  declare lastError: string | undefined;
  declare lastSyncedAt: Date | undefined;
  declare nextSyncAt: Date;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** Number of changes by users, from 1. */
  declare version: number;
}
