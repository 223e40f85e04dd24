import { z } from 'zod';
import { listConnections as read } from '../../db/connections/connection-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Connection, presentConnection, tag } from './schemas.ts';

export const listConnections = operation({
  id: 'listConnections',
  method: 'GET',
  path: '/aws/connections',
  tag,
  summary: 'List connections',
  access: 'connections:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(Connection)],
  async handle(context) {
    const { request, envelope } = pager(context, 'connections', context.query);
    const rows = await read(context.tenant, request.limit, request.after?.[0]?.toString());
    return envelope(
      cutPage(rows, request.limit, (connection) => [connection.id]),
      (connection) => presentConnection(connection, context.services.configuration),
    );
  },
});
