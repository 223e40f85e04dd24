import { z } from 'zod';
import type { ApplicationOwner as Row } from '../../db/ownership/owners/application-owner-store.ts';
import { applicationOwnerKinds } from '../../domain/values.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

export const ApplicationOwner = z
  .object({
    id,
    application_id: id,
    kind: z.enum(applicationOwnerKinds),
    team_id: id.optional(),
    user_id: id.optional(),
    created_by: id.optional().describe('Missing when the user was deleted'),
    created_at: timestamp,
  })
  .meta({ id: 'ApplicationOwner' });

export function presentApplicationOwner(row: Row): z.input<typeof ApplicationOwner> {
  return {
    id: row.id,
    application_id: row.applicationId,
    kind: row.kind,
    team_id: row.teamId,
    user_id: row.userId,
    created_by: row.createdBy,
    created_at: iso(row.createdAt),
  };
}
