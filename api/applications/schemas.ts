import { z } from 'zod';
import type { Application as Row } from '../../db/applications/application.ts';
import { applicationCriticalities, applicationLifecycles, applicationSources } from '../../domain/values.ts';
import { id, iso, longText, shortText, slug, timestamp } from '../http/schemas.ts';

export const tag = 'Applications';

export const applicationFields = {
  name: shortText,
  slug: slug.optional(),
  description: longText.nullish(),
  criticality: z.enum(applicationCriticalities).optional(),
  lifecycle: z.enum(applicationLifecycles).optional(),
};

export const Application = z
  .object({
    id,
    organization_id: id,
    name: z.string(),
    slug: z.string(),
    description: z.string().optional(),
    criticality: z.enum(applicationCriticalities),
    lifecycle: z.enum(applicationLifecycles),
    source: z.enum(applicationSources),
    created_by: id.optional(),
    created_at: timestamp,
    updated_at: timestamp,
    archived_at: timestamp.optional(),
  })
  .meta({ id: 'Application' });

export function presentApplication(row: Row) {
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    slug: row.slug,
    description: row.description,
    criticality: row.criticality,
    lifecycle: row.lifecycle,
    source: row.source,
    created_by: row.createdBy,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    archived_at: iso(row.archivedAt),
  };
}
