import { z } from 'zod';
import type { ApplicationOwner as Row } from '../../db/ownership/owners/application-owner-store.ts';
import { applicationOwnerKinds } from '../../domain/values.ts';
import { id, iso, omitNull, timestamp } from '../http/schemas.ts';

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
    application_id: row.application_id,
    kind: row.kind,
    team_id: omitNull(row.team_id),
    user_id: omitNull(row.user_id),
    created_by: omitNull(row.created_by),
    created_at: iso(row.created_at),
  };
}
