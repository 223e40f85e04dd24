import { Model } from 'objection';
import type { ApplicationCriticality, ApplicationLifecycle, ApplicationSource } from '../../domain/values.ts';

/** A row of `applications`. */
export class Application extends Model {
  static override tableName = 'applications';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare name: string;
  declare slug: string;
  declare description: string | null;
  declare criticality: ApplicationCriticality;
  declare lifecycle: ApplicationLifecycle;
  declare source: ApplicationSource;
  declare created_by: string | null;
  declare created_at: Date;
  declare updated_at: Date;
  declare archived_at: Date | null;
}
