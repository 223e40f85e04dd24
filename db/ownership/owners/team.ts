import { RowModel } from '../../row-model.ts';

/** A row of `teams`. */
export class Team extends RowModel {
  static override tableName = 'teams';
  declare organizationId: string;
  declare id: string;
  declare name: string;
  declare slug: string;
  declare description: string | undefined;
  declare isActive: boolean;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
}
