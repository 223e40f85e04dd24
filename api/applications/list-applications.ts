import { z } from 'zod';
import { listApplications as read } from '../../db/applications/application-store.ts';
import { cutPage, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Application, presentApplication, tag } from './schemas.ts';

export const listApplications = operation({
  id: 'listApplications',
  method: 'GET',
  path: '/applications',
  tag,
  summary: 'List applications',
  description: 'Includes archived applications.',
  access: 'applications:read',
  query: z.strictObject(pagingParameters),
  success: [200, z.object({ applications: z.array(Application), next_cursor: z.string().optional() })],
  async handle(context) {
    const { request, envelope } = pager(context, 'applications', context.query);
    const rows = await read(context.tenant, request.limit, request.after?.[0]?.toString());
    const page = cutPage(rows, request.limit, ({ id }) => [id]);
    const { items: applications, ...rest } = envelope(page, presentApplication);
    return { applications, ...rest };
  },
});
