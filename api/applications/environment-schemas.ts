import { z } from 'zod';
import type { Environment as Row } from '../../db/applications/environment.ts';
import { environmentClasses } from '../../domain/values.ts';
import { id, iso, shortText, timestamp } from '../http/schemas.ts';

export const tag = 'Environments';

export const environmentFields = { name: shortText, class: z.enum(environmentClasses) };

export const Environment = z
  .object({
    id,
    organization_id: id,
    name: z.string(),
    class: z.enum(environmentClasses),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Environment' });

export function presentEnvironment(row: Row) {
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    class: row.class,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}
