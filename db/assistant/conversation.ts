import { RowModel } from '../row-model.ts';

/** A row of `ai_conversations`: questions of one user with their answers. */
export class Conversation extends RowModel {
  static override tableName = 'ai_conversations';
  declare organizationId: string;
  declare id: string;
  /** `undefined` until a user sets it or asks the first question. */
  declare title: string | undefined;
  declare createdBy: string;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
  declare lastTurnAt: Date;
  declare archivedAt: Date | undefined;
}
