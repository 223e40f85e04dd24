import { RowModel } from '../row-model.ts';
import type { EnvironmentClass } from '../../domain/values.ts';

/** A row of `environments`. */
export class Environment extends RowModel {
  static override tableName = 'environments';
  declare organizationId: string;
  declare id: string;
  declare name: string;
  declare class: EnvironmentClass;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
}
