import { getConnection as read } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { Connection, presentConnection, tag } from './schemas.ts';

export const getConnection = operation({
  id: 'getConnection',
  method: 'GET',
  path: '/aws/connections/{id}',
  tag,
  summary: 'Get a connection',
  access: 'connections:read',
  success: [200, Connection],
  async handle({ params, tenant, services }) {
    return presentConnection(await read(tenant, params.id), services.configuration);
  },
});
