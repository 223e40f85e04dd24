import { Model } from 'objection';

/** A row of `teams`. */
export class Team extends Model {
  static override tableName = 'teams';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare name: string;
  declare slug: string;
  declare description: string | null;
  declare is_active: boolean;
  declare created_at: Date;
  declare updated_at: Date;
}
