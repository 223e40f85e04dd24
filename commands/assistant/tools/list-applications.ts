import { z } from 'zod';
import {
  applicationCriticalities,
  applicationLifecycles,
  applicationSources,
} from '../../../domain/values.ts';
import { countApplications, listApplications } from '../../../db/applications/application-store.ts';
import type { ApplicationFilters } from '../../../db/applications/application-store.ts';
import type { Application } from '../../../db/applications/application.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging, namedFilter, oneOrMore, searchText, asValues } from './shared/parameters.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { countEach, listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

const groupings = ['criticality', 'lifecycle', 'source'] as const;

export const listApplicationsTool = defineTool({
  name: 'list_applications',
  description:
    'Lists applications, oldest first; without `archived`, archived ones, too. `group_by` counts them.',
  permission: 'applications:read',
  parameters: z.strictObject({
    q: searchText.optional().describe('Part of the name or slug'),
    archived: z.boolean().optional(),
    criticality: oneOrMore(z.enum(applicationCriticalities)),
    lifecycle: oneOrMore(z.enum(applicationLifecycles)),
    source: oneOrMore(z.enum(applicationSources)),
    owned: z.boolean().optional().describe('Whether an active team or user owns the application'),
    team: namedFilter('Teams with an assignment of the kind `owner`'),
    group_by: z.enum(groupings).optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const { ids, subject } = await resolveNames(context, { team: args.team });
    const filters = {
      q: args.q,
      archived: args.archived,
      criticality: asValues(args.criticality),
      lifecycle: asValues(args.lifecycle),
      source: asValues(args.source),
      team_id: ids.team,
      owned: args.owned,
    };
    return listResult(context, args, {
      total: await countApplications(tenant, filters),
      subject,
      groups: args.group_by === undefined ? undefined : await groupsOf(tenant, filters, args.group_by),
      rows: async (maximum) =>
        (await listApplications(tenant, filters, maximum, undefined)).map(applicationRow),
    });
  },
});

function groupsOf(tenant: Tenant, filters: ApplicationFilters, by: (typeof groupings)[number]) {
  const count = (more: ApplicationFilters) => countApplications(tenant, { ...filters, ...more });
  const counts = {
    criticality: () =>
      countEach(applicationCriticalities, filters.criticality, (value) => count({ criticality: [value] })),
    lifecycle: () =>
      countEach(applicationLifecycles, filters.lifecycle, (value) => count({ lifecycle: [value] })),
    source: () => countEach(applicationSources, filters.source, (value) => count({ source: [value] })),
  };
  return counts[by]();
}

function applicationRow(application: Application) {
  return toolRow(
    entityOf('application', application.id, application.name),
    {
      name: application.name,
      slug: application.slug,
      description: application.description,
      criticality: application.criticality,
      lifecycle: application.lifecycle,
      source: application.source,
      is_archived: application.archivedAt !== undefined,
      created_at: timeText(application.createdAt),
    },
    ['criticality', 'lifecycle', 'source', 'is_archived', 'created_at'],
  );
}
