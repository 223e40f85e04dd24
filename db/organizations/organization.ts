import { RowModel } from '../row-model.ts';
import type { JsonObject } from '../../domain/json/json.ts';

/** A row of `organizations`: a tenant. */
export class Organization extends RowModel {
  static override tableName = 'organizations';
  static override idColumn = 'id';
  static override jsonAttributes = ['settings'];
  declare id: string;
  declare name: string;
  declare slug: string;
  declare settings: JsonObject;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
}
