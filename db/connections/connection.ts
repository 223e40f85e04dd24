import { RowModel } from '../row-model.ts';
import type { ConnectionKind, ConnectionStatus } from '../../domain/values.ts';

/** A row of `aws_connections`. */
export class Connection extends RowModel {
  static override tableName = 'aws_connections';
  declare organizationId: string;
  declare id: string;
  declare name: string;
  declare kind: ConnectionKind;
  declare status: ConnectionStatus;
  declare managementAccountId: string | undefined;
  /** The external id of the customer's trust policies. Never in Temporal histories, never logged. */
  declare externalId: string;
  declare roleName: string;
  declare organizationIdExternal: string | undefined;
  declare regions: string[];
  declare scanIntervalMinutes: number;
  declare lastValidatedAt: Date | undefined;
  declare lastSyncedAt: Date | undefined;
  declare lastError: string | undefined;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
  declare deletedAt: Date | undefined;
}
