import { Model } from 'objection';

/** A row of `ingest_tokens`. */
export class IngestToken extends Model {
  static override tableName = 'ingest_tokens';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare name: string;
  /** The first characters of the token, by which users recognise it. */
  declare prefix: string;
  /** SHA-256 of the token. */
  declare token_hash: Buffer;
  declare created_by: string;
  declare created_at: Date;
  declare last_used_at: Date | null;
  declare expires_at: Date | null;
  declare revoked_at: Date | null;
}
