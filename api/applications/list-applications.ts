import { z } from 'zod';
import { listApplications as read } from '../../db/applications/application-store.ts';
import { applicationCriticalities, applicationLifecycles, applicationSources } from '../../domain/values.ts';
import { cutPage, flag, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { Application, presentApplication, tag } from './schemas.ts';

export const listApplications = operation({
  id: 'listApplications',
  method: 'GET',
  path: '/applications',
  tag,
  summary: 'List applications',
  description: 'Without `archived`, includes archived applications.',
  access: 'applications:read',
  query: z.strictObject({
    q: z.string().min(1).max(200).optional().describe('Part of the name or slug'),
    archived: flag.optional(),
    criticality: repeatable(z.enum(applicationCriticalities)),
    lifecycle: repeatable(z.enum(applicationLifecycles)),
    source: repeatable(z.enum(applicationSources)),
    team_id: repeatable(id).describe('Team with an assignment of the kind `owner`'),
    ...pagingParameters,
  }),
  success: [200, z.object({ applications: z.array(Application), next_cursor: z.string().optional() })],
  async handle(context) {
    const { request, envelope } = pager(context, 'applications', context.query);
    const after = request.after?.[0]?.toString();
    const rows = await read(context.tenant, context.query, request.limit, after);
    const page = cutPage(rows, request.limit, (row) => [row.id]);
    const { items: applications, ...rest } = envelope(page, presentApplication);
    return { applications, ...rest };
  },
});
