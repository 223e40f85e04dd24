import { z } from 'zod';
import { listEnvironments as read } from '../../db/applications/environment-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Environment, presentEnvironment, tag } from './environment-schemas.ts';

export const listEnvironments = operation({
  id: 'listEnvironments',
  method: 'GET',
  path: '/environments',
  tag,
  summary: 'List environments',
  access: 'environments:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(Environment)],
  async handle(context) {
    const { request, envelope } = pager(context, 'environments', context.query);
    const rows = await read(context.tenant, request.limit, request.after?.[0]?.toString());
    return envelope(
      cutPage(rows, request.limit, ({ name }) => [name]),
      presentEnvironment,
    );
  },
});
