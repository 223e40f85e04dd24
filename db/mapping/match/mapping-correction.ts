import { Model } from 'objection';
import type { MappingCorrectionAction } from '../../../domain/values.ts';

/** A row of `mapping_corrections`: what a user decided about the mapping of a resource. */
export class MappingCorrection extends Model {
  static override tableName = 'mapping_corrections';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare resource_id: string;
  declare action: MappingCorrectionAction;
  /** The project may be deleted. */
  declare iac_project_id: string | null;
  declare address: string | null;
  declare reason: string | null;
  /** `null`: the user was deleted. */
  declare created_by: string | null;
  declare created_at: Date;
}
