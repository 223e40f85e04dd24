import { Model } from 'objection';
import type { AssistantDataMode } from '../../domain/values.ts';

/** A row of `ai_settings`: the assistant of an organization. */
export class AssistantSettings extends Model {
  static override tableName = 'ai_settings';
  static override idColumn = ['organization_id'];
  declare organization_id: string;
  declare enabled: boolean;
  /** `null`: the first configured model. */
  declare model: string | null;
  declare data_mode: AssistantDataMode;
  declare daily_turn_limit: number;
  declare retention_days: number;
  declare counted_on: string;
  declare counted_turns: number;
  declare updated_at: Date;
}
