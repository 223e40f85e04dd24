import { z } from 'zod';
import { updateApplication as store } from '../../db/applications/application-store.ts';
import { operation } from '../http/operation.ts';
import { Application, applicationFields, presentApplication, tag } from './schemas.ts';

export const updateApplication = operation({
  id: 'updateApplication',
  method: 'PATCH',
  path: '/applications/{id}',
  tag,
  summary: 'Update or archive an application',
  access: 'applications:manage',
  audit: 'application.updated',
  body: z.strictObject({ ...applicationFields, archived: z.boolean() }).partial(),
  success: [200, Application],
  errors: ['conflict'],
  async handle({ body, params, tenant, audit }) {
    const application = await store(tenant, params.id, body);
    const { id, name } = application;
    audit({ type: 'application', id, name, details: { changed: Object.keys(body) } });
    return presentApplication(application);
  },
});
