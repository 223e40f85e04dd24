import { Model } from 'objection';
import type { ConnectionKind, ConnectionStatus } from '../../domain/values.ts';

/** A row of `aws_connections`. */
export class Connection extends Model {
  static override tableName = 'aws_connections';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare name: string;
  declare kind: ConnectionKind;
  declare status: ConnectionStatus;
  declare management_account_id: string | null;
  /** The external id of the customer's trust policies. Never in Temporal histories, never logged. */
  declare external_id: string;
  declare role_name: string;
  declare organization_id_external: string | null;
  declare regions: string[];
  declare scan_interval_minutes: number;
  declare last_validated_at: Date | null;
  declare last_synced_at: Date | null;
  declare last_error: string | null;
  declare created_at: Date;
  declare updated_at: Date;
  declare deleted_at: Date | null;
}
