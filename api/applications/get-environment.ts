import { getEnvironment as read } from '../../db/applications/environment-store.ts';
import { operation } from '../http/operation.ts';
import { Environment, presentEnvironment, tag } from './environment-schemas.ts';

export const getEnvironment = operation({
  id: 'getEnvironment',
  method: 'GET',
  path: '/environments/{id}',
  tag,
  summary: 'Get an environment',
  access: 'environments:read',
  success: [200, Environment],
  async handle({ params, tenant }) {
    return presentEnvironment(await read(tenant, params.id));
  },
});
