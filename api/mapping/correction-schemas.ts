import { z } from 'zod';
import type { MappingCorrection as Row } from '../../db/mapping/match/mapping-correction.ts';
import { mappingCorrectionActions } from '../../domain/values.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

export const MappingCorrection = z
  .object({
    id,
    action: z.enum(mappingCorrectionActions),
    iac_project_id: id.optional(),
    address: z.string().optional(),
    reason: z.string().optional(),
    stale: z.boolean().describe('Whether the project is missing or deleted'),
    created_by: id.optional().describe('Absent: the user was deleted'),
    created_at: timestamp,
  })
  .meta({ id: 'MappingCorrection' });

export function presentCorrection(row: Row & { readonly stale: boolean }): z.input<typeof MappingCorrection> {
  return {
    id: row.id,
    action: row.action,
    iac_project_id: row.iacProjectId,
    address: row.address,
    reason: row.reason,
    stale: row.stale,
    created_by: row.createdBy,
    created_at: iso(row.createdAt),
  };
}
