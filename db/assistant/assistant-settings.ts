import { RowModel } from '../row-model.ts';
import type { AssistantDataMode } from '../../domain/values.ts';

/** A row of `ai_settings`: the assistant of an organization. */
export class AssistantSettings extends RowModel {
  static override tableName = 'ai_settings';
  static override idColumn = ['organization_id'];
  declare organizationId: string;
  declare enabled: boolean;
  /** `undefined`: the first configured model. */
  declare model: string | undefined;
  declare dataMode: AssistantDataMode;
  declare dailyTurnLimit: number;
  declare retentionDays: number;
  declare countedOn: string;
  declare countedTurns: number;
  declare updatedAt: Date;
  /** Number of changes by users, from 1. */
  declare version: number;
}
