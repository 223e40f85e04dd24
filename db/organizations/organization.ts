import { Model } from 'objection';
import type { JsonObject } from '../../domain/json/json.ts';

/** A row of `organizations`: a tenant. */
export class Organization extends Model {
  static override tableName = 'organizations';
  static override jsonAttributes = ['settings'];
  declare id: string;
  declare name: string;
  declare slug: string;
  declare settings: JsonObject;
  declare created_at: Date;
  declare updated_at: Date;
}
