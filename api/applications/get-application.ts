import { getApplication as read } from '../../db/applications/application-store.ts';
import { operation } from '../http/operation.ts';
import { Application, presentApplication, tag } from './schemas.ts';

export const getApplication = operation({
  id: 'getApplication',
  method: 'GET',
  path: '/applications/{id}',
  tag,
  summary: 'Get an application',
  access: 'applications:read',
  success: [200, Application],
  async handle({ params, tenant }) {
    return presentApplication(await read(tenant, params.id));
  },
});
