import { RowModel } from '../../row-model.ts';
import type { MappingCorrectionAction } from '../../../domain/values.ts';

/** A row of `mapping_corrections`: what a user decided about the mapping of a resource. */
export class MappingCorrection extends RowModel {
  static override tableName = 'mapping_corrections';
  declare organizationId: string;
  declare id: string;
  declare resourceId: string;
  declare action: MappingCorrectionAction;
  /** The project may be deleted. */
  declare iacProjectId: string | undefined;
  declare address: string | undefined;
  declare reason: string | undefined;
  /** `undefined`: the user was deleted. */
  declare createdBy: string | undefined;
  declare createdAt: Date;
}
