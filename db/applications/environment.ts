import { Model } from 'objection';
import type { EnvironmentClass } from '../../domain/values.ts';

/** A row of `environments`. */
export class Environment extends Model {
  static override tableName = 'environments';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare name: string;
  declare class: EnvironmentClass;
  declare created_at: Date;
  declare updated_at: Date;
}
