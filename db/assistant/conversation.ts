import { Model } from 'objection';

/** A row of `ai_conversations`: questions of one user with their answers. */
export class Conversation extends Model {
  static override tableName = 'ai_conversations';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  /** `null` until a user sets it or asks the first question. */
  declare title: string | null;
  declare created_by: string;
  declare created_at: Date;
  declare updated_at: Date;
  declare last_turn_at: Date;
  declare archived_at: Date | null;
}
